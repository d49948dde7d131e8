#pragma once
#include <weft/eval/gather.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/rearrange.hpp>

#include <algorithm>

// Sorts the lines of an operand along an axis in increasing order, NaN last; complex numbers by their real parts, equal
// ones by their imaginary parts. Lazy: an assignment copies the operand into its target and sorts there. A line with a
// stride other than 1 goes through a buffer. There is one temporary if the target overlaps the operand, or if the
// result is part of a larger expression. Not in the umbrella header, because it includes <algorithm>.
namespace weft {

namespace detail {

/// Returns true if a sorts before b. Complex numbers with a NaN come last: at first those with NaN in the imaginary
/// part only, then in the real part only, then in both, as in NumPy.
template <class T>
WEFT_INLINE bool sorts_before(T const& a, T const& b) {
  if constexpr (is_complex<T>) {
    int const x = 2 * int(op::is_nan(a.real())) + int(op::is_nan(a.imag()));
    int const y = 2 * int(op::is_nan(b.real())) + int(op::is_nan(b.imag()));
    if (x != y)
      return x < y;
    if (x < 2 && !(a.real() == b.real()))
      return a.real() < b.real();
    return x % 2 == 0 && a.imag() < b.imag();
  } else if constexpr (is_floating<T>) {
    // Without a branch, which neither partitions nor searches could predict.
    return (int(a < b) | (int(op::is_nan(b)) & int(!op::is_nan(a)))) != 0;
  } else {
    return a < b;
  }
}

/// Sorts n elements by merging, stably; `room` has space for n elements. std::stable_sort is not used, because it takes
/// memory by a function that the standard has deprecated, and Clang 19 warns of that in the file of the user.
template <class T, class Before>
WEFT_FN void merge_sort(T* first, index_t n, T* room, Before const& before) {
  constexpr index_t run = inserted_run;
  for (index_t b = 0; b < n; b += run)
    for (index_t i = b + 1; i < n && i < b + run; ++i) {
      T x = std::move(first[i]);
      index_t j = i;
      for (; j > b && before(x, first[j - 1]); --j)
        first[j] = std::move(first[j - 1]);
      first[j] = std::move(x);
    }
  T *from = first, *to = room;
  for (index_t width = run; width < n; width *= 2, std::swap(from, to))
    for (index_t b = 0; b < n; b += 2 * width) {
      T *const middle = from + (std::min)(b + width, n), *const end = from + (std::min)(b + 2 * width, n);
      std::merge(std::make_move_iterator(from + b), std::make_move_iterator(middle), std::make_move_iterator(middle),
                 std::make_move_iterator(end), to + b, before);
    }
  if (from != first)
    std::move(from, from + n, first);
}

/// Describes a type of numbers for sorting by digits (src/ops/sort.cpp).
struct number_form {
  int bytes;
  bool is_signed, is_floating;
};
template <class T>
inline constexpr bool has_number_form =
    (std::is_integral_v<T> && sizeof(T) <= 8) || std::is_same_v<T, float> || std::is_same_v<T, double>;
template <class T>
WEFT_FN constexpr number_form number_form_of() {
  return {int(sizeof(T)), std::is_signed_v<T>, std::is_floating_point_v<T>};
}
/// Sorts n numbers; `room` has space for n numbers.
WEFT_API void sort_numbers(number_form const& form, void* first, index_t n, void* room);
/// Writes the indices that sort n numbers. `room` has space for room_for_indices(bytes, n) indices, where `bytes` is
/// the size of a number.
WEFT_API void sort_indices(number_form const& form, void const* values, index_t n, index_t* first, index_t* room);
/// True if a number and its index fit 8 bytes together, as a key for sorting; else a key has 16 bytes.
WEFT_FN constexpr bool has_short_keys(std::size_t bytes, index_t n) {
  return bytes <= 4 && n < index_t(1) << 32;
}
/// Returns the room that two lists of n keys take, counted in index_t.
WEFT_FN constexpr index_t room_for_indices(std::size_t bytes, index_t n) {
  return has_short_keys(bytes, n) ? 2 * n : 4 * n;
}

/// Sorts a line, stably.
struct whole_order {
  static constexpr bool needs_room = true;
  template <class T>
  WEFT_FN void operator()(T* first, index_t n, T* room) const {
    if constexpr (has_number_form<T>)
      sort_numbers(number_form_of<T>(), first, n, room);
    else
      merge_sort(first, n, room, [](T const& a, T const& b) { return sorts_before(a, b); });
  }
  template <class T>
  WEFT_FN static constexpr index_t room_of_indices(index_t n) {
    return has_number_form<T> ? room_for_indices(sizeof(T), n) : n;
  }
  template <class T>
  WEFT_FN void indices(T const* values, index_t n, index_t* first, index_t* room) const {
    if constexpr (has_number_form<T>) {
      sort_indices(number_form_of<T>(), values, n, first, room);
    } else {
      for (index_t i = 0; i < n; ++i)
        first[i] = i;
      merge_sort(first, n, room, [values](index_t i, index_t j) { return sorts_before(values[i], values[j]); });
    }
  }
};
/// Puts only the element at `place` where sorting would put it. Smaller elements come before it, larger ones behind it.
struct order_around {
  static constexpr bool needs_room = false;
  index_t place;
  template <class T>
  WEFT_FN void operator()(T* first, index_t n, T*) const {
    std::nth_element(first, first + place, first + n, [](T const& a, T const& b) { return sorts_before(a, b); });
  }
  template <class T>
  WEFT_FN static constexpr index_t room_of_indices(index_t) {
    return 0;
  }
  template <class T>
  WEFT_FN void indices(T const* values, index_t n, index_t* first, index_t*) const {
    for (index_t i = 0; i < n; ++i)
      first[i] = i;
    std::nth_element(first, first + place, first + n,
                     [values](index_t i, index_t j) { return sorts_before(values[i], values[j]); });
  }
};

/// Calls f(offset, n) for each line of an operand along an axis. offset[j] is the offset of the line by strides[j].
template <class E, std::size_t N, class F>
WEFT_FN void walk_lines(E const& e, dynamic_extents (&strides)[N], int axis, F const& f) {
  auto extents = convert_extents<dynamic_extents>(e.extents());
  auto const to_end = [&](dynamic_extents& d) {
    int const last = d.rank() - 1;
    index_t const n = d[axis];
    d.set(axis, d[last]);
    d.set(last, n);
  };
  to_end(extents);
  for (dynamic_extents& s : strides)
    to_end(s);
  walk_rows(extents, strides, [&](index_t const*, index_t const* offset, index_t n) { f(offset, n); });
}

/// Returns a buffer for a line; an empty one if none is needed.
template <class T>
WEFT_FN auto line_buffer(bool needed, index_t n, session& s) {
  return new_temporary<T>(shape(needed ? n : 0), s);
}

/// The operation that brings the lines of an operand along an axis into an order.
template <class T, class Extents, class Order>
struct ordering : result_of<T, Extents> {
  static constexpr deferred_traits traits{.into_target = true};

