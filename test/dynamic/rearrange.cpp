#include <support/untyped.hpp>
#include <weft/dynamic/rearrange.hpp>
#include <weft/linalg/vector.hpp>
#include <weft/ops/broadcast.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/ops/diag.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/meshgrid.hpp>
#include <weft/ops/nonzero.hpp>
#include <weft/ops/tile.hpp>
#include <weft/ops/triangle.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

using namespace weft;
using namespace untyped;

TEST_CASE("concatenate and stack of any_tensors: every type, shape and view") {
  each_type([]<class T>(std::type_identity<T>) {
    each_operand<T>([](view<T const> const& x, any_expr<> const& u) {
      for (int k = 0; k < x.rank(); ++k) {
        check_same(concatenate(k, u, u), concatenate(k, x, x));
        check_same(concatenate(k, u, x, reverse(u, k)), concatenate(k, x, x, reverse(x, k)));
        check_same(concatenate(k, std::vector<any_expr<>>{u, reverse(u, k)}), concatenate(k, x, reverse(x, k)));
      }
      for (int k = 0; k <= x.rank(); ++k) {
        check_same(stack(k, u, x), stack(k, x, x));
        check_same(stack(k, std::array<any_expr<>, 3>{u, u, u}), stack(k, x, x, x));
      }
    });
  });
}

TEST_CASE("concatenate and stack of any_tensors: types of several, ranges, values of NumPy") {
  any_tensor const u(tensor<std::uint8_t, 2>{{1, 2}, {3, 4}});
  any_tensor const whole(tensor<double, 2>{{1, 2}, {3, 4}, {-1, 0.5}});
  CHECK(concatenate(0, u, tensor<double, 2>{{-1, 0.5}}) == whole);
  CHECK(concatenate(axis<0>, u, tensor<double, 2>{{-1, 0.5}}) == whole);
  CHECK(concatenate(1, u, tensor<std::int8_t, 2>{{-1}, {7}}) == any_tensor(tensor<int, 2>{{1, 2, -1}, {3, 4, 7}}));
  CHECK(concatenate(0, u, u).dtype() == dtype::uint8);
  CHECK(concatenate(0, u + 1.5f, u) == any_tensor(tensor<float, 2>{{2.5, 3.5}, {4.5, 5.5}, {1, 2}, {3, 4}}));
  std::vector<any_tensor> list{u, u};
  CHECK(concatenate(0, list) == concatenate(0, u, u));
  CHECK(concatenate(1, std::span<any_tensor const>(list)) == concatenate(1, u, u));
  CHECK(stack(2, list) == any_tensor(tensor<std::uint8_t, 3>{{{1, 1}, {2, 2}}, {{3, 3}, {4, 4}}}));
  CHECK(stack(0, u, u) == any_tensor(tensor<std::uint8_t, 3>{{{1, 2}, {3, 4}}, {{1, 2}, {3, 4}}}));
  any_tensor moved = concatenate(0, any_tensor(dtype::int16, shape(0, 3)), any_tensor(dtype::int16, shape(2, 3)));
  CHECK(moved == any_tensor(dtype::int16, shape(2, 3)));
}

TEST_CASE("tile, repeat, roll of any_tensors: every type, shape and view") {
  each_type([]<class T>(std::type_identity<T>) {
    each_operand<T>([](view<T const> const& x, any_expr<> const& u) {
      check_same(tile(u, 2), tile(x, 2));
      check_same(tile(u, shape(2, 1, 3)), tile(x, shape(2, 1, 3)));
      check_same(tile(u, 0), tile(x, 0));
      for (int k = 0; k < x.rank(); ++k) {
        check_same(repeat(u, 3, k), repeat(x, 3, k));
        check_same(repeat(u, 0, k), repeat(x, 0, k));
        tensor<int, 1> counts(shape(x.extent(k)));
        for (index_t i = 0; i < counts.size(); ++i)
          counts(i) = static_cast<int>(i % 3);
        check_same(repeat(u, counts, k), repeat(x, counts, k));
        check_same(repeat(u, any_tensor(counts), k), repeat(x, counts, k));
        for (index_t shift : {-7, -1, 0, 1, 2})
          check_same(roll(u, shift, k), roll(x, shift, k));
      }
    });
  });
  // numpy.tile([1, 2], (2, 2)), numpy.repeat(a, [1, 2], 0), numpy.roll(a, 1, 1), numpy.roll(a, -3, 0)
  any_tensor const u(tensor<float, 2>{{3, 1, 2}, {6, 5, 4}});
  CHECK(tile(any_tensor(tensor<int, 1>{1, 2}), 2, 2) == any_tensor(tensor<int, 2>{{1, 2, 1, 2}, {1, 2, 1, 2}}));
  CHECK(repeat(any_tensor(tensor<int, 2>{{1, 2}, {3, 4}}), tensor<std::uint8_t, 1>{1, 2}, axis<0>) ==
        any_tensor(tensor<int, 2>{{1, 2}, {3, 4}, {3, 4}}));
  CHECK(roll(u, 1, 1) == any_tensor(tensor<float, 2>{{2, 3, 1}, {4, 6, 5}}));
  CHECK(roll(u, -3, axis<0>) == any_tensor(tensor<float, 2>{{6, 5, 4}, {3, 1, 2}}));
  CHECK(roll(2 * u, 1, 0) == any_tensor(tensor<float, 2>{{12, 10, 8}, {6, 2, 4}}));
}

