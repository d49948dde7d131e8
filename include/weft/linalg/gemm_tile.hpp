#pragma once
#include <weft/expr/operations.hpp>
#include <weft/linalg/limits.hpp>
#include <weft/linalg/operand.hpp>

#include <complex>
#include <cstring>
#include <type_traits>
#include <utility>

// The innermost part of a product: packed panels, one tile of registers, and how a tile is stored.

namespace weft::detail {

/// Integers of one type are multiplied and added in it, modulo 2^n.
template <class X, class Y>
inline constexpr bool same_integers = std::is_same_v<X, Y> && std::is_integral_v<X> && !std::is_same_v<X, bool>;

// Common names: a directive shows them here, and hides them from calls in a program that have arguments of detail.
namespace of_elements {

template <class X, class Y>
WEFT_INLINE constexpr auto multiply(X const& x, Y const& y) {
  if constexpr (same_integers<X, Y>)
    return static_cast<X>(op::times()(x, y));
  else
    return op::times()(x, y);
}

template <class X, class Y>
WEFT_INLINE constexpr auto add(X const& x, Y const& y) {
  if constexpr (same_integers<X, Y>)
    return static_cast<X>(op::plus()(x, y));
  else
    return op::plus()(x, y);
}

} // namespace of_elements
using namespace of_elements;

/// A factor 0 or 1 that needs no arithmetic of its own, for elements that cannot be made from an int (units).
template <int N>
struct known_factor {};

template <class T, int N>
WEFT_INLINE T store_as(known_factor<N>) {
  return T(N);
}

namespace of_elements {

template <int N, class T>
WEFT_INLINE T multiply(known_factor<N>, T const& x) {
  return x;
}

template <class S>
WEFT_INLINE bool is_one(S const& s) {
  if constexpr (std::is_constructible_v<S, int>)
    return s == S(1);
  else
    return false;
}
template <int N>
WEFT_INLINE bool is_one(known_factor<N>) {
  return N == 1;
}

template <class S>
WEFT_INLINE bool is_zero(S const& s) {
  return s == S{};
}
template <int N>
WEFT_INLINE bool is_zero(known_factor<N>) {
  return N == 0;
}

} // namespace of_elements

/// What becomes of the value that C had.
enum class old_value : char { ignored, added, scaled };

/// 1 * inf is NaN in complex arithmetic, so a factor of 1 is not applied.
template <class S>
WEFT_INLINE old_value old_value_for(S const& beta) {
  return is_zero(beta) ? old_value::ignored : is_one(beta) ? old_value::added : old_value::scaled;
}

template <old_value Old, class P, class S, class C>
WEFT_INLINE C new_value(P const& p, S const& beta, C const& c) {
  if constexpr (Old == old_value::ignored)
    return store_as<C>(p);
  else if constexpr (Old == old_value::added)
    return store_as<C>(add(c, p));
  else
    return store_as<C>(add(multiply(beta, c), p));
}

/// p: rows of values, ld apart. Cols and Step are constants where they are known: GCC vectorises a loop of known
/// length at -O2, and a simd pragma would make Clang warn where it does not.
template <old_value Old, class Cols, class Step, class P, class S, class C>
WEFT_INLINE void store_rows(P const* p, index_t ld, S const& beta, matrix_operand<C> const& c, Cols cols, Step step) {
  for (index_t i = 0; i < c.shape.rows; ++i) {
    C* const to = c.data + i * c.shape.row_stride;
    P const* const from = p + i * ld;
    for (index_t j = 0; j < cols; ++j)
      to[j * step] = new_value<Old>(from[j], beta, to[j * step]);
  }
}

template <old_value Old, index_t Full, class P, class S, class C>
WEFT_INLINE void store_rows(P const* p, index_t ld, S const& beta, matrix_operand<C> const& c) {
  auto const& s = c.shape;
  if (s.cols == Full && s.col_stride == 1)
    store_rows<Old>(p, ld, beta, c, std::integral_constant<index_t, Full>(), std::integral_constant<index_t, 1>());
  else
    store_rows<Old>(p, ld, beta, c, s.cols, s.col_stride);
}

/// c = p + beta * c, for p of rows ld apart; fastest for Full columns.
template <index_t Full, class P, class S, class C>
WEFT_INLINE void store_matrix(P const* p, index_t ld, S const& beta, matrix_operand<C> const& c, old_value old) {
  if (old == old_value::ignored)
    store_rows<old_value::ignored, Full>(p, ld, beta, c);
  else if (old == old_value::added)
    store_rows<old_value::added, Full>(p, ld, beta, c);
  else
    store_rows<old_value::scaled, Full>(p, ld, beta, c);
}

/// c = beta * c
template <class S, class C>
WEFT_FN void scale_matrix(S const& beta, matrix_operand<C> const& c) {
  auto const& s = c.shape;
  bool const keep = !is_zero(beta);
  for (index_t i = 0; i < s.rows; ++i)
    for (index_t j = 0; j < s.cols; ++j) {
      C& to = c.data[i * s.row_stride + j * s.col_stride];
      to = keep ? store_as<C>(multiply(beta, to)) : C{};
    }
}

struct tile_shape {
  index_t rows, cols;
};

/// A tile fills the registers: 4 x 2 vectors of the 16 without FMA, 6 x 2 of 16 with, 12 x 2 of 32. A complex tile
/// has half the columns and two parts.
WEFT_FN constexpr tile_shape tile_of(element_info const& info, int vector_bytes) {
  if (!info.vectors)
    return {4, 4};
  return {vector_bytes == 64 ? 12 : vector_bytes == 32 ? 6 : 4, 2 * vector_bytes / info.b_bytes};
}

struct block_shape {
  index_t m, n, k;
};

WEFT_FN constexpr index_t round_up(index_t x, index_t step) {
  return (x + step - 1) / step * step;
}

WEFT_FN constexpr block_shape blocks_of(tile_shape const& t, index_t m, index_t n, index_t k) {
  using namespace product_limits;
  index_t const most_m = blocked_rows, most_n = blocked_columns, most_k = blocked_steps;
  return {m < most_m ? round_up(m, t.rows) : most_m, n < most_n ? round_up(n, t.cols) : most_n,
          k < most_k ? k : most_k};
}

template <class R, int Bytes>
struct machine_vector {
#if WEFT_GNU
  typedef R type __attribute__((vector_size(Bytes)));
#else
  struct type {
    R lane[Bytes / sizeof(R)];

