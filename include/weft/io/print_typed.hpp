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

/// The elements as NumPy prints them: aligned, shortest digits, summarised where they are more than 1000. An expression
/// is evaluated first. Elements without a dtype are printed by their own operator<<.
template <Tensorial X>
  requires(!IndexForm<X> && !Sparse<X>)
[[nodiscard]] WEFT_FN std::string to_string(X const& x, print_options const& options = current_print_options()) {
  if constexpr (Stored<X>)
    return detail::format_stored(x, options);
  else
    return detail::format_stored(eval(x), options);
}

/// to_string(x), with the options of this thread, and in their place where these are left at their defaults what the
/// stream asks for: std::fixed and std::scientific with exactly as many digits after the point as its precision,
/// another precision than 6 alone with that many at most (shortest digits, as NumPy's precision, where a double has
/// significant ones), and std::showpos. Digits are the stream's only if precision, floats, suppress_small and notation
/// all are default; rank 0 then follows it too. Elements without a dtype get the stream's flags and its precision.
template <class Traits, Tensorial X>
  requires(!Sparse<X>)
WEFT_FN std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, X const& x) {
  std::string const text = detail::streamed(x, out);
  return out.write(text.data(), static_cast<std::streamsize>(text.size()));
}

/// A shape, or strides: (2,3).
template <Shape S>
[[nodiscard]] WEFT_FN std::string to_string(S const& s) {
  auto const e = detail::convert_extents<dynamic_extents>(s);
  return detail::shape_text(e.value, e.rank());
}
/// A shape, as to_string(s).
template <class Traits, Shape S>
WEFT_FN std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, S const& s) {
  return out << to_string(s);
}
/// A layout: (2,3):(3,1).
template <class E, class O>
[[nodiscard]] WEFT_FN std::string to_string(layout<E, O> const& l) {
  return to_string(l.extents()).append(":").append(to_string(l.strides()));
}
/// A layout, as to_string(l).
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