TEST_CASE("pad of an any_tensor") {
  each_type([]<class T>(std::type_identity<T>) {
    each_operand<T>([](view<T const> const& x, any_expr<> const& u) {
      check_same(pad(u, 1), pad(x, 1));
      check_same(pad(u, 2, 1, padding::constant, T(1)), pad(x, 2, 1, padding::constant, T(1)));
      if (x.size() > 0)
        for (padding mode : {padding::edge, padding::reflect, padding::wrap})
          check_same(pad(u, 2, 3, mode), pad(x, 2, 3, mode));
    });
  });
  // numpy.pad([1, 2, 3], (2, 3), mode)
  any_tensor const u(tensor<std::int16_t, 1>{1, 2, 3});
  CHECK(pad(u, 2, 3, padding::edge) == any_tensor(tensor<std::int16_t, 1>{1, 1, 1, 2, 3, 3, 3, 3}));
  CHECK(pad(u, 2, 3, padding::reflect) == any_tensor(tensor<std::int16_t, 1>{3, 2, 1, 2, 3, 2, 1, 2}));
  CHECK(pad(u, 2, 3, padding::wrap) == any_tensor(tensor<std::int16_t, 1>{2, 3, 1, 2, 3, 1, 2, 3}));
  CHECK(pad(u, shape(1), shape(0), padding::constant, 7) == any_tensor(tensor<std::int16_t, 1>{7, 1, 2, 3}));
  CHECK(pad(cast(u, dtype::float32), 1, padding::constant, 0.5) == any_tensor(tensor<float, 1>{0.5, 1, 2, 3, 0.5}));
}

TEST_CASE("split of an any_tensor") {
  each_type([]<class T>(std::type_identity<T>) {
    each_operand<T>([](view<T const> const& x, any_expr<> const& u) {
      const auto compare = [](std::vector<any_expr<>> const& found, auto const& expected) {
        REQUIRE(static_cast<index_t>(found.size()) == expected.size());
        for (index_t j = 0; j < expected.size(); ++j)
          check_same(found[static_cast<std::size_t>(j)], expected[j]);
      };
      for (int k = 0; k < x.rank(); ++k) {
        compare(split(u, 1, k), split(x, 1, k));
        compare(array_split(u, 3, k), array_split(x, 3, k));
        compare(split(u, std::vector<index_t>{0, x.extent(k)}, k), split(x, std::vector<index_t>{0, x.extent(k)}, k));
      }
    });
  });
  // numpy.array_split(numpy.arange(5), 3)
  any_tensor u(tensor<int, 1>{0, 1, 2, 3, 4});
  std::vector<any_expr<>> const parts = array_split(u, 3, 0);
  REQUIRE(parts.size() == 3);
  CHECK(parts[0] == any_tensor(tensor<int, 1>{0, 1}));
  CHECK(parts[1] == any_tensor(tensor<int, 1>{2, 3}));
  CHECK(parts[2] == any_tensor(tensor<int, 1>{4}));
  auto const [left, right] = split<2>(any_tensor(tensor<int, 2>{{1, 2}, {3, 4}}), axis<1>);
  CHECK(left == any_tensor(tensor<int, 2>{{1}, {3}}));
  CHECK(right == any_tensor(tensor<int, 2>{{2}, {4}}));
  auto const [first, rest] = array_split<2>(u, 0);
  CHECK(first == any_tensor(tensor<int, 1>{0, 1, 2}));
  CHECK(rest == any_tensor(tensor<int, 1>{3, 4}));
  u.as<int, 1>()(4) = 9; // parts are views
  CHECK(parts[2] == any_tensor(tensor<int, 1>{9}));
  CHECK(concatenate(0, split(u, std::vector<index_t>{1, 3}, 0)) == u);
}

