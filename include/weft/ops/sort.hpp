#pragma once
#include <weft/eval/gather.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/rearrange.hpp>

#include <algorithm>

// Lines of an operand in increasing order, NaN last; complex numbers by their real, then by their imaginary parts.
// Lazy: an assignment copies the operand into its target and sorts there; a line that does not lie side by side goes
// through a buffer. Where the target overlaps the operand, or the result stands inside a larger expression, there is
// one temporary. Not in the umbrella header, because of <algorithm>.
namespace weft {

namespace detail {

/// The order of sorting. Complex numbers with a NaN come last: first those whose imaginary part is one, then those
/// whose real part is, then those of two, as in NumPy.
template <class T>
WEFT_INLINE bool sorts_before(T const& a, T const& b) {
  if constexpr (is_complex<T>) {
    const int x = 2 * int(op::is_nan(a.real())) + int(op::is_nan(a.imag()));
    const int y = 2 * int(op::is_nan(b.real())) + int(op::is_nan(b.imag()));
    if (x != y)
      return x < y;
    if (x < 2 && !(a.real() == b.real()))
      return a.real() < b.real();
    return x % 2 == 0 && a.imag() < b.imag();
  } else if constexpr (std::is_floating_point_v<T>) {
    return op::is_nan(a) || op::is_nan(b) ? !op::is_nan(a) && op::is_nan(b) : a < b;
  } else {
    return a < b;
  }
}

/// Moves NaN to the end of a line, and returns where they begin. Then < is an order.
template <class T>
WEFT_FN T* before_nan(T* first, T* last) {
  if constexpr (std::is_floating_point_v<T>)
    return std::stable_partition(first, last, [](T const& x) { return !op::is_nan(x); });
  else
    return last;
}

/// Stable; of integers equal ones cannot be told apart.
struct whole_order {
  template <class T>
  WEFT_FN void operator()(T* first, index_t n) const {
    T* const last = before_nan(first, first + n);
    if constexpr (std::is_integral_v<T>)
      std::sort(first, last, [](T const& a, T const& b) { return a < b; });
    else if constexpr (std::is_floating_point_v<T>)
      std::stable_sort(first, last, [](T const& a, T const& b) { return a < b; });
    else
      std::stable_sort(first, last, [](T const& a, T const& b) { return sorts_before(a, b); });
  }
};
/// Only one element where it belongs, smaller ones before it, larger ones behind.
struct order_around {
  index_t place;
  template <class T>
  WEFT_FN void operator()(T* first, index_t n) const {
    T* const last = before_nan(first, first + n);
    if (first + place < last)
      std::nth_element(first, first + place, last, [](T const& a, T const& b) { return sorts_before(a, b); });
  }
};

/// Calls f(offset, n) for each line along an axis; offset[j] is where strides[j] put it. strides[j][last] is its step.
template <int N, class F>
WEFT_FN void walk_lines(dynamic_extents extents, dynamic_extents (&strides)[N], int axis, F const& f) {
  const auto to_end = [&](dynamic_extents& d) {
    const int last = d.rank() - 1;
    const index_t n = d[axis];
    d.set(axis, d[last]);
    d.set(last, n);
  };
  to_end(extents);
  for (dynamic_extents& s : strides)
    to_end(s);
  walk_rows(extents, strides, [&](index_t const*, index_t const* offset, index_t n) { f(offset, n); });
}

/// Room for a line of memory whose step is not 1; nothing where none is needed.
template <class T>
WEFT_FN auto line_buffer(bool needed, index_t n, session& s) {
  return new_temporary<T>(shape(needed ? n : 0), s);
}

/// E with its lines along an axis brought into an order.
template <class E, class Order>
struct ordering {
  using value_type = typename E::value_type;
  using extents_type = typename E::extents_type;
  static constexpr bool in_parts = true;

  E operand;
  int axis;
  [[no_unique_address]] Order order;

  WEFT_INLINE ordering(E e, int k, Order o) : operand(static_cast<E&&>(e)), axis(k), order(o) {}
  WEFT_INLINE ordering(ordering const&) = default;
  WEFT_INLINE ordering(ordering&&) = default;
  WEFT_INLINE ordering& operator=(ordering const&) = default;
  WEFT_INLINE ordering& operator=(ordering&&) = default;
  WEFT_INLINE ~ordering() = default;
  WEFT_INLINE extents_type extents() const { return operand.extents(); }

  WEFT_FN bool reads(footprint const& bytes, session& s) const { return reads_memory(operand, bytes, s); }
  template <class Target>
  WEFT_FN void evaluate(Target const& target, session& s) const {
    assign(target, operand, s);
    dynamic_extents strides[] = {convert_extents<dynamic_extents>(target.place.strides())};
    const index_t step = strides[0][axis];
    const auto buffer = line_buffer<value_type>(step != 1, target.place.extent(axis), s);
    if (s.dry())
      return;
    walk_lines(convert_extents<dynamic_extents>(target.extents()), strides, axis, [&](index_t const* at, index_t n) {
      value_type* const line = target.data + at[0];
      if (step == 1)
        return order(line, n);
      for (index_t i = 0; i < n; ++i)
        buffer.data[i] = std::move(line[i * step]);
      order(buffer.data, n);
      for (index_t i = 0; i < n; ++i)
        line[i * step] = std::move(buffer.data[i]);
    });
  }
};

/// The indices along an axis that sort the lines of E.
template <class E>
struct sorting_indices {
  using value_type = index_t;
  using extents_type = typename E::extents_type;
  static constexpr bool in_parts = true;

