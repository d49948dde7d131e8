// How each public header is used alone: one case each, with the name of the header. structure.uses compiles each case
// by itself, with that header and tensor/tensor.hpp and none of the others; here they run.
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/broadcast.hpp>
#include <weft/ops/choice.hpp>
#include <weft/ops/classify.hpp>
#include <weft/ops/compare.hpp>
#include <weft/ops/complex.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/ops/defer.hpp>
#include <weft/ops/digitize.hpp>
#include <weft/ops/diag.hpp>
#include <weft/ops/enumerate.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/extremes.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/histogram.hpp>
#include <weft/ops/histogram2d.hpp>
#include <weft/ops/integer.hpp>
#include <weft/ops/lexsort.hpp>
#include <weft/ops/like.hpp>
#include <weft/ops/lines.hpp>
#include <weft/ops/mask_subscript.hpp>
#include <weft/ops/masked.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/meshgrid.hpp>
#include <weft/ops/nonzero.hpp>
#include <weft/ops/pad.hpp>
#include <weft/ops/philox.hpp>
#include <weft/ops/piecewise.hpp>
#include <weft/ops/power.hpp>
#include <weft/ops/quantile.hpp>
#include <weft/ops/random.hpp>
#include <weft/ops/random_distributions.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/reducers.hpp>
#include <weft/ops/reduction.hpp>
#include <weft/ops/rounding.hpp>
#include <weft/ops/scan.hpp>
#include <weft/ops/scan_along.hpp>
#include <weft/ops/scatter.hpp>
#include <weft/ops/searchsorted.hpp>
#include <weft/ops/select.hpp>
#include <weft/ops/sets.hpp>
#include <weft/ops/sort.hpp>
#include <weft/ops/spaced.hpp>
#include <weft/ops/special.hpp>
#include <weft/ops/split.hpp>
#include <weft/ops/statistics.hpp>
#include <weft/ops/take.hpp>
#include <weft/ops/tile.hpp>
#include <weft/ops/topk.hpp>
#include <weft/ops/triangle.hpp>
#include <weft/ops/trigonometry.hpp>
#include <weft/ops/unique.hpp>
#include <weft/ops/unravel_index.hpp>
#include <weft/tensor/tensor.hpp>

#include <complex>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("ops/arithmetic.hpp") {
  const tensor<int, 1> v{7, 8}, places{1, 1, 0};
  const tensor<int, 1> r = v * 2 + v % 3 - (v >> 1);
  CHECK(r(1) == 14);
  CHECK((v + 1)(1) == 9);
  const tensor<int, 1> picked = (v + 1)(places);
  CHECK(picked(0) == 9);
  const tensor<int, 1> part = (v ^ 1)(range(1, 2));
  CHECK(part(0) == 9);
}

TEST_CASE("ops/choice.hpp") {
  const tensor<double, 1> v{1, 2, 3};
  const tensor<double, 1> drawn = random_choice(v, 5, 42);
  CHECK(drawn.size() == 5);
  CHECK(drawn(4) >= 1);
}

TEST_CASE("ops/classify.hpp") {
  const tensor<double, 1> v{-1, std::numeric_limits<double>::quiet_NaN()};
  const tensor<bool, 1> missing = isnan(v);
  CHECK(missing(1));
  CHECK(sign(v)(0) == -1);
}

TEST_CASE("ops/compare.hpp") {
  const tensor<double, 1> v{1, 2}, w{2, 2};
  const tensor<bool, 1> m = equal(v, w) || (v < w && !(v >= w));
  CHECK(m(0));
  CHECK(m(1));
}

TEST_CASE("ops/complex.hpp") {
  tensor<std::complex<double>, 1> z{{3, 4}, {0, 1}};
  imag(z) = 2.0;
  CHECK(z(0) == std::complex<double>(3, 2));
  CHECK(abs2(z)(0) == 13);
}

TEST_CASE("ops/concatenate.hpp") {
  const tensor<double, 1> v{1, 2};
  const tensor<double, 1> joined = concatenate(0, v, v);
  CHECK(joined(3) == 2);
  const tensor<double, 2> stacked = stack(0, v, v);
  CHECK(stacked(1, 0) == 1);
}

TEST_CASE("ops/defer.hpp") {
  const tensor<double, 1> v{1, 2};
  const auto doubled = defer<double>(shape(2), [](auto target, auto from) { target(all) = from; target += from; }, v);
  const tensor<double, 1> r = doubled;
  CHECK(r(1) == 4);
}

