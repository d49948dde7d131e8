#include "product/contraction.hpp"

// Compiles contractions of integers.
namespace weft::detail {

WEFT_CONTRACTION(int)
WEFT_CONTRACTION(index_t)

} // namespace weft::detail
