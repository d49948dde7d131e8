#include <weft/eval/loop.hpp>
#include <weft/linalg/vector.hpp>
#include <weft/memory/no_alloc.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/explain.hpp>

#include <support/checked.hpp>

#include <complex>
#include <cstdint>
#include <memory>
#include <vector>

#include <doctest/doctest.h>

using namespace weft;

// Statements with run-time extents, from none to a thousand elements, and dot on both sides of what is read one by
// one. The answers are nested loops over copies; all memory around a target is compared.
namespace {

constexpr index_t lengths[] = {0, 1, 2, 3, 5, 8, 9, 17};

template <class T>
T number(index_t i) {
  return static_cast<T>(static_cast<detail::real_t<T>>(i * 37 % 23 - 11));
}
/// A matrix with room around what views take of it.
template <class T>
tensor<T, 2> numbers(index_t rows, index_t columns, int first) {
  tensor<T, 2> a(rows, columns);
  index_t n = first;
  for (T& x : a)
    x = number<T>(n++);
  return a;
}

/// The eight ways in which a view of m x n elements may lie in a matrix: step 1 or 2, forwards or backwards, turned.
template <class M>
auto window(M& a, int way, index_t m, index_t n) {
  const index_t step = (way & 1) != 0 ? 2 : 1;
  const bool turned = (way & 4) != 0;
  auto part = a(range(1, 1 + step * (turned ? n : m), step), range(2, 2 + 2 * (turned ? m : n), 2));
  auto back = reverse(part, (way & 2) != 0 ? 0 : 1);
  return turned ? view<typename decltype(back)::element_type, 2>(transpose(back))
                : view<typename decltype(back)::element_type, 2>(back);
}

template <class T>
void check_windows(index_t m, index_t n) {
  const index_t room = 2 * std::max(m, n) + 4;
  for (int target = 0; target < 8; ++target)
    for (int operand = 0; operand < 8; ++operand) {
      CAPTURE(m);
      CAPTURE(n);
      CAPTURE(target);
      CAPTURE(operand);
      tensor<T, 2> a = numbers<T>(room, room, 5), c = numbers<T>(room, room, 9);
      const auto before = c;
      tensor<T, 1> row(n);
      for (index_t j = 0; j < n; ++j)
        row(j) = number<T>(j + 3);
      auto to = window(c, target, m, n);
      auto from = window(a, operand, m, n);
      to = from * T(2) - row + to;
      tensor<T, 2> want = before;
      auto want_to = window(want, target, m, n);
      auto old = window(before, target, m, n);
      for (index_t i = 0; i < m; ++i)
        for (index_t j = 0; j < n; ++j)
          want_to(i, j) = T(T(T(from(i, j) * T(2)) - row(j)) + old(i, j));
      CHECK(c == want);
      // The target is a part of the operand.
      c = before;
      window(c, target, m, n) = window(c, operand, m, n) + T(1);
      want = before;
      for (index_t i = 0; i < m; ++i)
        for (index_t j = 0; j < n; ++j)
          window(want, target, m, n)(i, j) = T(window(before, operand, m, n)(i, j) + T(1));
      CHECK(c == want);
    }
}

/// A whole tensor is the target, by rows or by columns; operands lie in every way, or are the target itself.
template <class T, class Order>
void check_dense_target(index_t m, index_t n) {
  const index_t room = 2 * std::max(m, n) + 4;
  tensor<T, 2> a = numbers<T>(room, room, 5);
  tensor<T, 1> row(n);
  for (index_t j = 0; j < n; ++j)
    row(j) = number<T>(j + 3);
  tensor<T, 2, Order> before(m, n);
  for (index_t i = 0; i < m; ++i)
    for (index_t j = 0; j < n; ++j)
      before(i, j) = number<T>(7 * i + j);
  for (int operand = 0; operand < 8; ++operand) {
    CAPTURE(m);
    CAPTURE(n);
    CAPTURE(operand);
    const auto from = window(a, operand, m, n);
    tensor<T, 2, Order> c = before, want(m, n);
    c = from * T(2) - row + c;
    for (index_t i = 0; i < m; ++i)
      for (index_t j = 0; j < n; ++j)
        want(i, j) = T(T(T(from(i, j) * T(2)) - row(j)) + before(i, j));
    CHECK(c == want);
  }
  tensor<T, 2, Order> c = before, want(m, n);
  c = reverse(c, 0) - reverse(c, 1);
  for (index_t i = 0; i < m; ++i)
    for (index_t j = 0; j < n; ++j)
      want(i, j) = T(before(m - 1 - i, j) - before(i, n - 1 - j));
  CHECK(c == want);
  if (m == n) {
    c = before;
    c = transpose(c) + c;
    for (index_t i = 0; i < m; ++i)
      for (index_t j = 0; j < n; ++j)
        want(i, j) = T(before(j, i) + before(i, j));
    CHECK(c == want);
  }
}

/// The axes of three in every order.
template <class T>
void check_permutations(index_t l, index_t m, index_t n) {
  const index_t extent[] = {l, m, n};
  tensor<T, 3> a(l, m, n);
  index_t first = 2;
  for (T& x : a)
    x = number<T>(first++);
  const int orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  for (auto const& order : orders) {
    CAPTURE(l * 100 + order[0] * 10 + order[1]);
    tensor<T, 3> d(extent[order[0]], extent[order[1]], extent[order[2]]), want(d.shape());
    d = T(2) * permute(a, order[0], order[1], order[2]);
    index_t at[3]{};
    for (at[0] = 0; at[0] < l; ++at[0])
      for (at[1] = 0; at[1] < m; ++at[1])
        for (at[2] = 0; at[2] < n; ++at[2])
          want(at[order[0]], at[order[1]], at[order[2]]) = T(T(2) * a(at[0], at[1], at[2]));
    CHECK(d == want);
  }
}

} // namespace