  int axis;
  [[no_unique_address]] Order order;

  template <class Target, class E>
  WEFT_FN void evaluate(Target const& target, session& s, E const& operand) const {
    assign(target, operand, s);
    dynamic_extents strides[] = {convert_extents<dynamic_extents>(target.place.strides())};
    index_t const step = strides[0][axis];
    index_t const extent = target.place.extent(axis);
    auto const buffer = line_buffer<T>(step != 1, extent, s);
    auto const room = line_buffer<T>(Order::needs_room, extent, s);
    auto const bring_in_order = [&](index_t const* at, index_t n) {
      T* const line = target.data + at[0];
      if (step == 1)
        return order(line, n, room.data);
      for (index_t i = 0; i < n; ++i)
        buffer.data[i] = std::move(line[i * step]);
      order(buffer.data, n, room.data);
      for (index_t i = 0; i < n; ++i)
        line[i * step] = std::move(buffer.data[i]);
    };
    compute(s, [&] { walk_lines(target, strides, axis, bring_in_order); });
  }
};

/// The operation that computes the indices which bring the lines of an operand along an axis into an order.
template <class Extents, class Order>
struct ordering_indices : result_of<index_t, Extents> {
  static constexpr deferred_traits traits{.into_target = true};

  int axis;
  [[no_unique_address]] Order order;

