#include <support/checked.hpp>
#include <support/untyped.hpp>
#include <weft/dynamic/pick.hpp>
#include <weft/ops/compare.hpp>
#include <weft/ops/nonzero.hpp>
#include <weft/ops/select.hpp>
#include <weft/ops/take.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <vector>

using namespace weft;
using namespace untyped;

namespace {

tensor<index_t, 1> first_and_last(index_t n) {
  return n == 0 ? tensor<index_t, 1>(shape(0)) : tensor<index_t, 1>{n - 1, 0, n - 1};
}

} // namespace

TEST_CASE("take of an any_tensor: every type, shape and view") {
  each_type([]<class T>(std::type_identity<T>) {
    each_operand<T>([](view<T const> const& x, any_expr<> const& u) {
      for (int k = 0; k < x.rank(); ++k) {
        tensor<index_t, 1> const at = first_and_last(x.extent(k));
        tensor<std::int32_t, 1> const narrow = cast<std::int32_t>(at);
        check_same(take(u, at, k), take(x, at, k));
        check_same(take(u, any_tensor(at), k), take(x, at, k));
        check_same(take(x, any_tensor(narrow), k), take(x, at, k));
        check_same(take(u, cast(any_tensor(at), dtype::uint8), k), take(x, at, k));
        check_same(take(u, reverse(any_tensor(at), 0), k), take(x, reverse(at, 0), k));
        check_same(take(u, any_tensor(reshape(at, shape(at.size(), 1))), k),
                   take(x, reshape(at, shape(at.size(), 1)), k));
        auto along = tensor<index_t>(x.shape());
        for (index_t i = 0; i < along.size(); ++i)
          along.data()[i] = (i * 5) % x.extent(k);
        check_same(take_along(u, any_tensor(along), k), take_along(x, along, k));
      }
      tensor<index_t, 1> const numbers = first_and_last(x.size());
      check_same(take(u, any_tensor(numbers)), take(x, numbers));
      check_same(take(u, any_tensor(cast<std::int32_t>(numbers))), take(x, numbers));
      check_same(take(u, any_tensor(cast<std::uint64_t>(numbers))), take(x, numbers));
    });
  });
}

// numpy.take(a, [2, 0], 0), numpy.take(a, [[1], [0]], 1), numpy.take(a, [5, 0, 2]), numpy.take_along_axis(a, i, 1)
TEST_CASE("take of an any_tensor: as NumPy") {
  any_tensor const u(tensor<float, 2>{{1, 2}, {3, 4}, {5, 6}});
  CHECK(take(u, tensor<int, 1>{2, 0}, 0) == any_tensor(tensor<float, 2>{{5, 6}, {1, 2}}));
  CHECK(take(u, tensor<int, 2>{{1}, {0}}, 1) == any_tensor(tensor<float, 3>{{{2}, {1}}, {{4}, {3}}, {{6}, {5}}}));
  CHECK(take(u, tensor<int, 1>{5, 0, 2}) == any_tensor(tensor<float, 1>{6, 1, 3}));
  CHECK(take(transpose(u), tensor<int, 1>{5, 0, 2}) == any_tensor(tensor<float, 1>{6, 1, 5}));
  CHECK(take_along(u, tensor<int, 2>{{1, 1, 0}, {0, 1, 0}, {1, 0, 0}}, axis<1>) ==
        any_tensor(tensor<float, 2>{{2, 2, 1}, {3, 4, 3}, {6, 5, 5}}));
  CHECK(take(2 * u, tensor<int, 1>{1}, 0) == any_tensor(tensor<float, 2>{{6, 8}}));
  any_tensor const none(tensor<index_t, 1>(shape(0)));
  CHECK(take(u, none, 1) == any_tensor(tensor<float, 2>(shape(3, 0))));
}

