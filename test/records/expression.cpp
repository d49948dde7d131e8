#include "structs.hpp"

#include <doctest/doctest.h>

#include <support/counting.hpp>
#include <support/message.hpp>

#include <weft/memory/no_alloc.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/records/operators.hpp>

#include <boost/hana/map.hpp>

#include <vector>

using namespace weft;
using structs::by_hand;
using structs::distance;
using structs::random_state;
using structs::state;
using support::message_of;
namespace hana = boost::hana;

namespace {
// Elements are floats at the least, of a few units.
constexpr double tolerance = 1e-5;
} // namespace

TEST_CASE("operators of random records are those of their members") {
  for (unsigned seed = 0; seed < 8; ++seed) {
    const state y = random_state(seed, 1 + seed % 4), k = random_state(seed + 100, 1 + seed % 4);
    const auto check = [&](auto const& e, auto const& f) {
      const state expected = by_hand(y, k, f);
      const state made = e;
      CHECK(distance(made, expected) < tolerance);
      state written = random_state(7, 1 + seed % 4);
      into(written) = e;
      CHECK(distance(written, expected) < tolerance);
      state moved;
      moved = e;
      CHECK(distance(moved, expected) < tolerance);
    };
    check(y + k, [](auto a, auto b) { return a + b; });
    check(y - k, [](auto a, auto b) { return a - b; });
    check(y * k, [](auto a, auto b) { return a * b; });
    check(y / k, [](auto a, auto b) { return a / b; });
    check(-y, [](auto a, auto) { return -a; });
    check(y + 2.0 * k / 4 - 1, [](auto a, auto b) {
      using T = decltype(a);
      return T(a + T(0.5) * b - T(1));
    });
    check(2 - y * 3.0F, [](auto a, auto) {
      using T = decltype(a);
      return T(T(2) - a * T(3));
    });
    check(1.0 / k, [](auto, auto b) { return decltype(b)(1) / b; });
  }
}

TEST_CASE("a record is updated in place") {
  const state k = random_state(3);
  const auto check = [&](auto const& update, auto const& f) {
    const state y = random_state(4);
    state r = y;
    double const* const data = r.inner.u.data();
    update(r);
    CHECK(distance(r, by_hand(y, k, f)) < tolerance);
    CHECK(r.inner.u.data() == data);
  };
  check([&](state& r) { r += 2.0 * k; }, [](auto a, auto b) { return a + decltype(a)(2) * b; });
  check([&](state& r) { r -= k; }, [](auto a, auto b) { return a - b; });
  check([&](state& r) { r *= k; }, [](auto a, auto b) { return a * b; });
  check([&](state& r) { r /= k; }, [](auto a, auto b) { return a / b; });
  check([&](state& r) { r *= 3; }, [](auto a, auto) { return a * decltype(a)(3); });
  check([&](state& r) { (r += k) -= k; }, [](auto a, auto) { return a; });
  check([&](state& r) { into(r) = 2.0; }, [](auto a, auto) { return decltype(a)(2); });
  check([&](state& r) { into(r) = k; }, [](auto, auto b) { return b; });
}

TEST_CASE("statements of records allocate nothing, and a new record its members alone") {
  state y = random_state(1, 40), k = random_state(2, 40), r = y;
  support::counting_resource memory;
  set_memory_resource(&memory);
  const std::int64_t before = memory.allocations();
  into(r) = y + 0.5 * k;
  r += 0.5 * k;
  into(r) = 0.0;
  CHECK(memory.allocations() == before);
  {
    const state made = y + 0.5 * k;
    CHECK(memory.allocations() == before + 5); // u, heat, w, any, z
    state moved;
    moved = made + y;
    CHECK(memory.allocations() == before + 10);
  }
  set_memory_resource(nullptr);
}

