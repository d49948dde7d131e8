#pragma once
#ifdef WEFT_WITHOUT_IO
#error "weft: this library was built without the component io: -DWEFT_COMPONENTS=all, or a list with io"
#endif
#include <weft/base/check.hpp>
#include <weft/tensor/memory.hpp>
#ifndef WEFT_WITHOUT_DYNAMIC
#include <weft/dynamic/any_tensor.hpp>
#endif

#include <cstdint>
#include <type_traits>

namespace weft {

/// The structs of DLPack 1.0, through which NumPy, PyTorch, JAX, CuPy and others hand over tensors without a copy. They
/// have the same memory layout as the structs of <dlpack/dlpack.h>, so pointers to them may be cast to one another.
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
  std::int64_t* strides; ///< the strides in elements; null if the tensor is row-major
  std::uint64_t byte_offset;
};
struct managed_tensor {
  dlpack::tensor tensor;
  void* manager;
  void (*deleter)(managed_tensor* self); ///< frees the tensor; may be null
};
struct version {
  std::uint32_t major, minor;
};
struct managed_tensor_versioned {
  dlpack::version version;
  void* manager;
  void (*deleter)(managed_tensor_versioned* self); ///< frees the tensor; may be null
  std::uint64_t flags;
  dlpack::tensor tensor;
};
inline constexpr std::uint64_t read_only = 1; ///< a bit of managed_tensor_versioned::flags

} // namespace dlpack

namespace detail {

/// A tensor of another library after all its fields were checked.
struct foreign_tensor {
  void* data;
  dynamic_extents shape, strides;
};
/// Returns DLPack's name of an element type.
WEFT_API dlpack::data_type dlpack_type(dtype t) noexcept;
WEFT_API dlpack::managed_tensor* make_managed(untyped_view const& a, storage_ref keep);
WEFT_API dlpack::managed_tensor_versioned* make_managed_versioned(untyped_view const& a, storage_ref keep,
                                                                  bool only_reads);
/// Throws error unless the version says where the fields of a managed tensor are.
WEFT_FN inline void require_version(dlpack::managed_tensor const&) {}
WEFT_FN inline void require_version(dlpack::managed_tensor_versioned const& m) {
  if (m.version.major != 1)
    throw_error("from_dlpack", "the version is not 1");
}
WEFT_API foreign_tensor check_managed(dlpack::managed_tensor const& m, dtype wanted, bool writes);
WEFT_API foreign_tensor check_managed(dlpack::managed_tensor_versioned const& m, dtype wanted, bool writes);

/// Returns a view of x that shares in its memory. A view that borrows its memory is returned as it is. An expression is
/// evaluated.
template <class X>
WEFT_FN auto keeping_view(X&& x) {
  if constexpr (!Stored<X>)
    return eval(x).window();
  else if constexpr (std::is_lvalue_reference_v<X> && !requires { x.window_leaf(); })
    return x.share();
  else
    return static_cast<X&&>(x).window();
}
/// Calls f with the memory of a view and its share in that memory. Throws layout_error if the view only borrows it.
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
  v({}); // checks the order and the shape: if this throws, the tensor still belongs to the caller
  return v(storage_ref::adopt(adopt_block(a.data, m, [](void* context) {
    auto* const held = static_cast<Managed*>(context);
    if (held->deleter != nullptr)
      held->deleter(held);
  })));
}

} // namespace detail

/// Returns the tensor as a DLPack tensor, without a copy; its receiver calls the deleter once. The memory of a tensor
/// is shared, as by share(); that of an rvalue or of an evaluated expression is moved. Throws layout_error for a view
/// that only borrows its memory.
template <Tensorial X>
  requires HasDtype<detail::value_t<X>>
[[nodiscard]] WEFT_FN dlpack::managed_tensor* to_dlpack(X&& x) {
  auto const v = detail::keeping_view(static_cast<X&&>(x));
  static_assert(!std::is_const_v<typename decltype(v)::element_type>,
                "weft: to_dlpack: only to_dlpack_versioned can say that elements are read-only");
  return detail::with_kept_memory(
      v, [](detail::untyped_view const& a, detail::storage_ref const& keep) { return detail::make_managed(a, keep); });
}
/// Returns the tensor in the form of DLPack 1.0, which has a flag for read-only elements.
template <Tensorial X>
  requires HasDtype<detail::value_t<X>>
[[nodiscard]] WEFT_FN dlpack::managed_tensor_versioned* to_dlpack_versioned(X&& x) {
  auto const v = detail::keeping_view(static_cast<X&&>(x));
  constexpr bool only_reads = std::is_const_v<typename decltype(v)::element_type>;
  return detail::with_kept_memory(v, [](detail::untyped_view const& a, detail::storage_ref const& keep) {
    return detail::make_managed_versioned(a, keep, only_reads);
  });
}

/// Returns the element type of a DLPack tensor. Throws dtype_error if weft has no such type.
[[nodiscard]] WEFT_API dtype dtype_of_dlpack(dlpack::tensor const& t);
namespace detail {
template <class Managed>
WEFT_FN dtype dtype_of_managed(Managed const& m) {
  require_version(m);
  return dtype_of_dlpack(m.tensor);
}
} // namespace detail

/// Returns a view of a DLPack tensor from another library; when the last view of it dies, it calls the deleter, once.
/// Throws dtype_error if the elements are no T, or are read-only and T is not const; shape_error if the rank or a
/// static extent differs; layout_error if the strides do not fit Order, or the data are not aligned; error if the
/// memory is not the CPU's or the version is not 1. If it throws, the tensor still belongs to the caller.
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
/// Returns the memory of an any_view, as for typed views. Throws layout_error if it only borrows its memory.
[[nodiscard]] WEFT_API dlpack::managed_tensor* to_dlpack(any_view const& v);
/// Returns the memory of an any_tensor, which is shared.
[[nodiscard]] WEFT_FN inline dlpack::managed_tensor* to_dlpack(any_tensor& u) {
  return to_dlpack(u(ellipsis));
}
/// Returns a view of a DLPack tensor with elements of any type. Throws as from_dlpack<T> does.
[[nodiscard]] WEFT_API any_view from_dlpack(dlpack::managed_tensor* m);
[[nodiscard]] WEFT_API any_view from_dlpack(dlpack::managed_tensor_versioned* m);
#endif

} // namespace weft
