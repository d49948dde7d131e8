#pragma once
#include <weft/eval/loop.hpp>
#include <weft/expr/leaf.hpp>
#include <weft/layout/layout.hpp>
#include <weft/memory/elements.hpp>

#include <cstring>
#include <utility>

namespace weft::detail {

/// The greatest size in bytes of a static shape whose elements lie inside the tensor object.
inline constexpr std::size_t max_inside = 4096;

template <class T, class Extents>
WEFT_FN constexpr bool lies_inside() {
  if constexpr (Extents::all_static)
    return static_cast<std::size_t>(count_of(Extents{})) * sizeof(T) <= max_inside;
  else
    return false;
}

/// Returns the extents of a tensor without elements: dynamic extents are 0; a run-time rank is 1, with extent 0.
template <Shape E>
WEFT_INLINE constexpr E no_extents() {
  if constexpr (E::static_rank < 0) {
    E e(1);
    e.set(0, 0);
    return e;
  } else {
    E e{};
    for (int k = 0; k < E::static_rank; ++k)
      e.set(k, 0);
    return e;
  }
}

/// One ownership of a block of elements, which a tensor takes over.
struct owned_block {
  block* memory;
};

// These classes are not in detail itself: calls with a tensor and without a prefix also look in the namespace of a base
// class. There, a program's add(a, b) with views as parameters lost to a template of weft.
namespace base_of_tensor {

/// The memory of a tensor's elements: inside the object here, in a block of their own in the specialisation below.
/// Copying copies the elements. It is a base class, because Clang 14 has no conditionally trivial special members: this
/// class is trivially copyable, the other is not.
template <class T, class Extents, class Order, bool Inside = lies_inside<T, Extents>()>
class tensor_storage {
public:
  using layout_type = layout<Extents, dense<Order>>;
  static constexpr bool inside = true, may_be_absent = false;
  static constexpr index_t count = count_of(Extents{});

  WEFT_INLINE constexpr tensor_storage() : elements_{} {}
  WEFT_INLINE constexpr tensor_storage(Extents const&, bool) : elements_{} {}
  WEFT_INLINE constexpr tensor_storage(Extents const&, uninit_t) {}

  WEFT_INLINE constexpr T* data() { return elements_; }
  WEFT_INLINE constexpr T const* data() const { return elements_; }
  static constexpr layout_type place_{};
  WEFT_INLINE static constexpr layout_type const& place() { return place_; }
  WEFT_INLINE constexpr block* memory() const { return nullptr; }
  WEFT_INLINE constexpr void check_present(char const*) const {}
  WEFT_INLINE constexpr void restore() {}

protected:
  T elements_[std::size_t(count > 0 ? count : 1)];
};

/// A move leaves 0 in the dynamic extents of its source. Static extents cannot change: such a tensor keeps them, but
/// has no memory until something is assigned to it.
template <class T, class Extents, class Order>
class tensor_storage<T, Extents, Order, false> {
public:
  using layout_type = layout<Extents, dense<Order>>;
  static constexpr bool inside = false;
  static constexpr bool may_be_absent = Extents::all_static;

  /// Starts without memory, as after a move. If the extents are static, restore() then makes the elements.
  WEFT_INLINE tensor_storage() noexcept(!Extents::all_static) : tensor_storage(no_extents<Extents>(), nullptr) {
    restore();
  }
  WEFT_FN tensor_storage(Extents const& e, bool) : tensor_storage(e, new_elements<T>(checked_count(e), true)) {}
  WEFT_FN tensor_storage(Extents const& e, uninit_t) : tensor_storage(e, new_elements<T>(checked_count(e), false)) {}
  /// Takes over one ownership of a block, which the caller has.
  WEFT_INLINE tensor_storage(Extents const& e, block* b) noexcept
      : data_(b == nullptr ? nullptr : static_cast<T*>(block_data(b))), block_(b), place_(e) {}

  WEFT_FN tensor_storage(tensor_storage const& other) : tensor_storage(other.place_.extents(), nullptr) {
    if (other.block_ != nullptr) {
      swap(tensor_storage(place_.extents(), uninit));
      copy_from(other.data_);
    }
  }
  WEFT_INLINE tensor_storage(tensor_storage&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), block_(std::exchange(other.block_, nullptr)),
        place_(std::move(other.place_)) {
    other.place_ = layout_type(no_extents<Extents>());
  }
  WEFT_FN tensor_storage& operator=(tensor_storage const& other) {
    if (this == &other)
      return *this;
    if (block_ != nullptr && other.block_ != nullptr && place_.extents() == other.place_.extents())
      copy_from(other.data_);
    else
      swap(tensor_storage(other));
    return *this;
  }
  WEFT_INLINE tensor_storage& operator=(tensor_storage&& other) noexcept {
    swap(tensor_storage(static_cast<tensor_storage&&>(other)));
    return *this;
  }
  WEFT_INLINE ~tensor_storage() {
    if (block_ != nullptr)
      release(block_);
  }

  WEFT_INLINE T* data() { return data_; }
  WEFT_INLINE T const* data() const { return data_; }
  WEFT_INLINE layout_type const& place() const { return place_; }
  WEFT_INLINE block* memory() const { return block_; }
  /// Returns the block with its ownership; dynamic extents become 0.
  WEFT_INLINE block* yield() noexcept {
    data_ = nullptr;
    place_ = layout_type(no_extents<Extents>());
    return std::exchange(block_, nullptr);
  }
  /// Throws layout_error if a tensor of static shape has no elements after a move.
  WEFT_INLINE void check_present(char const* operation) const {
    if (may_be_absent && block_ == nullptr)
      throw_layout_reason(operation, "the tensor has been moved from");
  }
  /// Gives a tensor of static shape elements again after a move.
  WEFT_INLINE void restore() {
    if constexpr (may_be_absent)
      if (block_ == nullptr)
        swap(tensor_storage(Extents{}, true));
  }

private:
  WEFT_INLINE void swap(tensor_storage&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(block_, other.block_);
    std::swap(place_, other.place_);
  }
  WEFT_FN void copy_from(T const* from) {
    index_t const n = place_.size();
    if (is_recording())
      note_copy(data_, from, n, sizeof(T));
    if constexpr (std::is_trivially_copyable_v<T>) {
      if (index_t const bytes = n * index_t(sizeof(T)); bytes >= planned_copy)
        copy_long(data_, from, bytes);
      else if (n > 0)
        std::memcpy(static_cast<void*>(data_), from, static_cast<std::size_t>(n) * sizeof(T));
    } else {
      for (index_t i = 0; i < n; ++i)
        data_[i] = from[i];
    }
  }

protected:
  T* data_ = nullptr;
  block* block_ = nullptr;
  [[no_unique_address]] layout_type place_;
};

} // namespace base_of_tensor
using base_of_tensor::tensor_storage;

/// Moves the elements of a small static shape into a leaf of an expression.
template <class Layout, class T>
WEFT_INLINE constexpr value_leaf<T, Layout> inside_leaf(T* elements, index_t count) {
  value_leaf<T, Layout> out;
  for (index_t i = 0; i < count; ++i)
    out.elements[i] = std::move(elements[i]);
  return out;
}

} // namespace weft::detail
