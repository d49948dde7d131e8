#include <support/message.hpp>

#include <weft/dynamic/any_expr.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/tensor/memory.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/tensor.hpp>

#include <functional>

#include <doctest/doctest.h>

using namespace weft;

namespace {

struct saturate {
  static constexpr char const* name = "saturate";
  static constexpr bool total = true;
  static constexpr int cost = 3;
  double most = 1;
  double operator()(double x) const { return x < most ? x : most; }
  double operator()(double x, double y) const { return x < y ? x : y; }
};
struct numbered { // not a name
  static constexpr int name = 3;
  double operator()(double x) const { return -x; }
};

} // namespace

TEST_CASE("map calls any callable, with several operands") {
  tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}};
  tensor<double, 1> b{10, 20, 30};
  const double factor = 2;
  const tensor<double, 2> s = map([factor](double x, double y, double z) { return factor * x + y - z; }, a, b, 1.0);
  const std::function<double(double)> half = [](double x) { return x / 2; };
  const tensor<double, 2> h = map(half, a);
  double (*const twice)(double) = [](double x) { return 2 * x; };
  const tensor<double, 2> t = map(twice, a + 1.0);
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 3; ++j) {
      const double x = double(i * 3 + j + 1);
      CHECK(s(i, j) == 2 * x + double(j + 1) * 10 - 1);
      CHECK(h(i, j) == x / 2);
      CHECK(t(i, j) == 2 * (x + 1));
    }
  const auto to_int = map([](double x) { return int(x); }, a);
  static_assert(std::same_as<decltype(to_int)::value_type, int>);
}

TEST_CASE("map: a function object with a name is an operation: errors say it, and it may be total and say its cost") {
  const tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}};
  const tensor<double, 1> b{10, 20};
  const auto e = map(saturate{4}, a);
  const tensor<double, 2> r = e;
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 3; ++j)
      CHECK(r(i, j) == (3 * i + j + 1 < 4 ? double(3 * i + j + 1) : 4.0));
  CHECK(support::message_of([&] { (void)map(saturate{}, a, b); }).find("weft: saturate: ") == 0);
  CHECK(support::message_of([&] { (void)map([](double, double) { return 0.0; }, a, b); }).find("weft: map: ") == 0);
  const auto plain = map([](double x) { return x; }, a);
  const auto other = map(numbered{}, a);
  static_assert(detail::core_t<std::remove_const_t<decltype(e)>>::total);
  static_assert(detail::cost_of<detail::core_t<std::remove_const_t<decltype(e)>>> == 3);
  static_assert(!detail::core_t<std::remove_const_t<decltype(plain)>>::total);
  static_assert(!detail::core_t<std::remove_const_t<decltype(other)>>::total);
  CHECK(other(1, 2) == -6);
}

TEST_CASE("where chooses, with scalars on either side") {
  tensor<double, 1> a{-1, 2, -3, 4};
  const tensor<double, 1> positive = where(a > 0.0, a, 0), negative = where(a > 0.0, 0.0, a),
                          signs = where(a > 0.0, 1.0, -1.0);
  const double x[] = {-1, 2, -3, 4};
  for (index_t i = 0; i < 4; ++i) {
    CHECK(positive(i) == (x[i] > 0 ? x[i] : 0));
    CHECK(negative(i) == (x[i] > 0 ? 0 : x[i]));
    CHECK(signs(i) == (x[i] > 0 ? 1 : -1));
  }
  tensor<float, 1> f{1, 2};
  static_assert(std::same_as<decltype(where(f > 1.0f, f, 0.0))::value_type, float>);
  tensor<bool, 2> mask{{true}, {false}};
  tensor<int, 1> n{1, 2, 3};
  const tensor<int, 2> m = where(mask, n, -n);
  CHECK(m(0, 2) == 3);
  CHECK(m(1, 1) == -2);
}

TEST_CASE("cast is static_cast") {
  tensor<double, 1> a{1.9, -1.9, 300.5};
  const tensor<int, 1> n = cast<int>(a);
  CHECK(n(0) == 1);
  CHECK(n(1) == -1);
  CHECK(cast<float>(a)(0) == 1.9f);
  tensor<int, 1> wide{300, -1};
  CHECK(cast<unsigned char>(wide)(0) == 44);
  CHECK(cast<unsigned char>(wide)(1) == 255);
  CHECK(cast<bool>(wide)(0));
  CHECK(cast<std::complex<double>>(wide)(1) == std::complex<double>(-1, 0));
  CHECK(cast<std::complex<float>>(a)(0) == std::complex<float>(1.9f, 0)); // without a warning that it narrows
}

namespace {

int calls = 0;
struct stateless {
  double operator()(double x) const {
    ++calls;
    return x + 1;
  }
};
struct stateful {
  double more;
  double operator()(double x) const {
    ++calls;
    return x + more;
  }
};

template <class F>
void check_calls(F const& f, bool equal_calls_are_one) {
  for (const index_t n : {0, 1, 3, 40, 3000}) {
    INFO(n);
    const tensor<double, 1> x(n);
    tensor<double, 1> r(n);
    const auto calls_of = [&](auto const& e) {
      calls = 0;
      r = e;
      return calls;
    };
    const auto t = map(f, x);
    CHECK(calls_of(t) == n);
    CHECK(calls_of(t / (1.0 + t)) == 2 * n);
    CHECK(calls_of(map(f, x) + map(f, x)) == 2 * n);
    CHECK(calls_of(t + t * t) == 3 * n);
    CHECK(calls_of(t - sum(t)) == n); // sum(t) is a number, and has called f before
    const tensor<double, 1> stored = eval(t);
    CHECK(calls_of(stored / (1.0 + stored)) == 0);
    // Expressions that are decided at run time compute equal parts once.
    const any_expr<double> e = t, other = map(f, x);
    CHECK(calls_of(e / (1.0 + e)) == n);
    CHECK(calls_of(e + other) == (equal_calls_are_one ? 1 : 2) * n);
    tensor<double, 2> wide(n, 7);
    calls = 0;
    wide = 2.0 * map(f, broadcast_to(expand_dims(x, 1), shape(n, 7)));
    CHECK(calls == 7 * n);
  }
}

} // namespace

TEST_CASE("map calls its function as often as its documentation says") {
  check_calls(stateless(), true);
  check_calls(stateful{2}, false);
}
