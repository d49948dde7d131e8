#pragma once
#include <weft/layout/layout.hpp>

#include <compare>
#include <iterator>

namespace weft {

/// Walks the elements of a strided window in logical (row-major) order. A step adds strides and carries; only jumps
/// divide. It holds its own layout, so it outlives the view it came from (not the memory).
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

  /// An iterator that only reads.
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
  /// @post the index is that of the element `n` places on, in row-major order; the outermost one may lie at its end
  WEFT_FN element_iterator& operator+=(index_t n) {
    place_ += n;
    index_t carry = n;
    for (int k = extents_.rank() - 1; k >= 0 && carry != 0 && extents_.entry(k) != 0; --k) {
      const index_t wanted = index_[k] + carry, size = extents_.entry(k);
      const index_t over = k == 0 ? 0 : (wanted >= 0 ? wanted / size : -((size - 1 - wanted) / size));
      const index_t now = wanted - over * size;
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
  index_t index_[axes]{};
};

} // namespace weft