TEST_CASE_TEMPLATE("hundreds of elements: whole targets, and operands that do not lie as they do", T, double,
                   std::uint8_t, std::complex<float>) {
  const index_t shapes[][2] = {{8, 8}, {5, 13}, {13, 5}, {9, 9}, {1, 1023}, {1024, 1}, {25, 41}, {32, 32}, {33, 32}};
  for (auto const& of : shapes) {
    check_dense_target<T, row_major>(of[0], of[1]);
    check_dense_target<T, column_major>(of[0], of[1]);
  }
  for (index_t n : {3, 5, 9, 11})
    check_permutations<T>(n, 7, 10);
}

TEST_CASE_TEMPLATE("few elements: every layout of target and operand, and themselves", T, double, std::int16_t,
                   std::complex<float>) {
  for (index_t m : {0, 1, 3, 8, 9})
    for (index_t n : {0, 1, 2, 7, 8})
      check_windows<T>(m, n);
}

TEST_CASE("few elements: ranks 1 to 4, broadcast axes, shapes that do not fit") {
  for (index_t n : lengths) {
    CAPTURE(n);
    tensor<double, 1> a(3 * n + 1), c(n);
    for (index_t i = 0; i < a.extent(0); ++i)
      a(i) = double(i * i);
    c = a(range(0, 3 * n, 3)) - 0.5;
    for (index_t i = 0; i < n; ++i)
      CHECK(c(i) == double(9 * i * i) - 0.5);
    tensor<double, 4> d(2, n, 1, 3), e(3, 1, n, 2), want(3, 1, n, 2);
    for (index_t i = 0; i < 2; ++i)
      for (index_t j = 0; j < n; ++j)
        for (index_t l = 0; l < 3; ++l) {
          d(i, j, 0, l) = double(100 * i + 10 * j + l);
          want(l, 0, j, i) = 2 * d(i, j, 0, l) + double(i + 1);
        }
    tensor<double, 4> by_last(1, 1, 1, 2);
    by_last(0, 0, 0, 0) = 1;
    by_last(0, 0, 0, 1) = 2;
    e = 2.0 * transpose(d) + by_last;
    CHECK(e == want);
    if (n > 1) {
      tensor<double, 2> wrong(2, n + 1), target(n, 2);
      CHECK_THROWS_AS((target(all, all) = transpose(wrong) + 1.0), shape_error);
      CHECK(target == tensor<double, 2>(n, 2));
    }
  }
}