  E operand;
  int axis;

  WEFT_INLINE sorting_indices(E e, int k) : operand(static_cast<E&&>(e)), axis(k) {}
  WEFT_INLINE sorting_indices(sorting_indices const&) = default;
  WEFT_INLINE sorting_indices(sorting_indices&&) = default;
  WEFT_INLINE sorting_indices& operator=(sorting_indices const&) = default;
  WEFT_INLINE sorting_indices& operator=(sorting_indices&&) = default;
  WEFT_INLINE ~sorting_indices() = default;
  WEFT_INLINE extents_type extents() const { return operand.extents(); }

  WEFT_FN bool reads(footprint const& bytes, session& s) const { return reads_memory(operand, bytes, s); }
  template <class Target>
  WEFT_FN void evaluate(Target const& target, session& s) const {
    using T = typename E::value_type;
    auto const& values = in_memory(operand, s);
    dynamic_extents strides[] = {convert_extents<dynamic_extents>(target.place.strides()),
                                 convert_extents<dynamic_extents>(values.place.strides())};
    const index_t to = strides[0][axis], from = strides[1][axis], extent = target.place.extent(axis);
    const auto indices = line_buffer<index_t>(to != 1, extent, s);
    const auto elements = line_buffer<T>(from != 1, extent, s);
    if (s.dry())
      return;
    walk_lines(convert_extents<dynamic_extents>(target.extents()), strides, axis, [&](index_t const* at, index_t n) {
      index_t* const first = to == 1 ? target.data + at[0] : indices.data;
      T const* const line = from == 1 ? values.data + at[1] : elements.data;
      for (index_t i = 0; i < n; ++i) {
        first[i] = i;
        if (from != 1)
          elements.data[i] = values.data[at[1] + i * from];
      }
      std::stable_sort(first, first + n, [line](index_t i, index_t j) { return sorts_before(line[i], line[j]); });
      for (index_t i = 0; i < n && to != 1; ++i)
        target.data[at[0] + i * to] = first[i];
    });
  }
};

/// The axis named, or the last one.
template <class X>
WEFT_FN int line_axis(char const* operation, X const& x) {
  const int rank = shape_before(x).rank();
  return check_axis(operation, rank - 1, rank);
}
template <class X, class A>
WEFT_FN int line_axis(char const* operation, X const& x, A axis) {
  return check_axis(operation, as_axis<X>(axis), shape_before(x).rank());
}

template <class T>
WEFT_FN constexpr void require_ordered() {
  static_assert(
      is_complex<T> || requires(T const& a, T const& b) {
        { a < b } -> std::convertible_to<bool>;
      }, "weft: sorting takes elements that < compares");
}

template <class X, class Order>
WEFT_FN auto ordered(X&& x, int axis, Order order) {
  require_ordered<value_t<X>>();
  return make_deferred(ordering<captured_t<X>, Order>(capture(static_cast<X&&>(x)), axis, order));
}

} // namespace detail

/// The lines along an axis, sorted; without one those along the last. Stable, by std::sort for integers, else by
/// std::stable_sort.
template <Tensorial X, detail::Axis... A>
  requires(sizeof...(A) < 2)
WEFT_FN auto sort(X&& x, A... axis) {
  const int k = detail::line_axis("sort", x, axis...);
  return detail::ordered(static_cast<X&&>(x), k, detail::whole_order{});
}
/// The lines along an axis so that element `place` is the one that sorting would put there; no smaller one comes
/// after it and no larger one before. Faster than sorting: linear in the length.
template <Tensorial X, detail::Axis... A>
  requires(sizeof...(A) < 2)
WEFT_FN auto partition(X&& x, index_t place, A... axis) {
  const int k = detail::line_axis("partition", x, axis...);
  const index_t n = detail::shape_before(x)[k];
  if (place < 0 || place >= n)
    detail::throw_index("partition: place", place, k, n);
  return detail::ordered(static_cast<X&&>(x), k, detail::order_around{place});
}
/// The indices along an axis in the order that sorts the lines; equal elements keep theirs.
/// @post take_along(a, argsort(a, k), k) == sort(a, k)
template <Tensorial X, detail::Axis... A>
  requires(sizeof...(A) < 2)
WEFT_FN auto argsort(X&& x, A... axis) {
  detail::require_ordered<detail::value_t<X>>();
  const int k = detail::line_axis("argsort", x, axis...);
  return detail::make_deferred(detail::sorting_indices<detail::captured_t<X>>(detail::capture(static_cast<X&&>(x)), k));
}

} // namespace weft
