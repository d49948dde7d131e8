#pragma once
#include "decomposition.hpp"

#include <string>

// Operators for iterative methods, as loops over plain memory, in the type of the method and in a wider one.
namespace iterated_test {

using namespace decomposition_test;

/// y(i, j) = weight(i, j) * (centre x(i, j) + west x(i, j - 1) + east x(i, j + 1) + north x(i - 1, j) + south x(i + 1,
/// j)) on a grid of rows x columns points, with 0 outside; with `scaled` the weight is that of a diagonal matrix D in
/// D A D, else 1.
struct stencil {
  index_t rows, columns;
  std::complex<double> centre, west, east, north, south;
  double scaled = 0; ///< the logarithm, base 10, of the largest weight
  int calls = 0;

  double weight(index_t k) const {
    const double of = static_cast<double>((k * 7919) % (rows * columns)) / static_cast<double>(rows * columns);
    return scaled == 0 ? 1.0 : std::pow(10.0, scaled * of);
  }
  /// For any numbers.
  template <class T>
  void run(T const* x, T* y) const {
    using R = real_of<T>;
    const auto c = [](std::complex<double> z) { return number<T>(z.real(), z.imag()); };
    for (index_t i = 0; i < rows; ++i)
      for (index_t j = 0; j < columns; ++j) {
        const index_t k = i * columns + j;
        const auto at = [&](index_t l) { return static_cast<R>(weight(l)) * x[l]; };
        T total = c(centre) * at(k);
        if (j > 0)
          total += c(west) * at(k - 1);
        if (j + 1 < columns)
          total += c(east) * at(k + 1);
        if (i > 0)
          total += c(north) * at(k - columns);
        if (i + 1 < rows)
          total += c(south) * at(k + columns);
        y[k] = static_cast<R>(weight(k)) * total;
      }
  }
  /// As the methods call it.
  template <class X, class Y>
  void operator()(X const& x, Y& y) {
    static_assert(!std::is_const_v<std::remove_pointer_t<decltype(y.data())>>);
    ++calls;
    run(x.data(), y.data());
  }
  index_t size() const { return rows * columns; }
};

inline stencil laplacian(index_t rows, index_t columns) {
  return {rows, columns, 4.0, -1.0, -1.0, -1.0, -1.0};
}
/// Convection to the right and downwards, upwind.
inline stencil convection(index_t rows, index_t columns) {
  return {rows, columns, 7.0, -3.0, -1.0, -2.0, -1.0};
}

/// |b - a x| / |b| in the wider type.
template <class T, class A>
double true_residual(A const& a, std::vector<T> const& b, T const* x) {
  using W = wide_of<T>;
  std::vector<W> wide_x(b.size()), y(b.size());
  for (std::size_t k = 0; k < b.size(); ++k)
    wide_x[k] = W(x[k]);
  a.run(wide_x.data(), y.data());
  wide_real_of<T> left = 0, whole = 0;
  for (std::size_t k = 0; k < b.size(); ++k) {
    left += std::norm(W(b[k]) - y[k]);
    whole += std::norm(W(b[k]));
  }
  return static_cast<double>(std::sqrt(left / whole));
}

template <class T>
std::vector<T> some_numbers(index_t n, unsigned long seed) {
  random_numbers random(seed);
  std::vector<T> v(static_cast<std::size_t>(n));
  for (T& x : v) {
    const double re = random(), im = random();
    x = number<T>(re, im);
  }
  return v;
}

} // namespace iterated_test
