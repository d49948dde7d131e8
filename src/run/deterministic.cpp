#include "run/threads.hpp"

#include <weft/eval/deterministic.hpp>

namespace weft {

deterministic_scope::deterministic_scope() noexcept {
  ++detail::this_thread().deterministic;
}

deterministic_scope::~deterministic_scope() {
  --detail::this_thread().deterministic;
}

namespace detail {
bool deterministic() noexcept {
  return this_thread().deterministic > 0;
}
} // namespace detail

} // namespace weft