TEST_CASE("unstack, matrix_transpose, broadcast_arrays and vecdot of an any_tensor") {
  tensor<int, 2> const a{{1, 2, 3}, {4, 5, 6}};
  any_tensor const u(a);
  auto const columns = unstack(u, 1);
  CHECK(columns.size() == 3);
  CHECK(any_tensor(columns[2]) == any_tensor(tensor<int, 1>{3, 6}));
  CHECK(any_tensor(unstack(u + 1, axis<0>)[1]) == any_tensor(tensor<int, 1>{5, 6, 7}));
  CHECK(unstack(any_tensor(dtype::int8, shape(0, 2)), 0).empty());
  CHECK_THROWS_AS((void)unstack(u, 2), index_error);
  CHECK(any_tensor(matrix_transpose(u)) == any_tensor(tensor<int, 2>{{1, 4}, {2, 5}, {3, 6}}));
  CHECK_THROWS_AS((void)matrix_transpose(any_tensor(dtype::int8, shape(2))), index_error);
  auto const [x, y] = broadcast_arrays(u, tensor<double, 1>{7, 8, 9});
  CHECK(any_tensor(x) == u);
  CHECK(any_tensor(y) == any_tensor(tensor<double, 2>{{7, 8, 9}, {7, 8, 9}}));
  CHECK(any_tensor(vecdot(u, tensor<double, 1>{1, 0, -2})) == any_tensor(tensor<double, 1>{-5, -8}));
  CHECK_THROWS_AS((void)vecdot(u, any_tensor(dtype::int8, shape(1))), shape_error);
  CHECK(any_tensor(count_nonzero(u - 1, 0)) == any_tensor(tensor<index_t, 1>{1, 2, 2}));
  CHECK(index_t(count_nonzero(any_tensor(tensor<bool, 1>{true, false}))) == 1);
}

TEST_CASE("meshgrid and diag of an any_tensor") {
  each_type([]<class T>(std::type_identity<T>) {
    each_operand<T>([](view<T const> const& x, any_expr<> const& u) {
      if (x.rank() == 1) {
        tensor<float, 1> const y{1, 2};
        auto const [a, b, c] = meshgrid(u, y, reverse(u, 0));
        auto const [d, e, f] = meshgrid(x, y, reverse(x, 0));
        check_same(a, d);
        check_same(any_tensor(b), e);
        check_same(c, f);
      }
      if (x.rank() == 1 || x.rank() == 2) {
        check_same(diag(u), diag(x));
        for (index_t k : {-9, -1, 0, 1, 9})
          check_same(diag(u, k), diag(x, k));
      }
    });
  });
  // numpy.meshgrid([1, 2, 3], [4, 5]), numpy.diag([1, 2], 1), numpy.diag(a)
  any_tensor const x(tensor<int, 1>{1, 2, 3}), y(tensor<double, 1>{4, 5});
  auto const [a, b] = meshgrid(x, y);
  CHECK(a == any_tensor(tensor<int, 2>{{1, 2, 3}, {1, 2, 3}}));
  CHECK(b == any_tensor(tensor<double, 2>{{4, 4, 4}, {5, 5, 5}}));
  CHECK(diag(y, 1) == any_tensor(tensor<double, 2>{{0, 4, 0}, {0, 0, 5}, {0, 0, 0}}));
  CHECK(diag(any_tensor(tensor<int, 2>{{1, 2}, {3, 4}})) == any_tensor(tensor<int, 1>{1, 4}));
}

