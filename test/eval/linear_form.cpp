#include <support/oracle.hpp>

#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <weft/eval/linear_form.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/memory.hpp>

// target = alpha * product + beta * target is one call of the product; everything else is a temporary and a loop.
namespace {

using weft::index_t;
using weft::tensor;

struct record {
  int evaluated = 0, accumulated = 0;
  double alpha = 0, beta = 0;
};

/// Stands for a product: the values 1, 2, 3, ... and a record of what was asked of it.
struct counting_up : weft::detail::result_of<double, weft::dims<1>> {
  static constexpr weft::detail::deferred_traits traits{.accumulates = true};
  index_t size;
  record* asked;

  template <class Target>
  void evaluate(Target const& target, weft::detail::session&) const {
    ++asked->evaluated;
    for (index_t i = 0; i < size; ++i)
      target.data[i * target.place.stride(0)] = static_cast<double>(i + 1);
  }
  template <class Target>
  void accumulate(Target const& target, double alpha, double beta, weft::detail::session&) const {
    ++asked->accumulated;
    asked->alpha = alpha;
    asked->beta = beta;
    for (index_t i = 0; i < size; ++i) {
      double& x = target.data[i * target.place.stride(0)];
      x = alpha * static_cast<double>(i + 1) + (beta == 0 ? 0 : beta * x);
    }
  }
};

struct fixture {
  record asked;
  tensor<double, 1> t{100, 200, 300}, u{7, 7, 7};
  auto product() { return weft::detail::make_deferred("product", counting_up{{}, 3, &asked}, weft::shape(3)); }
  std::vector<double> values() const { return {t.data(), t.data() + 3}; }

  void one_call(double alpha, double beta) {
    CHECK(asked.evaluated == 0);
    CHECK(asked.accumulated == 1);
    CHECK(asked.alpha == alpha);
    CHECK(asked.beta == beta);
    const double x[] = {100, 200, 300};
    for (int i = 0; i < 3; ++i)
      CHECK(t.data()[i] == alpha * (i + 1) + beta * x[i]);
  }
  void a_loop(std::vector<double> const& expected) {
    CHECK(asked.accumulated == 0);
    CHECK(asked.evaluated == 1);
    CHECK(values() == expected);
  }
};

} // namespace

TEST_CASE_FIXTURE(fixture, "product") { t = product(), one_call(1, 0); }
TEST_CASE_FIXTURE(fixture, "scalar * product") { t = 2.0 * product(), one_call(2, 0); }
TEST_CASE_FIXTURE(fixture, "product * scalar, twice") { t = 3.0 * (product() * 2.0), one_call(6, 0); }
TEST_CASE_FIXTURE(fixture, "-product") { t = -(2.0 * product()), one_call(-2, 0); }
TEST_CASE_FIXTURE(fixture, "product + target") { t = product() + t, one_call(1, 1); }
TEST_CASE_FIXTURE(fixture, "target + product") { t = t + 4.0 * product(), one_call(4, 1); }
TEST_CASE_FIXTURE(fixture, "alpha product + beta target") { t = 2.0 * product() + 0.5 * t, one_call(2, 0.5); }
TEST_CASE_FIXTURE(fixture, "beta target - alpha product") { t = t * 0.5 - 2.0 * product(), one_call(-2, 0.5); }
TEST_CASE_FIXTURE(fixture, "product - target") { t = product() - t, one_call(1, -1); }
TEST_CASE_FIXTURE(fixture, "target += product") { t += product(), one_call(1, 1); }
TEST_CASE_FIXTURE(fixture, "target -= alpha product") { t -= 3.0 * product(), one_call(-3, 1); }
TEST_CASE_FIXTURE(fixture, "an integer factor") { t = 2 * product(), one_call(2, 0); }

TEST_CASE_FIXTURE(fixture, "another summand than the target is a loop") { t = product() + u, a_loop({8, 9, 10}); }
TEST_CASE_FIXTURE(fixture, "a product of products is a loop") {
  const auto p = product();
  t = p * p, a_loop({1, 4, 9});
}
TEST_CASE_FIXTURE(fixture, "target *= product is a loop") { t *= product(), a_loop({100, 400, 900}); }
TEST_CASE_FIXTURE(fixture, "three summands are a loop") { t = product() + t + u, a_loop({108, 209, 310}); }
TEST_CASE_FIXTURE(fixture, "a view of the target is another summand") {
  t = product() + reverse(t, 0), a_loop({301, 202, 103});
}
TEST_CASE_FIXTURE(fixture, "a window of the product is a loop") {
  t = product()(weft::range(2, -1, -1)), a_loop({3, 2, 1});
}
TEST_CASE_FIXTURE(fixture, "a factor 0 still reads the target") {
  t.data()[1] = std::numeric_limits<double>::quiet_NaN();
  t = product() + 0.0 * t;
  CHECK(asked.accumulated == 0);
  CHECK(t.data()[0] == 1);
  CHECK(std::isnan(t.data()[1]));
}
TEST_CASE_FIXTURE(fixture, "a product that broadcasts into the target is a loop") {
  tensor<double, 2> wide(2, 3);
  wide = 2.0 * product() + wide;
  CHECK(asked.accumulated == 0);
  CHECK(std::vector<double>(wide.data(), wide.data() + 6) == std::vector<double>{2, 4, 6, 2, 4, 6});
}
TEST_CASE_FIXTURE(fixture, "elements of another type are a loop") {
  tensor<float, 1> narrow(3);
  narrow = 2.0 * product();
  CHECK(asked.accumulated == 0);
  CHECK(narrow.data()[2] == 6.0f);
}
TEST_CASE_FIXTURE(fixture, "a strided target takes the product directly") {
  tensor<double, 1> wide(6);
  wide(weft::range(0, 6, 2)) = 2.0 * product();
  CHECK(asked.accumulated == 1);
  CHECK(std::vector<double>(wide.data(), wide.data() + 6) == std::vector<double>{2, 0, 4, 0, 6, 0});
}
