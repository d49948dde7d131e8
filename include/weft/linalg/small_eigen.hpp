#pragma once
#include <weft/linalg/small_matrix.hpp>

// Eigenvalues of symmetric matrices and singular values of small ones, by rotations (Jacobi 1846; Golub and Van Loan,
// Matrix Computations, 8.5 and 8.6). Eigenvectors are orthonormal even if their eigenvalues are equal, or nearly so;
// formulas for roots of the characteristic polynomial do not give such vectors.
namespace weft::detail {

/// The largest extent of matrices of numbers that are rotated as they are. Larger ones are made tridiagonal first,
/// which takes a quarter of the time for 8 x 8. Matrices in lanes are always rotated, because then no lane waits for
/// another.
inline constexpr int small_rotated_extent = 3;

/// The cosine and sine of the rotation that makes the element pq of a symmetric 2 x 2 matrix 0, and its tangent.
template <class S>
struct small_rotation {
  S c, s, t;

  WEFT_INLINE constexpr small_rotation(S const& pp, S const& pq, S const& qq) : c(1), s(0), t(0) {
    using R = typename lane_traits<S>::real;
    S d = qq - pp, h = pq + pq, squares = d * d + h * h;
    auto const lost = (squares < S(least_safe_det<R>)) | (squares > S((std::numeric_limits<R>::max)()));
    if (lane_any(lost)) { // the squares left the range
      S const larger = lane_choose(lane_size(d) > lane_size(h), lane_size(d), lane_size(h));
      S const by = lane_choose(lost & (larger > S(0)), larger, S(1));
      d = d / by;
      h = h / by;
      squares = d * d + h * h;
    }
    S const size = lane_size(d) + lane_root(squares);
    t = lane_choose(size > S(0), lane_choose(d < S(0), -h, h) / lane_choose(size > S(0), size, S(1)), S(0));
    c = S(1) / lane_root(t * t + S(1));
    s = t * c;
  }
  /// (x, y) becomes (c x - s y, s x + c y).
  WEFT_INLINE constexpr void turn(S& x, S& y) const {
    S const u = x, v = y;
    x = c * u - s * v;
    y = s * u + c * v;
  }
};

/// Sorts N values, ascending or descending, and moves rows of Columns elements with them.
template <int N, int Columns, bool Ascending, class S>
WEFT_INLINE constexpr void order_small(S* values, S* rows) {
  for (int i = 0; i + 1 < N; ++i)
    for (int j = i + 1; j < N; ++j) {
      auto const wrong = Ascending ? values[j] < values[i] : values[j] > values[i];
      lane_exchange(wrong, values + i, values + j, 1);
      if constexpr (Columns > 0)
        lane_exchange(wrong, rows + i * Columns, rows + j * Columns, Columns);
    }
}

/// Numbers up to this size count as 0 in small_tridiagonal and small_tridiagonal_eigen, because their squares have lost
/// bits. Matrices are scaled so that this bound is at most a rounding of their largest element.
template <class R>
inline constexpr R small_nothing = lane_root(least_safe_det<R>);

/// Writes the transposed product of the N - 2 reflections whose vectors are below the diagonal of a.
template <int N, class R>
WEFT_INLINE constexpr void product_of_reflections(R const* a, R const* scale, R* rows) {
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j)
      rows[i * N + j] = R(i == j);
  for (int k = N - 3; k >= 0; --k) {
    if (scale[k] == 0)
      continue;
    for (int i = k + 1; i < N; ++i) {
      R sum = 0;
      for (int j = k + 1; j < N; ++j)
        sum += rows[i * N + j] * a[j * N + k];
      sum *= scale[k];
      for (int j = k + 1; j < N; ++j)
        rows[i * N + j] -= sum * a[j * N + k];
    }
  }
}
/// Makes a symmetric matrix, given by its lower triangle, tridiagonal: q^T a q has d on the diagonal and e beside it,
/// where q is a product of Householder's reflections (Golub and Van Loan, 8.3.1). With Vectors, `rows` becomes q^T.
template <int N, bool Vectors, class R>
WEFT_INLINE constexpr void small_tridiagonal(R* a, R* d, R* e, [[maybe_unused]] R* rows) {
  R scale[std::size_t(N)]{};
  for (int k = 0; k + 2 < N; ++k) { // column k below the diagonal, by its length: v, with v^T v = 2 / scale
    R below = 0;
    for (int i = k + 2; i < N; ++i)
      below += a[i * N + k] * a[i * N + k];
    R const head = a[(k + 1) * N + k];
    if (!(below > least_safe_det<R>)) {
      e[k] = head;
      scale[k] = 0;
      continue;
    }
    R const length = lane_root(head * head + below), beta = head > 0 ? -length : length, first = head - beta;
    a[(k + 1) * N + k] = first;
    e[k] = beta;
    scale[k] = length / (length + lane_size(head));
    R v[std::size_t(N)]{}, w[std::size_t(N)]{}, along = 0;
    for (int i = k + 1; i < N; ++i)
      v[i] = a[i * N + k] = a[i * N + k] / length;
    for (int i = k + 1; i < N; ++i) {
      R sum = 0;
      for (int j = k + 1; j < N; ++j)
        sum += (j <= i ? a[i * N + j] : a[j * N + i]) * v[j];
      w[i] = sum * scale[k];
      along += w[i] * v[i];
    }
    along *= scale[k] / 2;
    for (int i = k + 1; i < N; ++i)
      w[i] -= along * v[i];
    for (int i = k + 1; i < N; ++i)
      for (int j = k + 1; j <= i; ++j)
        a[i * N + j] -= v[i] * w[j] + w[i] * v[j];
  }
  if constexpr (N > 1)
    e[N - 2] = a[(N - 1) * N + N - 2];
  for (int i = 0; i < N; ++i)
    d[i] = a[i * N + i];
  if constexpr (Vectors)
    product_of_reflections<N>(a, scale, rows);
}

