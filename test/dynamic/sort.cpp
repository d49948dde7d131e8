#include <support/untyped.hpp>
#include <weft/dynamic/pick.hpp>
#include <weft/dynamic/sort.hpp>
#include <weft/ops/classify.hpp>
#include <weft/ops/lexsort.hpp>
#include <weft/ops/searchsorted.hpp>
#include <weft/ops/sets.hpp>
#include <weft/ops/sort.hpp>
#include <weft/ops/topk.hpp>
#include <weft/ops/unique.hpp>

#include <doctest/doctest.h>

#include <complex>
#include <cstdint>
#include <limits>
#include <utility>

using namespace weft;
using namespace untyped;

namespace {

template <class T, class F>
void for_longer_lines(F const& f) {
  tensor<T> const a = numbers<T>(shape(3, 700)); // more than are merged
  f(view<T const>(a), any_expr<>(any_tensor(a)));
  f(view<T const>(transpose(a)), transpose(any_tensor(a)));
}

} // namespace

TEST_CASE("sort and argsort of an any_tensor: every type, shape and view") {
  each_type([]<class T>(std::type_identity<T>) {
    const auto compare = [](view<T const> const& x, any_expr<> const& u) {
      for (int k = 0; k < x.rank(); ++k) {
        check_same(sort(u, k), sort(x, k));
        check_same(argsort(u, k), argsort(x, k));
        CHECK(take_along(u, argsort(u, k), k) == sort(u, k));
      }
      if (x.rank() > 0) {
        check_same(sort(u), sort(x));
        check_same(argsort(u), argsort(x));
      }
    };
    each_operand<T>(compare);
    for_longer_lines<T>(compare);
  });
}

// numpy.sort(a, 0), numpy.argsort(a, 1, kind="stable"), and of axis 0; of complex numbers
TEST_CASE("sort and argsort of an any_tensor: as NumPy") {
  any_tensor const u(tensor<std::int8_t, 2>{{3, 1, 2}, {2, 3, 1}});
  CHECK(sort(u, 0) == any_tensor(tensor<std::int8_t, 2>{{2, 1, 1}, {3, 3, 2}}));
  CHECK(argsort(u) == any_tensor(tensor<index_t, 2>{{1, 2, 0}, {2, 0, 1}}));
  CHECK(argsort(u, axis<0>) == any_tensor(tensor<index_t, 2>{{1, 0, 1}, {0, 1, 0}}));
  double const nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  using complex = std::complex<double>;
  any_tensor const c(tensor<complex, 1>{complex(1, 1), complex(nan, 0), complex(1, -1), complex(0, 5)});
  any_tensor const sorted = sort(c);
  CHECK(sorted(range(0, 3)) == any_tensor(tensor<complex, 1>{complex(0, 5), complex(1, -1), complex(1, 1)}));
  CHECK(argsort(c) == any_tensor(tensor<index_t, 1>{3, 2, 0, 1}));
  any_tensor const f(tensor<float, 1>{float(nan), float(inf), 0, -1, float(-inf)});
  CHECK(argsort(f) == any_tensor(tensor<index_t, 1>{4, 3, 2, 1, 0}));
  any_tensor const last = sort(f);
  CHECK(last(range(0, 4)) == any_tensor(tensor<float, 1>{float(-inf), -1, 0, float(inf)}));
  CHECK(last.as<float, 1>()(4) != last.as<float, 1>()(4));
  any_tensor const big(tensor<std::uint64_t, 1>{~std::uint64_t(0), 1, std::uint64_t(1) << 63});
  CHECK(sort(big) == any_tensor(tensor<std::uint64_t, 1>{1, std::uint64_t(1) << 63, ~std::uint64_t(0)}));
}

