#pragma once
#include <weft/layout/extents.hpp>

#include <concepts>

namespace weft {

/// The order of a layout without gaps between elements. Its strides follow from the extents, so they are not stored.
template <class Order>
struct dense {};

namespace detail {

template <class Order>
struct view_order {
  using type = Order;
};
template <class Order>
struct view_order<dense<Order>> {
  using type = Order;
};
/// The order that a window keeps of a layout with this order: only the unit stride of the last or first axis.
template <class Order>
using view_order_t = typename view_order<Order>::type;

struct made_in_place {};
template <class Layout>
struct shown_layout;

template <class Order>
inline constexpr bool is_dense = false;
template <class Order>
inline constexpr bool is_dense<dense<Order>> = true;

} // namespace detail

/// Extents and strides: they turn an index into an offset, both in elements. It knows no element type and no pointer.
/// Order says what is known of the strides at compile time: strided (nothing), row_major (the last is 1), column_major
/// (the first is 1), dense<row_major> and dense<column_major> (all follow from the extents).
template <class Extents, class Order>
class layout {
public:
  using extents_type = Extents;
  using order = Order;
  using strides_type = dims<Extents::static_rank>;
  static constexpr int static_rank = Extents::static_rank;

  WEFT_INLINE constexpr layout() = default;
  WEFT_COPIED(layout);
  WEFT_INLINE constexpr layout(Extents const& e, strides_type const& s) : extents_(e), strides_(s) {}
  /// Calls fill(extents, strides), which sets both in place: each copy of a run-time rank costs some nanoseconds.
  template <class Fill>
  WEFT_INLINE constexpr layout(detail::made_in_place, Fill const& fill) {
    fill(extents_, strides_);
  }

  [[nodiscard]] WEFT_INLINE constexpr Extents const& extents() const { return extents_; }
  [[nodiscard]] WEFT_INLINE constexpr stride_list<strides_type> strides() const {
    strides_type s = strides_;
    if (std::same_as<Order, row_major> && rank() > 0)
      s.set(rank() - 1, 1);
    if (std::same_as<Order, column_major> && rank() > 0)
      s.set(0, 1);
    return s;
  }
  /// Returns the strides in elements, as they are stored. Where the order says that a stride is 1, do not read the
  /// number.
  [[nodiscard]] WEFT_INLINE constexpr index_t const* stored_strides() const { return strides_.values(); }
  template <int K>
  [[nodiscard]] WEFT_INLINE constexpr index_t stored_stride() const {
    return strides_.template on_axis<K>();
  }
  [[nodiscard]] WEFT_INLINE constexpr int rank() const { return extents_.rank(); }
  [[nodiscard]] WEFT_INLINE constexpr index_t extent(index_t k) const { return extents_.entry(k); }
  [[nodiscard]] WEFT_INLINE constexpr index_t size() const { return detail::count_of(extents_); }
  /// Returns the stride of axis k in elements. Where the order says 1, the stored number is not read: an axis of extent
  /// 1 may have been given another one.
  [[nodiscard]] WEFT_INLINE constexpr index_t stride(index_t k) const {
    if (std::same_as<Order, row_major> && k == rank() - 1)
      return 1;
    if (std::same_as<Order, column_major> && k == 0)
      return 1;
    return strides_.entry(k);
  }

  /// Writes all extents and strides to two arrays.
  WEFT_INLINE constexpr void read(index_t* extent, index_t* stride) const {
    for (int k = 0; k < rank(); ++k) {
      extent[k] = extents_.entry(k);
      stride[k] = this->stride(k);
    }
  }

  /// Returns the offset, in elements, of the element at an index with one number for each axis.
  template <class... At>
  [[nodiscard]] WEFT_INLINE constexpr index_t offset(At... i) const {
    index_t o = 0;
    int k = 0;
    ((o += static_cast<index_t>(i) * stride(k++)), ...);
    return o;
  }

private:
  [[no_unique_address]] Extents extents_{};
  [[no_unique_address]] strides_type strides_{};
};

template <class Extents, class Order>
class layout<Extents, dense<Order>> {
public:
  using extents_type = Extents;
  using order = dense<Order>;
  using strides_type = dims<Extents::static_rank>;
  static constexpr int static_rank = Extents::static_rank;
  static constexpr bool row_wise = std::same_as<Order, row_major>;

