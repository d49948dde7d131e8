#include <weft/eval/loop.hpp>
#include <weft/eval/vector_math.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <support/exact.hpp>
#include <support/guarded_pages.hpp>
#include <support/isa.hpp>

#include <doctest/doctest.h>

using weft::index_t;
using weft::detail::math_function;
using weft::detail::vector_math;

namespace {

using wide = long double;

struct unary_case {
  math_function f;
  std::string name;
  wide (*exact)(wide);
  double (*good)(double); ///< good enough for floats
  double low, high;       ///< where most is to be seen
  double of_floats = 1;   ///< what floats may err by
};
struct binary_case {
  math_function f;
  std::string name;
  wide (*exact)(wide, wide);
};

wide exp10l(wide x) {
  return std::pow(10.0L, x);
}
double exp10d(double x) {
  return std::pow(10.0, x);
}

double good_sin(double x) {
  return static_cast<double>(support::exact_sin(x));
}
double good_cos(double x) {
  return static_cast<double>(support::exact_cos(x));
}

std::vector<unary_case> const unary_cases = {{math_function::sqrt, "sqrt", std::sqrt, std::sqrt, 0, 1e9},
                                             {math_function::cbrt, "cbrt", std::cbrt, std::cbrt, -1e3, 1e3},
                                             {math_function::exp, "exp", std::exp, std::exp, -746, 710, 1.05},
                                             {math_function::exp2, "exp2", std::exp2, std::exp2, -1076, 1025},
                                             {math_function::exp10, "exp10", exp10l, exp10d, -324, 309},
                                             {math_function::expm1, "expm1", std::expm1, std::expm1, -40, 710},
                                             {math_function::log, "log", std::log, std::log, 0, 3},
                                             {math_function::log2, "log2", std::log2, std::log2, 0, 3},
                                             {math_function::log10, "log10", std::log10, std::log10, 0, 3},
                                             {math_function::log1p, "log1p", std::log1p, std::log1p, -1, 3},
                                             {math_function::sin, "sin", support::exact_sin, good_sin, -30, 30, 1.57},
                                             {math_function::cos, "cos", support::exact_cos, good_cos, -30, 30, 1.57},
                                             {math_function::tan, "tan", support::exact_tan, std::tan, -30, 30, 1.75},
                                             {math_function::asin, "asin", std::asin, std::asin, -1, 1},
                                             {math_function::acos, "acos", std::acos, std::acos, -1, 1},
                                             {math_function::atan, "atan", std::atan, std::atan, -5, 5, 1.26},
                                             {math_function::sinh, "sinh", std::sinh, std::sinh, -711, 711},
                                             {math_function::cosh, "cosh", std::cosh, std::cosh, -711, 711},
                                             {math_function::tanh, "tanh", std::tanh, std::tanh, -20, 20, 1.74},
                                             {math_function::atanh, "atanh", std::atanh, std::atanh, -1, 1},
                                             {math_function::erf, "erf", std::erf, std::erf, -6, 6, 1.19}};
std::vector<binary_case> const binary_cases = {{math_function::pow, "pow", std::pow},
                                               {math_function::atan2, "atan2", std::atan2},
                                               {math_function::hypot, "hypot", std::hypot}};

/// The error in units of T's last place; an infinity counts as the number that follows the largest. Huge where only one
/// is NaN, or zeros differ in sign.
template <class T, class W>
double error(T got, W want) {
  using limits = std::numeric_limits<T>;
  constexpr double wrong = 1e9;
  if (std::isnan(want) || std::isnan(got))
    return std::isnan(want) && std::isnan(got) ? 0 : wrong;
  if (want == 0 || got == 0) // a number that vanishes keeps its sign
    if (std::signbit(want) != std::signbit(got))
      return wrong;
  wide const beyond = std::ldexp(1.0L, limits::max_exponent);
  auto const clamped = [&](auto x) {
    wide const y = static_cast<wide>(x);
    return y > beyond ? beyond : y < -beyond ? -beyond : y;
  };
  wide const exact = clamped(want), size = std::abs(exact);
  int const e = size < static_cast<wide>(limits::min()) ? limits::min_exponent - 1 : std::ilogb(size);
  int const last = (e < limits::max_exponent ? e : limits::max_exponent - 1) - limits::digits + 1;
  return static_cast<double>(std::abs(clamped(got) - exact) * std::ldexp(1.0L, -last));
}

/// Numbers around which functions change their ways, and large and small ones.
const double landmarks[] = {0.0,
                            1.0,
                            0.5,
                            2.0,
                            3.0,
                            4.0,
                            10.0,
                            0.171572875253809903,
                            0.346573590279972655,
                            0.414213562373095,
                            0.693147180559945,
                            0.707106781186547524,
                            1.41421356237309505,
                            0.785398163397448310,
                            1.57079632679489662,
                            3.14159265358979324,
                            5.9,
                            6.0,
                            19.1,
                            22.0,
                            88.7,
                            104.0,
                            708.0,
                            709.78,
                            710.4758,
                            745.2,
                            0x1p20,
                            0x1p27,
                            0x1p51,
                            0x1p52,
                            0x1p53,
                            1e6,
                            1e22,
                            1e30,
                            1e38,
                            1e-5,
                            1e-8,
                            1e-16,
                            1e-30,
                            1e-38,
                            1e-40,
                            1e100,
                            1e300,
                            1e-100,
                            1e-300,
                            0x1p-400,
                            0x1p400,
                            0x1p-1022};

/// These numbers, their neighbours, and special values, with both signs.
template <class T>
std::vector<T> thresholds() {
  using limits = std::numeric_limits<T>;
  std::vector<T> found;
  for (double const x : landmarks)
    for (T const y : {static_cast<T>(x), std::nextafter(static_cast<T>(x), T(0)),
                      std::nextafter(static_cast<T>(x), limits::infinity())})
      found.insert(found.end(), {y, -y});
  for (T const y : {limits::min(), limits::denorm_min(), limits::max(), limits::infinity(), limits::quiet_NaN()})
    found.insert(found.end(), {y, -y});
  return found;
}

std::uint64_t const seed = 20011;

/// The same, numbers between low and high, evenly and closer and closer to 0, and any bits.
std::vector<double> samples(double low, double high, int count) {
  std::vector<double> found = thresholds<double>();
  std::mt19937_64 engine(seed);
  auto const chance = [&] { return static_cast<double>(engine() >> 11) * 0x1p-53; };
  for (int k = 0; k < count; ++k) {
    double const x = low + (high - low) * chance();
    for (double const y : {x, std::ldexp(x, -static_cast<int>(engine() % 30)), std::bit_cast<double>(engine())})
      found.push_back(y);
  }
  return found;
}

/// The worst of some cases; those beyond the bound are told with their arguments.
class worst {
public:
  explicit worst(double bound) : bound_(bound) {}
  void take(double e, auto... arguments) {
    if (e <= error_)
      return;
    error_ = e;
    if (!good()) {
      std::string told;
      ((told += std::to_string(arguments) + ' '), ...);
      MESSAGE("off by " << e << " ULP at " << told);
    }
  }
  bool good() const { return error_ <= bound_; }

private:
  double bound_, error_ = 0;
};

template <class T>
std::vector<T> results(math_function f, std::vector<T> const& x) {
  std::vector<T> out(x.size());
  vector_math(f, x.data(), out.data(), static_cast<index_t>(x.size()));
  return out;
}
template <class T>
std::vector<T> results(math_function f, std::vector<T> const& x, std::vector<T> const& y) {
  std::vector<T> out(x.size());
  vector_math(f, x.data(), y.data(), out.data(), static_cast<index_t>(x.size()));
  return out;
}

/// Pairs of all thresholds, and random ones for which pow neither overflows nor is 1.
template <class T>
void make_pairs(std::vector<T>& x, std::vector<T>& y, int count) {
  std::vector<T> const special = thresholds<T>();
  for (T const a : special)
    for (T const b : special) {
      x.push_back(a);
      y.push_back(b);
    }
  std::mt19937_64 engine(seed);
  auto const chance = [&] { return static_cast<double>(engine() >> 11) * 0x1p-52 - 1; };
  double const range = std::numeric_limits<T>::max_exponent * 0.69;
  for (int k = 0; k < count; ++k) {
    double const logarithm = std::ldexp(range * chance(), -static_cast<int>(engine() % 24));
    double const close = std::exp(logarithm), any = chance() * std::exp2(chance() * 60);
    x.insert(x.end(), {static_cast<T>(close), static_cast<T>(any)});
    y.insert(y.end(), {static_cast<T>(range * chance() / logarithm), static_cast<T>(any * std::exp2(chance() * 4))});
  }
}

template <class T>
bool same_bits(T const& a, T const& b) {
  using bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  return std::bit_cast<bits>(a) == std::bit_cast<bits>(b) || (std::isnan(a) && std::isnan(b));
}

/// An element's result does not depend on where it stands, how many there are, what its neighbours are, and whether it
/// is written over its argument; nothing else is written.
template <class T>
void check_positions(math_function f, bool binary, std::vector<T> const& x, std::vector<T> const& y) {
  auto const run = [&](T const* a, T const* b, T* out, index_t n) {
    if (binary)
      vector_math(f, a, b, out, n);
    else
      vector_math(f, a, out, n);
  };
  std::vector<T> whole(x.size());
  run(x.data(), y.data(), whole.data(), static_cast<index_t>(x.size()));
  T const guard = T(-77.25);
  std::vector<T> out(64);
  for (std::size_t n = 0; n < 40; ++n)
    for (std::size_t const first : {std::size_t(0), std::size_t(3), 17 * n + 5}) {
      out.assign(out.size(), guard);
      run(x.data() + first, y.data() + first, out.data() + 1, static_cast<index_t>(n));
      std::vector<T> over(x.begin() + static_cast<index_t>(first), x.begin() + static_cast<index_t>(first + n));
      over.push_back(guard);
      run(over.data(), y.data() + first, over.data(), static_cast<index_t>(n));
      bool good = out[0] == guard && out[n + 1] == guard && over[n] == guard;
      for (std::size_t i = 0; i < n; ++i)
        good = good && same_bits(out[i + 1], whole[first + i]) && same_bits(over[i], whole[first + i]);
      if (!good) {
        CAPTURE(n);
        CAPTURE(first);
        FAIL_CHECK("an element depends on its place");
      }
    }
}

} // namespace

