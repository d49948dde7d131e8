#include <weft/eval/together.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <support/counting.hpp>

using namespace weft;

namespace {

/// Counts how often an element is computed.
struct counted_square {
  index_t* calls;
  double operator()(double x) const {
    ++*calls;
    return x * x;
  }
};

tensor<double, 2> some(index_t n, index_t m) {
  tensor<double, 2> a(n, m);
  unsigned next = 7;
  for (auto& v : a)
    v = double((next = next * 1103515245u + 12345u) / 65536u % 1000u) / 8;
  return a;
}

} // namespace

TEST_CASE("several reductions give what each gives alone, of each layout and axis") {
  for (index_t n : {1, 3, 65, 200})
    for (index_t m : {1, 33, 700, 1100}) {
      CAPTURE(n);
      CAPTURE(m);
      const auto a = some(n, m);
      using any = view<const double, 2>;
      for (any const& x : {any(a), any(transpose(a)), any(reverse(a, 1))}) {
        const auto [s, v, lo, at] = reduce(x, sum, var(ddof(0)), smallest, argmax);
        REQUIRE(s == sum(x)); // eighths: exact in any order
        REQUIRE(v == doctest::Approx(var(x)).epsilon(1e-12));
        REQUIRE(lo == min(x));
        REQUIRE(at == argmax(x));
        const auto rows = reduce(x, sum, var(ddof(0)), smallest, argmax, 1);
        REQUIRE(get<0>(rows) == eval(sum(x, 1)));
        REQUIRE(all_of(abs(get<1>(rows) - var(x, 1)) <= 1e-12 * var(x, 1)));
        REQUIRE(get<2>(rows) == eval(min(x, 1)));
        REQUIRE(get<3>(rows) == eval(argmax(x, 1)));
        const auto [down, where_] = reduce(x, sum, argmax, 0);
        REQUIRE(down == eval(sum(x, 0)));
        REQUIRE(where_ == eval(argmax(x, 0)));
      }
    }
}

TEST_CASE("values whose squares overflow are read again, also beside a reduction that does not ask for it") {
  const tensor<double, 1> x{1e200, -1e200};
  const auto [deviation, lo] = reduce(x, stddev, smallest);
  CHECK(deviation == doctest::Approx(1e200).epsilon(1e-15));
  CHECK(lo == -1e200);
}

TEST_CASE("each element is computed once") {
  for (index_t n : {1, 7, 100})
    for (index_t m : {5, 300, 5000}) {
      const auto a = some(n, m);
      for (const bool turned : {false, true}) {
        const view<const double, 2> x = turned ? view<const double, 2>(transpose(a)) : view<const double, 2>(a);
        index_t calls = 0;
        const auto [s, mu, v, lo, hi] = reduce(weft::map(counted_square{&calls}, x), sum, mean, var, smallest, largest);
        CHECK(calls == n * m);
        CHECK(s == sum(square(x)));
        CHECK(mu == mean(square(x)));
        CHECK(hi == max(square(x)));
        CHECK(lo == min(square(x)));
        CHECK(v == doctest::Approx(var(square(x))).epsilon(1e-12));
        calls = 0;
        const auto [r, places] = reduce(weft::map(counted_square{&calls}, x), sum, argmin, 1);
        CHECK(calls == n * m);
        CHECK(r == eval(sum(square(x), 1)));
        calls = 0;
        const auto [lows, highs] = minmax(weft::map(counted_square{&calls}, x), 0);
        const tensor spread = highs - lows;
        CHECK(calls == n * m);
        CHECK(spread == eval(ptp(square(x), 0)));
      }
    }
}

TEST_CASE("one loop and no memory for the operand, in full and over axes") {
  const auto a = some(300, 400);
  support::counting_resource memory;
  {
    const support::memory_scope scope(memory);
    const auto [s, m] = reduce(a * 2.0, sum, mean);
    CHECK(s == 2 * sum(a));
    CHECK(m == 2 * mean(a));
  }
  CHECK(memory.allocations() == 0);
  {
    const support::memory_scope scope(memory);
    const auto [s, m] = reduce(a * 2.0, sum, mean, 1);
    CHECK(s.size() + m.size() == 600);
  }
  CHECK(memory.allocations() == 3); // the results together, then apart
  CHECK(memory.peak_bytes() < 300 * 8 * 5);
}

TEST_CASE("what an element throws reaches the caller") {
  const auto a = some(40, 900);
  for (index_t bad : {0, 700, 20000, 35999}) {
    index_t n = 0;
    const auto f = [&](double x) {
      if (n++ == bad)
        throw std::runtime_error("element");
      return x;
    };
    CHECK_THROWS_WITH_AS(reduce(weft::map(f, a), sum, mean), "element", std::runtime_error);
    n = 0;
    CHECK_THROWS_WITH_AS(reduce(weft::map(f, a), sum, mean, 0), "element", std::runtime_error);
  }
}

TEST_CASE("nothing, types, static shapes") {
  const tensor<double, 2> none(0, 3);
  const auto [s, p] = reduce(none, sum, prod);
  CHECK((s == 0 && p == 1));
  CHECK_THROWS_WITH_AS(reduce(none, sum, mean), doctest::Contains("reduce"), shape_error);
  const tensor<std::uint8_t, fixed<2, 3>> small{{250, 255, 1}, {2, 3, 4}};
  const auto [total, average, most] = reduce(small, sum, mean, largest);
  static_assert(std::same_as<decltype(total), const std::uint64_t>);
  static_assert(std::same_as<decltype(average), const double>);
  static_assert(std::same_as<decltype(most), const std::uint8_t>);
  CHECK((total == 515 && most == 255));
  const auto [t] = reduce(small, sum, axis<0>, keep_dims);
  static_assert(std::same_as<decltype(t), const tensor<std::uint64_t, fixed<1, 3>>>);
  CHECK(t == tensor<std::uint64_t, fixed<1, 3>>{{252, 258, 5}});
}
