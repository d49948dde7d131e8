#pragma once
#include <weft/ops/sort.hpp>
#include <weft/tensor/memory.hpp>

namespace weft {

/// The distinct elements of a tensor, sorted, and the elements of the tensor that equal each of them.
template <class T, auto Shape>
struct unique_elements {
  tensor<T, 1> values;
  tensor<index_t, 1> indices;     ///< the row-major number of the first element that equals each value
  tensor<index_t, Shape> inverse; ///< values(inverse(i...)) is element i... of the tensor
  tensor<index_t, 1> counts;      ///< how often each value occurs

  WEFT_INLINE unique_elements(index_t count, tensor<T, Shape> const& x)
      : values(uninit, count), indices(uninit, count), inverse(x.shape()), counts(count) {}
  WEFT_COPIED(unique_elements);
};

namespace detail {

/// Returns the number of distinct elements of a sorted list. Calls f(i, n, first) for each element i: it equals
/// distinct element n, and `first` is true if it is the first that does.
template <class T, class F>
WEFT_FN index_t number_distinct(T const* sorted, index_t size, F const& f) {
  index_t n = -1;
  for (index_t i = 0; i < size; ++i) {
    bool const first = i == 0 || sorts_before(sorted[i - 1], sorted[i]);
    n += int(first);
    f(i, n, first);
  }
  return n + 1;
}

} // namespace detail

/// Returns the distinct elements of x, sorted; NaN counts as one. Computed at once: their number depends on the values.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto unique(X const& x) {
  detail::refuse_followed<X>();
  using T = detail::value_t<X>;
  detail::require_ordered<T>();
  tensor<T, detail::shape_argument<typename detail::captured_t<X const&>::extents_type>, row_major> sorted(x);
  T* const p = sorted.data();
  tensor<T, 1> room(uninit, sorted.size());
  detail::whole_order{}(p, sorted.size(), room.data());
  index_t const count = detail::number_distinct(p, sorted.size(), [](index_t, index_t, bool) {});
  tensor<T, 1> values(uninit, count);
  detail::number_distinct(p, sorted.size(), [&](index_t i, index_t n, bool first) {
    if (first)
      values.data()[n] = p[i];
  });
  return values;
}
/// Returns the distinct elements of x, sorted, and which elements of x equal them: auto [values, indices, inverse,
/// counts] = unique_all(a).
template <Tensorial X>
[[nodiscard]] WEFT_FN auto unique_all(X const& x) {
  detail::refuse_followed<X>();
  using T = detail::value_t<X>;
  detail::require_ordered<T>();
  constexpr auto shape_of_x = detail::shape_argument<typename detail::captured_t<X const&>::extents_type>;
  tensor<T, shape_of_x, row_major> const elements(x);
  index_t const size = elements.size();
  T const* const from = elements.data();
  tensor<index_t, 1> order(uninit, size);
  tensor<T, 1> sorted(uninit, size);
  index_t* const place = order.data();
  tensor<index_t, 1> room(uninit, detail::whole_order::room_of_indices<T>(size));
  detail::whole_order{}.indices(from, size, place, room.data());
  for (index_t i = 0; i < size; ++i)
    sorted.data()[i] = from[place[i]];
  index_t const count = detail::number_distinct(sorted.data(), size, [](index_t, index_t, bool) {});
  unique_elements<T, shape_of_x> out(count, elements);
  detail::number_distinct(sorted.data(), size, [&](index_t i, index_t n, bool first) {
    ++out.counts.data()[n];
    if (first) {
      out.values.data()[n] = sorted.data()[i];
      out.indices.data()[n] = place[i]; // the first of equal elements, because the sort is stable
    }
    out.inverse.data()[place[i]] = n;
  });
  return out;
}

} // namespace weft
