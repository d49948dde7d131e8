#pragma once
#include <weft/linalg/solve.hpp>

namespace weft {

namespace detail {

[[noreturn]] WEFT_API void throw_diagonals(index_t lower, index_t diag, index_t upper);
[[noreturn]] WEFT_API void throw_band_rows(index_t const* extents, int rank, index_t below, index_t above);

/// Solves a x = b for matrices a in band storage, and writes x to the target. fill(elements) writes the bands: the last
/// axis of `elements` holds the 2 below + above + 1 elements that are kept of a column, and the axis before it numbers
/// the columns.
template <class T, class L, Shape S, class B, class Fill>
WEFT_FN void solve_with_bands(char const* operation, strided_leaf<T, L> const& target, session& s, S const& square,
                              index_t below, index_t above, B const& b, Fill const& fill) {
  bool const own = below == 1 && above == 1;
  factored_matrices<T> factors(operation, own ? factor_kind::tridiagonal : factor_kind::band,
                               matrices_of(target, b.rank() == 1 ? 1 : 2), false);
  factors.job.below = below;
  factors.job.above = above;
  auto shape = convert_extents<dims<S::static_rank>>(square);
  shape.set(square.rank() - 1, 2 * below + above + 1);
  fill(factors.place(shape, true, s));
  factors.factor(s);
  factors.solve(target, b, s);
}

/// Returns the shape of the square matrices whose bands `ab` holds. The last two axes of `ab` hold the band of one n x
/// n matrix, in n columns; axes before these are axes of the result too.
template <Shape S>
WEFT_FN auto square_of_bands(S const& ab) {
  constexpr index_t n = static_columns<S>;
  index_t const order = ab.entry(ab.rank() - 1);
  return ending_in<n, n>(ab, order, order);
}

/// The function object of solve_banded.
template <class T, class Extents, class Order>
struct banded_operation : result_of<T, Extents, Order> {
  static constexpr deferred_traits traits{.into_target = true, .refuses_late = true};

  index_t below, above;

  template <class L, class A, class B>
  WEFT_FN void evaluate(strided_leaf<T, L> const& target, session& s, A const& ab, B const& b) const {
    auto const square = square_of_bands(ab.extents());
    int const held = square.rank() - 1;
    solve_with_bands("linalg::solve_banded", target, s, square, below, above, b, [&](auto const& bands) {
      auto const read = window_of_leaf(bands, step_selector{held, below, below + above + 1, 1});
      assign(window_of_leaf(read, swap_two<int, int>{held - 1, held}), ab, s);
    });
  }
};

/// Returns the shape of the matrices with these diagonals. Throws shape_error if the lengths of the diagonals do not
/// fit.
template <Shape L, Shape D, Shape U>
WEFT_FN auto square_of_diagonals(L const& lower, D const& diag, U const& upper) {
  constexpr char const* operation = "linalg::solve_tridiagonal";
  constexpr int rl = L::static_rank, rd = D::static_rank, ru = U::static_rank;
  if (lower.rank() == 0 || diag.rank() == 0 || upper.rank() == 0)
    throw_shape_reason(operation, "a diagonal is a vector, or a batch of vectors in the last axis");
  index_t const n = diag.entry(diag.rank() - 1), beside = n > 0 ? n - 1 : 0;
  if (lower.entry(lower.rank() - 1) != beside || upper.entry(upper.rank() - 1) != beside)
    throw_diagonals(lower.entry(lower.rank() - 1), n, upper.entry(upper.rank() - 1));
  if constexpr (rl == 1 && rd == 1 && ru == 1) {
    constexpr index_t static_size = static_from_last<D>(1);
    return convert_extents<extents<static_size, static_size>>(shape(n, n));
  } else {
    dynamic_extents const lead = broadcast(
        operation, broadcast(operation, leading_axes(lower, 1), leading_axes(diag, 1)), leading_axes(upper, 1));
    return followed_by<rank_with<larger_rank(larger_rank(rl, rd), ru), 1>>(lead, n, n);
  }
}

/// The function object of solve_tridiagonal.
template <class T, class Extents, class Order>
struct tridiagonal_operation : result_of<T, Extents, Order> {
  static constexpr deferred_traits traits{.into_target = true, .refuses_late = true};

