#include <weft/io/print_typed.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/ops/compare.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/explain.hpp>

#include <support/checked.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <iomanip>
#include <ostream>
#include <sstream>
#include <string>
#include <thread>

// How numbers are written is format.cpp's; here is what may be printed. The texts are those of NumPy.

using namespace weft;

namespace {

template <class X>
std::string streamed(X const& x) {
  std::ostringstream out;
  out << x;
  CHECK(out.str() == to_string(x));
  return out.str();
}

struct metres {
  double value = 0;
  friend std::ostream& operator<<(std::ostream& out, metres const& m) { return out << m.value << "m"; }
};

} // namespace

TEST_CASE("printing: tensors of both orders, views of any strides") {
  tensor<double, 2> const c{{1, 2, 3}, {4, 5.5, 6}};
  CHECK(streamed(c) == "[[1.  2.  3. ]\n [4.  5.5 6. ]]");
  CHECK(streamed(tensor<double, 2, column_major>(c)) == streamed(c));
  CHECK(streamed(tensor<double, fixed<2, 3>>(c)) == streamed(c));
  CHECK(streamed(tensor<double>(c)) == streamed(c));
  CHECK(streamed(transpose(c)) == "[[1.  4. ]\n [2.  5.5]\n [3.  6. ]]");
  CHECK(streamed(reverse(c, 1)) == "[[3.  2.  1. ]\n [6.  5.5 4. ]]");
  CHECK(streamed(reverse(c(1), 0)) == "[6.  5.5 4. ]");
  CHECK(streamed(c(all, range(0, 3, 2))) == "[[1. 3.]\n [4. 6.]]");
  CHECK(streamed(broadcast_to(tensor<int, 1>{1, 2}, shape(2, 2))) == "[[1 2]\n [1 2]]");
  CHECK(streamed(view<double const>(c)(0, all)) == "[1. 2. 3.]");
  CHECK(streamed(tensor<double, 0>(2.5)) == "2.5");
  CHECK(streamed(tensor<double, 1>(0)) == "[]");
  CHECK(streamed(tensor<int, 3>(2, 1, 2)) == "[[[0 0]]\n\n [[0 0]]]");
  CHECK(streamed(tensor<std::uint8_t, 1>{65, 66}) == "[65 66]");
}

TEST_CASE("printing: expressions are evaluated first") {
  tensor<double, 2> const a{{1, 2}, {3, 4}};
  CHECK(streamed(a + 0.5) == "[[1.5 2.5]\n [3.5 4.5]]");
  CHECK(streamed(matmul(a, a)) == "[[ 7. 10.]\n [15. 22.]]");
  CHECK(streamed(a > 2.0) == "[[False False]\n [ True  True]]");
  CHECK(to_string(tensor<double, 1>{1.0 / 3.0} * 1.0, print_options{3, 1000, 3, 75}) == "[0.333]");
  CHECK(streamed(tensor<int, 1>(2000)) == "[0 0 0 ... 0 0 0]");
}

TEST_CASE("printing: options hold for the thread, while their scope lives") {
  tensor<double, 1> const a{1.0 / 3.0, 1e-7};
  std::string const usual = streamed(a);
  CHECK(usual == "[3.33333333e-01 1.00000000e-07]");
  {
    print_options o;
    o.precision = 3;
    o.suppress_small = true;
    print_scope const scope(o);
    CHECK(streamed(a) == "[0.333 0.   ]");
    CHECK(to_string(a, {}) == usual);
    std::string other;
    std::thread([&] { other = to_string(a); }).join();
    CHECK(other == usual);
    o.precision = 1;
    CHECK(set_print_options(o).precision == 3);
    CHECK(current_print_options().precision == 1);
  }
  CHECK(streamed(a) == usual);
}

TEST_CASE("printing: digits, signs and names") {
  print_options o;
  o.precision = 2;
  o.floats = float_mode::fixed;
  o.sign = sign_mode::plus;
  o.nan = "missing";
  tensor<double, 1> const a{0.125, -1, std::nan("")};
  CHECK(to_string(a, o) == "[  +0.12   -1.00 +missing]");
  CHECK(to_string(tensor<int, 1>{1, -20}, o) == "[ +1 -20]");
  CHECK(to_string(tensor<double, 0>(0.125), o) == "0.125");
  CHECK(streamed(a) == "[ 0.125 -1.       nan]");
}

TEST_CASE("printing: elements of the user's own type") {
  tensor<metres, 2> m(1, 2);
  m(0, 1).value = 12.5;
  CHECK(streamed(m) == "[[   0m 12.5m]]");
  CHECK(streamed(transpose(m)) == "[[   0m]\n [12.5m]]");
}

