#pragma once
#include <weft/base/dtype.hpp>

#include <complex>

namespace weft::detail {

/// Calls f(T()) for the type T of elements of linear algebra: float, double, or complex numbers of them.
template <class F>
void by_type(dtype type, F const& f) {
  switch (type) {
  case dtype::float32:
    return f(float());
  case dtype::complex64:
    return f(std::complex<float>());
  case dtype::complex128:
    return f(std::complex<double>());
  default:
    return f(double());
  }
}

} // namespace weft::detail
