// Elements of 16 bits whose type the running program chooses.
#include <weft/dynamic.hpp>
#include <weft/dynamic/sort.hpp>
#include <weft/weft.hpp>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

using namespace weft;

namespace {

constexpr dtype halves[] = {dtype::float16, dtype::bfloat16};

/// x rounded to a type of 16 bits, as a float.
float rounded(dtype t, float x) {
  return t == dtype::float16 ? float(float16(x)) : float(bfloat16(x));
}
float element(any_tensor const& x, index_t i) {
  return x.dtype() == dtype::float16    ? float(static_cast<float16 const*>(x.data())[i])
         : x.dtype() == dtype::bfloat16 ? float(static_cast<bfloat16 const*>(x.data())[i])
                                        : static_cast<float const*>(x.data())[i];
}
/// n numbers of a type of 16 bits.
any_tensor numbers(dtype t, index_t n, int seed) {
  any_tensor x(t, shape(n));
  for (index_t i = 0; i < n; ++i)
    x(i) = std::sin(double(7 * i + seed)) * 3;
  return x;
}
/// Elements that are not what `expected` says of each.
template <class F>
int different(any_tensor const& x, F const& expected) {
  int count = 0;
  for (index_t i = 0; i < x.size(); ++i)
    count += !(element(x, i) == expected(i));
  return count;
}

} // namespace

TEST_CASE("any_tensor of 16 bits: a statement computes floats and rounds what it stores") {
  for (const dtype t : halves)
    for (const index_t n : {1, 17, 1000, 9000}) {
      CAPTURE(to_string(t));
      CAPTURE(n);
      const any_tensor a = numbers(t, n, 1), b = numbers(t, n, 2), c = numbers(t, n, 3);
      const auto x = [&](index_t i) { return element(a, i); };
      const auto y = [&](index_t i) { return element(b, i); };
      const auto z = [&](index_t i) { return element(c, i); };
      any_tensor r = a + b;
      CHECK(r.dtype() == t);
      CHECK(different(r, [&](index_t i) { return rounded(t, x(i) + y(i)); }) == 0);
      r = (a - b) / c;
      CHECK(r.dtype() == t);
      CHECK(different(r, [&](index_t i) { return rounded(t, (x(i) - y(i)) / z(i)); }) == 0);
      r = a * 1e-8 / 1e-8;
      CHECK(different(r, [&](index_t i) { return rounded(t, x(i) * 1e-8f / 1e-8f); }) == 0);
      r += b;
      CHECK(r.dtype() == t);
      const any_tensor wide = cast(a * b, dtype::float32);
      CHECK(different(wide, [&](index_t i) { return x(i) * y(i); }) == 0);
      const any_tensor twice = cast(cast(a * b, t), dtype::float32) + cast(a, dtype::float32);
      CHECK(twice.dtype() == dtype::float32);
      r = where(a < b, abs(a), sqrt(abs(b)));
      CHECK(r.dtype() == t);
      CHECK(different(r, [&](index_t i) {
              return rounded(t, x(i) < y(i) ? std::abs(x(i)) : std::sqrt(std::abs(y(i))));
            }) == 0);
      r = reverse(a, 0) - a;
      CHECK(different(r, [&](index_t i) { return rounded(t, x(n - 1 - i) - x(i)); }) == 0);
    }
}

