#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/histogram.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/scan.hpp>

#include <cstdint>
#include <limits>
#include <support/message.hpp>
#include <vector>

#include <doctest/doctest.h>

#include "lines.hpp"

using namespace weft;

namespace {

const double nan_ = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();

using numbers = tensor<index_t, 1>;
using values = tensor<double, 1>;

/// By comparing each value with each pair of edges.
std::vector<index_t> by_comparing(std::vector<double> const& x, values const& edges) {
  std::vector<index_t> counts(static_cast<std::size_t>(edges.size() - 1));
  for (double v : x)
    for (index_t i = 0; i + 1 < edges.size(); ++i)
      if (v >= edges(i) && (v < edges(i + 1) || (i + 2 == edges.size() && v == edges(i + 1))))
        ++counts[std::size_t(i)];
  return counts;
}

} // namespace

TEST_CASE("golden with numpy.histogram") {
  const values x{1, 2, 2.5, 3, 3, 7, 9, 9.5, 10, 0.1 * 3, 0.7, -1};
  const auto [counts, edges] = histogram(x, 5);
  CHECK(counts == numbers{4, 4, 0, 1, 3});
  CHECK(all_close(edges, values{-1, 1.2, 3.4, 5.6, 7.8, 10}, 1e-15, 0));
  CHECK(histogram(x, 4, 0, 10).counts == numbers{4, 3, 1, 3});
  CHECK(histogram(x, 4, 0, 10).edges == values{0, 2.5, 5, 7.5, 10});
  const values places{0, 1, 3, 3.5, 10};
  CHECK(histogram(x, places).counts == numbers{2, 3, 2, 4});
  values w(12);
  for (index_t i = 0; i < 12; ++i)
    w(i) = double(i) / 4;
  CHECK(histogram(x, 4, 0, 10, w).counts == values{5, 2.25, 1.25, 5.25});
  CHECK(histogram(x, places, w).counts == values{4.75, 0.75, 1.75, 6.5});
  CHECK(histogram(x, 5, w).counts.size() == 5);
  CHECK(sum(histogram(x, 5, w).counts) == sum(w));
  CHECK(histogram(values{3, 3}, 2).counts == numbers{0, 2});
  CHECK(histogram(values{3, 3}, 2).edges == values{2.5, 3, 3.5});
  CHECK(histogram(values(0), 2).counts == numbers{0, 0});
  CHECK(histogram(values(0), 2).edges == values{0, 0.5, 1});
  CHECK(histogram(tensor<int, 1>{0, 3, 3, 5}, tensor<int, 1>{0, 3, 3, 5}).counts == numbers{1, 0, 3});
}

TEST_CASE("the density as the documentation writes it, golden with NumPy's density=True") {
  const values x{0.5, 1.5, 1.75, 3, 3.25, 7.5, 8};
  const auto [counts, edges] = histogram(x, values{0, 1, 2, 4, 8});
  CHECK(all_close(counts / (sum(counts) * diff(edges)), values{1. / 7, 2. / 7, 1. / 7, 1. / 14}, 1e-15, 0));
  const auto [sums, places] = histogram(x, values{0, 1, 2, 4, 8}, values{1, 2, 3, 0.5, 0.5, 0.25, 0.75});
  CHECK(all_close(sums / (sum(sums) * diff(places)), values{0.125, 0.625, 0.0625, 0.03125}, 1e-15, 0));
}

TEST_CASE("values on the edges belong to the bin above, but for the last") {
  for (index_t bins : {1, 2, 3, 7, 10, 30, 49, 1000}) {
    const auto edges = histogram(values{0.1, 1.7}, bins).edges;
    const auto got = histogram(edges, bins).counts;
    for (index_t i = 0; i < bins; ++i)
      REQUIRE(got(i) == (i == bins - 1 ? 2 : 1));
    REQUIRE(histogram(edges, edges).counts == got);
  }
}

TEST_CASE("any stride class, shape and element type") {
  for (index_t n : {0, 1, 7, 60})
    lines::for_each_stride_class(lines::some(n, 33, 0, 5), [](view<const double, 2> const& x) {
      const auto rows = lines::of(x, 3);
      const auto all_values = rows.empty() ? std::vector<double>{} : rows[0];
      for (index_t bins : {1, 10, 37}) {
        const auto [counts, edges] = histogram(x * 2.0 - 1.0, bins);
        std::vector<double> moved;
        for (double v : all_values)
          moved.push_back(v * 2 - 1);
        REQUIRE(lines::flat(counts) == by_comparing(moved, edges));
        const auto inside = histogram(x, bins, -1, 2);
        REQUIRE(lines::flat(inside.counts) == by_comparing(all_values, inside.edges));
        const auto searched = histogram(x, inside.edges);
        REQUIRE(searched.counts == inside.counts);
      }
    });
  const tensor<std::uint8_t, 2> bytes{{250, 255}, {0, 5}};
  CHECK(histogram(transpose(bytes), 3).counts == numbers{2, 0, 2});
  const tensor<float> f = values{1, 2, 3};
  CHECK(histogram(f, 2).counts == numbers{1, 2});
}

