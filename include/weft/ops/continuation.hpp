#pragma once
#include <weft/ops/rearrange.hpp>

// An operand that has elements beyond the ends of its axes, as a padded or periodic one. This header has the rules for
// these elements, and the deferred operation that computes such an operand whole; ops/pieces.hpp assigns expressions of
// such operands without computing one whole.
namespace weft::detail {

/// The rule for elements beyond an end of an axis. The first four rules are as in `padding`.
enum class beyond : unsigned char {
  constant,  ///< the constant `value`
  edge,      ///< the first or the last element again
  reflect,   ///< the elements in reverse order, without the one at the end
  wrap,      ///< the elements of a periodic axis: from the other end on
  symmetric, ///< the elements in reverse order, with the one at the end
  linear,    ///< points on the line through the two elements at the end
  nothing    ///< no elements: reading beyond the end is an error
};
struct edge_rule {
  beyond how = beyond::nothing;
  unsigned char value = 0; ///< which constant it is, if there are several
};
/// One axis of the result: its element i is element i - before of the operand.
struct continued_axis {
  index_t before = 0;
  edge_rule low{}, high{};
};

/// A run of `count` elements along one axis of the result that are elements of the operand: the ones at indices source,
/// source + step, ... If source is -1, they are all the constant with number `step`. If distance is not 0, the run is
/// one element, on the line through source + step and source, `distance` steps beyond source.
struct pad_run {
  index_t count, source, step, distance;
};
/// Returns the run that begins at index i of an axis of n elements, where i may be below 0, or n and more. Each next
/// element is `by` indices further; the run has at most `limit` elements.
WEFT_API pad_run find_pad_run(continued_axis const& axis, index_t n, index_t i, index_t by, index_t limit) noexcept;

/// The operation that computes an operand with the elements beyond its ends. Linear: the rule `linear` may occur.
template <class T, class Extents, int Constants = 1, bool Linear = false>
struct continuation : result_of<T, Extents> {
  static constexpr deferred_traits traits{.into_target = true};
  static constexpr bool is_linear = Linear;
  static constexpr int room = capacity<Extents::static_rank> > 0 ? capacity<Extents::static_rank> : 1;

  continued_axis axes[std::size_t(room)];
  T value[std::size_t(Constants)];

  WEFT_INLINE continuation(dynamic_extents const& before, edge_rule rule, T const& v)
    requires(Constants == 1)
      : value{v} {
    for (int k = 0; k < before.rank(); ++k)
      axes[k] = {before[k], rule, rule};
  }
  template <class... V>
  WEFT_INLINE continuation(continued_axis const* rules, int rank, V const&... v) : value{v...} {
    for (int k = 0; k < rank; ++k)
      axes[k] = rules[k];
  }
  // Copied by WEFT_COPIED because elements may be of any type.
  WEFT_COPIED(continuation);

  template <class Target, class E>
  WEFT_FN void evaluate(Target const& target, session& s, E const& operand) const {
    if constexpr (Constants == 1 && !Linear)
      evaluate_from(0, target, operand.extents(), operand, s);
    else
      evaluate_in_pieces(answered_above{}, target, *this, operand, s);
  }

private:
  /// Assigns `from`, an operand with extents `n`, whose axes before this one have been cut into runs.
  template <class Target, class E, class F>
  WEFT_FN void evaluate_from(int axis, Target const& target, E const& n, F const& from, session& s) const {
    if (axis == n.rank())
      return assign(target, from, s);
    pad_run r;
    index_t const total = target.place.extent(axis);
    for (index_t p = 0; p < total; p += r.count) {
      r = find_pad_run(axes[axis], n[axis], p - axes[axis].before, 1, total - p);
      auto const run_target = window_of_leaf(target, step_selector{axis, p, r.count, 1});
      if (r.source < 0)
        assign(run_target, constant_leaf<T>(value[0]), s);
      else
        evaluate_from(axis + 1, run_target, n, window_of(from, step_selector{axis, r.source, r.count, r.step}), s);
    }
  }
};

template <class T, class X, int C, bool Linear, class L, class E>
inline constexpr bool goes_beyond<deferred<continuation<T, X, C, Linear>, L, E>> = true;

} // namespace weft::detail
