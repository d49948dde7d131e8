// Private to src/fft: the functions of transform_table.hpp, in the instructions of one machine.
#define POCKETFFT_VECTOR_BYTES machine::bytes
#include "fft/engine.hpp"

namespace weft::detail {
namespace {
/// The widest vector of the machine with at most `Most` bytes.
template <class R, int Most>
using vector_up_to = typename machine_vector<R, (machine::bytes < Most ? machine::bytes : Most)>::type;
template <class R>
constexpr transform_kernels vector_kernels_of =
    kernels_of<R, vector_up_to<R, 64>, vector_up_to<R, 32>, vector_up_to<R, 16>>;
constexpr transform_precisions all_kernels = {vector_kernels_of<float>, vector_kernels_of<double>};
} // namespace
} // namespace weft::detail
