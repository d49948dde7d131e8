#include <weft/mpi/distributed_reduce.hpp>

#include "mpi/fields.hpp"

#include <bit>
#include <cmath>
#include <complex>
#include <limits>
#include <memory>
#include <tuple>

#include <doctest/doctest.h>

using namespace weft;

namespace {

/// A value of the whole by its indices: of many sizes and both signs, so that each order of a sum rounds differently.
double rough(index_t i, index_t j) {
  return std::sin(double(37 * i + 11 * j)) * std::pow(10.0, double((5 * i + 3 * j) % 17 - 8));
}
template <class T, class F>
auto field_of(mpi::cartesian<2> const& c, F f) {
  mpi::distributed<field::grid<T, 2>> u(c, shape(13, 9), field::ghosts(0));
  for (index_t i = 0; i < u.local().shape().entry(0); ++i)
    for (index_t j = 0; j < u.local().shape().entry(1); ++j)
      u.local()(i, j) = f(u.offset()[0] + i, u.offset()[1] + j);
  return u;
}
template <class F>
long double long_sum(F f) {
  long double out = 0;
  for (index_t i = 0; i < 13; ++i)
    for (index_t j = 0; j < 9; ++j)
      out += f(i, j);
  return out;
}

} // namespace

TEST_CASE("reductions of a field are those of the whole") {
  long double const total = long_sum([](index_t i, index_t j) { return (long double)rough(i, j); });
  long double const squares =
      long_sum([](index_t i, index_t j) { return (long double)rough(i, j) * (long double)rough(i, j); });
  for (auto const& c : process_grids({false, true})) {
    auto const u = field_of<double>(c, rough);
    CHECK(std::abs(sum(u) - double(total)) <= 1e-15 * double(std::sqrt(squares)) * 13);
    CHECK(std::abs(norm(u) - double(std::sqrt(squares))) <= 1e-14 * double(std::sqrt(squares)));
    CHECK(std::abs(dot(u, u) - double(squares)) <= 1e-14 * double(squares));
    auto const n = field_of<int>(c, [](index_t i, index_t j) { return int(100 * i - j); });
    CHECK(sum(n) == 9 * 100 * 78 - 13 * 36);
    CHECK((max)(n) == 1200);
    CHECK((min)(n) == -8);
    CHECK(largest(n) == 1200);
    CHECK(dot(n, n) ==
          int(long_sum([](index_t i, index_t j) { return (long double)((100 * i - j) * (100 * i - j)); })));
  }
}

TEST_CASE("values of sines are NumPy's") {
  for (auto const& c : process_grids({false, false}))
    for (bool const exact : {false, true}) {
      auto const scope = exact ? std::make_unique<deterministic_scope>() : nullptr;
      mpi::distributed<field::grid<double, 2>> u(c, shape(12, 5)), numbers(c, shape(12, 5));
      for (index_t i = 0; i < u.local().shape().entry(0); ++i)
        for (index_t j = 0; j < u.local().shape().entry(1); ++j) {
          auto const k = double(5 * (u.offset()[0] + i) + u.offset()[1] + j);
          u.local()(i, j) = std::sin(k);
          numbers.local()(i, j) = k;
        }
      CHECK(std::abs(sum(u) - 1.9393393047320866) < 1e-13);
      CHECK((max)(u) == doctest::Approx(0.9999118601072673).epsilon(1e-15));
      CHECK((min)(u) == doctest::Approx(-0.9999902065507034).epsilon(1e-15));
      CHECK(std::abs(norm(u) - 5.464461886050972) < 1e-14 * 6);
      CHECK(std::abs(dot(u, numbers) - 61.11419286047361) < 1e-12);
    }
}

TEST_CASE("in a deterministic_scope sums are exact, and have one value for any process grid") {
  deterministic_scope const same;
  for (auto const& c : process_grids({false, false})) {
    auto const u = field_of<double>(c, rough);
    auto const v = field_of<double>(c, [](index_t i, index_t j) { return rough(j, i); });
    mpi::cartesian<2> const line(ranks(), {ranks().size(), 1}, {});
    auto const u1 = field_of<double>(line, rough);
    auto const v1 = field_of<double>(line, [](index_t i, index_t j) { return rough(j, i); });
    CHECK(std::bit_cast<std::uint64_t>(sum(u)) == std::bit_cast<std::uint64_t>(sum(u1)));
    CHECK(std::bit_cast<std::uint64_t>(dot(u, v)) == std::bit_cast<std::uint64_t>(dot(u1, v1)));
    CHECK(std::bit_cast<std::uint64_t>(norm(u)) == std::bit_cast<std::uint64_t>(norm(u1)));
    // Values of math.fsum and of fractions in Python, so those of any number of ranks.
    CHECK(sum(u) == -0x1.8627cfcd00f52p+24);
    CHECK(dot(u, v) == 0x1.1394d60ea7c9dp+53);
    auto const f = field_of<float>(c, [](index_t i, index_t j) { return float(rough(i, j)); });
    CHECK(std::abs(double(sum(f)) - double(sum(u))) <= 1e-6 * norm(u));
    auto const z = field_of<std::complex<double>>(
        c, [](index_t i, index_t j) { return std::complex<double>(rough(i, j), -rough(i, j)); });
    CHECK(sum(z) == std::complex<double>(sum(u), -sum(u)));
    CHECK(std::abs(norm(z) - std::sqrt(2.0) * norm(u)) <= 1e-15 * norm(z));
  }
}

