#include <support/checked.hpp>
#include <support/message.hpp>
#include <weft/dynamic/any_tensor.hpp>
#include <weft/io/print.hpp>
#include <weft/ops/compare.hpp>
#include <weft/ops/diag.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/reduce.hpp>

#include <doctest/doctest.h>

#include <complex>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

using namespace weft;

namespace {

using support::message_of;
using numbers = std::vector<double>;

/// The elements in row-major order, read by hand; of complex numbers the sum of both parts, which no test has alike for
/// two numbers.
template <class X>
numbers values(X const& x) {
  any_tensor const u{any_expr<>(x)};
  numbers out;
  visit(
      [&]<class T>(view<T const> const& v) {
        for (index_t i = 0; i < v.size(); ++i)
          if constexpr (is_complex<T>)
            out.push_back(static_cast<double>(v.data()[i].real() + v.data()[i].imag()));
          else
            out.push_back(static_cast<double>(v.data()[i]));
      },
      u);
  return out;
}

constexpr dtype every[] = {dtype::int8,   dtype::int16,   dtype::int32,   dtype::int64,     dtype::uint8,     dtype::uint16,
                           dtype::uint32, dtype::uint64,  dtype::float32, dtype::float64,   dtype::complex64, dtype::complex128};

/// 0 ... 11 as a matrix of 3 x 4.
any_tensor counted(dtype t) {
  any_tensor u(t, shape(3, 4));
  visit(
      [](auto const& v) {
        using T = typename std::remove_cvref_t<decltype(v)>::value_type;
        for (int i = 0; i < 12; ++i)
          v.data()[i] = static_cast<T>(static_cast<float>(i % 128));
      },
      u);
  return u;
}

} // namespace

TEST_CASE("any_view: parts are written in every element type, as NumPy writes them") {
  for (dtype t : every) {
    CAPTURE(to_string(t));
    any_tensor u = counted(t);
    u(0, all) = 5;
    CHECK(values(u) == numbers{5, 5, 5, 5, 4, 5, 6, 7, 8, 9, 10, 11});
    u = counted(t);
    u(range(2, -1, -1), range(3, 0, -2)) = any_expr<>(tensor<std::int8_t, 2>{{10, 20}, {30, 40}, {50, 60}});
    CHECK(values(u) == numbers{0, 60, 2, 50, 4, 40, 6, 30, 8, 20, 10, 10});
    u = counted(t);
    u(all, range(1, 3)) += tensor<std::int8_t, 2>{{10}, {20}, {30}};
    CHECK(values(u) == numbers{0, 11, 12, 3, 4, 25, 26, 7, 8, 39, 40, 11});
    u = counted(t);
    u(ellipsis) = u(range(2, -1, -1), range(3, -1, -1));
    CHECK(values(u) == numbers{11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0});
    u = counted(t);
    u(end - 1, end - 2) = 77;
    u(0, 0) -= u(1, 1);
    u(0, 0) += 6;
    CHECK(values(u) == numbers{1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 77, 11});
    u(1) = u(0, all) * u(2, 1);
    CHECK(values(u) == numbers{1, 1, 2, 3, 9, 9, 18, 27, 8, 9, 77, 11});
    CHECK(u.dtype() == t);
  }
}

TEST_CASE("any_view: masks of elements of type bool") {
  any_tensor u(dtype::boolean, shape(2, 3));
  u(0, range(2, -1, -1)) = tensor<bool, 1>{true, true, false};
  u(1, 0) = true;
  u(1, all) |= tensor<bool, 1>{false, true, false};
  CHECK(values(u) == numbers{0, 1, 1, 1, 1, 0});
  u(all, 1) ^= true;
  CHECK(values(u) == numbers{0, 0, 1, 1, 0, 0});
}

