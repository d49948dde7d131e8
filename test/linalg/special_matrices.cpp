#include <support/message.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/linalg/special_matrices.hpp>
#include <weft/ops/equal.hpp>
#include <weft/tensor/construct.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <vector>

using namespace weft;

namespace {

/// f(i, j) for each element, in a loop.
template <class T, class F>
tensor<T, 2> by_definition(index_t n, index_t m, F const& f) {
  tensor<T, 2> a(n, m);
  for (index_t i = 0; i < n; ++i)
    for (index_t j = 0; j < m; ++j)
      a(i, j) = f(i, j);
  return a;
}
tensor<double, 1> counted(index_t n, double first) {
  tensor<double, 1> x(n);
  for (index_t i = 0; i < n; ++i)
    x(i) = first + double(i);
  return x;
}
std::vector<std::pair<index_t, index_t>> const shapes{{0, 0}, {0, 3}, {3, 0}, {1, 1}, {1, 4}, {4, 1}, {3, 3}, {5, 2}, {2, 5}};

} // namespace

TEST_CASE("toeplitz, hankel: each element is what the definition says") {
  for (auto const& s : shapes) {
    const index_t n = s.first, m = s.second; // Clang 14 does not capture structured bindings
    const auto c = counted(n, 1), r = counted(m, 101);
    const auto constant_on_diagonals = [&](index_t i, index_t j) { return i >= j ? c(i - j) : r(j - i); };
    const auto on_antidiagonals = [&](index_t i, index_t j) { return i + j < n ? c(i + j) : r(i + j - n + 1); };
    CHECK(tensor<double, 2>(linalg::toeplitz(c, r)) == by_definition<double>(n, m, constant_on_diagonals));
    CHECK(tensor<double, 2>(linalg::hankel(c, r)) == by_definition<double>(n, m, on_antidiagonals));
    CHECK(tensor<double, 2>(linalg::toeplitz(c)) ==
          by_definition<double>(n, n, [&](index_t i, index_t j) { return c(i > j ? i - j : j - i); }));
    CHECK(tensor<double, 2>(linalg::hankel(c)) ==
          by_definition<double>(n, n, [&](index_t i, index_t j) { return i + j < n ? c(i + j) : 0; }));
  }
}

TEST_CASE("toeplitz: the first row of complex numbers is conjugated") {
  const tensor<std::complex<double>, 1> c{{1, 0}, {2, 3}, {4, -5}};
  const tensor<std::complex<double>, 2> wanted{
      {{1, 0}, {2, -3}, {4, 5}}, {{2, 3}, {1, 0}, {2, -3}}, {{4, -5}, {2, 3}, {1, 0}}};
  CHECK(tensor<std::complex<double>, 2>(linalg::toeplitz(c)) == wanted);
  CHECK(tensor<std::complex<double>, 2>(linalg::toeplitz(c, conj(c))) == wanted);
  // Of two vectors neither is.
  CHECK(tensor<std::complex<double>, 2>(linalg::toeplitz(c, c)) == transpose(tensor<std::complex<double>, 2>(
                                                                       linalg::toeplitz(c, c))));
}

TEST_CASE("toeplitz, hankel: operands, targets and views") {
  const tensor<double, 2> m{{1, 9, 2, 9}, {9, 9, 9, 9}, {3, 9, 4, 9}};
  const tensor<double, 2> wanted{{3, 2, 1}, {4, 3, 2}, {5, 4, 3}};
  tensor<double, 1> up{3, 4, 5};
  const tensor<double, 1> down{3, 2, 1};
  CHECK(tensor<double, 2>(linalg::toeplitz(up, down)) == wanted);
  CHECK(tensor<double, 2>(linalg::toeplitz(reverse(tensor<double, 1>{5, 4, 3}, 0), 1.0 * down)) == wanted);
  CHECK(tensor<double, 2>(linalg::toeplitz(tensor<double, 1>{3, 4, 5}, tensor<double, 1>{3, 2, 1})) == wanted);
  CHECK(tensor<double, 2>(linalg::toeplitz(m(0, range(0, 4, 2)), m(2, range(0, 4, 2)))) ==
        tensor<double, 2>{{1, 4}, {2, 1}});
  CHECK(tensor<double, 2>(linalg::toeplitz(tensor<int, 1>{1, 2}, tensor<double, 1>{0, 2.5})) ==
        tensor<double, 2>{{1, 2.5}, {2, 1}});
  const tensor<double> any = up, any_down = down;
  const tensor<double, 2> of_any = linalg::toeplitz(any, any_down);
  CHECK(of_any == wanted);
  CHECK(tensor<double, 2>(transpose(linalg::toeplitz(up, down))) == transpose(wanted));
  CHECK(tensor<double, 1>(linalg::toeplitz(up, down)(1, all)) == wanted(1, all));
  tensor<double, 2, column_major> target(6, 6);
  target(range(0, 6, 2), range(5, -1, -2)) = linalg::toeplitz(up, down) + 1.0;
  CHECK(target(range(0, 6, 2), range(5, -1, -2)) == wanted + 1.0);
  CHECK(matmul(linalg::toeplitz(up, down), up) == tensor<double, 1>{22, 34, 46});
  CHECK(matmul(linalg::hankel(up, down), up) == tensor<double, 1>{50, 42, 28});
  tensor<double, 2> t(3, 3);
  t(all, 0) = up;
  t = linalg::toeplitz(t(all, 0), down); // the operand is the target
  CHECK(t == wanted);
  // What the declaration says of memory: one vector of n + m - 1.
  CHECK(explain(t, linalg::toeplitz(up, down)).temporary_bytes == 5 * 8);
  CHECK(explain(t, linalg::hankel(up)).temporary_bytes == 5 * 8);
}

