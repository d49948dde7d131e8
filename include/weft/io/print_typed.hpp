#pragma once
#include <weft/io/format.hpp>
#include <weft/linalg/build_info.hpp>
#include <weft/tensor/memory.hpp>

#include <iosfwd>
#include <sstream>
#include <string>

namespace weft {

namespace detail {

/// True for an operand that is printed element by element.
template <class X>
inline constexpr bool prints_elements = Tensorial<X> && !Sparse<X>;

template <class T>
WEFT_FN std::string element_text(void const* element, std::ios_base const* stream) {
  std::ostringstream out;
  if (stream != nullptr) {
    out.flags(stream->flags());
    out.precision(stream->precision());
  }
  out << *static_cast<T const*>(element);
  return out.str();
}

template <class X>
WEFT_FN std::string format_stored(X const& x, print_options const& options, std::ios_base const* stream = nullptr,
                                  bool rank_0_too = false) {
  using T = std::remove_const_t<typename X::element_type>;
  x.window().window_leaf().keep.check("print");
  auto const e = convert_extents<dynamic_extents>(x.shape()), s = convert_extents<dynamic_extents>(x.strides());
  if constexpr (HasDtype<T>)
    return format_array(untyped_view{dtype_of<T>, x.data(), x.rank(), e.value, s.value}, options, rank_0_too);
  else
    return format_array(printable_view{x.data(), sizeof(T), &element_text<T>, stream, x.rank(), e.value, s.value},
                        options);
}

template <class X>
WEFT_FN std::string streamed(X const& x, std::ios_base const& stream) {
  stream_options const o = options_for(stream);
  if constexpr (Stored<X>)
    return format_stored(x, o.options, &stream, o.has_digits);
  else
    return format_stored(eval(x), o.options, &stream, o.has_digits);
}

} // namespace detail

/// Returns the text of the elements as NumPy prints them: aligned, with the shortest digits, summarised if they are
/// more than 1000. An expression is evaluated first. Elements without a dtype are printed by their own operator<<.
template <Tensorial X>
  requires(!IndexForm<X> && !Sparse<X>)
[[nodiscard]] WEFT_FN std::string to_string(X const& x, print_options const& options = current_print_options()) {
  if constexpr (Stored<X>)
    return detail::format_stored(x, options);
  else
    return detail::format_stored(eval(x), options);
}

/// Prints to_string(x), with the options of this thread. If precision, floats, suppress_small and notation all have
/// their defaults, the stream sets the digits instead, for rank 0 too: std::fixed and std::scientific print exactly as
/// many digits after the point as the precision of the stream. Without them, a precision other than 6 is the largest
/// number of digits after the point (for a double the stream itself would count significant digits). std::showpos
/// prints a + if the sign option has its default. Elements without a dtype get the flags and the precision of the
/// stream.
template <class Traits, Tensorial X>
  requires(!Sparse<X>)
WEFT_FN std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, X const& x) {
  std::string const text = detail::streamed(x, out);
  return out.write(text.data(), static_cast<std::streamsize>(text.size()));
}

/// Returns the text of a shape, or of strides: (2,3).
template <Shape S>
[[nodiscard]] WEFT_FN std::string to_string(S const& s) {
  auto const e = detail::convert_extents<dynamic_extents>(s);
  return detail::shape_text(e.value, e.rank());
}
/// Prints a shape, as to_string(s).
template <class Traits, Shape S>
WEFT_FN std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, S const& s) {
  return out << to_string(s);
}
/// Returns the text of a layout: (2,3):(3,1).
template <class E, class O>
[[nodiscard]] WEFT_FN std::string to_string(layout<E, O> const& l) {
  return to_string(l.extents()).append(":").append(to_string(l.strides()));
}
/// Prints a layout, as to_string(l).
template <class Traits, class E, class O>
WEFT_FN std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, layout<E, O> const& l) {
  return out << to_string(l);
}

/// Prints a plan, line by line.
template <class Traits>
WEFT_FN std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, plan_report const& r) {
  return out << to_string(r);
}

/// Prints the answer of build_info(), line by line.
template <class Traits>
WEFT_FN std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, build_report const& r) {
  return out << to_string(r);
}

} // namespace weft