TEST_CASE("any_tensor of 16 bits: types") {
  const auto of = [](dtype t) { return any_tensor(t, shape(2)); };
  const any_tensor h = of(dtype::float16), b = of(dtype::bfloat16);
  CHECK((h + h).dtype() == dtype::float16);
  CHECK((h + b).dtype() == dtype::float32);
  CHECK((b + of(dtype::int8)).dtype() == dtype::bfloat16);
  CHECK((h * of(dtype::boolean)).dtype() == dtype::float16);
  CHECK((h + of(dtype::int16)).dtype() == dtype::float32);
  CHECK((h + of(dtype::float32)).dtype() == dtype::float32);
  CHECK((h + of(dtype::float64)).dtype() == dtype::float64);
  CHECK((h + of(dtype::complex64)).dtype() == dtype::complex64);
  CHECK((h * 2.0).dtype() == dtype::float16);
  CHECK((1 - b).dtype() == dtype::bfloat16);
  CHECK((h < b).dtype() == dtype::boolean);
  CHECK(isnan(b).dtype() == dtype::boolean);
  CHECK(exp(-h).dtype() == dtype::float16);
  CHECK(sum(h).dtype() == dtype::float32);
  CHECK(mean(b).dtype() == dtype::float32);
  CHECK(max(b, 0).dtype() == dtype::float32);
  CHECK(argmax(b).dtype() == dtype::int64);
  CHECK(cumsum(h).dtype() == dtype::float32);
  CHECK(cummax(h).dtype() == dtype::float16);
  CHECK(result_type(h, b) == dtype::float32);
  CHECK(result_type(h, 2.0) == dtype::float16);
  CHECK(isdtype(h.dtype(), dtype_kind::real_floating));
  CHECK_THROWS_AS(static_cast<void>(any_tensor(h << 1)), dtype_error);
}

TEST_CASE("any_tensor of 16 bits: casts round once, and keep each number") {
  for (const dtype t : halves) {
    CAPTURE(to_string(t));
    // A little above half way from 1 to the next number, by less than a float sees.
    const double above = 1 + (t == dtype::float16 ? 0x1p-11 : 0x1p-8) + 0x1p-40;
    const any_tensor d = full(dtype::float64, shape(3), above);
    CHECK(element(cast(d, t), 1) == rounded(t, 1) + (t == dtype::float16 ? 0x1p-10f : 0x1p-7f));
    const any_tensor i = cast(arange(dtype::int32, 300), t);
    CHECK(different(i, [&](index_t k) { return rounded(t, float(k)); }) == 0);
    CHECK(any_tensor(cast(i(range(0, 100)), dtype::int16)) == any_tensor(arange(dtype::int16, 100)));
    CHECK(any_tensor(cast(i(range(0, 100)), dtype::complex128)) == any_tensor(cast(arange(dtype::int16, 100), dtype::complex128)));
    CHECK(element(cast(any_tensor(tensor<bool, 1>{false, true}), t), 1) == 1);
    for (const dtype u : halves)
      CHECK(different(cast(numbers(t, 50, 4), u), [&](index_t k) { return rounded(u, element(numbers(t, 50, 4), k)); }) == 0);
    CHECK_THROWS_AS(static_cast<void>(cast(any_tensor(dtype::complex64, shape(1)), t)), dtype_error);
    any_tensor whole(dtype::int32, shape(3));
    CHECK_THROWS_AS(whole += numbers(t, 3, 1), dtype_error);
  }
  const std::int64_t middle = (std::int64_t(1) << 62) + (std::int64_t(1) << 54); // see test/base/half.cpp
  const any_tensor b = cast(any_tensor(tensor<std::int64_t, 1>{middle, middle + 1}), dtype::bfloat16);
  CHECK(static_cast<bfloat16 const*>(b.data())[0].bits() == 0x5e80);
  CHECK(static_cast<bfloat16 const*>(b.data())[1].bits() == 0x5e81);
  // An explicit cast is rounded, the result of an operation is not before it is stored.
  const any_tensor h = full(dtype::float16, shape(1), 60000);
  CHECK(element(any_tensor(h * 2 / 2), 0) == element(h, 0));
  CHECK(std::isinf(element(any_tensor(cast(h * 2, dtype::float16) / 2), 0)));
}

