#pragma once
#include <algorithm>
#include <cstddef>
#include <memory>

// Private to src.
namespace weft::detail {

/// A list that grows at its end. Its first `Few` values lie in the object, more of them on the heap.
template <class T, std::size_t Few>
class growing_list {
public:
  growing_list() = default;
  growing_list(growing_list const&) = delete;
  growing_list& operator=(growing_list const&) = delete;
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* begin() { return first_; }
  T const* begin() const { return first_; }
  T* end() { return first_ + size_; }
  T const* end() const { return first_ + size_; }
  T& operator[](std::size_t k) { return first_[k]; }
  T const& operator[](std::size_t k) const { return first_[k]; }
  T& back() { return first_[size_ - 1]; }
  void pop_back() { --size_; }
  void clear() { size_ = 0; }
  void push_back(T const& value) {
    if (size_ == room_)
      return push_beyond(value);
    first_[size_++] = value;
  }

private:
  [[gnu::noinline]] void push_beyond(T value) {
    std::unique_ptr<T[]> more(new T[2 * room_]);
    std::copy_n(first_, size_, more.get());
    many_ = std::move(more);
    first_ = many_.get();
    room_ *= 2;
    first_[size_++] = value;
  }
  T* first_ = few_;
  std::size_t size_ = 0, room_ = Few;
  T few_[Few];
  std::unique_ptr<T[]> many_; ///< all values, once there are more than `Few`
};

} // namespace weft::detail
