#include "product/contraction.hpp"
#include "product/types.hpp"

// Compiles contractions of float and double.
namespace weft::detail {

WEFT_EACH_REAL_PRODUCT(WEFT_CONTRACTION)

} // namespace weft::detail
