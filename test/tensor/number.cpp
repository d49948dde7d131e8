#include <weft/io/print.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/tensor/memory.hpp>

#include <cmath>
#include <complex>
#include <doctest/doctest.h>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

// What has a static rank of 0 is its one element.
using namespace weft;

namespace {

using number = tensor<double, 0>;
template <class From, class To>
constexpr bool converts = std::is_convertible_v<From, To>;
template <class From, class To>
constexpr bool constructs = std::is_constructible_v<To, From>;

static_assert(converts<number, double> && converts<number&, double> && converts<number const&, double>);
static_assert(converts<view<double, 0>, double> && converts<view<const double, 0>&, double>);
static_assert(converts<decltype(number() + 1.0), double> && converts<decltype(-view<const int, 0>(std::declval<tensor<int, 0>&>())), int>);
// By name also to another number that it may be stored in, and to nothing else.
static_assert(!converts<number, float> && constructs<number, float> && !converts<number, bool>);
static_assert(!constructs<number, int> && !constructs<number, bool> && !constructs<number, std::vector<double>>);
static_assert(!constructs<tensor<std::complex<double>, 0>, double> && converts<tensor<std::complex<double>, 0>, std::complex<double>>);
static_assert(constructs<number, std::complex<double>> && constructs<tensor<int, 0>, double>);
static_assert(converts<tensor<bool, 0>, bool> && converts<tensor<std::string, 0>, std::string>);
// Not where the rank is another, or known at run time only.
static_assert(!converts<tensor<double, 1>, double> && !converts<tensor<double>, double> && !constructs<view<double>, double>);
static_assert(!converts<tensor<double, fixed<1>>, double> && !constructs<view<double, 1>, double>);

double half(double x) { return x / 2; }

} // namespace

TEST_CASE("tensors, views and expressions of rank 0 are numbers") {
  number s = 3.0;
  const double a = s;
  CHECK(a == 3.0);
  double b = 0;
  b = s;
  CHECK(b == 3.0);
  CHECK(half(s) == 1.5);
  CHECK(half(s + 1.0) == 2.0);
  tensor<double, 2> t{{1, 2}, {3, 4}};
  const double c = t(1, 0, ellipsis), d = transpose(t)(0, 1, ellipsis);
  CHECK(c == 3);
  CHECK(d == 3);
  CHECK(float(s) == 3.0f);
  CHECK(static_cast<double>(tensor<float, 0>(0.5f)) == 0.5);
  CHECK(double(number(2.5)) == 2.5);
  tensor<bool, 0> yes = true;
  CHECK((yes ? 1 : 2) == 1);
  CHECK(std::sqrt(number(16.0)) == 4.0);
  std::vector<double> v;
  v.push_back(s);
  CHECK(v[0] == 3);
}

TEST_CASE("what must be evaluated first is evaluated") {
  tensor<double, 1> v{1, 2, 3};
  const double u = matmul(v, v);
  CHECK(u == 14);
  tensor<double, 2> a{{1, 2}, {3, 4}};
  const double total = sum(a, axes<0, 1>);
  CHECK(total == 10);
  double mixed = 2.0 * matmul(v, v) + total;
  CHECK(mixed == 38);
  mixed = max(a, axes<0, 1>);
  CHECK(mixed == 4);
  const index_t n = count(a > 1.0, axes<0, 1>);
  CHECK(n == 3);
  const std::complex<double> z = sum(tensor<std::complex<double>, 1>{{1, 2}, {3, -5}}, axes<0>);
  CHECK(z == std::complex<double>(4, -3));
}

TEST_CASE("operators stay those of tensors") {
  number s = 3.0;
  static_assert(std::is_same_v<decltype(eval(s + 1.0)), number> && std::is_same_v<decltype(eval(1 - s)), number>);
  CHECK(s == 3.0);
  CHECK(3.0 == s);
  CHECK(s != 2.0);
  CHECK(!(s == 2));
  CHECK(s + 1.0 == 4.0);
  CHECK(s == number(3.0));
  CHECK(bool(s > 2.0));
  CHECK(bool(s < number(4.0)));
  s += 1.0;
  s = s * 2.0;
  CHECK(eval(-s)() == -8);
  tensor<double, 1> v{1, 2};
  CHECK((v + s) == tensor<double, 1>{9, 10});
  std::ostringstream out;
  out << s << ' ' << s + 0.5 << ' ' << double(s);
  CHECK(out.str() == "8.0 8.5 8");
  CHECK(sqrt(number(16.0)) == 4.0);
}
