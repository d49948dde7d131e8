#include <support/message.hpp>
#include <weft/dynamic/masked.hpp>
#include <weft/dynamic/pick.hpp>
#include <weft/ops/complex.hpp>
#include <weft/ops/compare.hpp>
#include <weft/ops/reduce.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

using namespace weft;

namespace {

using support::message_of;
using numbers = std::vector<double>;

constexpr dtype sizes[] = {dtype::int8, dtype::uint16, dtype::float32, dtype::int64, dtype::complex128};

numbers values(any_tensor const& x) {
  any_tensor const u = real(cast(x, dtype::complex128));
  auto const v = u.as<double>();
  return numbers(v.data(), v.data() + v.size());
}
any_tensor counted(dtype t) {
  tensor<int, 2> a(shape(3, 4));
  for (int i = 0; i < 12; ++i)
    a.data()[i] = i;
  return cast(any_expr<>(a), t);
}

} // namespace

TEST_CASE("masked: of an any_tensor, written and changed") {
  for (dtype t : sizes) {
    CAPTURE(to_string(t));
    any_tensor u = counted(t);
    any_tensor const thirds = equal(counted(dtype::int32) % 3, 0);
    masked(u, thirds) = -1 * cast(any_expr<>(tensor<int, 1>{1, 2, 3, 4}), dtype::int8);
    if (t != dtype::uint16)
      CHECK(values(u) == numbers{-1, 1, 2, -4, 4, 5, -3, 7, 8, -2, 10, 11});
    u = counted(t);
    masked(u, thirds) += 100;
    CHECK(values(u) == numbers{100, 1, 2, 103, 4, 5, 106, 7, 8, 109, 10, 11});
    u = counted(t);
    masked(u(range(2, -1, -1), all), tensor<bool, 2>{{true}, {false}, {false}}) = 50;
    CHECK(values(u) == numbers{0, 1, 2, 3, 4, 5, 6, 7, 50, 50, 50, 50});
  }
}

TEST_CASE("masked: what does not fit is refused, and nothing is written") {
  any_tensor u = counted(dtype::int32);
  CHECK_THROWS_AS(masked(u, u) = 1, dtype_error);
  CHECK_THROWS_AS(masked(u, u > 3) = 0.5, dtype_error);
  CHECK_THROWS_AS((masked(u, u > 3) = tensor<int, 1>(shape(3))), shape_error);
  CHECK_THROWS_AS((masked(u, tensor<bool, 3>(shape(2, 1, 1))) = 1), shape_error);
  CHECK(u == counted(dtype::int32));
}

TEST_CASE("compress: elements where a mask is true") {
  for (dtype t : sizes) {
    CAPTURE(to_string(t));
    any_tensor const u = counted(t);
    any_tensor const picked = compress(equal(counted(dtype::int32) % 3, 0), u);
    CHECK(picked.dtype() == t);
    CHECK(values(picked) == numbers{0, 3, 6, 9});
    CHECK(values(compress(tensor<bool, 1>{true, false, false, true}, u, 1)) == numbers{0, 3, 4, 7, 8, 11});
    CHECK(values(compress(any_tensor(tensor<bool, 1>{true, false, true}), u, 0)) ==
          numbers{0, 1, 2, 3, 8, 9, 10, 11});
    CHECK(values(compress(tensor<bool, 1>{false, true, true, false}, flip(u, 1) + u)) ==
          numbers{3, 3, 11, 11, 19, 19});
    CHECK(compress(tensor<bool, 1>{false, false, false, false}, u).shape() == shape(0));
  }
  any_tensor const u = counted(dtype::int32);
  CHECK_THROWS_AS(static_cast<void>(compress(u, u)), dtype_error);
  CHECK_THROWS_AS(static_cast<void>(compress(u > 1, u, 0)), shape_error);
  CHECK_THROWS_AS(static_cast<void>(compress(tensor<bool, 1>{true}, u, 0)), shape_error);
  CHECK_THROWS_AS(static_cast<void>(compress(tensor<bool, 1>{true}, u, 2)), index_error);
  CHECK_THROWS_AS(static_cast<void>(compress(tensor<bool, 1>{true, false}, u)), shape_error);
}

