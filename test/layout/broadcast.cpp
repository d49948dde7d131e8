#include "layout_oracle.hpp"

#include <weft/layout/broadcast.hpp>

#include <algorithm>
#include <concepts>

using namespace oracle;
using namespace weft;
using namespace weft::detail;

namespace {

/// The rule as NumPy states it; false where the shapes do not fit. `axis` is the offending one, the last if several.
bool broadcast_rule(list a, list b, list& out, int& axis) {
  const std::size_t wide = std::max(a.size(), b.size());
  a.insert(a.begin(), wide - a.size(), 1);
  b.insert(b.begin(), wide - b.size(), 1);
  out.clear();
  axis = -1;
  for (std::size_t k = 0; k < wide; ++k) {
    if (a[k] != b[k] && a[k] != 1 && b[k] != 1)
      axis = static_cast<int>(k);
    out.push_back(a[k] == 1 ? b[k] : a[k]);
  }
  return axis < 0;
}

template <class S>
list numbers(S const& s) {
  list out;
  for (int k = 0; k < s.rank(); ++k)
    out.push_back(s[k]);
  return out;
}

std::string text(list const& v) {
  std::string out = "(";
  for (std::size_t k = 0; k < v.size(); ++k)
    out += (k == 0 ? "" : ",") + std::to_string(v[k]);
  return out + ")";
}

template <int R>
dims<R> static_shape(list const& v) {
  dims<R> s{};
  for (int k = 0; k < R; ++k)
    s.set(k, v[at(k)]);
  return s;
}

/// Both ways, with run-time and with static rank. True if the shapes fit.
bool check_rule(list const& a, list const& b) {
  list wanted;
  int axis = 0;
  const bool fits = broadcast_rule(a, b, wanted, axis);
  const auto check = [&](auto const& x, auto const& y) {
    if (fits) {
      CHECK(numbers(broadcast("add", x, y)) == wanted);
    } else {
      const std::string sentence = "weft: add: shape " + text(numbers(x)) + " and shape " + text(numbers(y)) +
                                   " do not broadcast on axis " + std::to_string(axis);
      CHECK_THROWS_WITH_AS(broadcast("add", x, y), sentence.c_str(), shape_error);
    }
  };
  check(shape(a), shape(b));
  with_static_rank<0>(static_cast<int>(a.size()), [&](auto rank) {
    const auto s = static_shape<rank.value>(a);
    check(s, shape(b));
    check(shape(b), s);
    with_static_rank<0>(static_cast<int>(b.size()), [&](auto other) { check(s, static_shape<other.value>(b)); });
  });
  return fits;
}

} // namespace

TEST_CASE("shapes broadcast by NumPy's rule, aligned at the last axis") {
  sampler random;
  const auto pick = [&] {
    list s(at(int(random.number(0, 4))));
    for (index_t& e : s)
      e = random.number(0, 9) == 0 ? 0 : random.number(1, 3);
    return s;
  };
  int fitting = 0;
  for (int n = 0; n < 1000; ++n)
    fitting += check_rule(pick(), pick());
  CHECK(fitting > 200);
  CHECK(fitting < 800);
}

TEST_CASE("shapes that do not fit throw shape_error with operation, axis and both shapes") {
  const auto refused = [](auto const& a, auto const& b, char const* sentence) {
    CHECK_THROWS_WITH_AS(broadcast("add", a, b), sentence, shape_error);
  };
  refused(shape(2, 3), shape(2, 4), "weft: add: shape (2,3) and shape (2,4) do not broadcast on axis 1");
  refused(shape(2, 3), shape(3, 3), "weft: add: shape (2,3) and shape (3,3) do not broadcast on axis 0");
  refused(shape(3), shape(5, 4), "weft: add: shape (3) and shape (5,4) do not broadcast on axis 1");
  refused(shape(7, 2, 3), shape(4, 1), "weft: add: shape (7,2,3) and shape (4,1) do not broadcast on axis 1");
  refused(shape(0), shape(3), "weft: add: shape (0) and shape (3) do not broadcast on axis 0");
  refused(shape(list{2, 3}), shape(4), "weft: add: shape (2,3) and shape (4) do not broadcast on axis 1");
  refused(extents<2, 3>{}, shape(2, 4), "weft: add: shape (2,3) and shape (2,4) do not broadcast on axis 1");
  refused(shape(2, 2), extents<dyn, 3>{{2}}, "weft: add: shape (2,2) and shape (2,3) do not broadcast on axis 1");
}

TEST_CASE("0 and 1 give 0") {
  CHECK(numbers(broadcast("add", shape(0), shape(1))) == list{0});
  CHECK(numbers(broadcast("add", shape(1), shape(0))) == list{0});
  CHECK(numbers(broadcast("add", shape(4, 0), shape(0))) == list{4, 0});
  CHECK(numbers(broadcast("add", shape(), shape(0, 2))) == list{0, 2});
}

