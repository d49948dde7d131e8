#pragma once

#include <weft/linalg/operand.hpp>

#include <complex>

// Private to src: one table of the element types that weft's own kernels and BLAS multiply. The code for each type is a
// template, which the macros of the table instantiate.
namespace weft::detail {

using c64 = std::complex<float>;
using c128 = std::complex<double>;

#define WEFT_EACH_REAL_PRODUCT(instantiate) instantiate(float) instantiate(double)
#define WEFT_EACH_PRODUCT(instantiate) WEFT_EACH_REAL_PRODUCT(instantiate) instantiate(c64) instantiate(c128)

/// Calls f(T()) for the element type T of this kind.
template <class F>
void with_element(element_kind kind, F const& f) {
#define WEFT_CALL(T)                                                                                                   \
  if (kind == kind_of<T>)                                                                                              \
    return f(T{});
  WEFT_EACH_PRODUCT(WEFT_CALL)
#undef WEFT_CALL
}

} // namespace weft::detail
