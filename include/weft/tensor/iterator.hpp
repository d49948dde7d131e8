#pragma once
#include <weft/layout/layout.hpp>

#include <compare>
#include <iterator>

namespace weft {

/// Iterates over the elements of a strided window in row-major order of the indices. A step adds strides and carries;
/// only jumps divide. The iterator has its own layout, so it may outlive its view, but not the memory.
template <class T, class Extents>
class element_iterator {
public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = std::remove_const_t<T>;
  using difference_type = index_t;
  using pointer = T*;
  using reference = T&;

  WEFT_FN element_iterator() = default;
  WEFT_FN element_iterator(T* first, Extents const& e, dims<Extents::static_rank> const& s, index_t place)
      : at_(first), extents_(e), strides_(s) {
    *this += place;
  }

  /// Converts to an iterator that only reads.
  template <class U>
    requires(std::is_const_v<T> && std::same_as<U, value_type>)
  WEFT_FN element_iterator(element_iterator<U, Extents> const& other)
      : at_(other.at_), place_(other.place_), extents_(other.extents_), strides_(other.strides_) {
    for (int k = 0; k < axes; ++k)
      index_[k] = other.index_[k];
  }

  [[nodiscard]] WEFT_INLINE T& operator*() const { return *at_; }
  [[nodiscard]] WEFT_INLINE T* operator->() const { return at_; }
  [[nodiscard]] WEFT_INLINE T& operator[](index_t n) const { return *(*this + n); }
  /// Returns the index of the element, one number for each axis, in the form of a shape. auto [i, j] takes it apart,
  /// and a[index] accepts it.
  [[nodiscard]] WEFT_INLINE dims<Extents::static_rank> index() const {
    auto out = detail::convert_extents<dims<Extents::static_rank>>(extents_);
    for (int k = 0; k < extents_.rank(); ++k)
      out.set(k, index_[k]);
    return out;
  }

  WEFT_INLINE element_iterator& operator++() {
    ++place_;
    for (int k = extents_.rank() - 1; k >= 0; --k) {
      at_ += strides_.entry(k);
      if (++index_[k] < extents_.entry(k) || k == 0)
        break;
      at_ -= strides_.entry(k) * extents_.entry(k);
      index_[k] = 0;
    }
    return *this;
  }
  WEFT_INLINE element_iterator& operator--() {
    --place_;
    for (int k = extents_.rank() - 1; k >= 0; --k) {
      at_ -= strides_.entry(k);
      if (--index_[k] >= 0 || k == 0)
        break;
      at_ += strides_.entry(k) * extents_.entry(k);
      index_[k] = extents_.entry(k) - 1;
    }
    return *this;
  }
  WEFT_INLINE element_iterator operator++(int) {
    element_iterator old(*this);
    ++*this;
    return old;
  }
  WEFT_INLINE element_iterator operator--(int) {
    element_iterator old(*this);
    --*this;
    return old;
  }
  /// Moves by n elements in row-major order.
  /// @post the index is that of the element `n` places on; the index on axis 0 may be its extent
  WEFT_FN element_iterator& operator+=(index_t n) {
    place_ += n;
    index_t carry = n;
    for (int k = extents_.rank() - 1; k >= 0 && carry != 0 && extents_.entry(k) != 0; --k) {
      index_t const wanted = index_[k] + carry, size = extents_.entry(k);
      index_t const over = k == 0 ? 0 : (wanted >= 0 ? wanted / size : -((size - 1 - wanted) / size));
      index_t const now = wanted - over * size;
      at_ += (now - index_[k]) * strides_.entry(k);
      index_[k] = now;
      carry = over;
    }
    return *this;
  }
  WEFT_INLINE element_iterator& operator-=(index_t n) { return *this += -n; }

  [[nodiscard]] WEFT_FN friend element_iterator operator+(element_iterator it, index_t n) { return it += n; }
  [[nodiscard]] WEFT_FN friend element_iterator operator+(index_t n, element_iterator it) { return it += n; }
  [[nodiscard]] WEFT_FN friend element_iterator operator-(element_iterator it, index_t n) { return it -= n; }
  [[nodiscard]] WEFT_INLINE friend index_t operator-(element_iterator const& a, element_iterator const& b) {
    return a.place_ - b.place_;
  }
  [[nodiscard]] WEFT_INLINE friend bool operator==(element_iterator const& a, element_iterator const& b) {
    return a.place_ == b.place_ && a.at_ == b.at_;
  }
  [[nodiscard]] WEFT_INLINE friend auto operator<=>(element_iterator const& a, element_iterator const& b) {
    return a.place_ <=> b.place_;
  }

private:
  template <class U, class E>
  friend class element_iterator;
  static constexpr int rank = Extents::static_rank;
  static constexpr int axes = rank < 0 ? max_rank : (rank == 0 ? 1 : rank);
  T* at_ = nullptr;
  index_t place_ = 0;
  [[no_unique_address]] Extents extents_{};
  [[no_unique_address]] dims<Extents::static_rank> strides_{};
  index_t index_[std::size_t(axes)]{};
};

namespace detail {
/// Iterates over the elements along one axis. Only the number of the element changes, so a loop over it is one over
/// memory with a fixed stride. Iterators of different lines are never equal, and have no distance. The iterator may
/// outlive its view, but not the memory.
template <class T>
class line_iterator {
public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = std::remove_const_t<T>;
  using difference_type = index_t;
  using pointer = T*;
  using reference = T&;