TEST_CASE("put and put_along of an any_tensor") {
  each_type([]<class T>(std::type_identity<T>) {
    tensor<T> a = numbers<T>(shape(2, 3, 4));
    any_tensor u(a);
    tensor<T> const values = numbers<T>(shape(2, 2));
    tensor<int, 2> const at{{23, 0}, {7, 23}};
    put(a, at, values);
    put(u, any_tensor(at), any_tensor(values));
    check_same(u, a);
    put(a, tensor<int, 1>{4, 5}, T(1));
    put(u, tensor<int, 1>{4, 5}, T(1));
    check_same(u, a);
    tensor<index_t> along(shape(2, 3, 1));
    along.data()[1] = 3;
    put_along(a, along, T(0), 2);
    put_along(u, along, T(0), axis<2>);
    check_same(u, a);
  });
  // numpy.put(a, [3, 0], [8, 9]), numpy.put_along_axis(a, [[1], [0]], [[5], [6]], 1)
  any_tensor u(tensor<double, 2>{{1, 2}, {3, 4}});
  put(u, tensor<int, 1>{3, 0}, tensor<int, 1>{8, 9});
  CHECK(u == any_tensor(tensor<double, 2>{{9, 2}, {3, 8}}));
  put_along(u, tensor<int, 2>{{1}, {0}}, tensor<float, 2>{{5}, {6}}, 1);
  CHECK(u == any_tensor(tensor<double, 2>{{9, 5}, {6, 8}}));
  put(u, tensor<int, 1>{0, 1, 2, 3}, reverse(reshape(u, shape(4)), 0)); // values in the memory that is written
  CHECK(u == any_tensor(tensor<double, 2>{{8, 6}, {5, 9}}));
  put(transpose(u)(0, all), tensor<int, 1>{1}, 7); // a part of it
  CHECK(u == any_tensor(tensor<double, 2>{{8, 6}, {7, 9}}));
  put(u(range(1, -1, -1), 1), tensor<int, 1>{0, 1}, u(0, all)); // from another part that overlaps
  CHECK(u == any_tensor(tensor<double, 2>{{8, 6}, {7, 8}}));
  put_along(u(all, range(1, -1, -1)), tensor<int, 2>{{0}, {1}}, -1, 1);
  CHECK(u == any_tensor(tensor<double, 2>{{8, -1}, {-1, 8}}));
  any_tensor order(tensor<index_t, 1>{2, 0, 1});
  put(order, order, tensor<index_t, 1>{0, 1, 2}); // so are the numbers
  CHECK(order == any_tensor(tensor<index_t, 1>{1, 2, 0}));
}

// Subscripts and put go one way: the indices are read where they lie, or copied where they lie in what is written.
TEST_CASE("subscripts of an any_tensor: indices of every width, forwards and backwards, read and written") {
  const auto check = []<class T>(std::type_identity<T>) {
    for (bool backwards : {false, true}) {
      any_tensor u(tensor<double, 2>{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {9, 10, 11}});
      const tensor<T, 1> rows{3, 0, 2}, columns{0, 2, 1};
      const auto row = [&](index_t i) { return index_t(rows(backwards ? 2 - i : i)); };
      const auto column = [&](index_t i) { return index_t(columns(backwards ? 2 - i : i)); };
      any_expr<> const i = backwards ? any_expr<>(reverse(any_tensor(rows), 0)) : any_expr<>(any_tensor(rows)),
                       j = backwards ? any_expr<>(reverse(any_tensor(columns), 0)) : any_expr<>(any_tensor(columns));
      any_tensor const whole_rows = u(i, all), pairs = u(i, j), square = u(expand_dims(i, 1), j);
      for (index_t x = 0; x < 3; ++x) {
        CHECK(double(any_expr<>(pairs)(x)) == double(3 * row(x) + column(x)));
        for (index_t y = 0; y < 3; ++y) {
          CHECK(double(any_expr<>(whole_rows)(x, y)) == double(3 * row(x) + y));
          CHECK(double(any_expr<>(square)(x, y)) == double(3 * row(x) + column(y)));
        }
      }
      u(i, j) += 100.0;
      u(reverse(i, 0), all) = reverse(u(i, all), 0) * 1.0;
      for (index_t x = 0; x < 3; ++x)
        for (index_t y = 0; y < 3; ++y)
          CHECK(double(u(row(x), y)) == double(3 * row(x) + y + (column(x) == y ? 100 : 0)));
      CHECK(double(u(1, 1)) == 4);
    }
  };
  check(std::type_identity<std::int8_t>{});
  check(std::type_identity<std::uint16_t>{});
  check(std::type_identity<std::int32_t>{});
  check(std::type_identity<std::uint32_t>{});
  check(std::type_identity<std::int64_t>{});
  check(std::type_identity<std::uint64_t>{});
}

