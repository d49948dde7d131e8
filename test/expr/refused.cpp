#include <weft/dynamic/generate.hpp>
#include <weft/dynamic/masked.hpp>
#include <weft/dynamic/pick.hpp>
#include <weft/dynamic/products.hpp>
#include <weft/dynamic/rearrange.hpp>
#include <weft/dynamic/sort.hpp>
#include <weft/expr/refused.hpp>
#include <weft/linalg/vector.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/compare.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/nonzero.hpp>
#include <weft/ops/pad.hpp>
#include <weft/ops/spaced.hpp>
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
using row = tensor<double, 1>;
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
// Functions that refuse whatever no other of their name takes. Templates may ask for them.
template <class... A>
constexpr bool has_zeros = requires(A... a) { zeros(a...); };
template <class... A>
constexpr bool has_typed_zeros = requires(A... a) { zeros<double>(a...); };
template <class... A>
constexpr bool has_arange = requires(A... a) { arange(a...); };
template <class... A>
constexpr bool has_dot = requires(A... a) { dot(a...); };
template <class... A>
constexpr bool has_cross = requires(A... a) { cross(a...); };
template <class... A>
constexpr bool has_kron = requires(A... a) { kron(a...); };
template <class... A>
constexpr bool has_masked = requires(A... a) { masked(a...); };
template <class... A>
constexpr bool has_compress = requires(A... a) { compress(a...); };
template <class... A>
constexpr bool has_pad = requires(A... a) { pad(a...); };
template <class... A>
constexpr bool has_sort = requires(A... a) { sort(a...); };
template <class X>
constexpr bool has_joined = requires(X x) { concatenate({x, x}, 0); };
} // namespace

static_assert(!has_zeros<int, int> && has_zeros<dtype, int, int> && has_zeros<dtype, dims<2>>);
static_assert(has_typed_zeros<> && has_typed_zeros<int, long> && has_typed_zeros<dims<2>> &&
              !has_typed_zeros<int, double> && !has_typed_zeros<matrix>);
static_assert(has_arange<int> && has_arange<int, double, float> && has_arange<dtype, int> &&
              !has_arange<int, int, char const*> && !has_arange<matrix>);
static_assert(has_dot<row&, row&> && has_dot<any_tensor&, row&> && !has_dot<row&, std::vector<double>&> &&
              !has_dot<any_tensor&, double>);
static_assert(has_cross<matrix&, matrix&> && has_cross<any_tensor&, matrix> && !has_cross<matrix&, double>);
static_assert(has_kron<matrix&, matrix&> && has_kron<matrix, any_tensor&> && !has_kron<matrix&, double>);
static_assert(has_masked<matrix&, mask_type> && has_masked<any_tensor&, mask_type> && !has_masked<matrix&, bool> &&
              !has_masked<expression_type, mask_type> && !has_masked<any_tensor&, bool>);
static_assert(has_compress<mask_type, matrix&> && has_compress<mask_type, any_tensor&, int> &&
              !has_compress<bool, matrix&> && !has_compress<mask_type, matrix&, int, int>);
static_assert(has_pad<matrix&, int> && has_pad<matrix&, dims<2>, int> && has_pad<any_tensor&, int> &&
              !has_pad<matrix&, double>);
static_assert(has_sort<any_tensor&> && has_sort<any_tensor&, int> && !has_sort<matrix&> && !has_sort<any_tensor&, double>);
static_assert(!has_joined<matrix>);

namespace program {
/// Names of weft's in a program, of functions that convert their arguments as well.
struct text {
  text(char const*) {}
};
int zeros(text const&) { return 1; }
int dot(text const&, text const&) { return 2; }
int pad(text const&, long) { return 3; }
template <class T>
int full(text const&, T) {
  return 4;
}
} // namespace program

TEST_CASE("functions of a program that convert their arguments are better than those that refuse") {
  using namespace program;
  CHECK(zeros("a") == 1);
  CHECK(dot("a", "b") == 2);
  CHECK(pad("a", 1) == 3);
  CHECK(full("a", 1.5) == 4);
}

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