  template <class Target, class E>
  WEFT_FN void evaluate(Target const& target, session& s, E const& operand) const {
    using T = typename E::value_type;
    auto const& values = in_memory(operand, s);
    dynamic_extents strides[] = {convert_extents<dynamic_extents>(target.place.strides()),
                                 convert_extents<dynamic_extents>(values.place.strides())};
    index_t const to = strides[0][axis], from = strides[1][axis], extent = target.place.extent(axis);
    auto const indices = line_buffer<index_t>(to != 1, extent, s);
    auto const elements = line_buffer<T>(from != 1, extent, s);
    auto const room = line_buffer<index_t>(true, Order::template room_of_indices<T>(extent), s);
    auto const index_line = [&](index_t const* at, index_t n) {
      index_t* const first = to == 1 ? target.data + at[0] : indices.data;
      T const* const line = from == 1 ? values.data + at[1] : elements.data;
      for (index_t i = 0; i < n && from != 1; ++i)
        elements.data[i] = values.data[at[1] + i * from];
      order.indices(line, n, first, room.data);
      for (index_t i = 0; i < n && to != 1; ++i)
        target.data[at[0] + i * to] = first[i];
    };
    compute(s, [&] { walk_lines(target, strides, axis, index_line); });
  }
};

template <class T>
WEFT_FN constexpr void require_ordered() {
  static_assert(
      is_complex<T> || requires(T const& a, T const& b) {
        { a < b } -> std::convertible_to<bool>;
      }, "weft: sorting takes elements that < compares");
}

template <class X, class Order>
WEFT_FN auto ordered(char const* operation, X&& x, int axis, Order order) {
  require_ordered<value_t<X>>();
  auto e = capture(static_cast<X&&>(x));
  using E = decltype(e);
  typename E::extents_type const whole = e.extents();
  using made = ordering<typename E::value_type, typename E::extents_type, Order>;
  return make_deferred(operation, made{{}, axis, order}, whole, std::move(e));
}
template <class X, class Order>
WEFT_FN auto ordered_indices(char const* operation, X&& x, int axis, Order order) {
  require_ordered<value_t<X>>();
  auto e = capture(static_cast<X&&>(x));
  using S = typename decltype(e)::extents_type;
  S const whole = e.extents();
  return make_deferred(operation, ordering_indices<S, Order>{{}, axis, order}, whole, std::move(e));
}

template <class X>
WEFT_FN order_around place_to_order(char const* operation, X const& x, index_t place, int axis) {
  index_t const n = shape_before(x)[axis];
  if (place < 0 || place >= n)
    throw_index(operation, place, axis, n);
  return {place};
}

} // namespace detail

/// Sorts the lines along an axis, by default the last one. The sort is stable. Numbers of up to 8 bytes are sorted by
/// their digits, in time linear in their count, or, if they have 4 or 8 bytes and weft is built with Highway, by its
/// quicksort; other elements by merging. All take memory for one line.
template <Tensorial X, detail::Axis... A>
  requires(sizeof...(A) < 2)
[[nodiscard]] WEFT_FN auto sort(X&& x, A... axis) {
  int const k = detail::line_axis("sort", x, axis...);
  return detail::ordered("sort", static_cast<X&&>(x), k, detail::whole_order{});
}
/// Reorders the lines along an axis so that element `place` of each line is the one that sorting would put there. No
/// smaller element comes after it and no larger one before. This is faster than sorting: linear in the length.
template <Tensorial X, detail::Axis... A>
  requires(sizeof...(A) < 2)
[[nodiscard]] WEFT_FN auto partition(X&& x, index_t place, A... axis) {
  int const k = detail::line_axis("partition", x, axis...);
  auto const order = detail::place_to_order("partition: place", x, place, k);
  return detail::ordered("partition", static_cast<X&&>(x), k, order);
}
/// Returns the indices along an axis in the order that sorts the lines. Equal elements keep their order.
/// @post take_along(a, argsort(a, k), k) == sort(a, k)
template <Tensorial X, detail::Axis... A>
  requires(sizeof...(A) < 2)
[[nodiscard]] WEFT_FN auto argsort(X&& x, A... axis) {
  int const k = detail::line_axis("argsort", x, axis...);
  return detail::ordered_indices("argsort", static_cast<X&&>(x), k, detail::whole_order{});
}
/// Returns the indices along an axis in an order that partitions the lines around element `place`. The order on either
/// side is not specified.
/// @post the elements of take_along(a, argpartition(a, place, k), k) are partitioned as the elements of partition(a,
/// place, k)
template <Tensorial X, detail::Axis... A>
  requires(sizeof...(A) < 2)
[[nodiscard]] WEFT_FN auto argpartition(X&& x, index_t place, A... axis) {
  int const k = detail::line_axis("argpartition", x, axis...);
  auto const order = detail::place_to_order("argpartition: place", x, place, k);
  return detail::ordered_indices("argpartition", static_cast<X&&>(x), k, order);
}

} // namespace weft
