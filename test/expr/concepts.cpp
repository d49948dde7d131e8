#include <weft/expr/concepts.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/tensor/tensor.hpp>

#include <array>
#include <complex>
#include <doctest/doctest.h>
#include <vector>

using namespace weft;

namespace {
using matrix = tensor<double, 2>;
using added = decltype(std::declval<matrix&>() + 1.0);
template <int R, class... A>
constexpr bool element = detail::names_element<R, A...>;
} // namespace

static_assert(Node<added> && Node<added const&> && !Node<matrix> && !Node<double> && !Node<view<int, 1>>);
static_assert(Stored<matrix> && Stored<matrix const&> && Stored<view<int>> && !Stored<added> && !Stored<std::vector<int>>);
static_assert(Tensorial<added> && Tensorial<matrix&&> && !Tensorial<double> && !Tensorial<dims<2>>);
static_assert(IndexRange<std::vector<int>> && IndexRange<std::array<unsigned, 2>> && IndexRange<dims<2>>);
static_assert(!IndexRange<matrix> && !IndexRange<int> && !IndexRange<std::vector<std::complex<double>>>);
static_assert(std::is_same_v<detail::value_t<matrix const&>, double> && std::is_same_v<detail::value_t<int&>, int>);
static_assert(std::is_same_v<detail::value_t<added>, double>);
static_assert(detail::rank_of<matrix&> == 2 && detail::rank_of<view<int>> == -1 && detail::rank_of<added> == 2);
static_assert(element<2, int, long> && element<2, end_index, int> && element<-1, int> && element<-1> && element<0>);
static_assert(!element<2, int> && !element<2> && !element<1, all_t> && !element<-1, int, all_t>);

TEST_CASE("resolve_element: the number of subscripts and each one of them is checked") {
  index_t index[3] = {-7, -7, -7};
  detail::resolve_element(shape(2, 3), index, 1, end - 1);
  CHECK(index[0] == 1);
  CHECK(index[1] == 2);
  CHECK(index[2] == -7);
  CHECK_THROWS_AS(detail::resolve_element(shape(2, 3), index, 1), index_error);
  CHECK_THROWS_AS(detail::resolve_element(shape(2, 3), index, 1, 1, 0), index_error);
  CHECK_THROWS_AS(detail::resolve_element(shape(2, 3), index, 2, 0), index_error);
  CHECK_THROWS_AS(detail::resolve_element(shape(2, 3), index, 0, -1), index_error);
  CHECK_THROWS_AS(detail::resolve_element(shape(2, 3), index, end, 0), index_error);
  CHECK_THROWS_AS(detail::resolve_element(shape(2, 3), index, end - 3, 0), index_error);
  CHECK_THROWS_AS(detail::resolve_element(shape(0), index, 0), index_error);
  CHECK_NOTHROW(detail::resolve_element(shape(), index));
}

TEST_CASE("resolve_element_range: the same for a range, and it never writes beyond the rank") {
  index_t index[3] = {-7, -7, -7};
  detail::resolve_element_range(shape(2, 3), index, std::vector<short>{1, 2});
  CHECK(index[0] == 1);
  CHECK(index[1] == 2);
  CHECK_THROWS_AS(detail::resolve_element_range(shape(2, 3), index, std::vector<int>{1}), index_error);
  CHECK_THROWS_AS(detail::resolve_element_range(shape(2, 3), index, std::vector<int>(100)), index_error);
  CHECK_THROWS_AS(detail::resolve_element_range(shape(2, 3), index, std::vector<int>{1, 3}), index_error);
  CHECK_THROWS_AS(detail::resolve_element_range(shape(2, 3), index, std::vector<int>{-1, 0}), index_error);
  CHECK_THROWS_AS(detail::resolve_element_range(shape(2, 3), index, std::vector<std::size_t>{0, std::size_t(-1)}),
                  index_error);
  CHECK(index[2] == -7);
}

TEST_CASE("any_index: the value of each integer type") {
  const detail::any_index a[] = {1, 2u, 3l, std::size_t(4), short(-5), static_cast<unsigned char>(255)};
  const index_t expected[] = {1, 2, 3, 4, -5, 255};
  for (int k = 0; k < 6; ++k)
    CHECK(index_t(a[k]) == expected[k]);
}
