#include "product/contraction.hpp"
#include "product/types.hpp"

// Contractions of real elements of BLAS.
namespace weft::detail {

WEFT_EACH_REAL_PRODUCT(WEFT_CONTRACTION)

} // namespace weft::detail
