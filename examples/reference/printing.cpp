// doc/reference: Printing
#include "show.hpp"
#include <weft/io/formatter.hpp>

#include <iomanip>

#if __has_include(<fmt/format.h>)
#define FMT_HEADER_ONLY // the library need not be linked
#include <weft/io/fmt.hpp>
#define WITH_FMT RUN
#else
#define WITH_FMT LACKING
#endif
#ifdef __cpp_lib_format
#define WITH_FORMAT RUN
#else
#define WITH_FORMAT LACKING
#endif

using namespace weft;

void printing() {
  // [operands of printing]
  tensor<double, 1> a{1, 0.333333333, 1e-9}, b{1, 0.5, 0.333333333};
  // [end]
  RUN(o.str(), std::ostringstream o; o << std::setprecision(3); o << b);
  SHOW(to_string(a));
  SHOW(to_string(a, {.precision = 3}));
  SHOW(to_string(a, print_options{.suppress_small = true}));
  SHOW(to_string(b, {.precision = 2, .floats = float_mode::fixed}));
  SHOW(to_string(b, {.floats = float_mode::unique}));
  SHOW(to_string(a, {.notation = notation_mode::scientific}));
  SHOW(to_string(b, {.sign = sign_mode::plus}));
  RUN(a, print_options before = set_print_options({.precision = 2}));
  RUN(current_print_options().precision, set_print_options(before));
  {
    RUN(a, print_scope short_ones({.precision = 1}));
  }
  SHOW((Printable<tensor<double, 1>> && !Printable<double>));
  WITH_FMT(text, std::string text = fmt::format("{:.3}", b));
  WITH_FORMAT(line, std::string line = std::format("{:.3}", b));
}
