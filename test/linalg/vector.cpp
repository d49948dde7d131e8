#include "matmul_values.hpp"

#include <weft/linalg/vector.hpp>
#include <weft/ops/equal.hpp>

#include <complex>
#include <vector>

// Expected values are worked out by hand, or by loops over single elements.
using namespace matmul_test;
using complex = std::complex<double>;

TEST_CASE("vdot: the first factor is conjugated, any shapes of one size, any strides") {
  const tensor<complex, 1> a{{1, 2}, {3, -1}, {0, 1}}, b{{2, 0}, {1, 1}, {4, 4}};
  // conj(1+2i)*2 + conj(3-i)*(1+i) + conj(i)*(4+4i)
  CHECK(vdot(a, b) == complex(2, -4) + complex(2, 4) + complex(4, -4));
  CHECK(vdot(b, a) == std::conj(vdot(a, b)));
  CHECK(vdot(reverse(a, 0), reverse(b, 0)) == vdot(a, b));
  CHECK(vdot(a * complex(0, 1), b) == complex(0, -1) * vdot(a, b));
  const tensor<double, 2> m{{1, 2, 3}, {4, 5, 6}};
  CHECK(vdot(m, m) == 91);
  CHECK(vdot(m, tensor<double, 1>{1, 1, 1, 2, 2, 2}) == 36);
  CHECK(vdot(transpose(m), tensor<double, 1>{1, 0, 0, 0, 0, 1}) == 7); // row by row of the transposed: a copy
  CHECK(vdot(m(all, range(0, 3, 2)), tensor<double, 1>{1, 2, 3, 4}) == 1 + 6 + 12 + 24);
  CHECK(vdot(tensor<std::int8_t, 1>{100, 100}, tensor<std::int8_t, 1>{100, 100}) == 20000);
  CHECK(vdot(tensor<double, 1>(0), tensor<double, 1>(0)) == 0);
  CHECK_THROWS_AS(static_cast<void>(vdot(m, tensor<double, 1>(5))), shape_error);
}

TEST_CASE("vecdot: along an axis, the first factor conjugated, other axes broadcast") {
  const tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}};
  const tensor<double, 1> x{1, 0, -2};
  CHECK(eval(vecdot(a, x)) == tensor<double, 1>{-5, -8});
  CHECK(eval(vecdot(x, reverse(a, 0))) == tensor<double, 1>{-8, -5});
  CHECK(double(eval(vecdot(x, x))()) == 5);
  CHECK(eval(vecdot(a, tensor<double, 2>{{2}, {1}}, 0)) == tensor<double, 1>{6, 9, 12});
  CHECK(eval(vecdot(tensor<double>(a), x)) == tensor<double>(tensor<double, 1>{-5, -8}));
  using C = std::complex<double>;
  const tensor<C, 1> z{{1, 2}, {0, 1}}, w{{0, 1}, {3, 0}};
  CHECK(C(eval(vecdot(z, w))()) == C(2, -2)); // (1 - 2i) i + (-i) 3
  CHECK(eval(vecdot(tensor<std::int8_t, 1>{100, 100}, tensor<std::int8_t, 1>{100, 100}))() == 20000);
  CHECK(double(eval(vecdot(tensor<double, 1>(0), tensor<double, 1>(0)))()) == 0);
  CHECK_THROWS_AS((void)vecdot(a, tensor<double, 1>{1}), shape_error);
  CHECK_THROWS_AS((void)vecdot(a, x, 0), shape_error);
  CHECK_THROWS_AS((void)vecdot(a, x, 2), index_error);
}

TEST_CASE("outer: each element with each, lazily") {
  const tensor<double, 1> a{1, 2, 3};
  const tensor<int, 1> b{10, 20};
  CHECK(eval(outer(a, b)) == tensor<double, 2>{{10, 20}, {20, 40}, {30, 60}});
  CHECK(eval(outer(b(range(1, 2)), reverse(a, 0))) == tensor<double, 2>{{60, 40, 20}});
  CHECK(eval(outer(a + 1.0, tensor<int, 1>{1, 2})) == tensor<double, 2>{{2, 4}, {3, 6}, {4, 8}});
  CHECK(outer(a, b)(2, 1) == 60); // an element of an expression
  CHECK(outer(tensor<double>(a), b).rank() == 2);
  CHECK(explain(outer(a, b) + 1.0).temporaries == 0);
  CHECK_THROWS_AS(static_cast<void>(outer(tensor<double>(shape(2, 2)), b)), shape_error);
}