TEST_CASE("picks: elements that tensors of indices pick, read") {
  for (dtype t : sizes) {
    CAPTURE(to_string(t));
    any_tensor u = counted(t);
    any_tensor const rows(tensor<std::int16_t, 1>{2, 0, 2});
    CHECK(values(u(rows, range(1, 3))) == numbers{9, 10, 1, 2, 9, 10});
    CHECK(values(u(rows, range(2, 0, -1))) == numbers{10, 9, 2, 1, 10, 9});
    CHECK(values(u(tensor<int, 2>{{0, 1}, {2, 2}}, tensor<unsigned char, 1>{3, 0})) == numbers{3, 4, 11, 8});
    CHECK(values(u(ellipsis, rows, newaxis)) == numbers{2, 0, 2, 6, 4, 6, 10, 8, 10});
    CHECK(u(newaxis, rows, all).shape() == shape(1, 3, 4));
    CHECK(u(rows, rows(newaxis, all)).shape() == shape(1, 3));
    CHECK(values(static_cast<any_tensor const&>(u)(rows, 1)) == numbers{9, 1, 9});
    CHECK(values(transpose(u)(rows, all) + u(0, 1)) == numbers{3, 7, 11, 1, 5, 9, 3, 7, 11});
    CHECK(u(tensor<int, 1>(shape(0)), all).shape() == shape(0, 4));
    CHECK(u(rows, all).dtype() == t);
  }
}

TEST_CASE("picks: elements that tensors of indices pick, written") {
  for (dtype t : sizes) {
    CAPTURE(to_string(t));
    any_tensor u = counted(t);
    u(tensor<int, 1>{2, 0}, all) = u(tensor<int, 1>{0, 2}, all);
    CHECK(values(u) == numbers{8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3});
    u = counted(t);
    u(tensor<int, 1>{0, 2, 1}, any_tensor(tensor<std::uint64_t, 1>{3, 3, 0})) = tensor<std::int8_t, 1>{7, 8, 9};
    CHECK(values(u) == numbers{0, 1, 2, 7, 9, 5, 6, 7, 8, 9, 10, 8});
    u = counted(t);
    u(tensor<int, 1>{0, 2, 0}, all) += tensor<std::int8_t, 2>{{10}, {20}, {30}};
    CHECK(values(u) == numbers{30, 31, 32, 33, 4, 5, 6, 7, 28, 29, 30, 31});
    u = counted(t);
    flip(u, 1)(all, tensor<int, 1>{0, 1}) = 40;
    CHECK(values(u) == numbers{0, 1, 40, 40, 4, 5, 40, 40, 8, 9, 40, 40});
    u(tensor<int, 1>(shape(0)), all) = 1;
    CHECK(double(u(0, 0).dtype() == dtype::complex128 ? 0.0 : double(u(0, 0))) == 0.0);
  }
  any_tensor i(tensor<int, 1>{3, 2, 1, 0});
  i(i) = i(range(1, 4)) (ellipsis, newaxis)(tensor<int, 1>{0, 1, 2, 0}, 0); // indices that are written over
  CHECK(values(i) == numbers{2, 0, 1, 2});
}

