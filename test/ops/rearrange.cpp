#include <support/message.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/memory.hpp>

#include <doctest/doctest.h>

using namespace weft;

namespace {

tensor<int, 3> cube() {
  tensor<int, 3> a(2, 3, 4);
  int n = 0;
  for (auto& x : a)
    x = n++;
  return a;
}
int value(index_t i, index_t j, index_t k) {
  return int((i * 3 + j) * 4 + k);
}

/// Runs check(view) on the view of a tensor and of an expression with the same elements.
template <class F, class C>
void on_both(F view_of, C check) {
  auto a = cube();
  check(view_of(a));
  check(eval(view_of(a + 0)));
}

} // namespace

TEST_CASE("axes exchanged and permuted") {
  on_both([](auto const& a) { return transpose(a); },
          [](auto const& v) {
            CHECK(v.shape() == shape(4, 3, 2));
            CHECK(v(3, 2, 1) == value(1, 2, 3));
            CHECK(v(3, 0, 1) == value(1, 0, 3));
          });
  on_both([](auto const& a) { return permute(a, 2, 0, 1); },
          [](auto const& v) {
            CHECK(v.shape() == shape(4, 2, 3));
            CHECK(v(3, 1, 0) == value(1, 0, 3));
          });
  on_both([](auto const& a) { return swap_axes(a, axis<0>, axis<1>); },
          [](auto const& v) { CHECK(v(2, 1, 3) == value(1, 2, 3)); });
  on_both([](auto const& a) { return transpose(a, 1, 2); }, [](auto const& v) { CHECK(v(1, 3, 2) == value(1, 2, 3)); });
}

TEST_CASE("matrix_transpose: the last two axes, of memory and of expressions, at any rank") {
  const tensor<int, 2> a{{1, 2, 3}, {4, 5, 6}};
  const tensor<int, 2> turned{{1, 4}, {2, 5}, {3, 6}};
  CHECK(eval(matrix_transpose(a)) == turned);
  CHECK(eval(matrix_transpose(a + 0)) == turned);
  CHECK(eval(matrix_transpose(tensor<int>(a))) == tensor<int>(turned));
  CHECK(matrix_transpose(tensor<int, fixed<2, 3>>(a)).shape() == shape(3, 2));
  static_assert(decltype(matrix_transpose(tensor<int, fixed<2, 3>>()))::static_rank == 2);
  tensor<int, 3> stack(2, 2, 3);
  stack(1, all, all) = a;
  matrix_transpose(stack)(0, 2, 1) = 7;
  CHECK(stack(0, 1, 2) == 7);
  const tensor<int, 2> second = matrix_transpose(reverse(stack, 0))(0, all, all);
  CHECK(second == turned);
  CHECK_THROWS_AS((void)matrix_transpose(tensor<int>(shape(3))), index_error);
  CHECK_THROWS_AS((void)matrix_transpose(tensor<int>(shape())), index_error);
}

TEST_CASE("moveaxis: one axis elsewhere, the others in their order") {
  for (int from = 0; from < 3; ++from)
    for (int to = 0; to < 3; ++to)
      on_both([&](auto const& a) { return moveaxis(a, from, to); },
              [&](auto const& v) {
                int left[2] = {from == 0 ? 1 : 0, from == 2 ? 1 : 2}, axis[3];
                for (int k = 0, next = 0; k < 3; ++k)
                  axis[k] = k == to ? from : left[next++];
                const index_t extents[] = {2, 3, 4};
                CHECK(v.shape() == shape(extents[axis[0]], extents[axis[1]], extents[axis[2]]));
                for (index_t i = 0; i < v.extent(0); ++i)
                  for (index_t j = 0; j < v.extent(1); ++j)
                    for (index_t k = 0; k < v.extent(2); ++k) {
                      index_t at[3];
                      at[axis[0]] = i;
                      at[axis[1]] = j;
                      at[axis[2]] = k;
                      REQUIRE(v(i, j, k) == value(at[0], at[1], at[2]));
                    }
              });
  tensor<int, fixed<2, 3, 4>> s = cube();
  auto v = moveaxis(s, axis<2>, axis<0>);
  static_assert(std::same_as<decltype(v)::extents_type, extents<4, 2, 3>>);
  v(3, 1, 2) = -7; // a view
  CHECK(s(1, 2, 3) == -7);
  CHECK(moveaxis(reverse(s, 1), 0, 2)(0, 3, 1) == -7);
  const tensor<int> d = cube();
  CHECK(moveaxis(d, 0, 2).shape() == shape(3, 4, 2));
  CHECK_THROWS_AS((void)moveaxis(d, 0, 3), index_error);
  CHECK_THROWS_AS((void)moveaxis(d, -1, 0), index_error);
}

