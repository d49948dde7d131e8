#include <weft/ops/arithmetic.hpp>
#include <weft/ops/compare.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/mask_subscript.hpp>
#include <weft/ops/nonzero.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/spaced.hpp>
#include <weft/tensor/memory.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <vector>

using namespace weft;

namespace {
using vector = tensor<double, 1>;
using matrix = tensor<double, 2>;
using mask = tensor<bool, 2>;
} // namespace

TEST_CASE("a(mask), read: the elements where the mask is true, row by row") {
  matrix const a{{1, -2, 3}, {-4, 5, -6}};
  CHECK(vector(a(a > 0.0)) == vector{1, 3, 5});
  CHECK(a(a > 0.0) == compress(a > 0.0, a));
  CHECK(vector(transpose(a)(transpose(a) < 0.0)) == vector{-4, -2, -6});
  CHECK(vector(reverse(a, 1)(mask{{true, false, false}, {false, true, true}})) == vector{3, 5, -4});
  CHECK(vector(a(tensor<bool, 1>{true, false, true})) == vector{1, 3, -4, -6}); // each row
  CHECK(vector(a(a > 9.0)) == vector(0));
  CHECK(vector((a + a)(a < 0.0)) == vector{-4, -8, -12});
  CHECK(vector(a(a > 0.0) * 10.0 + a(a < 0.0)) == vector{8, 26, 44});
  CHECK(sum(a(a > 0.0)) == 9);
  CHECK(a(a > 0.0).size() == 3);
  CHECK(vector(matrix(a)(a > 0.0)) == vector{1, 3, 5}); // a temporary
  tensor<double> const d = a;
  CHECK(vector(d(d > 2.0)) == vector{3, 5});
  CHECK_THROWS_AS((void)vector(a(tensor<bool, 1>{true, false})), shape_error);
  CHECK_THROWS_AS((void)vector(a(0, all)(a > 0.0)), shape_error);
}

TEST_CASE("a(mask), written: as masked, also through views") {
  matrix a{{1, -2, 3}, {-4, 5, -6}};
  a(a < 0.0) = 0.0;
  CHECK(a == matrix{{1, 0, 3}, {0, 5, 0}});
  a(a > 2.0) += 1.0;
  CHECK(a == matrix{{1, 0, 4}, {0, 6, 0}});
  a(equal(a, 0.0)) = matrix{{10, 20, 30}, {40, 50, 60}};
  CHECK(a == matrix{{1, 20, 4}, {40, 6, 60}});
  reverse(a, 1)(mask{{true, false, false}, {false, false, true}}) *= 2.0;
  CHECK(a == matrix{{1, 20, 8}, {80, 6, 60}});
  transpose(a)(transpose(a) > 50.0) -= vector{1, 2};
  CHECK(a == matrix{{1, 20, 8}, {78, 6, 58}});
  a(tensor<bool, 1>{false, false, true}) /= 2.0;
  CHECK(a == matrix{{1, 20, 4}, {78, 6, 29}});
  a(all, range(0, 2))(a(all, range(0, 2)) > 10.0) = a(all, range(1, 3));
  CHECK(a == matrix{{1, 4, 4}, {6, 6, 29}});
  CHECK_THROWS_AS(a(a > 0.0) = vector(2), shape_error);
  CHECK_THROWS_AS(a(tensor<bool, 1>{true, false}) = 0.0, shape_error);
  CHECK(a == matrix{{1, 4, 4}, {6, 6, 29}});
}

TEST_CASE("a(mask): the mask and the elements are looked at when they are read or written") {
  vector a{1, 2, 3};
  auto const large = a(a > 1.5);
  a(0) = 7;
  CHECK(vector(large) == vector{7, 2, 3});
  large = 0.0;
  CHECK(a == vector{0, 0, 0});
}

namespace {
/// Compares the elements of n numbers that a mask chooses with those of a loop, also in a reversed target with other
/// elements around it. Of each 512 elements one in `rare` is chosen, or all but these.
template <class T>
void check_chosen(index_t n, int rare) {
  tensor<T, 1> x(n);
  tensor<bool, 1> m(n);
  std::vector<T> expected;
  unsigned chance = 7;
  for (index_t i = 0; i < n; ++i) {
    chance = chance * 1664525u + 1013904223u;
    bool const is_rare = (chance >> 16) % static_cast<unsigned>(rare) == 0;
    x(i) = static_cast<T>(i % 120 + 1);
    m(i) = (i / 512) % 3 == 1 ? is_rare : !is_rare;
    if (m(i))
      expected.push_back(x(i));
  }
  auto const count = static_cast<index_t>(expected.size());
  auto const wanted = borrow(expected.data(), shape(count));
  CHECK(tensor<T, 1>(x(m)) == wanted);
  CHECK(compress(m, x) == wanted);
  CHECK(tensor<T, 1>(reverse(x, 0)(reverse(m, 0))) == reverse(wanted, 0));
  tensor<T, 1> room(count + 2);
  room(range(1, count + 1)) = x(m);
  CHECK((room(0) == T() && room(count + 1) == T() && tensor<T, 1>(room(range(1, count + 1))) == wanted));
  room = T();
  reverse(room, 0)(range(1, count + 1)) = x(m);
  CHECK((room(0) == T() && room(count + 1) == T() && tensor<T, 1>(reverse(room, 0)(range(1, count + 1))) == wanted));
}
} // namespace

TEST_CASE("a(mask) without axes") {
  tensor<double, 0> const a = 3.0;
  tensor<bool, 0> const yes = true, no = false;
  CHECK(vector(a(yes)) == vector{3});
  CHECK(vector(a(no)) == vector(0));
}

TEST_CASE_TEMPLATE("a(mask): long masks, many and few true elements", T, float, double, std::int16_t, std::uint8_t) {
  for (index_t n : {0, 1, 7, 8, 9, 17, 511, 512, 513, 2600})
    for (int rare : {1, 2, 60})
      check_chosen<T>(n, rare);
}

TEST_CASE_TEMPLATE("a(mask): bytes of a mask that are neither 0 nor 1 are true, as memory of other libraries has them",
                   T, double, std::int16_t, std::uint8_t) {
  for (index_t n : {1, 7, 8, 9, 23}) {
    CAPTURE(n);
    tensor<T, 1> const x = arange(T(n));
    tensor<bool, 1> chosen(n);
    std::memset(static_cast<void*>(chosen.data()), 128, static_cast<std::size_t>(n));
    CHECK(x(chosen) == x);
    std::memset(static_cast<void*>(chosen.data()), 0, 1);
    CHECK(x(chosen) == x(range(1, end)));
    CHECK(nonzero(chosen)[0] == arange(n)(range(1, end)));
  }
}