// The same comparisons in the same order as for typed operands, so the same elements beside the place.
TEST_CASE("partition and argpartition of an any_tensor") {
  each_type([]<class T>(std::type_identity<T>) {
    const auto compare = [](view<T const> const& x, any_expr<> const& u) {
      for (int k = 0; k < x.rank(); ++k)
        for (index_t place = 0; place < x.extent(k); place += place < 5 ? 1 : 97) {
          check_same(partition(u, place, k), partition(x, place, k));
          check_same(argpartition(u, place, k), argpartition(x, place, k));
          CHECK(slice(partition(u, place, k), k, place) == slice(sort(u, k), k, place));
        }
      if (x.rank() > 0 && x.extent(x.rank() - 1) > 1)
        check_same(partition(u, 1), partition(x, 1));
    };
    each_operand<T>(compare);
    for_longer_lines<T>(compare);
  });
  std::uint64_t const top = std::uint64_t(1) << 63;
  any_tensor const large(tensor<std::uint64_t, 1>{top + 1, 2, top});
  CHECK(partition(large, 1) == any_tensor(tensor<std::uint64_t, 1>{2, top, top + 1}));
  CHECK(argpartition(large, 1) == any_tensor(tensor<index_t, 1>{1, 2, 0}));
}

TEST_CASE("unique and unique_all of an any_tensor") {
  each_type([]<class T>(std::type_identity<T>) {
    const auto compare = [](view<T const> const& x, any_expr<> const& u) {
      check_same(unique(u), unique(x));
      auto const [values, indices, inverse, counts] = unique_all(u);
      auto const expected = unique_all(x);
      check_same(values, expected.values);
      check_same(indices, expected.indices);
      check_same(inverse, expected.inverse);
      check_same(counts, expected.counts);
    };
    each_operand<T>(compare);
    for_longer_lines<T>(compare);
  });
  // numpy.unique([[2, 7], [2, -1]], return_index=True, return_inverse=True, return_counts=True)
  auto const [values, indices, inverse, counts] = unique_all(any_tensor(tensor<int, 2>{{2, 7}, {2, -1}}));
  CHECK(values == any_tensor(tensor<int, 1>{-1, 2, 7}));
  CHECK(indices == any_tensor(tensor<index_t, 1>{3, 0, 1}));
  CHECK(inverse == any_tensor(tensor<index_t, 2>{{1, 2}, {1, 0}}));
  CHECK(counts == any_tensor(tensor<index_t, 1>{1, 2, 1}));
  double const nan = std::numeric_limits<double>::quiet_NaN();
  auto const special = unique_all(any_tensor(tensor<double, 1>{nan, 0, -0.0, nan, 1}));
  CHECK(special.counts == any_tensor(tensor<index_t, 1>{2, 1, 2}));
  CHECK(special.indices == any_tensor(tensor<index_t, 1>{1, 4, 0}));
}

TEST_CASE("searchsorted of any_tensors") {
  each_type([]<class T>(std::type_identity<T>) {
    tensor<T> const list = sort(numbers<T>(shape(7)));
    each_operand<T>([&](view<T const> const& x, any_expr<> const& u) {
      for (side where : {side::left, side::right}) {
        check_same(searchsorted(any_tensor(list), u, where), searchsorted(list, x, where));
        check_same(searchsorted(list, u, where), searchsorted(list, x, where));
      }
      check_same(searchsorted(any_tensor(list), x), searchsorted(list, x));
    });
  });
  // numpy.searchsorted([1, 3, 3, 7], [0, 3, 8]), and from the right
  any_tensor const list(tensor<int, 1>{1, 3, 3, 7});
  any_tensor const backwards(tensor<double, 1>{7, 3, 3, 1});
  CHECK(searchsorted(list, tensor<double, 1>{0, 3, 8}) == any_tensor(tensor<index_t, 1>{0, 1, 4}));
  CHECK(searchsorted(reverse(backwards, 0), tensor<std::uint8_t, 1>{0, 3, 8}, side::right) ==
        any_tensor(tensor<index_t, 1>{0, 3, 4}));
  any_tensor const large(tensor<std::uint64_t, 1>{1, std::uint64_t(1) << 63});
  CHECK(searchsorted(large, tensor<std::uint64_t, 1>{2, ~std::uint64_t(0)}) == any_tensor(tensor<index_t, 1>{1, 2}));
}

