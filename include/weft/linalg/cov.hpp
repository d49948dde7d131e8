#pragma once
#include <weft/linalg/matmul.hpp>
#include <weft/ops/complex.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/tensor/memory.hpp>

#include <cmath>

// Covariances and correlations. The caller always says which axis of a matrix holds the observations, because libraries
// differ: along axis 0, each row an observation, in MATLAB, R, Armadillo and pandas: cov(a, 0); along axis 1, each row
// a variable, in NumPy: cov(a, 1). cov divides by n - 1, as all of these libraries do; var divides by n unless told
// otherwise.
namespace weft {

namespace detail {

/// A matrix with a variable in each row, less the mean of the row. If squares and products of a row would overflow or
/// underflow, the row is first divided by 2^e, and its exponent is e; else its exponent is 0.
template <class V>
struct centred_rows {
  using R = real_t<V>;
  tensor<V, 2> values;
  tensor<int, 1> exponents;

  template <class E>
  WEFT_FN explicit centred_rows(E const& rows) : values(cast<V>(rows)), exponents(values.extent(0)) {
    index_t const n = values.extent(1);
    for (index_t i = 0; i < values.extent(0); ++i) {
      auto row = values(i, all);
      exponents(i) = exponent_of(row, n);
      if (exponents(i) != 0)
        scale(row, -exponents(i));
    }
    if (values.size() > 0)
      values -= eval(mean(values, axis<1>, keep_dims));
  }

  /// Returns, for each two variables, the sum of x conj(y) over the observations, divided by `count`. The rows stay
  /// divided by powers of two.
  WEFT_FN tensor<V, 2> products(R count) const {
    tensor<V, 2> c;
    if constexpr (is_complex<V>)
      c = matmul(values, conj(transpose(values)));
    else
      c = matmul(values, transpose(values));
    // Sums of the same products may be rounded in another order on the other side of the diagonal, so the upper
    // triangle is copied from the lower one.
    for (index_t i = 0; i < c.extent(0); ++i) {
      c(i, i) = std::real(c(i, i)) / count;
      for (index_t j = 0; j < i; ++j) {
        c(i, j) = c(i, j) / count;
        c(j, i) = conjugate_if(true, c(i, j));
      }
    }
    return c;
  }

  WEFT_FN static V scaled(V const& x, int exponent) {
    if constexpr (is_complex<V>)
      return V(std::ldexp(x.real(), exponent), std::ldexp(x.imag(), exponent));
    else
      return std::ldexp(x, exponent);
  }

private:
  /// Bounds on the exponent of the largest element: between them, sums of squares of 2^(digits) values neither overflow
  /// nor lose a bit.
  static constexpr int highest = (std::numeric_limits<R>::max_exponent - std::numeric_limits<R>::digits) / 2 - 2;
  static constexpr int lowest = (std::numeric_limits<R>::min_exponent + 2 * std::numeric_limits<R>::digits) / 2 + 2;

