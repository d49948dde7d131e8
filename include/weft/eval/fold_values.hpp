#pragma once
#include <weft/eval/identity.hpp>
#include <weft/eval/kernel.hpp>

// The values that a fold reads along a row: x(0), x(1), ... and their numbers, if the reducer takes them
// (fold_row.hpp).
WEFT_KERNELS_BEGIN
namespace weft::detail {

/// A value and the number of its element.
template <class T>
struct numbered {
  T value;
  index_t number;
};
/// An operation that pairs each element with its number.
struct with_number {
  using computes_nothing = void;
  static constexpr char const* name = "argmin";
  static constexpr bool total = true;
  template <class T>
  WEFT_INLINE constexpr numbered<T> operator()(T const& x, index_t n) const {
    return {x, n};
  }
};

template <>
inline constexpr bool is_own_function<with_number> = true;

/// Reads the element numbers of a row. The first two give the step, so only two numbers are generated.
struct number_column {
  index_t first, step;
  WEFT_INLINE index_t operator[](index_t i) const { return first + i * step; }
};
/// Returns the column by which a fold reads one slot along a row. Strided: elements may lie any step apart.
template <bool Strided, int J, class S>
WEFT_INLINE auto fold_column(loop_frame const& frame, index_t address, index_t begin) {
  if constexpr (is_number_slot<S>) {
    auto const* const p = reinterpret_cast<index_t const*>(address);
    index_t const step = frame.columns > 1 ? p[1] - p[0] : 0;
    return number_column{p[0] + begin * step, step};
  } else if constexpr (Strided) {
    return strided_column<typename S::value_type>{address, frame.column[J + 1]};
  } else {
    return column<0, J, S>(address, begin);
  }
}

/// The bytes of the widest element that a subexpression of a core reads.
template <class Core>
inline constexpr std::size_t widest_bytes = sizeof(typename Core::value_type);
template <class F, class... C>
inline constexpr std::size_t widest_bytes<core_node<F, C...>> = [] {
  std::size_t most = 0;
  ((most = widest_bytes<C> > most ? widest_bytes<C> : most), ...);
  return most;
}();

/// True if a subexpression of a core reads elements that are narrower than its own values, and these are numbers.
template <class Core, class V = core_value_t<Core>>
inline constexpr bool widens = is_number<V> && sizeof(typename Core::value_type) < sizeof(V);
template <class F, class... C, class V>
inline constexpr bool widens<core_node<F, C...>, V> = (widens<C, V> || ...);

/// The values of one row of an expression.
template <class Core, class Row>
struct core_values {
  using value_type =
      std::remove_cvref_t<decltype(std::declval<Core const&>().template at<0>(std::declval<Row const&>(), index_t(0)))>;
  /// True if reading a value again costs no more than a load.
  static constexpr bool is_memory = Core::operations == 0;
  static constexpr std::size_t widest = widest_bytes<Core>;
  static constexpr bool is_widened = widens<Core>;
  Core const& core;
  Row const& row;
  WEFT_INLINE decltype(auto) operator()(index_t i) const { return core.template at<0>(row, i); }
};
/// The values of one row with their numbers; element() and number() give each without the other.
template <class A, class N, class Row>
struct core_values<core_node<with_number, A, N>, Row> {
  using element_type =
      std::remove_cvref_t<decltype(std::declval<A const&>().template at<0>(std::declval<Row const&>(), index_t(0)))>;
  using value_type = numbered<element_type>;
  static constexpr bool is_memory = A::operations == 0;
  core_node<with_number, A, N> const& core;
  Row const& row;
  WEFT_INLINE value_type operator()(index_t i) const { return {element(i), number(i)}; }
  WEFT_INLINE decltype(auto) element(index_t i) const { return core.first.template at<0>(row, i); }
  WEFT_INLINE index_t number(index_t i) const { return core.second.template at<A::slots>(row, i); }
};
/// True for values that are computed from narrower elements.
template <class Values>
inline constexpr bool are_widened = false;
template <class Values>
  requires(Values::is_widened)
inline constexpr bool are_widened<Values> = true;
/// Values without their numbers.
template <class Values>
struct without_numbers {
  using value_type = typename Values::element_type;
  static constexpr bool is_memory = Values::is_memory;
  Values const& x;
  WEFT_INLINE decltype(auto) operator()(index_t i) const { return x.element(i); }
};
/// The values of a row from value `first` on.
template <class Values>
struct values_from {
  using value_type = typename Values::value_type;
  static constexpr bool is_memory = Values::is_memory;
  static constexpr bool is_widened = are_widened<Values>;
  Values const& x;
  index_t first;
  WEFT_INLINE decltype(auto) operator()(index_t i) const { return x(first + i); }
};
/// The values of a row that have been stored in a buffer.
template <class T>
struct buffered_values {
  using value_type = T;
  static constexpr bool is_memory = true;
  T const* begin;
  WEFT_INLINE T const& operator()(index_t i) const { return begin[i]; }
};
template <class T, class Values>
struct buffered_elements {
  using element_type = T;
  using value_type = numbered<T>;
  static constexpr bool is_memory = true;
  T const* begin;
  Values const& x;
  index_t first;
  WEFT_INLINE value_type operator()(index_t i) const { return {begin[i], number(i)}; }
  WEFT_INLINE T const& element(index_t i) const { return begin[i]; }
  WEFT_INLINE index_t number(index_t i) const { return x.number(first + i); }
};

/// The `Count` values of a row. If all accesses to them have constant subscripts, they stay in registers.
template <class T, index_t Count>
struct written_values {
  using value_type = T;
  static constexpr bool is_memory = true;
  static constexpr index_t count = Count;
  T const* begin;
  WEFT_INLINE constexpr T const& operator()(index_t i) const { return begin[i]; }
};
template <class Values>
inline constexpr bool stands_written_out = false;
template <class T, index_t Count>
inline constexpr bool stands_written_out<written_values<T, Count>> = true;

} // namespace weft::detail
WEFT_KERNELS_END
