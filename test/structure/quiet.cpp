// Compiled with many warnings: the compiler has nothing to say, notes included.
#include <weft/weft.hpp>

namespace {

using weft::tensor;

template <class T>
void expressions(tensor<T, 2>& d, tensor<T, 2> const& a, tensor<T, 2> const& b) {
  d = a * b + b * T(2) - a;
  d = (a + T(1)) * (b + T(2)) / T(4);
  d(weft::all, weft::range(0, weft::end, 2)) = T(3) * a(weft::all, weft::range(1, weft::end, 2));
  d += T(2) * matmul(a, transpose(b)) - T(1);
  d -= sum(a, 0, weft::keep_dims) * sqrt(b * T(2));
}

} // namespace

void quiet(tensor<double, 2>& d, tensor<double, 2> const& a, tensor<double, 2> const& b);
void quiet(tensor<double, 2>& d, tensor<double, 2> const& a, tensor<double, 2> const& b) {
  expressions(d, a, b);
  tensor<std::complex<float>, 2> const c = cast<std::complex<float>>(a);
  tensor<std::complex<float>, 2> e = c * std::complex<float>(0, 1);
  expressions(e, c, c);
  d = real(e) + 1.0f;
  const weft::any_expr<double, 2> virtual_leaf = a * b;
  d = sum(virtual_leaf, 1, weft::keep_dims) / mean(virtual_leaf, 0, weft::keep_dims) + cumsum(virtual_leaf, 0);
}
