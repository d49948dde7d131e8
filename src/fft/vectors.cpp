#include "fft/line_pass.hpp"

#define POCKETFFT_VECTOR_BYTES weft::detail::vector_bytes
#include "fft/engine.hpp"

namespace weft::detail {

void run_single_pass(line_pass const& pass) {
  run_pass<float>(pass);
}
void run_double_pass(line_pass const& pass) {
  run_pass<double>(pass);
}

} // namespace weft::detail