TEST_CASE("u(mask): the elements where a mask is true, read and written, of every type and any strides") {
  tensor<bool, 2> const mask{{true, false, false, true}, {false, false, true, false}, {true, true, false, false}};
  for (dtype t : sizes) {
    any_tensor u = counted(t);
    CHECK(values(any_tensor(u(mask))) == numbers{0, 3, 6, 8, 9});
    CHECK(u(mask).dtype() == t);
    CHECK(any_tensor(u(any_tensor(mask))) == compress(mask, u));
    CHECK(values(any_tensor(flip(u)(mask))) == numbers{11, 8, 5, 3, 2});
    CHECK(values(any_tensor(u(mask(0, all)))) == numbers{0, 3, 4, 7, 8, 11}); // broadcast
    any_tensor const fixed_values = u;
    CHECK(values(any_tensor(fixed_values(mask) + fixed_values(mask))) == numbers{0, 6, 12, 16, 18});
    u(mask) = std::int8_t(7);
    CHECK(values(u) == numbers{7, 1, 2, 7, 4, 5, 7, 7, 7, 7, 10, 11});
    u = counted(t);
    u(any_tensor(mask)) = u(range(2, -1, -1), all);
    CHECK(values(u) == numbers{8, 1, 2, 11, 4, 5, 6, 7, 0, 1, 10, 11});
    u = counted(t);
    u(all, range(3, -1, -2))(mask(all, range(0, 2))) += tensor<std::int8_t, 2>{{10}, {20}, {30}};
    CHECK(values(u) == numbers{0, 1, 2, 13, 4, 5, 6, 7, 8, 39, 10, 41});
  }
  any_tensor one(dtype::int32, shape());
  CHECK(any_tensor(one(one < 1)) == any_tensor(tensor<int, 1>{0}));
  one(one < 1) = 5;
  CHECK(int(one(ellipsis)) == 5);
  CHECK(any_tensor(one(one < 1)).shape() == shape(0));
  CHECK(any_tensor(any_tensor(dtype::int8, shape(0, 3))(tensor<bool, 2>(0, 3))).shape() == shape(0));
}

TEST_CASE("u(mask): what does not fit is refused, and nothing is written") {
  any_tensor u = counted(dtype::int32);
  CHECK_THROWS_AS(static_cast<void>(u(tensor<bool, 1>(3))), shape_error);
  CHECK_THROWS_AS((u(u > 3) = tensor<int, 1>(shape(3))), shape_error);
  CHECK_THROWS_AS((u(u > 3) = 0.5), dtype_error);
  CHECK(message_of([&] { u(u > 3) = u(u > 3); }) ==
        "weft: assignment: x in u(mask) = x has the shape of u: v, not v(mask)");
  CHECK(u == counted(dtype::int32));
}

TEST_CASE("picks: what is no index is refused") {
  any_tensor u = counted(dtype::int32);
  CHECK(message_of([&] { static_cast<void>(any_tensor(u(tensor<int, 1>{0, 3}, all))); }) ==
        message_of([] { static_cast<void>(eval(tensor<int, 2>(shape(3, 4))(tensor<int, 1>{0, 3}, all))); }));
  CHECK(message_of([&] { u(0, tensor<std::uint64_t, 1>{~std::uint64_t(0)}) = 1; }) ==
        message_of([] { tensor<int, 2>(shape(3, 4))(0, tensor<std::uint64_t, 1>{~std::uint64_t(0)}) = 1; }));
  CHECK_THROWS_AS((u(tensor<int, 1>{0, -1}, all) = 1), index_error);
  CHECK(message_of([&] { static_cast<void>(u(u > 3, all)); }) ==
        "weft: subscript: a mask stands alone, as in u(mask): among others nonzero(mask)[0] picks");
  CHECK_THROWS_AS(static_cast<void>(u(any_tensor(dtype::float32, shape(2)))), dtype_error);
  CHECK_THROWS_AS((u(tensor<int, 1>{0, 1}, all) = 0.5), dtype_error);
  CHECK_THROWS_AS((u(tensor<int, 1>{0, 1}, all) = tensor<int, 1>(shape(3))), shape_error);
  CHECK_THROWS_AS((static_cast<void>(u(tensor<int, 1>{0, 1}, tensor<int, 1>{0, 1, 2}))), shape_error);
  CHECK(u == counted(dtype::int32));
}
