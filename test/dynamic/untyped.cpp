#include <support/checked.hpp>
#include <support/message.hpp>
#include <weft/dynamic/any_tensor.hpp>
#include <weft/dynamic/formula.hpp>
#include <weft/io/print.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/ops/classify.hpp>
#include <weft/ops/complex.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/integer.hpp>
#include <weft/ops/piecewise.hpp>
#include <weft/ops/power.hpp>
#include <weft/ops/rounding.hpp>
#include <weft/ops/select.hpp>
#include <weft/ops/special.hpp>
#include <weft/ops/trigonometry.hpp>
#include <weft/ops/unravel_index.hpp>
#include <weft/tensor/explain.hpp>

#include <doctest/doctest.h>

#include <pthread.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

using namespace weft;

namespace {

using support::message_of;
using wide = std::complex<long double>;

template <class... T>
struct list {};
using all_types = list<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                       std::uint32_t, std::uint64_t, float, double, std::complex<float>, std::complex<double>>;
using real_types = list<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                        std::uint32_t, std::uint64_t, float, double>;
using integer_types = list<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                           std::uint32_t, std::uint64_t>;

template <class... T, class F>
void each(list<T...>, F const& f) {
  (f(std::type_identity<T>{}), ...);
}

bool is_integer(dtype t) {
  return t <= dtype::uint64;
}
bool is_complex_type(dtype t) {
  return t >= dtype::complex64;
}

/// f of all pairs of element types up to `last`, one of the list above.
template <class F>
void each_pair(dtype last, F const& f) {
  for (int a = 0; a <= static_cast<int>(last); ++a)
    for (int b = 0; b <= static_cast<int>(last); ++b) {
      CAPTURE(to_string(static_cast<dtype>(a)) + " " + to_string(static_cast<dtype>(b)));
      f(static_cast<dtype>(a), static_cast<dtype>(b));
    }
}

template <class T>
T made(int k) {
  if constexpr (is_complex<T>)
    return T(static_cast<typename T::value_type>(k), static_cast<typename T::value_type>(3 - k));
  else
    return static_cast<T>(k);
}
/// Three elements: 5, 2, 3 (of bool true, of complex numbers beside imaginary parts).
template <class T>
tensor<T, 1> three() {
  return {made<T>(5), made<T>(2), made<T>(3)};
}
any_tensor three_of(dtype t) {
  any_tensor x(t, shape(3));
  visit([](auto const& v) { v = three<typename std::remove_cvref_t<decltype(v)>::value_type>(); }, x);
  return x;
}

template <class T>
wide widened(T const& x) {
  if constexpr (is_complex<T>)
    return {x.real(), x.imag()};
  else
    return {static_cast<long double>(x), 0};
}
/// The elements, of whatever type.
std::vector<wide> values(any_tensor const& x) {
  return visit(
      [](auto const& v) {
        std::vector<wide> out;
        for (auto const& e : v)
          out.push_back(widened(e));
        return out;
      },
      x);
}

// What C++ makes of two operands of types A and B: the usual arithmetic conversions, of complex numbers in their parts.
template <class A, class B>
struct sum_of {
  using real = decltype(detail::real_t<A>() + detail::real_t<B>());
  using type = std::conditional_t<is_complex<A> || is_complex<B>, std::complex<real>, real>;
};
struct sum_table {
  dtype of[13][13];
};
template <class... T>
constexpr sum_table make_sums(list<T...> all) {
  sum_table made{};
  const auto row = [&]<class A, class... B>(std::type_identity<A>, list<B...>) {
    ((made.of[static_cast<int>(dtype_of<A>)][static_cast<int>(dtype_of<B>)] = dtype_of<typename sum_of<A, B>::type>),
     ...);
  };
  (row(std::type_identity<T>{}, all), ...);
  return made;
}
dtype sum_type(dtype a, dtype b) {
  static constexpr sum_table table = make_sums(all_types{});
  return table.of[static_cast<int>(a)][static_cast<int>(b)];
}

/// The three elements in the first row, and backwards in the second.
any_tensor two_rows(dtype t) {
  any_tensor x(t, shape(2, 3));
  visit(
      [](auto const& v) {
        auto const row = three<typename std::remove_cvref_t<decltype(v)>::value_type>();
        for (index_t k = 0; k < 3; ++k) {
          v(0, k) = row(k);
          v(1, k) = row(2 - k);
        }
      },
      x);
  return x;
}

/// A whole number as an element of the type: modulo 2^n of integers.
wide wrapped(dtype type, wide x) {
  if (!is_integer(type) || type == dtype::boolean)
    return x;
  wide out;
  each(integer_types{}, [&]<class T>(std::type_identity<T>) {
    if (dtype_of<T> == type)
      out = static_cast<long double>(static_cast<T>(static_cast<std::uint64_t>(static_cast<__int128>(x.real()))));
  });
  return out;
}

/// Whether the elements, two of a third, are those wanted, and of which type.
void check_is(any_expr<> const& e, dtype type, std::vector<wide> const& wanted) {
  any_tensor const x = e;
  CHECK(e.dtype() == type);
  CHECK(x.dtype() == type);
  CHECK(x.shape() == shape(index_t(wanted.size())));
  CHECK(values(x) == wanted);
}

} // namespace

TEST_CASE("any_tensor: + - * of all pairs of element types, typed as in C++") {
  each_pair(dtype::complex128, [](dtype a, dtype b) {
    dtype const type = sum_type(a, b);
    any_tensor const x = three_of(a), y = reverse(three_of(b), 0);
    std::vector<wide> const p = values(x), q = values(y);
    std::vector<wide> total, difference, product;
    for (std::size_t i = 0; i < 3; ++i) {
      total.push_back(wrapped(type, p[i] + q[i]));
      difference.push_back(wrapped(type, p[i] - q[i]));
      product.push_back(wrapped(type, p[i] * q[i]));
    }
    check_is(x + y, type, total);
    check_is(x - y, type, difference);
    check_is(x * y, type, product);
  });
  // A typed tensor, or view, is as good an operand as an untyped one.
  each(all_types{}, []<class T>(std::type_identity<T>) {
    any_tensor const x = three_of(dtype::int8);
    tensor<T, 1> const t = three<T>();
    CHECK(t + x == any_tensor(t) + x);
    CHECK(x * reverse(t, 0) == x * any_tensor(reverse(t, 0)));
  });
}

TEST_CASE("any_tensor: / and % of all pairs of real element types") {
  each_pair(dtype::float64, [](dtype a, dtype b) {
    dtype const type = sum_type(a, b);
    any_tensor const x = three_of(a), y = reverse(three_of(b), 0);
    std::vector<wide> const p = values(x), q = values(y);
    std::vector<wide> quotient, rest;
    for (std::size_t i = 0; i < 3; ++i) {
      long double const s = p[i].real(), t = q[i].real();
      quotient.push_back(is_integer(type)         ? std::trunc(s / t)
                         : type == dtype::float32 ? static_cast<long double>(static_cast<float>(s / t))
                                                  : static_cast<long double>(static_cast<double>(s / t)));
      rest.push_back(std::fmod(s, t));
    }
    check_is(x / y, type, quotient);
    check_is(x % y, type, rest);
  });
  any_tensor const z(tensor<std::complex<double>, 1>{{6, 8}});
  check_is(z / any_tensor(tensor<std::complex<float>, 1>{{0, 2}}), dtype::complex128, {{4, -3}});
  check_is(z / 2, dtype::complex128, {{3, 4}});
  check_is(50 / z, dtype::complex128, {{3, -4}});
  CHECK(message_of([&] { static_cast<void>(z % 2); }) == "weft: operator%: it is not for elements of type complex128");
}