/// One implicit step of QR on rows `first` to `last` of a tridiagonal matrix; x and z determine the first rotation.
template <int N, bool Vectors, class R>
WEFT_INLINE constexpr void step_tridiagonal(int first, int last, R x, R z, R* d, R* e, [[maybe_unused]] R* rows) {
  for (int k = first; k < last; ++k) {
    R by(1);
    if (R const larger = lane_size(x) > lane_size(z) ? lane_size(x) : lane_size(z);
        larger < small_nothing<R> && larger > 0) {
      by = larger;
      x /= by;
      z /= by;
    }
    R const size = lane_root(x * x + z * z);
    R const c = size > 0 ? x / size : R(1), s = size > 0 ? -z / size : R(0);
    if (k > first)
      e[k - 1] = size * by;
    R const p = d[k], q = d[k + 1], r = e[k];
    d[k] = c * c * p + s * s * q - 2 * c * s * r;
    d[k + 1] = s * s * p + c * c * q + 2 * c * s * r;
    e[k] = c * s * (p - q) + (c * c - s * s) * r;
    if (k + 1 < last) {
      x = e[k];
      z = -s * e[k + 1];
      e[k + 1] *= c;
    }
    if constexpr (Vectors)
      for (int i = 0; i < N; ++i) {
        R const u = rows[k * N + i], v = rows[(k + 1) * N + i];
        rows[k * N + i] = c * u - s * v;
        rows[(k + 1) * N + i] = s * u + c * v;
      }
  }
}
/// Replaces the diagonal d of a tridiagonal matrix by its eigenvalues; the rows turn with it. It takes implicit steps
/// with Wilkinson's shift (Golub and Van Loan, 8.3.3), from above, until the elements beside the diagonal are roundings
/// of the diagonal.
template <int N, bool Vectors, class R>
WEFT_INLINE constexpr void small_tridiagonal_eigen(R* d, R* e, [[maybe_unused]] R* rows) {
  constexpr R epsilon = std::numeric_limits<R>::epsilon();
  auto const is_zero = [&](int k) {
    return lane_size(e[k]) <= epsilon * (lane_size(d[k]) + lane_size(d[k + 1])) / 2 ||
           lane_size(e[k]) <= small_nothing<R>;
  };
  int last = N - 1;
  for (int steps = 0; last > 0 && steps < 40 * N;) {
    if (is_zero(last - 1)) {
      --last;
      continue;
    }
    int first = last - 1;
    while (first > 0 && !is_zero(first - 1))
      --first;
    ++steps;
    R const half = (d[last - 1] - d[last]) / 2, beside = e[last - 1];
    R const length = lane_root(half * half + beside * beside);
    R const shift = d[last] - beside * (beside / (half + (half < 0 ? -length : length)));
    step_tridiagonal<N, Vectors>(first, last, d[first] - shift, e[first], d, e, rows);
  }
}

/// Divides the numbers of a lane by `most`, which none of them exceeds, where `most` is below `low` or above `high`:
/// then their squares stay in the range. Returns the divisor, which is 1 elsewhere; `most` is divided too.
template <class S>
WEFT_INLINE constexpr S scale_small(S* a, int count, S& most, typename lane_traits<S>::real low,
                                    typename lane_traits<S>::real high) {
  using R = typename lane_traits<S>::real;
  S scale(1);
  auto const outside =
      ((most > S(high)) & (most <= S((std::numeric_limits<R>::max)()))) | ((most > S(0)) & (most < S(low)));
  if (lane_any(outside)) {
    scale = lane_choose(outside, most, S(1));
    for (int k = 0; k < count; ++k)
      a[k] = a[k] / scale;
    most = most / scale;
  }
  return scale;
}