TEST_CASE_TEMPLATE("vector mathematics: nothing beside the operands is touched", T, float, double) {
  support::guarded_pages x, y, out;
  support::for_each_isa([&] {
    for (std::size_t n = 1; n < 40; ++n)
      for (bool const last : {false, true}) {
        T* const a = x.elements<T>(n, last);
        T* const b = y.elements<T>(n, last);
        T* const r = out.elements<T>(n, last);
        for (std::size_t i = 0; i < n; ++i) {
          a[i] = T(1);
          b[i] = T(i);
        }
        // Usual arguments, then one that is not.
        vector_math(math_function::log, a, r, static_cast<index_t>(n));
        for (std::size_t i = 0; i < n; ++i)
          CHECK(r[i] == T(0));
        a[0] = std::numeric_limits<T>::infinity();
        vector_math(math_function::pow, b, a, r, static_cast<index_t>(n));
        CHECK(r[0] == T(0));
        for (std::size_t i = 1; i < n; ++i)
          CHECK(r[i] == T(i));
      }
  });
}

TEST_CASE("vector mathematics: floats of all magnitudes err by less than 1 ULP, or as much as vectors of floats may") {
  std::vector<float> x = thresholds<float>();
  for (std::uint64_t bits = 0; bits < std::uint64_t(1) << 32; bits += 40009)
    x.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  for (unary_case const& c : unary_cases) {
    CAPTURE(c.name);
    std::vector<double> exact;
    for (float const v : x)
      exact.push_back(c.good(static_cast<double>(v)));
    support::for_each_isa([&] {
      std::vector<float> const got = results(c.f, x);
      worst w(c.of_floats);
      for (std::size_t i = 0; i < x.size(); ++i)
        w.take(error(got[i], exact[i]), x[i]);
      CHECK(w.good());
    });
  }
}