TEST_CASE("subscripts and put of an any_tensor whose own elements are the indices, or the values") {
  const auto fresh = [] { return any_tensor(tensor<std::int64_t, 1>{3, 2, 0, 1, 4}); };
  any_tensor u = fresh();
  u(any_expr<>(u)) = tensor<std::int64_t, 1>{10, 11, 12, 13, 14};
  CHECK(u == any_tensor(tensor<std::int64_t, 1>{12, 13, 11, 10, 14}));
  u = fresh();
  put(u, u, tensor<std::int64_t, 1>{10, 11, 12, 13, 14});
  CHECK(u == any_tensor(tensor<std::int64_t, 1>{12, 13, 11, 10, 14}));
  u = fresh();
  u(tensor<int, 1>{1, 2, 3, 4}) = any_expr<>(u)(range(0, 4));
  CHECK(u == any_tensor(tensor<std::int64_t, 1>{3, 3, 2, 0, 1}));
  u = fresh();
  u(tensor<int, 1>{0, 1, 2, 3}) = any_expr<>(u)(range(4, 0, -1)) + 0;
  CHECK(u == any_tensor(tensor<std::int64_t, 1>{4, 1, 0, 2, 4}));
  u = fresh();
  u(u(range(0, 3))) = std::int64_t(7);
  CHECK(u == any_tensor(tensor<std::int64_t, 1>{7, 2, 7, 7, 4}));
  any_tensor m(tensor<std::int64_t, 2>{{1, 0}, {0, 1}});
  m(m(0, all), m(1, all)) = tensor<std::int64_t, 1>{5, 6}; // (1, 0) and (0, 1)
  CHECK(m == any_tensor(tensor<std::int64_t, 2>{{1, 6}, {5, 1}}));
  u = fresh();
  CHECK_THROWS_AS(u(tensor<int, 1>{0, 5}) = std::int64_t(9), index_error);
  CHECK_THROWS_AS(u(tensor<std::uint64_t, 1>{0, ~std::uint64_t(0)}) = std::int64_t(9), index_error);
  CHECK_THROWS_AS(put(u, tensor<std::int8_t, 1>{0, -1}, std::int64_t(9)), index_error);
  CHECK(u == fresh());
}

TEST_CASE("compress, nonzero and argwhere of an any_tensor") {
  each_type([]<class T>(std::type_identity<T>) {
    each_operand<T>([](view<T const> const& x, any_expr<> const& u) {
      tensor<bool> mask(x.shape());
      for (index_t i = 0; i < mask.size(); ++i)
        mask.data()[i] = i % 3 != 1;
      check_same(compress(any_tensor(mask), u), compress(mask, x));
      check_same(compress(mask, u), compress(mask, x));
      for (int k = 0; k < x.rank(); ++k) {
        tensor<bool, 1> line(shape(x.extent(k)));
        for (index_t i = 0; i < line.size(); ++i)
          line(i) = i != 1;
        check_same(compress(any_tensor(line), u, k), compress(line, x, k));
      }
      check_same(argwhere(u), argwhere(x));
      std::vector<any_tensor> const places = nonzero(u);
      auto const expected = nonzero(x);
      REQUIRE(places.size() == expected.size());
      for (std::size_t k = 0; k < places.size(); ++k)
        check_same(places[k], expected[k]);
    });
  });
  // a[a > 1], numpy.compress([0, 1], a, 1), numpy.nonzero(a), numpy.argwhere(a)
  any_tensor const u(tensor<std::int16_t, 2>{{0, 2}, {-3, 0}});
  CHECK(compress(u > -1, u) == any_tensor(tensor<std::int16_t, 1>{0, 2, 0}));
  CHECK(compress(tensor<bool, 1>{false, true}, u, axis<1>) == any_tensor(tensor<std::int16_t, 2>{{2}, {0}}));
  CHECK(nonzero(u) == std::vector{any_tensor(tensor<index_t, 1>{0, 1}), any_tensor(tensor<index_t, 1>{1, 0})});
  CHECK(argwhere(u) == any_tensor(tensor<index_t, 2>{{0, 1}, {1, 0}}));
  any_tensor const special(tensor<double, 1>{std::numeric_limits<double>::quiet_NaN(), 0, -0.0, 1});
  CHECK(argwhere(special) == any_tensor(tensor<index_t, 2>{{0}, {3}}));
}