TEST_CASE("any_tensor of 16 bits: reductions, running results, products") {
  for (const dtype t : halves) {
    CAPTURE(to_string(t));
    const index_t n = 1000;
    const any_tensor a = numbers(t, n, 5), b = numbers(t, n, 6);
    double total = 0, product = 0;
    float most = -10;
    for (index_t i = 0; i < n; ++i) {
      total += double(element(a, i));
      product += double(element(a, i)) * double(element(b, i));
      most = std::fmax(most, element(a, i));
    }
    CHECK(std::abs(double(sum(a)) - total) < 1e-3);
    CHECK(std::abs(double(mean(a)) - total / double(n)) < 1e-6);
    CHECK(double(max(a)) == double(most));
    const any_tensor running = cumsum(a);
    CHECK(std::abs(double(element(running, n - 1)) - total) < 1e-2);
    CHECK(element(any_tensor(cummax(a)), n - 1) == most);
    const any_tensor p = dot(a, b);
    CHECK(p.dtype() == t);
    CHECK(std::abs(double(element(p, 0)) - product) <= std::abs(product) * 0.005 + 1e-3);
    any_tensor x(t, shape(5, 7)), y(t, shape(7, 4));
    for (index_t i = 0; i < 5; ++i)
      for (index_t k = 0; k < 7; ++k)
        x(i, k) = i - k;
    for (index_t k = 0; k < 7; ++k)
      for (index_t j = 0; j < 4; ++j)
        y(k, j) = k + 2 * j;
    const any_tensor m = matmul(x, y);
    CHECK(m.dtype() == t);
    CHECK(different(m, [&](index_t at) {
            float s = 0; // small integers, so exact
            for (index_t k = 0; k < 7; ++k)
              s += float((at / 4 - k) * (k + 2 * (at % 4)));
            return rounded(t, s);
          }) == 0);
    CHECK(any_tensor(einsum("ik,kj->ij", x, y)) == m);
  }
}

TEST_CASE("any_tensor of 16 bits: order, picks, and parts are those of the elements") {
  for (const dtype t : halves) {
    CAPTURE(to_string(t));
    any_tensor a(t, shape(6));
    const double values[] = {3, std::numeric_limits<double>::quiet_NaN(), -2, 3, -0.5, 1};
    for (index_t i = 0; i < 6; ++i)
      a(i) = values[i];
    const any_tensor s = sort(a);
    CHECK(s.dtype() == t);
    const float expected[] = {-2, -0.5f, 1, 3, 3};
    for (index_t i = 0; i < 5; ++i)
      CHECK(element(s, i) == expected[i]);
    CHECK(std::isnan(element(s, 5)));
    CHECK(any_tensor(argsort(a)) == any_tensor(tensor<index_t, 1>{2, 4, 5, 0, 3, 1}));
    CHECK(unique(a).size() == 5);
    CHECK(any_tensor(searchsorted(s(range(0, 5)), full(t, shape(1), 2))) == any_tensor(tensor<index_t, 1>{3}));
    CHECK(element(any_tensor(partition(a, 2)), 2) == 1);
    CHECK(element(any_tensor(take(a, tensor<int, 1>{4, 2}, 0)), 1) == -2);
    CHECK(element(any_tensor(concatenate(0, a, a)), 6) == 3);
    CHECK(element(any_tensor(median(a(range(2, 6)))), 0) == 0.25f);
    a(range(1, 3)) = 7;
    CHECK(element(a, 1) == 7);
    CHECK(element(a, 3) == 3);
    CHECK(double(a(4)) == -0.5);
    const any_tensor same = a;
    CHECK(same == a);
    CHECK(visit(types<float16, bfloat16>, [](auto const& v) { return double(v(2)); }, a) == 7);
  }
  any_tensor h(dtype::float16, shape(2));
  h.as<float16>() = tensor<float16, 1>{float16(1.5f), float16(2.0f)} * 2;
  CHECK(element(h, 0) == 3);
  CHECK_THROWS_AS(static_cast<void>(h.as<float>()), dtype_error);
}

TEST_CASE("any_tensor of 16 bits: matrices are factored as float") {
  for (const dtype t : halves) {
    const any_tensor m = eye(t, 3) * 2;
    CHECK(m.dtype() == t);
    CHECK(any_tensor(linalg::inv(m)) == any_tensor(eye(dtype::float32, 3) * 0.5f));
    CHECK(double(any_expr<>(linalg::det(m))) == doctest::Approx(8));
  }
}

