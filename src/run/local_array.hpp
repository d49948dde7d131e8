#pragma once
#include "run/threads.hpp"

#include <memory>
#include <type_traits>

// Private to src.
namespace weft::detail {

/// Allocates n values on the heap and does not initialise them. Throws an error under a no_alloc_scope; its message
/// names `what`.
template <class T>
std::unique_ptr<T[]> allocate_room(char const* what, std::size_t n) {
  static_assert(std::is_trivially_destructible_v<T>);
  check_memory(what, n * sizeof(T));
  return std::unique_ptr<T[]>(new T[n]);
}

/// Holds n values that a statement needs while it runs: on the stack if they are at most `Few`, else on the heap. They
/// are not initialised: that would take longer than most statements.
template <class T, std::size_t Few>
class local_array {
  static_assert(std::is_trivially_destructible_v<T>);

public:
  local_array(char const* what, std::size_t n) : first_(n <= Few ? inside_ : allocate(what, n)) {}
  local_array(local_array const&) = delete;
  local_array& operator=(local_array const&) = delete;
  T* data() { return first_; }
  T const* data() const { return first_; }
  template <class I>
  T& operator[](I k) {
    return first_[k];
  }
  template <class I>
  T const& operator[](I k) const {
    return first_[k];
  }

private:
  T* allocate(char const* what, std::size_t n) {
    many_ = allocate_room<T>(what, n);
    return many_.get();
  }
  std::unique_ptr<T[]> many_; // declared before first_, whose initialiser sets it
  T* first_;
  T inside_[Few];
};

} // namespace weft::detail
