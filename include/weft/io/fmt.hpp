#pragma once
#include <weft/io/formatter.hpp>

#if __has_include(<fmt/format.h>)
#include <fmt/format.h>

FMT_BEGIN_NAMESPACE

/// With the library fmt, where it is installed: fmt::print("{:.3}\n", a).
template <weft::Printable X>
struct formatter<X, char> : weft::detail::printer<X, format_error> {};

// Tensors are ranges too, which <fmt/ranges.h> would print as such.
template <class T, class Char>
struct is_range;
template <weft::Printable X>
struct is_range<X, char> : std::false_type {};

FMT_END_NAMESPACE
#endif
