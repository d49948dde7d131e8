#include "product/contraction.hpp"

// Contractions of integers.
namespace weft::detail {

WEFT_CONTRACTION(int)
WEFT_CONTRACTION(index_t)

} // namespace weft::detail
