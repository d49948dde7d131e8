#include <support/checked.hpp>
#include <support/message.hpp>
#include <weft/dynamic/any_tensor.hpp>
#include <weft/ops/equal.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

using namespace weft;

namespace {

using support::message_of;

any_tensor counted() {
  any_tensor x(dtype::int32, shape(2, 3));
  auto const v = x.as<std::int32_t, 2>();
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 3; ++j)
      v(i, j) = static_cast<std::int32_t>(10 * i + j);
  return x;
}

} // namespace

TEST_CASE("any_tensor: zeros of every type and shape") {
  for (int n = 0; n <= static_cast<int>(dtype::bfloat16); ++n) {
    any_tensor const x(static_cast<dtype>(n), shape(3, 2));
    CHECK(x.dtype() == static_cast<dtype>(n));
    CHECK(x.rank() == 2);
    CHECK(x.shape() == shape(3, 2));
    CHECK(x.strides() == shape(2, 1));
    CHECK(x.bytes() == 6 * item_size(x.dtype()));
    auto const* const bytes = static_cast<unsigned char const*>(x.data());
    CHECK(std::all_of(bytes, bytes + x.bytes(), [](unsigned char b) { return b == 0; }));
  }
  any_tensor const none;
  CHECK(none.dtype() == dtype::float64);
  CHECK(none.shape() == shape(0));
  CHECK(any_tensor(dtype::int8, shape()).size() == 1);
  CHECK(any_tensor(dtype::int8, shape(2, 0, 4)).size() == 0);
  CHECK(any_tensor(dtype::int8, shape(index_t(1) << 60, 4, 0)).size() == 0);
  CHECK_THROWS_AS(any_tensor(dtype::int8, shape(index_t(1) << 62, 4, 0)), shape_error); // its strides would overflow
  CHECK_THROWS_AS(any_tensor(dtype::int8, shape(2, -1)), shape_error);
  CHECK_THROWS_AS(any_tensor(dtype::float64, shape(index_t(1) << 62, 4)), shape_error);
}

TEST_CASE("any_tensor: it owns its memory; elements are walked once they have a type") {
  any_tensor u(tensor<int, 2>{{1, 2}, {3, 4}});
  CHECK(u.ownership() == owned);
  CHECK(u(0, all).ownership() == shared);
  const auto walks = [](auto const& x) { return requires { x.begin(); } || requires { x.end(); }; };
  CHECK((walks(u.as<int, 2>()) && !walks(u) && !walks(u(0, all))));
}

TEST_CASE("any_tensor: elements that are to be written") {
  any_tensor x(uninit, dtype::int16, shape(2, 3));
  CHECK(x.dtype() == dtype::int16);
  CHECK(x.shape() == shape(2, 3));
  x.as<std::int16_t, 2>() = 7;
  CHECK(x == any_tensor(tensor<std::int16_t, 2>{{7, 7, 7}, {7, 7, 7}}));
  CHECK_THROWS_AS(any_tensor(uninit, dtype::int8, shape(2, -1)), shape_error);
}

TEST_CASE("any_tensor: from a tensor, a view, an expression; back by as") {
  tensor<float, 2, column_major> const f{{1, 2, 3}, {4, 5, 6}};
  any_tensor const x(f);
  CHECK(x.dtype() == dtype::float32);
  CHECK(x.shape() == shape(2, 3));
  auto const* const p = static_cast<float const*>(x.data());
  CHECK(std::vector<float>(p, p + 6) == std::vector<float>{1, 2, 3, 4, 5, 6});
  any_tensor const column(f(all, 1));
  CHECK(column.shape() == shape(2));
  CHECK(static_cast<float const*>(column.data())[1] == 5.0f);
  any_tensor const raised(f + 1.0);
  CHECK(static_cast<float const*>(raised.data())[5] == 7.0f);
  any_tensor const inside(tensor<bool, fixed<2>>{true, false});
  CHECK(inside.dtype() == dtype::boolean);
  CHECK(inside.shape() == shape(2));
  tensor<float, 2> back = x.as<float, 2>();
  CHECK(back == f);
  back(0, 0) = 9;
  CHECK(*p == 1.0f);
  tensor<float> const runtime = x.as<float>();
  CHECK(runtime.rank() == 2);
  static_assert(!std::is_convertible_v<tensor<float, 2>, any_tensor>);
}

