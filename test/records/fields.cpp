#include "structs.hpp"

#include <doctest/doctest.h>

#include <support/message.hpp>

#include <weft/records/fields.hpp>

#include <boost/hana/map.hpp>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace weft;
using structs::distance;
using structs::random_state;
using structs::state;
using support::message_of;
namespace hana = boost::hana;

namespace {

/// Calls f with each element of a state, in order, as a complex number.
template <class F>
void each_element(state const& y, F const& f) {
  const auto all_of = [&](auto const& x) {
    for (auto const& value : x)
      f(std::complex<double>(value));
  };
  all_of(y.inner.u);
  all_of(y.inner.border.heat);
  f(y.inner.border.area);
  f(y.inner.phase);
  all_of(y.spin);
  all_of(y.w); // row-major order whatever the memory
  all_of(y.any);
  all_of(y.z);
  f(std::complex<double>(y.t));
}
struct real_state {
  BOOST_HANA_DEFINE_STRUCT(real_state, (tensor<double, 1>, u), (int, n), (tensor<float, 2>, w));
};
struct with_more {
  BOOST_HANA_DEFINE_STRUCT(with_more, (tensor<double, 1>, u));
  int steps = 3;
  std::string label;
};
struct windowed {
  BOOST_HANA_DEFINE_STRUCT(windowed, (view<double, 1>, part), (double, h));
};

} // namespace

TEST_CASE("dot, norm and max_abs are those of all elements together") {
  const state y = random_state(1, 5), z = random_state(2, 5);
  std::complex<double> product = 0;
  double squares = 0, widest = 0;
  std::vector<std::complex<double>> row;
  each_element(z, [&](std::complex<double> x) { row.push_back(x); });
  std::size_t at = 0;
  each_element(y, [&](std::complex<double> x) {
    product += x * row[at++];
    squares += std::norm(x);
    widest = std::fmax(widest, std::abs(x));
  });
  CHECK(std::abs(dot(y, z) - product) < 1e-4);
  CHECK(std::abs(norm(y) - std::sqrt(squares)) < 1e-5);
  CHECK(std::abs(max_abs(y) - widest) < 1e-6);
  CHECK(std::abs(norm(y - z)) > 0.1);
  CHECK(norm(y - y) == 0);

  real_state r{{3, -4}, 12, tensor<float, 2>(0, 3)};
  CHECK(norm(r) == 13);
  CHECK(max_abs(r) == 12);
  CHECK(dot(r, r) == 169);
  r.u(0) = std::numeric_limits<double>::quiet_NaN();
  CHECK(std::isnan(max_abs(r)));
  CHECK(std::isnan(norm(r)));
  r.u = tensor<double, 1>{3e300, 4e300};
  CHECK(norm(r) == doctest::Approx(5e300));
}

TEST_CASE("all_close compares all fields") {
  const state y = random_state(3);
  CHECK(all_close(y, y));
  for_each_field(y, [&](std::string_view path, auto const&) {
    state z = y;
    for_each_field(z, [&](std::string_view other, auto& x) {
      if (other == path)
        x += std::remove_cvref_t<decltype(detail::element_like<detail::unnamed_element, decltype(x)>(1))>(1);
    });
    CHECK(!all_close(y, z));
    CHECK(all_close(y, z, 0, 1.01));
  });
}

TEST_CASE("new records of the same fields share nothing, and keep what is no field") {
  const state y = random_state(4);
  const state zero = zeros_like(y);
  CHECK(max_abs(zero) == 0);
  CHECK(zero.inner.u.shape() == y.inner.u.shape());
  state copied = copy(y);
  CHECK(distance(copied, y) == 0);
  copied.any(0, 0) = 100;
  CHECK(y.any(0, 0) != 100);

  const with_more more{{1, 2}, 7, "heat"};
  const with_more same = copy(more), none = zeros_like(more);
  CHECK((same.steps == 7 && same.label == "heat" && same.u == more.u));
  CHECK((none.steps == 7 && none.label == "heat" && none.u == tensor<double, 1>{0, 0}));

  tensor<double, 1> whole{1, 2, 3, 4};
  const windowed w{whole(range(0, end, 2)), 2};
  const windowed apart = copy(w);
  CHECK((apart.part == tensor<double, 1>{1, 3} && apart.h == 2));
  apart.part(0) = 9;
  CHECK(whole(0) == 1);

  const auto map = hana::make_map(hana::make_pair(BOOST_HANA_STRING("x"), tensor<double, 1>{1, 2}));
  CHECK(copy(map)[BOOST_HANA_STRING("x")] == tensor<double, 1>{1, 2});
}

TEST_CASE("transform_fields applies a function to each field, or to each path and field") {
  const real_state y{{3, -4}, 12, {{1, 2}, {3, 4}}};
  const real_state twice = transform_fields(y, [](auto const& x) { return x + x; });
  CHECK((twice.u == tensor<double, 1>{6, -8} && twice.n == 24 && twice.w == tensor<float, 2>{{2, 4}, {6, 8}}));
  real_state r = zeros_like(y);
  into(r) = transform_fields(y, [](std::string_view path, auto const& x) { return path == "w" ? 2 * x : 1 * x; });
  CHECK((r.u == y.u && r.n == 12 && r.w == tensor<float, 2>{{2, 4}, {6, 8}}));
}

TEST_CASE("flatten_fields lays all elements in a row, and unflatten_fields takes them back") {
  const state y = random_state(5, 4);
  const auto row = flatten_fields(y);
  static_assert(std::same_as<decltype(row)::value_type, std::complex<double>>);
  CHECK(row.size() == element_count(y));
  index_t at = 0;
  each_element(y, [&](std::complex<double> x) { CHECK(row(at++) == x); });
  CHECK(at == row.size());

  const real_state r{{3, -4}, 12, {{1, 2}, {3, 4}}};
  CHECK(flatten_fields(r) == tensor<double, 1>{3, -4, 12, 1, 2, 3, 4});
  const real_state back = unflatten_fields(2.0 * flatten_fields(r), r);
  CHECK((back.u == tensor<double, 1>{6, -8} && back.n == 24 && back.w == tensor<float, 2>{{2, 4}, {6, 8}}));
  CHECK(message_of([&] { static_cast<void>(unflatten_fields(tensor<double, 1>(6), r)); }) ==
        "weft: unflatten_fields: 6 elements for a shape of 7");
}
