#pragma once
#include <weft/io/print.hpp>

#include <version>
#ifdef __cpp_lib_format
#include <format>
#endif

namespace weft {

/// A type that formatters print: a tensor, a view, an expression, any_tensor, a shape, a plan, a build report.
template <class X>
concept Printable =
    detail::prints_elements<X> || Shape<X> || std::same_as<X, plan_report> || std::same_as<X, build_report>;

namespace detail {

/// The formatter of std::format and of fmt, whose contexts are alike. {} prints as << does; {:.3} prints a tensor with
/// a precision of 3. Error is the type of exception that the library throws for another specification.
template <class X, class Error>
struct printer {
  static constexpr bool has_options = prints_elements<X>;
  int precision = -1;

  /// A program without exceptions ends here, as at other errors of weft.
  [[noreturn]] WEFT_FN static void refuse(char const* reason) {
#ifdef __cpp_exceptions
    throw Error(reason);
#else
    throw_error("format", reason);
#endif
  }
  template <class Context>
  WEFT_FN constexpr auto parse(Context& context) {
    auto at = context.begin();
    auto const last = context.end();
    if (has_options && at != last && *at == '.') {
      precision = 0;
      auto const digits = ++at;
      for (; at != last && *at >= '0' && *at <= '9' && precision < 1000; ++at)
        precision = 10 * precision + (*at - '0');
      if (at == digits)
        refuse("weft: a precision is missing behind the point");
    }
    if (at != last && *at != '}')
      refuse("weft: the format of a tensor is {} or {:.precision}");
    return at;
  }

  template <class Context>
  WEFT_FN auto format(X const& x, Context& context) const {
    auto out = context.out();
    for (char const c : text(x))
      *out++ = c;
    return out;
  }

private:
  WEFT_FN std::string text(X const& x) const {
    if constexpr (has_options) {
      print_options options = current_print_options();
      if (precision >= 0)
        options.precision = precision;
      return to_string(x, options);
    } else {
      return to_string(x);
    }
  }
};

} // namespace detail
} // namespace weft

#ifdef __cpp_lib_format
template <weft::Printable X>
struct std::formatter<X, char> : weft::detail::printer<X, std::format_error> {};
#endif
#ifdef __cpp_lib_format_ranges
// Tensors are ranges too. This keeps C++23 from printing them as ranges.
template <weft::Printable X>
constexpr std::range_format std::format_kind<X> = std::range_format::disabled;
#endif