TEST_CASE("printing: shapes, strides, layouts, plans") {
  CHECK(streamed(shape(2, 3)) == "(2,3)");
  CHECK(streamed(shape()) == "()");
  CHECK(streamed(shape(7)) == "(7)");
  CHECK(streamed(tensor<double>(shape(4, 5)).shape()) == "(4,5)");
  CHECK(streamed(tensor<double, fixed<4, 5>>().shape()) == "(4,5)");
  CHECK(streamed(tensor<double, 2>(4, 5).strides()) == "(5,1)");
  CHECK(streamed(layout<dims<2>, dense<row_major>>(shape(2, 3))) == "(2,3):(3,1)");
  CHECK(streamed(layout<dims<2>, dense<column_major>>(shape(2, 3))) == "(2,3):(1,2)");
  tensor<double, 2> const a(2, 3);
  CHECK(streamed(reverse(a, 0).window_leaf().place) == "(2,3):(-3,1)");
  CHECK(streamed(explain(a + a)).find("loop") != std::string::npos);
  CHECK(streamed(build_info()) == to_string(build_info()));
}

TEST_CASE("printing: the digits of the stream") {
  auto const with = [](auto const& x, auto... how) {
    std::ostringstream out;
    (out << ... << how) << x;
    return out.str();
  };
  tensor<double, 1> const a{3.14159265358979, -2.5, 100};
  CHECK(with(a, std::setprecision(3), std::fixed) == "[  3.142  -2.500 100.000]");
  CHECK(with(a, std::fixed) == "[  3.141593  -2.500000 100.000000]");
  CHECK(with(a, std::setprecision(2)) == "[  3.14  -2.5  100.  ]");
  CHECK(with(a, std::setprecision(12)) == "[  3.14159265359  -2.5           100.           ]");
  CHECK(with(a, std::setprecision(0), std::fixed) == "[  3.  -2. 100.]");
  CHECK(with(a, std::setprecision(2), std::scientific) == "[ 3.14e+00 -2.50e+00  1.00e+02]");
  CHECK(with(a, std::setprecision(1), std::fixed, std::showpos) == "[  +3.1   -2.5 +100.0]");
  CHECK(with(a, std::hexfloat) == with(a));
  CHECK(with(tensor<double, 1>{1e10, 1e-10}, std::setprecision(2), std::fixed) == "[10000000000.00           0.00]");
  CHECK(with(tensor<float, 1>{0.1f}, std::setprecision(3), std::fixed) == "[0.100]");
  CHECK(with(tensor<int, 1>{1, 20}, std::setprecision(3), std::fixed) == "[ 1 20]");
  CHECK(with(a * 2.0, std::setprecision(1), std::fixed) == "[  6.3  -5.0 200.0]");
  CHECK(with(tensor<std::complex<double>, 1>{{1.0 / 3.0, -1}}, std::setprecision(2), std::fixed) == "[0.33-1.00j]");

  CHECK(with(tensor<double, 0>(3.14159265358979), std::setprecision(3), std::fixed) == "3.142");
  CHECK(with(tensor<double, 0>(3.14159265358979), std::setprecision(2)) == "3.14");
  CHECK(with(tensor<double, 0>(3), std::setprecision(2)) == "3.0");
  CHECK(with(tensor<double, 0>(3), std::setprecision(0), std::fixed) == "3");
  CHECK(with(tensor<double, 0>(3.14159265358979)) == "3.14159265358979");
  CHECK(with(tensor<long double, 1>{3.14159265358979L, 2}, std::setprecision(3), std::fixed) == "[3.142 2.000]");
  CHECK(to_string(tensor<long double, 1>{3.14159265358979L}) == "[3.14159]");
}

TEST_CASE("printing: weft's own options come before the stream's") {
  tensor<double, 1> const a{3.14159265358979, -2.5};
  std::ostringstream out;
  out << std::setprecision(3) << std::fixed;
  print_options o;
  o.threshold = 5; // says nothing of digits
  {
    print_scope const scope(o);
    out << a << tensor<int, 1>(9);
  }
  CHECK(out.str() == "[ 3.142 -2.500][0 0 0 ... 0 0 0]");
  out.str("");
  o.precision = 1;
  {
    print_scope const scope(o);
    out << a << ' ' << tensor<double, 0>(0.125) << ' ' << 0.5;
  }
  CHECK(out.str() == "[ 3.1 -2.5] 0.125 0.500");
  out.str("");
  out << a; // the scope has ended
  CHECK(out.str() == "[ 3.142 -2.500]");
  CHECK(to_string(a) == "[ 3.14159265 -2.5       ]");
}

TEST_CASE("printing: with and without exponents") {
  print_options o;
  o.notation = notation_mode::scientific;
  CHECK(to_string(tensor<double, 1>{1, 250}, o) == "[1.0e+00 2.5e+02]");
  o.notation = notation_mode::positional;
  CHECK(to_string(tensor<double, 1>{1e9, 0.5}, o) == "[1000000000.           0.5]");
}

TEST_CASE("printing: the flags of the stream stay, and a dead view is refused") {
  std::ostringstream out;
  out.precision(2);
  out << tensor<double, 1>{0.125} << ' ' << 0.125;
  CHECK(out.str() == "[0.12] 0.12");
  auto const dead = [] {
    tensor<double, 1> gone{1, 2, 3};
    return view<double, 1>(gone);
  }();
  if (support::checked) {
    CHECK_THROWS_AS(static_cast<void>(to_string(dead)), layout_error);
    CHECK_THROWS_AS(out << dead, layout_error);
  }
}
