#pragma once
#ifdef WEFT_WITHOUT_IO
#error "weft: this library was built without the component io: -DWEFT_COMPONENTS=all, or a list with io"
#endif
#include <weft/io/c_tensor.h>
#include <weft/tensor/memory.hpp>
#ifndef WEFT_WITHOUT_DYNAMIC
#include <weft/dynamic/any_tensor.hpp>
#endif

#include <type_traits>

namespace weft {

namespace detail {
/// Throws dtype_error, shape_error or layout_error if the fields do not describe a tensor of elements `wanted`, or if
/// `writes` is true and the tensor is read-only. The sentence names `function`.
WEFT_API void check_c_tensor(char const* function, weft_tensor_t const& t, dtype wanted, bool writes);
} // namespace detail

/// Returns a description of a tensor or a view for C code. The memory stays where it is, and must outlive the result.
template <Stored X>
  requires HasDtype<detail::value_t<X>>
[[nodiscard]] WEFT_FN weft_tensor_t to_c(X&& x) {
  static_assert(
      std::is_lvalue_reference_v<X> || requires { x.window_leaf(); },
      "weft: to_c: the tensor is a temporary, whose memory ends before C sees it");
  using T = std::remove_pointer_t<decltype(x.data())>;
  weft_tensor_t out{};
  out.values = const_cast<std::remove_const_t<T>*>(x.data());
  out.size = x.size();
  out.rank = x.rank();
  out.dtype = static_cast<int>(dtype_of<std::remove_const_t<T>>);
  out.read_only = std::is_const_v<T>;
  for (int k = 0; k < x.rank(); ++k) {
    out.shape[k] = x.extent(k);
    out.strides[k] = x.stride(k);
  }
  return out;
}
/// Returns a view of a tensor that C code describes. Throws dtype_error if the elements are no T, or are read-only and
/// T is not const; shape_error if the fields contradict each other, or the rank or a static extent differs;
/// layout_error if the strides do not fit Order, or the values are not aligned.
template <class T, auto S = runtime_rank, class Order = strided>
  requires HasDtype<std::remove_const_t<T>>
[[nodiscard]] WEFT_FN view<T, S, Order> from_c(weft_tensor_t const& t) {
  detail::check_c_tensor("from_c", t, dtype_of<std::remove_const_t<T>>, !std::is_const_v<T>);
  dynamic_extents extents(t.rank), strides(t.rank);
  for (int k = 0; k < t.rank; ++k) {
    extents.set(k, t.shape[k]);
    strides.set(k, t.strides[k]);
  }
  return detail::strided_view(static_cast<T*>(t.values), extents, strides, {}).template as<S, Order>();
}

} // namespace weft