  template <class L, class A, class D, class C, class B>
  WEFT_FN void evaluate(strided_leaf<T, L> const& target, session& s, A const& lower, D const& diag, C const& upper,
                        B const& b) const {
    auto const square = square_of_diagonals(lower.extents(), diag.extents(), upper.extents());
    int const held = square.rank() - 1;
    index_t const n = square.entry(held), beside = n > 0 ? n - 1 : 0;
    solve_with_bands("linalg::solve_tridiagonal", target, s, square, 1, 1, b, [&](auto const& bands) {
      auto const fill = [&](auto const& diagonal, index_t number, index_t first, index_t count) {
        auto const place = window_of_leaf(bands, axis_slicer<int>{held, number}); // element `number` of each column
        assign(window_of_leaf(place, step_selector{held - 1, first, count, 1}), diagonal, s);
      };
      fill(upper, 1, 1, beside);
      fill(diag, 2, 0, n);
      fill(lower, 3, 0, beside);
    });
  }
};

} // namespace detail

namespace linalg {

/// The x with a x = b, for a tridiagonal matrix a of order n: `diag` is its diagonal, `lower` and `upper` are the n - 1
/// elements beside it, so that row i is lower(i - 1), diag(i), upper(i). b is a vector of n elements if its rank is 1,
/// else a matrix n x k, or a batch. The last axis of each of the three arguments is the diagonal. The leading axes of
/// the three and of b are broadcast. Lazy, and deferred, as solve: the diagonals are copied once, to 4 n elements, and
/// b is copied to the target. Elimination with partial pivoting, row by row, as LAPACK's gtsv does it, but by weft's
/// own code, so builds without LAPACK have it too. About 5 n + 5 n k multiplications and additions. Throws linalg_error
/// if a is singular, which a zero pivot shows, if a is not finite, or if a pivot leaves the range; the target then
/// keeps its values. Throws linalg_error also if the solution overflows, as solve does. Throws shape_error if lengths
/// do not fit.
template <Tensorial L, Tensorial D, Tensorial U, Tensorial B>
[[nodiscard]] WEFT_FN auto solve_tridiagonal(L&& lower, D&& diag, U&& upper, B&& b) {
  constexpr bool fits = detail::rank_of<L> != 0 && detail::rank_of<D> != 0 && detail::rank_of<U> != 0 &&
                        detail::rank_of<B> != 0 && HasDtype<detail::value_t<L>> && HasDtype<detail::value_t<D>> &&
                        HasDtype<detail::value_t<U>> && HasDtype<detail::value_t<B>>;
  static_assert(fits, "weft: linalg::solve_tridiagonal: it takes three vectors, or batches of them in the last axis, "
                      "and a right side that is a vector, a matrix or a batch, all of numbers");
  if constexpr (fits) {
    using matrix = detail::promote_t<detail::promote_t<detail::linear_t<L>, detail::linear_t<D>>, detail::linear_t<U>>;
    using T = detail::promote_t<matrix, detail::linear_t<B>>;
    using Order = detail::deduced_order<B const&>;
    auto below = detail::capture(static_cast<L&&>(lower));
    auto main = detail::capture(static_cast<D&&>(diag));
    auto above = detail::capture(static_cast<U&&>(upper));
    auto y = detail::capture(static_cast<B&&>(b));
    auto const square = detail::square_of_diagonals(below.extents(), main.extents(), above.extents());
    auto const shape = detail::solution_extents("linalg::solve_tridiagonal", square, y.extents());
    using operation = detail::tridiagonal_operation<T, std::remove_const_t<decltype(shape)>, Order>;
    return detail::make_deferred("linalg::solve_tridiagonal", operation{}, shape, std::move(below), std::move(main),
                                 std::move(above), std::move(y));
  }
}

/// The x with a x = b, for a matrix a of order n that is 0 except on the main diagonal, `below` diagonals under it and
/// `above` diagonals over it. These diagonals are the rows of ab, which has below + above + 1 rows and n columns, as in
/// SciPy's solve_banded and in LAPACK: row above + i - j of column j holds a(i, j). With one diagonal below, two above
/// and n = 5 (the stars are not read):
///
///      *    *   a02  a13  a24
///      *   a01  a12  a23  a34
///     a00  a11  a22  a33  a44
///     a10  a21  a32  a43   *
///
/// b, the result and the copies are as in solve_tridiagonal; the leading axes of ab and b are broadcast. LAPACK's gbtrf
/// and gbtrs do elimination with partial pivoting; for one diagonal on either side weft's own code does it. About n
/// below (2 above + 2 below + 1) + n k (3 below + 2 above) multiplications and additions. Memory: a copy of a with 2
/// below + above + 1 elements for each column, and up to 64 right sides if the target does not lie column by column.
/// Throws linalg_error as solve_tridiagonal does. Throws shape_error if ab or b has too few or too many rows, or if a
/// number of diagonals is negative.
template <Tensorial A, Tensorial B>
[[nodiscard]] WEFT_FN auto solve_banded(index_t below, index_t above, A&& ab, B&& b) {
  static_assert(detail::rank_of<B> != 0 && HasDtype<detail::value_t<B>>,
                "weft: linalg::solve_banded: the right side is a vector, a matrix or a batch of numbers");
  if constexpr (detail::accepts_matrices<A, true>() && detail::rank_of<B> != 0 && HasDtype<detail::value_t<B>>) {
    using T = detail::promote_t<detail::linear_t<A>, detail::linear_t<B>>;
    using Order = detail::deduced_order<B const&>;
    auto x = detail::capture(static_cast<A&&>(ab));
    auto y = detail::capture(static_cast<B&&>(b));
    detail::matrix_batch const rows("linalg::solve_banded", x.extents(), false);
    if (below < 0 || above < 0 || rows.rows - 1 < below || rows.rows - 1 - below != above) {
      auto const e = detail::convert_extents<dynamic_extents>(x.extents());
      detail::throw_band_rows(e.values(), e.rank(), below, above);
    }
    auto const square = detail::square_of_bands(x.extents());
    auto const shape = detail::solution_extents("linalg::solve_banded", square, y.extents());
    using operation = detail::banded_operation<T, std::remove_const_t<decltype(shape)>, Order>;
    return detail::make_deferred("linalg::solve_banded", operation{{}, below, above}, shape, std::move(x),
                                 std::move(y));
  }
}

} // namespace linalg
} // namespace weft
