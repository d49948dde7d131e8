#pragma once
#ifdef WEFT_WITHOUT_DYNAMIC
#error "weft: this library was built without the component dynamic: -DWEFT_COMPONENTS=all, or a list with dynamic"
#endif
#include <weft/eval/virtual_leaf.hpp>

namespace weft {

namespace detail {
struct list_slicer; // defined in src/dynamic/list_slicer.hpp
}

/// A subscript as a value: an integer, `end - 1`, all, newaxis, ellipsis or a range. A program can make a list of
/// subscripts while it runs: std::vector<any_subscript> s{0, all}; s.push_back(range(1, end)); u.at(s).
class any_subscript {
public:
  /// Makes the subscript `all`.
  WEFT_INLINE constexpr any_subscript() = default;
  template <Subscript A>
  WEFT_FN constexpr any_subscript(A const& a) {
    if constexpr (detail::Place<A>) {
      of = what::place;
      range.first = a;
    } else if constexpr (detail::is_range<A>) {
      of = what::range;
      range = {as_place(a.first), as_place(a.last), a.step};
    } else {
      of = std::same_as<A, all_t> ? what::whole : std::same_as<A, newaxis_t> ? what::extra : what::rest;
    }
  }

private:
  friend struct detail::list_slicer;
  enum class what : unsigned char { place, range, whole, extra, rest };
  WEFT_FN static constexpr detail::any_place as_place(detail::any_place p) { return p; }
  template <index_t N, bool FromEnd>
  WEFT_FN static constexpr detail::any_place as_place(detail::static_place<N, FromEnd>) {
    if constexpr (FromEnd)
      return end_index{N};
    else
      return N;
  }
  any_range range{};
  what of = what::whole;
};

namespace detail {

/// The subscripts that a call passes between its parentheses, as an array.
template <class... A>
struct subscript_list {
  static_assert((0 + ... + int(std::same_as<A, ellipsis_t>)) <= 1, "weft: more than one ellipsis");
  static constexpr int count = sizeof...(A);
  any_subscript at[sizeof...(A) + 1];
  WEFT_FN explicit subscript_list(A const&... a) : at{any_subscript(a)...} {}
};

/// A container that holds subscripts adjacent in memory, such as a std::vector or a braced list.
template <class S>
concept SubscriptRange = requires(S const& s) {
  { std::data(s) } -> std::convertible_to<any_subscript const*>;
  { std::size(s) } -> std::convertible_to<std::size_t>;
};

/// Returns the part of `whole` that `count` subscripts select.
[[nodiscard]] WEFT_API program_ref sliced_program(program_ref const& whole, any_subscript const* at, int count);

} // namespace detail
} // namespace weft
