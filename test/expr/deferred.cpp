#include <doctest/doctest.h>
#include <set>
#include <weft/expr/deferred.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/memory.hpp>

using weft::all;
using weft::shape;
using weft::tensor;

namespace {

using weft::detail::deferred_traits;
using weft::detail::make_deferred;
using weft::detail::session;

struct nothing : weft::detail::result_of<double, weft::dims<2>> {
  static constexpr deferred_traits traits{};
  template <class Target, class... C>
  void evaluate(Target const&, session&, C const&...) const {}
};
auto operand() {
  return make_deferred("nothing", nothing{}, shape(3, 4));
}

struct without_traits : weft::detail::result_of<double, weft::dims<2>> {
  template <class Target>
  void evaluate(Target const&, session&) const {}
};
struct without_result {
  [[maybe_unused]] static constexpr deferred_traits traits{};
  template <class Target>
  void evaluate(Target const&, session&) const {}
};
struct other_traits : nothing {
  [[maybe_unused]] static constexpr bool traits = true;
};
struct of_one_operand : nothing {
  template <class Target, class C>
  void evaluate(Target const&, session&, C const&) const {}
};
struct writes_integers : nothing {
  template <class L>
  void evaluate(weft::strided_leaf<int, L> const&, session&) const {}
};
struct only_says_so : nothing {
  static constexpr deferred_traits traits{.accumulates = true};
};
struct adds : only_says_so {
  template <class Target>
  void accumulate(Target const&, double, double, session&) const {}
};

} // namespace

TEST_CASE("deferred: copies and windows are the same operand, another one is not") {
  const auto d = operand(), other = operand();
  static_assert(decltype(d)::is_deferred && decltype(d)::is_whole);
  CHECK(d.id != 0);
  CHECK(d.id != other.id);
  const auto copied = d;
  CHECK(copied.id == d.id);
  const auto part = transpose(d)(weft::range(1, 3), all);
  static_assert(!std::remove_cvref_t<decltype(part)>::is_whole);
  CHECK(part.id == d.id);
  CHECK(part.shape() == shape(2, 3));
  CHECK(part.offset == 1);
  CHECK(part.place.stride(0) == 1);
  CHECK(part.place.stride(1) == 4);
}

TEST_CASE("deferred: a node over one is deferred, and has its shape") {
  const auto d = operand();
  const auto e = 2.0 * d + 1.0;
  static_assert(std::remove_cvref_t<decltype(e)>::is_deferred);
  CHECK(e.shape() == shape(3, 4));
  CHECK(e.size() == 12);
  const tensor<double, 1> five(5);
  CHECK_THROWS_AS((void)(d + five), weft::shape_error);
}

TEST_CASE("deferred: operands are found in it, and in each of its windows") {
  const tensor<double, 1> a(2), b(3);
  const auto d = make_deferred("nothing", nothing{}, shape(3, 4), weft::detail::capture(a), weft::detail::capture(b));
  const auto check = [&](auto const& e) {
    CHECK(get<0>(e.operands).data == a.data());
    CHECK(get<1>(e.operands).data == b.data());
    CHECK(e.whole == shape(3, 4));
  };
  check(d);
  check(transpose(d)(1, all));
  CHECK_THROWS_AS((void)make_deferred("nothing", nothing{}, shape(weft::index_t(1) << 40, weft::index_t(1) << 40)),
                  weft::shape_error);
}

TEST_CASE("DeferredOperation: what the traits of a function object claim is there") {
  using weft::detail::DeferredOperation;
  static_assert(DeferredOperation<nothing> && DeferredOperation<nothing, tensor<double, 1>>);
  static_assert(!DeferredOperation<without_traits> && !DeferredOperation<without_result>);
  static_assert(!DeferredOperation<other_traits> && !DeferredOperation<int>);
  static_assert(DeferredOperation<of_one_operand, int> && !DeferredOperation<of_one_operand>);
  static_assert(!DeferredOperation<of_one_operand, int, int> && !DeferredOperation<writes_integers>);
  static_assert(!DeferredOperation<only_says_so> && DeferredOperation<adds>);
}

TEST_CASE("next_operand_id: no number comes twice") {
  std::set<std::uint64_t> seen;
  for (int n = 0; n < 1000; ++n)
    CHECK(seen.insert(weft::detail::next_operand_id()).second);
}
