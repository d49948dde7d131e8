#include "product/contraction.hpp"
#include "product/types.hpp"

// Compiles contractions of complex elements.
namespace weft::detail {

WEFT_CONTRACTION(c64)
WEFT_CONTRACTION(c128)

} // namespace weft::detail
