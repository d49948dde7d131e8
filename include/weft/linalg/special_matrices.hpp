#pragma once
#include <weft/base/overflow.hpp>
#include <weft/linalg/batch.hpp>
#include <weft/ops/complex.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/power.hpp>

// Matrices that are given by a few numbers. All are expressions: nothing is computed before something is assigned.
namespace weft {

namespace detail {

/// A vector as a matrix that has the same element along each antidiagonal, or, turned, along each diagonal.
/// @post out(i, j) == in(i + j), turned: out(i, j) == in(columns - 1 + i - j)
template <index_t Rows, index_t Columns, bool Turned>
struct sliding_matrix {
  static constexpr int rank_change = 1;
  index_t rows, columns;
  template <class Layout>
  using result = layout<extents<Rows, Columns>, strided>;
  template <int C>
  WEFT_INLINE constexpr loose<C> operator()(loose<C> const& in) const {
    loose<C> out = in;
    index_t const step = in.stride[0];
    out.offset += Turned && rows > 0 && columns > 0 ? (columns - 1) * step : 0;
    out.extent[0] = rows;
    out.push(columns, Turned ? -step : step);
    return out;
  }
};

template <class X>
WEFT_FN constexpr bool accepts_vector() {
  static_assert(rank_of<X> < 0 || rank_of<X> == 1,
                "weft: linalg::toeplitz, hankel, vander: rank mismatch: they take vectors");
  return rank_of<X> < 0 || rank_of<X> == 1;
}
/// Returns the extent of a vector. Throws shape_error if e is no vector.
template <class E>
WEFT_FN index_t length_of(char const* operation, E const& e) {
  if (e.rank() != 1)
    throw_shape_reason(operation, "it takes vectors");
  return e.extents().entry(0);
}
template <class E>
inline constexpr index_t static_length = static_from_last<typename E::extents_type>(1);

/// Returns the elements of a vector behind the first.
template <class E>
WEFT_FN auto behind_first(E const& e) {
  return window_of(e, trimmer<std::remove_const_t<decltype(axis<0>)>>{axis<0>, 1});
}

template <class C, class R>
WEFT_FN auto toeplitz_of(C const& c, R const& r) {
  constexpr char const* operation = "linalg::toeplitz";
  index_t const n = length_of(operation, c), m = length_of(operation, r);
  checked_shape(operation, shape(n, m));
  return window_of(concatenate(axis<0>, reverse(behind_first(r), axis<0>), c),
                   sliding_matrix<static_length<C>, static_length<R>, true>{n, m});
}
template <index_t Columns, class C, class R>
WEFT_FN auto hankel_of(C const& c, R const& behind, index_t columns) {
  constexpr char const* operation = "linalg::hankel";
  index_t const n = length_of(operation, c);
  checked_shape(operation, shape(n, columns));
  return window_of(concatenate(axis<0>, c, behind), sliding_matrix<static_length<C>, Columns, false>{n, columns});
}

} // namespace detail

namespace op {

/// Returns a to the power k >= 0, by squaring: it takes products only, so integers stay exact.
struct whole_power {
  static constexpr char const* name = "linalg::vander";
  template <class A>
  WEFT_INLINE constexpr auto operator()(A const& a, index_t k) const {
    using T = decltype(times{}(a, a));
    T power(1), square(a);
    while (true) {
      if (k % 2 != 0)
        power = times{}(power, square);
      if ((k /= 2) == 0)
        return power;
      square = times{}(square, square);
    }
  }
};

} // namespace op

namespace detail {

template <index_t Columns, class X>
WEFT_FN auto vander_of(X const& x, index_t columns, bool upwards) {
  constexpr char const* operation = op::whole_power::name;
  using T = typename X::value_type;
  index_t const rows = length_of(operation, x);
  checked_shape(operation, shape(rows, columns));
  // The type of expand_dims says that it lies by columns: with it the matrix would be column_major.
  auto column = window_of(x, sliding_matrix<static_length<X>, 1, false>{rows, 1});
  auto exponents = element_numbers(operation, convert_extents<extents<Columns>>(shape(columns)),
                                   shape(upwards ? 1 : -1), upwards ? 0 : columns - 1);
  if constexpr (std::is_floating_point_v<T>)
    return pow(std::move(column), cast<T>(std::move(exponents)));
  else
    return make_binary<op::whole_power>(std::move(column), std::move(exponents));
}

/// The number of rows of a block; dyn if the types do not know it.
template <class S>
inline constexpr index_t static_block_rows = S::static_rank == 1 ? 1 : static_rows<S>;
WEFT_FN constexpr index_t sum_of_static(std::initializer_list<index_t> extents) {
  index_t sum = 0;
  for (index_t n : extents)
    sum = plus_static(sum, n);
  return sum;
}
template <class... S>
WEFT_FN constexpr int rank_of_blocks() {
  int widest = 2;
  for (int r : {S::static_rank...})
    widest = larger_rank(widest, r);
  return widest;
}

/// Returns the shape of blocks on a diagonal. Throws shape_error if a block has no axes, or if leading axes do not fit.
template <Shape... S>
WEFT_FN auto shape_of_blocks(S const&... blocks) {
  constexpr char const* operation = "linalg::block_diag";
  constexpr int rank = rank_of_blocks<S...>();
  dynamic_extents lead;
  index_t rows = 0, columns = 0;
  auto const add = [&](dynamic_extents const& block) {
    int const r = block.rank();
    if (r == 0)
      throw_shape_reason(operation, "a block is a matrix, a vector, which is a row, or a batch of matrices");
    lead = broadcast(operation, lead, leading_axes(block, r > 2 ? 2 : r));
    if (add_overflows(rows, r == 1 ? 1 : block.entry(r - 2), &rows) ||
        add_overflows(columns, block.entry(r - 1), &columns))
      throw_shape_reason(operation, "the matrix would have more rows or columns than 64 bits can count");
  };
  (add(convert_extents<dynamic_extents>(blocks)), ...);
  if constexpr (rank == 2)
    return convert_extents<extents<sum_of_static({static_block_rows<S>...}), sum_of_static({static_columns<S>...})>>(
        shape(rows, columns));
  else
    return followed_by<rank>(lead, rows, columns);
}

/// Writes operands to the diagonal of a matrix, from the upper left to the lower right, and zeros beside them.
template <class T, class Extents>
struct block_diagonal : result_of<T, Extents> {
  static constexpr deferred_traits traits{.into_target = true};