  template <class Row>
  WEFT_FN static int exponent_of(Row const& row, index_t n) {
    R top = 0;
    for (index_t j = 0; j < n; ++j) {
      V const x = row.data()[j];
      R const a = std::abs(std::real(x)), b = std::abs(std::imag(x));
      if (!(a <= (std::numeric_limits<R>::max)()) || !(b <= (std::numeric_limits<R>::max)()))
        return 0; // a row with NaN or infinities is not scaled
      top = a > top ? a : top;
      top = b > top ? b : top;
    }
    int const e = top > 0 ? std::ilogb(top) : 0;
    return e > highest || e < lowest ? e : 0;
  }
  template <class Row>
  WEFT_FN static void scale(Row const& row, int exponent) {
    for (index_t j = 0; j < row.extent(0); ++j)
      row.data()[j] = scaled(row.data()[j], exponent);
  }
};

template <class T>
WEFT_FN constexpr void require_cov() {
  static_assert(is_number<T>, "weft: cov, corrcoef: the elements are real or complex numbers");
}
/// Returns the shape type of the result, with static extents if the types of the operand and of the axis give them.
template <class E, class A>
WEFT_FN constexpr auto cov_extents() {
  if constexpr (E::static_rank == 2 && is_static_axis<A>) {
    constexpr index_t n = E::statics[1 - static_axis<A>];
    return extents<n, n>{};
  } else {
    return dims<2>{};
  }
}

template <class X>
using cov_value = reducer::mean_t<value_t<X>>;

/// Returns the axis of the observations. Throws shape_error unless x is a matrix with at least one observation.
template <class X, class A>
WEFT_FN int axis_of_observations(char const* operation, X const& x, A axis) {
  static_assert(
      rank_of<X> < 0 || rank_of<X> == 2,
      "weft: cov, corrcoef: rank mismatch: they take a matrix and the axis of its observations, or two vectors");
  if (x.rank() != 2)
    throw_shape_reason(operation, "it takes a matrix and the axis of its observations, or two vectors");
  int const along = check_axis(operation, as_axis<X>(axis), 2);
  if (x.extent(along) == 0)
    throw_shape_reason(operation, "there are no observations");
  return along;
}
/// Returns the variables of a matrix, in rows and centred.
template <class X, class A>
WEFT_FN auto centred(char const* operation, X const& x, A axis) {
  int const along = axis_of_observations(operation, x, axis);
  return along == 1 ? centred_rows<cov_value<X>>(x) : centred_rows<cov_value<X>>(transpose(x));
}
/// Returns a matrix whose rows are the two vectors.
template <class X, class Y>
WEFT_FN auto stacked_rows(char const* operation, X const& x, Y const& y) {
  constexpr bool vectors = (rank_of<X> < 0 || rank_of<X> == 1) && (rank_of<Y> < 0 || rank_of<Y> == 1);
  static_assert(vectors, "weft: cov, corrcoef: rank mismatch: they take a matrix and the axis of its observations, "
                         "or two vectors");
  if constexpr (vectors) {
    if (x.rank() != 1 || y.rank() != 1 || x.extent(0) != y.extent(0))
      throw_broadcast(operation, shape_before(x), shape_before(y));
    return stack(axis<0>, x, y);
  } else {
    return tensor<value_t<X>, fixed<2, dyn>>();
  }
}
template <class X, class Y>
WEFT_FN auto two_rows(char const* operation, X const& x, Y const& y) {
  refuse_followed<X, Y>();
  auto e = stacked_rows(operation, x, y);
  return tensor<typename decltype(e)::value_type, fixed<2, dyn>>(std::move(e));
}

} // namespace detail

/// The covariances of the variables of a matrix, whose observations lie along `axis`, which is always named: cov(a, 0)
/// if each row is an observation (MATLAB, R, Armadillo), cov(a, 1) if each row is a variable (NumPy's cov(a)). Sums
/// over n observations are divided by n - 1, or by n - d if ddof(d) is given; if that is not positive, the result is
/// NaN or infinity. A new tensor with a row and a column for each variable; double for integers. For complex numbers,
/// element (i, j) is the mean of x_i conj(x_j), less the means, and the matrix is Hermitian, exactly. The means take
/// two passes, then one matrix product follows; intermediate values do not overflow where the result is representable.
/// Throws shape_error if there are no observations.
template <Tensorial X, detail::Axis A>
[[nodiscard]] WEFT_FN auto cov(X const& x, A axis, ddof off = ddof(1)) {
  detail::refuse_followed<X>();
  detail::require_cov<detail::value_t<X>>();
  using V = detail::cov_value<X>;
  using R = detail::real_t<V>;
  // As a number: a constant of Hana compares only if the program includes more of Hana.
  index_t const asked = static_cast<index_t>(axis);
  index_t const n = x.rank() == 2 && asked >= 0 && asked < 2 ? x.extent(asked) : 0;
  detail::centred_rows<V> const rows = detail::centred("cov", x, axis);
  tensor<V, 2> c = rows.products(static_cast<R>(n > off.taken ? n - off.taken : 0));
  for (index_t i = 0; i < c.extent(0); ++i)
    for (index_t j = 0; j < c.extent(1); ++j)
      if (int const e = rows.exponents(i) + rows.exponents(j); e != 0)
        c(i, j) = rows.scaled(c(i, j), e);
  using to = decltype(detail::cov_extents<typename detail::captured_t<X const&>::extents_type, A>());
  return tensor<V, detail::shape_argument<to>>(std::move(c));
}
/// Returns the 2 x 2 matrix of two vectors of one length: the variances on the diagonal, the covariance beside it.
template <Tensorial X, Tensorial Y>
[[nodiscard]] WEFT_FN auto cov(X const& x, Y const& y, ddof off = ddof(1)) {
  return cov(detail::two_rows("cov", x, y), axis<1>, off);
}

/// Returns the correlations of the variables of a matrix whose observations lie along `axis`, as in cov. Each
/// covariance is divided by both standard deviations, so results are between -1 and 1 (of complex numbers each part),
/// and 1 on the diagonal. They are NaN for a variable that does not vary.
template <Tensorial X, detail::Axis A>
[[nodiscard]] WEFT_FN auto corrcoef(X const& x, A axis) {
  detail::refuse_followed<X>();
  detail::require_cov<detail::value_t<X>>();
  using V = detail::cov_value<X>;
  using R = detail::real_t<V>;
  tensor<V, 2> c = detail::centred("corrcoef", x, axis).products(R(1));
  tensor<R, 1> const deviations = sqrt(real(diagonal(c)));
  for (index_t i = 0; i < c.extent(0); ++i)
    for (index_t j = 0; j < c.extent(1); ++j) {
      V const r = c(i, j) / deviations(i) / deviations(j);
      auto const between = [](R value) { return value > R(1) ? R(1) : value < R(-1) ? R(-1) : value; };
      if constexpr (is_complex<V>)
        c(i, j) = V(between(r.real()), between(r.imag()));
      else
        c(i, j) = between(r);
      if (i == j && deviations(i) > 0 && deviations(i) <= (std::numeric_limits<R>::max)())
        c(i, j) = V(1);
    }
  using to = decltype(detail::cov_extents<typename detail::captured_t<X const&>::extents_type, A>());
  return tensor<V, detail::shape_argument<to>>(std::move(c));
}
/// Returns a 2 x 2 matrix, for two vectors of one length, with the correlation beside the diagonal.
template <Tensorial X, Tensorial Y>
[[nodiscard]] WEFT_FN auto corrcoef(X const& x, Y const& y) {
  return corrcoef(detail::two_rows("corrcoef", x, y), axis<1>);
}

/// The compiler refuses cov(a), because no argument says along which axis the observations lie.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto cov(X const&) {
  static_assert(detail::always_false<X>, "weft: cov(a, 0) where each row is an observation (MATLAB, R, Armadillo), "
                                         "cov(a, 1) where each row is a variable (NumPy)");
  return tensor<detail::cov_value<X>, 2>();
}
/// The compiler refuses corrcoef(a), because no argument says along which axis the observations lie.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto corrcoef(X const&) {
  static_assert(detail::always_false<X>, "weft: corrcoef(a, 0) where each row is an observation (MATLAB, R, "
                                         "Armadillo), corrcoef(a, 1) where each row is a variable (NumPy)");
  return tensor<detail::cov_value<X>, 2>();
}

} // namespace weft