TEST_CASE("ops/diag.hpp") {
  const tensor<double, 2> d = diag(tensor<double, 1>{1, 2});
  CHECK(d(1, 1) == 2);
  CHECK(d(0, 1) == 0);
}

TEST_CASE("ops/enumerate.hpp") {
  tensor<index_t, 2> a(2, 2);
  for (auto [index, x] : enumerate(a))
    x = index[0] + 10 * index[1];
  for_each_index(a.shape(), [&](index_t i, index_t j) { a(i, j) += 100; });
  CHECK(a(1, 1) == 111);
}

TEST_CASE("ops/extremes.hpp") {
  const minmax_result<double, double> both(1, 2);
  CHECK(both.max == 2);
}

TEST_CASE("ops/equal.hpp") {
  const tensor<double, 2> a{{1, 2}, {3, 4}}, b = a;
  CHECK(a == b);
  CHECK(all_close(a, b));
  CHECK(same_shape_and_type(a, b));
}

TEST_CASE("ops/generate.hpp") {
  const tensor<double, 2> a = from_function(shape(2, 2), [](index_t i, index_t j) { return double(i + j); });
  CHECK(a(1, 1) == 2);
  const tensor<double, 1> row = eye<double>(3)(1, all);
  CHECK(row(1) == 1);
  const tensor<int, 1> places{2, 1};
  const tensor<double, 2> picked = tri<double>(3)(places, all);
  CHECK(picked(0, 2) == 1);
}

TEST_CASE("ops/histogram.hpp") {
  const auto h = histogram(tensor<double, 1>{0, 1, 1, 2}, 2);
  CHECK(h.counts(1) == 3);
  CHECK(bincount(tensor<int, 1>{1, 1})(1) == 2);
}

TEST_CASE("ops/integer.hpp") {
  const tensor<int, 1> v{12, 18};
  const tensor<int, 1> g = gcd(v, 8);
  CHECK(g(1) == 2);
}

TEST_CASE("ops/lines.hpp") {
  tensor<double, 2> a{{3, 1}, {2, 4}};
  for (auto column : lines(a, 0))
    column(0) = 0;
  CHECK(*line_begin(a, 1, {0, 1}) == 0);
  CHECK(lines(a, 1)[1](1) == 4);
}

TEST_CASE("ops/masked.hpp") {
  tensor<double, 1> v{1, 2};
  masked(v, tensor<bool, 1>{false, true}) = 7.0;
  CHECK(v(0) == 1);
  CHECK(v(1) == 7);
}

TEST_CASE("ops/math.hpp") {
  const tensor<double, 1> v{-4, 9};
  const tensor<double, 1> r = sqrt(abs(v)) + maximum(v, 0.0);
  CHECK(r(0) == 2);
  CHECK(r(1) == 12);
}

TEST_CASE("ops/meshgrid.hpp") {
  const tensor<double, 1> x{1, 2}, y{3, 4, 5};
  const auto [u, v] = meshgrid(x, y);
  CHECK(v(2, 0) == 5);
  CHECK(u(2, 1) == 2);
}

TEST_CASE("ops/nonzero.hpp") {
  const tensor<double, 1> v{0, 2, 3};
  CHECK(compress(tensor<bool, 1>{false, true, true}, v)(0) == 2);
  CHECK(argwhere(v)(1, 0) == 2);
}

TEST_CASE("ops/pad.hpp") {
  const tensor<double, 1> v{1, 2};
  const tensor<double, 1> wide = pad(v, 1);
  CHECK(wide(1) == 1);
  const tensor<double, 1> rolled = roll(v, 1, 0);
  CHECK(rolled(0) == 2);
}

TEST_CASE("ops/philox.hpp") {
  const philox_counter words = philox({{0, 0, 0, 0}}, {{0, 0}});
  CHECK(words.word[0] == 0x6627e8d5);
}

TEST_CASE("ops/piecewise.hpp") {
  const tensor<double, 1> v{-1, 5};
  const tensor<double, 1> r = clamp(v, 0.0, 2.0) + relu(v);
  CHECK(r(0) == 0);
  CHECK(r(1) == 7);
}

