#include "structs.hpp"

#include <doctest/doctest.h>

#include <weft/ops/equal.hpp>
#include <weft/records/operators.hpp>

using namespace weft;
namespace hana = boost::hana;

namespace {

class guarded { // no aggregate
public:
  guarded() = default;
  BOOST_HANA_DEFINE_STRUCT(guarded, (tensor<double, 1>, u), (view<double, 1>, part));
  int untouched() const { return kept_; }

private:
  int kept_ = 4;
};

} // namespace

TEST_CASE("a record that is no aggregate is made by its members, and views get memory") {
  const tensor<double, 1> a{1, 2, 3};
  const guarded made = 2.0 * hana::make_tuple(a, a);
  CHECK((made.u == tensor<double, 1>{2, 4, 6} && made.part == made.u && made.untouched() == 4));
  CHECK(made.part.data() != made.u.data());
}

TEST_CASE("scalars and fields of rank 0 convert to each other") {
  const tensor<double, 0> one = 1.5;
  hana::tuple<float, tensor<double, 0>, tensor<double, 1>> y(0.0F, 0.0, tensor<double, 1>(2));
  into(y) = hana::make_tuple(2.0 * one, 4, 7.0F);
  CHECK((hana::at_c<0>(y) == 3 && hana::at_c<1>(y)() == 4 && hana::at_c<2>(y) == tensor<double, 1>{7, 7}));
}