    WEFT_INLINE R& operator[](index_t k) { return lane[k]; }
    WEFT_INLINE friend type operator*(R x, type const& a) {
      type out;
      for (std::size_t k = 0; k < Bytes / sizeof(R); ++k)
        out.lane[k] = x * a.lane[k];
      return out;
    }
    WEFT_INLINE friend type operator*(type const& a, type const& b) {
      type out;
      for (std::size_t k = 0; k < Bytes / sizeof(R); ++k)
        out.lane[k] = a.lane[k] * b.lane[k];
      return out;
    }
    WEFT_INLINE type& operator+=(type const& a) {
      for (std::size_t k = 0; k < Bytes / sizeof(R); ++k)
        lane[k] += a.lane[k];
      return *this;
    }
    WEFT_INLINE type& operator-=(type const& a) {
      for (std::size_t k = 0; k < Bytes / sizeof(R); ++k)
        lane[k] -= a.lane[k];
      return *this;
    }
  };
#endif
};
template <class R>
struct lane {
  using type = R;
};
template <class R>
  requires std::is_integral_v<R>
struct lane<R> {
  using type = std::make_unsigned_t<R>;
};

/// tile = the product of two packed panels of k steps each.
template <class R, int Bytes, index_t Rows>
struct real_kernel {
  using L = typename lane<R>::type;
  using V = typename machine_vector<L, Bytes>::type;
  static constexpr index_t width = Bytes / sizeof(R), cols = 2 * width;

  template <std::size_t... At>
  WEFT_INLINE static void run(index_t k, R const* a, R const* b, R* tile, std::index_sequence<At...>) {
    V left[std::size_t(Rows)] = {}, right[std::size_t(Rows)] = {}, b0, b1;
    for (; k > 0; --k, a += Rows, b += cols) {
      std::memcpy(&b0, b, sizeof b0);
      std::memcpy(&b1, b + width, sizeof b1);
      ((left[At] += L(a[At]) * b0, right[At] += L(a[At]) * b1), ...);
    }
    ((std::memcpy(tile + index_t(At) * cols, &left[At], sizeof b0),
      std::memcpy(tile + index_t(At) * cols + width, &right[At], sizeof b1)),
     ...);
  }
};

/// One step of a panel is all its real parts, then all its imaginary parts.
template <class R, int Bytes, index_t Rows>
struct complex_kernel {
  using L = typename lane<R>::type;
  using V = typename machine_vector<L, Bytes>::type;
  static constexpr index_t cols = Bytes / sizeof(R);

  template <std::size_t... At>
  WEFT_INLINE static void run(index_t k, R const* a, R const* b, std::complex<R>* tile, std::index_sequence<At...>) {
    V re[std::size_t(Rows)] = {}, im[std::size_t(Rows)] = {}, x, y;
    for (; k > 0; --k, a += 2 * Rows, b += 2 * cols) {
      std::memcpy(&x, b, sizeof x);
      std::memcpy(&y, b + cols, sizeof y);
      ((re[At] += L(a[At]) * x, im[At] += L(a[At]) * y, re[At] -= L(a[Rows + At]) * y, im[At] += L(a[Rows + At]) * x),
       ...);
    }
    for (index_t j = 0; j < cols; ++j)
      ((tile[index_t(At) * cols + j] = std::complex<R>(re[At][j], im[At][j])), ...);
  }
};

/// What a product with a vector needs, on contiguous memory.
template <class R, int Bytes>
struct vector_kernel {
  using L = typename lane<R>::type;
  using V = typename machine_vector<L, Bytes>::type;
  static constexpr index_t width = Bytes / sizeof(R);