TEST_CASE("unravel_index and ravel_index of any_tensors") {
  // numpy.unravel_index([[5, 0], [3, 1]], (2, 3))
  any_tensor const numbers_of(tensor<std::uint8_t, 2>{{5, 0}, {3, 1}});
  auto const places = unravel_index(numbers_of, shape(2, 3));
  REQUIRE(places.size() == 2);
  CHECK(places[0] == any_tensor(tensor<index_t, 2>{{1, 0}, {1, 0}}));
  CHECK(places[1] == any_tensor(tensor<index_t, 2>{{2, 0}, {0, 1}}));
  CHECK(ravel_index(places, shape(2, 3)) == any_tensor(tensor<index_t, 2>{{5, 0}, {3, 1}}));
  any_tensor const u(tensor<double, 2>{{0, 7, 0}, {0, 0, 8}});
  CHECK(ravel_index(nonzero(u), u.shape()) == any_tensor(tensor<index_t, 1>{1, 5}));
  std::vector<any_tensor> const apart{any_tensor(tensor<int, 2>{{0}, {1}}), any_tensor(tensor<std::int64_t, 1>{2, 0})};
  CHECK(ravel_index(apart, shape(2, 3)) == any_tensor(tensor<index_t, 2>{{2, 0}, {5, 3}}));
  CHECK(unravel_index(any_tensor(dtype::int8, shape(0)), shape(2))[0].size() == 0);
  CHECK_THROWS_AS((void)unravel_index(numbers_of, shape(5)), index_error);
  CHECK_THROWS_AS((void)unravel_index(any_tensor(tensor<int, 1>{-1}), shape(5)), index_error);
  CHECK_THROWS_AS((void)unravel_index(u, shape(5)), dtype_error);
  CHECK_THROWS_AS((void)ravel_index(places, shape(2, 2)), index_error);
  CHECK_THROWS_AS((void)ravel_index(places, shape(6)), index_error);
}

TEST_CASE("take, put and compress of an any_tensor: errors are those of typed operands") {
  tensor<double> a = numbers<double>(shape(2, 3));
  any_tensor u(a), before = u;
  const auto same = [](auto const& untyped, auto const& typed) {
    CHECK(refusal(untyped) != "no error");
    CHECK(refusal(untyped) == refusal(typed));
  };
  tensor<int, 1> const high{0, 3}, negative{-1};
  tensor<std::uint64_t, 1> const huge{std::uint64_t(1) << 63};
  same([&] { (void)take(u, high, 1); }, [&] { (void)eval(take(a, high, 1)); });
  same([&] { (void)take(u, negative, 0); }, [&] { (void)eval(take(a, negative, 0)); });
  same([&] { (void)take(u, huge, 0); }, [&] { (void)eval(take(a, huge, 0)); });
  same([&] { (void)take(u, high, 2); }, [&] { (void)take(a, high, 2); });
  same([&] { (void)take(u, negative); }, [&] { (void)eval(take(a, negative)); });
  same([&] { (void)take_along(u, high, 0); }, [&] { (void)take_along(tensor<double>(a), tensor<int>(high), 0); });
  same([&] { (void)take_along(u, tensor<int, 2>{{5}}, 1); },
       [&] { (void)eval(take_along(a, tensor<int, 2>{{5}}, 1)); });
  same([&] { put(u, tensor<int, 1>{0, 6}, 1.0); }, [&] { put(a, tensor<int, 1>{0, 6}, 1.0); });
  same([&] { put(u, high, tensor<double, 1>{1, 2, 3}); }, [&] { put(a, high, tensor<double, 1>{1, 2, 3}); });
  same([&] { put_along(u, tensor<int, 2>{{5}}, 1.0, 1); }, [&] { put_along(a, tensor<int, 2>{{5}}, 1.0, 1); });
  same([&] { put_along(u, tensor<int, 2>{{0}}, 1.0, 2); }, [&] { put_along(a, tensor<int, 2>{{0}}, 1.0, 2); });
  tensor<bool, 1> const mask{true, false, true, true};
  same([&] { (void)compress(mask, u); }, [&] { (void)compress(mask, a); });
  same([&] { (void)compress(mask, u, 1); }, [&] { (void)compress(mask, a, 1); });
  same([&] { (void)compress(mask, u, 2); }, [&] { (void)compress(mask, a, 2); });
  CHECK(u == before); // nothing was written
  CHECK(refusal([&] { (void)take(u, tensor<double, 1>{0}, 0); }) ==
        "dtype_error weft: take: the elements are float64, not int64");
  CHECK(refusal([&] { (void)take(u, any_tensor(tensor<bool, 1>{true})); }) ==
        "dtype_error weft: take: the elements are bool, not int64");
  CHECK(refusal([&] { put(u, tensor<int, 1>{0}, std::complex<double>(1, 1)); }) ==
        "dtype_error weft: put: the elements are complex128, not float64");
  CHECK(refusal([&] { (void)compress(u, u); }) == "dtype_error weft: compress: the elements are float64, not bool");
  CHECK(u == before);
  if (support::checked) {
    any_expr<> dead;
    {
      tensor<double, 1> const gone{1, 2};
      dead = gone;
    }
    CHECK_THROWS_AS((void)take(dead, tensor<int, 1>{0}, 0), layout_error);
    CHECK_THROWS_AS((void)compress(u > 0, dead), layout_error);
  }
}
