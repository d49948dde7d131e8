#include <weft/io/c_tensor.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>

#include <doctest/doctest.h>

#include <complex>
#include <cstdint>
#include <limits>
#include <type_traits>

using namespace weft;

// c_tensor.c
extern "C" {
double c_sum(weft_tensor_t const* t);
void c_add(weft_tensor_t const* t, double value);
weft_tensor_t c_transposed(weft_tensor_t t);
weft_tensor_t c_made(double* values, int64_t rows, int64_t columns);
}

namespace {

/// There and back: the same memory, shape and strides.
template <class X>
void check_round_trip(X& x) {
  weft_tensor_t const t = to_c(x);
  CHECK((t.values == x.data() && t.size == x.size() && t.rank == x.rank()));
  auto const back = from_c<std::remove_pointer_t<decltype(x.data())>>(t);
  CHECK((back.data() == x.data() && back.shape() == x.shape() && back.ownership() == borrowed));
  for (int k = 0; k < x.rank(); ++k)
    CHECK((t.shape[k] == x.extent(k) && t.strides[k] == x.stride(k) && back.stride(k) == x.stride(k)));
}

} // namespace

TEST_CASE("c_tensor: to C and back, for every class of strides and form of shape") {
  tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}};
  tensor<double, 2, column_major> f = a;
  tensor<double, fixed<2, 3>> inside = a;
  tensor<double> runtime = a;
  tensor<double, 0> s = 1.5;
  tensor<double, 2> none(0, 3);
  tensor<double, 2> const fixed_values = a;
  check_round_trip(a);
  check_round_trip(f);
  check_round_trip(inside);
  check_round_trip(runtime);
  check_round_trip(s);
  check_round_trip(none);
  check_round_trip(fixed_values);
  CHECK(to_c(fixed_values).read_only != 0);
  CHECK(to_c(a).read_only == 0);
  auto turned = reverse(transpose(a), 1);
  check_round_trip(turned);
  auto repeated = broadcast_to(s, shape(70000, 70000));
  check_round_trip(repeated);
  CHECK(to_c(repeated).size == 4900000000);
  CHECK(to_c(a(1)).values == &a(1, 0)); // a view that is a temporary borrows what lives on
  auto const back = from_c<double, 2>(c_transposed(to_c(a)));
  CHECK(back == tensor<double, 2>{{1, 4}, {2, 5}, {3, 6}});
  static_assert(std::is_same_v<decltype(from_c<double const, 2, row_major>(to_c(a))), view<double const, 2, row_major>>);
  CHECK(from_c<double const, 2, row_major>(to_c(a)) == a);
  CHECK(from_c<double, fixed<2, 3>>(to_c(a)) == a);
}

TEST_CASE("c_tensor: C reads and writes the elements, and makes tensors") {
  tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}};
  auto t = to_c(a);
  CHECK(c_sum(&t) == 21);
  auto part = reverse(transpose(a(all, range(0, 3, 2))), 0);
  t = to_c(part);
  CHECK(c_sum(&t) == 14);
  c_add(&t, 10);
  CHECK(a == tensor<double, 2>{{11, 2, 13}, {14, 5, 16}});
  tensor<double, 2> const locked = a;
  t = to_c(locked);
  c_add(&t, 10);
  CHECK(locked == a);
  tensor<double, 0> s = 1.5;
  t = to_c(s);
  CHECK(c_sum(&t) == 1.5);
  double memory[] = {1, 2, 3, 4, 5, 6};
  CHECK(from_c<double, 2>(c_made(memory, 3, 2)) == tensor<double, 2>{{1, 2}, {3, 4}, {5, 6}});
  tensor<std::complex<float>, 1> z(3);
  CHECK(to_c(z).dtype == weft_dtype_complex64);
  tensor<bool, 1> b(3);
  CHECK(to_c(b).dtype == weft_dtype_boolean);
}

TEST_CASE("c_tensor: fields that make no tensor are refused") {
  tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}};
  weft_tensor_t const good = to_c(a);
  auto const changed = [&](auto change) {
    weft_tensor_t t = good;
    change(t);
    return t;
  };
  using t = weft_tensor_t&;
  CHECK_THROWS_AS((from_c<float, 2>(good)), dtype_error);
  CHECK_THROWS_AS((from_c<double, 2>(changed([](t x) { x.dtype = 13; }))), dtype_error);
  CHECK_THROWS_AS((from_c<double, 2>(changed([](t x) { x.dtype = -1; }))), dtype_error);
  CHECK_THROWS_AS((from_c<double, 2>(changed([](t x) { x.read_only = 1; }))), dtype_error);
  CHECK_NOTHROW((from_c<double const, 2>(changed([](t x) { x.read_only = 1; }))));
  CHECK_THROWS_AS((from_c<double>(changed([](t x) { x.rank = 17; }))), shape_error);
  CHECK_THROWS_AS((from_c<double>(changed([](t x) { x.rank = -1; }))), shape_error);
  CHECK_THROWS_AS((from_c<double>(changed([](t x) { x.shape[0] = -2; }))), shape_error);
  CHECK_THROWS_AS((from_c<double>(changed([](t x) { x.shape[0] = std::numeric_limits<std::int64_t>::max(); }))), shape_error);
  CHECK_THROWS_AS((from_c<double>(changed([](t x) { x.size = 5; }))), shape_error);
  CHECK_THROWS_AS((from_c<double>(changed([](t x) { x.values = static_cast<char*>(x.values) + 1; }))), layout_error);
  CHECK_THROWS_AS((from_c<double, 3>(good)), shape_error);
  CHECK_THROWS_AS((from_c<double, fixed<3, 2>>(good)), shape_error);
  CHECK_THROWS_AS((from_c<double, 2, column_major>(good)), layout_error);
}
