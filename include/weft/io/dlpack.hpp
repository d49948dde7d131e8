#pragma once
#ifdef WEFT_WITHOUT_IO
#error "weft: this library was built without the component io: -DWEFT_COMPONENTS=all, or a list with io"
#endif
#include <weft/tensor/memory.hpp>
#ifndef WEFT_WITHOUT_DYNAMIC
#include <weft/dynamic/any_tensor.hpp>
#endif

#include <cstdint>
#include <type_traits>

namespace weft {

/// The structs of DLPack 1.0, through which NumPy, PyTorch, JAX, CuPy and others hand over tensors without a copy; the
/// same in memory as the structs of <dlpack/dlpack.h>, so pointers to them may be cast to one another.
namespace dlpack {

struct device {
  std::int32_t type; ///< 1: memory of the CPU
  std::int32_t id;
};
struct data_type {
  std::uint8_t code; ///< 0 int, 1 unsigned, 2 float, 5 complex, 6 bool
  std::uint8_t bits;
  std::uint16_t lanes;
};
struct tensor {
  void* data;
  dlpack::device device;
  std::int32_t rank;
  data_type type;
  std::int64_t* shape;
  std::int64_t* strides; ///< in elements; null: row-major
  std::uint64_t byte_offset;
};
struct managed_tensor {
  dlpack::tensor tensor;
  void* manager;
  void (*deleter)(managed_tensor* self); ///< may be null
};
struct version {
  std::uint32_t major, minor;
};
struct managed_tensor_versioned {
  dlpack::version version;
  void* manager;
  void (*deleter)(managed_tensor_versioned* self); ///< may be null
  std::uint64_t flags;
  dlpack::tensor tensor;
};
inline constexpr std::uint64_t read_only = 1; ///< a flag

} // namespace dlpack

namespace detail {

/// A tensor of somebody else, checked.
struct foreign_tensor {
  void* data;
  dynamic_extents shape, strides;
};
WEFT_API dlpack::managed_tensor* make_managed(untyped_view const& a, storage_ref keep);
WEFT_API dlpack::managed_tensor_versioned* make_managed_versioned(untyped_view const& a, storage_ref keep,
                                                                  bool only_reads);
WEFT_API foreign_tensor check_managed(dlpack::managed_tensor const& m, dtype wanted, bool writes);
WEFT_API foreign_tensor check_managed(dlpack::managed_tensor_versioned const& m, dtype wanted, bool writes);

/// A view that keeps the memory of x alive.
template <class X>
WEFT_FN auto keeping_view(X&& x) {
  if constexpr (!Stored<X>)
    return eval(x).window();
  else if constexpr (std::is_lvalue_reference_v<X> && !requires { x.window_leaf(); })
    return x.share();
  else
    return static_cast<X&&>(x).window();
}
/// f of the memory of a view and of the share in it.
template <class V, class F>
WEFT_FN auto with_kept_memory(V const& v, F f) {
  storage_ref const& keep = v.window_leaf().keep;
  if (!keep.owns() && v.size() > 0)
    throw_layout_reason("to_dlpack", "the view borrows its memory; copy() it, or share() the tensor first");
  auto const e = convert_extents<dynamic_extents>(v.shape()), s = convert_extents<dynamic_extents>(v.strides());
  return f(untyped_view{dtype_of<value_t<V>>, v.data(), v.rank(), e.value, s.value}, keep);
}

template <class T, auto S, class Order, class Managed>
WEFT_FN view<T, S, Order> adopt_managed(Managed* m) {
  foreign_tensor const a = check_managed(*m, dtype_of<std::remove_const_t<T>>, !std::is_const_v<T>);
  auto const v = [&](storage_ref keep) {
    return strided_view(static_cast<T*>(a.data), a.shape, a.strides, std::move(keep)).template as<S, Order>();
  };
  v({}); // throws while the tensor is still the caller's
  return v(storage_ref::take(adopt_block(a.data, m, [](void* context) {
    auto* const held = static_cast<Managed*>(context);
    if (held->deleter != nullptr)
      held->deleter(held);
  })));
}

} // namespace detail

/// The tensor as DLPack hands it on, without a copy; whoever gets it calls its deleter once. A tensor is shared, as by
/// share(); an rvalue and an expression are moved into it; a view must keep its memory alive, else layout_error.
template <Tensorial X>
  requires HasDtype<detail::value_t<X>>
[[nodiscard]] WEFT_FN dlpack::managed_tensor* to_dlpack(X&& x) {
  auto const v = detail::keeping_view(static_cast<X&&>(x));
  static_assert(!std::is_const_v<typename decltype(v)::element_type>,
                "weft: to_dlpack: only to_dlpack_versioned can say that elements are read-only");
  return detail::with_kept_memory(
      v, [](detail::untyped_view const& a, detail::storage_ref const& keep) { return detail::make_managed(a, keep); });
}
/// The tensor in the form of DLPack 1.0, which carries the flag that elements are read-only.
template <Tensorial X>
  requires HasDtype<detail::value_t<X>>
[[nodiscard]] WEFT_FN dlpack::managed_tensor_versioned* to_dlpack_versioned(X&& x) {
  auto const v = detail::keeping_view(static_cast<X&&>(x));
  constexpr bool only_reads = std::is_const_v<typename decltype(v)::element_type>;
  return detail::with_kept_memory(v, [](detail::untyped_view const& a, detail::storage_ref const& keep) {
    return detail::make_managed_versioned(a, keep, only_reads);
  });
}

/// The element type of a tensor of DLPack; dtype_error if weft has none.
[[nodiscard]] WEFT_API dtype dtype_of_dlpack(dlpack::tensor const& t);

/// A view of a tensor that DLPack hands over; the last view of it calls the deleter, once. Throws dtype_error if the
/// elements are no T, or are read-only and T is not const; shape_error if the rank or a static extent is another one;
/// layout_error if the order is, or the data are not aligned; error if the memory is not the CPU's or the version is
/// not 1. When it throws, the tensor is still the caller's.
template <class T, auto S = runtime_rank, class Order = strided>
  requires HasDtype<std::remove_const_t<T>>
[[nodiscard]] WEFT_FN view<T, S, Order> from_dlpack(dlpack::managed_tensor* m) {
  return detail::adopt_managed<T, S, Order>(m);
}
template <class T, auto S = runtime_rank, class Order = strided>
  requires HasDtype<std::remove_const_t<T>>
[[nodiscard]] WEFT_FN view<T, S, Order> from_dlpack(dlpack::managed_tensor_versioned* m) {
  return detail::adopt_managed<T, S, Order>(m);
}

#ifndef WEFT_WITHOUT_DYNAMIC
/// The memory of an any_view, as of typed views; layout_error where it borrows its memory.
[[nodiscard]] WEFT_API dlpack::managed_tensor* to_dlpack(any_view const& v);
/// The memory of an any_tensor, which is shared.
[[nodiscard]] WEFT_FN inline dlpack::managed_tensor* to_dlpack(any_tensor& u) {
  return to_dlpack(u(ellipsis));
}
/// A tensor that DLPack hands over, of whatever type its elements have: a view, with the errors of from_dlpack<T>.
[[nodiscard]] WEFT_API any_view from_dlpack(dlpack::managed_tensor* m);
[[nodiscard]] WEFT_API any_view from_dlpack(dlpack::managed_tensor_versioned* m);
#endif

} // namespace weft
