#pragma once
#include <weft/base/index.hpp>
#include <weft/linalg/small_lanes.hpp>

#include <limits>
#include <type_traits>
#include <utility>

// Matrices of up to 8 x 8 numbers in registers or on the stack. Each algorithm is written once, for numbers and for
// lanes (src/linalg/small/lanes.hpp); each lane is a matrix of its own. Matrices lie row by row; nothing is allocated
// or thrown. A mask says which matrices have no answer, or need more care; the caller computes them by another method.
namespace weft::detail {

/// The largest extent of small matrices.
inline constexpr index_t small_matrix_extent = 8;

// Determinants, inverses, solutions.

/// The minors of the upper two rows of a 4 x 4 matrix, and the minors of the lower two.
template <class S>
struct two_row_minors {
  S p0, p1, p2, p3, p4, p5, q0, q1, q2, q3, q4, q5;

  WEFT_INLINE constexpr explicit two_row_minors(S const* a)
      : p0(a[0] * a[5] - a[1] * a[4]), p1(a[0] * a[6] - a[2] * a[4]), p2(a[0] * a[7] - a[3] * a[4]),
        p3(a[1] * a[6] - a[2] * a[5]), p4(a[1] * a[7] - a[3] * a[5]), p5(a[2] * a[7] - a[3] * a[6]),
        q0(a[8] * a[13] - a[9] * a[12]), q1(a[8] * a[14] - a[10] * a[12]), q2(a[8] * a[15] - a[11] * a[12]),
        q3(a[9] * a[14] - a[10] * a[13]), q4(a[9] * a[15] - a[11] * a[13]), q5(a[10] * a[15] - a[11] * a[14]) {}
  /// Returns the determinant by Laplace's expansion.
  WEFT_INLINE constexpr S det() const { return (p0 * q5 - p1 * q4) + (p2 * q3 + p3 * q2) - (p4 * q1 - p5 * q0); }
  WEFT_INLINE constexpr S squares() const {
    return (p0 * p0 + p1 * p1 + p2 * p2 + p3 * p3 + p4 * p4 + p5 * p5) +
           (q0 * q0 + q1 * q1 + q2 * q2 + q3 * q3 + q4 * q4 + q5 * q5);
  }
};
/// Returns the determinant of a matrix of up to 4 x 4, by minors. Its error is some roundings of the product of the
/// lengths of the rows.
template <int N, class S>
WEFT_INLINE constexpr S minors_det(S const* a) {
  static_assert(N >= 1 && N <= 4);
  if constexpr (N == 1) {
    return a[0];
  } else if constexpr (N == 2) {
    return a[0] * a[3] - a[1] * a[2];
  } else if constexpr (N == 3) {
    return a[0] * (a[4] * a[8] - a[5] * a[7]) - a[1] * (a[3] * a[8] - a[5] * a[6]) + a[2] * (a[3] * a[7] - a[4] * a[6]);
  } else {
    return two_row_minors<S>(a).det();
  }
}

/// Writes the adjugate of a to `to`, and returns the determinant.
template <int N, class S>
WEFT_INLINE constexpr S minors_adjugate(S const* a, S* to) {
  static_assert(N >= 1 && N <= 4);
  if constexpr (N == 1) {
    to[0] = S(1);
    return a[0];
  } else if constexpr (N == 2) {
    to[0] = a[3];
    to[1] = -a[1];
    to[2] = -a[2];
    to[3] = a[0];
    return a[0] * a[3] - a[1] * a[2];
  } else if constexpr (N == 3) {
    to[0] = a[4] * a[8] - a[5] * a[7];
    to[1] = a[2] * a[7] - a[1] * a[8];
    to[2] = a[1] * a[5] - a[2] * a[4];
    to[3] = a[5] * a[6] - a[3] * a[8];
    to[4] = a[0] * a[8] - a[2] * a[6];
    to[5] = a[2] * a[3] - a[0] * a[5];
    to[6] = a[3] * a[7] - a[4] * a[6];
    to[7] = a[1] * a[6] - a[0] * a[7];
    to[8] = a[0] * a[4] - a[1] * a[3];
    return a[0] * to[0] + a[1] * to[3] + a[2] * to[6];
  } else {
    two_row_minors<S> const minors(a);
    auto const& [p0, p1, p2, p3, p4, p5, q0, q1, q2, q3, q4, q5] = minors;
    to[0] = a[5] * q5 - a[6] * q4 + a[7] * q3;
    to[1] = a[2] * q4 - a[1] * q5 - a[3] * q3;
    to[2] = a[13] * p5 - a[14] * p4 + a[15] * p3;
    to[3] = a[10] * p4 - a[9] * p5 - a[11] * p3;
    to[4] = a[6] * q2 - a[4] * q5 - a[7] * q1;
    to[5] = a[0] * q5 - a[2] * q2 + a[3] * q1;
    to[6] = a[14] * p2 - a[12] * p5 - a[15] * p1;
    to[7] = a[8] * p5 - a[10] * p2 + a[11] * p1;
    to[8] = a[4] * q4 - a[5] * q2 + a[7] * q0;
    to[9] = a[1] * q2 - a[0] * q4 - a[3] * q0;
    to[10] = a[12] * p4 - a[13] * p2 + a[15] * p0;
    to[11] = a[9] * p2 - a[8] * p4 - a[11] * p0;
    to[12] = a[5] * q1 - a[4] * q3 - a[6] * q0;
    to[13] = a[0] * q3 - a[1] * q1 + a[2] * q0;
    to[14] = a[13] * p1 - a[12] * p3 - a[14] * p0;
    to[15] = a[8] * p3 - a[9] * p1 + a[10] * p0;
    return minors.det();
  }
}

template <int Count, class S>
WEFT_INLINE constexpr S sum_of_small_squares(S const* x) {
  S even(0), odd(0);
  WEFT_PRAGMA(GCC unroll 16)
  for (int k = 0; k + 1 < Count; k += 2) {
    even = even + x[k] * x[k];
    odd = odd + x[k + 1] * x[k + 1];
  }
  if constexpr (Count % 2 == 1)
    even = even + x[Count - 1] * x[Count - 1];
  return even + odd;
}

/// Step K of eliminate.
template <int K, int N, int Columns, class S, class M>
WEFT_INLINE constexpr void eliminate_column(S* a, S& sign, M& regular) {
  S* const row = a + K * Columns;
  for (int i = K + 1; i < N; ++i) {
    auto const larger = lane_size(a[i * Columns + K]) > lane_size(row[K]);
    lane_exchange(larger, row + K, a + i * Columns + K, Columns - K);
    sign = lane_choose(larger, -sign, sign);
  }
  using R = typename lane_traits<S>::real;
  constexpr R least = (std::numeric_limits<R>::min)(), most = (std::numeric_limits<R>::max)();
  S const size = lane_size(row[K]); // not finite where an element of a is not
  regular = regular & (size >= S(least)) & (size <= S(most));
  S const inverse = S(1) / row[K];
  for (int i = K + 1; i < N; ++i) {
    S* const other = a + i * Columns;
    S const factor = other[K] * inverse;
    WEFT_PRAGMA(GCC unroll 16)
    for (int j = K + 1; j < Columns; ++j)
      other[j] = other[j] - factor * row[j];
  }
}
template <int N, int Columns, class S, class M, int... K>
WEFT_INLINE constexpr void eliminate_columns(S* a, S& sign, M& regular, std::integer_sequence<int, K...>) {
  (eliminate_column<K, N, Columns>(a, sign, regular), ...);
}
/// Eliminates, with partial pivoting, N rows of Columns numbers: the first N columns are the matrix, the others are
/// right sides. The matrix becomes U, and must not be read below its diagonal; the right sides become the right sides
/// of U x = b. Returns true if the pivots and their reciprocals are finite, and sets `sign` to the sign of the row
/// exchanges.
template <int N, int Columns, class S>
WEFT_INLINE constexpr auto eliminate(S* a, S& sign) {
  sign = S(1);
  auto regular = lane_size(S(1)) > S(0);
  eliminate_columns<N, Columns>(a, sign, regular, std::make_integer_sequence<int, N>());
  return regular;
}
/// Replaces the right sides that eliminate left by the x with U x = b.
template <int N, int Columns, class S>
WEFT_INLINE constexpr void substitute(S* a) {
  for (int k = N - 1; k >= 0; --k) {
    S* const row = a + k * Columns;
    S const inverse = S(1) / row[k];
    for (int j = N; j < Columns; ++j) {
      S sum = row[j];
      for (int i = k + 1; i < N; ++i)
        sum = sum - row[i] * a[i * Columns + j];
      row[j] = sum * inverse;
    }
  }
}

/// The least modulus of a determinant that has lost nothing by underflow.
template <class R>
inline constexpr R least_safe_det = (std::numeric_limits<R>::min)() / std::numeric_limits<R>::epsilon();

/// Computes the determinant. Where the returned mask is false, the value may be wrong.
template <int N, class S>
WEFT_INLINE constexpr auto small_det(S const* a, S& value) {
  using R = typename lane_traits<S>::real;
  constexpr R least = least_safe_det<R>, most = (std::numeric_limits<R>::max)();
  if constexpr (N <= 2) {
    value = minors_det<N>(a);
    return lane_within(value, least, most);
  } else if constexpr (N <= 4) {
    // A minor that underflows is wrong by up to min * epsilon. That error is multiplied by another minor or an element
    // x, and |x| < 1 + x^2. If a minor overflows, the value is not finite.
    S squares;
    if constexpr (N == 3) {
      value = minors_det<N>(a);
      squares = a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
    } else {
      two_row_minors<S> const minors(a);
      value = minors.det();
      squares = minors.squares();
    }
    S const size = lane_size(value), bound = S(least) * (S(1) + squares);
    return (size >= bound) & (size <= S(most));
  } else {
    S u[std::size_t(N * N)];
    for (int k = 0; k < N * N; ++k)
      u[k] = a[k];
    auto safe = eliminate<N, N>(u, value);
    for (int k = 0; k < N; ++k) {
      value = value * u[k * N + k];
      safe = safe & lane_within(value, least, most);
    }
    return safe;
  }
}

/// Computes a^-1 by elimination. False where a is singular or not finite, or where the inverse is not finite.
template <int N, class S>
WEFT_INLINE constexpr auto eliminated_inverse(S const* a, S* to) {
  S both[std::size_t(2 * N * N)];
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      both[i * 2 * N + j] = a[i * N + j];
      both[i * 2 * N + N + j] = S(i == j ? 1 : 0);
    }
  S sign(1);
  auto const regular = eliminate<N, 2 * N>(both, sign);
  substitute<N, 2 * N>(both);
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j)
      to[i * N + j] = both[i * 2 * N + N + j];
  return regular & are_finite<N>(to); // row 0, as in is_in_range
}
/// True where the inverse by minors, of up to 4 x 4, is accurate enough. Minors have the roundings of products of large
/// elements. A 3 x 3 or 4 x 4 matrix passes if its determinant is not much less than such products, so that at most
/// 2^13 roundings are lost: det^2 >= (2^-8 s)^3 or (2^-6 s)^4, where s is the sum of the squares. If the determinant is
/// safe, an intermediate value leaves the range only where that makes the answer false.
template <int N, class S>
WEFT_INLINE constexpr auto may_divide_minors(S const* a, S const& det) {
  using R = typename lane_traits<S>::real;
  // The bounds are powers of two, so that they hold for the inverse too.
  auto const safe = lane_within(det, least_safe_det<R>, R(1) / least_safe_det<R>);
  if constexpr (N <= 2) {
    return safe;
  } else if constexpr (N == 3) {
    S const square = sum_of_small_squares<N * N>(a) * S(R(0x1p-8)), scaled = square * (S(1) / det);
    return safe & (scaled * scaled * square <= S(1));
  } else {
    S const square = sum_of_small_squares<N * N>(a) * S(R(0x1p-6));
    S const size = lane_size(det);
    return safe & (size >= square * square);
  }
}
/// True where elimination meets no pivot that roundings could make 0. A determinant of 2 x 2 may be a rounding alone.
template <int N, class S>
WEFT_INLINE constexpr auto is_far_from_singular(S const* a, S const& det) {
  auto const safe = may_divide_minors<N>(a, det);
  if constexpr (N == 2) {
    S const size = lane_size(det), least = sum_of_small_squares<N * N>(a) * S(typename lane_traits<S>::real(0x1p-12));
    return safe & (size >= least);
  } else {
    return safe;
  }
}
/// Computes the inverse. False where elimination is needed, or, from 5 x 5 on, where a is singular or not finite.
template <int N, class S>
WEFT_INLINE constexpr auto small_inverse(S const* a, S* to) {
  if constexpr (N <= 4) {
    S const det = minors_adjugate<N>(a, to), inverse = S(1) / det;
    WEFT_PRAGMA(GCC unroll 16)
    for (int k = 0; k < N * N; ++k)
      to[k] = to[k] * inverse;
    auto const safe = may_divide_minors<N>(a, det);
    if constexpr (N == 2)
      return safe & are_finite<N * N>(to);
    else // of larger ones the bound holds: no element is above 2^12 / s^(1/2), and s is not below safe determinants
      return safe;
  } else {
    return eliminated_inverse<N>(a, to);
  }
}