TEST_CASE("any_tensor: as writes through, and only reads a const one") {
  any_tensor x = counted();
  x.as<std::int32_t, 2>()(1, all) += 5;
  x.as<std::int32_t, fixed<dyn, 3>>()(0, 0) = -1;
  x.as<std::int32_t, 2, row_major>()(0, 1) = -2;
  auto const* const p = static_cast<std::int32_t const*>(std::as_const(x).data());
  CHECK(std::vector<std::int32_t>(p, p + 6) == std::vector<std::int32_t>{-1, -2, 2, 15, 16, 17});
  static_assert(std::is_same_v<decltype(x.as<std::int32_t, 2>()), view<std::int32_t, 2>>);
  static_assert(std::is_same_v<decltype(x.as<const std::int32_t, 2>()), view<const std::int32_t, 2>>);
  static_assert(std::is_same_v<decltype(std::as_const(x).as<std::int32_t, 2>()), view<const std::int32_t, 2>>);
  static_assert(std::is_same_v<decltype(std::as_const(x).as<const std::int32_t>()), view<const std::int32_t>>);
  static_assert(std::is_const_v<std::remove_pointer_t<decltype(std::as_const(x).data())>>);
  auto const kept = counted().as<std::int32_t, 2>(); // keeps the memory alive
  CHECK(kept(1, 2) == 12);
}

TEST_CASE("any_tensor: copy() has elements of its own, of a view in the view's order") {
  any_tensor x = counted();
  any_tensor c = copy(x);
  any_tensor turned = copy(transpose(x));
  x.as<std::int32_t, 2>()(0, 1) = 99;
  CHECK(c.as<std::int32_t, 2>()(0, 1) == 1);
  CHECK(turned.as<std::int32_t, 2>()(1, 0) == 1);
  CHECK(turned.as<std::int32_t, 2>()(2, 1) == 12);
  CHECK(turned.shape() == shape(3, 2));
}

TEST_CASE("any_tensor: as of another type, rank, extent or order says what is there") {
  any_tensor const x = counted();
  CHECK(message_of([&] { static_cast<void>(x.as<double>()); }) ==
        "weft: any_tensor::as: the elements are int32, not float64");
  CHECK_THROWS_AS((x.as<float, 2>()), dtype_error);
  CHECK(message_of([&] { static_cast<void>(x.as<std::int32_t, 3>()); }) ==
        "weft: as: the rank is 2, not 3; shape (2,3)");
  CHECK_THROWS_AS((x.as<std::int32_t, 3>()), shape_error);
  CHECK(message_of([&] { static_cast<void>(x.as<std::int32_t, fixed<2, 4>>()); }) ==
        "weft: as: axis 1 has extent 3, not 4; shape (2,3)");
  CHECK_THROWS_AS((x.as<std::int32_t, 2, column_major>()), layout_error);
}

TEST_CASE("any_tensor: a regular value") {
  static_assert(std::regular<any_tensor>);
  static_assert(std::is_nothrow_move_constructible_v<any_tensor>);
  any_tensor x = counted(), y = x;
  CHECK(x == y);
  CHECK(x.data() != y.data());
  y.as<std::int32_t, 2>()(1, 2) = 0;
  CHECK(x != y);
  CHECK(x != any_tensor(dtype::uint32, shape(2, 3)));
  CHECK(any_tensor(dtype::int8, shape(2, 3)) != any_tensor(dtype::int8, shape(3, 2)));
  CHECK(any_tensor(dtype::int8, shape(0, 3)) == any_tensor(dtype::int8, shape(0, 3)));
  CHECK(any_tensor(tensor<double, 1>{0.0}) == any_tensor(tensor<double, 1>{-0.0}));
  CHECK(any_tensor(tensor<float, 1>(shape(1), std::numeric_limits<float>::quiet_NaN())) !=
        any_tensor(tensor<float, 1>(shape(1), std::numeric_limits<float>::quiet_NaN())));
  using c = std::complex<double>;
  CHECK(any_tensor(tensor<c, 1>{c(1, 2)}) == any_tensor(tensor<c, 1>{c(1, 2)}));
  CHECK(any_tensor(tensor<c, 1>{c(1, 2)}) != any_tensor(tensor<c, 1>{c(1, 3)}));

  any_tensor const before = x;
  any_tensor moved = std::move(x);
  CHECK(moved == before);
  CHECK(x.shape() == shape(0)); // NOLINT: what a moved-from one is
  CHECK(x.size() == 0);
  CHECK(x == any_tensor(dtype::int32, shape(0)));
  CHECK(any_tensor(x) == x);
  CHECK(x.as<std::int32_t, 1>().size() == 0);
  x = moved;
  CHECK(x == before);
  auto& self = x;
  x = self;
  CHECK(x == before);
  x = std::move(self);
  CHECK(x == before);
  x = any_tensor(tensor<double, 0>(1.5));
  CHECK(x.rank() == 0);
  CHECK(x.as<double, 0>()() == 1.5);
  std::swap(x, moved);
  CHECK(x == before);
}

