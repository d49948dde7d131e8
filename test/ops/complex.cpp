#include <weft/ops/complex.hpp>
#include <weft/ops/rearrange.hpp>

#include "numbers.hpp"

#include <cstdint>
#include <numbers>

using namespace weft;
using numbers::cd;
using numbers::check_values;
using numbers::infinity;
using numbers::no_number;
using numbers::same;

namespace {

using cf = std::complex<float>;
const double pi = std::numbers::pi;

template <class C>
tensor<C, 2> numbered(index_t rows, index_t columns) {
  using T = typename C::value_type;
  tensor<C, 2> z(rows, columns);
  for (index_t i = 0; i < rows; ++i)
    for (index_t j = 0; j < columns; ++j)
      z(i, j) = C(T(i * columns + j), -T(100 + i * columns + j));
  return z;
}

} // namespace

TEST_CASE("real and imag of memory are views of the same memory") {
  tensor<cd, 2> z = numbered<cd>(3, 5);
  auto re = real(z);
  auto im = imag(z);
  static_assert(std::same_as<decltype(re)::element_type, double>);
  CHECK(re.data() == reinterpret_cast<double*>(z.data()));
  CHECK(im.data() == re.data() + 1);
  CHECK(re.shape() == z.shape());
  CHECK(re.stride(0) == 10);
  CHECK(re.stride(1) == 2);
  CHECK(re.ownership() == borrowed);
  im(2, 4) = 7;
  CHECK(z(2, 4) == cd(14, 7));
  real(z) = 1.0;
  imag(z)(1, all) *= 2.0;
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 5; ++j)
      CHECK(z(i, j) == cd(1, i == 2 && j == 4 ? 7 : (i == 1 ? -2 : -1) * double(100 + i * 5 + j)));
}

TEST_CASE("real and imag compose with other views") {
  tensor<cf, 2> z = numbered<cf>(4, 6);
  const tensor<cf, 2> before = z;
  auto window = transpose(z(range(3, -1, -1), range(1, 6, 2)));
  const tensor<float, 2> re = real(window), im = transpose(imag(z))(range(1, 6, 2), range(3, -1, -1));
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 4; ++j) {
      CHECK(re(i, j) == before(3 - j, 1 + 2 * i).real());
      CHECK(im(i, j) == before(3 - j, 1 + 2 * i).imag());
    }
  imag(window) = 0.5f;
  for (index_t i = 0; i < 4; ++i)
    for (index_t j = 0; j < 6; ++j)
      CHECK(z(i, j) == cf(before(i, j).real(), j % 2 == 1 ? 0.5f : before(i, j).imag()));
  tensor<cd> runtime(shape(2, 3));
  imag(runtime) = 4.0;
  CHECK(runtime(1, 2) == cd(0, 4));
  CHECK(real(runtime).rank() == 2);
  tensor<cd, fixed<2, 2>> small;
  real(small) = 3.0;
  static_assert(decltype(real(small))::extents_type::statics[1] == 2);
  CHECK(small(1, 1) == cd(3, 0));
  tensor<cd, 2, column_major> f(2, 3);
  imag(f)(1, 2) = 5;
  CHECK(f(1, 2) == cd(0, 5));
  tensor<cd, 0> scalar = cd(1, 2);
  imag(scalar) = 3.0;
  CHECK(scalar() == cd(1, 3));
}

TEST_CASE("assignments between the parts of one memory behave as if the right side were copied") {
  tensor<cd, 1> z(40);
  for (index_t i = 0; i < 40; ++i)
    z(i) = cd(double(i), double(1000 + i));
  const tensor<cd, 1> before = z;
  real(z) = imag(z);
  imag(z)(range(1, 40)) = real(z)(range(0, 39));
  for (index_t i = 0; i < 40; ++i)
    CHECK(z(i) == cd(double(1000 + i), i == 0 ? 1000 : double(1000 + i - 1)));
  z = before;
  z = real(z) * cd(0, 1) + imag(z);
  for (index_t i = 0; i < 40; ++i)
    CHECK(z(i) == cd(before(i).imag(), before(i).real()));
  z = before;
  real(z) += real(reverse(z, 0));
  z += imag(z)(range(39, -1, -1));
  for (index_t i = 0; i < 40; ++i)
    CHECK(z(i) == cd(39 + double(1039 - i), double(1000 + i)));
}

