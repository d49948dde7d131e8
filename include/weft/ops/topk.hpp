#pragma once
#include <weft/ops/sort.hpp>
#include <weft/ops/take.hpp>
#include <weft/tensor/memory.hpp>

namespace weft {

/// The largest elements of each line, and their indices along the axis.
template <class V, class N>
struct topk_result {
  V values;
  N indices;

  WEFT_INLINE topk_result(V&& v, N&& n) : values(std::move(v)), indices(std::move(n)) {}
  WEFT_COPIED(topk_result);
};

namespace detail {

/// Finds the last `count` indices of the order that sorts a line stably, and writes them to the end of a list; the rest
/// of the list is arbitrary. One pass keeps the indices of elements that are not below the last one to be kept so far,
/// and drops the surplus when they are twice as many. Many indices are sorted.
struct last_of_order {
  index_t count;

  template <class T>
  WEFT_FN static constexpr index_t room_of_indices(index_t n) {
    return whole_order::room_of_indices<T>(n);
  }
  template <class T>
  WEFT_FN void indices(T const* values, index_t n, index_t* first, index_t* room) const {
    if (count == 0)
      return;
    if (count > n / topk_share)
      return whole_order{}.indices(values, n, first, room);
    auto const before = [values](index_t i, index_t j) {
      return sorts_before(values[i], values[j]) || (!sorts_before(values[j], values[i]) && i < j);
    };
    index_t kept = 0;
    T const* least = nullptr;
    for (index_t i = 0; i < n; ++i) {
      if (least != nullptr && sorts_before(values[i], *least))
        continue;
      first[kept++] = i;
      if (kept == 2 * count) {
        std::nth_element(first, first + kept - count, first + kept, before);
        std::move(first + kept - count, first + kept, first);
        kept = count;
        least = values + first[0];
      }
    }
    std::sort(first, first + kept, before);
    std::move_backward(first, first + kept, first + n);
  }
};

} // namespace detail

/// Returns the k largest elements of each line along an axis, by default the last one, in descending order: auto
/// [values, indices] = topk(a, 3). NaN is larger than all numbers, as in sort. If elements are equal, the first ones
/// are taken, in their order. The results are two tensors, computed at once: in one pass over a line if k is at most an
/// eighth of it, else by sorting it. For variables the values are an expression, whose gradient goes to the elements
/// taken. Throws shape_error if a line has fewer than k elements.
template <Tensorial X, detail::Axis... A>
  requires(sizeof...(A) < 2)
[[nodiscard]] WEFT_FN auto topk(X&& x, index_t k, A... axis) {
  int const along = detail::line_axis("topk", x, axis...);
  index_t const n = detail::shape_before(x)[along];
  if (k < 0 || k > n)
    detail::throw_shape_reason("topk", "the lines have fewer elements than are asked for, or a negative number is");
  auto e = detail::capture(static_cast<X&&>(x));
  // The sort is stable: in the reversed line, read from its end, the first of equal elements comes first.
  auto const order = detail::ordered_indices("topk", reverse(e, along), along, detail::last_of_order{k});
  tensor indices = n - 1 - detail::windowed(reverse(order, along), detail::range_selector<int>{along, 0, k});
  if constexpr (detail::is_followed<decltype(e)>) {
    auto values = take_along(std::move(e), copy(indices), along);
    return topk_result<decltype(values), decltype(indices)>{std::move(values), std::move(indices)};
  } else {
    tensor values = take_along(std::move(e), indices, along);
    return topk_result<decltype(values), decltype(indices)>{std::move(values), std::move(indices)};
  }
}

} // namespace weft
