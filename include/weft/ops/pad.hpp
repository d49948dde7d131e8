#pragma once
#include <weft/ops/pieces.hpp>

// Operands continued beyond the ends of their axes (pad), or shifted cyclically (roll). They are lazy: an assignment,
// of a larger expression too, writes straight into the target, in strided pieces. If the target overlaps the operand,
// there is one temporary.
namespace weft {

/// The rule for elements beyond the ends of an axis.
enum class padding : unsigned char {
  constant, ///< one value
  edge,     ///< the first, the last element:   a a | a b c | c c
  reflect,  ///< backwards, without the end:    c b | a b c | b a
  wrap      ///< from the other end:            b c | a b c | a b
};

namespace detail {

/// Returns the shape of a padded operand. Throws shape_error as pad does.
WEFT_API dynamic_extents padded_shape(padding mode, dynamic_extents const& whole, dynamic_extents const& before,
                                      dynamic_extents const& after);

/// Returns one number for each axis: the entries of a shape, or the same number for all axes.
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

/// A value, because compilers name each part of a concept in their messages.
template <class W>
inline constexpr bool is_pad_width = IndexOrConstant<W> || is_extents<std::remove_cvref_t<W>>;

} // namespace detail

/// How many elements to add: one number for each axis, or one for all axes. Either may be constants.
template <class W>
concept PadWidth = detail::is_pad_width<W>;

namespace detail {
/// The extents of an operand of extents E that is padded by widths B and A.
template <class E, class B, class A>
struct padded_extents {
  template <class W>
  WEFT_FN static constexpr index_t width(int k) {
    if constexpr (PlaceConstant<W>)
      return W::value;
    else if constexpr (std::is_integral_v<W>)
      return dyn;
    else
      return W::static_rank == E::static_rank ? static_extent<W>(k) : dyn;
  }
  WEFT_FN static constexpr index_t at(int k) {
    index_t const n = static_extent<E>(k), before = width<B>(k), after = width<A>(k);
    return n < 0 || before < 0 || after < 0 ? dyn : before + n + after;
  }
};
} // namespace detail

/// Returns x with `before` more elements in front of each axis and `after` more elements behind it, as NumPy's pad.
/// With padding::constant they are `value`. Widths that are constants, as in pad(x, 1_c), keep static extents. Throws
/// shape_error for negative widths, if there is not one width for each axis, and if an axis has no element to continue
/// with.
template <Tensorial X, PadWidth B, PadWidth A>
[[nodiscard]] WEFT_FN auto pad(X&& x, B const& before, A const& after, padding mode = padding::constant,
                               detail::value_t<X> const& value = {}) {
  auto e = detail::capture(static_cast<X&&>(x));
  auto const whole = detail::convert_extents<dynamic_extents>(e.extents());
  auto const b = detail::number_for_each_axis(before, whole.rank()),
             a = detail::number_for_each_axis(after, whole.rank());
  auto const shape = detail::padded_shape(mode, whole, b, a);
  using from = typename decltype(e)::extents_type;
  using to = detail::extents_by<from::static_rank, detail::padded_extents<from, B, A>>;
  return detail::continued<to>(detail::operand_of_extents<to>(std::move(e)), b, shape, mode, value);
}
/// Pads both ends of each axis by `width`.
template <Tensorial X, PadWidth W>
[[nodiscard]]
WEFT_FN auto pad(X&& x, W const& width, padding mode = padding::constant, detail::value_t<X> const& value = {}) {
  return pad(static_cast<X&&>(x), width, width, mode, value);
}

template <int = 0>
void pad(detail::other, ...) WEFT_REFUSED("weft: pad(a, n), pad(a, before, after, mode, x): n an integer or shape");

/// Moves the elements along an axis by `shift` indices towards higher ones; elements that leave at one end come in at
/// the other. In a larger expression of element-wise functions, with x in memory, it takes no temporary: the statement
/// is cut where a roll starts anew. A periodic stencil of four rolls takes as long as one over windows of a tensor with
/// ghost cells, including the copies into these cells. field::periodic does the same by indices.
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