TEST_CASE("tuples, maps and adapted views are targets and operands") {
  tensor<double, 2> a{{1, 2}, {3, 4}};
  auto pair = hana::make_tuple(a(all, 1), 2.0F);
  into(pair) = 3.0 * pair;
  CHECK(a == tensor<double, 2>{{1, 6}, {3, 12}});
  CHECK(hana::at_c<1>(pair) == 6);
  into(pair) = hana::make_tuple(1.0, 2); // a view broadcasts
  CHECK(a == tensor<double, 2>{{1, 1}, {3, 1}});

  auto map = hana::make_map(hana::make_pair(BOOST_HANA_STRING("x"), tensor<double, 1>{1, 2}),
                            hana::make_pair(BOOST_HANA_STRING("h"), 0.5));
  map += 2.0 * map;
  CHECK(map[BOOST_HANA_STRING("x")] == tensor<double, 1>{3, 6});
  const decltype(map) made = map / 3;
  CHECK(made[BOOST_HANA_STRING("x")] == tensor<double, 1>{1, 2});
  CHECK(made[BOOST_HANA_STRING("h")] == 0.5);

  const tensor<double, 1> backwards{1, 2, 3};
  auto reversed = hana::make_tuple(tensor<double, 1>(3));
  into(reversed) = hana::make_tuple(reverse(backwards, 0));
  CHECK(hana::at_c<0>(reversed) == tensor<double, 1>{3, 2, 1});
}

TEST_CASE("a record without a name is moved into its expression") {
  const auto e = random_state(5) + 1;
  const state again = random_state(5);
  CHECK(distance(e, by_hand(again, again, [](auto a, auto) { return a + decltype(a)(1); })) < tolerance);
}

TEST_CASE("members that read members which are written before them are computed first") {
  auto p = hana::make_tuple(tensor<double, 1>{1, 2}, tensor<double, 1>{3, 4});
  into(p) = hana::make_tuple(1.0 * hana::at_c<1>(p), -hana::at_c<0>(p));
  CHECK(hana::at_c<0>(p) == tensor<double, 1>{3, 4});
  CHECK(hana::at_c<1>(p) == tensor<double, 1>{-1, -2});
  into(p) = hana::make_tuple(hana::at_c<1>(p)(all), hana::at_c<0>(p)(all)); // views alone
  CHECK(hana::at_c<0>(p) == tensor<double, 1>{-1, -2});
  CHECK(hana::at_c<1>(p) == tensor<double, 1>{3, 4});
}

TEST_CASE("members that do not fit at run time are named, and nothing is written") {
  state y = random_state(1), k = random_state(2);
  k.inner.border.heat = zeros<float>(2, 7, 1);
  CHECK(message_of([&] { static_cast<void>(y + k); }) ==
        "weft: the member inner.border.heat: shape (2,3,1) and shape (2,7,1) do not broadcast on axis 1");
  const state before = y;
  CHECK(message_of([&] { into(y) = k; }) == "weft: the member inner.border.heat: shape (2,3,1) and shape (2,7,1): a "
                                           "member that is assigned in place keeps its shape");
  CHECK(distance(y, before) == 0);
  CHECK_THROWS_AS(y += k, shape_error);
  CHECK(distance(y, before) == 0);

  tensor<double, 2> a{{1, 2}, {3, 4}};
  auto pair = hana::make_tuple(0.0, a(all, 1));
  CHECK(message_of([&] { into(pair) = hana::make_tuple(1.0, tensor<double, 1>(3)); }) ==
        "weft: the member 1: shape (2) and shape (3) do not broadcast on axis 0");
  CHECK(hana::at_c<0>(pair) == 0);
  y = k; // another shape is taken
  CHECK(distance(y, k) == 0);
}

namespace elsewhere {
struct point {
  BOOST_HANA_DEFINE_STRUCT(point, (tensor<double, 1>, x));
};
point operator%(point const& a, int) { return a; }
point operator+(int, point const& a) { return a; }
using weft::operator+;
using weft::operator*;
point step(point const& a) { return 2.0 * a + a; }
} // namespace elsewhere

TEST_CASE("using-declarations bring the operators beside those of a namespace") {
  CHECK(elsewhere::step({{1, 2}}).x == tensor<double, 1>{3, 6});
}

