#include "fft/transform_table.hpp"

#define POCKETFFT_NO_VECTORS
#include "fft/engine.hpp"

namespace weft::detail {

constinit transform_kernels const transform_extended = kernels_of<long double, long double>;

} // namespace weft::detail