TEST_CASE("static extents are true of the result") {
  CHECK(numbers(broadcast("add", extents<dyn, 3>{{1}}, extents<4, 1>{})) == list{4, 3});
  CHECK(numbers(broadcast("add", extents<dyn, 3>{{4}}, extents<4, dyn>{{1}})) == list{4, 3});
  CHECK(numbers(broadcast("add", extents<dyn>{{1}}, extents<dyn>{{6}})) == list{6});
  CHECK_THROWS_AS(broadcast("add", extents<dyn>{{2}}, extents<3>{}), shape_error);
}

namespace {

static_assert(broadcast_static(3, 3) == 3 && broadcast_static(1, 3) == 3 && broadcast_static(3, 1) == 3);
static_assert(broadcast_static(dyn, 3) == 3 && broadcast_static(3, dyn) == 3 && broadcast_static(dyn, dyn) == dyn);
static_assert(broadcast_static(dyn, 1) == dyn && broadcast_static(1, dyn) == dyn && broadcast_static(1, 1) == 1);
static_assert(broadcast_static(2, 3) == -2 && broadcast_static(0, 3) == -2 && broadcast_static(0, 1) == 0);

static_assert(aligned_static<extents<2, 3>>(0, 2) == 2 && aligned_static<extents<2, 3>>(1, 2) == 3);
static_assert(aligned_static<extents<2, 3>>(0, 4) == 1 && aligned_static<extents<2, 3>>(1, 4) == 1);
static_assert(aligned_static<extents<2, 3>>(2, 4) == 2 && aligned_static<extents<2, 3>>(3, 4) == 3);

// A run-time rank in a constant expression.
constexpr bool is_2_by_3(dynamic_extents const& s) {
  return s.rank() == 2 && s[0] == 2 && s[1] == 3;
}
static_assert(is_2_by_3(broadcast("add", convert_extents<dynamic_extents>(extents<2, 1>{}), extents<3>{})));
static_assert(is_2_by_3(broadcast("add", extents<3>{}, convert_extents<dynamic_extents>(extents<2, 1>{}))));

// What may differ: nothing, an unknown extent, and an extent of 1 where the rule stretches it.
template <class Rule, bool StretchesFirst, bool StretchesSecond>
constexpr bool keeps = Rule::fits(2, 2) && Rule::fits(0, 0) && Rule::fits(dyn, 2) && Rule::fits(2, dyn) &&
                       Rule::fits(dyn, dyn) && !Rule::fits(2, 3) && !Rule::fits(0, 2) && !Rule::fits(2, 0) &&
                       Rule::fits(1, 2) == StretchesFirst && Rule::fits(2, 1) == StretchesSecond;
static_assert(keeps<operands_broadcast, true, true> && keeps<fits_target, false, true>);
static_assert(keeps<gives_shape, false, false> && keeps<joins, false, false> && keeps<sums_over, false, false>);

template <class Rule, class A, class B, int But = -1>
constexpr int unfit = unfit_axis<Rule, A, B, But>();
static_assert(unfit<operands_broadcast, extents<2, 3>, extents<2, 3>> == -1);
static_assert(unfit<operands_broadcast, extents<2, 3>, extents<4, 5>> == 0);
static_assert(unfit<operands_broadcast, extents<2, 3>, extents<2, 5>> == 1);
static_assert(unfit<operands_broadcast, extents<7, 2, 3>, extents<2, 5>> == 2);
static_assert(unfit<operands_broadcast, extents<2, 5>, extents<7, 2, 3>> == 2);
static_assert(unfit<operands_broadcast, extents<2, 3>, dynamic_extents> == -1);
static_assert(unfit<operands_broadcast, dynamic_extents, extents<2, 3>> == -1);
static_assert(unfit<gives_shape, extents<>, extents<3>> == 0 && unfit<gives_shape, extents<3>, extents<>> == 0);
static_assert(unfit<joins, extents<2, 3>, extents<5, 3>, 0> == -1 && unfit<joins, extents<2, 3>, extents<5, 3>, 1> == 0);
static_assert(unfit<joins, extents<2, 3>, extents<2, 4>, 0> == 1 && unfit<joins, extents<2, 3>, extents<2, 4>, 1> == -1);

template <class A, class B, class Wanted>
constexpr bool gives = std::same_as<broadcast_t<A, B>, Wanted> && std::same_as<broadcast_t<B, A>, Wanted>;

static_assert(gives<extents<2, 3>, extents<2, 3>, extents<2, 3>>);
static_assert(gives<extents<2, 3>, extents<3>, extents<2, 3>>);
static_assert(gives<extents<2, 1>, extents<3>, extents<2, 3>>);
static_assert(gives<extents<2, dyn>, extents<3>, extents<2, 3>>);
static_assert(gives<extents<dyn, dyn>, extents<1>, extents<dyn, dyn>>);
static_assert(gives<extents<dyn, 3>, extents<7, dyn, 1>, extents<7, dyn, 3>>);
static_assert(gives<extents<>, extents<2, 3>, extents<2, 3>>);
static_assert(gives<extents<>, extents<>, extents<>>);
static_assert(gives<extents<>, dynamic_extents, dynamic_extents>);
static_assert(gives<extents<2, 3>, dynamic_extents, dynamic_extents>);
static_assert(gives<dynamic_extents, dynamic_extents, dynamic_extents>);

} // namespace