  template <class Target, class... E>
  WEFT_FN void evaluate(Target const& target, session& s, E const&... blocks) const {
    index_t row = 0, column = 0;
    (write(target, row, column, blocks, s), ...);
  }

private:
  template <class Target, class E>
  WEFT_FN void write(Target const& target, index_t& row, index_t& column, E const& block, session& s) const {
    int const axes = target.rank(), rank = block.rank();
    index_t const m = rank == 1 ? 1 : block.extents()[rank - 2], n = block.extents()[rank - 1];
    auto const rows = window_of_leaf(target, range_selector<int>{axes - 2, row, m});
    auto const fill = [&](index_t first, index_t count) {
      if (count > 0 && m > 0)
        assign(window_of_leaf(rows, range_selector<int>{axes - 1, first, count}), constant_leaf<T>(T(0)), s);
    };
    fill(0, column);
    assign(window_of_leaf(rows, range_selector<int>{axes - 1, column, n}), block, s);
    row += m;
    column += n;
    fill(column, target.extents()[axes - 1] - column);
  }
};

} // namespace detail

namespace linalg {

/// The n x m matrix that is constant along each diagonal. Its first column is c, of n elements. Its first row is r, of
/// m elements, except for r(0), which is not read. Deferred: an assignment joins both in a vector of n + m - 1
/// elements, and the matrix is a view of it, so the matrix itself takes memory only where it is stored. Throws
/// shape_error unless both are vectors.
template <Tensorial C, Tensorial R>
[[nodiscard]] WEFT_FN auto toeplitz(C&& c, R&& r) {
  if constexpr (detail::accepts_vector<C>() && detail::accepts_vector<R>())
    return detail::toeplitz_of(detail::capture(static_cast<C&&>(c)), detail::capture(static_cast<R&&>(r)));
}
/// The n x n matrix with c as its first column and conj(c) as its first row. For real numbers it is symmetric; for
/// complex numbers it is Hermitian if c(0) is real. Otherwise as toeplitz(c, r).
template <Tensorial C>
[[nodiscard]] WEFT_FN auto toeplitz(C&& c) {
  if constexpr (detail::accepts_vector<C>()) {
    auto const column = detail::capture(static_cast<C&&>(c));
    if constexpr (is_complex<detail::value_t<C>>)
      return detail::toeplitz_of(column, conj(column));
    else
      return detail::toeplitz_of(column, column);
  }
}

/// The n x m matrix that is constant along each antidiagonal: its first column is c, of n elements, and its last row is
/// r, of m elements, except that c(n - 1) stands in place of r(0), which is not read. Deferred, as toeplitz.
template <Tensorial C, Tensorial R>
[[nodiscard]] WEFT_FN auto hankel(C&& c, R&& r) {
  if constexpr (detail::accepts_vector<C>() && detail::accepts_vector<R>()) {
    auto const row = detail::capture(static_cast<R&&>(r));
    index_t const m = detail::length_of("linalg::hankel", row);
    return detail::hankel_of<detail::static_length<decltype(row)>>(detail::capture(static_cast<C&&>(c)),
                                                                   detail::behind_first(row), m);
  }
}
/// The n x n matrix with c as its first column and zeros below the antidiagonal. Otherwise as hankel(c, r).
template <Tensorial C>
[[nodiscard]] WEFT_FN auto hankel(C&& c) {
  if constexpr (detail::accepts_vector<C>()) {
    auto const column = detail::capture(static_cast<C&&>(c));
    index_t const n = detail::length_of("linalg::hankel", column);
    return detail::hankel_of<detail::static_length<decltype(column)>>(
        column, zeros<detail::value_t<C>>(shape(n > 0 ? n - 1 : 0)), n);
  }
}

/// Asks vander for powers that grow from left to right: vander(x, n, increasing).
struct increasing_t {};
inline constexpr increasing_t increasing{};

/// The matrix whose row i has the powers x(i)^(n - 1), ..., x(i), 1: polynomials are fitted with it. Lazy: each element
/// is computed where it is read, as pow(x, k) rounds it; of integers and complex numbers by squaring, with products
/// only. Throws shape_error if x is no vector, or if n is negative.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto vander(X&& x, index_t n) {
  if constexpr (detail::accepts_vector<X>())
    return detail::vander_of<dyn>(detail::capture(static_cast<X&&>(x)), n, false);
}
/// The matrix of vander(x, n) with the powers in ascending order: row i has 1, x(i), ..., x(i)^(n - 1).
template <Tensorial X>
[[nodiscard]] WEFT_FN auto vander(X&& x, index_t n, increasing_t) {
  if constexpr (detail::accepts_vector<X>())
    return detail::vander_of<dyn>(detail::capture(static_cast<X&&>(x)), n, true);
}
/// The square matrix vander(x, n), where n is the number of elements of x.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto vander(X&& x) {
  if constexpr (detail::accepts_vector<X>()) {
    auto const e = detail::capture(static_cast<X&&>(x));
    index_t const n = detail::length_of(op::whole_power::name, e);
    return detail::vander_of<detail::static_length<decltype(e)>>(e, n, false);
  }
}
/// The square matrix vander(x, n, increasing), where n is the number of elements of x.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto vander(X&& x, increasing_t) {
  if constexpr (detail::accepts_vector<X>()) {
    auto const e = detail::capture(static_cast<X&&>(x));
    index_t const n = detail::length_of(op::whole_power::name, e);
    return detail::vander_of<detail::static_length<decltype(e)>>(e, n, true);
  }
}