/// Applies Jacobi's rotations to a symmetric matrix, both of whose triangles are stored, until the elements beside the
/// diagonal are roundings of `most`. The rows of v become the eigenvectors.
template <int N, bool Vectors, class S, class Finite>
WEFT_INLINE constexpr void rotate_small(S* a, S const& most, Finite const& finite, [[maybe_unused]] S* v) {
  using R = typename lane_traits<S>::real;
  if constexpr (Vectors)
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j)
        v[i * N + j] = S(i == j ? 1 : 0);
  constexpr int sweeps = N == 2 ? 1 : 30;
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    if constexpr (N > 2) {
      S off(0);
      for (int i = 1; i < N; ++i)
        for (int j = 0; j < i; ++j)
          off = off + lane_size(a[i * N + j]);
      if (!lane_any((off > S(std::numeric_limits<R>::epsilon() / 4) * most) & finite))
        break;
    }
    for (int p = 0; p < N - 1; ++p)
      for (int q = p + 1; q < N; ++q) {
        S const pq = a[p * N + q];
        if (!lane_any(lane_size(pq) > S(0)))
          continue;
        small_rotation<S> const r(a[p * N + p], pq, a[q * N + q]);
        a[p * N + p] = a[p * N + p] - r.t * pq;
        a[q * N + q] = a[q * N + q] + r.t * pq;
        a[p * N + q] = a[q * N + p] = S(0);
        WEFT_PRAGMA(GCC unroll 8)
        for (int i = 0; i < N; ++i)
          if (i != p && i != q) {
            r.turn(a[p * N + i], a[q * N + i]);
            a[i * N + p] = a[p * N + i];
            a[i * N + q] = a[q * N + i];
          }
        if constexpr (Vectors) {
          WEFT_PRAGMA(GCC unroll 8)
          for (int i = 0; i < N; ++i)
            r.turn(v[p * N + i], v[q * N + i]);
        }
      }
  }
}

/// Writes the eigenvalues, ascending, of the symmetric matrix whose lower triangle is read, and with Vectors the
/// eigenvectors to the rows of v. a is overwritten. Absolute errors are roundings of the largest eigenvalue. Returns
/// false if an element is not finite.
template <int N, bool Vectors, class S>
WEFT_INLINE constexpr auto small_eigen(S* a, S* values, [[maybe_unused]] S* v) {
  using R = typename lane_traits<S>::real;
  S most(0);
  for (int i = 0; i < N; ++i)
    for (int j = 0; j <= i; ++j) {
      most = most + lane_size(a[i * N + j]);
      a[j * N + i] = a[i * N + j];
    }
  auto const finite = most <= S((std::numeric_limits<R>::max)());
  constexpr R low = small_nothing<R> / std::numeric_limits<R>::epsilon(),
              high = lane_root(R(1) / least_safe_det<R> / N);
  S const scale = scale_small(a, N * N, most, low, high);
  if constexpr (std::is_same_v<S, R> && N > small_rotated_extent) {
    S beside[std::size_t(N)]{};
    small_tridiagonal<N, Vectors>(a, values, beside, v);
    small_tridiagonal_eigen<N, Vectors>(values, beside, v);
    for (int i = 0; i < N; ++i)
      values[i] *= scale;
    order_small<N, Vectors ? N : 0, true>(values, v);
    return finite;
  }
  rotate_small<N, Vectors>(a, most, finite, v);
  for (int i = 0; i < N; ++i)
    values[i] = a[i * N + i] * scale;
  order_small<N, Vectors ? N : 0, true>(values, v);
  return finite;
}

/// Completes the first `count` rows, which are orthonormal, to an orthonormal basis.
template <std::size_t Size, class R>
WEFT_INLINE constexpr void complete_small(R (&rows)[Size][3], int count) {
  constexpr int N = static_cast<int>(Size);
  for (; count < N; ++count) {
    if constexpr (N == 3)
      if (count == 2) { // the vector product of the first two rows
        for (int i = 0; i < 3; ++i)
          rows[2][i] = rows[0][(i + 1) % 3] * rows[1][(i + 2) % 3] - rows[0][(i + 2) % 3] * rows[1][(i + 1) % 3];
        continue;
      }
    int along = 0; // the axis that the first row is furthest from
    for (int i = 1; i < N && count == 1; ++i)
      along = lane_size(rows[0][i]) < lane_size(rows[0][along]) ? i : along;
    R square = 0;
    for (int i = 0; i < N; ++i) {
      rows[count][i] = R(i == along) - (count == 1 ? rows[0][along] * rows[0][i] : R(0));
      square += rows[count][i] * rows[count][i];
    }
    for (int i = 0; i < N; ++i)
      rows[count][i] /= lane_root(square);
  }
}