TEST_CASE("isin of any_tensors") {
  each_type([]<class T>(std::type_identity<T>) {
    tensor<T> const list = numbers<T>(shape(3));
    each_operand<T>([&](view<T const> const& x, any_expr<> const& u) {
      check_same(isin(u, any_tensor(list)), isin(x, list));
      check_same(isin(x, any_tensor(list)), isin(x, list));
    });
  });
  double const nan = std::numeric_limits<double>::quiet_NaN();
  any_tensor const values(tensor<double, 1>{nan, 2, -0.0});
  CHECK(isin(tensor<int, 1>{2, 0, 1}, values) == any_tensor(tensor<bool, 1>{true, true, false}));
  CHECK(isin(values, values) == any_tensor(tensor<bool, 1>{false, true, true}));
  // Integers by value: -1 is no uint64.
  any_tensor const large(tensor<std::uint64_t, 1>{~std::uint64_t(0), 5});
  CHECK(isin(tensor<std::int64_t, 1>{-1, 5}, large) == any_tensor(tensor<bool, 1>{false, true}));
  CHECK(isin(large, tensor<std::int8_t, 1>{-1, 5}) == any_tensor(tensor<bool, 1>{false, true}));
  CHECK(isin(large, any_tensor(dtype::int8, shape(0))) == any_tensor(tensor<bool, 1>{false, false}));
}

TEST_CASE("sorting any_tensors: errors are those of typed operands") {
  tensor<double> const a = numbers<double>(shape(2, 3)), one = numbers<double>(shape());
  any_tensor const u(a), v(one);
  const auto same = [](auto const& untyped, auto const& typed) {
    CHECK(refusal(untyped) != "no error");
    CHECK(refusal(untyped) == refusal(typed));
  };
  same([&] { (void)sort(u, 2); }, [&] { (void)sort(a, 2); });
  same([&] { (void)sort(v); }, [&] { (void)sort(one); });
  same([&] { (void)argsort(u, -1); }, [&] { (void)argsort(a, -1); });
  same([&] { (void)argsort(v); }, [&] { (void)argsort(one); });
  same([&] { (void)partition(u, 3, 1); }, [&] { (void)partition(a, 3, 1); });
  same([&] { (void)partition(u, 0, 2); }, [&] { (void)partition(a, 0, 2); });
  same([&] { (void)argpartition(u, -1); }, [&] { (void)argpartition(a, -1); });
  same([&] { (void)searchsorted(u, u); }, [&] { (void)searchsorted(a, a); });
}

namespace {
/// Lists and values of integers with and without a sign, and how many elements come before each value, or also equal it.
void check_signs(auto const& list, auto const& values) {
  for (const side where : {side::left, side::right}) {
    tensor<index_t, 1> expected(values.size());
    for (index_t i = 0; i < values.size(); ++i)
      for (index_t k = 0; k < list.size(); ++k)
        expected(i) += where == side::left ? std::cmp_less(list(k), values(i)) : std::cmp_less_equal(list(k), values(i));
    CHECK(searchsorted(any_tensor(list), any_tensor(values), where) == any_tensor(expected));
  }
}
} // namespace

