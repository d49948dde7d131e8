#pragma once
#include <weft/field/extended.hpp>

// Functions that give an operand values beyond its edges by a boundary policy, for index notation and windows.
//
//   auto p = field::periodic(u);
//   r(i, j) = p(i - 1, j) + p(i + 1, j) + p(i, j - 1) + p(i, j + 1) - 4 * p(i, j);
//
// Nothing is copied: the statement is cut into pieces in which each operand is a window of memory (ops/pieces.hpp). One
// loop computes the interior, and thin loops compute faces, edges and corners.
namespace weft::detail {

inline constexpr beyond rule_of_boundary[] = {beyond::wrap,      beyond::edge,     beyond::reflect,
                                              beyond::symmetric, beyond::constant, beyond::linear};

/// Returns the operand itself if it is memory or deferred, else an operand that evaluates the expression once for each
/// statement.
template <class X>
WEFT_FN auto operand_to_extend(X&& x) {
  auto e = capture(static_cast<X&&>(x));
  if constexpr (is_deferred_operation<decltype(e)> || requires { e.keep; })
    return e;
  else
    return make_deferred("boundary policy",
                         evaluated_expression<typename decltype(e)::value_type, typename decltype(e)::extents_type>{},
                         e.extents(), std::move(e));
}
template <class X>
WEFT_FN auto as_extended(X&& x) {
  if constexpr (is_extended<std::remove_cvref_t<X>>) {
    return std::remove_cvref_t<X>(x);
  } else {
    auto e = operand_to_extend(static_cast<X&&>(x));
    using E = decltype(e);
    constexpr int rank = E::static_rank;
    extended<E, rank, 0, false> out{{}, std::move(e), {}, {}, {}, {}};
    for (int k = 0; k < rank; ++k) {
      out.shape_.set(k, out.operand.extents().entry(k));
      out.operand_axis[k] = k;
    }
    return out;
  }
}

template <class S>
concept SideOfAxis = std::is_enum_v<S> && requires {
  S::lower;
  S::upper;
};
/// The axes and sides that the arguments of a policy select, in any order.
struct policy_place {
  unsigned axes = 0;
  bool low = true, high = true, twice = false;
  int rank;

  WEFT_INLINE explicit policy_place(int r) : rank(r) {}
  template <class A>
  WEFT_INLINE void take(A const& a) {
    if constexpr (Axis<A>) {
      axes |= 1u << check_axis("boundary policy", static_cast<index_t>(a), rank);
    } else if constexpr (SideOfAxis<A>) {
      low = a == A::lower;
      high = a == A::upper;
      if (!low && !high)
        throw_shape_reason("boundary policy", "a side is field::lower or field::upper");
    } else {
      static_assert(std::same_as<A, field::edge_twice_t>,
                    "weft: a boundary policy takes an operand, then axes, and field::lower or field::upper");
      twice = true;
    }
  }
};

/// Sets the rule of e beyond the selected edges. Throws shape_error if a periodic axis would get another rule at one
/// end.
template <class E, class... Where>
WEFT_FN void set_rule(E& e, edge_rule rule, Where const&... where) {
  policy_place place(E::operand_rank);
  (place.take(where), ...);
  if (place.twice)
    rule.how = beyond::symmetric;
  for (int k = 0; k < E::operand_rank; ++k)
    if (place.axes == 0 || (place.axes >> k & 1u) != 0) {
      if (place.low != place.high && e.axes[k].low.how == beyond::wrap)
        throw_shape_reason("boundary policy", "a periodic axis has no other policy at one end");
      e.axes[k].low = place.low ? rule : e.axes[k].low;
      e.axes[k].high = place.high ? rule : e.axes[k].high;
    }
}
template <class X>
WEFT_FN constexpr bool may_be_extended() {
  static_assert(!Untyped<X> && !Sparse<X>,
                "weft: a boundary policy takes an operand of a static type: x.as<double, 2>()");
  if constexpr (!Untyped<X>)
    static_assert(rank_of<X> >= 0, "weft: a boundary policy takes an operand of static rank: as<2>(x)");
  return !Untyped<X> && !Sparse<X> && rank_of<X> >= 0;
}
template <class B, int More, bool Line>
struct with_rules_of;
template <class E, int R, int Used, bool Linear, int More, bool Line>
struct with_rules_of<extended<E, R, Used, Linear> const, More, Line> {
  using type = extended<E, R, Used + More, Linear || Line>;
};
/// The type of the extended operand B with `More` more constants, and, if `Line`, with linear extrapolation.
template <class B, int More, bool Line>
using with_rules = typename with_rules_of<B, More, Line>::type;

template <field::boundary Kind>
template <AnyTensorial X, class... Where>
  requires(Kind != field::boundary::padded)
[[nodiscard]] WEFT_FN auto boundary_of<Kind>::operator()(X&& x, Where... where) const {
  static_assert(Kind != field::boundary::periodic || !(SideOfAxis<Where> || ...),
                "weft: field::periodic holds at both ends of an axis");
  static_assert(Kind == field::boundary::mirrored || !(std::same_as<Where, field::edge_twice_t> || ...),
                "weft: field::edge_twice belongs to field::mirrored");
  static_assert((0 + ... + int(SideOfAxis<Where>)) < 2,
                "weft: a boundary policy holds at both ends of its axes, or at the one end that is named");
  constexpr bool numbers = Kind != field::boundary::extrapolated || can_be_extrapolated<value_t<X>>;
  static_assert(numbers, "weft: field::extrapolated takes numbers, and bool is none");
  if constexpr (numbers && may_be_extended<X>()) {
    auto const from = as_extended(static_cast<X&&>(x));
    auto out = rebound<with_rules<decltype(from), 0, Kind == field::boundary::extrapolated>>(from);
    set_rule(out, {rule_of_boundary[int(Kind)], 0}, where...);
    return out;
  } else {
    return refused_value{};
  }
}
template <field::boundary Kind>
template <AnyTensorial X, Scalar V, class... Where>
  requires(Kind == field::boundary::padded)
[[nodiscard]] WEFT_FN auto boundary_of<Kind>::operator()(X&& x, V const& value, Where... where) const {
  static_assert(!(std::same_as<Where, field::edge_twice_t> || ...),
                "weft: field::edge_twice belongs to field::mirrored");
  static_assert((0 + ... + int(SideOfAxis<Where>)) < 2,
                "weft: a boundary policy holds at both ends of its axes, or at the one end that is named");
  if constexpr (may_be_padded<value_t<X>, V>() && may_be_extended<X>()) {
    auto const from = as_extended(static_cast<X&&>(x));
    auto out = rebound<with_rules<decltype(from), 1, false>>(from);
    constexpr int last = decltype(out)::constants - 1;
    out.value[last] = store_as<typename decltype(out)::value_type>(value);
    set_rule(out, {beyond::constant, last}, where...);
    return out;
  } else {
    return refused_value{};
  }
}

} // namespace weft::detail
