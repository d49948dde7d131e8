#pragma once
#include <weft/dynamic/any_tensor.hpp>
#include <weft/io/format.hpp>
#include <weft/linalg/build_info.hpp>
#include <weft/tensor/memory.hpp>

#include <iosfwd>
#include <sstream>
#include <string>

namespace weft {

namespace detail {

template <class T>
WEFT_FN std::string element_text(void const* element) {
  std::ostringstream out;
  out << *static_cast<T const*>(element);
  return out.str();
}

template <class X>
WEFT_FN std::string format_stored(X const& x, print_options const& options) {
  using T = std::remove_const_t<typename X::element_type>;
  x.window().window_leaf().keep.check("print");
  const auto e = convert_extents<dynamic_extents>(x.shape()), s = convert_extents<dynamic_extents>(x.strides());
  if constexpr (HasDtype<T>)
    return format_array(untyped_view{dtype_of<T>, x.data(), x.rank(), e.value, s.value}, options);
  else
    return format_array(printable_view{x.data(), sizeof(T), &element_text<T>, x.rank(), e.value, s.value}, options);
}

} // namespace detail

/// The elements as NumPy prints them: aligned, shortest digits, summarised where they are more than 1000. An expression
/// is evaluated first. Elements without a dtype are printed by their own operator<<.
template <Tensorial X>
[[nodiscard]] WEFT_FN std::string to_string(X const& x, print_options const& options = current_print_options()) {
  if constexpr (Stored<X>)
    return detail::format_stored(x, options);
  else
    return detail::format_stored(eval(x), options);
}

/// The same of an any_tensor.
[[nodiscard]]
WEFT_FN inline std::string to_string(any_tensor const& x, print_options const& options = current_print_options()) {
  const auto s = x.strides();
  return detail::format_array(detail::untyped_view{x.dtype(), x.data(), x.rank(), x.shape().value, s.value}, options);
}

/// to_string(x), with the options of this thread.
template <class Traits, class X>
  requires(Tensorial<X> || std::same_as<X, any_tensor>)
WEFT_FN std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, X const& x) {
  const std::string text = to_string(x);
  return out.write(text.data(), static_cast<std::streamsize>(text.size()));
}

/// A shape, or strides: (2,3).
template <Shape S>
[[nodiscard]] WEFT_FN std::string to_string(S const& s) {
  const auto e = detail::convert_extents<dynamic_extents>(s);
  return detail::shape_text(e.value, e.rank());
}
/// to_string(s).
template <class Traits, Shape S>
WEFT_FN std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, S const& s) {
  return out << to_string(s);
}
/// A layout: (2,3):(3,1).
template <class E, class O>
[[nodiscard]] WEFT_FN std::string to_string(layout<E, O> const& l) {
  return to_string(l.extents()).append(":").append(to_string(l.strides()));
}
/// to_string(l).
template <class Traits, class E, class O>
WEFT_FN std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, layout<E, O> const& l) {
  return out << to_string(l);
}

/// The plan, line by line.
template <class Traits>
WEFT_FN std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, plan_report const& r) {
  return out << to_string(r);
}

/// The answer of build_info(), line by line.
template <class Traits>
WEFT_FN std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, build_report const& r) {
  return out << to_string(r);
}

} // namespace weft
