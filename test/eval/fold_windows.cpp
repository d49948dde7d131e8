#include <weft/eval/deterministic.hpp>
#include <weft/eval/threads.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/explain.hpp>

#include <algorithm>
#include <doctest/doctest.h>
#include <vector>

using namespace weft;

// Folds of sliding windows, beside loops in long double. Values are small integers, so that sums are exact.
namespace {

template <class T>
tensor<T, 2> numbers(index_t rows, index_t columns, index_t seed) {
  tensor<T, 2> a(rows, columns);
  index_t n = seed;
  for (T& x : a)
    x = static_cast<T>(n++ * 7919 % 13);
  return a;
}

template <class X>
auto windows_of(X const& u, index_t height, index_t width) {
  return sliding_window(sliding_window(u, 0, height), 1, width);
}

/// How many results of windows whose places are `step` apart differ from loops: sums, weighted sums, and products with
/// the windows of v, into a target with gaps between its rows.
template <class T>
index_t wrong_of_steps(view<T const, 2> u, view<T const, 2> v, view<T const, 2> w, index_t step) {
  index_t const height = w.extent(0), width = w.extent(1);
  auto const every = range(0, end, step);
  auto const x = windows_of(u, height, width)(every, every, all, all);
  auto const y = windows_of(v, height, width)(every, every, all, all);
  index_t const rows = x.extent(0), columns = x.extent(1);
  tensor<T, 2> room(rows, columns + 3);
  room = T(77);
  room(all, range(1, columns + 1)) = cast<T>(sum(x, axes<2, 3>));
  tensor const weighted = sum(x * w, axes<2, 3>), both = sum(x * y, axes<2, 3>), least = min(y, axes<2, 3>);
  index_t wrong = 0;
  for (index_t i = 0; i < rows; ++i) {
    wrong += room(i, 0) == T(77) && room(i, columns + 1) == T(77) && room(i, columns + 2) == T(77) ? 0 : 1;
    for (index_t j = 0; j < columns; ++j) {
      long double plain = 0, weight = 0, product = 0, smallest = 1e30L;
      for (index_t k = 0; k < height; ++k)
        for (index_t l = 0; l < width; ++l) {
          auto const a = static_cast<long double>(u(step * i + k, step * j + l));
          auto const b = static_cast<long double>(v(step * i + k, step * j + l));
          plain += a;
          weight += a * static_cast<long double>(w(k, l));
          product += a * b;
          smallest = std::min(smallest, b);
        }
      wrong += static_cast<long double>(room(i, j + 1)) == plain ? 0 : 1;
      wrong += static_cast<long double>(weighted(i, j)) == weight ? 0 : 1;
      wrong += static_cast<long double>(both(i, j)) == product ? 0 : 1;
      wrong += static_cast<long double>(least(i, j)) == smallest ? 0 : 1;
    }
  }
  return wrong;
}

/// Calls check(i, j, values...) with the weighted values of each window.
template <class U, class W, class F>
void for_each_window(U const& u, W const& w, F const& f) {
  index_t const rows = u.extent(0) - w.extent(0) + 1, columns = u.extent(1) - w.extent(1) + 1;
  for (index_t i = 0; i < rows; ++i)
    for (index_t j = 0; j < columns; ++j) {
      long double total = 0, most = -1e30L, plain = 0;
      for (index_t k = 0; k < w.extent(0); ++k)
        for (index_t l = 0; l < w.extent(1); ++l) {
          total += static_cast<long double>(u(i + k, j + l)) * static_cast<long double>(w(k, l));
          plain += static_cast<long double>(u(i + k, j + l));
          most = std::max(most, static_cast<long double>(u(i + k, j + l)));
        }
      f(i, j, total, plain, most);
    }
}

template <class T>
index_t wrong_results(view<T const, 2> u, view<T const, 2> w) {
  index_t const height = w.extent(0), width = w.extent(1);
  tensor const weighted = sum(windows_of(u, height, width) * w, axes<2, 3>);
  tensor const turned = sum(w * windows_of(u, height, width), axes<2, 3>);
  tensor const mean_of = mean(windows_of(u, height, width), axes<2, 3>);
  tensor const greatest = max(windows_of(u, height, width), axes<2, 3>);
  tensor<T, 2> room(2 * weighted.extent(0) + 1, 3 * weighted.extent(1) + 1);
  room = T(77);
  auto&& apart = room(range(1, 2 * weighted.extent(0), 2), range(1, 3 * weighted.extent(1), 3));
  apart = cast<T>(sum(windows_of(u, height, width) * w, axes<2, 3>));
  using M = typename decltype(mean_of)::value_type;
  auto const count = static_cast<M>(height * width);
  index_t wrong = 0;
  for_each_window(u, w, [&](index_t i, index_t j, long double weight, long double plain, long double most) {
    wrong += static_cast<long double>(weighted(i, j)) == weight ? 0 : 1;
    wrong += static_cast<long double>(turned(i, j)) == weight ? 0 : 1;
    wrong += static_cast<long double>(apart(i, j)) == weight ? 0 : 1;
    wrong += mean_of(i, j) == static_cast<M>(plain) / count ? 0 : 1;
    wrong += static_cast<long double>(greatest(i, j)) == most ? 0 : 1;
  });
  for (index_t i = 0; i < room.extent(0); ++i)
    for (index_t j = 0; j < room.extent(1); ++j)
      if (i % 2 == 0 || j % 3 != 1)
        wrong += room(i, j) == T(77) ? 0 : 1;
  return wrong;
}

template <class T>
void all_extents() {
  for (index_t const columns : {1, 31, 33, 64, 70, 95, 130, 263})
    for (index_t const height : {1, 2, 5})
      for (index_t const width : {1, 3, 30}) {
        tensor<T, 2> const u = numbers<T>(height + 3, columns + width - 1, columns), w = numbers<T>(height, width, 3);
        CHECK(wrong_results<T>(u, w) == 0);
      }
}

} // namespace

