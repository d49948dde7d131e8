#pragma once
#include <weft/base/results.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/memory.hpp>

#include <array>

// Converts between row-major numbers of elements, which argmin, argmax and take() use, and indices, one number for each
// axis, which a[...] and a(...) take.
namespace weft {

namespace detail {

WEFT_API [[noreturn]] void throw_number(char const* operation, index_t number, index_t const* extents, int rank);

template <Shape S>
WEFT_FN constexpr void check_number(index_t number, index_t count, S const& shape) {
  if (number < 0 || number >= count) {
    auto const s = convert_extents<dynamic_extents>(shape);
    throw_number("unravel_index", number, s.value, s.rank());
  }
}
WEFT_FN constexpr void check_entry(index_t i, int axis, index_t extent) {
  if (i < 0 || i >= extent)
    throw_index("ravel_index", i, axis, extent);
}

/// `type`: the type of an index of shape S: a std::array, or for run-time rank a dynamic_extents.
template <class S>
struct index_for {
  using type = one_for_each_axis<S::static_rank, index_t>;
};
template <>
struct index_for<dynamic_extents> {
  using type = dynamic_extents;
};

/// A std::tuple or std::pair. A std::array is no TupleIndex, because it is a range.
template <class At>
concept TupleIndex = !requires(At const& i) { i.begin(); } && requires { std::tuple_size<At>::value; };
/// A list of tensors of indices, one for each axis, as nonzero() returns it.
template <class R>
concept IndexTensors = !Tensorial<R> && !IndexRange<R> && requires(R const& r) {
  requires IndexTensor<decltype(*r.begin())>;
  r.size();
};

template <Shape S>
WEFT_FN constexpr index_t ravel_range(index_t const* index, int rank, S const& shape) {
  if (rank != shape.rank())
    throw_subscripts(rank, shape.rank());
  index_t n = 0;
  for (int k = 0; k < rank; ++k) {
    check_entry(index[k], k, shape[k]);
    n = n * shape[k] + index[k];
  }
  return n;
}

} // namespace detail

/// Returns the index of the element with a row-major number: auto [i, j] = unravel_index(argmax(a), a.shape()), or
/// a[index]. It is a std::array, or for run-time rank a list like a shape. Throws index_error for a number that no
/// element has.
template <std::integral N, Shape S>
[[nodiscard]] WEFT_FN constexpr auto unravel_index(N number, S const& shape) {
  index_t const count = detail::checked_count(shape, "unravel_index");
  index_t n = static_cast<index_t>(number);
  detail::check_number(n, count, shape);
  typename detail::index_for<S>::type index{};
  if constexpr (S::static_rank < 0)
    index = dynamic_extents(shape.rank());
  for (int k = shape.rank() - 1; k >= 0; --k) {
    if constexpr (S::static_rank < 0)
      index.set(k, n % shape[k]);
    else
      index[static_cast<std::size_t>(k)] = n % shape[k];
    n /= shape[k];
  }
  return index;
}
/// Returns the indices of the elements with the given row-major numbers, as one tensor for each axis with the shape of
/// `numbers`: auto [i, j] = unravel_index(numbers, s); then a(i, j) are the elements. The tensors are in a std::array,
/// or for run-time rank in a std::vector. Throws index_error for a number that no element has.
template <Tensorial N, Shape S>
  requires detail::IndexTensor<N>
[[nodiscard]] WEFT_FN auto unravel_index(N const& numbers, S const& shape) {
  using indices = tensor<index_t, detail::shape_argument<typename detail::captured_t<N const&>::extents_type>>;
  index_t const count = detail::checked_count(shape, "unravel_index");
  indices n = cast<index_t>(numbers);
  for (index_t number : n)
    detail::check_number(number, count, shape);
  detail::one_for_each_axis<S::static_rank, indices> out;
  if constexpr (S::static_rank < 0)
    out.resize(static_cast<std::size_t>(shape.rank()));
  for (int k = shape.rank() - 1; k >= 0 && n.size() > 0; --k) {
    out[static_cast<std::size_t>(k)] = n % shape[k];
    n /= shape[k];
  }
  if (n.empty())
    for (indices& i : out)
      i = n;
  return out;
}

/// Does not compile: the second argument must be a shape.
template <class N, Tensorial X>
[[nodiscard]] WEFT_FN auto unravel_index(N const&, X const&) {
  static_assert(detail::always_false<X>, "weft: unravel_index takes a shape, as in unravel_index(n, a.shape())");
  return typename detail::index_for<typename detail::captured_t<X const&>::extents_type>::type{};
}

/// Returns the row-major number of the element with an index, which is a std::array or any range of integers, a shape,
/// a std::tuple or std::pair, or braces. Throws index_error if it has not one number for each axis of the shape, or if
/// a number is out of range.
template <IndexRange At, Shape S>
[[nodiscard]] WEFT_FN constexpr index_t ravel_index(At const& index, S const& shape) {
  detail::checked_count(shape, "ravel_index");
  index_t i[max_rank]{};
  int rank = 0;
  for (auto entry : index) {
    if (rank == max_rank)
      detail::throw_subscripts(rank + 1, shape.rank());
    i[rank++] = static_cast<index_t>(entry);
  }
  return detail::ravel_range(i, rank, shape);
}
template <Shape S>
[[nodiscard]] WEFT_FN constexpr index_t ravel_index(std::initializer_list<detail::any_index> index, S const& shape) {
  return ravel_index<std::initializer_list<detail::any_index>>(index, shape);
}
template <detail::TupleIndex At, Shape S>
[[nodiscard]] WEFT_FN constexpr index_t ravel_index(At const& index, S const& shape) {
  return detail::unpack<std::tuple_size<At>::value>([&]<int... K>() {
    return ravel_index(std::array<index_t, sizeof...(K)>{static_cast<index_t>(get<K>(index))...}, shape);
  });
}
/// Returns the row-major numbers of the elements with the given indices, one tensor for each axis, as nonzero() returns
/// them. The tensors broadcast. take(a, numbers) are the elements.
template <detail::IndexTensors R, Shape S>
[[nodiscard]] WEFT_FN auto ravel_index(R const& indices, S const& shape) {
  constexpr int rank = detail::rank_of<decltype(*indices.begin())>;
  detail::checked_count(shape, "ravel_index");
  if (static_cast<index_t>(indices.size()) != shape.rank())
    detail::throw_subscripts(static_cast<int>(indices.size()), shape.rank());
  tensor<index_t, detail::shape_argument<dims<rank>>> n;
  int k = 0;
  for (auto const& index : indices) {
    tensor<index_t, detail::shape_argument<dims<rank>>> const i = cast<index_t>(index);
    for (index_t entry : i)
      detail::check_entry(entry, k, shape[k]);
    if (k == 0)
      n = i;
    else
      n = n * shape[k] + i;
    ++k;
  }
  return n;
}

/// Does not compile: the second argument must be a shape.
template <class At, Tensorial X>
[[nodiscard]] WEFT_FN auto ravel_index(At const&, X const&) {
  static_assert(detail::always_false<X>, "weft: ravel_index takes a shape, as in ravel_index(index, a.shape())");
  return index_t(0);
}

/// Returns the index of the smallest element over all axes: auto [i, j] = argmin_index(a) is unravel_index(argmin(a),
/// a.shape()).
template <AnyTensorial X>
[[nodiscard]] WEFT_FN auto argmin_index(X const& x) {
  return unravel_index(static_cast<index_t>(argmin(x)), detail::shape_before(x));
}
/// Returns the index of the largest element over all axes, in the same way.
template <AnyTensorial X>
[[nodiscard]] WEFT_FN auto argmax_index(X const& x) {
  return unravel_index(static_cast<index_t>(argmax(x)), detail::shape_before(x));
}

/// Does not compile: there is no axis argument.
template <Tensorial X, class... A>
  requires(sizeof...(A) > 0)
[[nodiscard]] WEFT_FN auto argmin_index(X const&, A...) {
  static_assert(detail::always_false<X>, "weft: argmin_index is over all axes; along one it is argmin(a, axis)");
  return typename detail::index_for<typename detail::captured_t<X const&>::extents_type>::type{};
}
/// Does not compile: there is no axis argument.
template <Tensorial X, class... A>
  requires(sizeof...(A) > 0)
[[nodiscard]] WEFT_FN auto argmax_index(X const&, A...) {
  static_assert(detail::always_false<X>, "weft: argmax_index is over all axes; along one it is argmax(a, axis)");
  return typename detail::index_for<typename detail::captured_t<X const&>::extents_type>::type{};
}

} // namespace weft