TEST_CASE("any_view: source and target overlap") {
  any_tensor u(tensor<int, 1>{0, 1, 2, 3, 4, 5, 6, 7});
  u(range(1, end)) = u(range(0, end - 1));
  CHECK(values(u) == numbers{0, 0, 1, 2, 3, 4, 5, 6});
  u = any_tensor(tensor<int, 1>{0, 1, 2, 3, 4, 5, 6, 7});
  u(range(2, 7)) = u(range(6, 1, -1));
  CHECK(values(u) == numbers{0, 1, 6, 5, 4, 3, 2, 7});
  u(range(0, 7)) += u(range(1, 8));
  CHECK(values(u) == numbers{1, 7, 11, 9, 7, 5, 9, 7});
  any_tensor m = counted(dtype::float32);
  m(range(0, 3), range(0, 3)) = transpose(m)(range(0, 3), all);
  CHECK(values(m) == numbers{0, 4, 8, 3, 1, 5, 9, 7, 2, 6, 10, 11});
}

TEST_CASE("any_view: no elements, and one of rank 0") {
  any_tensor u = counted(dtype::int16);
  u(range(1, 1), all) = 9;
  u(all, range(4, end)) += any_tensor(dtype::int16, shape(3, 0));
  CHECK(values(u) == values(counted(dtype::int16)));
  any_tensor one(dtype::float64, shape());
  one() = 2.5;
  one(ellipsis) *= 2;
  CHECK(double(one()) == 5.0);
  CHECK(one(newaxis, newaxis).shape() == shape(1, 1));
  any_tensor none(dtype::float32, shape(0, 3));
  none(all, 1) = 4;
  none = 1;
  CHECK(none.shape() == shape(0, 3));
}

TEST_CASE("any_view: what it is") {
  any_tensor u = counted(dtype::int32);
  any_view const v = u(range(2, -1, -2), range(1, 4, 2));
  CHECK(v.dtype() == dtype::int32);
  CHECK(v.rank() == 2);
  CHECK(v.shape() == shape(2, 2));
  CHECK(v.extent(1) == 2);
  CHECK(v.strides() == shape(-8, 2));
  CHECK(v.stride(0) == -8);
  CHECK(v.size() == 4);
  CHECK(!v.empty());
  CHECK(!v.is_contiguous());
  CHECK(u(1, all).is_contiguous());
  CHECK(v.ownership() == shared);
  CHECK(v.data() == static_cast<std::int32_t*>(u.data()) + 9);
  CHECK(values(v) == numbers{9, 11, 1, 3});
  CHECK(to_string(v) == "[[ 9 11]\n [ 1  3]]");
  auto const typed = v.as<std::int32_t, 2>();
  typed(0, 1) = -4;
  CHECK(int(u(2, 3)) == -4);
  CHECK(v.as<std::int32_t, fixed<2, 2>>()(1, 0) == 1);
  CHECK(message_of([&] { static_cast<void>(v.as<float>()); }) ==
        "weft: any_view::as: the elements are int32, not float32");
  CHECK_THROWS_AS((static_cast<void>(v.as<std::int32_t, 1>())), shape_error);
  CHECK(visit([](auto const& x) { return x.size(); }, v) == 4);
  static_assert(std::is_same_v<decltype(std::as_const(u)(0, all)), any_expr<>>);
  static_assert(std::is_same_v<decltype(std::as_const(u).at({0})), any_expr<>>);
  CHECK(values(std::as_const(u)(1, range(3, -1, -1))) == numbers{7, 6, 5, 4});
  CHECK(u.extent(0) == 3);
  CHECK(u.stride(0) == 4);
  CHECK(u.is_contiguous());
  CHECK(!u.empty());
}

