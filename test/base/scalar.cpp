#include <weft/base/scalar.hpp>

#include <complex>
#include <concepts>
#include <cstdint>
#include <doctest/doctest.h>
#include <string>

namespace {
struct dual {
  double value, slope;
};
struct from_double {
  explicit from_double(double);
};
} // namespace
template <>
struct weft::is_scalar<dual> : std::true_type {};

namespace {

using namespace weft;
using weft::detail::lift;
using weft::detail::promote_t;
using weft::detail::real_t;
using weft::detail::scalar_beside_t;
using weft::detail::storable;
using weft::detail::store_as;

using cfloat = std::complex<float>;
using cdouble = std::complex<double>;
using cwide = std::complex<long double>;

static_assert(is_complex<cfloat> && !is_complex<float>);
static_assert(is_number<bool> && is_number<int> && is_number<double> && is_number<cdouble>);
static_assert(!is_number<std::string> && !is_number<dual> && !is_number<int*>);
static_assert(std::same_as<real_t<cfloat>, float> && std::same_as<real_t<int>, int>);

static_assert(Scalar<int> && Scalar<double const&> && Scalar<cfloat&> && Scalar<bool> && Scalar<dual> && Scalar<dual const&>);
static_assert(!Scalar<std::string> && !Scalar<from_double> && !Scalar<double*> && !Scalar<void>);

// Two tensors: the type C++ gives the two elements, both ways round.
template <class A, class B, class Wanted>
constexpr bool promotes = std::same_as<promote_t<A, B>, Wanted> && std::same_as<promote_t<B, A>, Wanted>;
static_assert(promotes<int, int, int> && promotes<double, double, double> && promotes<bool, bool, int>);
static_assert(promotes<std::uint8_t, std::uint8_t, int> && promotes<std::int16_t, std::uint8_t, int>);
static_assert(promotes<unsigned, int, unsigned> && promotes<std::int64_t, unsigned, std::int64_t>);
static_assert(promotes<std::uint64_t, std::int64_t, std::uint64_t>);
static_assert(promotes<float, double, double> && promotes<float, std::int64_t, float> && promotes<double, bool, double>);
static_assert(promotes<float, float, float> && promotes<long double, float, long double>);
static_assert(promotes<cfloat, float, cfloat> && promotes<cfloat, double, cdouble> && promotes<cfloat, int, cfloat>);
static_assert(promotes<cfloat, cdouble, cdouble> && promotes<cdouble, float, cdouble>);

// A tensor and a scalar: the same, except that a floating tensor is never widened.
template <class T, class S, class Wanted>
constexpr bool beside = std::same_as<scalar_beside_t<T, S>, Wanted>;
static_assert(beside<float, double, float> && beside<float, int, float> && beside<float, long double, float>);
static_assert(beside<double, float, double> && beside<double, bool, double>);
static_assert(beside<float, cdouble, cfloat> && beside<double, cfloat, cdouble> && beside<cfloat, cdouble, cfloat>);
static_assert(beside<cfloat, double, float> && beside<cfloat, int, float>, "a real scalar stays real beside a complex tensor");
static_assert(beside<int, double, double> && beside<std::uint8_t, int, int> && beside<int, cfloat, cfloat>);
static_assert(beside<int, double const&, double> && beside<dual, double, double> && beside<double, dual, dual>);

static_assert(std::same_as<decltype(lift<double>(1)), double>);
static_assert(std::same_as<decltype(lift<cdouble>(1.0f)), double>, "a real stays real");
static_assert(std::same_as<decltype(lift<cdouble>(cfloat())), cdouble>);
static_assert(std::same_as<decltype(lift<int>(std::uint8_t(1))), int>);

// An assignment converts within a kind or to a wider kind: integer, floating, complex.
static_assert(storable<int, double>() && storable<int, cfloat>() && storable<bool, int>() && storable<int, bool>());
static_assert(storable<std::int64_t, std::int8_t>() && storable<double, float>() && storable<float, cdouble>());
static_assert(storable<cdouble, cfloat>() && storable<cfloat, cdouble>() && storable<cwide, cfloat>());
static_assert(!storable<double, int>() && !storable<float, bool>() && !storable<double, std::int64_t>());
static_assert(!storable<cdouble, double>() && !storable<cfloat, cdouble::value_type>() && !storable<cfloat, int>());
static_assert(storable<dual, dual>() && !storable<dual, double>() && !storable<double, dual*>());
static_assert(storable<double, from_double>() && storable<char const*, std::string>() && !storable<std::string, int>());

} // namespace

TEST_CASE("lift and store_as keep the value") {
  CHECK(lift<double>(3) == 3.0);
  CHECK(lift<cdouble>(2.5f) == 2.5);
  CHECK(lift<cdouble>(cfloat(1, -2)) == cdouble(1, -2));
  CHECK(store_as<float>(0.5) == 0.5f);
  CHECK(store_as<cfloat>(cdouble(1, -2)) == cfloat(1, -2));
  CHECK(store_as<cfloat>(3) == cfloat(3, 0));
  CHECK(store_as<cdouble>(2.5f) == cdouble(2.5, 0));
  CHECK(store_as<std::uint8_t>(257) == 1); // modulo 2^n
  CHECK(store_as<std::int8_t>(255) == -1);
  CHECK(store_as<bool>(2));
}
