// The kernels that the library has of operations: each computes what the operation computes of one element.
#include <weft/dynamic/any_expr.hpp>
#include <weft/eval/compiled.hpp>
#include <weft/ops/classify.hpp>
#include <weft/ops/complex.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/integer.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/piecewise.hpp>
#include <weft/ops/power.hpp>
#include <weft/ops/rounding.hpp>
#include <weft/ops/select.hpp>
#include <weft/ops/special.hpp>
#include <weft/ops/trigonometry.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include <doctest/doctest.h>

#include <complex>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

using namespace weft;

namespace {

template <class T>
std::vector<T> values() {
  if constexpr (std::is_same_v<T, bool>) {
    return {};
  } else if constexpr (detail::group_of<T>() == detail::complex_group) {
    using R = detail::real_t<T>;
    std::vector<T> v;
    for (R x : {R(0), R(1), R(-2), R(0.5)})
      for (R y : {R(0), R(-1), R(3)})
        v.push_back({x, y});
    return v;
  } else if constexpr (std::is_integral_v<T>) {
    return {T(0), T(1), T(2), T(7), T(100), static_cast<T>(-1), static_cast<T>(-8), std::numeric_limits<T>::max()};
  } else {
    constexpr T inf = std::numeric_limits<T>::infinity();
    return {T(0), -T(0), T(1), T(-1), T(0.5), T(2.25), T(-3.75), T(20), T(1e10), inf, -inf,
            std::numeric_limits<T>::quiet_NaN()};
  }
}

template <class T>
bool is_same(T const& a, T const& b, double tolerance) {
  if constexpr (is_complex<T>)
    return is_same(a.real(), b.real(), tolerance) && is_same(a.imag(), b.imag(), tolerance);
  else if constexpr (std::is_floating_point_v<T>)
    return (a != a && b != b) || a == b ||
           std::abs(a - b) <= tolerance * std::numeric_limits<T>::epsilon() * std::max(std::abs(a), std::abs(b));
  else
    return a == b;
}

template <class T>
struct operands {
  tensor<T, 1> a, b, c;
  any_expr<T, 1> x, y, z;
};
template <class T>
operands<T> const& all_operands() {
  static operands<T> const made = [] {
    const std::vector<T> v = values<T>();
    const auto size = static_cast<index_t>(v.size() * v.size());
    operands<T> o{tensor<T, 1>(size), tensor<T, 1>(size), tensor<T, 1>(size), {}, {}, {}};
    for (index_t i = 0; i < size; ++i) {
      o.a(i) = v[static_cast<std::size_t>(i) % v.size()];
      o.b(i) = v[static_cast<std::size_t>(i) / v.size()];
      o.c(i) = v[static_cast<std::size_t>(i * 5 + 1) % v.size()];
    }
    return o;
  }();
  static operands<T> const named{made.a, made.b, made.c, made.a, made.b, made.c};
  return named;
}

/// Functions have 2 ULP, and complex ones are sums and products of such.
template <class V>
void check(char const* name, any_expr<V, 1> const& e, std::vector<V> const& wanted) {
  const tensor<V, 1> got = e;
  for (index_t i = 0; i < got.size(); ++i) {
    INFO(std::string(name), " at ", i);
    const V one = wanted[static_cast<std::size_t>(i)];
    CHECK(is_same(got(i), one, is_complex<V> ? 40 : 4));
  }
}

/// The kernel of F, of operands that lie in memory and such that repeat, against F itself.
template <class F, class T>
void check_operation() {
  auto const& [a, b, c, x, y, z] = all_operands<T>();
  const T k = a(2);
  const auto size = static_cast<std::size_t>(a.size());
  const auto at = [](std::size_t i) { return static_cast<index_t>(i); };
  if constexpr (F::domain::operands == 1) {
    using V = decltype(F{}(k));
    std::vector<V> wanted;
    for (std::size_t i = 0; i < size; ++i)
      wanted.push_back(F{}(a(at(i))));
    check<V>(F::name, detail::make_unary<F>(x), wanted);
  } else if constexpr (F::domain::operands == 2) {
    using V = decltype(F{}(k, k));
    std::vector<V> both, left, right;
    for (std::size_t i = 0; i < size; ++i) {
      both.push_back(F{}(a(at(i)), b(at(i))));
      left.push_back(F{}(a(at(i)), k));
      right.push_back(F{}(k, b(at(i))));
    }
    check<V>(F::name, detail::make_binary<F>(x, y), both);
    check<V>(F::name, detail::make_binary<F>(x, k), left);
    check<V>(F::name, detail::make_binary<F>(k, y), right);
  } else if constexpr (std::is_same_v<F, op::choose>) {
    std::vector<T> wanted;
    for (std::size_t i = 0; i < size; ++i)
      wanted.push_back(a(at(i)) == b(at(i)) ? b(at(i)) : c(at(i)));
    check<T>(F::name, where(equal(x, y), y, z), wanted);
  } else {
    std::vector<T> wanted;
    for (std::size_t i = 0; i < size; ++i)
      wanted.push_back(F{}(a(at(i)), b(at(i)), c(at(i))));
    check<T>(F::name, fma(x, y, z), wanted);
  }
}
template <class F, class... T>
void check_types() {
  ([] {
    // What integers are refused for is asked of any_tensor, which alone has those kernels.
    if constexpr ((F::domain::groups & detail::group_of<T>()) != 0 && !detail::refuses_integers<F, T>)
      check_operation<F, T>();
  }(),
   ...);
}
template <class... T, class... F>
void check_all(detail::operation_list<F...>) {
  (check_types<F, T...>(), ...);
}

} // namespace

