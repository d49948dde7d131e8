#pragma once
#include <weft/base/results.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/memory.hpp>

#include <array>
#include <limits>
#include <vector>

// Cuts an operand along an axis into parts: views of it, or windows of an expression. Nothing is copied.
namespace weft {

namespace detail {

/// Returns the first index of part j of an extent that is cut into `count` parts as equal as possible, the longer ones
/// first.
WEFT_FN constexpr index_t even_cut(index_t extent, index_t count, index_t j) {
  return j * (extent / count) + (j < extent % count ? j : extent % count);
}
WEFT_FN inline void check_even_sections(char const* operation, index_t extent, index_t count, bool equal) {
  if (count == (std::numeric_limits<index_t>::max)())
    throw_shape_reason(operation, "into fewer than 2^63 - 1 parts");
  if (count < 1 || (equal && extent % count != 0))
    throw_shape_reason(operation, count < 1 ? "into at least one part"
                                            : "the extent is no multiple of the parts: array_split takes any");
}

template <class W, class A>
WEFT_INLINE auto section_between(W const& whole, A axis, index_t first, index_t last) {
  return windowed(whole, range_selector<A>{axis, first, last < first ? 0 : last - first});
}

/// Returns a view of a tensor or a view, which can be cut again; an expression is returned itself.
template <class X>
WEFT_INLINE auto whole_of(X&& x) {
  if constexpr (Stored<X>)
    return static_cast<X&&>(x).window();
  else
    return static_cast<X&&>(x);
}

} // namespace detail

/// The parts of an operand along an axis: a list of views, each made when it is asked for.
template <class W, class A>
class split_sections {
public:
  WEFT_INLINE split_sections(W whole, A axis, tensor<index_t, 1> cuts)
      : whole_(static_cast<W&&>(whole)), axis_(axis), cuts_(static_cast<tensor<index_t, 1>&&>(cuts)) {}

  WEFT_INLINE split_sections(split_sections const&) = default;
  WEFT_INLINE split_sections(split_sections&&) = default;
  WEFT_INLINE ~split_sections() = default;

  [[nodiscard]] WEFT_INLINE index_t size() const { return cuts_.size() - 1; }
  /// Returns part j; j is always checked.
  [[nodiscard]] WEFT_FN auto operator[](index_t j) const {
    if (j < 0 || j >= size())
      detail::throw_index("split: part", j, static_cast<int>(axis_), size());
    return detail::section_between(whole_, axis_, cuts_.data()[j], cuts_.data()[j + 1]);
  }

  class iterator {
  public:
    WEFT_INLINE iterator(split_sections const& p, index_t j) : sections_(&p), j_(j) {}
    [[nodiscard]] WEFT_INLINE auto operator*() const { return (*sections_)[j_]; }
    WEFT_INLINE iterator& operator++() {
      ++j_;
      return *this;
    }
    [[nodiscard]] WEFT_INLINE bool operator==(iterator const& other) const { return j_ == other.j_; }

