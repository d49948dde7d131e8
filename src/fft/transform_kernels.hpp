// Private to src/fft: the functions of transform_table.hpp, in the instructions of one machine.
#define POCKETFFT_VECTOR_BYTES machine::bytes
#include "fft/engine.hpp"

namespace weft::detail {
namespace {
constexpr transform_kernels all_kernels = {run_pass<float>, run_pass<double>, machine::bytes};
} // namespace
} // namespace weft::detail