TEST_CASE("folds of windows: floats") {
  all_extents<float>();
}
TEST_CASE("folds of windows: integers are summed in 64 bits") {
  all_extents<std::int32_t>();
}

TEST_CASE("folds of windows: strides of both signs") {
  tensor<float, 2> const u = numbers<float>(9, 80, 1), w = numbers<float>(3, 4, 2);
  CHECK(wrong_results<float>(reverse(u, 0), w) == 0);
  CHECK(wrong_results<float>(reverse(u, 1), w) == 0);
  CHECK(wrong_results<float>(reverse(reverse(u, 0), 1), reverse(w, 1)) == 0);
  tensor<float, 2> const tall = numbers<float>(80, 9, 1), wide = numbers<float>(9, 160, 1);
  CHECK(wrong_results<float>(transpose(tall), w) == 0);
  CHECK(wrong_results<float>(wide(all, range(0, 160, 2)), w) == 0);
}

TEST_CASE("folds of windows: more values than one block has, and none") {
  tensor<float, 2> const u = numbers<float>(20, 70, 1), w = numbers<float>(12, 13, 2);
  CHECK(wrong_results<float>(u, w) == 0);
  tensor<double, 2> const none(0, 5);
  CHECK(sum(none, 0).extent(0) == 5);
  CHECK(tensor<double, 1>(sum(none, 0))(4) == 0);
}

TEST_CASE("folds of windows: places some steps apart, of windows that touch, overlap or leave gaps") {
  for (index_t const step : {2, 3, 4, 5})
    for (index_t const size : {1, 2, 3, 6})
      for (index_t const columns : {32, 33, 100, 701}) {
        CAPTURE(step);
        CAPTURE(size);
        CAPTURE(columns);
        index_t const wide = step * (columns - 1) + size;
        tensor<float, 2> const u = numbers<float>(3 * step + size, wide, 1),
                               v = numbers<float>(3 * step + size, wide, 5);
        tensor<float, 2> const w = numbers<float>(size, size, 3);
        CHECK(wrong_of_steps<float>(u, v, w, step) == 0);
        CHECK(wrong_of_steps<float>(reverse(u, 0), reverse(v, 1), w, step) == 0);
        CHECK(wrong_of_steps<float>(reverse(u, 1), v, reverse(w, 1), step) == 0);
      }
}
TEST_CASE("folds of windows: values some steps apart go through a buffer, whatever their number") {
  tensor<double, 2> const u = numbers<double>(12, 400, 1), v = numbers<double>(12, 400, 2),
                          w = numbers<double>(6, 8, 3);
  CHECK(wrong_of_steps<double>(u, v, w, 2) == 0);
  auto const every = range(0, end, 2);
  tensor<double, 2> c(6, 200);
  plan_report const plan = explain(c, max(windows_of(u, 2, 2)(every, every, all, all), axes<2, 3>));
  CHECK(plan.temporaries == 0);
  CHECK(to_string(plan).find("gathered") != std::string::npos);
}