TEST_CASE("vander: powers, exact for integers, with the accuracy of pow") {
  for (auto const& s : shapes) {
    const index_t n = s.first, m = s.second; // Clang 14 does not capture structured bindings
    const auto x = counted(n, -1.5);
    const auto power = [&](index_t i, index_t k) { return static_cast<double>(std::pow(static_cast<long double>(x(i)), k)); };
    const auto falling = by_definition<double>(n, m, [&](index_t i, index_t j) { return power(i, m - 1 - j); });
    const auto rising = by_definition<double>(n, m, power);
    CHECK(all_close(linalg::vander(x, m), falling, 2.3e-16, 0)); // rounded once
    CHECK(all_close(linalg::vander(x, m, linalg::increasing), rising, 2.3e-16, 0));
    CHECK(tensor<double, 2>(linalg::vander(x)) == tensor<double, 2>(linalg::vander(x, n)));
    CHECK(tensor<double, 2>(linalg::vander(x, linalg::increasing)) ==
          tensor<double, 2>(linalg::vander(x, n, linalg::increasing)));
  }
  const tensor<std::int64_t, 1> whole{-3, 0, 3, 2};
  const tensor<std::int64_t, 2> powers = linalg::vander(whole, 40, linalg::increasing);
  for (index_t i = 0; i < 4; ++i) {
    std::int64_t power = 1;
    for (index_t k = 0; k < 40; ++k) {
      CHECK(powers(i, k) == power);
      if (k < 39) // 3^39 is the last that 64 bits hold
        power *= whole(i);
    }
  }
  static_assert(std::same_as<decltype(linalg::vander(tensor<int, 1>(), 3))::value_type, int>);
  static_assert(std::same_as<decltype(linalg::vander(tensor<float, 1>(), 3))::value_type, float>);
  const tensor<std::complex<double>, 1> z{{0, 1}, {2, 1}};
  CHECK(tensor<std::complex<double>, 2>(linalg::vander(z, 4)) ==
        tensor<std::complex<double>, 2>{{{0, -1}, {-1, 0}, {0, 1}, {1, 0}}, {{2, 11}, {3, 4}, {2, 1}, {1, 0}}});
  CHECK(tensor<double, 2>(linalg::vander(reverse(tensor<double, 1>{1, 2, 3}, 0) * 1.0, 2)) ==
        tensor<double, 2>{{3, 1}, {2, 1}, {1, 1}});
  const tensor<double> any = tensor<double, 1>{2, 3};
  CHECK(tensor<double, 2>(linalg::vander(any)) == tensor<double, 2>{{2, 1}, {3, 1}});
  tensor<double, 2> target(2, 3);
  CHECK(explain(target, linalg::vander(any, 3)).temporaries == 0);
}

TEST_CASE("block_diag: blocks of any shape, zeros elsewhere") {
  const tensor<double, 2> a{{1, 2}, {3, 4}, {5, 6}}, b{{7}};
  const tensor<int, 1> row{8, 9};
  const tensor<double, 2> wanted{{1, 2, 0, 0, 0}, {3, 4, 0, 0, 0}, {5, 6, 0, 0, 0}, {0, 0, 7, 0, 0}, {0, 0, 0, 8, 9}};
  CHECK(tensor<double, 2>(linalg::block_diag(a, b, row)) == wanted);
  CHECK(tensor<double, 2>(linalg::block_diag(a)) == a);
  const tensor<double> any = a, any_row = row;
  CHECK(tensor<double>(linalg::block_diag(any, b, any_row)) == wanted);
  CHECK(tensor<double, 2>(linalg::block_diag(transpose(a), reverse(row, 0))) ==
        tensor<double, 2>{{1, 3, 5, 0, 0}, {2, 4, 6, 0, 0}, {0, 0, 0, 9, 8}});
  // Blocks without rows or columns move those behind them on.
  CHECK(tensor<double, 2>(linalg::block_diag(tensor<double, 2>(0, 2), b, tensor<double, 2>(1, 0))) ==
        tensor<double, 2>{{0, 0, 7}, {0, 0, 0}});
  CHECK(tensor<double, 2>(linalg::block_diag(tensor<double, 2>(0, 0))).shape() == shape(0, 0));
  static_assert(std::same_as<decltype(linalg::block_diag(tensor<double, 2>(), tensor<std::complex<double>, 2>()))::value_type,
                             std::complex<double>>);
  tensor<double, 2> room(10, 10);
  room = -1.0;
  room(range(8, -1, -2), range(0, 10, 2)) = linalg::block_diag(a, b, row);
  CHECK(room(range(8, -1, -2), range(0, 10, 2)) == wanted);
  CHECK(sum(room) == sum(wanted) - 75);
  tensor<double, 2> target(5, 5);
  CHECK(explain(target, linalg::block_diag(a, b, row)).temporaries == 0);
  CHECK(tensor<double, 2>(2.0 * linalg::block_diag(a, matmul(b, b), row)) ==
        tensor<double, 2>{{2, 4, 0, 0, 0}, {6, 8, 0, 0, 0}, {10, 12, 0, 0, 0}, {0, 0, 98, 0, 0}, {0, 0, 0, 16, 18}});
  target = wanted;
  target = linalg::block_diag(target(range(0, 2), range(0, 2)), target(range(2, 5), range(2, 5)));
  CHECK(target == tensor<double, 2>{{1, 2, 0, 0, 0}, {3, 4, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 7, 0, 0}, {0, 0, 0, 8, 9}});
}