/// Computes x = a^-1 b for `Columns` right sides, row by row; false where a is singular or not finite, or x is not
/// though b is.
template <int N, int Columns, class S>
WEFT_INLINE constexpr auto small_solution(S const* a, S const* b, S* x) {
  constexpr int all = N + Columns;
  S both[std::size_t(N * all)];
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < N; ++j)
      both[i * all + j] = a[i * N + j];
    for (int j = 0; j < Columns; ++j)
      both[i * all + N + j] = b[i * Columns + j];
  }
  S sign(1);
  auto const regular = eliminate<N, all>(both, sign);
  substitute<N, all>(both);
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < Columns; ++j)
      x[i * Columns + j] = both[i * all + N + j];
  return regular & is_in_range<N, Columns>(b, x);
}

/// Computes the lower triangular L of a = L L^T, with zeros above; only the lower triangle of a is read. False where a
/// pivot is not positive.
template <int N, class S>
WEFT_INLINE constexpr auto small_cholesky(S const* a, S* l) {
  auto definite = S(1) > S(0);
  for (int j = 0; j < N; ++j) {
    S pivot = a[j * N + j];
    for (int k = 0; k < j; ++k)
      pivot = pivot - l[j * N + k] * l[j * N + k];
    definite = definite & (pivot > S(0)) & (pivot <= S((std::numeric_limits<typename lane_traits<S>::real>::max)()));
    S const root = lane_root(pivot), inverse = S(1) / root;
    l[j * N + j] = root;
    for (int i = 0; i < N; ++i) {
      if (i < j) {
        l[i * N + j] = S(0);
      } else if (i > j) {
        S sum = a[i * N + j];
        for (int k = 0; k < j; ++k)
          sum = sum - l[i * N + k] * l[j * N + k];
        l[i * N + j] = sum * inverse;
      }
    }
  }
  return definite;
}