TEST_CASE("parts and single axes") {
  on_both([](auto const& a) { return slice(a, 1, 2); },
          [](auto const& v) {
            CHECK(v.shape() == shape(2, 4));
            CHECK(v(1, 3) == value(1, 2, 3));
          });
  on_both([](auto const& a) { return window(a, 2, 1, 3); },
          [](auto const& v) {
            CHECK(v.shape() == shape(2, 3, 3));
            CHECK(v(0, 0, 2) == value(0, 0, 3));
          });
  on_both([](auto const& a) { return reverse(a, axis<1>); },
          [](auto const& v) { CHECK(v(0, 0, 1) == value(0, 2, 1)); });
  on_both([](auto const& a) { return squeeze(expand_dims(a, 1), 1); },
          [](auto const& v) { CHECK(v(1, 1, 1) == value(1, 1, 1)); });
  on_both([](auto const& a) { return diagonal(slice(a, 0, 1)); },
          [](auto const& v) {
            CHECK(v.shape() == shape(3));
            CHECK(v(2) == value(1, 2, 2));
          });
  on_both([](auto const& a) { return sliding_window(a, 2, 2); },
          [](auto const& v) {
            CHECK(v.shape() == shape(2, 3, 3, 2));
            CHECK(v(1, 2, 1, 1) == value(1, 2, 2));
          });
}

TEST_CASE("regrouped and repeated") {
  on_both([](auto const& a) { return flatten(a, 1); },
          [](auto const& v) {
            CHECK(v.shape() == shape(2, 12));
            CHECK(v(1, 7) == 19);
          });
  on_both([](auto const& a) { return reshape(a, shape(6, -1)); },
          [](auto const& v) {
            CHECK(v.shape() == shape(6, 4));
            CHECK(v(5, 1) == 21);
          });
  on_both([](auto const& a) { return broadcast_to(slice(a, 0, 1), shape(5, 3, 4)); },
          [](auto const& v) { CHECK(v(4, 2, 3) == value(1, 2, 3)); });
  auto a = cube();
  CHECK_THROWS_AS(flatten(transpose(a), 0), layout_error);
  CHECK_THROWS_AS(broadcast_to(a, shape(2, 3, 5)), shape_error);
  CHECK_THROWS_AS(slice(a, 0, 2), index_error);
}

TEST_CASE("flipped and turned") {
  on_both([](auto const& a) { return flip(a); },
          [](auto const& v) {
            CHECK(v.shape() == shape(2, 3, 4));
            CHECK(v(0, 0, 0) == value(1, 2, 3));
            CHECK(v(1, 0, 2) == value(0, 2, 1));
          });
  on_both([](auto const& a) { return flip(a, 2, axis<0>); },
          [](auto const& v) { CHECK(v(0, 1, 1) == value(1, 1, 2)); });
  on_both([](auto const& a) { return rot90(a); },
          [](auto const& v) {
            CHECK(v.shape() == shape(3, 2, 4));
            CHECK(v(0, 1, 2) == value(1, 2, 2));
          });
  on_both([](auto const& a) { return rot90(a, -1, 1, 2); },
          [](auto const& v) {
            CHECK(v.shape() == shape(2, 4, 3));
            CHECK(v(1, 3, 0) == value(1, 2, 3));
            CHECK(v(1, 0, 1) == value(1, 1, 0));
          });
  on_both([](auto const& a) { return rot90(a, 6, 2, 0); }, [](auto const& v) { CHECK(v(0, 1, 3) == value(1, 1, 0)); });
  on_both([](auto const& a) { return rot90(a, 4); }, [](auto const& v) { CHECK(v(1, 2, 3) == value(1, 2, 3)); });
  const tensor<int, 2> m{{1, 2}, {3, 4}};
  CHECK(rot90(m) == tensor<int, 2>{{2, 4}, {1, 3}}); // as NumPy's
  CHECK(rot90(m, 3) == tensor<int, 2>{{3, 1}, {4, 2}});
  auto a = cube();
  CHECK_THROWS_AS(flip(a, 1, 1), index_error);
  CHECK_THROWS_AS(flip(a, 3), index_error);
  CHECK_THROWS_AS(rot90(a, 1, 1, 1), index_error);
  CHECK_THROWS_AS(rot90(a, 1, 0, 3), index_error);
}

namespace {

/// The blocks of h x w elements of the last two axes: two more axes.
auto blocks_of(index_t h, index_t w) {
  return [h, w](auto axes) {
    const int i = axes.rank - 2, j = axes.rank - 1;
    axes.push(h, axes.stride[i]);
    axes.push(w, axes.stride[j]);
    axes.extent[i] /= h;
    axes.extent[j] /= w;
    axes.stride[i] *= h;
    axes.stride[j] *= w;
    return axes;
  };
}

} // namespace

