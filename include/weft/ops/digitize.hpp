#pragma once
#include <weft/ops/searchsorted.hpp>

namespace weft {

namespace detail {

/// Computes the number of the bin of a value. The edges ascend; if they were given in descending order, bins are
/// counted from the other end.
template <class T>
struct place_in_bins {
  static constexpr char const* name = "digitize";
  place_in_order<T> place;
  bool falls;
  template <class U>
  WEFT_FN index_t operator()(U const& x) const {
    index_t const n = place(x);
    return falls ? place.size - n : n;
  }
};

template <class Extents>
struct digitize_operation : result_of<index_t, Extents> {
  static constexpr deferred_traits traits{.into_target = true, .refuses_late = true};

  side closed;

  template <class Target, class L, class E>
  WEFT_FN void evaluate(Target const& target, session& s, L const& list, E const& values) const {
    using T = typename L::value_type;
    index_t const n = list.extents()[0];
    auto edges = new_temporary<T>(weft::shape(n), s);
    assign(edges.template borrowed<T>(), list, s);
    bool const falls = n > 1 && sorts_before(edges.data[n - 1], edges.data[0]);
    if (falls)
      std::reverse(edges.data, edges.data + n);
    for (index_t i = 1; i < n; ++i)
      if (sorts_before(edges.data[i], edges.data[i - 1]))
        throw_error("digitize", "the edges neither ascend nor descend");
    bool const after = closed == side::left;
    assign(target, node<place_in_bins<T>, E>(place_in_bins<T>{{edges.data, n, after}, falls}, E(values)), s);
  }
};

} // namespace detail

/// Returns the number of the bin of each value: for edges that ascend, i where edges(i - 1) <= x < edges(i), 0 below
/// all edges, edges.size() from the last edge on. With side::right it is i where edges(i - 1) < x <= edges(i). For
/// edges that descend, it is i where edges(i - 1) > x >= edges(i), with side::right where edges(i - 1) >= x > edges(i).
/// NaN is larger than all numbers. Lazy and deferred: an assignment copies the edges, and finds each value by a binary
/// search. It throws error if the edges neither ascend nor descend.
template <Tensorial X, Tensorial B>
[[nodiscard]] WEFT_FN auto digitize(X&& x, B&& edges, side closed = side::left) {
  static_assert(detail::rank_of<B> < 0 || detail::rank_of<B> == 1,
                "weft: digitize: rank mismatch: the edges are a vector");
  auto list = detail::capture(static_cast<B&&>(edges));
  if (list.rank() != 1)
    detail::throw_shape_reason("digitize", "the edges are no vector");
  auto e = detail::capture(static_cast<X&&>(x));
  using S = typename decltype(e)::extents_type;
  S const whole = e.extents();
  return detail::make_deferred("digitize", detail::digitize_operation<S>{{}, closed}, whole, std::move(list),
                               std::move(e));
}

} // namespace weft