TEST_CASE("folds of windows: threads and order change no result") {
  tensor<double, 2> const u = numbers<double>(300, 300, 1), w = numbers<double>(3, 5, 2);
  tensor<double, 2> one, many;
  one = sum(windows_of(u, 3, 5) * w, axes<2, 3>);
  {
    thread_scope const four{4};
    many = sum(windows_of(u, 3, 5) * w, axes<2, 3>);
  }
  CHECK((one == many));
  {
    deterministic_scope const in_order;
    many = sum(windows_of(u, 3, 5) * w, axes<2, 3>);
  }
  CHECK((one == many));
}

TEST_CASE("folds of windows: a target that its windows read") {
  tensor<double, 2> u = numbers<double>(40, 90, 1);
  tensor<double, 2> const before = u, w = numbers<double>(3, 3, 2);
  u(range(1, 39), range(1, 89)) = sum(windows_of(u, 3, 3) * w, axes<2, 3>);
  index_t wrong = 0;
  for_each_window(before, w, [&](index_t i, index_t j, long double weight, long double, long double) {
    wrong += static_cast<long double>(u(i + 1, j + 1)) == weight ? 0 : 1;
  });
  CHECK(wrong == 0);
  CHECK(u(0, 0) == before(0, 0));
}

TEST_CASE("folds of windows: weights that repeat along rows are held, nothing is copied") {
  tensor<double, 2> const u = numbers<double>(40, 90, 1), w = numbers<double>(3, 3, 2);
  tensor<double, 2> c(38, 88);
  plan_report const plan = explain(c, sum(windows_of(u, 3, 3) * w, axes<2, 3>));
  CHECK(plan.temporaries == 0);
  CHECK(to_string(plan).find("held") != std::string::npos);
  CHECK(to_string(plan).find("repeated") == std::string::npos);
}

TEST_CASE("folds of windows: values that repeat for all rows of results, or for some, are copied into a buffer once") {
  for (index_t columns : {40, 700, 1001})
    for (bool turned : {false, true}) {
      tensor<double, 2> const x = numbers<double>(5, 3, 1);
      tensor<double, 3> const y = reshape(numbers<double>(2 * columns, 3, 2), shape(2, columns, 3));
      view<double const, 3> const z =
          turned ? view<double const, 3>(reverse(reverse(y, 1), 2)) : view<double const, 3>(y);
      tensor<double, 3> const products = sum(x(all, newaxis, newaxis, all) * z(newaxis, all, all, all), axis<3>);
      tensor<double, 2> room(10, columns + 2);
      room = 77;
      auto&& back = reverse(room(range(0, end, 2), range(1, columns + 1)), 0);
      back = sum(square(x(all, newaxis, all) - z(1, newaxis, all, all)), axis<2>);
      index_t wrong = 0;
      for (index_t i = 0; i < 5; ++i)
        for (index_t j = 0; j < columns; ++j) {
          for (index_t r = 0; r < 2; ++r) {
            double expected = 0;
            for (index_t k = 0; k < 3; ++k)
              expected += x(i, k) * z(r, j, k);
            wrong += products(i, r, j) == expected ? 0 : 1;
          }
          double expected = 0;
          for (index_t k = 0; k < 3; ++k)
            expected += (x(i, k) - z(1, j, k)) * (x(i, k) - z(1, j, k));
          wrong += room(8 - 2 * i, j + 1) == expected && room(8 - 2 * i, 0) == 77 &&
                           room(8 - 2 * i, columns + 1) == 77 && room(2 * i + 1, j + 1) == 77
                       ? 0
                       : 1;
        }
      CHECK(wrong == 0);
    }
}