TEST_CASE("rearrange: a view of the program's own, of memory and of expressions, at any rank") {
  const auto check = [](auto const& v) {
    CHECK(v.shape() == shape(2, 1, 2, 3, 2));
    for (index_t i = 0; i < 2; ++i)
      for (index_t j = 0; j < 3; ++j)
        for (index_t k = 0; k < 4; ++k)
          CHECK(v(i, j / 3, k / 2, j % 3, k % 2) == value(i, j, k));
  };
  on_both([](auto const& a) { return rearrange<2>(a, blocks_of(3, 2)); }, check);
  const auto whole = cube();
  check(rearrange<2>(view<const int>(whole), blocks_of(3, 2)).as<5>());
  on_both([](auto const& a) { return rearrange<2>(reverse(reverse(a, 1), 2), blocks_of(1, 4))(all, all, 0, 0, all); },
          [](auto const& v) { CHECK(v(1, 0, 3) == value(1, 2, 0)); });

  const tensor<int, 2, column_major> a{{0, 1, 2, 3}, {10, 11, 12, 13}};
  const tensor<int, 1> row{100, 200, 300, 400};
  const auto sums = rearrange<2>(a + row, blocks_of(2, 2)); // the row repeats: its strides are not those of a
  static_assert(!std::remove_const_t<decltype(sums)>::is_deferred);
  CHECK(eval(sums) == tensor<int, 4>{{{{100, 201}, {110, 211}}, {{302, 403}, {312, 413}}}});
  CHECK(sums(0, 1, 1, 0) == 312);
  const tensor<int, fixed<2, 2>> known{{1, 2}, {3, 4}};
  const auto turned = [](auto axes) {
    std::swap(axes.stride[0], axes.stride[1]);
    return axes;
  };
  CHECK(eval(rearrange(known, turned)) == tensor<int, 2>{{1, 3}, {2, 4}});
  CHECK(eval(rearrange(known + known, turned)) == tensor<int, 2>{{2, 6}, {4, 8}});
}

namespace {

/// The function of axes that makes one change.
template <class F>
auto with(F change) {
  return [change](auto axes) {
    change(axes);
    return axes;
  };
}
template <class X, class F>
void refused(X const& x, F const& f) {
  CHECK_THROWS_AS((void)rearrange(x, f), layout_error);
}

} // namespace

TEST_CASE("rearrange: one writes through it, and it stays within its operand") {
  tensor<int, 2> a(2, 4);
  rearrange<2>(a, blocks_of(1, 2))(all, 1) = 7;
  CHECK(a == tensor<int, 2>{{0, 0, 7, 7}, {0, 0, 7, 7}});
  const auto last = a(1, all);
  refused(last, with([](auto& l) { l.extent[0] = 5; }));
  refused(last, with([](auto& l) { --l.offset; }));
  refused(last, with([](auto& l) { l.stride[0] = -1; }));
  refused(last, with([](auto& l) {
            l.extent[0] = -1;
            l.offset += 3;
          }));
  // An axis that runs backwards behind one that runs forwards: the first element in memory is at neither's beginning.
  const auto backwards_from = [&](index_t n) {
    return with([n](auto& l) {
      l.offset = n;
      l.stride[1] = -1;
    });
  };
  refused(a, backwards_from(2));
  refused(a, backwards_from(4));
  CHECK(rearrange(a, backwards_from(3)) == reverse(a, 1));
  // An axis that goes nowhere, behind one that does.
  const auto column = a(all, range(2, 3));
  CHECK(rearrange(column, with([](auto& l) {
                    std::swap(l.extent[0], l.extent[1]);
                    std::swap(l.stride[0], l.stride[1]);
                  })) == transpose(column));
  refused(last, with([](auto& l) { l.rank = 0; }));
  refused(last, with([](auto& l) { l.push(1, 1); }));
  refused(last, with([](auto& l) {
            for (int k = 0; k < 2 * max_rank; ++k)
              l.push(1, 1);
          }));
  refused(last, with([](auto& l) { l.stride[0] = index_t(1) << 62; }));
  refused(a(range(0, 0), all), with([](auto& l) { l.extent[0] = 1; }));
  CHECK(rearrange(a(range(0, 0), all), with([](auto& l) { l.offset = 99; })).empty());
  const auto backwards = with([](auto& l) {
    l.offset += (l.extent[0] - 1) * l.stride[0];
    l.stride[0] = -l.stride[0];
  });
  CHECK(rearrange(rearrange(last, backwards), backwards) == last);
  CHECK(eval(rearrange(last, backwards)) == tensor<int, 1>{7, 7, 0, 0});
}

TEST_CASE("what would have 17 axes says so") {
  const tensor<double> a(shape(std::vector<index_t>(16, 1)));
  const std::string says = "weft: newaxis: the result would have more than 16 axes";
  const std::string of_rank = "weft: a rank is 0 to 16, not 17";
  CHECK(support::message_of([&] { (void)a(newaxis); }) == says);
  CHECK(support::message_of([&] { (void)a(ellipsis, newaxis); }) == says);
  CHECK(support::message_of([&] { (void)a(0, newaxis, newaxis); }) == says);
  CHECK(support::message_of([&] { (void)(a + a)(newaxis); }) == says);
  CHECK(support::message_of([&] { (void)expand_dims(a, 3); }) == of_rank);
  CHECK(support::message_of([&] { (void)sliding_window(a, 0, 1); }) == of_rank);
  CHECK(a(0, newaxis).rank() == 16);
}