TEST_CASE("real and imag of what is const, temporary, real, empty or no memory") {
  const tensor<cd, 1> c{cd(1, 2), cd(3, 4)};
  static_assert(std::same_as<decltype(real(c))::element_type, const double>);
  static_assert(std::same_as<decltype(imag(view<const cd, 1>(c)))::element_type, const double>);
  CHECK(imag(c)(1) == 4);
  auto kept = imag(tensor<cd, 1>{cd(1, 2), cd(3, 4)});
  CHECK(kept.ownership() == shared);
  CHECK(kept(0) == 2);
  tensor<double, 1> d{1, 2};
  real(d)(0) = 5; // a real tensor is its own real part
  CHECK(d(0) == 5);
  const tensor<double, 1> none = imag(d);
  CHECK(none(1) == 0);
  const tensor<int, 1> n{3};
  static_assert(std::same_as<decltype(imag(n))::value_type, int>);
  tensor<cd, 2> empty(0, 3);
  CHECK(imag(empty).size() == 0);
  CHECK(real(view<cd>()).size() == 0);
  CHECK(imag(view<cd>()).size() == 0);
  const tensor<double, 1> re = real(c * cd(0, 1)), im = imag(c + 1), mixed = real(c) + imag(c * 2.0);
  CHECK(re(0) == -2);
  CHECK(im(1) == 4);
  CHECK(mixed(1) == 11);
  static_assert(std::same_as<decltype(real(c * cf(0, 1)))::value_type, double>);
}

TEST_CASE("arg, C99 G.6 and F.9.1.4") {
  const tensor<cd, 1> z{{1, 1}, {-0.0, 0.0}, {-0.0, -0.0}, {-infinity, infinity}, {infinity, -1}, {no_number, 1}, {-2, 0.0}};
  const double expected[] = {pi / 4, pi, -pi, 3 * pi / 4, -0.0, no_number, pi};
  const tensor<double, 1> a = arg(z);
  for (index_t i = 0; i < 7; ++i)
    CHECK(same(a(i), expected[i]));
  check_values("arg", [](auto& x) { return arg(x); }, {{2, 0.0}, {-2, pi}, {0.0, 0.0}, {-0.0, pi}, {no_number, no_number}});
  const tensor<int, 1> n{-1, 0};
  static_assert(std::same_as<decltype(arg(n))::value_type, double>);
  CHECK(arg(n)(0) == pi);
  static_assert(std::same_as<decltype(arg(tensor<cf, 1>()))::value_type, float>);
}

TEST_CASE("abs2 and polar") {
  const tensor<cf, 1> z{{3, -4}, {0, 2}};
  static_assert(std::same_as<decltype(abs2(z))::value_type, float>);
  CHECK(abs2(z)(0) == 25.0f);
  const tensor<std::int8_t, 1> n{-128};
  static_assert(std::same_as<decltype(abs2(n))::value_type, int>);
  CHECK(abs2(n)(0) == 16384);
  CHECK(abs2(tensor<double, 1>{-infinity})(0) == infinity);
  const tensor<double, 1> r{2, -2, infinity, 3, 0}, t{pi / 2, 0.0, 0.0, infinity, 1};
  const tensor<cd, 1> p = polar(r, t);
  CHECK(std::abs(p(0) - cd(2 * 6.123233995736766e-17, 2)) <= 1e-19); // MinGW's cosine is 4e-20 off
  CHECK(same(p(1).real(), -2.0));
  CHECK(same(p(1).imag(), -0.0));
  CHECK(same(p(2).real(), infinity));
  CHECK(same(p(2).imag(), 0.0));
  CHECK(std::isnan(p(3).real()));
  CHECK(p(4) == cd(0, 0));
  const tensor<float, 1> f{1};
  static_assert(std::same_as<decltype(polar(f, 0.5))::value_type, cf>);
  static_assert(std::same_as<decltype(polar(1, n))::value_type, cd>);
  CHECK(polar(f, 0.0)(0) == cf(1, 0));
  const tensor<cd, 1> w{{3, -4}, {-1, 0.5}};
  for (index_t i = 0; i < 2; ++i)
    CHECK(std::abs(polar(abs(w), arg(w))(i) - w(i)) <= 4 * std::numeric_limits<double>::epsilon() * std::abs(w(i)));
}
