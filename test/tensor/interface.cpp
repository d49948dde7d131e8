// Functions without templates: each form of tensor and view against each type of parameter. What fits is bound to the
// same memory; nothing else converts.
#include <weft/linalg/matmul.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/tensor/memory.hpp>

#include <doctest/doctest.h>
#include <support/checked.hpp>
#include <support/counting.hpp>
#include <support/oracle.hpp>
#include <type_traits>
#include <utility>
#include <vector>

using namespace weft;
using oracle::list;

namespace {

enum class unit { none, first, last };

/// What a type says: whether it writes, the rank (-1: nothing), which axis has stride 1, two extents (-1: nothing).
struct kind {
  bool writes;
  int rank;
  unit axis = unit::none;
  int e0 = -1, e1 = -1;
};

/// The rule: what a type says, and the right to write, may be given up, never gained.
constexpr bool fits(kind from, kind to) {
  return (from.writes || !to.writes) && (to.rank < 0 || to.rank == from.rank) &&
         (to.axis == unit::none || to.axis == from.axis) && (to.e0 < 0 || to.e0 == from.e0) &&
         (to.e1 < 0 || to.e1 == from.e1);
}

/// Where the elements of an argument lie, known without asking it.
struct place {
  double const* data;
  list extents, strides;
};

template <kind K, class View>
void check_bound(place const& p, View v) {
  list extents, strides;
  for (int k = 0; k < v.rank(); ++k) {
    extents.push_back(v.extent(k));
    strides.push_back(v.stride(k));
  }
  CHECK(v.data() == p.data);
  CHECK(extents == p.extents);
  CHECK(strides == p.strides);
  if constexpr (K.writes) {
    const double before = *p.data;
    *v.begin() += 1.0;
    CHECK(*p.data == before + 1.0);
  }
}

template <kind From, kind To, class View, class X>
void pass(place const& p, X& x) {
  static_assert(std::is_convertible_v<X&, View> == fits(From, To));
  if constexpr (fits(From, To)) {
    void (*const function)(place const&, View) = check_bound<To, View>;
    support::counting_resource resource;
    const support::memory_scope scope(resource);
    function(p, x);
    CHECK(resource.allocations() == 0);
  }
}

template <kind From, class X>
void pass_everywhere(place const& p, X& x) {
  using enum unit;
  pass<From, kind{false, -1}, view<const double>>(p, x);
  pass<From, kind{true, -1}, view<double>>(p, x);
  pass<From, kind{false, -1, last}, view<const double, runtime_rank, row_major>>(p, x);
  pass<From, kind{true, -1, first}, view<double, runtime_rank, column_major>>(p, x);
  pass<From, kind{false, 0}, view<const double, 0>>(p, x);
  pass<From, kind{true, 0}, view<double, 0>>(p, x);
  pass<From, kind{false, 1}, view<const double, 1>>(p, x);
  pass<From, kind{true, 1}, view<double, 1>>(p, x);
  pass<From, kind{true, 1, last}, view<double, 1, row_major>>(p, x);
  pass<From, kind{false, 2}, view<const double, 2>>(p, x);
  pass<From, kind{true, 2}, view<double, 2>>(p, x);
  pass<From, kind{false, 2, last}, view<const double, 2, row_major>>(p, x);
  pass<From, kind{true, 2, last}, view<double, 2, row_major>>(p, x);
  pass<From, kind{false, 2, first}, view<const double, 2, column_major>>(p, x);
  pass<From, kind{true, 2, first}, view<double, 2, column_major>>(p, x);
  pass<From, kind{false, 2, none, 3, 4}, view<const double, fixed<3, 4>>>(p, x);
  pass<From, kind{true, 2, none, -1, 4}, view<double, fixed<dyn, 4>>>(p, x);
  pass<From, kind{false, 2, last, 3, -1}, view<const double, fixed<3, dyn>, row_major>>(p, x);
  pass<From, kind{false, 3}, view<const double, 3>>(p, x);
  pass<From, kind{true, 3, first}, view<double, 3, column_major>>(p, x);
  static_assert(!std::is_convertible_v<X&, view<const float>> && !std::is_convertible_v<X&, view<double const*>>);
}

/// A tensor, the same as const, and both as views.
template <kind K, class T>
void pass_tensor(T x, list const& extents, list const& strides) {
  constexpr kind reads{false, K.rank, K.axis, K.e0, K.e1};
  const place p{x.data(), extents, strides};
  pass_everywhere<K>(p, x);
  pass_everywhere<reads>(p, std::as_const(x));
  auto v = x.window();
  pass_everywhere<K>(p, v);
  pass_everywhere<K>(p, std::as_const(v));
  auto w = std::as_const(x).window();
  pass_everywhere<reads>(p, w);
}

tensor<double, 2> make() {
  return tensor<double, 2>{{1, 2, 3}, {4, 5, 6}};
}
double first_of(view<const double> v) {
  return *v.data();
}

} // namespace

