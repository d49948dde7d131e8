#pragma once
#include <weft/ops/pieces.hpp>

// An operand continued beyond its ends, or turned round. Lazy: an assignment, of a larger expression too, writes
// straight into the target, in strided pieces. Where the target overlaps the operand, there is one temporary.
namespace weft {

/// The elements beyond the ends of an axis.
enum class padding : unsigned char {
  constant, ///< one value
  edge,     ///< the first, the last element:   a a | a b c | c c
  reflect,  ///< backwards, without the end:    c b | a b c | b a
  wrap      ///< from the other end:            b c | a b c | a b
};

namespace detail {

/// The shape of a padded operand.
WEFT_API dynamic_extents padded_shape(padding mode, dynamic_extents const& whole, dynamic_extents const& before,
                                      dynamic_extents const& after);

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
  return make_deferred("pad", continuation<typename E::value_type, To>(before, edge_rule{beyond(mode), 0}, value),
                       convert_extents<To>(shape), static_cast<E&&>(e));
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
/// other. In a larger expression of element-wise functions it takes no temporary, where x is in memory: the statement
/// is cut where a roll begins anew. A periodic stencil of four rolls takes as long as one over windows of a tensor with
/// ghosts, with the copies into those. field::periodic says the same by indices.
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
