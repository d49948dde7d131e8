// In a checked build an expression over memory that died throws in place of reading it, whatever the other files of
// the program are built with.
#undef WEFT_CHECK_BOUNDS
#define WEFT_CHECK_BOUNDS 1
#include "unchecked.hpp"

#include <weft/linalg/matmul.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/piecewise.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/memory.hpp>

#include <doctest/doctest.h>
#include <memory>
#include <optional>
#include <string>

using namespace weft;

namespace {
using matrix = tensor<double, 2>;

/// Builds an expression over a tensor, ends the tensor's memory in one of several ways, and gives the expression.
template <class Build>
auto over_dead(Build build, int how) {
  auto owner = std::make_unique<matrix>(matrix{{1, 2}, {3, 4}});
  auto e = build(*owner);
  if (how == 0)
    owner.reset();
  else if (how == 1)
    *owner = matrix(3, 3);
  else if (how == 2)
    *owner = (*owner)(range(0, 1), all) * 2.0;
  else
    *owner = matrix{}; // moved in
  return e;
}
template <class F>
std::string what(F f) {
  try {
    f();
  } catch (layout_error const& e) {
    return e.what();
  }
  return "";
}
} // namespace

TEST_CASE("a dead or re-allocated operand throws layout_error when it is evaluated, however it is reached") {
  for (int how = 0; how < 4; ++how) {
    CAPTURE(how);
    matrix target(2, 2);
    double number = 0;
    CHECK_THROWS_AS(target = over_dead([](matrix& a) { return a + 1.0; }, how), layout_error);
    CHECK_THROWS_AS(target = over_dead([](matrix& a) { return transpose(a) * a; }, how), layout_error);
    CHECK_THROWS_AS(target() = over_dead([](matrix& a) { return a(0, all); }, how), layout_error);
    CHECK_THROWS_AS(target() = over_dead([](matrix& a) { return reverse(a, 1); }, how), layout_error);
    CHECK_THROWS_AS(target += over_dead([](matrix const& a) { return -a; }, how), layout_error);
    CHECK_THROWS_AS(target += over_dead([](matrix& a) { return a(); }, how), layout_error);
    CHECK_THROWS_AS(number = sum(over_dead([](matrix& a) { return a + a; }, how)), layout_error);
    CHECK_THROWS_AS(number = sum(over_dead([](matrix& a) { return a(all, 1); }, how)), layout_error);
    CHECK_THROWS_AS((tensor<double, 1>(over_dead([](matrix& a) { return sum(a, 0); }, how))), layout_error);
    CHECK_THROWS_AS(number = over_dead([](matrix& a) { return a + 1.0; }, how)(0, 0), layout_error);
    CHECK_THROWS_AS(number = over_dead([](matrix& a) { return a(0, all); }, how)(0), layout_error);
    CHECK_THROWS_AS(number = over_dead([](matrix& a) { return view<const double>(a); }, how)(0, 0), layout_error);
    CHECK_THROWS_AS((number = over_dead([](matrix& a) { return a(0, all); }, how)[{0}]), layout_error);
    CHECK_THROWS_AS(own(over_dead([](matrix& a) { return a * 2.0; }, how)), layout_error);
    CHECK_THROWS_AS(copy(over_dead([](matrix& a) { return a(all, 0); }, how)), layout_error);
    CHECK_THROWS_AS(over_dead([](matrix& a) { return a(0, all); }, how).begin(), layout_error);
    CHECK_THROWS_AS(over_dead([](matrix& a) { return a(all, 0); }, how).end(), layout_error);
    CHECK(target == matrix(2, 2));
    CHECK(number == 0);
  }
}

TEST_CASE("writing to a view of dead memory throws") {
  CHECK_THROWS_AS(over_dead([](matrix& a) { return a(0, all); }, 0) = 1.0, layout_error);
  CHECK_THROWS_AS((over_dead([](matrix& a) { return transpose(a); }, 1) += 1.0), layout_error);
  CHECK_THROWS_AS(over_dead([](matrix& a) { return a(all, 1); }, 0).fill(2), layout_error);
}

TEST_CASE("a view of dead memory refuses before an operand is evaluated into it") {
  const matrix a{{1, 2}, {3, 4}}, c{{5, 6}, {7, 8}};
  for (int how = 0; how < 4; ++how) {
    CAPTURE(how);
    auto v = over_dead([](matrix& x) { return x(); }, how);
    int calls = 0;
    const auto counted = map([&](double x) { return ++calls, x; }, a);
    CHECK(what([&] { v() = maximum(matmul(a, a) + c, 0.0); }).find("assignment") != std::string::npos);
    CHECK(what([&] { v() = matmul(counted, a) + c; }).find("assignment") != std::string::npos);
    CHECK(what([&] { v() = sum(counted, axis<0>) + c; }).find("assignment") != std::string::npos);
    CHECK(what([&] { v() += matmul(counted, a); }).find("assignment") != std::string::npos);
    CHECK(calls == 0);
  }
}

TEST_CASE("the message says what happened and what to do") {
  const auto text = what([] { matrix t = over_dead([](matrix& a) { return a + 1.0; }, 0); });
  CHECK(text.find("freed or re-allocated") != std::string::npos);
  CHECK(text.find("own(expression)") != std::string::npos);
}

TEST_CASE("what is alive does not throw: written, swapped, moved, shared, owned") {
  auto owner = std::make_unique<matrix>(matrix{{1, 2}, {3, 4}});
  const auto e = *owner + 1.0;
  *owner = 5.0;
  *owner = matrix{{5, 6}, {7, 8}} + 0.0; // the same shape: the same memory
  CHECK(e == matrix{{6, 7}, {8, 9}});
  auto moved = std::make_unique<matrix>(std::move(*owner));
  owner.reset();
  CHECK(e == matrix{{6, 7}, {8, 9}});
  {
    const auto kept = moved->share();
    moved.reset();
    CHECK(e == matrix{{6, 7}, {8, 9}});
  }
  matrix t;
  CHECK_THROWS_AS(t = e, layout_error);
}

TEST_CASE("a moved tensor that is assigned over gives its old memory back") {
  matrix a{{1, 2}}, b{{3, 4}};
  const auto e = a + 0.0;
  a = std::move(b);
  matrix t;
  CHECK_THROWS_AS(t = e, layout_error);
  CHECK(a == matrix{{3, 4}});
}

TEST_CASE("types have one size, and object files with and without checks meet") {
  const type_sizes here = sizes_here(), there = sizes_unchecked();
  for (int k = 0; k < type_sizes::count; ++k)
    CHECK(here.size[k] == there.size[k]);

  // The unchecked half must keep the books of a block that the checked half watches.
  std::optional<tensor<double, 1>> a = make_unchecked(3.0);
  const auto e = *a + 1.0;
  CHECK(e == tensor<double, 1>{4, 5});
  regrow_unchecked(*a);
  tensor<double, 1> t;
  CHECK_THROWS_AS(t = e, layout_error);
  const view<double, 1> v = *a;
  CHECK(sum_unchecked(v) == 6);
  a.reset();
  CHECK_THROWS_AS(v(0), layout_error);
}
