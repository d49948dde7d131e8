#include <weft/base/literals.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/tensor/tensor.hpp>

#include <doctest/doctest.h>

#include <type_traits>

using namespace weft;
using namespace weft::literals;

namespace {

template <index_t... E, class X>
bool has_static_shape(X const& x) {
  using shape_type = std::remove_cvref_t<decltype(detail::capture(x).extents())>;
  return std::is_same_v<shape_type, extents<E...>>;
}

} // namespace

static_assert(std::is_same_v<decltype(7_c), boost::hana::llong<7>>);

TEST_CASE("literals: constants as axes, subscripts and places keep static shapes") {
  tensor<double, fixed<2, 3>> const a{{1, 2, 3}, {4, 5, 6}};
  CHECK(has_static_shape<2>(sum(a, 1_c)));
  CHECK(has_static_shape<3>(sum(a, 0_c)));
  CHECK(has_static_shape<3>(slice(a, 0_c, 1)));
  CHECK(has_static_shape<3>(a(1_c, all)));
  CHECK(has_static_shape<2, 3>(reverse(a, 1_c)));
  CHECK(has_static_shape<2, 2>(a(all, range(1_c, end))));
  CHECK(tensor<double, 1>(sum(a, 1_c)) == tensor<double, 1>{6, 15});
  CHECK(tensor<double, 1>(slice(a, 0_c, 1)) == tensor<double, 1>{4, 5, 6});
  CHECK(tensor<double, 1>(a(1_c, all)) == tensor<double, 1>{4, 5, 6});
  CHECK(a(1_c, 2_c) == 6);
  CHECK(tensor<double, 2>(reverse(a, 1_c)) == tensor<double, 2>{{3, 2, 1}, {6, 5, 4}});
  CHECK(tensor<double, 2>(a(all, range(1_c, end))) == tensor<double, 2>{{2, 3}, {5, 6}});
}
