// Private to src/fft: the functions of transform_table.hpp, in the instructions of one machine.
#define POCKETFFT_VECTOR_BYTES machine::bytes
#include "fft/engine.hpp"

namespace weft::detail {
namespace {
constexpr transform_precisions all_kernels = {kernels_of<float, pocketfft::detail::vtype_t<float>>,
                                              kernels_of<double, pocketfft::detail::vtype_t<double>>};
} // namespace
} // namespace weft::detail