// Members that are parts of one memory, read and written across each other, against all right sides computed first.
TEST_CASE("views with steps, backwards and transposed, that overlap each other and what is read") {
  auto const run = [](auto const& statement, auto const& by_element) {
    tensor<double, 1> m(80);
    std::vector<double> before(80), after(80);
    for (index_t i = 0; i < 80; ++i)
      m(i) = before[std::size_t(i)] = after[std::size_t(i)] = 1.0 + static_cast<double>(i * i % 17);
    // The targets share nothing with each other; the sources lie across all of them.
    auto to = hana::make_tuple(m(range(9, -1, -1)), transpose(reshape(m(range(10, 34)), shape(4, 6))),
                               hana::make_tuple(m(range(35, 65, 3)), m(range(66, 66))), 2.0);
    auto from = hana::make_tuple(m(range(3, 13)), reshape(m(range(24, 48)), shape(6, 4)),
                                 hana::make_tuple(m(range(18, -1, -2)), m(range(0, 0))), 3.0);
    auto const set = [&](int place, int source) {
      std::size_t const to_place = std::size_t(place), from_place = std::size_t(source);
      after[to_place] = by_element(before[to_place], before[from_place]);
    };
    for (int i = 0; i < 10; ++i)
      set(9 - i, 3 + i);
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 4; ++j)
        set(10 + 6 * j + i, 24 + 4 * i + j);
    for (int i = 0; i < 10; ++i)
      set(35 + 3 * i, 18 - 2 * i);
    statement(to, from);
    for (index_t i = 0; i < 80; ++i) {
      INFO(i);
      CHECK(m(i) == after[std::size_t(i)]);
    }
    CHECK(hana::at_c<3>(to) == by_element(2.0, 3.0));
  };
  run([](auto& r, auto& e) { into(r) = e; }, [](double, double b) { return b; });
  run([](auto& r, auto& e) { into(r) = 2.0 * r + e; }, [](double a, double b) { return 2 * a + b; });
  run([](auto& r, auto& e) { r += e; }, [](double a, double b) { return a + b; });
  run([](auto& r, auto& e) { r *= e - 1; }, [](double a, double b) { return a * (b - 1); });
  run([](auto& r, auto&) { r /= 2; }, [](double a, double) { return a / 2; });
}

TEST_CASE("a member is computed of itself and of others, whatever their order") {
  struct pair_of {
    BOOST_HANA_DEFINE_STRUCT(pair_of, (tensor<double, 1>, u), (tensor<double, 1>, w));
  };
  pair_of r{{1, 2, 3, 4}, {10, 20, 30, 40}};
  into(r) = hana::make_tuple(r.w + r.u, r.w - r.u); // w - u needs the old u
  CHECK((r.u == tensor<double, 1>{11, 22, 33, 44} && r.w == tensor<double, 1>{9, 18, 27, 36}));
  into(r) = hana::make_tuple(reverse(r.u, 0), reverse(r.u, 0) + r.w);
  CHECK((r.u == tensor<double, 1>{44, 33, 22, 11} && r.w == tensor<double, 1>{53, 51, 49, 47}));
  r += hana::make_tuple(reverse(r.w, 0), r.u);
  CHECK((r.u == tensor<double, 1>{91, 82, 73, 64} && r.w == tensor<double, 1>{97, 84, 71, 58}));
  r = hana::make_tuple(1.0 * r.w, 1.0 * r.u) - r; // a new record, moved
  CHECK((r.u == tensor<double, 1>{6, 2, -2, -6} && r.w == tensor<double, 1>{-6, -2, 2, 6}));
}

TEST_CASE("records with members without elements") {
  auto y = hana::make_tuple(tensor<double, 2>(0, 3), tensor<double, 1>{1, 2}, tensor<double>(shape(2, 0)), 0.5F);
  auto r = y;
  into(r) = y + 2.0 * y - 1;
  CHECK(hana::at_c<0>(r).shape() == shape(0, 3));
  CHECK(hana::at_c<1>(r) == tensor<double, 1>{2, 5});
  CHECK(hana::at_c<2>(r).shape() == shape(2, 0));
  CHECK(hana::at_c<3>(r) == 0.5F);
  r *= y;
  CHECK(hana::at_c<1>(r) == tensor<double, 1>{2, 10});
  hana::tuple<> none;
  into(none) = 2.0 * none + none;
  none += 1;
}
