#include <weft/numerics/values.hpp>
#include <weft/weft.hpp>

#include <doctest/doctest.h>
#include <type_traits>

using namespace weft;

namespace {

/// Twice a number.
struct doubled : op::function_of_doubles<doubled> {
  static constexpr char const* name = "doubled";
  template <class T>
  T value(T const& at) const {
    return T(2.0 * at);
  }
};

} // namespace

TEST_CASE("values: of numbers and of operands, in the floating type of each") {
  CHECK(detail::values_at(doubled{}, 1.5) == 3);
  CHECK(detail::values_at(doubled{}, 2) == 4);
  tensor<float, 2> const x{{1, 2}, {-3, 4}};
  auto const y = detail::values_at(doubled{}, transpose(x));
  static_assert(std::is_same_v<decltype(y)::value_type, float>);
  CHECK(tensor<float, 2>(y) == tensor<float, 2>{{2, -6}, {4, 8}});
  CHECK(tensor<double, 1>(detail::values_at(doubled{}, tensor<int, 1>{1, -2})) == tensor<double, 1>{2, -4});
}

TEST_CASE("values: vectors of doubles, and plain numbers") {
  CHECK(detail::vector_of_doubles(tensor<int, 1>{1, -2}) == tensor<double, 1>{1, -2});
  tensor<double> const matrix = tensor<double, 2>{{1, 2}};
  CHECK_THROWS_AS((void)detail::vector_of_doubles(matrix), shape_error);
  CHECK(detail::plain_number(3) == 3.0);
}
