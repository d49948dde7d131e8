#pragma once
#include <weft/base/index.hpp>

#include <compare>
#include <iterator>

namespace weft::detail {

/// Iterates over the entries of a shape or of strides, which it points to. Two iterators compare by their axes only. So
/// a.shape().begin() and a.shape().end() belong together, though each call of shape() returns another object.
template <class Shape>
struct shape_iterator {
  using iterator_category = std::random_access_iterator_tag;
  using value_type = index_t;
  using difference_type = index_t;
  using pointer = index_t const*;
  using reference = index_t const&;

  Shape const* shape = nullptr;
  int axis = 0;

  WEFT_INLINE constexpr index_t const& operator*() const {
    if constexpr (Shape::all_static)
      return Shape::statics[axis];
    else if constexpr (Shape::all_dynamic)
      return shape->values()[axis];
    else
      return Shape::statics[axis] == dyn ? shape->values()[Shape::slot(axis)] : Shape::statics[axis];
  }
  WEFT_INLINE constexpr index_t const* operator->() const { return &**this; }
  WEFT_INLINE constexpr index_t const& operator[](index_t n) const { return *(*this + n); }
  WEFT_INLINE constexpr shape_iterator& operator+=(index_t n) {
    axis += static_cast<int>(n);
    return *this;
  }
  WEFT_INLINE constexpr shape_iterator& operator-=(index_t n) { return *this += -n; }
  WEFT_INLINE constexpr shape_iterator& operator++() { return *this += 1; }
  WEFT_INLINE constexpr shape_iterator& operator--() { return *this += -1; }
  WEFT_INLINE constexpr shape_iterator operator++(int) { return {shape, axis++}; }
  WEFT_INLINE constexpr shape_iterator operator--(int) { return {shape, axis--}; }
  WEFT_INLINE friend constexpr shape_iterator operator+(shape_iterator it, index_t n) { return it += n; }
  WEFT_INLINE friend constexpr shape_iterator operator+(index_t n, shape_iterator it) { return it += n; }
  WEFT_INLINE friend constexpr shape_iterator operator-(shape_iterator it, index_t n) { return it -= n; }
  WEFT_INLINE friend constexpr index_t operator-(shape_iterator a, shape_iterator b) { return a.axis - b.axis; }
  WEFT_INLINE friend constexpr bool operator==(shape_iterator a, shape_iterator b) { return a.axis == b.axis; }
  WEFT_INLINE friend constexpr auto operator<=>(shape_iterator a, shape_iterator b) { return a.axis <=> b.axis; }
};

} // namespace weft::detail
