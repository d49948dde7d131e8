#include <weft/nn/check.hpp>

namespace weft::detail {

void throw_model(char const* reason) {
  throw error(reason);
}

} // namespace weft::detail