TEST_CASE("NaN and infinities reach the result, and norms do not overflow") {
  double const nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  for (bool const exact : {false, true})
    for (auto const& c : process_grids({false, false})) {
      auto const scope = exact ? std::make_unique<deterministic_scope>() : nullptr;
      auto const spot = [&](double x) {
        return field_of<double>(c, [&](index_t i, index_t j) { return i == 12 && j == 0 ? x : 1.0; });
      };
      CHECK(std::isnan(sum(spot(nan))));
      CHECK(std::isnan((max)(spot(nan))));
      CHECK(std::isnan((min)(spot(nan))));
      CHECK(std::isnan(norm(spot(nan))));
      CHECK(sum(spot(inf)) == inf);
      CHECK(sum(spot(-inf)) == -inf);
      CHECK((min)(spot(-inf)) == -inf);
      CHECK(sum(spot(-116.0)) == 0);
      CHECK(norm(spot(1e300)) == 1e300);
      for (double const x : {1e-150, 1e-185, 1e-200, 1e-300, 1e300}) {
        double const size = norm(field_of<double>(c, [x](index_t, index_t) { return x; })) / x;
        CHECK(std::abs(size - std::sqrt(117.0)) <= 1e-13);
      }
      float const least = std::numeric_limits<float>::denorm_min();
      if (exact)
        CHECK(norm(field_of<float>(c, [&](index_t i, index_t j) { return i < 2 && j < 2 ? least : 0.0f; })) ==
              2 * least);
    }
}

TEST_CASE("exact sums and products are rounded once to the type of the elements") {
  deterministic_scope const same;
  for (auto const& c : process_grids({false, false})) {
    // The first row begins with numbers, and all others are 0.
    auto const row = [&]<class T>(std::initializer_list<T> values) {
      return field_of<T>(
          c, [&](index_t i, index_t j) { return i == 0 && j < index_t(values.size()) ? values.begin()[j] : T(); });
    };
    // By double, 1 + 2^-24 + 2^-60 is a tie of two floats.
    CHECK(sum(row.operator()<float>({1, 0x1p-24f, 0x1p-60f})) == 1 + 0x1p-23f);
    // Sums of numbers of 16 bits are floats.
    CHECK(float(sum(row.operator()<bfloat16>({bfloat16(1.0f), bfloat16(0x1p-8f), bfloat16(0x1p-60f)}))) == 1 + 0x1p-8f);
    CHECK(float(sum(row.operator()<float16>({float16(65504.0f), float16(65504.0f), float16(-65504.0f)}))) == 65504);
    auto const u = row.operator()<double>({0x1p-600, 0x1p1000, 0x1p1000, 0x1p-600});
    auto const v = row.operator()<double>({0x1p-470, 0x1p1000, -0x1p1000, 0x1p-470});
    CHECK(dot(u, v) == 0x1p-1069); // products that overflow, and others below the least double, cancel exactly
    using complex = std::complex<double>;
    auto const z = row.operator()<complex>({{1, 0x1p-30}, {1e200, 1}, {1e200, -1}});
    auto const w = row.operator()<complex>({{1, 0x1p-30}, {1e200, 1}, {-1e200, 1}});
    // (1 - 2^-60) + (1e400 - 1) + (1 - 1e400), and 2^-29 + 2e200 + 2e200
    CHECK(dot(z, w) == complex(1.0, 4e200));
  }
}

TEST_CASE("fields whose ranks have another order have no product") {
  if (ranks().size() == 1)
    return;
  mpi::cartesian<2> const c(ranks()), turned(ranks().split(0, -ranks().rank()));
  auto const u = field_of<double>(c, rough), v = field_of<double>(turned, rough);
  CHECK_THROWS_AS(std::ignore = dot(u, v), mpi_error);
  CHECK(dot(v, v) > 0);
}

TEST_CASE("a deterministic_scope on one rank alone is an error on every rank") {
  if (ranks().size() == 1 || !detail::checks_calls)
    return;
  auto const u = field_of<double>(mpi::cartesian<2>(ranks()), rough);
  auto const scope = ranks().rank() == 0 ? std::make_unique<deterministic_scope>() : nullptr;
  CHECK_THROWS_AS(std::ignore = sum(u), mpi_error);
}

TEST_CASE("ranks without elements take part, and a field without elements has no maximum") {
  mpi::cartesian<1> const c(ranks());
  mpi::distributed<field::grid<double, 1>> u(c, shape(1)), none(c, shape(0));
  u.local().interior().fill(-3.0);
  CHECK((max)(u) == -3.0);
  CHECK(sum(u) == -3.0);
  CHECK(norm(u) == 3.0);
  CHECK(sum(none) == 0.0);
  CHECK_THROWS_AS((max)(none), shape_error);
}