TEST_CASE("vector mathematics: doubles err by at most 2 ULP, and have the special values of C99") {
  for (unary_case const& c : unary_cases) {
    CAPTURE(c.name);
    std::vector<double> const x = samples(c.low, c.high, 1500);
    std::vector<wide> exact;
    for (double const v : x)
      exact.push_back(c.exact(static_cast<wide>(v)));
    support::for_each_isa([&] {
      std::vector<double> const got = results(c.f, x);
      worst w(2);
      for (std::size_t i = 0; i < x.size(); ++i)
        w.take(error(got[i], exact[i]), x[i]);
      CHECK(w.good());
    });
  }
}

TEST_CASE_TEMPLATE("vector mathematics: two operands", T, float, double) {
  std::vector<T> x, y;
  make_pairs(x, y, 4000);
  for (binary_case const& c : binary_cases) {
    CAPTURE(c.name);
    std::vector<wide> exact;
    for (std::size_t i = 0; i < x.size(); ++i)
      exact.push_back(c.exact(static_cast<wide>(x[i]), static_cast<wide>(y[i])));
    support::for_each_isa([&] {
      std::vector<T> const got = results(c.f, x, y);
      worst w(sizeof(T) == 4 ? 1 : 2);
      for (std::size_t i = 0; i < x.size(); ++i)
        w.take(error(got[i], exact[i]), x[i], y[i]);
      CHECK(w.good());
    });
  }
}