  WEFT_INLINE line_iterator() = default;
  WEFT_INLINE line_iterator(T* first, Shape auto const&, Shape auto const& strides, index_t place)
      : first_(first), stride_(strides.entry(0)), place_(place) {}
  /// Converts to an iterator that only reads.
  template <class U>
    requires(std::is_const_v<T> && std::same_as<U, value_type>)
  WEFT_INLINE line_iterator(line_iterator<U> const& other)
      : first_(other.first_), stride_(other.stride_), place_(other.place_) {}

  [[nodiscard]] WEFT_INLINE T& operator*() const { return first_[place_ * stride_]; }
  [[nodiscard]] WEFT_INLINE T* operator->() const { return &**this; }
  [[nodiscard]] WEFT_INLINE T& operator[](index_t n) const { return first_[(place_ + n) * stride_]; }

  WEFT_INLINE line_iterator& operator+=(index_t n) {
    place_ += n;
    return *this;
  }
  WEFT_INLINE line_iterator& operator-=(index_t n) { return *this += -n; }
  WEFT_INLINE line_iterator& operator++() { return *this += 1; }
  WEFT_INLINE line_iterator& operator--() { return *this += -1; }
  WEFT_INLINE line_iterator operator++(int) {
    line_iterator const old(*this);
    ++*this;
    return old;
  }
  WEFT_INLINE line_iterator operator--(int) {
    line_iterator const old(*this);
    --*this;
    return old;
  }

  [[nodiscard]] WEFT_INLINE friend line_iterator operator+(line_iterator it, index_t n) { return it += n; }
  [[nodiscard]] WEFT_INLINE friend line_iterator operator+(index_t n, line_iterator it) { return it += n; }
  [[nodiscard]] WEFT_INLINE friend line_iterator operator-(line_iterator it, index_t n) { return it -= n; }
  [[nodiscard]] WEFT_INLINE friend index_t operator-(line_iterator const& a, line_iterator const& b) {
    return a.place_ - b.place_;
  }
  [[nodiscard]] WEFT_INLINE friend bool operator==(line_iterator const& a, line_iterator const& b) {
    return a.place_ == b.place_ && a.first_ == b.first_;
  }
  [[nodiscard]] WEFT_INLINE friend auto operator<=>(line_iterator const& a, line_iterator const& b) {
    return a.place_ <=> b.place_;
  }

private:
  template <class U>
  friend class line_iterator;
  T* first_ = nullptr;
  index_t stride_ = 0, place_ = 0;
};

/// Iterates with another iterator, and gives the result of get(iterator) as an item. For C++20 it is a random access
/// iterator. For C++17 it is an input iterator only, because the items are no references.
template <class Walker, class Get>
class item_iterator {
public:
  using iterator_concept = std::random_access_iterator_tag;
  using iterator_category = std::input_iterator_tag;
  using value_type = decltype(std::declval<Get const&>()(std::declval<Walker const&>()));
  using difference_type = index_t;
  using pointer = void;
  using reference = value_type;

  WEFT_INLINE item_iterator() = default;
  WEFT_INLINE item_iterator(Walker const& at, Get const& get) : at_(at), get_(get) {}

  [[nodiscard]] WEFT_INLINE value_type operator*() const { return get_(at_); }
  [[nodiscard]] WEFT_INLINE value_type operator[](index_t n) const { return *(*this + n); }

  WEFT_INLINE item_iterator& operator++() {
    ++at_;
    return *this;
  }
  WEFT_INLINE item_iterator& operator--() {
    --at_;
    return *this;
  }
  WEFT_INLINE item_iterator operator++(int) {
    item_iterator const old(*this);
    ++*this;
    return old;
  }
  WEFT_INLINE item_iterator operator--(int) {
    item_iterator const old(*this);
    --*this;
    return old;
  }
  WEFT_FN item_iterator& operator+=(index_t n) {
    at_ += n;
    return *this;
  }
  WEFT_FN item_iterator& operator-=(index_t n) { return *this += -n; }
  [[nodiscard]] WEFT_FN friend item_iterator operator+(item_iterator it, index_t n) { return it += n; }
  [[nodiscard]] WEFT_FN friend item_iterator operator+(index_t n, item_iterator it) { return it += n; }
  [[nodiscard]] WEFT_FN friend item_iterator operator-(item_iterator it, index_t n) { return it -= n; }
  [[nodiscard]] WEFT_INLINE friend index_t operator-(item_iterator const& a, item_iterator const& b) {
    return a.at_ - b.at_;
  }
  [[nodiscard]] WEFT_INLINE friend bool operator==(item_iterator const& a, item_iterator const& b) {
    return a.at_ == b.at_;
  }
  [[nodiscard]] WEFT_INLINE friend auto operator<=>(item_iterator const& a, item_iterator const& b) {
    return a.at_ <=> b.at_;
  }

private:
  Walker at_;
  [[no_unique_address]] Get get_;
};

/// The iterator over elements that need not be consecutive in memory, as far as the type tells.
template <class T, class Extents>
using strided_iterator = std::conditional_t<Extents::static_rank == 1, line_iterator<T>, element_iterator<T, Extents>>;
} // namespace detail

} // namespace weft