TEST_CASE("any_tensor: integers over 0 are refused in every build, and nothing is written") {
  each(integer_types{}, []<class T>(std::type_identity<T>) {
    any_tensor const x(three<T>()), none(zeros<T>(1));
    any_tensor kept(three<T>());
    CHECK(message_of([&] { any_tensor const q = x / none; }) == "weft: integer division by zero");
    CHECK(message_of([&] { any_tensor const q = x % none; }) == "weft: integer division by zero");
    if constexpr (!std::is_same_v<T, bool>) {
      CHECK_THROWS_AS(kept /= none, error);
      CHECK(kept == any_tensor(three<T>()));
      // The last of many: earlier blocks of the loop are complete by then.
      tensor<T, 1> last = full(shape(20'000), T(1)), kept_many = full(shape(20'000), T(3));
      last(19'999) = 0;
      any_tensor many(kept_many);
      any_expr const again = any_tensor(last) / any_tensor(last) + 1;
      for (int time = 0; time < 3; ++time) { // the program is kept from the second time on
        CHECK_THROWS_AS(many(all) = again, error);
        CHECK(many == any_tensor(kept_many));
      }
    }
  });
  any_tensor lowest(tensor<std::int64_t, 1>{std::numeric_limits<std::int64_t>::min()});
  check_is(lowest / -1, dtype::int64, {static_cast<long double>(std::numeric_limits<std::int64_t>::min())});
  check_is(any_tensor(zeros<std::int32_t>(0)) / 0, dtype::int32, {});
}

namespace {

/// 0, 1; of numbers with a sign -1, 2; of integers the ends of the range too, beside other integers.
any_tensor ends_of(dtype t, bool both_ends) {
  any_tensor out;
  each(real_types{}, [&]<class T>(std::type_identity<T>) {
    if (dtype_of<T> != t)
      return;
    std::vector<T> v{T(0), T(1)};
    if constexpr (!std::is_same_v<T, bool>) {
      v.push_back(T(2));
      if (std::is_signed_v<T>)
        v.push_back(static_cast<T>(-1));
      if (std::is_integral_v<T> && both_ends)
        v.insert(v.end(), {std::numeric_limits<T>::min(), std::numeric_limits<T>::max()});
    }
    tensor<T, 1> made(static_cast<index_t>(v.size()));
    std::copy(v.begin(), v.end(), made.begin());
    out = any_tensor(std::move(made));
  });
  return out;
}

} // namespace

TEST_CASE("any_tensor: comparisons are by value, of all pairs of types, at the ends of their ranges") {
  each_pair(dtype::float64, [&](dtype a, dtype b) {
    bool const all_integers = is_integer(a) && is_integer(b); // beside a floating number an integer is rounded first
    any_tensor const x = ends_of(a, all_integers), y = ends_of(b, all_integers);
    any_expr<> const column = expand_dims(x, 1);
    std::vector<wide> const p = values(x), q = values(y);
    any_tensor const results[] = {column<y, column <= y, column> y, column >= y, equal(column, y),
                                  not_equal(column, y)};
    for (int k = 0; k < 6; ++k) {
      CHECK(results[k].dtype() == dtype::boolean);
      std::vector<wide> wanted;
      for (wide const& v : p)
        for (wide const& w : q) {
          long double const s = v.real(), t = w.real();
          bool const answers[] = {s<t, s <= t, s> t, s >= t, s == t, s != t};
          wanted.push_back(answers[k]);
        }
      CHECK(values(results[k]) == wanted);
    }
  });
  any_tensor const z(tensor<std::complex<float>, 1>{{1, 0}, {1, 1}});
  check_is(equal(z, 1), dtype::boolean, {1, 0});
  CHECK_THROWS_AS(static_cast<void>(z < z), dtype_error);
  any_tensor const u(tensor<std::uint64_t, 1>{0, std::numeric_limits<std::uint64_t>::max()});
  check_is(u < -1, dtype::boolean, {0, 0});
  check_is(-1 < u, dtype::boolean, {1, 1});
}

TEST_CASE("any_tensor: a scalar takes the type of C++, and never widens floating elements") {
  const auto with = [](dtype t, auto scalar) { return (any_tensor(t, shape(2)) + scalar).dtype(); };
  struct row {
    dtype t, with_int, with_float, with_double, with_complex;
  };
  for (row const& r :
       {row{dtype::boolean, dtype::int32, dtype::float32, dtype::float64, dtype::complex128},
        row{dtype::int8, dtype::int32, dtype::float32, dtype::float64, dtype::complex128},
        row{dtype::uint32, dtype::uint32, dtype::float32, dtype::float64, dtype::complex128},
        row{dtype::int64, dtype::int64, dtype::float32, dtype::float64, dtype::complex128},
        row{dtype::float32, dtype::float32, dtype::float32, dtype::float32, dtype::complex64},
        row{dtype::float64, dtype::float64, dtype::float64, dtype::float64, dtype::complex128},
        row{dtype::complex64, dtype::complex64, dtype::complex64, dtype::complex64, dtype::complex64},
        row{dtype::complex128, dtype::complex128, dtype::complex128, dtype::complex128, dtype::complex128}}) {
    CAPTURE(to_string(r.t));
    CHECK(with(r.t, 1) == r.with_int);
    CHECK(with(r.t, 1.0f) == r.with_float);
    CHECK(with(r.t, 1.0) == r.with_double);
    CHECK(with(r.t, std::complex<double>(1, 1)) == r.with_complex);
  }
  // Infinity times a real number has no NaN in it: the real number is not made complex.
  constexpr double inf = std::numeric_limits<double>::infinity();
  any_tensor const z(tensor<std::complex<double>, 1>{{inf, 2}});
  check_is(z * 2, dtype::complex128, {{inf, 4}});
  check_is(any_tensor(tensor<float, 1>{2}) * z, dtype::complex128, {{inf, 4}});
  check_is(z - any_tensor(tensor<int, 1>{2}), dtype::complex128, {{inf, 2}});
}

TEST_CASE("any_tensor: minimum, maximum, clamp and where keep a type that all operands have") {
  each(real_types{}, []<class T>(std::type_identity<T>) {
    CAPTURE(to_string(dtype_of<T>));
    any_tensor const x(tensor<T, 1>{T(0), T(1), T(0)}), y(tensor<T, 1>{T(1), T(0), T(0)});
    check_is(minimum(x, y), dtype_of<T>, {0, 0, 0});
    check_is(maximum(x, y), dtype_of<T>, {1, 1, 0});
    check_is(clamp(x, y, y), dtype_of<T>, {1, 0, 0});
    check_is(where(any_tensor(tensor<bool, 1>{true, false, true}), x, y), dtype_of<T>, {0, 0, 0});
    check_is(relu(x), dtype_of<T>, {0, 1, 0});
  });
  any_tensor const a(tensor<std::int8_t, 1>{-3, 7});
  check_is(where(a > 0, a, any_tensor(tensor<float, 1>{2.5f})), dtype::float32, {2.5L, 7});
  check_is(where(a > 0, a, 0.5), dtype::float64, {0.5L, 7});
  check_is(where(tensor<bool, 1>{true, false}, a, a + 1), dtype::int32, {-3, 8});
  check_is(fmax(a, 2), dtype::int32, {2, 7});
  CHECK(message_of([&] { static_cast<void>(where(a, a, a)); }) == "weft: where: the elements are int8, not bool");
  CHECK(message_of([&] { static_cast<void>(a && a); }) == "weft: operator&&: the elements are int8, not bool");
  check_is((a > 0 && a < 9) || !(a < 0), dtype::boolean, {0, 1});
}

TEST_CASE("any_tensor: of three operands of fma a scalar adapts to the tensor among the first two, else to their product") {
  any_tensor const bytes(tensor<std::int8_t, 1>{2}), floats(tensor<float, 1>{0.5f}), doubles(tensor<double, 1>{4});
  check_is(fma(bytes, 2.5, floats), dtype::float64, {5.5L});
  check_is(fma(bytes, 2.5f, floats), dtype::float32, {5.5L});
  check_is(fma(2.5, bytes, floats), dtype::float64, {5.5L});
  check_is(fma(bytes, floats, 2.5), dtype::float32, {3.5L});
  check_is(fma(bytes, 3, 2.5), dtype::float64, {8.5L});
  check_is(fma(floats, 2.5, bytes), dtype::float32, {3.25L});
  check_is(fma(floats, 2.5, 1.5), dtype::float32, {2.75L});
  check_is(fma(2.5, 1.5, floats), dtype::float32, {4.25L});
  check_is(fma(2.5, floats, doubles), dtype::float64, {5.25L});
  // 0.1 of a float is not 0.1: the product has the type of the first tensor, not of all.
  check_is(fma(floats, 0.1, doubles), dtype::float64, {std::fma(0.5, double(0.1f), 4.0)});
}

TEST_CASE("isclose of any_tensor: a scalar keeps its type, integers compare as doubles") {
  any_tensor const x(tensor<float, 1>{0.1f}), n(tensor<std::int64_t, 1>{16777217});
  check_is(isclose(x, 0.1, 0, 0), dtype::boolean, {0});
  check_is(isclose(0.1, x, 0, 0), dtype::boolean, {0});
  check_is(isclose(x, 0.1f, 0, 0), dtype::boolean, {1});
  check_is(isclose(x, 0.1, 1e-6, 0), dtype::boolean, {1});
  CHECK_FALSE(all_close(x, 0.1, 0, 0));
  check_is(isclose(n, 16777216.0f, 0, 0), dtype::boolean, {0});
  check_is(isclose(n, any_tensor(tensor<float, 1>{16777216}), 0, 0), dtype::boolean, {0});
  check_is(isclose(n, 16777217, 0, 0), dtype::boolean, {1});
}

TEST_CASE("any_expr: a product that is subtracted from itself is 0, in kernels of several operations too") {
  tensor<double, 1> a(1000), b(1000);
  for (index_t k = 0; k < 1000; ++k) {
    a(k) = 1 + std::sin(double(k));
    b(k) = 1 / (1.5 + std::cos(double(k)));
  }
  any_tensor const x(a), y(b);
  any_expr<double> const e = a, f = b;
  tensor<double, 1> const zeros(1000);
  CHECK(any_tensor(x * y - y * x) == any_tensor(zeros));
  CHECK(tensor<double, 1>(e * f - f * e) == zeros);
  formula g("a * b - b * a");
  g.bind("a", a);
  g.bind("b", b);
  CHECK(tensor<double, 1>(g) == zeros);
}

TEST_CASE("any_expr: results that are computed from one another, hundreds deep") {
  any_tensor const a(tensor<double, 1>{1, 2});
  tensor<double, 1> const b{1, 2};
  any_expr<> u = a;
  any_expr<double> t = b;
  for (int k = 0; k < 100; ++k) {
    u = sum(u) * 0.5 + a;
    t = sum(t, 0) * 0.5 + b; // sum(t) would be computed at once
  }
  // s' = s + 3 for the sums.
  check_is(u, dtype::float64, {1 + 300 / 2.0L, 2 + 300 / 2.0L});
  check_is(any_tensor(t), dtype::float64, {1 + 300 / 2.0L, 2 + 300 / 2.0L});
  any_tensor kept(tensor<double, 1>{7, 8});
  for (int k = 0; k < 200'000; ++k) {
    u = sum(u) * 0.5 + a;
    t = sum(t, 0) * 0.5 + b; // sum(t) would be computed at once
  }
  CHECK_THROWS_AS(kept = u, error);
  CHECK_THROWS_AS(static_cast<void>(tensor<double, 1>(t)), error);
  check_is(kept, dtype::float64, {7, 8});
  // They are taken apart here, one after the other.
}

TEST_CASE("any_expr: results that are computed from one another, deeper than the stack of their thread") {
  tensor<double, 1> const b{1, 2};
  any_expr<double> t = b;
  for (int k = 0; k < 250; ++k)
    t = sum(t, 0) * 0.5 + b;
  const auto in_thread = [&](std::size_t stack) {
    struct work {
      any_expr<double> const& t;
      std::string told;
    } w{t, "computed"};
    pthread_attr_t attributes;
    REQUIRE(pthread_attr_init(&attributes) == 0);
    REQUIRE(pthread_attr_setstacksize(&attributes, stack) == 0);
    pthread_t thread;
    REQUIRE(pthread_create(
                &thread, &attributes,
                [](void* given) -> void* {
                  work& mine = *static_cast<work*>(given);
                  try {
                    static_cast<void>(tensor<double, 1>(mine.t));
                  } catch (error const& e) {
                    mine.told = e.what();
                  }
                  return nullptr;
                },
                &w) == 0);
    CHECK(pthread_join(thread, nullptr) == 0);
    pthread_attr_destroy(&attributes);
    return w.told;
  };
  CHECK(in_thread(16 << 20) == "computed");
  CHECK(in_thread(1 << 18).find("too many results") != std::string::npos);
}

TEST_CASE("any_tensor: bits, shifts, gcd and lcm of integers") {
  each(integer_types{}, []<class T>(std::type_identity<T>) {
    using R = decltype(+T());
    CAPTURE(to_string(dtype_of<T>));
    T const p = T(6), q = T(4); // of bool true
    any_tensor const x(tensor<T, 1>{p}), y(tensor<T, 1>{q});
    const auto one = [](R v) { return std::vector<wide>{widened(v)}; };
    check_is(x & y, dtype_of<R>, one(static_cast<R>(p & q)));
    check_is(x | y, dtype_of<R>, one(static_cast<R>(p | q)));
    check_is(x ^ y, dtype_of<R>, one(static_cast<R>(p ^ q)));
    check_is(gcd(x, y), dtype_of<R>, {std::is_same_v<T, bool> ? 1 : 2});
    check_is(lcm(x, y), dtype_of<R>, {std::is_same_v<T, bool> ? 1 : 12});
    if constexpr (!std::is_same_v<T, bool>)
      check_is(~x, dtype_of<R>, one(static_cast<R>(~p)));
    // A shift has the type of its first operand, whatever the second one is.
    for (int k = 0; k <= static_cast<int>(dtype::uint64); ++k) {
      dtype const places = static_cast<dtype>(k);
      any_tensor const one_place = cast(any_tensor(tensor<int, 1>{1}), places);
      check_is(x << one_place, dtype_of<R>, {wide(static_cast<long double>(p) * 2)});
      check_is(x >> one_place, dtype_of<R>, {wide(static_cast<long double>(int(p) / 2))});
      if (places == dtype::boolean)
        continue;
      CHECK_THROWS_AS(any_tensor(x << cast(any_tensor(tensor<std::int64_t, 1>{8 * sizeof(R)}), places)), error);
      CHECK_THROWS_AS(any_tensor(x >> cast(any_tensor(tensor<std::int64_t, 1>{-1}), places)), error);
    }
  });
  any_tensor const d(tensor<double, 1>{1});
  CHECK_THROWS_AS(static_cast<void>(d & d), dtype_error);
  CHECK_THROWS_AS(static_cast<void>(d << 1), dtype_error);
  CHECK_THROWS_AS(static_cast<void>(any_tensor(tensor<int, 1>{1}) << 1.0), dtype_error);
  CHECK_THROWS_AS(static_cast<void>(~any_tensor(tensor<bool, 1>{true})), dtype_error);
}

TEST_CASE("any_tensor: functions of all real types; integers in double, float in float") {
  struct function {
    char const* name;
    any_expr<> (*of)(any_expr<> const&);
    long double (*wanted)(long double);
  };
#define FUNCTION(f) {#f, [](any_expr<> const& x) { return f(x); }, [](long double x) { return std::f(x); }}
  function const functions[] = {FUNCTION(sqrt),  FUNCTION(exp),   FUNCTION(exp2),  FUNCTION(expm1), FUNCTION(log),
                                FUNCTION(log2),  FUNCTION(log10), FUNCTION(log1p), FUNCTION(cbrt),  FUNCTION(sin),
                                FUNCTION(cos),   FUNCTION(tan),   FUNCTION(atan),  FUNCTION(sinh),  FUNCTION(cosh),
                                FUNCTION(tanh),  FUNCTION(asinh), FUNCTION(erf),   FUNCTION(erfc),  FUNCTION(tgamma),
                                FUNCTION(lgamma)};
#undef FUNCTION
  each(real_types{}, [&]<class T>(std::type_identity<T>) {
    constexpr bool single = std::is_same_v<T, float>;
    any_tensor const x(three<T>());
    std::vector<wide> const of = values(x);
    for (function const& f : functions) {
      CAPTURE(f.name);
      any_tensor const y = f.of(x);
      CHECK(y.dtype() == (single ? dtype::float32 : dtype::float64));
      std::vector<wide> const got = values(y);
      for (std::size_t i = 0; i < 3; ++i) {
        long double const wanted = f.wanted(of[i].real());
        CHECK(std::abs(got[i] - wanted) <= (single ? 4e-7L : 1e-15L) * std::abs(wanted));
      }
    }
  });
}

TEST_CASE("any_tensor: rounding keeps integers, and functions of several operands") {
  each(real_types{}, [&]<class T>(std::type_identity<T>) {
    any_tensor const x(three<T>());
    std::vector<wide> const of = values(x);
    CHECK(floor(x).dtype() == dtype_of<T>);
    CHECK(values(floor(x)) == of);
    CHECK(values(round(x)) == of);
    using R = decltype(+T());
    CHECK((-x).dtype() == dtype_of<R>);
    CHECK(abs(x).dtype() == dtype_of<R>);
    CHECK(square(x).dtype() == dtype_of<R>);
    CHECK(values(square(x))[0] == of[0] * of[0]);
    CHECK(sign(x).dtype() == dtype_of<R>);
    CHECK(real(x).dtype() == dtype_of<T>);
    CHECK(values(imag(x)) == std::vector<wide>{0, 0, 0});
    CHECK(values(isfinite(x)) == std::vector<wide>{1, 1, 1});
    CHECK(values(isnan(x) || signbit(x)) == std::vector<wide>{0, 0, 0});
  });
  any_tensor const large(tensor<std::int64_t, 1>{(std::int64_t(1) << 60) + 1});
  CHECK(floor(large).as<std::int64_t>()(0) == (std::int64_t(1) << 60) + 1);
  any_tensor const x(tensor<double, 1>{0.25, -0.5}), y(tensor<float, 1>{0.5f});
  check_is(hypot(any_tensor(tensor<int, 1>{3}), 4), dtype::float64, {5});
  check_is(pow(x, 2), dtype::float64, {0.0625L, 0.25L});
  check_is(fma(x, 2, y), dtype::float64, {1, -0.5L});
  check_is(copysign(y, x), dtype::float64, {0.5L, -0.5L});
  CHECK(all_close(atan2(x, y), tensor<double, 1>{std::atan2(0.25, 0.5), std::atan2(-0.5, 0.5)}));
}

TEST_CASE("any_tensor: functions of integers with and without a sign take each operand to double by itself") {
  any_tensor const s(tensor<std::int64_t, 1>{-3}), minus(tensor<int, 1>{-3});
  for (dtype t : {dtype::uint8, dtype::uint32, dtype::uint64}) {
    CAPTURE(to_string(t));
    any_tensor const u = cast(any_tensor(tensor<int, 1>{2}), t);
    check_is(pow(s, u), dtype::float64, {9});
    check_is(pow(u, minus), dtype::float64, {0.125L});
    check_is(pow(u, -1), dtype::float64, {0.5L});
    check_is(fmod(s, u), dtype::float64, {-1});
    check_is(remainder(s, u), dtype::float64, {1});
    check_is(copysign(u, s), dtype::float64, {-2});
    check_is(fma(s, u, s), dtype::float64, {-9});
    check_is(hypot(4, any_tensor(s)), dtype::float64, {5});
    check_is(nextafter(s, s), dtype::float64, {-3});
  }
}

TEST_CASE("any_tensor: floor_divide, floor_modulo, logaddexp and unary +") {
  each(integer_types{}, []<class T>(std::type_identity<T>) {
    using R = decltype(T() + T());
    any_tensor const x(three<T>());
    check_is(+x, dtype_of<R>, values(x));
    CHECK_THROWS_AS(static_cast<void>(any_tensor(floor_divide(x, any_tensor(zeros<T>(1))))), error);
    CHECK_THROWS_AS(static_cast<void>(any_tensor(floor_modulo(x, any_tensor(zeros<T>(1))))), error);
  });
  any_tensor const s(tensor<std::int8_t, 1>{-7, 7}), u(tensor<float, 1>{2});
  check_is(floor_divide(s, 3), dtype::int32, {-3, 2});
  check_is(floor_modulo(s, 3), dtype::int32, {2, 1});
  check_is(floor_divide(s, u), dtype::float32, {-4, 3});
  check_is(floor_modulo(s, u), dtype::float32, {1, 1});
  CHECK(logaddexp(s, s).dtype() == dtype::float64);
  CHECK(all_close(logaddexp(s, s), tensor<double, 1>{-6.306852819440055, 7.693147180559945}, 1e-15, 0));
  any_tensor const z(tensor<std::complex<float>, 1>{{1, -2}});
  check_is(+z, dtype::complex64, {{1, -2}});
  CHECK_THROWS_AS(static_cast<void>(floor_divide(z, 2)), dtype_error);
  CHECK_THROWS_AS(static_cast<void>(logaddexp(z, 2)), dtype_error);
}

TEST_CASE("any_tensor: functions of complex elements, and what is not for them") {
  each(list<float, double>{}, []<class T>(std::type_identity<T>) {
    using C = std::complex<T>;
    dtype const type = dtype_of<C>, part = dtype_of<T>;
    any_tensor const z(tensor<C, 1>{{3, 4}, {-1, 0}});
    check_is(abs(z), part, {5, 1});
    check_is(abs2(z), part, {25, 1});
    check_is(real(z), part, {3, -1});
    check_is(imag(z), part, {4, 0});
    check_is(conj(z), type, {{3, -4}, {-1, 0}});
    check_is(square(z), type, {{-7, 24}, {1, 0}});
    check_is(-z, type, {{-3, -4}, {1, 0}});
    check_is(isfinite(z), dtype::boolean, {1, 1});
    CHECK(sqrt(z).dtype() == type);
    CHECK(all_close(sqrt(z), tensor<C, 1>{{2, 1}, {0, 1}}));
    CHECK(all_close(arg(z), tensor<T, 1>{static_cast<T>(std::atan2(4.0, 3.0)), static_cast<T>(std::atan2(0.0, -1.0))}));
    CHECK(all_close(exp(log(z)), z));
    CHECK(message_of([&] { static_cast<void>(floor(z)); }) ==
          "weft: floor: it is not for elements of type " + to_string(type));
    CHECK_THROWS_AS(static_cast<void>(minimum(z, 1)), dtype_error);
    CHECK_THROWS_AS(static_cast<void>(max(z)), dtype_error);
  });
}

TEST_CASE("cast: all pairs of element types") {
  each_pair(dtype::complex128, [](dtype a, dtype b) {
    any_tensor const x = three_of(a);
    if (is_complex_type(a) && !is_complex_type(b)) {
      CHECK(message_of([&] { static_cast<void>(cast(x, b)); }) ==
            "weft: cast: complex elements do not become " + to_string(b) + ": real(x), imag(x) and abs(x) do");
      return;
    }
    std::vector<wide> wanted = values(x);
    if (b == dtype::boolean)
      for (wide& v : wanted)
        v = v != wide(0);
    check_is(cast(x, b), b, wanted);
  });
  each(integer_types{}, []<class A>(std::type_identity<A>) {
    if constexpr (!std::is_same_v<A, bool>) {
      tensor<A, 1> const a{std::numeric_limits<A>::min(), std::numeric_limits<A>::max(), static_cast<A>(-2)};
      any_tensor const x(a);
      each(integer_types{}, [&]<class B>(std::type_identity<B>) {
        std::vector<wide> wanted;
        for (A v : a)
          wanted.push_back(widened(static_cast<B>(v)));
        check_is(cast(x, dtype_of<B>), dtype_of<B>, wanted);
      });
    }
  });
  any_expr<float> const typed = cast<float>(any_tensor(tensor<int, 1>{1, 2}));
  CHECK(sum(typed) == 3);
  check_is(cast(any_tensor(tensor<double, 1>{-2.75, 2.75}), dtype::int16), dtype::int16, {-2, 2});
}

TEST_CASE("any_tensor: sums, and the types of reductions, of all types") {
  for (int k = 0; k <= static_cast<int>(dtype::complex128); ++k) {
    dtype const t = static_cast<dtype>(k);
    CAPTURE(to_string(t));
    bool const integer = is_integer(t);
    dtype const total = !integer ? t : dtype::uint8 <= t ? dtype::uint64 : dtype::int64;
    dtype const average = integer ? dtype::float64 : t;
    dtype const spread = integer                  ? dtype::float64
                         : t == dtype::complex64  ? dtype::float32
                         : t == dtype::complex128 ? dtype::float64
                                                  : t;
    any_tensor const x = two_rows(t);
    std::vector<wide> const row = values(three_of(t));
    wide const whole = row[0] + row[1] + row[2];
    check_is(sum(x, 1), total, {whole, whole});
    check_is(sum(x, 0), total, {row[0] + row[2], row[1] + row[1], row[2] + row[0]});
    check_is(prod(x, 1), total, {row[0] * row[1] * row[2], row[2] * row[1] * row[0]});
    CHECK(sum(x).rank() == 0);
    CHECK(values(sum(x))[0] == whole + whole);
    CHECK(sum(x, 1, keep_dims).shape() == shape(2, 1));
    CHECK(sum(x, axes<0, 1>).shape() == shape());
    CHECK(mean(x).dtype() == average);
    CHECK(var(x).dtype() == spread);
    CHECK(norm(x).dtype() == spread);
  }
}

TEST_CASE("any_tensor: moments and extremes of all types") {
  for (int k = 0; k <= static_cast<int>(dtype::complex128); ++k) {
    dtype const t = static_cast<dtype>(k);
    CAPTURE(to_string(t));
    bool const boolean = t == dtype::boolean;
    any_tensor const x = two_rows(t);
    std::vector<wide> const row = values(three_of(t));
    wide const whole = row[0] + row[1] + row[2];
    const auto close = [](any_expr<> const& e, wide wanted) {
      return std::abs(values(e)[0] - wanted) <= 1e-6L * std::abs(wanted);
    };
    CHECK(close(mean(x), whole / 3.0L));
    long double squares = 0, about = 0;
    for (wide const& v : row) {
      squares += 2 * std::norm(v);
      about += 2 * std::norm(v - whole / 3.0L);
    }
    if (!boolean) {
      CHECK(close(var(x, ddof(1)), about / 5));
      CHECK(close(stddev(x), std::sqrt(about / 6)));
    }
    CHECK(close(norm(x), std::sqrt(squares)));
    if (is_complex_type(t)) {
      CHECK_THROWS_AS(static_cast<void>(argmin(x)), dtype_error);
      CHECK_THROWS_AS(static_cast<void>(max(x, 0)), dtype_error);
      continue;
    }
    check_is(max(x, 1), t, {row[0], row[0]});
    check_is(min(x, 0), t, {row[2], row[1], row[2]});
    check_is(argmax(x, 1), dtype::int64, {0, boolean ? 0.0L : 2.0L});
    check_is(argmin(x, 1), dtype::int64, {boolean ? 0.0L : 1.0L, boolean ? 0.0L : 1.0L});
    CHECK(values(ptp(x, 1)) == std::vector<wide>{row[0] - row[1], row[0] - row[1]});
  }
}

namespace {

bool is_generated(plan_report const& report) {
  bool found = report.loop_list.empty();
  for (loop_report const& loop : report.loop_list)
    for (operand_access const how : loop.operands)
      found = found || how == operand_access::generated;
  return found;
}

using listed_rows = std::vector<std::vector<double>>;
/// Sums of an expression that lies in memory, whose elements are those of `rows`; all sums are exact.
void check_sums(any_expr<> const& x, listed_rows const& rows) {
  std::vector<double> of_columns(rows[0].size(), 0.0), of_rows;
  double whole = 0;
  for (std::vector<double> const& row : rows) {
    of_rows.push_back(0);
    for (std::size_t j = 0; j < row.size(); ++j)
      of_rows.back() += row[j], of_columns[j] += row[j], whole += row[j];
  }
  any_tensor out;
  CHECK_FALSE(is_generated(explain([&] { out = sum(x, 1); })));
  out = sum(x, 1);
  for (std::size_t i = 0; i < of_rows.size(); ++i)
    CHECK(out.as<double, 1>()(index_t(i)) == of_rows[i]);
  CHECK_FALSE(is_generated(explain([&] { out = sum(x, 0); })));
  out = sum(x, 0);
  for (std::size_t j = 0; j < of_columns.size(); ++j)
    CHECK(out.as<double, 1>()(index_t(j)) == of_columns[j]);
  CHECK(double(sum(x)) == whole);
}

} // namespace

TEST_CASE("any_tensor: a reduction reads memory where it lies, whatever its strides") {
  tensor<double, 2> a(7, 11);
  for (index_t i = 0; i < 7; ++i)
    for (index_t j = 0; j < 11; ++j)
      a(i, j) = double((5 * i + 3 * j) % 13) / 4 - 1;
  const any_tensor u(a);
  const auto picked = [&](std::vector<index_t> const& i, std::vector<index_t> const& j, bool turned = false) {
    listed_rows rows;
    for (const index_t r : i) {
      rows.emplace_back();
      for (const index_t c : j)
        rows.back().push_back(turned ? a(c, r) : a(r, c));
    }
    return rows;
  };
  const std::vector<index_t> seven{0, 1, 2, 3, 4, 5, 6}, eleven{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  check_sums(u, picked(seven, eleven));
  check_sums(u(range(5, 0, -2), range(1, 10, 3)), picked({5, 3, 1}, {1, 4, 7}));
  check_sums(u(range(2, 3), range(9, 2, -1)), picked({2}, {9, 8, 7, 6, 5, 4, 3}));
  check_sums(transpose(u), picked(eleven, seven, true));
  CHECK(double(sum(u(3, 4))) == a(3, 4));
  any_tensor out;
  CHECK(is_generated(explain([&] { out = sum(u + 1, 1); }))); // an expression is computed row by row
}

TEST_CASE("any_tensor: the order of integers without a sign, and of masks") {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  any_tensor const u(tensor<std::uint64_t, 1>{3, most, 0, most - 1});
  CHECK(std::uint64_t(max(u)) == most);
  CHECK(std::uint64_t(min(u)) == 0);
  CHECK(int(argmax(u)) == 1);
  CHECK(int(argmin(u)) == 2);
  CHECK(std::uint64_t(ptp(u)) == most);
  CHECK(std::uint64_t(sum(u)) == 0); // 3 - 1 - 2 modulo 2^64
  any_tensor const m(tensor<bool, 2>{{true, false}, {true, true}});
  CHECK(!bool(all_of(m)));
  CHECK(bool(any_of(m)));
  CHECK(!bool(none_of(m)));
  CHECK(int(count(m)) == 3);
  check_is(all_of(m, 0), dtype::boolean, {1, 0});
  check_is(count(m, 1), dtype::int64, {1, 2});
  if (all_of(u < 1))
    FAIL("one is above");
  CHECK(message_of([&] { static_cast<void>(all_of(u)); }) == "weft: all_of: the elements are uint64, not bool");
  CHECK_THROWS_AS(static_cast<void>(sum(u, 1)), index_error);
  CHECK_THROWS_AS(static_cast<void>(sum(m, 0, 0)), index_error);
  any_tensor const none(dtype::float64, shape(0, 2));
  CHECK(double(sum(none)) == 0);
  CHECK_THROWS_AS(any_tensor(max(none)), shape_error);
  CHECK(any_tensor(max(none, 1)).shape() == shape(0));
  CHECK(double(logsumexp(any_tensor(tensor<double, 1>{0.0, 0.0}))) == doctest::Approx(std::log(2.0)));
}

TEST_CASE("any_tensor: matmul of all types, of stacks, and with typed operands") {
  each_pair(dtype::complex128, [](dtype s, dtype t) {
    any_tensor const x = two_rows(s), y = transpose(two_rows(t)), product = matmul(x, y);
    CHECK(product.dtype() == sum_type(s, t));
    CHECK(product.shape() == shape(2, 2));
    std::vector<wide> const p = values(x), q = values(y);
    std::vector<wide> wanted(4);
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t j = 0; j < 2; ++j)
        for (std::size_t k = 0; k < 3; ++k)
          wanted[2 * i + j] += p[3 * i + k] * q[2 * k + j];
    CHECK(values(product) == wanted);
    CHECK(values(matmul(x, y(all, 0))) == std::vector<wide>{wanted[0], wanted[2]});
  });
  tensor<float, 2> const typed{{1, 2, 3}, {4, 5, 6}};
  CHECK(matmul(typed, transpose(any_tensor(typed))) == any_tensor(matmul(typed, transpose(typed))));
  any_tensor const stack(tensor<int, 3>{{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}});
  any_tensor const twice = matmul(stack, any_tensor(tensor<float, 2>{{2, 0}, {0, 2}}));
  CHECK(twice.dtype() == dtype::float32);
  CHECK(twice == cast(2 * stack, dtype::float32));
  CHECK_THROWS_AS(static_cast<void>(matmul(stack, any_tensor(dtype::int32, shape(3, 2)))), shape_error);
}

TEST_CASE("any_tensor: views are expressions, whatever the element type") {
  each(list<std::uint8_t, std::complex<double>>{}, []<class T>(std::type_identity<T>) {
    any_tensor const x = two_rows(dtype_of<T>);
    tensor<T, 2> const a = x.as<T, 2>();
    CHECK(transpose(x) == any_tensor(transpose(a)));
    CHECK(x(1, all) == any_tensor(a(1, all)));
    CHECK(x(all, range(0, 3, 2)) == any_tensor(a(all, range(0, 3, 2))));
    CHECK(x(0, 1).rank() == 0);
    CHECK(reverse(x, 1) == any_tensor(reverse(a, 1)));
    CHECK(reshape(x, shape(3, 2)) == any_tensor(reshape(a, shape(3, 2))));
    CHECK(reshape(transpose(x) + x(0, range(0, 2)), shape(6)) ==
          any_tensor(eval(reshape(transpose(a) + a(0, range(0, 2)), shape(6)))));
    CHECK(expand_dims(x, 0).shape() == shape(1, 2, 3));
    CHECK(broadcast_to(x(0, all), shape(4, 3)).shape() == shape(4, 3));
    CHECK(diagonal(x).shape() == shape(2));
    CHECK(flatten(x, 0).shape() == shape(6));
    CHECK(permute(x, 1, 0) == transpose(x));
  });
  any_tensor const x(tensor<int, 2>{{1, 2}, {3, 4}});
  CHECK_THROWS_AS(static_cast<void>(x(2, all)), index_error);
  CHECK_THROWS_AS(static_cast<void>(x(0, 0, 0)), index_error);
  CHECK_THROWS_AS(static_cast<void>(reshape(transpose(x), shape(4))), layout_error); // a view of memory, as of a tensor
  // An axis is not cut to the bits that an int has.
  CHECK_THROWS_AS(static_cast<void>(transpose(x, 0, 1ll << 32)), index_error);
  CHECK_THROWS_AS(static_cast<void>(reverse(x, (1ull << 32) + 1)), index_error);
  CHECK_THROWS_AS(static_cast<void>(slice(x.as<int, 2>(), 1ll << 32, 0)), index_error);
  CHECK_THROWS_AS(static_cast<void>(expand_dims(x.as<int>(), -(1ll << 32))), index_error);
}

TEST_CASE("any_tensor: assignment keeps memory, the operators keep element type and shape") {
  any_tensor x(tensor<float, 1>{1, 2, 3});
  view<float> const seen = x.as<float>();
  x = 2 * x;
  CHECK(seen(2) == 6);
  x = x + reverse(x, 0); // reads what it writes
  CHECK(seen(0) == 8);
  CHECK(seen(2) == 8);
  x += 1;
  x -= any_tensor(tensor<std::int8_t, 1>{1, 2, 3});
  x *= 2.0;
  x /= tensor<float, 1>{2, 2, 4};
  CHECK(values(x) == std::vector<wide>{8, 7, 3});
  CHECK(seen(1) == 7);
  x %= 4;
  CHECK(values(x) == std::vector<wide>{0, 3, 3});
  CHECK(message_of([&] {
          x += tensor<double, 2>{{1, 2, 3}};
        }).starts_with("weft: operator+=: shape (3) and shape (1,3)"));
  CHECK(message_of([&] { x *= std::complex<float>(0, 1); }) ==
        "weft: operator*=: the elements are complex64, not float32");
  x += tensor<double, 1>{0.5, 0.5, 0.5}; // rounds, as an assignment does
  CHECK(x.dtype() == dtype::float32);
  x = any_tensor(tensor<int, 1>{6});
  CHECK(x.dtype() == dtype::int32);
  CHECK(seen(1) == 3.5f); // the memory that it had belongs to the view
  x &= 3;
  x |= 8;
  x ^= 1;
  CHECK(int(sum(x)) == 11);
  x = x > 0;
  CHECK(x.dtype() == dtype::boolean);
  any_tensor emptied(tensor<int, 1>{1});
  emptied = {};
  CHECK(emptied == any_tensor());
  any_tensor moved = std::move(x);
  x = moved;
  CHECK(x == moved);
  any_expr<> const holding = any_tensor(tensor<int, 1>{1, 2}) + 1; // keeps the memory of the one that has gone
  CHECK(values(holding) == std::vector<wide>{2, 3});
}

TEST_CASE("any_expr<>: a regular value, its typed form, and single numbers") {
  any_tensor const a(tensor<int, 1>{1, 2, 3});
  any_expr<> e;
  CHECK(e.dtype() == dtype::float64);
  CHECK(double(e) == 0);
  e = a;
  for (int k = 0; k < 3; ++k)
    e = e + k;
  std::vector<any_expr<>> const several{e, 2.5, tensor<std::complex<float>, 1>{{0, 1}}, std::int8_t(3)};
  CHECK(several[1].dtype() == dtype::float64);
  CHECK(several[2].dtype() == dtype::complex64);
  CHECK(several[3].dtype() == dtype::int8);
  CHECK(several[0].as<int, 1>().extent(0) == 3);
  CHECK(several[0].extent(0) == 3);
  CHECK(several[0].size() == 3);
  tensor<int, 1> const t = several[0].as<int, 1>() * 2;
  CHECK(t == tensor<int, 1>{8, 10, 12});
  CHECK(message_of([&] { static_cast<void>(e.as<double>()); }) ==
        "weft: any_expr::as: the elements are int32, not float64");
  CHECK_THROWS_AS(static_cast<void>(e.as<int, 2>()), shape_error);
  CHECK(double(max(e)) == 6);
  CHECK(std::complex<float>(max(e)) == 6.0f);
  CHECK_THROWS_AS(static_cast<void>(int(mean(e))), dtype_error);
  CHECK_THROWS_AS(static_cast<void>(double(e)), shape_error);
  CHECK(double(e(1)) == 5);
  CHECK((e == any_tensor(tensor<int, 1>{4, 5, 6})));
  CHECK(!(e == cast(e, dtype::float64)));
  CHECK(to_string(e) == "[4 5 6]");
  CHECK(all_close(e, e + 1e-9));
  CHECK(!all_close(e, e + 0.001));
  CHECK_THROWS_AS(static_cast<void>(a + any_tensor(dtype::int8, shape(2))), shape_error);
}

TEST_CASE("any_expr<>: stored as a typed one, bound to a formula, and over a named tensor") {
  any_tensor const a(tensor<int, 1>{1, 2, 3});
  any_expr<double, 1> const stored = a; // as an assignment converts
  CHECK(sum(stored) == 6);
  CHECK(message_of([&] { any_expr<float> const f = any_tensor(tensor<std::complex<float>, 1>{1}); }) ==
        "weft: any_expr: the elements are complex64, not float32");
  CHECK(message_of([&] { any_expr<int> const f = any_expr<>(2.5); }) ==
        "weft: any_expr: the elements are float64, not int32");
  CHECK_THROWS_AS((any_expr<double, 2>(a)), shape_error);
  formula f("x^2 + y");
  f.bind("x", a).bind("y", any_tensor(tensor<float, 1>{0.5f}));
  CHECK(tensor<double>(f) == tensor<double>(tensor<double, 1>{1.5, 4.5, 9.5}));
  CHECK(eval(a + 1).dtype() == dtype::int32);
  // A named tensor is borrowed: what is read is what it holds when the expression is computed.
  tensor<double, 1> x{1, 2};
  any_expr<> const later = any_expr<>(x) * 2, kept = own(later);
  x(0) = 10;
  CHECK(values(later) == std::vector<wide>{20, 4});
  CHECK(values(kept) == std::vector<wide>{2, 4});
}

TEST_CASE("any_tensor: large, odd and empty shapes compute as a plain loop does") {
  for (index_t n : {0, 1, 2, 3, 7, 255, 256, 257, 1023, 40000, 300001}) {
    CAPTURE(n);
    tensor<std::int16_t, 1> a(n);
    tensor<double, 1> b(n);
    for (index_t i = 0; i < n; ++i) {
      a(i) = static_cast<std::int16_t>(i % 301 - 150);
      b(i) = static_cast<double>(i % 17) / 4;
    }
    any_tensor const x(a), y(b), r = where(x > 3, x * y - 2, y + cast(x, dtype::int8) % 5);
    REQUIRE(r.dtype() == dtype::float64);
    auto const got = r.as<double, 1>();
    bool same = true;
    for (index_t i = 0; i < n; ++i) {
      int const v = a(i);
      double const wanted = v > 3 ? v * b(i) - 2 : b(i) + static_cast<std::int8_t>(v) % 5;
      same = same && got(i) == wanted;
    }
    CHECK(same);
    long double total = 0;
    for (index_t i = 0; i < n; ++i)
      total += got(i);
    CHECK(double(sum(r)) == doctest::Approx(static_cast<double>(total)));
  }
}

TEST_CASE("visit: several at once, and a list of types") {
  any_tensor x(tensor<int, 1>{1, 2}), y(tensor<double, 1>{0.5, 0.25});
  double const total = visit(
      [](auto const& a, auto const& b) {
        return static_cast<double>(std::real(sum(a))) + static_cast<double>(std::real(sum(b)));
      },
      x, y);
  CHECK(total == 3.75);
  visit(
      types<int, double>,
      [](auto const& a, auto const& b) { b += cast<typename std::remove_cvref_t<decltype(b)>::value_type>(a); }, x, y);
  CHECK(values(y) == std::vector<wide>{1.5L, 2.25L});
  any_tensor const& fixed = y;
  CHECK(visit(
      types<double>,
      [](auto const& v) { return std::is_const_v<typename std::remove_cvref_t<decltype(v)>::element_type>; }, fixed));
  CHECK(message_of([&] { visit(types<float, std::int64_t>, [](auto const&) {}, x); }) ==
        "weft: visit: the elements are int32, which is none of float32, int64");
}

// numpy.nansum, nanprod, nanmean, nanvar, nanstd, nanmin, nanmax, nanargmin, nanargmax
TEST_CASE("reductions without NaN of an any_tensor") {
  float const nan = std::numeric_limits<float>::quiet_NaN();
  any_tensor const u(tensor<float, 2>{{1, nan, 3}, {nan, nan, 5}});
  CHECK(nan_sum(u, 0) == any_tensor(tensor<float, 1>{1, 0, 8}));
  CHECK(float(nan_sum(u)) == 9);
  CHECK(nan_prod(u, 1, keep_dims) == any_tensor(tensor<float, 2>{{3}, {5}}));
  CHECK(nan_mean(u, axis<1>) == any_tensor(tensor<float, 1>{2, 5}));
  CHECK(nan_var(u, 1) == any_tensor(tensor<float, 1>{1, 0}));
  CHECK(nan_stddev(u(0, all), 0, ddof(1)) == any_tensor(std::sqrt(2.0f) * ones<float>(shape())));
  CHECK(nan_min(u, 1) == any_tensor(tensor<float, 1>{1, 5}));
  CHECK(nan_max(u, 1) == any_tensor(tensor<float, 1>{3, 5}));
  CHECK(nan_argmin(u, 1) == any_tensor(tensor<index_t, 1>{0, 2}));
  CHECK(nan_argmax(u, 1) == any_tensor(tensor<index_t, 1>{2, 2}));
  float const none = float(nan_mean(u(all, 1)));
  CHECK(none != none);
  CHECK_THROWS_AS(static_cast<void>(eval(nan_argmin(u, 0))), error);
  std::uint64_t const top = std::uint64_t(1) << 63;
  any_tensor const large(tensor<std::uint64_t, 1>{top, 1});
  CHECK(std::uint64_t(nan_max(large)) == top);
  CHECK(index_t(nan_argmin(large)) == 1);
  any_tensor const small(tensor<std::int8_t, 1>{100, 100});
  CHECK(nan_sum(small).dtype() == dtype::int64);
  CHECK(int(nan_sum(small)) == 200);
  CHECK(double(nan_mean(small)) == 100);
  CHECK_THROWS_AS(static_cast<void>(nan_min(cast(u, dtype::complex64))), dtype_error);
}

TEST_CASE("fold of an any_tensor: its elements as the type of the identity, one instance of f for all types") {
  const auto polynomial = [](double so_far, double x) {
    static_assert(std::is_same_v<decltype(x), double>);
    return 10 * so_far + x;
  };
  for (const dtype t : {dtype::int8, dtype::uint16, dtype::int64, dtype::float32, dtype::float64, dtype::float16}) {
    const any_tensor u = cast(any_tensor(tensor<int, 2>{{1, 2, 3}, {4, 5, 6}}), t);
    CHECK(fold(u, 0.0, polynomial) == 123456);
    CHECK(fold(reverse(u, 1), 0.0, polynomial) == 321654);
    const tensor<double, 1> columns = fold(u, 0, 0.0, polynomial), rows = fold(u + 1, axis<1>, 0.0, polynomial);
    CHECK(columns == tensor<double, 1>{14, 25, 36});
    CHECK(rows == tensor<double, 1>{234, 567});
    const tensor<double, 2> kept = fold(u, 1, 7.0, polynomial, keep_dims);
    CHECK(kept == tensor<double, 2>{{7123}, {7456}});
    CHECK(any_tensor(any_expr<>(fold(u, 0, 0.0, polynomial)) * 2) == any_tensor(tensor<double, 1>{28, 50, 72}));
  }
  CHECK(fold(any_tensor(), 5.0, polynomial) == 5);
  const any_tensor x(tensor<double, 1>{1.5, 2});
  const auto sum_of = [](int a, int b) { return a + b; };
  CHECK(fold(any_tensor(tensor<int, 1>{1, 2}), 0, sum_of) == 3);
  CHECK_THROWS_AS((void)fold(x, 0, sum_of), dtype_error);
  CHECK(support::message_of([&] { (void)fold(x, 0, sum_of); }).find("weft: fold: ") == 0);
  CHECK_THROWS_AS((void)fold(x, 1, 0.0, polynomial), index_error);
  CHECK(fold(x, std::complex<double>(0, 1), [](auto a, auto b) { return a * b; }) == std::complex<double>(0, 3));
}

TEST_CASE("reduce and argmax_index of an any_tensor") {
  const any_tensor u(tensor<int, 2>{{1, 5, 3}, {4, 0, 6}});
  auto [total, middle, top] = reduce(u, sum, mean, largest);
  CHECK((double(total) == 19 && top.dtype() == dtype::int32 && int(top) == 6));
  CHECK(double(middle) == 19.0 / 6);
  auto [low, spread] = reduce(u * 2, smallest, var(ddof(1)), 0, keep_dims);
  CHECK(any_tensor(low) == any_tensor(tensor<int, 2>{{2, 0, 6}}));
  CHECK(any_tensor(spread) == any_tensor(tensor<double, 2>{{18, 50, 18}}));
  CHECK(argmax_index(u) == shape(1, 2));
  CHECK(argmin_index(transpose(u)) == shape(1, 1));
  CHECK_THROWS_AS((void)argmax_index(any_tensor()), shape_error);
}
