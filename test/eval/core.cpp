#include <complex>
#include <doctest/doctest.h>
#include <weft/eval/table.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/memory.hpp>

// What kernels are compiled for: expressions that differ in shapes, strides and owners only share one.
using namespace weft::detail;
using weft::fixed;
using weft::tensor;

namespace {

tensor<double, 2> a(2, 3);
tensor<double, 2, weft::column_major> f(2, 3);
[[maybe_unused]] tensor<double, fixed<2, 3>> s;
tensor<double> d(weft::shape(2, 3));
tensor<float, 2> other(2, 3);

template <class E>
using core_of_expression = core_t<std::remove_cvref_t<E>>;
template <class A, class B>
constexpr bool share = std::is_same_v<core_of_expression<A>, core_of_expression<B>>;

using first = decltype(a + 2.0 * a);
static_assert(share<first, decltype(f + 2.0 * f)>);
static_assert(share<first, decltype(s + 2.0 * std::move(s))>);
static_assert(share<first, decltype(d + 2.0 * transpose(d))>);
static_assert(share<first, decltype(transpose(a) + 2.0 * reverse(std::move(d), 0))>);
static_assert(share<first, decltype(a + weft::full(weft::shape(2, 3), 2.0) * a)>);
static_assert(!share<first, decltype(a - 2.0 * a)>);
static_assert(!share<first, decltype(a + a * 2.0)>);
static_assert(!share<first, decltype(other + 2.0f * other)>);

static_assert(core_of_expression<first>::slots == 2 && core_of_expression<first>::operations == 2);
static_assert(core_of_expression<decltype(-(a * a) + (d - s) * 3.0)>::slots == 4);
static_assert(core_of_expression<decltype(-(a * a) + (d - s) * 3.0)>::operations == 5);
static_assert(core_of_expression<decltype(weft::ones<int>(weft::shape(2)) + 1)>::slots == 0);

static_assert(slots_before<0, slot<int>, held_constant<int>, slot<int>>() == 0);
static_assert(slots_before<2, slot<int>, held_constant<int>, slot<int>>() == 1);
static_assert(slots_before<3, slot<int>, held_constant<int>, slot<int>>() == 2);

// One child that may throw is enough, whichever.
struct refuses {
  double operator()(double x) const { return x; }
};
struct of_three {
  static constexpr bool total = true;
  double operator()(double x, double y, double z) const { return x + y + z; }
};
using may_throw = core_node<refuses, slot<double>>;
template <class... C>
constexpr bool is_total = core_node<of_three, C...>::total;
static_assert(!may_throw::total && is_total<slot<double>, slot<double>, slot<double>>);
static_assert(!is_total<may_throw, slot<double>, slot<double>> && !is_total<slot<double>, may_throw, slot<double>>);
static_assert(!is_total<slot<double>, slot<double>, may_throw>);

static_assert(
    std::is_same_v<slots_t<core_of_expression<decltype((a + 1.0) * other)>>, slot_list<slot<double>, slot<float>>>);

} // namespace

TEST_CASE("a core keeps the values of constants") {
  const auto e = 2.5 * a + 4.0;
  using value = std::remove_const_t<decltype(e)>;
  weft::detail::room_for<core_t<value>, 2> room(e.extents());
  auto into = room.enter();
  const auto c = core_type<value>::of<1>(into, e);
  CHECK(c.second.constant.get() == 4.0);
  CHECK(c.first.first.constant.get() == 2.5);
  CHECK(room.position[1] == reinterpret_cast<weft::index_t>(a.data()));
}