TEST_CASE("block_diag: leading axes are broadcast") {
  tensor<double, 3> a(2, 1, 2), b(2, 2, 1);
  a(0, all, all) = tensor<double, 2>{{1, 2}};
  a(1, all, all) = tensor<double, 2>{{3, 4}};
  b(0, all, all) = tensor<double, 2>{{5}, {6}};
  b(1, all, all) = tensor<double, 2>{{7}, {8}};
  const tensor<double, 3> both = linalg::block_diag(a, b);
  CHECK(both(0, all, all) == tensor<double, 2>{{1, 2, 0}, {0, 0, 5}, {0, 0, 6}});
  CHECK(both(1, all, all) == tensor<double, 2>{{3, 4, 0}, {0, 0, 7}, {0, 0, 8}});
  const tensor<double, 4> crossed = linalg::block_diag(a(all, newaxis, all, all), b);
  CHECK(crossed.shape() == shape(2, 2, 3, 3));
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 2; ++j)
      CHECK(crossed(i, j, all, all) == tensor<double, 2>(linalg::block_diag(a(i, all, all), b(j, all, all))));
  CHECK_THROWS_AS((void)linalg::block_diag(a, tensor<double, 3>(3, 1, 1)), shape_error);
}

TEST_CASE("special matrices: static extents") {
  const tensor<double, fixed<3>> c{1, 2, 3};
  const tensor<double, fixed<2>> r{1, 5};
  const tensor<double, fixed<2, 2>> g{{1, 2}, {3, 4}};
  static_assert(std::same_as<decltype(eval(linalg::toeplitz(c, r))), tensor<double, fixed<3, 2>>>);
  static_assert(std::same_as<decltype(eval(linalg::hankel(c, r))), tensor<double, fixed<3, 2>>>);
  static_assert(std::same_as<decltype(eval(linalg::hankel(c))), tensor<double, fixed<3, 3>>>);
  static_assert(std::same_as<decltype(eval(linalg::vander(c))), tensor<double, fixed<3, 3>>>);
  static_assert(std::same_as<decltype(eval(linalg::vander(c, 2))), tensor<double, fixed<3, dyn>>>);
  static_assert(std::same_as<decltype(eval(linalg::block_diag(r, g))), tensor<double, fixed<3, 4>>>);
  CHECK(eval(linalg::toeplitz(c, r)) == tensor<double, 2>{{1, 5}, {2, 1}, {3, 2}});
  CHECK(eval(linalg::hankel(c, r)) == tensor<double, 2>{{1, 2}, {2, 3}, {3, 5}});
  CHECK(eval(linalg::block_diag(r, g)) == tensor<double, 2>{{1, 5, 0, 0}, {0, 0, 1, 2}, {0, 0, 3, 4}});
}

TEST_CASE("special matrices: shapes that are refused") {
  const tensor<double> any(shape(2, 2)), number(shape());
  const tensor<double, 1> c{1, 2};
  CHECK(support::message_of([&] { (void)linalg::toeplitz(any); }) == "weft: linalg::toeplitz: it takes vectors");
  CHECK(support::message_of([&] { (void)linalg::toeplitz(c, any); }) == "weft: linalg::toeplitz: it takes vectors");
  CHECK(support::message_of([&] { (void)linalg::hankel(any, c); }) == "weft: linalg::hankel: it takes vectors");
  CHECK(support::message_of([&] { (void)linalg::vander(any, 2); }) == "weft: linalg::vander: it takes vectors");
  CHECK_THROWS_AS((void)linalg::vander(c, -1), shape_error);
  CHECK_THROWS_AS((void)linalg::vander(c, std::numeric_limits<index_t>::max()), shape_error);
  CHECK(support::message_of([&] { (void)linalg::block_diag(c, number); }) ==
        "weft: linalg::block_diag: a block is a matrix, a vector, which is a row, or a batch of matrices");
}
