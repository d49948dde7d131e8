#pragma once
#include <weft/base/machine_vector.hpp>
#include <weft/expr/operations.hpp>
#include <weft/linalg/limits.hpp>
#include <weft/linalg/operand.hpp>

#include <complex>
#include <cstring>
#include <type_traits>
#include <utility>

// The innermost part of a product: packed panels, one tile of registers, and how a tile is stored.

namespace weft::detail {

/// True for two integer types, except bool, that are the same. Products and sums of such integers are of this type
/// too, modulo 2^bits.
template <class X, class Y>
inline constexpr bool same_integers = std::is_same_v<X, Y> && std::is_integral_v<X> && !std::is_same_v<X, bool>;

// These functions have common names. They have a namespace of their own, so that argument-dependent lookup of a
// program's calls does not find them; the directive below makes them visible here.
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
struct unit_or_zero {};

template <class T, int N>
WEFT_INLINE T store_as(unit_or_zero<N>) {
  return T(N);
}

namespace of_elements {

template <int N, class T>
WEFT_INLINE T multiply(unit_or_zero<N>, T const& x) {
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
WEFT_INLINE bool is_one(unit_or_zero<N>) {
  return N == 1;
}

template <class S>
WEFT_INLINE bool is_zero(S const& s) {
  return s == S{};
}
template <int N>
WEFT_INLINE bool is_zero(unit_or_zero<N>) {
  return N == 0;
}

} // namespace of_elements

/// How the old value of C enters the new one.
enum class old_value : char { ignored, added, scaled };

/// Returns how the old value of C enters if its factor is beta. A factor of 1 is not applied, because 1 * inf is NaN in
/// complex arithmetic.
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

/// p has rows of values, ld elements apart. Cols and Step are constants where they are known: GCC vectorises a loop of
/// known length at -O2, and a simd pragma would make Clang warn where it does not.
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

/// Computes c = p + beta * c, for p of rows that are ld elements apart; fastest if c has Full columns.
template <index_t Full, class P, class S, class C>
WEFT_INLINE void store_matrix(P const* p, index_t ld, S const& beta, matrix_operand<C> const& c, old_value old) {
  if (old == old_value::ignored)
    store_rows<old_value::ignored, Full>(p, ld, beta, c);
  else if (old == old_value::added)
    store_rows<old_value::added, Full>(p, ld, beta, c);
  else
    store_rows<old_value::scaled, Full>(p, ld, beta, c);
}

/// Computes c = beta * c.
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

/// Returns the extents of a tile, which fills the registers: 4 x 2 vectors for 16 registers without FMA, 6 x 2 for 16
/// with FMA, 12 x 2 for 32. A complex tile has half the rows and half the columns.
WEFT_FN constexpr tile_shape tile_of(element_info const& info, int vector_bytes) {
  if (!info.vectors)
    return {4, 4};
  int const rows = vector_bytes == 64 ? 12 : vector_bytes == 32 ? 6 : 4;
  return {info.complex ? rows / 2 : rows, 2 * vector_bytes / info.b_bytes};
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

template <class R>
struct lane {
  using type = R;
};
template <class R>
  requires std::is_integral_v<R>
struct lane<R> {
  using type = std::make_unsigned_t<R>;
};

/// Rows of A times Vectors vectors of a row of B, summed in registers: vector i * Vectors + j of the sums belongs to
/// row i of A and vector j of B. Rows of A are a_row elements apart. With Pairs, two rows are the real and the
/// imaginary parts of a row of complex numbers, side by side.
template <class R, int Bytes, int Rows, int Vectors, bool Pairs = false>
struct register_tile {
  using lanes = machine_vector<R, Bytes>;
  using V = typename lanes::type;
  static constexpr int count = Rows * Vectors;

  WEFT_INLINE static constexpr index_t row(int i, index_t a_row) { return Pairs ? i / 2 * a_row + i % 2 : i * a_row; }
  /// Returns the number of the row's element at which vector j begins. The last vector begins at `last`, and overlaps
  /// the one before it if the row ends there.
  WEFT_INLINE static constexpr index_t at(int j, index_t last) { return j == Vectors - 1 ? last : j * lanes::width; }

  /// Adds the products of one step.
  WEFT_INLINE static void step(V* sums, R const* a, index_t a_row, R const* b, index_t last) {
    step(sums, a, a_row, b, last, std::make_index_sequence<std::size_t(count)>(),
         std::make_index_sequence<std::size_t(Vectors)>());
  }

private:
  template <std::size_t... Of, std::size_t... J>
  WEFT_INLINE static void step(V* sums, R const* a, index_t a_row, R const* b, index_t last, std::index_sequence<Of...>,
                               std::index_sequence<J...>) {
    V of_b[std::size_t(Vectors)];
    (lanes::load(of_b[J], b + at(int(J), last)), ...);
    ((sums[Of] += a[row(int(Of) / Vectors, a_row)] * of_b[Of % Vectors]), ...);
  }
};

/// Computes the product of two packed panels of k steps each. A step of complex numbers is a step of reals with twice
/// the rows, which are the real and the imaginary part of each number of A, and with twice the columns.
template <class R, int Bytes, int Rows>
struct packed_tile {
  using L = typename lane<R>::type;
  using tile = register_tile<L, Bytes, Rows, 2>;
  static constexpr index_t width = tile::lanes::width, cols = 2 * width;

  WEFT_INLINE static void run(index_t k, R const* a, R const* b, R* to) {
    typename tile::V sums[std::size_t(tile::count)] = {};
    for (; k > 0; --k, a += Rows, b += cols)
      tile::step(sums, reinterpret_cast<L const*>(a), 1, reinterpret_cast<L const*>(b), width);
    std::memcpy(to, sums, sizeof sums);
  }
  WEFT_INLINE static void run(index_t k, std::complex<R> const* a, std::complex<R> const* b, std::complex<R>* to) {
    R tile_reals[std::size_t(Rows * cols)];
    run(k, reinterpret_cast<R const*>(a), reinterpret_cast<R const*>(b), tile_reals);
    for (index_t i = 0; i < Rows; i += 2)
      for (index_t j = 0; j < cols; j += 2, ++to) {
        R const *const re = tile_reals + i * cols + j, *const im = re + cols;
        *to = std::complex<R>(static_cast<R>(L(re[0]) - L(im[1])), static_cast<R>(L(re[1]) + L(im[0])));
      }
  }
};

/// Returns n values with any stride as contiguous values: the memory itself if it is contiguous and of type R, else a
/// copy.
template <class R, class T>
WEFT_INLINE R const* contiguous_run(T const* from, index_t stride, index_t n, R* copy) {
  if constexpr (std::is_same_v<R, T>)
    if (stride == 1)
      return from;
  for (index_t i = 0; i < n; ++i)
    copy[i] = static_cast<R>(from[i * stride]);
  return copy;
}

/// Computes a tile for any type with + and *, which need not commute.
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
  using a_value = std::conditional_t<std::is_convertible_v<A, Acc>, Acc, A>;
  using b_value = std::conditional_t<std::is_convertible_v<B, Acc>, Acc, B>;
  static constexpr element_info info{element_kind::other, vectors, is_complex<Acc>, sizeof(a_value), sizeof(b_value)};
};

/// Packs `from` into panels of Width columns, one after another, each row by row. Zeros fill the last panel.
template <index_t Width, class Value, class T, class Step>
WEFT_INLINE void pack_panels(matrix_operand<T> const& from, Value* to, Step step) {
  auto const& s = from.shape;
  for (index_t first = 0; first < s.cols; first += Width) {
    index_t const here = s.cols - first < Width ? s.cols - first : Width;
    for (index_t i = 0; i < s.rows; ++i, to += Width) {
      T* const row = from.data + (i * s.row_stride + first * step);
      for (index_t j = 0; j < Width; ++j)
        to[j] = j < here ? conjugate_if(s.conj, store_as<Value>(row[j * step])) : Value{};
    }
  }
}

template <index_t Width, class Value, class T>
WEFT_INLINE void pack_panels(matrix_operand<T> const& from, Value* to) {
  if (from.shape.col_stride == 1)
    pack_panels<Width>(from, to, std::integral_constant<index_t, 1>());
  else
    pack_panels<Width>(from, to, from.shape.col_stride);
}

} // namespace weft::detail