TEST_CASE("any_view: elements as numbers") {
  any_tensor u = counted(dtype::float32);
  CHECK(double(u(1, 2)) == 6.0);
  CHECK(float(u[{2, 3}]) == 11.0f);
  CHECK(u.at(0, end - 1).as<float, 0>() == 3.0f);
  u[{0, 1}] = 2.5;
  u.at(1, 0) = -1;
  CHECK(float(u(0, 1)) == 2.5f);
  CHECK(float(std::as_const(u)[{1, 0}]) == -1.0f);
  CHECK(float(std::as_const(u).at(1, 0)) == -1.0f);
  CHECK(message_of([&] { static_cast<void>(int(u(0, 1))); }) == "weft: any_expr: the elements are float32, not int32");
  CHECK_THROWS_AS(static_cast<void>(double(u(0, all))), shape_error);
  CHECK_THROWS_AS(static_cast<void>(u(3, 0)), index_error);
  CHECK_THROWS_AS(static_cast<void>(u(0, -1)), index_error);
  CHECK_THROWS_AS(static_cast<void>(u.at(1)), index_error);
  CHECK_THROWS_AS(static_cast<void>(u[{1, 2, 3}]), index_error);
  CHECK_THROWS_AS(static_cast<void>(u(0, 0, 0)), index_error);
  CHECK_THROWS_AS(static_cast<void>(u(all, range(0, 5))), index_error);
}

TEST_CASE("any_view: what is refused leaves the elements as they were") {
  any_tensor u = counted(dtype::int32);
  CHECK(message_of([&] { u(0, all) = 2.5; }) == "weft: assignment: the elements are float64, not int32");
  CHECK(message_of([&] { u(0, all) *= 0.5f; }) == "weft: operator*=: the elements are float32, not int32");
  CHECK(message_of([&] { u(0, all) = tensor<int, 1>(shape(3)); }) ==
        message_of([&] { tensor<int, 2>(shape(3, 4))(0, all) = tensor<int, 1>(shape(3)); }));
  CHECK(message_of([&] { u(0, all) = tensor<int, 2>(shape(2, 4)); }) ==
        message_of([&] { tensor<int>(shape(3, 4))(0, all) = tensor<int>(shape(2, 4)); }));
  CHECK(message_of([&] { u(0, all) += tensor<int, 1>(shape(3)); }) ==
        message_of([&] { tensor<int, 2>(shape(3, 4))(0, all) += tensor<int, 1>(shape(3)); }));
  CHECK_THROWS_AS((u(0, all) = tensor<std::complex<float>, 1>(shape(4))), dtype_error);
  CHECK_THROWS_AS(u(0, all) /= 0, error);
  CHECK(values(u) == values(counted(dtype::int32)));
}

TEST_CASE("any_view: assignments convert as those to typed views do") {
  any_tensor u(dtype::uint8, shape(3));
  u(ellipsis) = tensor<int, 1>{300, -1, 7};
  CHECK(values(u) == numbers{44, 255, 7});
  u(range(0, 2)) += 2;
  CHECK(values(u) == numbers{46, 1, 7});
  any_tensor f(dtype::float32, shape(2));
  f(0) = 0.1;
  CHECK(double(f(0)) == double(0.1f));
  f(1) = std::int64_t(1) << 40;
  CHECK(double(f(1)) == 1099511627776.0);
  any_tensor c(dtype::complex64, shape(2));
  c(0) = 3;
  c(1) = std::complex<double>(1, -2);
  c(ellipsis) *= std::complex<float>(0, 1);
  CHECK((c.as<std::complex<float>, 1>()(0) == std::complex<float>(0, 3)));
  CHECK((c.as<std::complex<float>, 1>()(1) == std::complex<float>(2, 1)));
}

