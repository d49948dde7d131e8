// doc/reference: Printing
#include "show.hpp"

using namespace weft;

void printing() {
  // [operands of printing]
  tensor<double, 1> a{1, 0.333333333, 1e-9};
  // [end]
  SHOW(to_string(a));
  SHOW(to_string(a, {.precision = 3}));
  SHOW(to_string(a, print_options{.suppress_small = true}));
  SHOW(to_string(a, {.precision = 2, .floats = float_mode::fixed}));
  SHOW(to_string(a, {.floats = float_mode::unique}));
  SHOW(to_string(a, {.notation = notation_mode::scientific}));
  SHOW(to_string(a, {.sign = sign_mode::plus}));
  RUN(a, print_options before = set_print_options({.precision = 2}));
  RUN(current_print_options().precision, set_print_options(before));
  {
    RUN(a, print_scope short_ones({.precision = 1}));
  }
}