TEST_CASE("visit: one call with the typed view") {
  for (int n = 0; n <= static_cast<int>(dtype::bfloat16); ++n) {
    any_tensor x(static_cast<dtype>(n), shape(4));
    CHECK(visit([](auto const& v) { return dtype_of<typename std::remove_cvref_t<decltype(v)>::value_type>; }, x) == x.dtype());
    visit([](auto const& v) { v(2) = typename std::remove_cvref_t<decltype(v)>::value_type(1); }, x);
    CHECK(visit([](auto const& v) { return v(2) == typename std::remove_cvref_t<decltype(v)>::value_type(1) && !(v(1) == v(2)); }, std::as_const(x)));
  }
  any_tensor const only_read = counted();
  CHECK(visit([](auto const& v) { return std::is_const_v<typename std::remove_cvref_t<decltype(v)>::element_type>; }, only_read));
  CHECK(visit([](auto const& v) { return v.size(); }, counted()) == 6);
}

TEST_CASE("any_tensor: a row-major tensor that is moved hands its memory over") {
  tensor<double, 2> t{{1, 2, 3}, {4, 5, 6}};
  double const* const memory = t.data();
  const tensor<double, 2> before = t;
  any_tensor const x(std::move(t));
  CHECK(x.data() == memory);
  CHECK(x.dtype() == dtype::float64);
  CHECK(x.shape() == shape(2, 3));
  CHECK(x.as<double, 2>() == before);
  CHECK(t.shape() == shape(0, 0)); // NOLINT(bugprone-use-after-move): that it is empty is the point
  any_tensor const copied = x;
  CHECK(copied.data() != memory);
  CHECK(copied == x);

  tensor<int> d(shape(2, 1, 2), 7);
  int const* const numbers = d.data();
  any_tensor const y(std::move(d));
  CHECK(y.data() == numbers);
  CHECK(y.shape() == shape(2, 1, 2));
  CHECK(any_tensor(tensor<float, 2>()).shape() == shape(0, 0));
  CHECK(any_tensor(tensor<float, 2>(3, 0)).bytes() == 0);

  // Copied, as before: another order, elements inside the object, const.
  tensor<float, 2, column_major> f{{1, 2}, {3, 4}};
  any_tensor const z(std::move(f));
  CHECK(static_cast<float const*>(z.data())[1] == 2);
  CHECK(any_tensor(tensor<int, fixed<2>>{5, 6}).as<int, 1>()(1) == 6);
  CHECK(any_tensor(std::move(before)).as<double, 2>()(1, 2) == 6); // NOLINT(performance-move-const-arg)
  CHECK(before(1, 2) == 6);
  tensor<double, fixed<600>> large;
  double const* const first = large.data();
  any_tensor const w(std::move(large));
  CHECK(w.data() == first);
  CHECK(w.shape() == shape(600));
  if (support::checked)
    CHECK_THROWS_AS(any_tensor(std::move(large)), layout_error);
}

TEST_CASE("any_tensor: what it is in expressions follows it when it is moved, swapped and assigned") {
  any_tensor a(tensor<double, 1>{1, 2}), b(tensor<double, 1>{10, 20, 30});
  const any_expr<> sum_of_a = a + a; // a is part of it from here on
  CHECK(any_tensor(a + a) == any_tensor(tensor<double, 1>{2, 4}));
  std::swap(a, b);
  CHECK(any_tensor(a + a) == any_tensor(tensor<double, 1>{20, 40, 60}));
  CHECK(any_tensor(b + b) == any_tensor(tensor<double, 1>{2, 4}));
  any_tensor const copy(a);
  a.as<double, 1>()(0) = 11;
  CHECK(any_tensor(copy + 0.0) == any_tensor(tensor<double, 1>{10, 20, 30}));
  CHECK(any_tensor(a + 0.0) == any_tensor(tensor<double, 1>{11, 20, 30}));
  any_tensor moved(std::move(a));
  CHECK((a + a).shape() == shape(0)); // NOLINT(bugprone-use-after-move): what a moved tensor is, is documented
  CHECK(any_tensor(moved + moved) == any_tensor(tensor<double, 1>{22, 40, 60}));
  a = any_tensor(tensor<std::int32_t, 1>{7});
  CHECK(any_tensor(a + a) == any_tensor(tensor<std::int32_t, 1>{14}));
  moved = any_tensor(tensor<double, 1>{5});
  CHECK(any_tensor(moved * 2.0) == any_tensor(tensor<double, 1>{10}));
  b = any_tensor();
  CHECK(any_tensor(sum_of_a) == any_tensor(tensor<double, 1>{2, 4})); // it shares the memory
}

TEST_CASE("any_tensor: several threads may take a tensor as an operand first") {
  for (int round = 0; round < 200; ++round) {
    any_tensor const x(tensor<double, 1>{1, 2, 3});
    std::atomic<int> right{0};
    const auto ask = [&] { right += any_tensor(x * 2.0 + x) == any_tensor(tensor<double, 1>{3, 6, 9}) ? 1 : 0; };
    std::thread first(ask), second(ask);
    ask();
    first.join();
    second.join();
    CHECK(right == 3);
  }
}