TEST_CASE("tril and triu of an any_tensor") {
  each_type([]<class T>(std::type_identity<T>) {
    each_operand<T>([](view<T const> const& x, any_expr<> const& u) {
      if (x.rank() > 1)
        for (index_t k : {index_t(-2), index_t(0), index_t(1), std::numeric_limits<index_t>::max(),
                          std::numeric_limits<index_t>::min()}) {
          check_same(tril(u, k), tril(x, k));
          check_same(triu(u, k), triu(x, k));
        }
    });
  });
  // numpy.tril(a, -1), numpy.triu(a, 1)
  any_tensor const u(tensor<float, 2>{{3, 1, 2}, {6, 5, 4}});
  CHECK(tril(u, -1) == any_tensor(tensor<float, 2>{{0, 0, 0}, {6, 0, 0}}));
  CHECK(triu(u, 1) == any_tensor(tensor<float, 2>{{0, 1, 2}, {0, 0, 4}}));
  CHECK(tril(u) == any_tensor(tensor<float, 2>{{3, 0, 0}, {6, 5, 0}}));
}

TEST_CASE("rearranging any_tensors: errors are those of typed operands") {
  tensor<double> const a = numbers<double>(shape(2, 3)), b = numbers<double>(shape(2, 2)),
                       c = numbers<double>(shape(3));
  any_tensor const u(a), v(b), w(c);
  const auto same = [](auto const& untyped, auto const& typed) {
    CHECK(refusal(untyped) != "no error");
    CHECK(refusal(untyped) == refusal(typed));
  };
  same([&] { (void)concatenate(0, u, v); }, [&] { (void)concatenate(0, a, b); });
  same([&] { (void)concatenate(0, u, w); }, [&] { (void)concatenate(0, a, c); });
  same([&] { (void)concatenate(2, u, u); }, [&] { (void)concatenate(2, a, a); });
  same([&] { (void)concatenate(0, std::vector<any_tensor>()); },
       [&] { (void)concatenate(0, std::vector<tensor<double>>()); });
  same([&] { (void)stack(0, u, v); }, [&] { (void)stack(0, a, b); });
  same([&] { (void)stack(3, u); }, [&] { (void)stack(3, a); });
  same([&] { (void)stack(0, std::vector<any_tensor>()); }, [&] { (void)stack(0, std::vector<tensor<double>>()); });
  same([&] { (void)tile(u, -1, 1); }, [&] { (void)tile(a, -1, 1); });
  same([&] { (void)repeat(u, -1, 0); }, [&] { (void)repeat(a, -1, 0); });
  same([&] { (void)repeat(u, 1, 2); }, [&] { (void)repeat(a, 1, 2); });
  same([&] { (void)repeat(u, tensor<int, 1>{1, 2, 3}, 0); }, [&] { (void)repeat(a, tensor<int, 1>{1, 2, 3}, 0); });
  same([&] { (void)repeat(u, tensor<int, 1>{1, -2}, 0); }, [&] { (void)repeat(a, tensor<int, 1>{1, -2}, 0); });
  same([&] { (void)roll(u, 1, -1); }, [&] { (void)roll(a, 1, -1); });
  same([&] { (void)pad(u, -1); }, [&] { (void)pad(a, -1); });
  same([&] { (void)pad(u, shape(1)); }, [&] { (void)pad(a, shape(1)); });
  same([&] { (void)pad(any_tensor(dtype::float64, shape(0)), 1, padding::edge); },
       [&] { (void)pad(tensor<double>(shape(0)), 1, padding::edge); });
  same([&] { (void)split(u, 2, 1); }, [&] { (void)split(a, 2, 1); });
  same([&] { (void)split(u, 0, 1); }, [&] { (void)split(a, 0, 1); });
  same([&] { (void)array_split(u, 2, 2); }, [&] { (void)array_split(a, 2, 2); });
  same([&] { (void)split(u, std::vector<int>{2, 1}, 1); }, [&] { (void)split(a, std::vector<int>{2, 1}, 1); });
  same([&] { (void)split(u, std::vector<int>{4}, 1); }, [&] { (void)split(a, std::vector<int>{4}, 1); });
  same([&] { (void)meshgrid(u, w); }, [&] { (void)meshgrid(a, c); });
  tensor<double> const cube = numbers<double>(shape(1, 1, 1));
  same([&] { (void)diag(any_tensor(cube)); }, [&] { (void)diag(cube); });
  same([&] { (void)tril(w); }, [&] { (void)tril(c); });
  same([&] { (void)triu(w); }, [&] { (void)triu(c); });
  CHECK(refusal([&] { (void)repeat(u, w, 1); }) == "dtype_error weft: repeat: the elements are float64, not int64");
  CHECK(refusal([&] { (void)pad(cast(u, dtype::int32), 1, padding::constant, 0.5); }) ==
        "dtype_error weft: pad: the elements are float64, not int32");
}