TEST_CASE("NaN, infinity and mistakes") {
  const values x{nan_, 1, inf, 2, -inf};
  CHECK(histogram(x, 2, 0, 2).counts == numbers{0, 2});
  CHECK(histogram(x, values{0, 1, inf}).counts == numbers{0, 3});
  for (double bad : {nan_, inf, -inf}) {
    CHECK_THROWS_WITH_AS(histogram(values{1, bad, 2}, 3), doctest::Contains("histogram"), error);
    CHECK_THROWS_WITH_AS(histogram(values{1}, 3, 0, bad), doctest::Contains("finite"), error);
  }
  CHECK_THROWS_AS(histogram(x, 3, 2, 1), error);
  CHECK_THROWS_WITH_AS(histogram(values{1e17, 1e17}, 3), doctest::Contains("too narrow"), error); // 1e17 + 0.5 is 1e17
  CHECK_THROWS_WITH_AS(histogram(x, 3, 1e17, 1e17), doctest::Contains("too narrow"), error);
  CHECK(histogram(values{1e15, 1e15}, 2).counts == numbers{0, 2});
  CHECK_THROWS_AS(histogram(x, 0), shape_error);
  CHECK_THROWS_AS(histogram(x, values{1}), shape_error);
  CHECK_THROWS_WITH_AS(histogram(x, values{1, 3, 2}), doctest::Contains("ascend"), error);
  CHECK_THROWS_AS(histogram(x, values{1, nan_}), error);
  CHECK_THROWS_AS(histogram(values{1, 2}, 3, values{1}), shape_error);
}

TEST_CASE("bincount, golden with NumPy") {
  CHECK(bincount(tensor<int, 1>{1, 3, 3, 0, 7}) == numbers{1, 1, 0, 2, 0, 0, 0, 1});
  CHECK(bincount(tensor<std::uint8_t, 1>{1, 3, 3}, values{0.5, 1, 2}, 6) == values{0, 0.5, 0, 3, 0, 0});
  CHECK(bincount(tensor<int, 1>(0), 2) == numbers{0, 0});
  CHECK(bincount(tensor<int, 1>(0)).size() == 0);
  CHECK(bincount(tensor<int, 1>{4}, 2).size() == 5);
  const tensor<int, 2> a{{1, 2}, {2, 0}};
  CHECK(bincount(transpose(a) + 1) == numbers{0, 1, 1, 2});
  CHECK_THROWS_AS(bincount(numbers{1, std::numeric_limits<index_t>::max()}), shape_error);
  CHECK_THROWS_WITH_AS(bincount(tensor<int, 1>{1, -1}), doctest::Contains("negative"), error);
  CHECK_THROWS_WITH_AS(bincount(tensor<int, 1>{1, 2}, values{1}), doctest::Contains("bincount"), shape_error);
}

TEST_CASE("bincount of numbers that a signed type cannot hold says so, not that they are negative") {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  for (const std::uint64_t x : {most, most - 1, most / 2 + 1, most / 2}) {
    CHECK(support::message_of([&] { (void)bincount(tensor<std::uint64_t, 1>{1, x}); }).find("64 bits") != std::string::npos);
    CHECK(support::message_of([&] { (void)bincount(tensor<std::uint64_t, 1>{1, x}, tensor<double, 1>{1, 2}); }).find("64 bits") !=
          std::string::npos);
  }
  CHECK(support::message_of([] { (void)bincount(tensor<std::int64_t, 1>{1, -1}); }).find("negative") != std::string::npos);
  CHECK(support::message_of([] { (void)bincount(tensor<std::int8_t, 1>{1, -1}); }).find("negative") != std::string::npos);
}

TEST_CASE("histogram: the edges of a range of subnormal numbers ascend") {
  double const least = std::numeric_limits<double>::denorm_min();
  auto const [counts, edges] = histogram(tensor<double, 1>{0, least, 3 * least}, 5, 0.0, 3 * least);
  CHECK(sum(counts) == 3);
  CHECK(edges(5) == 3 * least);
  for (index_t k = 0; k < 5; ++k)
    CHECK(edges(k) <= edges(k + 1));
}
