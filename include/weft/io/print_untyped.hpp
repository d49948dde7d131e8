#pragma once
#include <weft/dynamic/any_tensor.hpp>
#include <weft/io/print_typed.hpp>

#include <string>

namespace weft {

namespace detail {

template <>
inline constexpr bool prints_elements<any_tensor> = true;
template <>
inline constexpr bool prints_elements<any_view> = true;

WEFT_FN inline std::string format_stored(any_tensor const& x, print_options const& options, bool rank_0_too = false) {
  auto const s = x.strides();
  return format_array(untyped_view{x.dtype(), x.data(), x.rank(), x.shape().value, s.value}, options, rank_0_too);
}

} // namespace detail

/// Returns the text of the elements of an any_tensor as NumPy prints them.
[[nodiscard]]
WEFT_FN inline std::string to_string(any_tensor const& x, print_options const& options = current_print_options()) {
  return detail::format_stored(x, options);
}

/// Returns the text of the elements of a view or an expression, which is evaluated.
template <Untyped X>
[[nodiscard]] WEFT_FN std::string to_string(X const& x, print_options const& options = current_print_options()) {
  return detail::format_stored(any_tensor(x), options);
}

/// Prints to_string(x) with the digits and the sign that the stream asks for; an expression is evaluated.
template <class Traits, Untyped X>
WEFT_FN std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, X const& x) {
  detail::stream_options const o = detail::options_for(out);
  std::string const text = detail::format_stored(any_tensor(x), o.options, o.has_digits);
  return out.write(text.data(), static_cast<std::streamsize>(text.size()));
}

} // namespace weft
