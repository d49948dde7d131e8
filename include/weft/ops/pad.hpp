#pragma once
#include <weft/ops/rearrange.hpp>

// An operand continued beyond its ends, or turned round. Lazy: an assignment writes straight into the target, in
// strided pieces. Where the target overlaps the operand, or the result stands inside a larger expression, there is one
// temporary.
namespace weft {

/// The elements beyond the ends of an axis.
enum class padding : unsigned char {
  constant, ///< one value
  edge,     ///< the first, the last element:   a a | a b c | c c
  reflect,  ///< backwards, without the end:    c b | a b c | b a
  wrap      ///< from the other end:            b c | a b c | a b
};

namespace detail {

/// Elements of one axis of the result that come from `count` elements of the operand: source, source + step, ...
/// A source of -1 stands for the constant.
struct pad_run {
  index_t count, source, step;
};
/// The run from place p on, of a result with `total` elements whose place `before` is element 0 of n.
WEFT_API pad_run find_pad_run(padding mode, index_t n, index_t before, index_t total, index_t p) noexcept;
/// The shape of a padded operand.
WEFT_API dynamic_extents padded_shape(padding mode, dynamic_extents const& whole, dynamic_extents const& before,
                                      dynamic_extents const& after);

/// An operand beyond its ends: element i of an axis is element i - before of it, which goes on as `mode` says.
template <class T, class Extents>
struct continuation : result_of<T, Extents> {
  static constexpr deferred_traits traits{.in_parts = true};

  index_t before[max_rank];
  padding mode;
  T value;

  WEFT_INLINE continuation(dynamic_extents const& first, padding m, T const& v) : mode(m), value(v) {
    for (int k = 0; k < first.rank(); ++k)
      before[k] = first[k];
  }
  // Elements may be of any type.
  WEFT_COPIED(continuation);

  template <class Target, class E>
  WEFT_FN void evaluate(Target const& target, session& s, E const& operand) const {
    evaluate_from(0, target, operand.extents(), operand, s);
  }

private:
  /// `from` is the operand, of extents `n`; axes before this one have been cut into runs.
  template <class Target, class E, class F>
  WEFT_FN void evaluate_from(int axis, Target const& target, E const& n, F const& from, session& s) const {
    if (axis == n.rank())
      return assign(target, from, s);
    pad_run r;
    index_t const total = target.place.extent(axis);
    for (index_t p = 0; p < total; p += r.count) {
      r = find_pad_run(mode, n[axis], before[axis], total, p);
      auto const part = window_of_leaf(target, step_taker{axis, p, r.count, 1});
      if (r.source < 0)
        assign(part, constant_leaf<T>(value), s);
      else
        evaluate_from(axis + 1, part, n, window_of(from, step_taker{axis, r.source, r.count, r.step}), s);
    }
  }
};

/// One number for each axis: the numbers of a shape, or the same for all.
template <class W>
WEFT_INLINE dynamic_extents number_for_each_axis(W const& w, int rank) {
  if constexpr (Shape<W>) {
    return convert_extents<dynamic_extents>(w);
  } else {
    dynamic_extents all(rank);
    for (int k = 0; k < rank; ++k)
      all.set(k, static_cast<index_t>(w));
    return all;
  }
}

template <class To, class E>
WEFT_INLINE auto continued(E e, dynamic_extents const& before, dynamic_extents const& shape, padding mode,
                           typename E::value_type const& value) {
  return make_deferred("pad", continuation<typename E::value_type, To>(before, mode, value), convert_extents<To>(shape),
                       static_cast<E&&>(e));
}

} // namespace detail

/// How many elements to add: one number for each axis, or one for all axes.
template <class W>
concept PadWidth = std::is_integral_v<W> || is_extents<std::remove_cvref_t<W>>;

/// x with `before` and `after` more elements at the ends of its axes, as of NumPy's pad; `value` stands there with
/// padding::constant. shape_error for negative widths, for another number of them than axes, and where there is no
/// element to continue with.
template <Tensorial X, PadWidth B, PadWidth A>
[[nodiscard]] WEFT_FN auto pad(X&& x, B const& before, A const& after, padding mode = padding::constant,
                               detail::value_t<X> const& value = {}) {
  auto e = detail::capture(static_cast<X&&>(x));
  auto const whole = detail::convert_extents<dynamic_extents>(e.extents());
  auto const b = detail::number_for_each_axis(before, whole.rank()),
             a = detail::number_for_each_axis(after, whole.rank());
  auto const shape = detail::padded_shape(mode, whole, b, a);
  return detail::continued<dims<decltype(e)::static_rank>>(std::move(e), b, shape, mode, value);
}
/// The same at both ends.
template <Tensorial X, PadWidth W>
[[nodiscard]]
WEFT_FN auto pad(X&& x, W const& width, padding mode = padding::constant, detail::value_t<X> const& value = {}) {
  return pad(static_cast<X&&>(x), width, width, mode, value);
}

template <int = 0>
void pad(detail::other, ...) WEFT_REFUSED("weft: pad(a, n), pad(a, before, after, mode, x): n an integer or shape");

/// The elements moved along an axis by `shift` places towards higher indices; what leaves at one end comes in at the
/// other. Each roll is a temporary of its own: a periodic stencil of four takes 4.8 to 5.9 times as long as one over
/// windows of a tensor with ghosts, a row more at each end, into which the opposite rows are copied before each step.
template <Tensorial X, detail::Axis A>
[[nodiscard]] WEFT_FN auto roll(X&& x, index_t shift, A axis) {
  auto e = detail::capture(static_cast<X&&>(x));
  auto const whole = detail::convert_extents<dynamic_extents>(e.extents());
  int const k = detail::check_axis("roll", detail::as_axis<X>(axis), whole.rank());
  dynamic_extents before = detail::number_for_each_axis(0, whole.rank());
  before.set(k, whole[k] == 0 ? 0 : shift % whole[k]);
  using extents_type = typename decltype(e)::extents_type;
  return detail::continued<extents_type>(std::move(e), before, whole, padding::wrap, {});
}
template <int = 0>
void roll(detail::other, ...) WEFT_REFUSED("weft: roll(a, shift, axis) takes integers");

} // namespace weft
