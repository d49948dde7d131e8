#include <weft/dynamic/untyped.hpp>
#include <weft/io/print.hpp>

#include <doctest/doctest.h>

#include <iomanip>
#include <sstream>
#include <string>

using namespace weft;

namespace {

template <class X, class... How>
std::string streamed(X const& x, How... how) {
  std::ostringstream out;
  (out << ... << how) << x;
  return out.str();
}

} // namespace

TEST_CASE("printing: any_tensor, and expressions of it") {
  CHECK(streamed(any_tensor(tensor<int, 2>{{1, 2}, {3, 40}})) == "[[ 1  2]\n [ 3 40]]");
  CHECK(streamed(any_tensor()) == "[]");
  any_tensor const a(tensor<double, 1>{1.0 / 3.0, 1e-7});
  CHECK(to_string(a, print_options{2, 1000, 3, 75}) == "[3.33e-01 1.00e-07]");
  CHECK(streamed(a, std::setprecision(1), std::fixed) == "[0.3 0.0]");
  CHECK(streamed(a * 3.0) == "[1.e+00 3.e-07]");
  CHECK(to_string(any_expr<>(a * 3.0)) == "[1.e+00 3.e-07]");
  print_options o;
  o.precision = 3;
  o.suppress_small = true;
  print_scope const scope(o);
  CHECK(streamed(a) == "[0.333 0.   ]");
}
