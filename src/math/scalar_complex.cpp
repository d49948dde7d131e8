#include "math/scalar_complex.hpp"

#include <weft/ops/c99_complex.hpp>

#include <complex>

namespace weft::detail {

namespace {
using number = std::complex<double>;

number value_of(complex_function f, number const& z) {
  using std::exp, std::log, std::sqrt;
  if (f == complex_function::exp)
    return exp(z);
  return f == complex_function::log ? number(log(c99::lifted(z))) : number(sqrt(c99::lifted(z)));
}
} // namespace

void scalar_complex(complex_function f, double& re, double& im) noexcept {
  number const z = value_of(f, number(re, im));
  re = z.real();
  im = z.imag();
}

} // namespace weft::detail
