#include <weft/eval/deterministic.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/spaced.hpp>
#include <weft/tensor/memory.hpp>

#include <cstring>

#include <doctest/doctest.h>

using namespace weft;

namespace {

/// Values whose sum has other bits in almost every order.
double value(index_t i) {
  return double(i * 7919 % 10007) * 0.1 + 1.0 / double(i % 97 + 1);
}

bool same_bits(double a, double b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

/// The same three-dimensional values in other layouts.
template <class F>
void each_layout(tensor<double, 3> const& a, F f) {
  const tensor<double, 3, column_major> fortran = a;
  f(fortran);
  const tensor<double, 3> turned = permute(a, 2, 0, 1);
  f(permute(turned, 1, 2, 0));
  const tensor<double, 3> back = reverse(reverse(a, 0), 2);
  f(reverse(reverse(back, 0), 2));
  tensor<double, 3> wide(a.extent(0) + 1, a.extent(1), 2 * a.extent(2));
  auto gaps = wide(range(1, a.extent(0) + 1), all, range(0, 2 * a.extent(2), 2));
  gaps = a;
  f(gaps);
  f(a + zeros<double>(a.shape()));
}

} // namespace

TEST_CASE("a sum has the same bits in every layout") {
  const index_t shapes[][3] = {{3, 5, 7},    {1, 40, 1},   {20, 30, 40},  {1, 3000, 3},
                               {7, 1, 5001}, {130, 9, 33}, {2, 257, 129}, {3, 70000, 1}};
  for (auto const& s : shapes) {
    CAPTURE(s[0]);
    CAPTURE(s[1]);
    CAPTURE(s[2]);
    tensor<double, 3> a(s[0], s[1], s[2]);
    index_t i = 0;
    for (auto& x : a)
      x = value(i++);
    const deterministic_scope scope;
    const double all_of_it = sum(a);
    each_layout(a, [&](auto const& x) {
      CHECK(same_bits(sum(x), all_of_it));
      CHECK(same_bits(var(x), var(a)));
    });
    const tensor<double, 2> s0 = sum(a, 0), s1 = sum(a, 1), s2 = sum(a, 2);
    const tensor<double, 1> s01 = sum(a, axes<0, 1>), s02 = sum(a, axes<0, 2>), s12 = sum(a, axes<1, 2>);
    each_layout(a, [&](auto const& x) {
      CHECK(s0 == eval(sum(x, 0)));
      CHECK(s1 == eval(sum(x, 1)));
      CHECK(s2 == eval(sum(x, 2)));
      CHECK(s01 == eval(sum(x, axes<0, 1>)));
      CHECK(s02 == eval(sum(x, axes<0, 2>)));
      CHECK(s12 == eval(sum(x, axes<1, 2>)));
    });
  }
}

TEST_CASE("what is no sum, and what is generated") {
  tensor<double, 2> a(90, 70);
  index_t i = 0;
  for (auto& x : a)
    x = value(i++);
  const tensor<double, 2, column_major> f = a;
  const auto place = argmax(a);
  const tensor<index_t, 1> places = argmin(a, 0), row_places = argmin(a, 1);
  const tensor<double, 1> top = max(a, 1);
  const deterministic_scope scope;
  CHECK(argmax(f) == place);
  CHECK(eval(argmin(f, 0)) == places);
  CHECK(eval(argmin(f, 1)) == row_places);
  CHECK(eval(max(f, 1)) == top);
  CHECK(sum(arange(10000)) == 49995000);
  CHECK(fold(f, 0.0, [](double s, double x) { return s + 2 * x; }) ==
        fold(a, 0.0, [](double s, double x) { return s + 2 * x; }));
  CHECK(sum(zeros<double>(shape(0, 3))) == 0);
}

TEST_CASE("scopes nest and belong to a thread") {
  CHECK_FALSE(detail::deterministic());
  {
    const deterministic_scope outer;
    {
      const deterministic_scope inner;
      CHECK(detail::deterministic());
    }
    CHECK(detail::deterministic());
  }
  CHECK_FALSE(detail::deterministic());
}
