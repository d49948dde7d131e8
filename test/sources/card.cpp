// What the project's card asks for beside the documents, as far as a test of a program can show it: rows.md.
#include "forms.hpp"

#include <weft/dynamic/any_expr.hpp>
#include <weft/linalg/build_info.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/explain.hpp>

#include <doctest/doctest.h>

#include <boost/hana/fwd/integral_constant.hpp>

#include <type_traits>

using namespace weft;
using namespace sources;
using oracle::list;

TEST_CASE("M02: axes that the compiler knows are numbers of Boost.Hana; build_info() says which BLAS it is") {
  static_assert(std::is_same_v<std::remove_const_t<decltype(axis<2>)>, boost::hana::int_<2>>);
  auto t = cube<of_shape<int>>();
  const auto turned = transpose(t, boost::hana::int_<0>{}, boost::hana::int_<2>{});
  static_assert(std::is_same_v<std::remove_const_t<decltype(turned)>::extents_type, extents<4, 3, 2>>);
  CHECK(difference(turned, {4, 3, 2}, [](list const& i) { return cell(i[2], i[1], i[0]); }) == "");
  CHECK(!build_info().blas.empty());
}

TEST_CASE_TEMPLATE("M04 M05: operators over views build a lazy node; assigning it is one loop over each element", T,
                   of_shape<double>, of_rank<double>, of_any_rank<double>) {
  const T a = cube<T>(), b(shape(2, 3, 4), 2.0);
  T c(shape(2, 3, 4));
  int calls = 0;
  const auto counted = [&calls](double x) {
    ++calls;
    return x;
  };
  CHECK(allocations_of([&] {
          const auto e = map(counted, reverse(a, 2)) + b * 2.0;
          CHECK(calls == 0);
          c = e;
          CHECK(calls == 24);
          CHECK(explain(c, reverse(a, 2) + b * 2.0).loops == 1);
          CHECK(explain(c, reverse(a, 2) + b * 2.0).temporaries == 0);
        }) == 0);
  CHECK(difference(c, {2, 3, 4}, [](list const& i) { return double(cell(i[0], i[1], 3 - i[2]) + 4); }) == "");
}

namespace {

/// One function, for whatever is decided at run time.
template <class X>
auto centred(X const& x) {
  return x - sum(x, 0, keep_dims) / 2.0;
}

} // namespace

TEST_CASE("M07: the same program, with shape, rank, expression or elements decided at compile time or at run time") {
  const auto expected = [](list const& i) { return i[0] == 0 ? -50.0 : 50.0; };
  CHECK(value_difference(centred(cube<of_shape<double>>()), {2, 3, 4}, expected) == "");
  CHECK(value_difference(centred(cube<of_rank<double>>()), {2, 3, 4}, expected) == "");
  CHECK(value_difference(centred(cube<of_any_rank<double>>()), {2, 3, 4}, expected) == "");
  CHECK(value_difference(centred(any_expr<double>(cube<of_rank<double>>())), {2, 3, 4}, expected) == "");
  const any_tensor result = centred(any_tensor(cube<of_rank<double>>()));
  CHECK(difference(result.as<double>(), {2, 3, 4}, expected) == "");
}
