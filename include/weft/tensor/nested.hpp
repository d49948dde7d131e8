#pragma once
#include <weft/tensor/memory.hpp>

#include <iterator>
#include <string_view>
#include <vector>

// Converts tensors from and to containers of the standard library, also nested ones, by copies.
namespace weft {

namespace detail {

/// A range that to_tensor() walks. Tensors and texts are none; a text is an element.
template <class R>
concept List = !Tensorial<R> && !std::convertible_to<R const&, std::string_view> && requires(R& r) {
  std::begin(r);
  std::end(r);
};
template <class R>
using list_iterator = decltype(std::begin(std::declval<R&>()));
template <class R>
using item_t = std::iter_value_t<list_iterator<R>>;

/// Returns how many lists are nested in R, down to a type that converts to an element of type T (void: any type).
template <class R, class T = void>
WEFT_FN constexpr int depth_of() {
  if constexpr (!List<R> || std::convertible_to<R const&, T>)
    return 0;
  else
    return 1 + depth_of<item_t<R>, T>();
}
template <class R, int Depth>
struct element_of : element_of<item_t<R>, Depth - 1> {};
template <class R>
struct element_of<R, 0> {
  using type = R;
};

/// Returns the elements of a range that can be walked only once, so that they cannot be counted before.
template <class T, class R>
WEFT_FN tensor<T, 1> collect(R& range) {
  tensor<T, 1> out(uninit, 16);
  index_t n = 0;
  for (auto&& item : range) {
    if (n == out.size()) {
      tensor<T, 1> larger(uninit, 2 * n);
      larger(any_range{0, n}) = out;
      swap(out, larger);
    }
    out.data()[n++] = store_as<T>(item);
  }
  return tensor<T, 1>(out(any_range{0, n}));
}

template <class T, int R>
struct nested_vectors {
  using type = std::vector<typename nested_vectors<T, R - 1>::type>;
};
template <class T>
struct nested_vectors<T, 0> {
  using type = T;
};

template <class C, class T>
WEFT_FN C nest(T const* p, index_t const* extents, index_t const* strides) {
  if constexpr (!List<C>) {
    static_assert(storable<T, C>(),
                  "weft: storing a floating value into integers needs cast<T>(...); of a complex one take real or abs");
    return store_as<C>(*p);
  } else {
    using item = typename C::value_type;
    C out{};
    constexpr bool counted = requires { std::tuple_size<C>::value; };
    if constexpr (counted)
      check_count("to_nested", static_cast<index_t>(std::tuple_size<C>::value), extents[0]);
    else if constexpr (requires(std::size_t n) { out.reserve(n); })
      out.reserve(static_cast<std::size_t>(extents[0]));
    for (index_t k = 0; k < extents[0]; ++k, p += strides[0])
      if constexpr (counted)
        out[static_cast<std::size_t>(k)] = nest<item>(p, extents + 1, strides + 1);
      else
        out.insert(out.end(), nest<item>(p, extents + 1, strides + 1));
    return out;
  }
}

} // namespace detail

/// Returns a tensor with the elements of a range of numbers: a std::vector, std::array, std::span or std::list, an
/// array, a view of std::ranges. Ranges in ranges give an axis for each depth: std::vector<std::vector<double>> gives a
/// tensor<double, 2>. Throws shape_error if ranges of one depth differ in length. The element type is the innermost
/// ranges'. It is T in to_tensor<float>(v), by the rules of assignments: no floating value becomes an integer. Texts
/// are elements. Nested ranges are walked twice; a range that can be walked only once gives rank 1. borrow(v) is a view
/// without a copy, adopt(std::move(v), shape(...)) takes the memory over, and stack(axis, a, b) joins tensors.
template <class T = void, class R>
  requires detail::List<std::remove_reference_t<R>>
[[nodiscard]] WEFT_FN auto to_tensor(R&& range) {
  using range_type = std::remove_reference_t<R>;
  constexpr int rank = detail::depth_of<range_type, T>();
  using given = typename detail::element_of<range_type, rank>::type;
  using element = std::conditional_t<std::is_void_v<T>, given, T>;
  constexpr bool once = !std::forward_iterator<detail::list_iterator<range_type>>;
  static_assert(!Tensorial<given>, "weft: to_tensor: tensors are joined by stack or concatenate");
  static_assert(detail::storable<given, element>(),
                "weft: storing a floating value into integers needs cast<T>(...); of a complex one take real or abs");
  static_assert(!once || rank == 1, "weft: to_tensor: nested ranges are walked twice, which this one cannot be");
  if constexpr (once) {
    return detail::collect<element>(range);
  } else {
    tensor<element, rank> out(uninit, detail::extents_of_nested<dims<rank>>(range));
    detail::read_nested<rank>("to_tensor", out.leaf().place, out.data(), range);
    return out;
  }
}

/// Returns the elements in nested containers, one level for each axis: std::vector<std::vector<double>> for a
/// tensor<double, 2>, a number for rank 0. to_nested<C>(a) returns containers C, nested as deep as the rank. Each is a
/// std::array or has insert(place, item): to_nested<std::deque<std::array<float, 3>>>(a). Throws shape_error if a
/// std::array has another length than the axis, or if a rank known only at run time is not the depth. An expression is
/// evaluated first. Without nesting use std::vector<double>(a.begin(), a.end()).
template <class C = void, Tensorial X>
[[nodiscard]] WEFT_FN auto to_nested(X const& x) {
  using element = detail::value_t<X>;
  constexpr int rank = detail::captured_t<X const&>::static_rank;
  if constexpr (std::is_void_v<C>) {
    static_assert(rank >= 0, "weft: to_nested: a rank known at run time needs the containers: to_nested<C>(a)");
    return to_nested<typename detail::nested_vectors<element, (rank < 0 ? 0 : rank)>::type>(x);
  } else if constexpr (!Stored<X>) {
    return to_nested<C>(eval(x));
  } else {
    constexpr int depth = detail::depth_of<C>();
    static_assert(rank < 0 || rank == depth, "weft: to_nested: the containers are as many in each other as the rank");
    if (x.rank() != depth)
      detail::throw_shape_reason("to_nested", "the rank is not the depth of the containers");
    x.window().window_leaf().keep.check("to_nested");
    auto const e = detail::convert_extents<dynamic_extents>(x.shape()),
               s = detail::convert_extents<dynamic_extents>(x.strides());
    return detail::nest<C>(x.data(), e.values(), s.values());
  }
}

} // namespace weft