TEST_CASE("ops/power.hpp") {
  const tensor<double, 1> v{3, 4};
  const tensor<double, 1> r = pow(v, 3.0) + hypot(v, 4.0);
  CHECK(r(0) == 32);
}

TEST_CASE("ops/quantile.hpp") {
  const tensor<double, 2> a{{1, 2, 9}, {4, 5, 6}};
  CHECK(median(a) == 4.5);
  const tensor<double, 1> rows = quantile(a, 0.5, 1);
  CHECK(rows(0) == 2);
}

TEST_CASE("ops/random_distributions.hpp") {
  const tensor<double, 1> x = random_gamma(shape(4), 2, 42), y = random_beta(shape(4), 2, x, random_split(42, 1));
  CHECK(y(0) < 1);
  const tensor<index_t, 1> k = random_binomial(shape(3), 10, 0.5, 1);
  CHECK(k(2) <= 10);
}

TEST_CASE("ops/random.hpp") {
  const tensor<double, 1> x = random_uniform(shape(4), 42);
  CHECK(x(3) < 1);
  CHECK(random_integers(shape(3), 0, 10, 1)(2) < 10);
}

TEST_CASE("ops/rearrange.hpp") {
  tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}};
  transpose(a)(0, all) = 7.0;
  CHECK(a(1, 0) == 7);
  CHECK(reshape(a, shape(6))(3) == 7);
  const tensor<double, 1> row = broadcast_to(a(0, all), shape(2, 3))(1, all);
  CHECK(row(2) == 3);
  diagonal(a) *= 2.0;
  CHECK(a(1, 1) == 10);
}

TEST_CASE("ops/reduce.hpp") {
  const tensor<double, 2> a{{1, 2}, {3, 4}};
  CHECK(sum(a) == 10);
  const tensor<double, 1> m = mean(a, 0) * 2.0;
  CHECK(m(1) == 6);
  const auto [lo, hi] = minmax(a);
  CHECK(hi - lo == 3);
  CHECK(double(sum(a, 0, 1)) == 10);
}

TEST_CASE("ops/reducers.hpp") {
  static_assert(reducer::sum<int>::has_identity);
}

TEST_CASE("ops/reduction.hpp") {
  const tensor<double, 2> a{{1, 2}, {3, 4}};
  const tensor<double, 1> down = reduction<reducer::prod>{}(a, axis<0>);
  CHECK(down(1) == 8);
}

TEST_CASE("ops/rounding.hpp") {
  const tensor<double, 1> v{1.5, -1.5};
  const tensor<double, 1> r = floor(v) + fmod(v, 1.0);
  CHECK(r(0) == 1.5);
}

TEST_CASE("ops/scan.hpp") {
  const tensor<double, 1> v{1, 2, 4};
  const tensor<double, 1> running = cumsum(v, 0);
  CHECK(running(2) == 7);
  CHECK(diff(v)(1) == 2);
}

TEST_CASE("ops/scan_along.hpp") {
  tensor<double, 1> v{1, 2, 4};
  scan(0, [](double before, double x) { return before + x; }, into(v).from(0.0), v);
  CHECK(v(2) == 7);
}

TEST_CASE("ops/scatter.hpp") {
  tensor<double, 1> v{1, 2, 3};
  const tensor<int, 1> places{2, 0, 2};
  add_at(v, places, 5.0);
  max_at(v, places, v);
  min_at(v, places, 12);
  CHECK(v(2) == 12);
}

TEST_CASE("ops/searchsorted.hpp") {
  const tensor<double, 1> x{1, 2, 4};
  const tensor<index_t, 1> places = searchsorted(x, x, side::right);
  CHECK(places(2) == 3);
}

TEST_CASE("ops/select.hpp") {
  const tensor<double, 1> v{1, 2};
  const tensor<double, 1> r = where(tensor<bool, 1>{true, false}, v, map([](double x) { return x * x; }, v));
  CHECK(r(1) == 4);
  CHECK(cast<int>(v)(1) == 2);
}

TEST_CASE("ops/sort.hpp") {
  const tensor<double, 1> v{3, 1, 2};
  const tensor<double, 1> sorted = sort(v);
  CHECK(sorted(0) == 1);
  const tensor<index_t, 1> order = argsort(v);
  CHECK(order(0) == 1);
}

