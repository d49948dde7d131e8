#include <weft/dynamic/any_tensor.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

namespace weft {

any_tensor::any_tensor() : any_tensor(weft::dtype::float64, weft::shape(0)) {}

any_tensor::any_tensor(weft::dtype t, dynamic_extents const& shape) : type_(t), shape_(shape) {
  keep_ =
      detail::storage_ref::adopt(detail::allocate_block(detail::checked_count(shape_), item_size(t), true, nullptr));
}

any_tensor::any_tensor(uninit_t, weft::dtype t, dynamic_extents const& shape) : type_(t), shape_(shape) {
  keep_ =
      detail::storage_ref::adopt(detail::allocate_block(detail::checked_count(shape_), item_size(t), false, nullptr));
}

any_tensor::any_tensor(any_tensor const& other) : any_tensor(uninit, other.type_, other.shape_) {
  if (bytes() > 0)
    std::memcpy(data(), other.data(), bytes());
}

any_tensor::any_tensor(any_tensor&& other) noexcept
    : type_(other.type_), shape_(std::exchange(other.shape_, weft::shape(std::initializer_list<index_t>{0}))),
      keep_(std::move(other.keep_)), part_(std::move(other.part_)) {}

any_tensor& any_tensor::operator=(any_tensor other) noexcept {
  std::swap(type_, other.type_);
  std::swap(shape_, other.shape_);
  std::swap(keep_, other.keep_);
  std::swap(part_, other.part_);
  return *this;
}

any_tensor::any_tensor(any_expr<> const& e) : any_tensor(uninit, e.dtype(), e.shape()) {
  detail::write_program(detail::untyped_access::program(e), keep_);
}

any_tensor& any_tensor::store(any_expr<> const& e) {
  if (e.dtype() != type_ || !(e.shape() == shape_) || keep_.get() == nullptr)
    return *this = any_tensor(e);
  detail::write_program(detail::untyped_access::program(e), keep_);
  return *this;
}

any_tensor& any_tensor::become(char const* operation, any_expr<> const& e) {
  if (!(e.shape() == shape_))
    detail::throw_broadcast(operation, shape_, e.shape());
  detail::write_program(detail::stored_program(operation, detail::untyped_access::program(e), type_), keep_);
  return *this;
}

detail::program_ref any_tensor::program() const {
  detail::program_ref part = part_.share();
  if (part.get() == nullptr) {
    layout<dynamic_extents, dense<row_major>> const place(shape_);
    part = detail::memory_part(type_, reinterpret_cast<index_t>(data()), {shape_, place.strides()}, keep_);
    part_.keep(part);
  }
  return part;
}

any_view any_tensor::whole() {
  layout<dynamic_extents, dense<row_major>> const place(shape_);
  return any_view(type_, data(), {shape_, place.strides()}, keep_);
}

stride_list<dynamic_extents> any_tensor::strides() const {
  return layout<dynamic_extents, dense<row_major>>(shape_).strides();
}

namespace detail {

bool equal_elements(dtype type, index_t count, void const* a, void const* b) {
  if (count == 0)
    return true;
  return with_dtype(type, [&]<class T>(std::type_identity<T>) {
    T const* const first = static_cast<T const*>(a);
    if constexpr (std::is_integral_v<T>)
      return std::memcmp(a, b, static_cast<std::size_t>(count) * sizeof(T)) == 0;
    else
      return std::equal(first, first + count, static_cast<T const*>(b));
  });
}

} // namespace detail
} // namespace weft
