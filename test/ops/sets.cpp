#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/sets.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

using namespace weft;

namespace {

const double none = std::numeric_limits<double>::quiet_NaN();

/// Equal, where all NaN are the same.
bool same(tensor<double, 1> const& a, std::vector<double> const& b) {
  bool all_same = a.size() == static_cast<index_t>(b.size());
  for (index_t i = 0; all_same && i < a.size(); ++i) {
    const double x = a(i), y = b[static_cast<std::size_t>(i)];
    all_same = std::isnan(y) ? std::isnan(x) : x == y;
  }
  return all_same;
}

} // namespace

TEST_CASE("sets: the values of NumPy, with NaN in both") {
  const tensor<double, 1> a{3, 1, none, 2, 3}, b{none, 3, 5};
  CHECK(same(intersect1d(a, b), {3}));
  CHECK(same(union1d(a, b), {1, 2, 3, 5, none}));
  CHECK(same(setdiff1d(a, b), {1, 2, none}));
  CHECK(same(setdiff1d(b, a), {5, none}));
  CHECK(same(setxor1d(a, b), {1, 2, 5, none, none}));
  CHECK(eval(isin(a, b)) == tensor<bool, 1>{true, false, false, false, true});
  CHECK(eval(!isin(reverse(a, 0), b)) == tensor<bool, 1>{false, true, true, true, false});
}

TEST_CASE("sets: matrices, expressions, two types, nothing") {
  const tensor<int, 2> m{{4, 1, 4}, {7, -1, 2}};
  const tensor<double, 1> v{1, 2.5, 4};
  static_assert(std::same_as<decltype(intersect1d(m, v))::value_type, double>);
  static_assert(std::same_as<decltype(union1d(m, m))::value_type, int>);
  CHECK(intersect1d(transpose(m), v) == tensor<double, 1>{1, 4});
  CHECK(union1d(v, m + 0) == tensor<double, 1>{-1, 1, 2, 2.5, 4, 7});
  CHECK(setdiff1d(m, v) == tensor<double, 1>{-1, 2, 7});
  CHECK(setxor1d(m, v) == tensor<double, 1>{-1, 2, 2.5, 7});
  CHECK(intersect1d(m, tensor<int, 1>(0)).size() == 0);
  CHECK(union1d(tensor<int, 1>(0), tensor<int, 1>(0)).size() == 0);
  CHECK(eval(isin(m, v)) == tensor<bool, 2>{{true, true, true}, {false, false, false}});
  CHECK(eval(isin(transpose(m), tensor<int, 2>{{7, 4}, {4, 7}})) ==
        tensor<bool, 2>{{true, true}, {false, false}, {true, false}});
  CHECK(eval(isin(m, tensor<int, 1>(0))) == tensor<bool, 2>(shape(2, 3), false));
  CHECK(eval(isin(m, m)) == tensor<bool, 2>(shape(2, 3), true));
  const tensor<std::complex<double>, 1> z{{1, 2}, {1, 0}, {3, 0}};
  CHECK(eval(isin(z, tensor<double, 1>{1})) == tensor<bool, 1>{false, true, false});
  CHECK(intersect1d(z, tensor<double, 1>{3, 1}) == tensor<std::complex<double>, 1>{{1, 0}, {3, 0}});
}

TEST_CASE("isin: integers of both signs compare by value") {
  const tensor<std::uint64_t, 1> large{std::numeric_limits<std::uint64_t>::max(), 5};
  CHECK(eval(isin(tensor<int, 1>{-1, 5, 6}, large)) == tensor<bool, 1>{false, true, false});
  CHECK(eval(isin(large, tensor<int, 1>{-1, 5})) == tensor<bool, 1>{false, true});
}

TEST_CASE("isin: a target that the mask is made of, and values that changed meanwhile") {
  tensor<bool, 1> t{true, false};
  t = isin(t, tensor<bool, 1>{false});
  CHECK(t == tensor<bool, 1>{false, true});
  tensor<int, 1> values{1, 2};
  const auto mask = isin(tensor<int, 1>{1, 3}, values);
  values(0) = 3;
  CHECK(eval(mask) == tensor<bool, 1>{false, true});
}
