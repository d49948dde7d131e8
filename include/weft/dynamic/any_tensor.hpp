#pragma once
#include <weft/dynamic/dispatch.hpp>
#include <weft/tensor/memory.hpp>

#include <cstring>

namespace weft {

namespace detail {
WEFT_API [[noreturn]] void throw_dtype(char const* operation, dtype is, dtype wanted);
} // namespace detail

/// A tensor whose element type and rank are known at run time, such as one read from a file. It owns row-major memory;
/// copies are deep, moves are cheap. as<T, R>() gives a typed view of the same memory.
class any_tensor {
public:
  /// No elements: shape (0), float64.
  WEFT_FN any_tensor() : any_tensor(weft::dtype::float64, weft::shape(0)) {}
  /// Zeros.
  template <weft::Shape S>
  WEFT_FN any_tensor(weft::dtype t, S const& shape) : type_(t), shape_(detail::convert_extents<dynamic_extents>(shape)) {
    index_t n = 1;
    for (int k = 0; k < shape_.rank(); ++k)
      if (shape_[k] < 0 || __builtin_mul_overflow(n, shape_[k], &n))
        detail::throw_shape_reason("any_tensor", "an extent is negative, or the number of elements above 2^63");
    keep_ = detail::storage_ref::take(detail::allocate_block(n, item_size(t), true, nullptr));
  }
  /// The elements of a tensor, view or expression, evaluated.
  template <Tensorial X>
    requires HasDtype<detail::value_t<X>>
  WEFT_FN explicit any_tensor(X const& x) : any_tensor(dtype_of<detail::value_t<X>>, detail::capture(x).extents()) {
    typed<detail::value_t<X>>() = x;
  }
  WEFT_FN any_tensor(any_tensor const& other) : any_tensor(other.type_, other.shape_) {
    if (bytes() > 0)
      std::memcpy(data(), other.data(), bytes());
  }
  WEFT_FN any_tensor(any_tensor&& other) noexcept
      : type_(other.type_), shape_(std::exchange(other.shape_, weft::shape(std::initializer_list<index_t>{0}))),
        keep_(std::move(other.keep_)) {}
  WEFT_FN any_tensor& operator=(any_tensor other) noexcept {
    std::swap(type_, other.type_);
    std::swap(shape_, other.shape_);
    std::swap(keep_, other.keep_);
    return *this;
  }
  WEFT_FN ~any_tensor() = default;

  WEFT_FN weft::dtype dtype() const { return type_; }
  WEFT_FN int rank() const { return shape_.rank(); }
  WEFT_FN dynamic_extents const& shape() const { return shape_; }
  WEFT_FN index_t size() const { return detail::count_of(shape_); }
  WEFT_FN void* data() const { return keep_.get() == nullptr ? nullptr : detail::block_data(keep_.get()); }
  WEFT_FN std::size_t bytes() const { return static_cast<std::size_t>(size()) * item_size(type_); }

  /// A view of the same memory, which keeps it alive. dtype_error if the elements are no T, layout_error if the rank or
  /// a static extent differs.
  template <class T, auto S = runtime_rank>
  WEFT_FN view<T, S> as() const {
    using V = std::remove_const_t<T>;
    if (dtype_of<V> != type_)
      detail::throw_dtype("any_tensor::as", type_, dtype_of<V>);
    return view<T, S>(typed<V>().template as<S>());
  }

private:
  template <class T>
  WEFT_FN view<T> typed() const {
    return detail::row_major_view(static_cast<T*>(data()), shape_, detail::storage_ref::own(keep_.get()));
  }
  weft::dtype type_;
  dynamic_extents shape_;
  detail::storage_ref keep_;
};

/// f of a typed view of x; every call must return the same type.
template <class F>
WEFT_FN decltype(auto) visit(F&& f, any_tensor const& x) {
  return detail::with_dtype(x.dtype(), [&]<class T>(std::type_identity<T>) -> decltype(auto) {
    return f(x.template as<T>());
  });
}

} // namespace weft