/// The matrix with these blocks on its diagonal, from the upper left to the lower right, and zeros elsewhere. A block
/// has any shape m x n, also without elements; a vector is a row; leading axes of batches are broadcast. The element
/// type holds the elements of all blocks. Deferred: an assignment writes blocks and zeros straight into a target that
/// is apart from the blocks, each element once. If the extents of the blocks are static, so are their sums in the
/// result.
template <Tensorial A, Tensorial... B>
[[nodiscard]] WEFT_FN auto block_diag(A&& a, B&&... b) {
  static_assert(detail::rank_of<A> != 0 && ((detail::rank_of<B> != 0) && ...),
                "weft: linalg::block_diag: rank mismatch: a block is a matrix, a vector, which is a row, or a batch");
  if constexpr (detail::rank_of<A> != 0 && ((detail::rank_of<B> != 0) && ...)) {
    using T = typename detail::joint_value<detail::value_t<A>, detail::value_t<B>...>::type;
    auto const make = [](auto... blocks) {
      auto const shape = detail::shape_of_blocks(blocks.extents()...);
      using operation = detail::block_diagonal<T, std::remove_const_t<decltype(shape)>>;
      return detail::make_deferred("linalg::block_diag", operation{}, shape, std::move(blocks)...);
    };
    return make(detail::capture(static_cast<A&&>(a)), detail::capture(static_cast<B&&>(b))...);
  }
}

} // namespace linalg
} // namespace weft