TEST_CASE("searchsorted of integers with a sign among those without, and the other way round") {
  constexpr auto high = std::uint64_t(1) << 63;
  constexpr auto low = std::numeric_limits<std::int64_t>::min(), top = std::numeric_limits<std::int64_t>::max();
  const tensor<std::uint64_t, 1> unsigned_list{0, 1, 5, std::uint64_t(top), high, high + 7, ~std::uint64_t(0)};
  const tensor<std::int64_t, 1> signed_list{low, -3, -1, 0, 1, 5, top};
  check_signs(unsigned_list, signed_list);
  check_signs(signed_list, unsigned_list);
  check_signs(unsigned_list, unsigned_list);
  check_signs(signed_list, signed_list);
  const tensor<std::uint32_t, 1> narrow{0, 2, 4'000'000'000};
  check_signs(narrow, tensor<int, 1>{-1, -2'000'000'000, 0, 1, 2, 3, 2'000'000'000});
  check_signs(tensor<std::int8_t, 1>{-128, -1, 0, 127}, unsigned_list);
  check_signs(unsigned_list, tensor<std::int8_t, 1>{-128, -1, 0, 127});
}

TEST_CASE("topk, lexsort and sets of any_tensors: the numbers of NumPy 1.24") {
  any_tensor const a(tensor<int, 2>{{3, 1, 4, 1}, {5, 9, 2, 6}, {5, 3, 5, 8}});
  CHECK(lexsort(a(0, all), a(1, all)) == any_tensor(tensor<index_t, 1>{2, 0, 3, 1}));
  CHECK(lexsort(a) == any_tensor(tensor<index_t, 1>{1, 2, 0, 3}));
  CHECK(lexsort(any_tensor(tensor<int, 1>{1, 0, 1, 0}), tensor<float, 1>{2, 1, 1, 2}) ==
        any_tensor(tensor<index_t, 1>{1, 2, 3, 0}));
  any_tensor const p(tensor<int, 1>{3, 1, 3, 7, 2}), q(tensor<double, 1>{2, 3, 9});
  CHECK(intersect1d(p, q) == any_tensor(tensor<double, 1>{2, 3}));
  CHECK(union1d(p, q) == any_tensor(tensor<double, 1>{1, 2, 3, 7, 9}));
  CHECK(setdiff1d(p, q) == any_tensor(tensor<double, 1>{1, 7}));
  CHECK(setdiff1d(q, tensor<int, 1>{3, 2}) == any_tensor(tensor<double, 1>{9}));
  CHECK(setxor1d(p, q) == any_tensor(tensor<double, 1>{1, 7, 9}));
  auto const [values, indices] = topk(a, 2);
  CHECK(values == any_tensor(tensor<int, 2>{{4, 3}, {9, 6}, {8, 5}}));
  CHECK(indices == any_tensor(tensor<index_t, 2>{{2, 0}, {1, 3}, {3, 0}}));
}

TEST_CASE("topk, lexsort and sets of any_tensors: every type and view, and errors, as of typed ones") {
  each_type([]<class T>(std::type_identity<T>) {
    each_operand<T>([](view<T const> const& x, any_expr<> const& u) {
      for (int k = 0; k < x.rank(); ++k)
        for (index_t n : {index_t(0), x.extent(k) / 2, x.extent(k)}) {
          auto const typed = topk(x, n, k);
          any_topk const untyped = topk(u, n, k);
          check_same(untyped.values, typed.values);
          check_same(untyped.indices, typed.indices);
        }
      tensor<T, 1> const some{T(1), T(0), T(2), T(1)};
      check_same(intersect1d(u, some), intersect1d(x, some));
      check_same(union1d(u, some), union1d(x, some));
      check_same(setdiff1d(u, some), setdiff1d(x, some));
      check_same(setdiff1d(some, u), setdiff1d(some, x));
      check_same(setxor1d(u, any_tensor(some)), setxor1d(x, some));
      if (x.rank() == 2 && x.extent(0) > 0)
        check_same(lexsort(u), lexsort(x));
      if (x.rank() == 1)
        check_same(lexsort(x, u), lexsort(x, x));
    });
  });
  double const NaN = std::numeric_limits<double>::quiet_NaN();
  any_tensor const m(tensor<double, 1>{NaN, 1, NaN}), n(tensor<double, 1>{2, NaN});
  CHECK(intersect1d(m, n).size() == 0);
  CHECK((union1d(m, n).size() == 3 && bool(isnan(union1d(m, n)(2)))));
  CHECK(setdiff1d(m, n).size() == 2);
  CHECK(setxor1d(m, n).size() == 4);
  tensor<double> const a = numbers<double>(shape(2, 3));
  any_tensor const u(a);
  CHECK(refusal([&] { (void)topk(u, 4); }) == refusal([&] { (void)topk(a, 4); }));
  CHECK(refusal([&] { (void)topk(u, -1); }) == refusal([&] { (void)topk(a, -1); }));
  CHECK(refusal([&] { (void)topk(u, 1, 2); }) == refusal([&] { (void)topk(a, 1, 2); }));
  CHECK_THROWS_AS((void)lexsort(u, u), shape_error);
  CHECK_THROWS_AS((void)lexsort(any_tensor(dtype::int8, shape(2)), any_tensor(dtype::int8, shape(3))), shape_error);
  CHECK_THROWS_AS((void)lexsort(any_tensor(dtype::int8, shape(0, 2))), shape_error);
  CHECK_THROWS_AS((void)lexsort(any_tensor(dtype::int8, shape(1, 2, 3))), shape_error);
}