  WEFT_INLINE static void load(V& v, R const* from) { std::memcpy(&v, from, sizeof v); }

  /// Four sums, as one addition takes four cycles.
  WEFT_INLINE static R dot(index_t k, R const* a, R const* b) {
    V s0 = {}, s1 = {}, s2 = {}, s3 = {}, x, y;
    index_t i = 0;
    for (; i + 4 * width <= k; i += 4 * width) {
      load(x, a + i), load(y, b + i), s0 += x * y;
      load(x, a + i + width), load(y, b + i + width), s1 += x * y;
      load(x, a + i + 2 * width), load(y, b + i + 2 * width), s2 += x * y;
      load(x, a + i + 3 * width), load(y, b + i + 3 * width), s3 += x * y;
    }
    s0 += s1, s2 += s3, s0 += s2;
    L sum = {};
    for (index_t j = 0; j < width; ++j)
      sum += s0[j];
    for (; i < k; ++i)
      sum += static_cast<L>(a[i]) * static_cast<L>(b[i]);
    return static_cast<R>(sum);
  }

  /// y += x * a
  WEFT_INLINE static void add_multiple(index_t n, R x, R const* a, R* y) {
    index_t i = 0;
    for (V u, v; i + width <= n; i += width) {
      load(u, a + i), load(v, y + i), v += static_cast<L>(x) * u;
      std::memcpy(y + i, &v, sizeof v);
    }
    for (; i < n; ++i)
      y[i] = add(y[i], multiply(x, a[i]));
  }
};

/// n values with any stride as contiguous ones: those in memory if they are, else copied.
template <class R, class T>
WEFT_INLINE R const* contiguous_run(T const* from, index_t stride, index_t n, R* copy) {
  if constexpr (std::is_same_v<R, T>)
    if (stride == 1)
      return from;
  for (index_t i = 0; i < n; ++i)
    copy[i] = static_cast<R>(from[i * stride]);
  return copy;
}

/// Any type with + and *, which need not commute.
template <class Acc, class A, class B, index_t Rows, index_t Cols>
WEFT_INLINE void scalar_kernel(index_t k, A const* a, B const* b, Acc* tile) {
  for (index_t i = 0; i < Rows * Cols; ++i)
    tile[i] = Acc{};
  for (; k > 0; --k, a += Rows, b += Cols)
    for (index_t i = 0; i < Rows; ++i)
      for (index_t j = 0; j < Cols; ++j)
        tile[i * Cols + j] = static_cast<Acc>(add(tile[i * Cols + j], multiply(a[i], b[j])));
}

template <class R>
inline constexpr bool is_lane = std::is_arithmetic_v<R> && (sizeof(R) == 4 || sizeof(R) == 8);

/// A and B are packed as Acc where they convert to it (uint8 is multiplied as int), and as they are where not (units).
template <class Acc, class A, class B>
struct packing {
  static constexpr bool vectors =
      is_lane<real_t<Acc>> && std::is_convertible_v<A, Acc> && std::is_convertible_v<B, Acc>;
  static constexpr int parts = vectors && is_complex<Acc> ? 2 : 1;
  using a_value = std::conditional_t<std::is_convertible_v<A, Acc>, Acc, A>;
  using b_value = std::conditional_t<std::is_convertible_v<B, Acc>, Acc, B>;
  using a_packed = std::conditional_t<vectors, real_t<Acc>, a_value>;
  using b_packed = std::conditional_t<vectors, real_t<Acc>, b_value>;
  static constexpr element_info info{element_kind::other, vectors, is_complex<Acc>, sizeof(a_value), sizeof(b_value)};
};

/// Panels of Width columns of s, one after another, each row by row; zeros fill the last.
template <index_t Width, int Parts, class Value, class P, class T, class Step>
WEFT_INLINE void pack_panels(matrix_operand<T> const& from, P* to, Step step) {
  auto const& s = from.shape;
  for (index_t first = 0; first < s.cols; first += Width) {
    index_t const here = s.cols - first < Width ? s.cols - first : Width;
    for (index_t i = 0; i < s.rows; ++i, to += Width * Parts) {
      T* const row = from.data + (i * s.row_stride + first * step);
      for (index_t j = 0; j < Width; ++j) {
        Value const x = j < here ? conjugate_if(s.conj, store_as<Value>(row[j * step])) : Value{};
        if constexpr (Parts == 2) {
          to[j] = x.real();
          to[Width + j] = x.imag();
        } else {
          to[j] = x;
        }
      }
    }
  }
}

template <index_t Width, int Parts, class Value, class P, class T>
WEFT_INLINE void pack_panels(matrix_operand<T> const& from, P* to) {
  if (from.shape.col_stride == 1)
    pack_panels<Width, Parts, Value>(from, to, std::integral_constant<index_t, 1>());
  else
    pack_panels<Width, Parts, Value>(from, to, from.shape.col_stride);
}

} // namespace weft::detail
