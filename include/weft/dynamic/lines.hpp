#pragma once
#include <weft/dynamic/any_tensor.hpp>

namespace weft {

/// The range of views that lines() returns for an any_tensor or any_view.
class any_lines {
public:
  /// A random-access iterator. It holds a pointer to the range and the number of a line, and makes the view of the line
  /// when it is dereferenced.
  class iterator {
  public:
    using value_type = any_view;
    using reference = any_view;
    using difference_type = index_t;
    using iterator_category = std::input_iterator_tag; ///< for C++17, since *i returns no reference
    using iterator_concept = std::random_access_iterator_tag;
    WEFT_FN iterator() = default;
    WEFT_FN iterator(any_lines const* range, index_t n) : range_(range), n_(n) {}
    [[nodiscard]] WEFT_FN any_view operator*() const { return (*range_)[n_]; }
    [[nodiscard]] WEFT_FN any_view operator[](index_t k) const { return (*range_)[n_ + k]; }
    WEFT_FN iterator& operator++() { return *this += 1; }
    WEFT_FN iterator operator++(int) { return std::exchange(*this, *this + 1); }
    WEFT_FN iterator& operator--() { return *this += -1; }
    WEFT_FN iterator operator--(int) { return std::exchange(*this, *this + -1); }
    WEFT_FN iterator& operator+=(index_t k) {
      n_ += k;
      return *this;
    }
    WEFT_FN iterator& operator-=(index_t k) { return *this += -k; }
    [[nodiscard]] WEFT_FN friend iterator operator+(iterator i, index_t k) { return i += k; }
    [[nodiscard]] WEFT_FN friend iterator operator+(index_t k, iterator i) { return i += k; }
    [[nodiscard]] WEFT_FN friend iterator operator-(iterator i, index_t k) { return i += -k; }
    [[nodiscard]] WEFT_FN friend index_t operator-(iterator const& a, iterator const& b) { return a.n_ - b.n_; }
    [[nodiscard]] WEFT_FN friend bool operator==(iterator const& a, iterator const& b) { return a.n_ == b.n_; }
    [[nodiscard]] WEFT_FN friend auto operator<=>(iterator const& a, iterator const& b) { return a.n_ <=> b.n_; }

  private:
    any_lines const* range_ = nullptr;
    index_t n_ = 0;
  };

  WEFT_API any_lines(any_view const& of, index_t axis);
  [[nodiscard]] WEFT_FN index_t size() const { return count_; }
  [[nodiscard]] WEFT_FN bool empty() const { return count_ == 0; }
  [[nodiscard]] WEFT_FN iterator begin() const { return {this, 0}; }
  [[nodiscard]] WEFT_FN iterator end() const { return {this, count_}; }
  /// Returns line n, counted in row-major order of the other axes.
  [[nodiscard]] WEFT_API any_view operator[](index_t n) const;

private:
  any_view of_;
  int axis_;
  index_t count_;
};

/// Returns the lines of x along an axis, in row-major order of the other axes: a random-access range of writable views
/// of rank 1. A vector has one line. Throws index_error if x has no such axis. No element is copied.
///   for (any_view line : lines(u, 0)) line /= sum(line);
template <detail::UntypedTarget V>
[[nodiscard]] WEFT_FN any_lines lines(V&& x, index_t axis) {
  return any_lines(detail::untyped_access::view_of(x), axis);
}

} // namespace weft
