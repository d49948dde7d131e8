#pragma once
#include <weft/base/index.hpp>
#include <weft/base/scalar.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

// Computes determinants from factors.
namespace weft::detail {

/// A product of many numbers. It is kept as an exponent and a number whose real and imaginary parts are below 2, so
/// that it overflows only at the end.
template <class T>
class product_with_exponent {
public:
  void operator*=(T x) {
    normalise(x);
    product_ *= x;
    normalise(product_);
  }
  T value() const {
    using R = real_t<T>;
    int const e = static_cast<int>(std::clamp<long>(exponent_, -100000, 100000));
    if constexpr (is_complex<T>)
      return T(std::ldexp(product_.real(), e), std::ldexp(product_.imag(), e));
    else
      return static_cast<R>(std::ldexp(product_, e));
  }

private:
  void normalise(T& x) {
    using R = real_t<T>;
    R const top = std::max(std::abs(std::real(x)), std::abs(std::imag(x)));
    if (top == 0 || !(top <= std::numeric_limits<R>::max())) // the factor is 0, or elimination has overflowed
      return;
    int const e = std::ilogb(top);
    exponent_ += e;
    if constexpr (is_complex<T>)
      x = T(std::scalbn(x.real(), -e), std::scalbn(x.imag(), -e));
    else
      x = std::scalbn(x, -e);
  }
  T product_ = 1;
  long exponent_ = 0;
};

/// Returns the product of the numbers with which each(f) calls f.
template <class T, class F>
T product_of(F const& each) {
  product_with_exponent<T> product;
  each([&](T x) { product *= x; });
  return product.value();
}

/// Finds the sign of this product, of modulus 1 or 0, and the logarithm of its modulus.
template <class T, class F>
void sign_and_logarithm(F const& each, T& sign, real_t<T>& logarithm) {
  sign = 1;
  logarithm = 0;
  each([&](T x) {
    real_t<T> const modulus = std::abs(x);
    if (sign == T(0))
      return;
    sign *= modulus == 0 ? T(0) : x / modulus;
    logarithm = modulus == 0 ? -std::numeric_limits<real_t<T>>::infinity() : logarithm + std::log(modulus);
  });
  if constexpr (is_complex<T>)
    sign = sign == T(0) ? sign : sign / std::abs(sign);
}

/// Stores the determinant `number` in `values`, or, if there is room for logarithms, its sign and its logarithm.
template <class T, class F>
void store_determinant(F const& each, void* values, void* logarithms, index_t number) {
  T& value = static_cast<T*>(values)[number];
  if (logarithms == nullptr)
    value = product_of<T>(each);
  else
    sign_and_logarithm<T>(each, value, static_cast<real_t<T>*>(logarithms)[number]);
}

/// Calls f with the numbers whose product is the determinant of P^T L U.
template <class T, class F>
void each_pivot(T const* lu, index_t n, index_t const* pivots, F const& f) {
  for (index_t j = 0; j < n; ++j)
    f(pivots[j] == j ? lu[j * n + j] : -lu[j * n + j]);
}

} // namespace weft::detail