TEST_CASE("few elements: nothing is allocated, and what is dead is found") {
  tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}}, c(3, 2);
  {
    const no_alloc_scope nothing;
    c = transpose(a) * 2.0;
  }
  CHECK(c == tensor<double, 2>{{2, 8}, {4, 10}, {6, 12}});
  if (support::checked) {
    tensor<int, 2> p{{1, 2}, {3, 4}}, q{{1, 1}, {0, 1}};
    CHECK_THROWS_AS((p = transpose(p) / q), error);
    CHECK(p == tensor<int, 2>{{1, 2}, {3, 4}});
    auto gone = std::make_unique<tensor<double, 2>>(2, 3);
    const auto dead = transpose(*gone);
    gone.reset();
    CHECK_THROWS_AS(c = dead + 1.0, layout_error);
    gone = std::make_unique<tensor<double, 2>>(2, 3);
    auto target = (*gone)(range(0, 2), range(0, 3));
    gone.reset();
    CHECK_THROWS_AS(target = a(all, all) + 1.0, layout_error);
    CHECK_THROWS_AS(target(ellipsis) = transpose(c), layout_error);
  }
  const plan_report seen = explain(c, transpose(a) * 2.0);
  CHECK(seen.temporaries == 0);
}

TEST_CASE("few elements: dot of strided vectors, from none to many") {
  for (index_t n : {0, 1, 2, 3, 31, 63, 64, 65, 200}) {
    CAPTURE(n);
    tensor<double, 1> a(2 * n + 1), b(n);
    tensor<std::int32_t, 1> p(3 * n + 1);
    tensor<std::complex<double>, 1> z(2 * n + 1);
    double want = 0;
    std::int32_t integers = 0;
    std::complex<double> squares = 0;
    for (index_t i = 0; i < n; ++i) {
      a(2 * i) = double(i % 7) - 2;
      b(i) = double(i % 5);
      p(3 * i) = std::int32_t(i - 3);
      integers += std::int32_t(i - 3) * std::int32_t(i - 3);
      z(2 * i) = {double(i % 3), double(i % 4) - 1};
      squares += z(2 * i) * z(2 * i);
    }
    for (index_t i = 0; i < n; ++i)
      want += a(2 * i) * b(n - 1 - i);
    const auto strided_p = p(range(0, 3 * n, 3));
    CHECK(dot(a(range(0, 2 * n, 2)), reverse(b, 0)) == want);
    CHECK(dot(strided_p, strided_p) == integers);
    CHECK(dot(z(range(0, 2 * n, 2)), z(range(0, 2 * n, 2))) == squares);
  }
}

TEST_CASE("few elements: what overlaps takes no memory, because all is read first") {
  if (detail::most_without_plan == 0) // this run plans all statements
    return;
  tensor<double, 2> m{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  {
    const no_alloc_scope none;
    m = reverse(transpose(m), 0);
  }
  CHECK(m == tensor<double, 2>{{3, 6, 9}, {2, 5, 8}, {1, 4, 7}});
  CHECK(explain(m, reverse(transpose(m), 0)).temporaries == 0);
  tensor<double, 2> most(30, 34), many(33, 33);
  {
    const no_alloc_scope none;
    most = reverse(reverse(most, 0), 1);
  }
  CHECK(explain(most, reverse(reverse(most, 0), 1)).temporaries == 0);
  CHECK(explain(many, reverse(transpose(many), 0)).temporaries == 1);
  tensor<double, 1> v{1, 2, 3, 4, 5, 6};
  v(range(1, 6, 2)) = v(range(4, -1, -2)) + v(range(0, 6, 2));
  CHECK(v == tensor<double, 1>{1, 6, 3, 6, 5, 6});
}
