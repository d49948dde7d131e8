#pragma once
#include <weft/base/overflow.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/pad.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/select.hpp>

#include <limits>

namespace weft {

namespace detail {

template <class S>
struct square_of {
  using type = dims<2>;
};
template <index_t N>
struct square_of<extents<N>> {
  using type = extents<N, N>;
};

/// Returns a square matrix with `values`, one for each column, on diagonal k.
template <class M, class E>
WEFT_INLINE constexpr auto on_diagonal(M const& shape, E values, index_t k) {
  using T = typename E::value_type;
  return where(eye<bool>(shape, k), std::move(values), constant_leaf<T>(T(0)));
}

/// The operation diag for an operand of run-time rank: the matrix with a vector on diagonal `place`, or that diagonal
/// of a matrix. It counts from the main diagonal, upwards.
template <class T>
struct diag_operation : result_of<T, dynamic_extents> {
  static constexpr deferred_traits traits{.into_target = true};

  index_t place;

  template <class Target, class E>
  WEFT_FN void evaluate(Target const& target, session& s, E const& operand) const {
    diagonal_at<index_t> const of{place};
    if constexpr (Target::static_rank < 0 || Target::static_rank == 2)
      if (target.rank() == 2) {
        assign(target, constant_leaf<T>(T(0)), s);
        return assign(window_of_leaf(target, of), operand, s);
      }
    if constexpr (Target::static_rank < 0 || Target::static_rank == 1)
      assign(target, window_of(operand, of), s);
  }
};
template <class E>
WEFT_FN constexpr dynamic_extents diag_shape(E const& e, index_t k) {
  if (e.rank() == 2)
    return convert_extents<dynamic_extents>(window_of(e, diagonal_at<index_t>{k}).extents());
  if (e.rank() != 1)
    throw_shape_reason("diag", "it takes a vector or a matrix");
  index_t n;
  if (k == (std::numeric_limits<index_t>::min)() || add_overflows(e.extent(0), k < 0 ? -k : k, &n))
    throw_shape_reason("diag", "the matrix would have more rows than 64 bits can count");
  dynamic_extents square(2);
  square.set(0, n);
  square.set(1, n);
  return square;
}
template <class X>
WEFT_FN constexpr auto diag_of_any_rank(X&& x, index_t k) {
  auto e = capture(static_cast<X&&>(x));
  dynamic_extents const whole = diag_shape(e, k);
  return make_deferred("diag", diag_operation<typename decltype(e)::value_type>{{}, k}, whole, std::move(e));
}

template <class X>
WEFT_FN constexpr void require_diag() {
  static_assert(rank_of<X> < 0 || rank_of<X> == 1 || rank_of<X> == 2,
                "weft: diag: rank mismatch: it takes a vector or a matrix");
}

} // namespace detail

/// Returns, for a matrix, its diagonal as a view: diagonal(x). For a vector, returns the matrix with the vector on its
/// diagonal and 0 elsewhere, an expression without memory. For an operand of run-time rank, returns one or the other as
/// a deferred operation: it is evaluated before the loop that reads it, straight into a target; shape_error for other
/// ranks. diagonal(x) remains a view there.
template <Tensorial X>
[[nodiscard]] WEFT_INLINE constexpr auto diag(X&& x) {
  detail::require_diag<X>();
  if constexpr (detail::rank_of<X> == 1) {
    auto values = detail::capture(static_cast<X&&>(x));
    index_t const n = values.extents()[0];
    using square = typename detail::square_of<typename decltype(values)::extents_type>::type;
    return detail::on_diagonal(detail::convert_extents<square>(shape(n, n)), std::move(values), 0);
  } else if constexpr (detail::rank_of<X> == 2) {
    return diagonal(static_cast<X&&>(x));
  } else if constexpr (detail::rank_of<X> < 0) {
    return detail::diag_of_any_rank(static_cast<X&&>(x), 0);
  }
}
/// Returns diagonal k of a matrix, or the matrix with a vector on diagonal k: above the main one, or below it if k < 0.
/// A vector is evaluated once and lengthened: the matrix has |k| rows and columns more than the vector has elements.
template <Tensorial X>
[[nodiscard]] WEFT_INLINE constexpr auto diag(X&& x, index_t k) {
  detail::require_diag<X>();
  if constexpr (detail::rank_of<X> == 1) {
    constexpr index_t most = (std::numeric_limits<index_t>::max)(); // a width that pad refuses
    auto values = pad(static_cast<X&&>(x), k > 0 ? k : 0, k < -most ? most : k < 0 ? -k : 0);
    index_t const n = values.extents()[0];
    return detail::on_diagonal(shape(n, n), std::move(values), k);
  } else if constexpr (detail::rank_of<X> == 2) {
    return diagonal(static_cast<X&&>(x), k);
  } else if constexpr (detail::rank_of<X> < 0) {
    return detail::diag_of_any_rank(static_cast<X&&>(x), k);
  }
}

} // namespace weft
