#pragma once
#include <cstddef>
#include <vector>

// Private to src.
namespace weft::detail {

/// Values that are added one after the other, the first `Few` of them without memory.
template <class T, std::size_t Few>
class growing_list {
public:
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* begin() { return many_.empty() ? few_ : many_.data(); }
  T const* begin() const { return many_.empty() ? few_ : many_.data(); }
  T* end() { return begin() + size_; }
  T const* end() const { return begin() + size_; }
  T& operator[](std::size_t k) { return begin()[k]; }
  T const& operator[](std::size_t k) const { return begin()[k]; }
  T& back() { return begin()[size_ - 1]; }
  void pop_back() { --size_; }
  void clear() {
    size_ = 0;
    many_.clear();
  }
  void push_back(T const& value) {
    if (many_.empty() && size_ < Few)
      few_[size_++] = value;
    else
      push_beyond(value);
  }

private:
  [[gnu::noinline]] void push_beyond(T const& value) {
    if (many_.empty())
      many_.assign(few_, few_ + size_);
    many_.resize(size_++);
    many_.push_back(value);
  }
  std::size_t size_ = 0;
  T few_[Few];
  std::vector<T> many_; ///< all of them, once they are more
};

} // namespace weft::detail
