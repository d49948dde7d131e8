#include <weft/eval/into_target.hpp>

#include <doctest/doctest.h>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/tensor/explain.hpp>

using weft::range;
using weft::shape;
using weft::tensor;
using weft::detail::session;

namespace {

/// Writes its operand, the last element first.
template <class T>
struct one_by_one : weft::detail::result_of<T, weft::dims<1>> {
  static constexpr weft::detail::deferred_traits traits{.into_target = true};
  template <class Target, class E>
  void evaluate(Target const& target, session& s, E const& operand) const {
    for (weft::index_t i = target.extent(0) - 1; i >= 0; --i)
      assign(target(range(i, i + 1)), operand(range(i, i + 1)), s);
  }
};
template <class X>
auto written_backwards(X const& x) {
  auto e = weft::detail::capture(x);
  return weft::detail::make_deferred("backwards", one_by_one<typename decltype(e)::value_type>{}, shape(e.extent(0)), e);
}

template <class E, class X>
bool reads(E const& e, X const& target) {
  session s;
  weft::index_t extents[weft::max_rank], strides[weft::max_rank];
  const auto leaf = weft::detail::capture(target);
  return weft::detail::reads_memory(weft::detail::capture(e), weft::detail::footprint_of(leaf, extents, strides), s);
}

} // namespace

TEST_CASE("reads_memory: what an expression reads while it is assigned") {
  tensor<int, 1> a{1, 2, 3, 4, 5, 6}, b(6);
  CHECK(reads(a, a));
  CHECK(!reads(a, b));
  CHECK(reads(b + a * 2, a));
  CHECK(!reads(b + b * 2, a));
  CHECK(!reads(a(range(0, 3)), a(range(3, 6))));
  CHECK(reads(a(range(0, 4)), a(range(3, 6))));
  CHECK(!reads(a(range(0, 6, 2)), a(range(1, 6, 2))));
  CHECK(!reads(a(range(0, 0)), a));
  CHECK(!reads(weft::ones<int>(shape(6)), a));
  CHECK(reads(written_backwards(a + b), a));
  CHECK(!reads(written_backwards(b), a));
  const tensor<int, 2> m(2, 6);
  CHECK(!reads(sum(m, 0), m)); // evaluated before anything is written
}

TEST_CASE("assign_into_target: straight into a target of any strides, by a temporary where it overlaps") {
  tensor<int, 1> a{1, 2, 3, 4, 5, 6}, t(12);
  auto every_second = t(range(0, 12, 2));
  CHECK(weft::explain(every_second, written_backwards(a)).temporaries == 0);
  every_second = written_backwards(a + 1);
  auto low = a(range(0, 5)), high = a(range(1, 6));
  CHECK(weft::explain(low, written_backwards(high)).temporaries == 1);
  low = written_backwards(high);
  for (int i = 0; i < 6; ++i) {
    CHECK(t(2 * i) == i + 2);
    CHECK(t(2 * i + 1) == 0);
    CHECK(a(i) == (i < 5 ? i + 2 : 6));
  }
}

TEST_CASE("assign_into_target: other elements, a wider target and a part of the result take a temporary") {
  tensor<int, 1> a{1, 2, 3};
  tensor<double, 1> d(3);
  tensor<int, 2> m(2, 3);
  CHECK(weft::explain(d, written_backwards(a)).temporaries == 1);
  CHECK(weft::explain(m(weft::ellipsis), written_backwards(a)).temporaries == 1);
  CHECK(weft::explain(m(0, range(0, 2)), written_backwards(a)(range(1, 3))).temporaries == 1);
  d = written_backwards(a);
  m(weft::ellipsis) = written_backwards(a);
  m(0, range(0, 2)) = written_backwards(a)(range(1, 3));
  for (int i = 0; i < 3; ++i) {
    CHECK(d(i) == i + 1);
    CHECK(m(1, i) == i + 1);
    CHECK(m(0, i) == (i < 2 ? i + 2 : 3));
  }
}
