#include <weft/expr/refused.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/compare.hpp>
#include <weft/tensor/memory.hpp>

#include <doctest/doctest.h>
#include <list>
#include <span>
#include <string>
#include <vector>

using namespace weft;

// The sentences are in test/reject. Here: what templates may ask, and that nothing else is caught.
namespace {
using matrix = tensor<double, 2>;
using expression_type = decltype(std::declval<matrix&>() + 1.0);
using mask_type = decltype(std::declval<matrix&>() > 1.0);
using block = view<double, 2>;

template <class X>
constexpr bool has_rows = requires(X x) { x.rows(); };
template <class X>
constexpr bool has_sum = requires(X x) { x.sum(); };
template <class X>
constexpr bool is_walked = requires(X x) { *x.begin(); };
template <class X>
constexpr bool is_sized = requires(X x) { x.size(0); };
} // namespace

static_assert(!has_rows<matrix> && !has_rows<block> && !has_rows<expression_type>);
static_assert(!has_sum<matrix> && !has_sum<block> && !has_sum<expression_type>);
static_assert(is_walked<matrix> && is_walked<block> && !is_walked<expression_type>);
static_assert(!is_sized<matrix> && !is_sized<block> && !is_sized<expression_type>);
static_assert(!std::is_constructible_v<bool, mask_type> && !std::is_constructible_v<bool, matrix>);
static_assert(!std::is_convertible_v<mask_type, bool> && !std::is_convertible_v<matrix, bool>);
static_assert(!std::is_convertible_v<std::vector<double>, matrix> &&
              !std::is_constructible_v<matrix, std::vector<double>>);

static_assert(detail::ForeignRange<std::vector<double>> && detail::ForeignRange<std::span<int>&>);
static_assert(detail::ForeignRange<std::list<int> const&>);
static_assert(!detail::ForeignRange<matrix> && !detail::ForeignRange<block> && !detail::ForeignRange<expression_type>);
static_assert(!detail::ForeignRange<double> && !detail::ForeignRange<dims<2>> && !detail::ForeignRange<char const*>);

namespace {
/// A class of the user that is a range and says itself what tensor it is.
struct samples {
  std::vector<double> values;
  auto begin() const { return values.begin(); }
  auto end() const { return values.end(); }
  auto size() const { return values.size(); }
  operator tensor<double, 1>() const { return tensor<double, 1>(shape(index_t(values.size())), values); }
};
struct chooser {
  int operator()(view<const double, 2>) const { return 1; }
  int operator()(tensor<double, 2> const&) const { return 2; }
};
} // namespace

TEST_CASE("what is refused takes part in nothing else") {
  // As large as they were: the base classes are empty.
  static_assert(sizeof(tensor<double, fixed<3, 3>>) == 72 && std::is_trivially_copyable_v<tensor<double, fixed<3, 3>>>);
  const samples s{{1, 2, 3}};
  const tensor<double, 1> t = s;
  CHECK(t(2) == 3.0);
  matrix a(2, 3);
  CHECK(chooser{}(a + 1.0) == 2); // an expression becomes a tensor, not a view
  tensor<std::string, 0> word = std::string("range");
  CHECK(word() == "range");
  tensor<std::vector<double>, 1> lists{{1, 2}, {3}};
  CHECK(lists(0).size() == 2);
}