TEST_CASE("tensors of each kind of shape and both orders are bound where they lie") {
  using enum unit;
  pass_tensor<kind{true, 2, last, 3, 4}>(tensor<double, fixed<3, 4>>(), {3, 4}, {4, 1});
  pass_tensor<kind{true, 2, first, 3, 4}>(tensor<double, fixed<3, 4>, column_major>(), {3, 4}, {1, 3});
  pass_tensor<kind{true, 2, last, -1, 4}>(tensor<double, fixed<dyn, 4>>(3), {3, 4}, {4, 1});
  pass_tensor<kind{true, 2, first, 3, -1}>(tensor<double, fixed<3, dyn>, column_major>(4), {3, 4}, {1, 3});
  pass_tensor<kind{true, 2, last}>(tensor<double, 2>(3, 4), {3, 4}, {4, 1});
  pass_tensor<kind{true, 2, first}>(tensor<double, 2, column_major>(3, 4), {3, 4}, {1, 3});
  pass_tensor<kind{true, -1, last}>(tensor<double>(shape(3, 4)), {3, 4}, {4, 1});
  pass_tensor<kind{true, -1, first}>(tensor<double, runtime_rank, column_major>(shape(3, 4)), {3, 4}, {1, 3});
  pass_tensor<kind{true, 1, last}>(tensor<double, 1>(5), {5}, {1});
  pass_tensor<kind{true, 3, last}>(tensor<double, 3>(2, 3, 4), {2, 3, 4}, {12, 4, 1});
  pass_tensor<kind{true, 3, first}>(tensor<double, 3, column_major>(2, 3, 4), {2, 3, 4}, {1, 2, 6});
  pass_tensor<kind{true, 0, last}>(tensor<double, 0>(1.5), {}, {});
  pass_tensor<kind{true, -1, last}>(tensor<double>(shape()), {}, {});
}

TEST_CASE("views with gaps, backwards, transposed, of rows, of columns, of elements are bound where they lie") {
  using enum unit;
  tensor<double, 2> a(3, 4);
  double* const p = a.data();
  auto backwards = a(range(0, end, 2), range(3, -1, -1));
  pass_everywhere<kind{true, 2}>({p + 3, {2, 4}, {8, -1}}, backwards);
  auto window = a(range(1, end), range(1, 3));
  pass_everywhere<kind{true, 2}>({p + 5, {2, 2}, {4, 1}}, window);
  auto padded = a(range(1, end), range(1, 3, std::integral_constant<int, 1>()));
  pass_everywhere<kind{true, 2, last}>({p + 5, {2, 2}, {4, 1}}, padded);
  auto turned = transpose(a);
  pass_everywhere<kind{true, 2, first}>({p, {4, 3}, {1, 4}}, turned);
  auto row = a(1, all);
  pass_everywhere<kind{true, 1, last}>({p + 4, {4}, {1}}, row);
  auto column = a(all, 2);
  pass_everywhere<kind{true, 1}>({p + 2, {3}, {4}}, column);
  auto reads = std::as_const(a)(all, 2);
  pass_everywhere<kind{false, 1}>({p + 2, {3}, {4}}, reads);
  view<double> run_time = backwards;
  pass_everywhere<kind{true, -1}>({p + 3, {2, 4}, {8, -1}}, run_time);
  auto repeated = broadcast_to(a(0, all), shape(3, 4));
  pass_everywhere<kind{false, 2}>({p, {3, 4}, {0, 1}}, repeated);
}

TEST_CASE("borrowed memory is bound where it lies") {
  using enum unit;
  std::vector<double> memory(24);
  auto vector = borrow(memory);
  pass_everywhere<kind{true, 1, last}>({memory.data(), {24}, {1}}, vector);
  auto fortran = borrow(memory.data(), shape(2, 3, 4), strides(1, 2, 6));
  pass_everywhere<kind{true, 3}>({memory.data(), {2, 3, 4}, {1, 2, 6}}, fortran);
  auto known = as<3, column_major>(fortran);
  pass_everywhere<kind{true, 3, first}>({memory.data(), {2, 3, 4}, {1, 2, 6}}, known);
}