TEST_CASE("ops/spaced.hpp") {
  const tensor<double, 1> x = linspace(0.0, 1.0, 5);
  CHECK(x(1) == 0.25);
  const tensor<int, 1> every = arange(0, 10, 3)(range(1, 3));
  CHECK(every(1) == 6);
}

TEST_CASE("ops/special.hpp") {
  const tensor<double, 1> v{0, 1};
  const tensor<double, 1> r = erf(v) + logistic(v);
  CHECK(r(0) == 0.5);
}

TEST_CASE("ops/split.hpp") {
  tensor<double, 1> v{1, 2, 3, 4};
  split(v, 2, 0)[1] = 9.0;
  CHECK(v(3) == 9);
}

TEST_CASE("ops/statistics.hpp") {
  CHECK(ddof(1).taken == 1);
}

TEST_CASE("ops/take.hpp") {
  tensor<double, 1> v{1, 2, 3};
  const tensor<int, 1> places{2, 0};
  const tensor<double, 1> taken = take(v, places, 0);
  CHECK(taken(0) == 3);
  put(v, places, 5.0);
  CHECK(v(2) == 5);
}

TEST_CASE("ops/tile.hpp") {
  const tensor<double, 1> v{1, 2};
  const tensor<double, 1> twice = tile(v, 2);
  CHECK(twice(3) == 2);
  const tensor<double, 1> each = repeat(v, 2, 0);
  CHECK(each(1) == 1);
}

TEST_CASE("ops/triangle.hpp") {
  const tensor<double, 2> a{{1, 2}, {3, 4}};
  const tensor<double, 2> lower = tril(a);
  CHECK(lower(0, 1) == 0);
  CHECK(lower(1, 0) == 3);
}

TEST_CASE("ops/trigonometry.hpp") {
  const tensor<double, 1> v{0, 1};
  const tensor<double, 1> r = sin(v) + cos(v) + atan2(v, 1.0);
  CHECK(r(0) == 1);
}

TEST_CASE("ops/unique.hpp") {
  const tensor<double, 1> v{2, 1, 2};
  CHECK(unique(v).size() == 2);
  CHECK(unique_all(v).counts(1) == 2);
}

TEST_CASE("ops/unravel_index.hpp") {
  const tensor<double, 2> a{{1, 2}, {3, 0}};
  const auto [i, j] = argmax_index(a);
  CHECK(i == 1);
  CHECK(j == 0);
  CHECK(ravel_index(unravel_index(3, shape(2, 2)), shape(2, 2)) == 3);
}

TEST_CASE("ops/broadcast.hpp") {
  const auto [u, v] = broadcast_arrays(tensor<int, 1>{1, 2}, tensor<int, 2>{{3}, {4}});
  CHECK(u(1, 1) + v(1, 0) == 6);
  CHECK(broadcast_shapes(shape(2, 1), shape(3)) == shape(2, 3));
}

TEST_CASE("ops/digitize.hpp") {
  const tensor<index_t, 1> bins = digitize(tensor<double, 1>{0.5, 3}, tensor<double, 1>{1, 2});
  CHECK(bins(1) == 2);
}

TEST_CASE("ops/histogram2d.hpp") {
  const tensor<double, 1> x{1, 2};
  CHECK(histogram2d(x, x, 2, 2).counts(1, 1) == 1);
}

TEST_CASE("ops/lexsort.hpp") {
  CHECK(lexsort(tensor<int, 1>{1, 0}, tensor<int, 1>{2, 2})(0) == 1);
}

TEST_CASE("ops/like.hpp") {
  CHECK(ones_like(tensor<double, 1>{5, 6})(1) == 1);
  CHECK(full_like(zeros_like<int>(tensor<double, 1>{5, 6}), 3)(0) == 3);
}

TEST_CASE("ops/mask_subscript.hpp") {
  tensor<double, 1> a{1, 2};
  a(tensor<bool, 1>{false, true}) = 5.0;
  CHECK(a(1) == 5);
}

TEST_CASE("ops/sets.hpp") {
  CHECK(union1d(tensor<int, 1>{2, 1}, tensor<int, 1>{3})(2) == 3);
  const tensor<bool, 1> in = isin(tensor<int, 1>{2, 1}, tensor<int, 1>{1});
  CHECK(in(1));
}

TEST_CASE("ops/topk.hpp") {
  CHECK(topk(tensor<int, 1>{2, 7, 1}, 1).indices(0) == 1);
}
