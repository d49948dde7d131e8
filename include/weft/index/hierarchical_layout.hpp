#pragma once
#include <weft/base/plain_vector.hpp>
#include <weft/index/symbol.hpp>

#include <string>
#include <string_view>

namespace weft {

class hierarchical_layout;
namespace detail {
WEFT_API [[noreturn]] void throw_mode(index_t extent, index_t stride);
WEFT_API [[noreturn]] void throw_no_mode(index_t k, index_t count);
WEFT_API [[noreturn]] void throw_no_stride(hierarchical_layout const& l);
WEFT_API [[noreturn]] void throw_no_place(index_t n, index_t count);
WEFT_API [[noreturn]] void throw_mode_numbers(int count, hierarchical_layout const& l);
} // namespace detail

/// A layout with a hierarchy: a mode is an extent and a stride, or a list of modes, as in ((2,2),4):((1,4),2). The
/// layout is a function from places, which are the numbers 0 ... size() - 1, to offsets in elements. The first mode
/// varies fastest, within lists too. Blocked and interleaved matrices have such layouts, and the functions of
/// index/layout_algebra.hpp make them: the algebra is that of CuTe (Cecka, 2021; Graphene, ASPLOS 2023). Extents are 1
/// or more, strides 0 or more. Results that 64 bits do not hold are an error. Values are regular; a copy is deep.
class hierarchical_layout {
public:
  /// Makes one mode. Throws shape_error for an extent below 1, layout_error for a stride below 0.
  WEFT_FN constexpr hierarchical_layout(index_t extent, index_t stride) : extent_(extent), stride_(stride) {
    if (extent < 1 || stride < 0)
      detail::throw_mode(extent, stride);
  }
  /// Makes a list of modes. An empty list is one place at offset 0.
  WEFT_FN constexpr explicit hierarchical_layout(detail::plain_vector<hierarchical_layout> modes)
      : list_(true), modes_(static_cast<detail::plain_vector<hierarchical_layout>&&>(modes)) {}
  /// Reads the text that to_string writes, as "((2,2),4):((1,4),2)". Extents without strides, as "(3,4)", are memory
  /// without gaps, with the first mode fastest. Throws parse_error with a column for other text, and if the strides
  /// have another hierarchy than the extents.
  WEFT_API explicit hierarchical_layout(std::string_view text);

  /// Returns the number of modes of a list; 1 for a single mode.
  [[nodiscard]] WEFT_FN constexpr int rank() const { return list_ ? static_cast<int>(modes_.size()) : 1; }
  /// Returns mode k of a list; a single mode is its own mode 0. Throws index_error for another k.
  [[nodiscard]] WEFT_FN constexpr hierarchical_layout mode(index_t k) const {
    if (k < 0 || k >= rank())
      detail::throw_no_mode(k, rank());
    return list_ ? modes_[static_cast<std::size_t>(k)] : *this;
  }
  [[nodiscard]] WEFT_FN constexpr bool is_list() const { return list_; }
  /// Returns the number of places: the extent of a mode, the product of the sizes of a list.
  [[nodiscard]] WEFT_FN constexpr index_t size() const {
    index_t n = extent_;
    for (hierarchical_layout const& m : modes_)
      n = detail::index_product::of(n, m.size());
    return n;
  }
  /// Returns one more than the largest offset. Throws error if 64 bits do not hold it.
  [[nodiscard]] WEFT_FN constexpr index_t cosize() const {
    index_t last = detail::index_product::of(extent_ - 1, stride_);
    for (hierarchical_layout const& m : modes_)
      last = detail::index_sum::of(last, m.cosize() - 1);
    return detail::index_sum::of(last, 1);
  }
  /// Returns the stride of a mode. Throws layout_error for a list.
  [[nodiscard]] WEFT_FN constexpr index_t stride() const {
    if (list_)
      detail::throw_no_stride(*this);
    return stride_;
  }
  /// Returns the offset of place n. Throws index_error outside 0 ... size() - 1.
  [[nodiscard]] WEFT_FN constexpr index_t operator()(index_t n) const {
    index_t const count = size();
    if (n < 0 || n >= count)
      detail::throw_no_place(n, count);
    if (!list_)
      return detail::index_product::of(n, stride_);
    index_t offset = 0;
    for (hierarchical_layout const& m : modes_) {
      index_t const here = m.size();
      offset = detail::index_sum::of(offset, m(n % here));
      n /= here;
    }
    return offset;
  }
  /// Returns the offset l(i, j): the sum of the offset of place i in mode 0 and of place j in mode 1.
  template <class... At>
    requires(sizeof...(At) > 1)
  [[nodiscard]] WEFT_FN constexpr index_t operator()(At... n) const {
    constexpr int count = sizeof...(At);
    if (!list_ || count != rank())
      detail::throw_mode_numbers(count, *this);
    index_t const numbers[] = {static_cast<index_t>(n)...};
    index_t out = 0;
    for (int k = 0; k < count; ++k)
      out = detail::index_sum::of(out, modes_[static_cast<std::size_t>(k)](numbers[k]));
    return out;
  }

  /// True if the hierarchy, the extents and the strides are equal.
  [[nodiscard]] WEFT_FN friend constexpr bool operator==(hierarchical_layout const& a, hierarchical_layout const& b) {
    return a.list_ == b.list_ && a.extent_ == b.extent_ && a.stride_ == b.stride_ && a.modes_ == b.modes_;
  }

private:
  bool list_ = false;
  index_t extent_ = 1, stride_ = 0; ///< the extent and the stride if there is a single mode
  detail::plain_vector<hierarchical_layout> modes_;
};

/// Returns the text of a layout: ((2,2),4):((1,4),2).
[[nodiscard]] WEFT_API std::string to_string(hierarchical_layout const& l);

} // namespace weft
