#include "fft/line_pass.hpp"

#define POCKETFFT_NO_VECTORS
#include "fft/engine.hpp"

namespace weft::detail {

void run_extended_pass(line_pass const& pass) {
  run_pass<long double>(pass);
}

} // namespace weft::detail