TEST_CASE("compiled: kernels of double") {
  check_all<double>(detail::all_operations{});
}
TEST_CASE("compiled: kernels of int64") {
  check_all<std::int64_t>(detail::all_operations{});
}
TEST_CASE("compiled: kernels of complex") {
  check_all<std::complex<double>>(detail::all_operations{});
}

TEST_CASE("compiled: an operation is found by its type, and what has no kernel is not") {
  using detail::operation_number;
  CHECK(operation_number<op::plus> == 0);
  CHECK(operation_number<op::divide> == 3);
  CHECK(operation_number<op::mapped<int>> == -1);
  CHECK(detail::has_compiled<op::plus, double, double>);
  CHECK_FALSE(detail::has_compiled<op::plus, double, float>);
  CHECK_FALSE(detail::has_compiled<op::divide, int, int>); // what a checked build refuses is its own
  CHECK(detail::has_compiled<op::choose, bool, float, float>);
  CHECK_FALSE(detail::has_compiled<op::erf, std::complex<double>>);
}

TEST_CASE("compiled: masks") {
  const tensor<double, 1> x{1, 2, 3, 4};
  const any_expr<double, 1> e = x;
  const any_expr<bool, 1> low = e < 3.0, high = e >= 2.0;
  const any_expr<bool, 1> in = low && high, out = !in, any = low || high;
  const auto list = [](any_expr<bool, 1> const& m) { return tensor<bool, 1>(m); };
  CHECK(list(in) == tensor<bool, 1>{false, true, false, false});
  CHECK(list(out) == tensor<bool, 1>{true, false, true, true});
  CHECK(list(any) == tensor<bool, 1>{true, true, true, true});
  CHECK(list(where(in, out, any)) == tensor<bool, 1>{true, false, true, true});
}

TEST_CASE_TEMPLATE("compiled: two or three operations of arithmetic are one step", T, double, float) {
  const tensor<T, 1> x{1, 2, 3, 4}, y{5, 7, 11, 13}, z{2, 4, 8, 16}, w{1, -1, 2, -2};
  const any_expr<T, 1> a = x, b = y, c = z, d = w;
  const auto each = [](auto const& f) {
    f([](auto const& p, auto const& q) { return p + q; });
    f([](auto const& p, auto const& q) { return p - q; });
    f([](auto const& p, auto const& q) { return p * q; });
    f([](auto const& p, auto const& q) { return p / q; });
  };
  each([&](auto outer) {
    each([&](auto first) {
      const any_expr<T, 1> s = first(a, b), left = outer(s, c), right = outer(c, s);
      const auto check = [](any_expr<T, 1> const& e, auto const& wanted) {
        tensor<T, 1> got;
        got = e;
        for (index_t i = 0; i < 4; ++i)
          CHECK(got(i) == doctest::Approx(wanted(i)).epsilon(4 * std::numeric_limits<T>::epsilon()));
      };
      check(left, [&](index_t i) { return outer(first(x(i), y(i)), z(i)); });
      check(right, [&](index_t i) { return outer(z(i), first(x(i), y(i))); });
      each([&](auto second) {
        const any_expr<T, 1> t = second(c, d), both = outer(s, t);
        check(both, [&](index_t i) { return outer(first(x(i), y(i)), second(z(i), w(i))); });
        tensor<T, 1> got;
        CHECK(explain(got, both).programs.empty()); // one kernel, so no steps
      });
    });
  });
}
