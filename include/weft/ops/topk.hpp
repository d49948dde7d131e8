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

/// Returns the k largest elements of each line along an axis, by default the last one, in descending order: auto
/// [values, indices] = topk(a, 3). NaN is larger than all numbers, as in sort. If elements are equal, the first ones
/// are taken, in their order. The results are two tensors, computed at once by sorting whole lines. For variables the
/// values are an expression, whose gradient goes to the elements taken. Throws shape_error if a line has fewer than k
/// elements.
template <Tensorial X, detail::Axis... A>
  requires(sizeof...(A) < 2)
[[nodiscard]] WEFT_FN auto topk(X&& x, index_t k, A... axis) {
  int const along = detail::line_axis("topk", x, axis...);
  index_t const n = detail::shape_before(x)[along];
  if (k < 0 || k > n)
    detail::throw_shape_reason("topk", "the lines have fewer elements than are asked for, or a negative number is");
  auto e = detail::capture(static_cast<X&&>(x));
  // The sort is stable: in the reversed line, read from its end, the first of equal elements comes first.
  auto const order = argsort(reverse(e, along), along);
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
