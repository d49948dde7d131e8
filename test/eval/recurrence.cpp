#include <weft/eval/recurrence.hpp>
#include <weft/eval/threads.hpp>
#include <weft/expr/capture.hpp>
#include <weft/weft.hpp>

#include <doctest/doctest.h>

#include <utility>

using namespace weft;
using namespace weft::detail;

// The kernels and the walk of a recurrence, below what scans make of them. Numbers are whole, so that answers are exact.
namespace {

/// Three results before, and one value.
struct of_three {
  template <class A, class V>
  WEFT_INLINE auto operator()(A const& a, A const& b, A const& c, V const& v) const {
    return make_pack(v - a + b - c);
  }
};
/// A running sum in which the first result is ten times the first value.
struct ten_first {
  struct begin {
    WEFT_INLINE auto operator()(double v) const { return make_pack(10 * v); }
  };
  WEFT_INLINE auto operator()(double before, double v) const { return make_pack(before + v); }
};

tensor<double, 2> some(index_t n, index_t m) {
  tensor<double, 2> x(n, m);
  index_t i = 0;
  for (double& v : x)
    v = double(++i * 7 % 11 - 5);
  return x;
}

} // namespace

TEST_CASE("recurrence: three results stand in front, in rows and in lines") {
  for (auto const& extents : {std::pair<index_t, index_t>{1, 1}, {2, 7}, {40, 8}, {5, 1030}, {0, 4}, {4, 0}})
    for (int axis : {0, 1})
      for (bool backward : {false, true}) {
        const index_t n = extents.first, m = extents.second;
        CAPTURE(n);
        CAPTURE(m);
        const tensor<double, 2> x = some(n, m);
        tensor<double, 2> y = axis == 0 ? some(n + 3, m) : some(n, m + 3), want = y;
        const index_t length = x.extent(axis);
        for (index_t k = 0; k < length; ++k)
          for (index_t j = 0; j < x.extent(1 - axis); ++j) {
            const auto at = [&](auto& t, index_t u) -> auto& { return axis == 0 ? t(u, j) : t(j, u); };
            const index_t u = backward ? length - 1 - k : k + 3, d = backward ? 1 : -1;
            at(want, u) = at(x, backward ? u : k) - at(want, u + d) + at(want, u + 2 * d) - at(want, u + 3 * d);
          }
        session s;
        const auto to = y.window().window_leaf();
        CHECK(run_steps<3>(of_three{}, x.shape(), make_pack(to.borrowed<double>()), pack<>(),
                           {.axis = axis, .backward = backward, .lead = 3}, s, capture(x)));
        CHECK(y == want);
      }
}

TEST_CASE("recurrence: the first results come from the values alone, once for each line") {
  const tensor<double, 2> x = some(200, 100);
  for (bool turned : {false, true}) {
    tensor<double, 2> y(200, 100), want(200, 100);
    const view<const double, 2> from = turned ? view<const double, 2>(transpose(reshape(x, shape(100, 200))))
                                              : view<const double, 2>(x(all, all));
    for (index_t k = 0; k < 200; ++k)
      for (index_t j = 0; j < 100; ++j)
        want(k, j) = k == 0 ? 10 * from(k, j) : want(k - 1, j) + from(k, j);
    session s;
    const auto to = y.window().window_leaf();
    CHECK(run_steps<1>(ten_first{}, y.shape(), make_pack(to.borrowed<double>()), pack<>(), {.axis = 0}, s,
                       capture(from)));
    CHECK(y == want);
    // Values in another order than the results may be declined: then nothing is written.
    y = 1.0;
    const bool done = run_steps<1>(ten_first{}, y.shape(), make_pack(to.borrowed<double>()), pack<>(),
                                   {.axis = 0, .declines = true}, s, capture(from));
    CHECK(done == !turned);
    CHECK(y == (turned ? tensor<double, 2>(full(shape(200, 100), 1.0)) : want));
  }
}

TEST_CASE("recurrence: all elements as one line, or declined where they do not follow each other") {
  const tensor<double, 2> x = some(20, 30);
  tensor<double, 2> y(20, 30), wide(20, 31), want(20, 30);
  double run = 0;
  for (index_t i = 0; i < 600; ++i)
    want.data()[i] = run = i == 0 ? 10 * x.data()[i] : run + x.data()[i];
  session s;
  CHECK(run_steps<1>(ten_first{}, y.shape(), make_pack(y.window().window_leaf().borrowed<double>()), pack<>(),
                     {.axis = -1}, s, capture(x)));
  CHECK(y == want);
  CHECK(!run_steps<1>(ten_first{}, y.shape(),
                      make_pack(wide(all, range(0, 30)).window().window_leaf().borrowed<double>()), pack<>(),
                      {.axis = -1}, s, capture(x)));
  CHECK(wide == tensor<double, 2>(20, 31));
}

TEST_CASE("explain: a recurrence is one loop, of which what is written and read is counted once") {
  tensor<double, 2> x = some(50, 40), p(50, 40), q(50, 40);
  const auto report = explain([&] {
    scan(0, [](double a, double b, double v) { return std::pair(b + v, a - v); }, into(p, q).from(1.0, 2.0).backward(),
         x);
  });
  CHECK(report.loops == 3); // two of them fill what is before
  auto const& loop = report.loop_list[2];
  CHECK(loop.backwards);
  CHECK(loop.operands.size() == 1);
  CHECK(loop.target == operand_access::direct);
  CHECK(loop.extents[0] == 50);
  CHECK(loop.extents[1] == 40);
  CHECK(report.bytes_written == 2 * 50 * 40 * 8 + 2 * 40 * 8);
  CHECK(report.bytes_read == 50 * 40 * 8);
}
