#include <weft/grad/dual_reducers.hpp>
#include <weft/weft.hpp>

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <random>
#include <vector>

// Reductions and products of duals against loops in long double, and duals in tensors of all kinds.

using namespace weft;
using dual = grad::dual<double>;
using wide = long double;

namespace {

/// The relative distance of both parts; infinite for NaN.
double apart(dual const& x, wide value, wide tangent) {
  const wide d = std::max(std::abs(x.value - value) / (std::abs(value) + 1e-3L),
                          std::abs(x.tangent[0] - tangent) / (std::abs(tangent) + 1e-3L));
  return d == d ? double(d) : std::numeric_limits<double>::infinity();
}
/// f of values, and its central difference along the tangents.
template <class F>
double apart(dual const& x, std::vector<dual> const& v, F const& f) {
  const auto at = [&](wide h) {
    std::vector<wide> moved;
    for (dual const& each : v)
      moved.push_back(each.value + h * each.tangent[0]);
    return f(moved);
  };
  constexpr wide h = 1e-7L;
  return apart(x, at(0), (at(h) - at(-h)) / (2 * h));
}
wide sum_of(std::vector<wide> const& v) {
  wide s = 0;
  for (wide const x : v)
    s += x;
  return s;
}
wide var_of(std::vector<wide> const& v) {
  const wide mean = sum_of(v) / wide(v.size());
  wide s = 0;
  for (wide const x : v)
    s += (x - mean) * (x - mean);
  return s / wide(v.size());
}
wide norm_of(std::vector<wide> const& v) {
  wide s = 0;
  for (wide const x : v)
    s += x * x;
  return std::sqrt(s);
}
/// Numbers that are drawn, with tangents.
tensor<dual, 2> drawn(index_t m, index_t n) {
  std::mt19937 engine(5);
  std::uniform_real_distribution<double> any(-2, 2);
  tensor<dual, 2> a(m, n);
  for (dual& x : a) {
    x.value = any(engine);
    x.tangent[0] = any(engine);
  }
  return a;
}
std::vector<dual> column(auto const& a, index_t j) {
  std::vector<dual> v;
  for (index_t i = 0; i < a.extent(0); ++i)
    v.push_back(a(i, j));
  return v;
}

} // namespace

TEST_CASE("dual_reducers: along an axis of a view, and of everything") {
  const tensor<dual, 2> whole = drawn(14, 5);
  const auto a = transpose(reverse(transpose(whole(range(12, 0, -2), all)), 0)); // 6 x 5, every other row
  const tensor<dual, 1> sums = sum(a, 0), products = prod(a, 0), means = mean(a, 0), vars = var(a, 0),
                        deviations = stddev(a, 0), least = min(a, 0), most = max(a, 0), norms = norm(a, 0),
                        logs = logsumexp(a, 0);
  for (index_t j = 0; j < 5; ++j) {
    const std::vector<dual> v = column(a, j);
    CAPTURE(j);
    CHECK(apart(sums(j), v, sum_of) < 1e-11);
    CHECK(apart(products(j), v, [](auto const& x) {
            wide p = 1;
            for (wide const each : x)
              p *= each;
            return p;
          }) < 1e-10);
    CHECK(apart(means(j), v, [](auto const& x) { return sum_of(x) / wide(x.size()); }) < 1e-11);
    CHECK(apart(vars(j), v, var_of) < 1e-10);
    CHECK(apart(deviations(j), v, [](auto const& x) { return std::sqrt(var_of(x)); }) < 1e-10);
    CHECK(apart(least(j), v, [](auto const& x) { return *std::min_element(x.begin(), x.end()); }) < 1e-11);
    CHECK(apart(most(j), v, [](auto const& x) { return *std::max_element(x.begin(), x.end()); }) < 1e-11);
    CHECK(apart(norms(j), v, norm_of) < 1e-11);
    CHECK(apart(logs(j), v, [](auto const& x) {
            wide s = 0;
            for (wide const each : x)
              s += std::exp(each);
            return std::log(s);
          }) < 1e-11);
  }
  std::vector<dual> all_of_it;
  for (dual const& x : whole)
    all_of_it.push_back(x);
  CHECK(apart(sum(whole), all_of_it, sum_of) < 1e-10);
  CHECK(apart(norm(whole), all_of_it, norm_of) < 1e-11);
  CHECK(apart(var(whole), all_of_it, var_of) < 1e-10);
}

