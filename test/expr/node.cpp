#include <doctest/doctest.h>
#include <weft/expr/node.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/compare.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/memory.hpp>

#include <support/checked.hpp>

#include <optional>
#include <utility>
#include <vector>

using weft::dyn;
using weft::fixed;
using weft::index_t;
using weft::shape;
using weft::tensor;

namespace {

/// An element type that takes all operations in one way: of its value.
struct boxed {
  double value = 0;
};
template <class F>
struct of_value : F {
  template <class... A>
  boxed operator()(A const&... a) const {
    return {F::operator()(inside(a)...)};
  }
  static double inside(boxed const& x) { return x.value; }
  template <class T>
  static T inside(T const& x) {
    return x;
  }
};

} // namespace

template <class F, class... V>
  requires(std::is_same_v<V, boxed> || ...)
struct weft::operation_on<F, V...> {
  using type = of_value<F>;
};

namespace {

template <class E>
using extents_of = typename std::remove_cvref_t<E>::extents_type;

tensor<double, 2> m{{1, 2, 3}, {4, 5, 6}};
tensor<int, 1> v{10, 20, 30};
[[maybe_unused]] tensor<double, fixed<2, 1>> s;
tensor<double> d(shape(2, 3));

static_assert(weft::Node<decltype(m + v)> && weft::Tensorial<decltype(m + v)> && !weft::Stored<decltype(m + v)>);
static_assert(weft::Stored<decltype(m)> && !weft::Node<decltype(m)>);
static_assert(!weft::Tensorial<double> && !weft::Tensorial<index_t*>);
static_assert(std::is_same_v<decltype(m + v)::value_type, double>);
static_assert(std::is_same_v<decltype(v + 1)::value_type, int> &&
              std::is_same_v<decltype(v * 0.5)::value_type, double>);
static_assert(std::is_same_v<decltype(m < v)::value_type, bool>);

// The rank of a node is the larger one of its children; a size known in one of them is known.
static_assert(decltype(m + v)::static_rank == 2 && decltype(m + d)::static_rank == -1);
static_assert(std::is_same_v<extents_of<decltype(m + s)>, weft::extents<2, dyn>>);
static_assert(std::is_same_v<extents_of<decltype(s + 1.0)>, weft::extents<2, 1>>);

// Nodes are values: no reference is held. As variables they can be assigned; what stands in an expression cannot.
static_assert(std::is_copy_assignable_v<decltype(m + v)> && std::is_move_assignable_v<decltype(m + v)>);
static_assert(std::is_copy_constructible_v<decltype(m + v)> && std::is_nothrow_move_constructible_v<decltype(m + v)>);

} // namespace

TEST_CASE("node: shape, size and elements, without an assignment") {
  const auto e = m * 2.0 + v;
  CHECK(e.rank() == 2);
  CHECK(e.extent(0) == 2);
  CHECK(e.extent(1) == 3);
  CHECK(e.shape() == shape(2, 3));
  CHECK(e.size() == 6);
  CHECK(!e.empty());
  CHECK(e(0, 0) == 12);
  CHECK(e(1, 2) == 42);
  CHECK(e.at(1, 0) == 18);
  const index_t index[] = {1, 1};
  CHECK(e.element(index) == 30);
  if (support::checked) {
    CHECK_THROWS_AS((void)e(2, 0), weft::index_error);
    CHECK_THROWS_AS((void)e(0, -1), weft::index_error);
  }
  CHECK((tensor<double, 2>(0, 3) + v).empty());
}

TEST_CASE("node: a variable gets another expression of its type, and no operand is written to") {
  tensor<double, 1> a{1, 2}, b{3, 4};
  const tensor<double, 1> a_before = a, b_before = b;
  auto e = a + 1.0;
  const auto f = b + 2.0;
  e = f;
  CHECK((e(0) == 5 && e(1) == 6));
  e = a + 3.0;
  CHECK((e(0) == 4 && e(1) == 5));
  a(0) = 10;
  CHECK(e(0) == 13);
  a = a_before;
  using E = decltype(e);
  std::optional<E> held;
  held = a + 1.0;
  held = f;
  CHECK((*held)(1) == 6);
  std::vector<E> list{a + 1.0, b + 1.0, a + 5.0};
  list.erase(list.begin());
  CHECK((list.size() == 2 && list[0](0) == 4 && list[1](0) == 6));
  std::swap(list[0], list[1]);
  CHECK((list[0](0) == 6 && list[1](0) == 4));
  struct with_member {
    E expression;
  } one{a + 1.0}, other{b + 1.0};
  one = other;
  CHECK(one.expression(0) == 4);
  CHECK((a == a_before && b == b_before));
  // What the expression owns lives as long as it.
  auto owner = own(tensor<double, 1>{1, 2} + 1.0);
  owner = own(tensor<double, 1>{7, 8} + 1.0);
  CHECK(owner(1) == 9);
}

TEST_CASE("node: shapes are checked when it is built, and the message names both") {
  const tensor<double, 1> four(4);
  try {
    (void)(m + four);
    FAIL("no shape_error");
  } catch (weft::shape_error const& e) {
    const std::string text = e.what();
    CHECK(text.find("operator+") != std::string::npos);
    CHECK(text.find("(2,3)") != std::string::npos);
    CHECK(text.find("(4)") != std::string::npos);
  }
  CHECK_THROWS_AS((void)(tensor<double, 1>(0) * four), weft::shape_error);
  CHECK((tensor<double, 1>(0) * tensor<double, 1>(1)).size() == 0);
  CHECK_THROWS_AS((void)(d - four), weft::shape_error);
}

TEST_CASE("node: an rvalue operand is owned, also by copies") {
  const auto make = [] {
    const auto inner = tensor<double, 1>{1, 2, 3} + 1.0;
    return inner * tensor<double, fixed<3>>(2.0 * inner);
  };
  const auto e = make();
  const auto copied = e;
  CHECK(copied(0) == 8);
  CHECK(copied(2) == 32);
}

TEST_CASE("node: an element type may take all operations in one way") {
  const tensor<boxed, 2> a(shape(2, 3), boxed{2});
  const auto e = weft::where(m > 3.0, a * m - 1.0, -a);
  static_assert(std::is_same_v<decltype(e)::value_type, boxed>);
  static_assert(std::is_same_v<decltype(m > 3.0)::value_type, bool>); // others keep theirs
  const tensor<boxed, 2> r = e;
  CHECK(r(0, 2).value == -2);
  CHECK(r(1, 0).value == 7);
  CHECK(e(1, 2).value == 11); // an element, without a loop
  const tensor<boxed, fixed<2>> few{boxed{3}, boxed{4}}, product = few * few;
  CHECK(product(1).value == 16);
}
