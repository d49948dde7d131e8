#pragma once
#include <weft/base/config.hpp>

#include <cstddef>
#include <initializer_list>
#include <utility>
#include <vector>

namespace weft::detail {

WEFT_API [[noreturn]] void throw_no_element(std::size_t k, std::size_t count);

/// The vector in types that programs and the compiled library share. std::vector has another layout in some modes of a
/// standard library (_GLIBCXX_DEBUG), where it cannot be a constant either; this class is the same in all modes. It
/// converts from and to std::vector, and compares with it. Iterators are pointers. This header does not include
/// <memory>, which would be a tenth of the umbrella header; <vector> brings std::allocator_traits.
template <class T>
class plain_vector {
public:
  using value_type = T;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using reference = T&;
  using const_reference = T const&;
  using iterator = T*;
  using const_iterator = T const*;

  WEFT_FN constexpr plain_vector() noexcept = default;
  WEFT_FN constexpr plain_vector(std::initializer_list<T> values) { append(values.begin(), values.size()); }
  template <class A>
  WEFT_FN constexpr plain_vector(std::vector<T, A> const& values) {
    append(values.data(), values.size());
  }
  WEFT_FN constexpr plain_vector(plain_vector const& other) { append(other.first_, other.size_); }
  WEFT_FN constexpr plain_vector(plain_vector&& other) noexcept { swap(other); }
  WEFT_FN constexpr plain_vector& operator=(plain_vector const& other) {
    plain_vector copy(other);
    swap(copy);
    return *this;
  }
  WEFT_FN constexpr plain_vector& operator=(plain_vector&& other) noexcept {
    plain_vector taken(std::move(other));
    swap(taken);
    return *this;
  }
  WEFT_FN constexpr ~plain_vector() {
    clear();
    allocator memory;
    if (room_ != 0)
      traits::deallocate(memory, first_, room_);
  }
  template <class A>
  WEFT_FN constexpr operator std::vector<T, A>() const {
    return std::vector<T, A>(begin(), end());
  }

  WEFT_FN constexpr std::size_t size() const noexcept { return size_; }
  [[nodiscard]] WEFT_FN constexpr bool empty() const noexcept { return size_ == 0; }
  WEFT_FN constexpr T* data() noexcept WEFT_LIFETIMEBOUND { return first_; }
  WEFT_FN constexpr T const* data() const noexcept WEFT_LIFETIMEBOUND { return first_; }
  WEFT_FN constexpr T* begin() noexcept WEFT_LIFETIMEBOUND { return first_; }
  WEFT_FN constexpr T const* begin() const noexcept WEFT_LIFETIMEBOUND { return first_; }
  WEFT_FN constexpr T* end() noexcept WEFT_LIFETIMEBOUND { return first_ + size_; }
  WEFT_FN constexpr T const* end() const noexcept WEFT_LIFETIMEBOUND { return first_ + size_; }
  WEFT_FN constexpr T& operator[](std::size_t k) WEFT_LIFETIMEBOUND { return first_[k]; }
  WEFT_FN constexpr T const& operator[](std::size_t k) const WEFT_LIFETIMEBOUND { return first_[k]; }
  /// Returns element k. Throws index_error if there is none.
  WEFT_FN constexpr T& at(std::size_t k) WEFT_LIFETIMEBOUND { return first_[checked(k)]; }
  WEFT_FN constexpr T const& at(std::size_t k) const WEFT_LIFETIMEBOUND { return first_[checked(k)]; }
  WEFT_FN constexpr T& front() WEFT_LIFETIMEBOUND { return first_[0]; }
  WEFT_FN constexpr T const& front() const WEFT_LIFETIMEBOUND { return first_[0]; }
  WEFT_FN constexpr T& back() WEFT_LIFETIMEBOUND { return first_[size_ - 1]; }
  WEFT_FN constexpr T const& back() const WEFT_LIFETIMEBOUND { return first_[size_ - 1]; }

  WEFT_FN constexpr void clear() noexcept {
    allocator memory;
    T* const last = first_ + size_;
    size_ = 0;
    for (T* element = first_; element != last; ++element)
      traits::destroy(memory, element);
  }
  WEFT_FN constexpr void swap(plain_vector& other) noexcept {
    std::swap(first_, other.first_);
    std::swap(size_, other.size_);
    std::swap(room_, other.room_);
  }
  WEFT_FN constexpr void push_back(T value) { emplace_back(std::move(value)); }
  template <class... A>
  WEFT_FN constexpr T& emplace_back(A&&... arguments) {
    allocator memory;
    if (size_ == room_) {
      plain_vector larger;
      larger.allocate(size_ == 0 ? 4 : 2 * size_);
      // The new element is made first, because an argument may refer to an element of this vector.
      traits::construct(memory, larger.first_ + size_, static_cast<A&&>(arguments)...);
      for (; larger.size_ < size_; ++larger.size_)
        traits::construct(memory, larger.first_ + larger.size_, std::move(first_[larger.size_]));
      swap(larger);
    } else {
      traits::construct(memory, first_ + size_, static_cast<A&&>(arguments)...);
    }
    return first_[size_++];
  }

  WEFT_FN friend constexpr bool operator==(plain_vector const& a, plain_vector const& b) {
    if (a.size_ != b.size_)
      return false;
    for (std::size_t k = 0; k < a.size_; ++k)
      if (!(a.first_[k] == b.first_[k]))
        return false;
    return true;
  }

private:
  using allocator = std::allocator<T>;
  using traits = std::allocator_traits<allocator>;

  WEFT_FN constexpr void allocate(std::size_t count) {
    allocator memory;
    first_ = traits::allocate(memory, count);
    room_ = count;
  }
  WEFT_FN constexpr void append(T const* values, std::size_t count) {
    if (count == 0)
      return;
    allocator memory;
    plain_vector made; // if a constructor throws, its destructor destroys the elements made before
    made.allocate(count);
    for (; made.size_ < count; ++made.size_)
      traits::construct(memory, made.first_ + made.size_, values[made.size_]);
    swap(made);
  }
  WEFT_FN constexpr std::size_t checked(std::size_t k) const {
    if (k >= size_)
      throw_no_element(k, size_);
    return k;
  }

  T* first_ = nullptr;
  std::size_t size_ = 0, room_ = 0;
};

} // namespace weft::detail