/// Writes the columns of u, from rows s(j) u(j)^T that are `length` elements apart. A row that is shorter than `least`
/// is a rounding of the others: for numbers a completing vector takes its place, for lanes the result is false.
template <int N, class S>
WEFT_INLINE constexpr auto left_vectors(S const* rows, int length, S const* s, S const& least, S* u) {
  constexpr bool numbers = std::is_same_v<S, typename lane_traits<S>::real>;
  S left[std::size_t(N)][3]{}; // the rows of u^T
  auto answered = s[N - 1] >= least;
  int count = N;
  if constexpr (numbers)
    while (count > 0 && s[count - 1] < least)
      --count;
  for (int j = 0; j < count; ++j)
    for (int i = 0; i < N; ++i)
      left[j][i] = rows[j * length + i] / s[j];
  if constexpr (numbers) {
    complete_small<N>(left, count);
    answered = true;
  }
  for (int j = 0; j < N; ++j)
    for (int i = 0; i < N; ++i)
      u[i * N + j] = left[j][i];
  return answered;
}

/// Applies one-sided rotations to N rows of Length numbers, until the first N numbers of any two rows are orthogonal.
template <int N, int Length, class S>
WEFT_INLINE constexpr void make_orthogonal(S* rows) {
  constexpr typename lane_traits<S>::real epsilon = std::numeric_limits<typename lane_traits<S>::real>::epsilon();
  bool turned = true;
  for (int sweep = 0; turned && sweep < 30; ++sweep) {
    turned = false;
    for (int p = 0; p < N - 1; ++p)
      for (int q = p + 1; q < N; ++q) {
        S* const one = rows + p * Length;
        S* const other = rows + q * Length;
        S pp(0), pq(0), qq(0);
        for (int i = 0; i < N; ++i) {
          pp = pp + one[i] * one[i];
          pq = pq + one[i] * other[i];
          qq = qq + other[i] * other[i];
        }
        auto const turns = lane_size(pq) > S(epsilon) * lane_root(pp) * lane_root(qq);
        if (!lane_any(turns))
          continue;
        turned = true;
        small_rotation<S> const r(pp, lane_choose(turns, pq, S(0)), qq);
        WEFT_PRAGMA(GCC unroll 8)
        for (int i = 0; i < Length; ++i)
          r.turn(one[i], other[i]);
      }
  }
}

/// Decomposes a = u diag(s) v^T for 2 x 2 and 3 x 3 into the columns of u, s descending, and the rows of vt. One-sided
/// rotations, which find small values to their own roundings where rows or columns are scaled (Demmel and Veselic,
/// Jacobi's method is more accurate than QR, SIAM J. Matrix Anal. Appl. 13, 1992). Returns false where an element is
/// not finite; for lanes also where u has columns that belong to no singular value.
template <int N, bool Vectors, class S>
WEFT_INLINE constexpr auto small_svd(S const* a, [[maybe_unused]] S* u, S* s, [[maybe_unused]] S* vt) {
  static_assert(N >= 1 && N <= 3);
  using R = typename lane_traits<S>::real;
  constexpr int length = Vectors ? 2 * N : N; // a column of a, and behind it a column of the product of rotations
  constexpr R epsilon = std::numeric_limits<R>::epsilon(), least = small_nothing<R>;
  S g[std::size_t(N * N)]{}, rows[std::size_t(N * length)]{}, most(0), rest(0);
  for (int k = 0; k < N * N; ++k) {
    S const size = lane_size(a[k]);
    most = lane_choose(size > most, size, most);
    rest = rest + (size - size);
    g[k] = a[k];
  }
  auto answered = rest <= S(0);
  // After this scaling, a column shorter than `least`, whose squares have lost bits, is a rounding of a.
  S const scale = scale_small(g, N * N, most, least / epsilon, 1 / least);
  for (int j = 0; j < N; ++j)
    for (int i = 0; i < N; ++i) {
      rows[j * length + i] = g[i * N + j];
      if constexpr (Vectors)
        rows[j * length + N + i] = S(i == j ? 1 : 0);
    }
  make_orthogonal<N, length>(rows);
  for (int j = 0; j < N; ++j) {
    S square(0);
    for (int i = 0; i < N; ++i)
      square = square + rows[j * length + i] * rows[j * length + i];
    s[j] = lane_root(square);
  }
  order_small<N, length, false>(s, rows);
  if constexpr (Vectors) {
    answered = answered & left_vectors<N>(rows, length, s, S(least), u);
    for (int j = 0; j < N; ++j)
      for (int i = 0; i < N; ++i)
        vt[j * N + i] = rows[j * length + N + i];
  }
  for (int j = 0; j < N; ++j)
    s[j] = s[j] * scale;
  return answered;
}

} // namespace weft::detail
