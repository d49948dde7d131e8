#pragma once
#include <weft/ops/pad.hpp>
#include <weft/ops/take.hpp>
#include <weft/tensor/memory.hpp>

// Operands repeated along axes. Lazy: an assignment writes straight into the target, in one loop over the target with
// each axis split in two. There is one temporary if the target overlaps the operand, or if the result is part of a
// larger expression.
namespace weft {

namespace detail {

WEFT_API dynamic_extents repeated_shape(char const* operation, dynamic_extents const& whole,
                                        dynamic_extents const& times);

/// Writes the numbers 0 ... n - 1 to `out`, number i counts[i * step] times; nothing is written if out is null. Returns
/// how many numbers these are.
WEFT_API index_t repeated_numbers(index_t const* counts, index_t step, index_t n, index_t* out);

/// Splits axes of a target. @post out(... j, i ...) == in(... j * count + i ...) on each axis that is split. If `inner`
/// is true, out(... i, j ...) is in(... i * times + j ...) instead. If `operand` is true, axes of the operand are not
/// split: it gets a new axis of extent 1 in the place of j.
struct axis_splitter {
  static constexpr int rank_change = 0;
  index_t const* times;
  unsigned axes; ///< bit k: axis k is split
  bool inner, operand;
  template <class Layout>
  using result = layout<dynamic_extents, strided>;
  template <int C>
  WEFT_FN constexpr loose<max_rank> operator()(loose<C> const& in) const {
    loose<max_rank> out;
    out.offset = in.offset;
    for (int k = 0; k < in.rank; ++k) {
      index_t const n = in.extent[k], s = in.stride[k], copies = times[k];
      if ((axes >> k & 1u) == 0) {
        out.push(n, s);
      } else if (inner) {
        out.push(operand ? n : n / copies, operand ? s : s * copies);
        out.push(operand ? 1 : copies, s);
      } else {
        out.push(operand ? 1 : copies, operand ? s : s * (n / copies));
        out.push(operand ? n : n / copies, s);
      }
    }
    return out;
  }
};

/// The operation that repeats an operand along each axis: whole copies one after the other, or (inner) each element.
template <class T, class Extents>
struct repetition : result_of<T, Extents> {
  static constexpr deferred_traits traits{.into_target = true};

  index_t times[max_rank];
  bool inner;

