#pragma once
#include <weft/io/formatter.hpp>

#if __has_include(<fmt/format.h>)
#include <fmt/format.h>

FMT_BEGIN_NAMESPACE

/// Lets the library fmt print, if it is installed: fmt::print("{:.3}\n", a).
template <weft::Printable X>
struct formatter<X, char> : weft::detail::printer<X, format_error> {};

// Tensors are ranges too. This keeps <fmt/ranges.h> from printing them as ranges.
template <class T, class Char>
struct is_range;
template <weft::Printable X>
struct is_range<X, char> : std::false_type {};

FMT_END_NAMESPACE
#endif