TEST_CASE_TEMPLATE("vector mathematics: whole powers of ten and two, and roots of cubes, are exact", T, float, double) {
  std::vector<T> whole, powers, roots, cubes;
  const index_t last = sizeof(T) == 4 ? 256 : 200000; // cubes up to 2^24 and 2^53
  for (index_t k = -last; k <= last; ++k) {
    roots.push_back(static_cast<T>(k));
    cubes.push_back(static_cast<T>(k * k * k));
  }
  for (int k = 0; k <= (sizeof(T) == 4 ? 10 : 22); ++k) { // 10^11 is no float, 10^23 no double
    whole.push_back(static_cast<T>(k));
    powers.push_back(k == 0 ? 1 : powers.back() * 10);
  }
  support::for_each_isa([&] {
    CHECK(results(math_function::exp10, whole) == powers);
    CHECK(results(math_function::log10, powers) == whole);
    CHECK(results(math_function::cbrt, cubes) == roots);
    std::vector<T> const twos = results(math_function::exp2, whole);
    CHECK(results(math_function::log2, twos) == whole);
    for (std::size_t k = 0; k < twos.size(); ++k)
      CHECK(twos[k] == static_cast<T>(std::uint64_t(1) << k));
  });
}

TEST_CASE_TEMPLATE("vector mathematics: results do not depend on the place", T, float, double) {
  std::vector<T> x, y;
  make_pairs(x, y, 500); // special ones first, where the neighbours are special too
  std::mt19937_64 engine(seed);
  for (std::size_t i = x.size() - 1; i > 0; --i) {
    std::size_t const j = engine() % (i + 1);
    std::swap(x[i], x[j]);
    std::swap(y[i], y[j]);
  }
  x.resize(800);
  y.resize(800);
  support::for_each_isa([&] {
    for (unary_case const& c : unary_cases) {
      CAPTURE(c.name);
      check_positions(c.f, false, x, y);
    }
    for (binary_case const& c : binary_cases) {
      CAPTURE(c.name);
      check_positions(c.f, true, x, y);
    }
  });
}

namespace {

/// The number with these bits, by the definition of the formats: 5 and 10 bits, or 8 and 7.
template <class H>
float number_of(unsigned bits) {
  constexpr int exponent_bits = std::is_same_v<H, weft::float16> ? 5 : 8, fraction_bits = 15 - exponent_bits;
  int const bias = (1 << (exponent_bits - 1)) - 1, exponent = int(bits >> fraction_bits) & (2 * bias + 1);
  double const fraction = double(bits & ((1u << fraction_bits) - 1)), sign = (bits >> 15) != 0 ? -1 : 1;
  double const one = std::ldexp(1.0, fraction_bits);
  if (exponent == 2 * bias + 1)
    return fraction != 0 ? std::numeric_limits<float>::quiet_NaN() : float(sign * HUGE_VAL);
  double const size = exponent == 0 ? std::ldexp(fraction / one, 1 - bias) : std::ldexp(1 + fraction / one, exponent - bias);
  return float(sign * size);
}

} // namespace

TEST_CASE_TEMPLATE("rows of 16 bits: each number, there and back, and ties", H, weft::float16, weft::bfloat16) {
  std::vector<H> from, back(65536);
  std::vector<float> to(65536), between;
  for (unsigned k = 0; k < 65536; ++k)
    from.push_back(H::from_bits(static_cast<std::uint16_t>(k)));
  for (unsigned k = 0; k < 65536; ++k) // half way to the next number: a float has it exactly
    between.push_back(float((double(number_of<H>(k)) + double(number_of<H>((k + 1) & 0xffff))) / 2));
  support::for_each_isa([&] {
    int wrong = 0;
    weft::detail::convert_row(from.data(), to.data(), 65536);
    weft::detail::convert_row(to.data(), back.data(), 65536);
    for (unsigned k = 0; k < 65536; ++k) {
      wrong += !same_bits(to[k], number_of<H>(k));
      wrong += std::isnan(to[k]) ? !std::isnan(float(back[k])) : back[k].bits() != k;
    }
    CHECK(wrong == 0);
    weft::detail::convert_row(between.data(), back.data(), 65536);
    for (unsigned k = 0; k < 65535; ++k)
      if (std::isfinite(number_of<H>(k)) && std::isfinite(number_of<H>(k + 1)) && (k ^ (k + 1)) < 0x8000)
        wrong += back[k].bits() != (k % 2 == 0 ? k : k + 1);
    CHECK(wrong == 0);
  });
}

TEST_CASE_TEMPLATE("rows of 16 bits: any length, and nothing beside them is touched", H, weft::float16, weft::bfloat16) {
  support::guarded_pages halves, singles;
  support::for_each_isa([&] {
    for (std::size_t n = 0; n < 70; ++n)
      for (bool const last : {false, true}) {
        H* const h = halves.elements<H>(n, last);
        float* const f = singles.elements<float>(n, last);
        for (std::size_t i = 0; i < n; ++i)
          f[i] = float(i) - 3;
        weft::detail::convert_row(f, h, static_cast<index_t>(n));
        for (std::size_t i = 0; i < n; ++i)
          f[i] = -77;
        weft::detail::convert_row(h, f, static_cast<index_t>(n));
        for (std::size_t i = 0; i < n; ++i)
          CHECK(f[i] == float(i) - 3);
      }
  });
}