TEST_CASE("any_expr of 16 bits: typed expressions in expressions of the run time") {
  tensor<float16, 1> a{float16(1), float16(2), float16(3)};
  const any_expr<> e(a * a + 1);
  CHECK(e.dtype() == dtype::float16);
  const any_tensor x = e * 2;
  CHECK(x.dtype() == dtype::float16);
  CHECK(different(x, [](index_t i) { return float(2 * ((i + 1) * (i + 1) + 1)); }) == 0);
  const any_tensor y = any_expr<>(a) - 1;
  CHECK(different(y, [](index_t i) { return float(i); }) == 0);
  tensor<float, 1> f = any_expr<float16>(a) / 4;
  CHECK(f(2) == 0.75f);
}

TEST_CASE("nan_to_num of 16 bits: the ends of the type, and nothing beside the elements is written") {
  const float inf = std::numeric_limits<float>::infinity(), NaN = std::numeric_limits<float>::quiet_NaN();
  for (const dtype t : halves) {
    const float most = t == dtype::float16 ? 65504.0f : 0x1.fep127f;
    const any_tensor x = cast(any_tensor(tensor<float, 1>{1.5f, inf, -inf, NaN, -2}), t);
    const float ends[] = {1.5f, most, -most, 0, -2}, own[] = {1.5f, 7, -8, 9, -2};
    CHECK(nan_to_num(x).dtype() == t);
    CHECK(different(nan_to_num(x), [&](index_t i) { return ends[i]; }) == 0);
    CHECK(different(nan_to_num(x, 9, 7, -8), [&](index_t i) { return own[i]; }) == 0);
    // As many elements as two blocks of memory hold that lie beside each other: all of both stay what they are.
    for (index_t n : {31, 32, 33, 1000}) {
      const any_tensor many = numbers(t, n, 1), other = numbers(t, n, 2), kept = copy(other);
      CHECK(nan_to_num(many) == many);
      CHECK(other == kept);
    }
  }
  const tensor<float16, 1> typed{float16(inf), float16(NaN), float16(2)};
  const tensor<float16, 1> numbers_alone = nan_to_num(typed), given = nan_to_num(typed, float16(1), float16(3));
  CHECK((float(numbers_alone(0)) == 65504 && float(numbers_alone(1)) == 0 && float(numbers_alone(2)) == 2));
  CHECK((float(given(0)) == 3 && float(given(1)) == 1));
  const tensor<bfloat16, 1> wide = nan_to_num(tensor<bfloat16, 1>{bfloat16(-inf)});
  CHECK(float(wide(0)) == -0x1.fep127f);
}

TEST_CASE("polar and isin of 16 bits") {
  for (const dtype t : halves) {
    const any_tensor r = cast(any_tensor(tensor<float, 1>{2, -3}), t), zero(t, shape(2));
    CHECK(polar(r, zero) == any_tensor(tensor<std::complex<float>, 1>{{2, 0}, {-3, 0}}));
    CHECK(isin(r, cast(any_tensor(tensor<float, 1>{1, 2}), t)) == any_tensor(tensor<bool, 1>{true, false}));
    CHECK(isin(r, any_tensor(tensor<int, 1>{-3})) == any_tensor(tensor<bool, 1>{false, true}));
  }
}

TEST_CASE("finfo of 16 bits, and visit for other types") {
  CHECK((finfo(dtype::float16).bits == 16 && finfo(dtype::bfloat16).bits == 16));
  CHECK((finfo(dtype::float16).eps == 0x1p-10 && finfo(dtype::bfloat16).eps == 0x1p-7));
  CHECK((finfo(dtype::float16).max == 65504 && finfo(dtype::bfloat16).max == 0x1.fep127));
  CHECK((finfo(dtype::float16).min == -65504 && finfo(dtype::bfloat16).min == -0x1.fep127));
  CHECK((finfo(dtype::float16).smallest_normal == 0x1p-14 && finfo(dtype::bfloat16).smallest_normal == 0x1p-126));
  for (const dtype t : halves) {
    const any_tensor x(t, shape(1));
    CHECK_THROWS_WITH_AS(visit(types<float, double>, [](auto) {}, x),
                         ("weft: visit: the elements are " + to_string(t) + ", which is none of float32, float64").c_str(),
                         dtype_error);
  }
}