  private:
    split_sections const* sections_;
    index_t j_;
  };
  [[nodiscard]] WEFT_INLINE iterator begin() const { return {*this, 0}; }
  [[nodiscard]] WEFT_INLINE iterator end() const { return {*this, size()}; }

private:
  W whole_;
  [[no_unique_address]] A axis_;
  tensor<index_t, 1> cuts_; ///< the index at which each part begins, and the end of the last one
};

namespace detail {

template <class X, class A>
WEFT_FN auto split_evenly(char const* operation, X&& x, index_t count, A axis, bool equal) {
  auto whole = whole_of(static_cast<X&&>(x));
  index_t const n = whole.extent(check_axis(operation, axis, whole.rank()));
  check_even_sections(operation, n, count, equal);
  tensor<index_t, 1> cuts(uninit, count + 1);
  for (index_t j = 0; j <= count; ++j)
    cuts.data()[j] = even_cut(n, count, j);
  return split_sections<decltype(whole), A>(std::move(whole), axis, std::move(cuts));
}

template <index_t Count, class X, class A>
WEFT_FN auto split_evenly_into(char const* operation, X&& x, A axis, bool equal) {
  auto const whole = whole_of(static_cast<X&&>(x));
  index_t const n = whole.extent(check_axis(operation, axis, whole.rank()));
  check_even_sections(operation, n, Count, equal);
  return unpack<int(Count)>([&]<int... J>() {
    using section = decltype(section_between(whole, axis, 0, 0));
    using sections = std::array<section, sizeof...(J)>;
    return results_in<sections>(
        sections{section_between(whole, axis, even_cut(n, Count, J), even_cut(n, Count, J + 1))...});
  });
}

} // namespace detail

/// Returns `count` parts of equal extents along an axis, as views: for (auto part : split(a, 3, 0)), split(a, 3, 0)[1].
/// Throws shape_error if the extent is no multiple of `count`.
template <Tensorial X, detail::IndexOrConstant N, detail::Axis A>
[[nodiscard]] WEFT_FN auto split(X&& x, N count, A axis) {
  return detail::split_evenly("split", static_cast<X&&>(x), static_cast<index_t>(count), detail::as_axis<X>(axis),
                              true);
}
/// Returns Count equal parts as a std::array: auto [left, right] = split<2>(a, 1).
template <int Count, Tensorial X, detail::Axis A>
[[nodiscard]] WEFT_FN auto split(X&& x, A axis) {
  static_assert(Count > 0, "weft: split<n>: into at least one part");
  return detail::split_evenly_into<Count>("split", static_cast<X&&>(x), detail::as_axis<X>(axis), true);
}
/// Cuts an axis before the given indices i, j, ..., which must not decrease: the parts are 0 ... i - 1, i ... j - 1,
/// and so on. Throws index_error for an index outside the axis or below the one before it.
template <Tensorial X, IndexRange R, detail::Axis A>
[[nodiscard]] WEFT_FN auto split(X&& x, R const& indices, A axis) {
  auto whole = detail::whole_of(static_cast<X&&>(x));
  auto const named = detail::as_axis<X>(axis);
  int const k = detail::check_axis("split", named, whole.rank());
  index_t const n = whole.extent(k);
  index_t count = 1, last = 0;
  for ([[maybe_unused]] auto i : indices)
    ++count;
  tensor<index_t, 1> cuts(count + 1);
  count = 0;
  for (auto i : indices) {
    index_t const cut = static_cast<index_t>(i);
    if (cut < last || cut > n)
      detail::throw_index("split: a cut", cut, k, n);
    cuts.data()[++count] = last = cut;
  }
  cuts.data()[count + 1] = n;
  return split_sections<decltype(whole), std::remove_const_t<decltype(named)>>(std::move(whole), named,
                                                                               std::move(cuts));
}
/// Returns `count` parts along an axis that are as equal as possible: the first ones may be longer by one.
template <Tensorial X, std::integral N, detail::Axis A>
[[nodiscard]] WEFT_FN auto array_split(X&& x, N count, A axis) {
  return detail::split_evenly("array_split", static_cast<X&&>(x), static_cast<index_t>(count), detail::as_axis<X>(axis),
                              false);
}
template <int Count, Tensorial X, detail::Axis A>
[[nodiscard]] WEFT_FN auto array_split(X&& x, A axis) {
  static_assert(Count > 0, "weft: array_split<n>: into at least one part");
  return detail::split_evenly_into<Count>("array_split", static_cast<X&&>(x), detail::as_axis<X>(axis), false);
}

/// Returns the parts of x at each index of an axis, without that axis: views, or windows of an expression, in a
/// std::vector.
template <Tensorial X, detail::Axis A>
[[nodiscard]] WEFT_FN auto unstack(X&& x, A axis) {
  auto const whole = detail::whole_of(static_cast<X&&>(x));
  auto const named = detail::as_axis<X>(axis);
  index_t const n = whole.extent(detail::check_axis("unstack", named, whole.rank()));
  std::vector<decltype(slice(whole, named, n))> sections;
  sections.reserve(static_cast<std::size_t>(n));
  for (index_t i = 0; i < n; ++i)
    sections.push_back(slice(whole, named, i));
  return sections;
}

} // namespace weft