TEST_CASE("kron: blocks of the second, of vectors and matrices") {
  CHECK(eval(kron(tensor<int, 1>{1, 2}, tensor<int, 1>{1, 10, 100})) == tensor<int, 1>{1, 10, 100, 2, 20, 200});
  const tensor<int, 2> a{{1, 2}, {3, 4}, {5, 6}}, b{{0, 1, 1}, {1, 0, 2}};
  const tensor<int, 2> k = kron(a, b);
  REQUIRE(k.shape() == shape(6, 6));
  for (index_t i = 0; i < 6; ++i)
    for (index_t j = 0; j < 6; ++j)
      CHECK(k(i, j) == a(i / 2, j / 3) * b(i % 2, j % 3));
  const tensor<int, 2> t = kron(transpose(a), b) * 2;
  for (index_t i = 0; i < 4; ++i)
    for (index_t j = 0; j < 9; ++j)
      CHECK(t(i, j) == 2 * a(j / 3, i / 2) * b(i % 2, j % 3));
}

TEST_CASE("kron: run-time rank, static extents, more axes, expressions") {
  const tensor<int, 2> a{{1, 2}, {3, 4}, {5, 6}}, b{{0, 1, 1}, {1, 0, 2}};
  const tensor<int> c = a, d = b;
  const tensor<int, 2> k = kron(a, b);
  CHECK(eval(kron(c, d)) == k);
  CHECK(eval(kron(a, d)) == k);
  CHECK(eval(kron(c + 1, d)) == eval(kron(a + 1, b)));
  CHECK(eval(kron(c(all, 0), d(0, all))) == tensor<int, 1>{0, 1, 1, 0, 3, 3, 0, 5, 5});
  CHECK(eval(kron(tensor<int>(shape(), 3), tensor<int>(shape(), 4)))() == 12);
  const tensor<int, fixed<3, 2>> e = a;
  const tensor<int, fixed<2, dyn>> f = b;
  const auto known = eval(kron(e, f));
  static_assert(std::same_as<decltype(known), const tensor<int, fixed<6, dyn>>>);
  CHECK(known == k);
  static_assert(std::same_as<decltype(eval(kron(e, e))), tensor<int, fixed<9, 4>>>);
  const tensor<int, 3> g{{{1, 2}}, {{3, 4}}}, h{{{1}, {10}, {100}}};
  const tensor<int, 3> m = kron(g, h); // (2,1,2) and (1,3,1)
  CHECK(m == tensor<int, 3>{{{1, 2}, {10, 20}, {100, 200}}, {{3, 4}, {30, 40}, {300, 400}}});
  CHECK_THROWS_WITH_AS(static_cast<void>(kron(c, d(0, all))), "weft: kron: shape (3,2) and shape (3): the ranks differ",
                       shape_error);
  const dynamic_extents nine = shape(std::vector<int>(9, 1));
  CHECK_THROWS_AS(static_cast<void>(kron(tensor<int>(nine), tensor<int>(nine))), shape_error);
}

TEST_CASE("dot: gaps in one operand only, and single elements however they lie") {
  tensor<double, 1> a(20), b(20);
  for (index_t i = 0; i < 20; ++i) {
    a(i) = double(i + 1);
    b(i) = double(3 * i - 7);
  }
  double gaps = 0, back = 0;
  for (index_t i = 0; i < 10; ++i) {
    gaps += a(2 * i) * b(i);
    back += a(i) * b(9 - i);
  }
  const auto first = range(0, 10);
  CHECK(dot(a(range(0, 20, 2)), b(first)) == gaps);
  CHECK(dot(b(first), a(range(0, 20, 2))) == gaps);
  CHECK(dot(a(first), reverse(b(first), 0)) == back);
  CHECK(dot(a(range(3, 4, 7)), b(range(5, 4, -9))) == a(3) * b(5));
  CHECK(dot(2.0 * a(range(3, 4, 7)), -b(range(2, 3))) == -2 * a(3) * b(2));
}

TEST_CASE("trace: the diagonal of matrices of any form") {
  const tensor<int, 2> a{{1, 2, 3}, {4, 5, 6}};
  CHECK(trace(a) == 6);
  CHECK(trace(transpose(a)) == 6);
  CHECK(trace(a * 2) == 12);
  CHECK(trace(reverse(a, 1)) == 3 + 5);
  CHECK(trace(tensor<double, 2>(0, 3)) == 0);
}

TEST_CASE("cross: vectors and stacks of them") {
  const tensor<double, 1> x{1, 0, 0}, y{0, 1, 0}, v{2, -3, 5};
  CHECK(cross(x, y) == tensor<double, 1>{0, 0, 1});
  CHECK(cross(y, x) == tensor<double, 1>{0, 0, -1});
  CHECK(cross(v, tensor<int, 1>{7, 1, -2}) == tensor<double, 1>{1, 39, 23});
  const tensor<double, 2> two{{1, 0, 0}, {0, 0, 1}};
  CHECK(cross(two, y) == tensor<double, 2>{{0, 0, 1}, {-1, 0, 0}});
  CHECK(cross(reverse(v, 0), v + 0.0) == tensor<double, 1>{-9, -21, -9});
  CHECK_THROWS_AS(static_cast<void>(cross(tensor<double, 1>(2), x)), shape_error);
  CHECK_THROWS_AS(static_cast<void>(cross(tensor<double, 2>(2, 3), tensor<double, 2>(3, 3))), shape_error);
}