TEST_CASE("dual_reducers: at edges") {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const tensor<dual, 1> none(0), zeros = {dual(0, 1), dual(0, 2)}, odd = {dual(1, 2), dual(nan), dual(-3, 4)};
  CHECK(apart(sum(none), 0, 0) == 0);
  CHECK(apart(norm(none), 0, 0) == 0);
  CHECK(logsumexp(none) == -inf);
  CHECK(logsumexp(none).tangent[0] == 0);
  CHECK(apart(norm(zeros), 0, 0) == 0); // as its gradient there
  CHECK(isnan(max(odd)));
  CHECK(isnan(min(odd)));
  CHECK(isnan(norm(odd)));
  const tensor<dual, 1> lowest = {dual(-inf), dual(2, 3)}, large = {dual(3e200, 1), dual(4e200, 2)};
  CHECK(apart(logsumexp(lowest), 2, 3) < 1e-15);
  CHECK(apart(norm(large), 5e200L, (3.0L + 8.0L) / 5) < 1e-15);
  const tensor<dual, 1> equals = {dual(700, 1), dual(700, 3)};
  CHECK(apart(logsumexp(equals), 700 + std::log(2.0L), 2) < 1e-15);
}

TEST_CASE("dual_reducers: in tensors of all kinds") {
  const tensor<dual, 2> a = drawn(4, 6);
  const auto doubled = [&](auto const& result, index_t i, index_t j) {
    dual const& x = a(i, j);
    return apart(result, wide(x.value) * x.value, 2 * wide(x.value) * x.tangent[0]) < 1e-15;
  };
  tensor<dual, 2> wide_one(8, 12);
  auto strided = wide_one(range(7, -1, -2), range(0, 12, 2)); // rows backwards
  strided = a * a;
  const tensor<dual> any(a * a); // a rank that is known at run time
  const tensor<dual, fixed<4, 6>> fixed_one(a * a);
  tensor<dual, 2, column_major> by_columns(4, 6);
  by_columns = square(a);
  const auto repeated = broadcast_to(a(0, all), shape(3, 6));
  const tensor<dual, 2> of_repeated = repeated * repeated;
  bool all_right = true;
  for (index_t i = 0; i < 4; ++i)
    for (index_t j = 0; j < 6; ++j)
      all_right = all_right && doubled(strided(i, j), i, j) && doubled(wide_one(7 - 2 * i, 2 * j), i, j) &&
                  doubled(as<2>(any)(i, j), i, j) && doubled(fixed_one(i, j), i, j) && doubled(by_columns(i, j), i, j);
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 6; ++j)
      all_right = all_right && doubled(of_repeated(i, j), 0, j);
  CHECK(all_right);
  const tensor<dual, 0> one = a(1, 2), of_one = one * one;
  CHECK(doubled(of_one.at(), 1, 2));
  strided(1, all) += dual(1, -1);
  CHECK(apart(strided(1, 0), wide(a(1, 0).value) * a(1, 0).value + 1,
              2 * wide(a(1, 0).value) * a(1, 0).tangent[0] - 1) < 1e-14);
}

TEST_CASE("dual_reducers: products of matrices, small and large") {
  for (index_t const n : {1, 3, 70}) {
    const tensor<dual, 2> a = drawn(n, n + 2), b = drawn(n + 2, 2 * n);
    const tensor<double, 2> numbers = map([](dual const& x) { return x.value; }, b);
    const tensor<dual, 2> c = matmul(a, b), of_numbers = matmul(a, numbers),
                          of_turned = matmul(transpose(b), transpose(a));
    double worst = 0;
    for (index_t i = 0; i < n; ++i)
      for (index_t j = 0; j < 2 * n; ++j) {
        wide value = 0, tangent = 0, beside = 0;
        for (index_t k = 0; k < n + 2; ++k) {
          value += wide(a(i, k).value) * b(k, j).value;
          beside += wide(a(i, k).tangent[0]) * b(k, j).value;
          tangent += wide(a(i, k).value) * b(k, j).tangent[0];
        }
        for (double const d : {apart(c(i, j), value, tangent + beside), apart(of_numbers(i, j), value, beside),
                               apart(of_turned(j, i), value, tangent + beside)})
          worst = d <= worst ? worst : d == d ? d : 1.0;
      }
    CHECK(worst < 1e-11); // what cancels in a sum of 72
  }
}