  WEFT_INLINE constexpr layout() = default;
  WEFT_COPIED(layout);
  WEFT_INLINE constexpr explicit layout(Extents const& e) : extents_(e) {}

  WEFT_INLINE constexpr Extents const& extents() const { return extents_; }
  WEFT_INLINE constexpr index_t const* stored_strides() const { return nullptr; }
  WEFT_INLINE constexpr int rank() const { return extents_.rank(); }
  WEFT_INLINE constexpr index_t extent(index_t k) const { return extents_.entry(k); }
  WEFT_INLINE constexpr index_t size() const { return detail::count_of(extents_); }
  /// Returns the stride of axis k in elements. @post it is the product of the extents that vary faster
  WEFT_INLINE constexpr index_t stride(index_t k) const {
    index_t s = 1;
    if constexpr (row_wise)
      for (int j = rank() - 1; j > k; --j)
        s *= extents_.entry(j);
    else
      for (int j = 0; j < k; ++j)
        s *= extents_.entry(j);
    return s;
  }
  WEFT_INLINE constexpr stride_list<strides_type> strides() const {
    strides_type s = detail::convert_extents<strides_type>(extents_);
    each_stride([&](int k, index_t stride) { s.set(k, stride); });
    return s;
  }
  WEFT_INLINE constexpr void read(index_t* extent, index_t* stride) const {
    each_stride([&](int k, index_t s) {
      extent[k] = extents_.entry(k);
      stride[k] = s;
    });
  }

  template <class... At>
  WEFT_INLINE constexpr index_t offset(At... i) const {
    if constexpr (row_wise) { // Horner's rule from the first axis to the last
      index_t o = 0;
      int k = 0;
      ((o = o * extents_.entry(k++) + static_cast<index_t>(i)), ...);
      return o;
    } else {
      index_t const index[] = {static_cast<index_t>(i)..., 0};
      index_t o = 0;
      for (int k = static_cast<int>(sizeof...(At)) - 1; k >= 0; --k) // Horner's rule from the last axis
        o = o * extents_.entry(k) + index[k];
      return o;
    }
  }

private:
  template <class Layout>
  friend struct detail::shown_layout;
  /// Calls f(axis, stride) for each axis, the fastest one first.
  template <class F>
  WEFT_INLINE constexpr void each_stride(F const& f) const {
    index_t run = 1;
    for (int j = 0; j < rank(); ++j) {
      int const k = row_wise ? rank() - 1 - j : j;
      f(k, run);
      run *= extents_.entry(k);
    }
  }

  [[no_unique_address]] Extents extents_{};
};

namespace detail {

/// Returns the offset, in elements, of the element at an index in an array.
template <class Layout>
WEFT_INLINE constexpr index_t offset_at(Layout const& l, index_t const* index) {
  index_t o = 0;
  for (int k = 0; k < l.rank(); ++k)
    o += index[k] * l.stride(k);
  return o;
}

/// True if the elements lie without gaps in row-major order (row_wise), else in column-major order. Strides of axes of
/// extent 1 do not matter.
template <class Layout>
WEFT_INLINE constexpr bool is_gapless(Layout const& l, bool row_wise) {
  if (l.size() == 0)
    return true;
  index_t run = 1;
  for (int j = 0; j < l.rank(); ++j) {
    int const k = row_wise ? l.rank() - 1 - j : j;
    if (l.extent(k) != 1 && l.stride(k) != run)
      return false;
    run *= l.extent(k);
  }
  return true;
}

/// Returns the same layout as type To. Extents and strides that To fixes are not compared.
template <class To, class Layout>
WEFT_INLINE constexpr To convert_layout(Layout const& l) {
  if constexpr (std::same_as<To, Layout>)
    return l;
  else if constexpr (is_dense<typename To::order>)
    return To(convert_extents<typename To::extents_type>(l.extents()));
  else
    return To(convert_extents<typename To::extents_type>(l.extents()),
              convert_extents<typename To::strides_type>(l.strides()));
}

} // namespace detail
} // namespace weft