/// Reflects column j of b, which has m rows of `width` elements: subtracts scale (v^T b) v. The vector v is 0 above row
/// c, 1 in row c, and below it the column at `v`, whose elements are n apart.
template <class S>
WEFT_INLINE constexpr void reflect_column(S const* v, int n, int c, int m, S const& scale, S* b, int width, int j) {
  S sum = b[c * width + j];
  for (int i = c + 1; i < m; ++i)
    sum = sum + v[i * n] * b[i * width + j];
  sum = sum * scale;
  b[c * width + j] = b[c * width + j] - sum;
  for (int i = c + 1; i < m; ++i)
    b[i * width + j] = b[i * width + j] - sum * v[i * n];
}
/// Makes column c of a, from row c on, beta and zeros by a reflection I - scale v v^T. Here v(c) is 1, and the rest of
/// v is stored in place of the zeros. Returns scale.
template <class S>
WEFT_INLINE constexpr S make_reflection(int m, int n, int c, S* a) {
  using R = typename lane_traits<S>::real;
  S const none(0), one(1);
  auto const squares_below = [&] {
    S sum(0);
    for (int i = c + 1; i < m; ++i)
      sum = sum + a[i * n + c] * a[i * n + c];
    return sum;
  };
  S head = a[c * n + c], below = squares_below(), all = head * head + below, by(1);
  // If the squares left the range, no reflection can be made of them; it is made of the column divided by its largest
  // element.
  auto const lost = (all < S(least_safe_det<R>)) | (all > S((std::numeric_limits<R>::max)()));
  if (lane_any(lost)) {
    S largest(0);
    for (int i = c; i < m; ++i)
      largest = lane_choose(lane_size(a[i * n + c]) > largest, lane_size(a[i * n + c]), largest);
    by = lane_choose(lost & (largest > none), largest, one);
    for (int i = c; i < m; ++i)
      a[i * n + c] = a[i * n + c] / by;
    head = a[c * n + c];
    below = squares_below();
    all = head * head + below;
  }
  auto const turns = below > none;
  S const length = lane_root(all), beta = lane_choose(turns, lane_choose(head > none, -length, length), head);
  S const inverse = one / lane_choose(turns, head - beta, one);
  for (int i = c + 1; i < m; ++i)
    a[i * n + c] = a[i * n + c] * inverse;
  a[c * n + c] = beta * by;
  return lane_choose(turns, beta - head, none) / lane_choose(turns, beta, one);
}
/// Decomposes a = q r, of m x n, by Householder's reflections: q is m x k, r is k x n; k is m or the smaller extent. a
/// is overwritten, and may be r. Extents are arguments: of static shapes they are constants once this is inlined, and
/// one function for lanes serves all shapes. Returns false where an element is not finite, or sums of them may leave
/// the range.
template <class S>
WEFT_INLINE constexpr auto small_qr(int m, int n, int k, S* a, S* q, S* r) {
  using R = typename lane_traits<S>::real;
  int const steps = m - 1 < n ? m - 1 : n;
  S scale[small_matrix_extent]{}, most(0);
  for (int e = 0; e < m * n; ++e)
    most = most + lane_size(a[e]);
  for (int c = 0; c < steps; ++c) {
    scale[c] = make_reflection(m, n, c, a);
    for (int j = c + 1; j < n; ++j)
      reflect_column(a + c, n, c, m, scale[c], a, n, j);
  }
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < k; ++j)
      q[i * k + j] = S(i == j ? 1 : 0);
  for (int c = steps - 1; c >= 0; --c)
    for (int j = c; j < k; ++j)
      reflect_column(a + c, n, c, m, scale[c], q, k, j);
  for (int i = 0; i < k; ++i)
    for (int j = 0; j < n; ++j)
      r[i * n + j] = j >= i ? a[i * n + j] : S(0);
  return most <= S((std::numeric_limits<R>::max)() / 4);
}

} // namespace weft::detail