TEST_CASE("any_view: handles share memory, keep it, and are pointed elsewhere") {
  any_view row = counted(dtype::int32)(1, all); // of a tensor that has gone
  any_view const same = row;
  row(0) = 40;
  CHECK(values(same) == numbers{40, 5, 6, 7});
  row = 3;
  CHECK(values(same) == numbers{3, 3, 3, 3});
  any_tensor u = counted(dtype::float64);
  row.rebind(u(0, range(2, 4)));
  row += 1;
  CHECK(row.dtype() == dtype::float64);
  CHECK(values(u) == numbers{0, 1, 3, 4, 4, 5, 6, 7, 8, 9, 10, 11});
  u(2, all) = u(1, all);
  row(ellipsis) = u(2, range(0, 2));
  CHECK(values(u) == numbers{0, 1, 4, 5, 4, 5, 6, 7, 4, 5, 6, 7});
  any_tensor const copied = u(1, all);
  any_tensor taken;
  taken = u(1, all);
  u(1, all) = 0;
  CHECK(values(copied) == numbers{4, 5, 6, 7});
  CHECK(values(taken) == numbers{4, 5, 6, 7});
  CHECK(copied == taken);
  CHECK(u(1, all) == any_tensor(dtype::float64, shape(4)));
  row.fill(2);
  CHECK(values(u(0, all)) == numbers{0, 1, 2, 2});
}

TEST_CASE("any_view: of typed tensors") {
  tensor<float, 2> a{{1, 2, 3}, {4, 5, 6}};
  any_view v(a);
  CHECK(v.ownership() == borrowed);
  v(all, 1) *= 10;
  CHECK(a == tensor<float, 2>{{1, 20, 3}, {4, 50, 6}});
  any_view turned(transpose(a)(range(2, -1, -1), all));
  turned(0, all) = tensor<int, 1>{7, 8};
  CHECK(a == tensor<float, 2>{{1, 20, 7}, {4, 50, 8}});
  a(all, 0) = v(all, 2).as<float, 1>();
  CHECK(a(1, 0) == 8);
#if WEFT_CHECK_BOUNDS
  any_view dead = [] {
    tensor<float, 1> gone(shape(40), 1.0f);
    return any_view(gone);
  }();
  CHECK_THROWS_AS(dead = 1, layout_error);
  CHECK_THROWS_AS(static_cast<void>(any_tensor(dead + 1)), layout_error);
#endif
}

TEST_CASE("any_view: functions that view give one") {
  any_tensor u = counted(dtype::int32);
  transpose(u)(0, all) = tensor<int, 1>{-1, -2, -3};
  CHECK(values(u) == numbers{-1, 1, 2, 3, -2, 5, 6, 7, -3, 9, 10, 11});
  diagonal(u) = 0;
  flip(u, 0)(0, range(1, 3)) += 100;
  CHECK(values(u) == numbers{0, 1, 2, 3, -2, 0, 6, 7, -3, 109, 100, 11});
  reshape(u, shape(2, 6))(1, all) = 1;
  CHECK(values(u) == numbers{0, 1, 2, 3, -2, 0, 1, 1, 1, 1, 1, 1});
  CHECK_THROWS_AS(static_cast<void>(reshape(transpose(u), shape(12))), layout_error);
  static_assert(std::is_same_v<decltype(broadcast_to(u, shape(2, 3, 4))), any_expr<>>); // elements repeat
  static_assert(std::is_same_v<decltype(transpose(std::as_const(u))), any_expr<>>);
  CHECK(values(reshape(u + 1, shape(12))(range(0, 3))) == numbers{1, 2, 3});
  any_view const same = u(all, range(0, 2));
  CHECK(same_shape_and_type(same, any_tensor(dtype::int32, shape(3, 2))));
  CHECK(same_shape_and_type(tensor<int, 2>(shape(3, 2)), same));
  CHECK(!same_shape_and_type(same, tensor<unsigned, 2>(shape(3, 2))));
  CHECK(!same_shape_and_type(same, u));
}

TEST_CASE("any_view: numbers fill an any_tensor") {
  any_tensor u(dtype::int8, shape(2, 2));
  u = 7;
  CHECK(values(u) == numbers{7, 7, 7, 7});
  u.fill(-3);
  CHECK(values(u) == numbers{-3, -3, -3, -3});
  CHECK(u.dtype() == dtype::int8);
  CHECK_THROWS_AS(u = 0.5, dtype_error);
  u(0, all) = true;
  CHECK(values(u) == numbers{1, 1, -3, -3});
}