  template <class Target, class E>
  WEFT_FN void evaluate(Target const& target, session& s, E const& operand) const {
    int const axes = operand.extents().rank();
    unsigned at_once = 0, one_by_one = 0; // one_by_one: axes that max_rank leaves no room for
    int rank = axes;
    for (int k = 0; k < axes; ++k)
      if (times[k] > 1 && operand.extents()[k] > 1)
        (rank < max_rank ? ++rank, at_once : one_by_one) |= 1u << k;
    if (target.place.size() != 0)
      write(target, operand, 0, at_once, one_by_one, s);
  }

private:
  template <class Target, class E>
  WEFT_FN void write(Target const& target, E const& operand, int axis, unsigned at_once, unsigned one_by_one,
                     session& s) const {
    if (one_by_one >> axis == 0)
      return assign(window_of_leaf(target, axis_splitter{times, at_once, inner, false}),
                    window_of(operand, axis_splitter{times, at_once, inner, true}), s);
    bool const whole = (one_by_one >> axis & 1u) == 0;
    index_t const n = operand.extents()[axis], copies = whole ? 1 : times[axis];
    for (index_t j = 0; j < copies; ++j)
      write(window_of_leaf(
                target, step_selector{axis, inner ? j : j * n, whole ? target.extents()[axis] : n, inner ? copies : 1}),
            operand, axis + 1, at_once, one_by_one, s);
  }
};

/// The rank of a tiled operand: the larger of its rank and the number of counts.
template <int R, class S>
inline constexpr int tiled_rank = R < 0 || S::static_rank < 0 ? -1
                                  : R > S::static_rank        ? R
                                                              : S::static_rank;

/// Returns the product of two static extents; dyn if one is known only at run time.
WEFT_FN constexpr index_t static_product(index_t a, index_t b) {
  return a < 0 || b < 0 ? dyn : a * b;
}
/// The extents of an operand of extents E that is tiled by counts S.
template <class E, class S>
struct tiled_extents {
  template <class X>
  WEFT_FN static constexpr index_t from_end(int k) { // 1 for an axis that X lacks
    return k < 0 ? 1 : static_extent<X>(k);
  }
  WEFT_FN static constexpr index_t at(int k) {
    constexpr int rank = tiled_rank<E::static_rank, S>;
    return static_product(from_end<E>(k - rank + E::static_rank), from_end<S>(k - rank + S::static_rank));
  }
};
/// An extent whose elements are repeated N times.
template <class N>
struct extent_times {
  WEFT_FN static constexpr index_t of(index_t n) {
    if constexpr (PlaceConstant<N>)
      return static_product(n, N::value);
    else
      return dyn;
  }
};

template <class To, class E>
WEFT_FN auto repeated(char const* operation, E e, dynamic_extents const& times, bool inner) {
  auto const shape = repeated_shape(operation, convert_extents<dynamic_extents>(e.extents()), times);
  repetition<typename E::value_type, To> repeats{};
  for (int k = 0; k < times.rank(); ++k)
    repeats.times[k] = times[k];
  repeats.inner = inner;
  return make_deferred(operation, repeats, convert_extents<To>(shape), static_cast<E&&>(e));
}

} // namespace detail

/// Returns whole copies of x one after the other, times[k] of them along axis k, as NumPy's tile. If `times` or x has
/// fewer axes, it gets leading ones: counts of 1, extents of 1. Counts that are constants, as in tile(x, 2_c, 1_c),
/// keep static extents. Throws shape_error for a negative count.
template <Tensorial X, Shape S>
[[nodiscard]] WEFT_FN auto tile(X&& x, S const& times) {
  auto e = detail::capture(static_cast<X&&>(x));
  int const rank = e.rank() > times.rank() ? e.rank() : times.rank();
  auto each = detail::number_for_each_axis(1, rank), whole = each; // their last axes correspond
  for (int k = 0; k < times.rank(); ++k)
    each.set(rank - times.rank() + k, times[k]);
  for (int k = 0; k < e.rank(); ++k)
    whole.set(rank - e.rank() + k, e.extents()[k]);
  using from = typename decltype(e)::extents_type;
  constexpr int static_rank = detail::tiled_rank<from::static_rank, S>;
  using window = dims<static_rank>;
  using to = detail::extents_by<static_rank, detail::tiled_extents<from, S>>;
  return detail::repeated<to>(
      "tile", detail::window_of(e, detail::broadcaster<window>{detail::convert_extents<window>(whole)}), each, false);
}
template <Tensorial X, detail::IndexOrConstant... At>
  requires(sizeof...(At) > 0)
[[nodiscard]] WEFT_FN auto tile(X&& x, At... times) {
  return tile(static_cast<X&&>(x), shape(times...));
}

/// Repeats each element along an axis `times` times in a row. If both are constants, as in repeat(x, 2_c, 0_c), static
/// extents are kept. Throws shape_error if `times` is negative.
template <Tensorial X, detail::IndexOrConstant N, detail::Axis A>
[[nodiscard]] WEFT_FN auto repeat(X&& x, N times, A axis) {
  auto e = detail::capture(static_cast<X&&>(x));
  auto const named = detail::as_axis<X>(axis);
  dynamic_extents each = detail::number_for_each_axis(1, e.rank());
  each.set(detail::check_axis("repeat", named, e.rank()), static_cast<index_t>(times));
  using from = typename decltype(e)::extents_type;
  using axis_type = std::remove_const_t<decltype(named)>;
  using to = detail::extents_by<from::static_rank, detail::extents_with_axis<from, axis_type, detail::extent_times<N>>>;
  return detail::repeated<to>("repeat", std::move(e), each, true);
}
/// Repeats each element along an axis as often as a vector says, whose extent is 1 or the extent of the axis. Throws
/// shape_error for a negative count or another extent. It is a take() with as many indices as elements of the result
/// along the axis.
template <Tensorial X, detail::IndexTensor C, detail::Axis A>
[[nodiscard]] WEFT_FN auto repeat(X&& x, C const& counts, A axis) {
  using list = tensor<std::enable_if_t<Tensorial<C>, index_t>, 1>; // a dependent type is instantiated only if used
  int const k = detail::check_axis("repeat", detail::as_axis<X>(axis), detail::shape_before(x).rank());
  list const each(counts);
  index_t const n = detail::shape_before(x)[k];
  if (each.size() != n && each.size() != 1)
    detail::throw_shapes("repeat: counts for one axis", each.shape().values(), 1, &n, 1, "the extents differ");
  index_t const step = each.size() == 1 ? 0 : 1;
  list numbers(uninit, detail::repeated_numbers(each.data(), step, n, nullptr));
  detail::repeated_numbers(each.data(), step, n, numbers.data());
  return take(static_cast<X&&>(x), std::move(numbers), axis);
}

} // namespace weft