TEST_CASE(
    "a temporary tensor hands its memory to the view; one whose elements lie inside it, or that is const, a copy") {
  tensor<double, 2> a = make();
  double const* const p = a.data();
  {
    support::counting_resource resource;
    const support::memory_scope scope(resource);
    const view<const double> v = std::move(a);
    CHECK(v.data() == p);
    CHECK(v.ownership() == shared);
    CHECK(resource.allocations() == 0);
  }
  CHECK(first_of(make()) == 1.0);
  CHECK(first_of(eval(2.0 * make())) == 2.0);
  const view<const double, 2> inside = tensor<double, fixed<2, 2>>{{3, 4}, {5, 6}};
  CHECK(inside.ownership() == shared);
  CHECK(inside(1, 1) == 6.0);
  const tensor<double, 2> c = make();
  const view<const double, 2> copied = std::move(c);
  CHECK(copied.ownership() == shared);
  CHECK(copied(1, 2) == 6.0);
  CHECK(c == make());
}

TEST_CASE("a view of shared memory keeps it, so a function may keep its parameter") {
  static view<const double> kept;
  void (*const keep)(view<const double>) = [](view<const double> v) { kept.rebind(v); };
  {
    tensor<double, 2> a = make();
    keep(a.share());
    a(0, 0) = 7.0;
  }
  CHECK(kept(0, 0) == 7.0);
  kept.rebind(view<const double>());
}

// What has no memory of its own, or not of this type, does not convert.
static_assert(!std::is_convertible_v<decltype(2.0 * make()), view<const double>>);
static_assert(!std::is_convertible_v<decltype(transpose(make() + make())), view<const double, 2>>);
static_assert(!std::is_convertible_v<decltype(matmul(make(), make())), view<const double, 2>>);
static_assert(!std::is_convertible_v<decltype(sum(make(), 0)), view<const double, 1>>);
static_assert(!std::is_convertible_v<double, view<const double, 0>> &&
              !std::is_convertible_v<double*, view<double, 1>>);
static_assert(!std::is_convertible_v<std::vector<double>&, view<const double>>);
static_assert(!std::is_convertible_v<tensor<double, 2>&&, view<const double, 3>>);

namespace {
int overloaded(view<const double, 1>) {
  return 1;
}
int overloaded(view<const double, 2>) {
  return 2;
}
} // namespace

TEST_CASE("functions are overloaded by rank") {
  tensor<double, 2> a = make();
  CHECK(overloaded(a) == 2);
  CHECK(overloaded(a(0, all)) == 1);
}

TEST_CASE("an axis outside the rank throws in checked builds, wherever it is asked for") {
  tensor<double, 2> a(3, 4);
  tensor<double> d(shape(3, 4));
  tensor<double, fixed<3, 4>> f;
  const auto check = [](auto const& x) {
    CHECK(x.extent(1) == 4);
    CHECK(x.shape()[1] == 4);
    if (support::checked) {
      CHECK_THROWS_WITH_AS(x.extent(2), "weft: extent: axis 2 of a tensor of rank 2", index_error);
      CHECK_THROWS_WITH_AS(x.extent(-1), "weft: extent: axis -1 of a tensor of rank 2; axes count from 0", index_error);
      CHECK_THROWS_AS(x.shape()[2], index_error);
      CHECK_THROWS_AS(x.shape()[-1], index_error);
    }
  };
  const auto check_strides = [&check](auto const& x) {
    check(x);
    CHECK(x.stride(1) == x.strides()[1]);
    if (support::checked) {
      CHECK_THROWS_WITH_AS(x.stride(2), "weft: stride: axis 2 of a tensor of rank 2", index_error);
      CHECK_THROWS_AS(x.stride(-1), index_error);
      CHECK_THROWS_AS(x.strides()[2], index_error);
    }
  };
  check_strides(a);
  check_strides(d);
  check_strides(f);
  check_strides(a(all, all));
  check_strides(view<const double>(a));
  check_strides(transpose(transpose(f)));
  check(a + 1.0);
  check(d + a);
  check(matmul(tensor<double, 2>(3, 5), tensor<double, 2>(5, 4)));
  const auto [rows, columns] = a.shape();
  CHECK(rows == 3);
  CHECK(columns == 4);
  const auto [m, n] = (a + f).shape();
  CHECK(m * n == 12);
}
