#include "rearranged.hpp"

#include <weft/ops/arithmetic.hpp>
#include <weft/ops/masked.hpp>
#include <weft/ops/rearrange.hpp>

using namespace rearranged;
using weft::all;
using weft::masked;
using weft::range;
using weft::shape;

TEST_CASE("masked: elements of any window, masks and values that broadcast") {
  grid::dice r(10);
  for (list const& extents : {list{}, {0}, {1}, {33}, {3, 7}, {2, 0}, {2, 3, 7}})
    for (grid::order how : grid::writable)
      for (int n = 0; n < 4; ++n) {
        const auto before = distinct<double>(extents);
        guarded<double> target(grid::make_place(r, extents, how), 111, before);
        const list mask_shape = grid::narrower(r, extents), value_shape = grid::narrower(r, extents);
        guarded<double> value(grid::make_place(r, value_shape, r.of(grid::readable)), 111,
                              distinct<double>(value_shape, 50));
        guarded<double> chance(grid::make_place(r, mask_shape, r.of(grid::readable)), 111,
                               distinct<double>(mask_shape, 20));
        const view<double const> x = window(value.data(), value.place()), c = window(chance.data(), chance.place());
        const auto xs = value.values(), cs = chance.values();
        const auto expect = [&](auto f) {
          return oracle::make(extents, [&](list const& i) { return cs(i) > 50 ? f(before(i), xs(i)) : before(i); });
        };
        INFO(oracle::text(target.place()), oracle::text(value.place()), oracle::text(chance.place()));
        masked(window(target.data(), target.place()), c > 50.0) = x;
        CHECK(target.difference(expect([](double, double b) { return b; })) == "");
        oracle::write(target.data() - target.place().offset, target.place(), before);
        masked(window(target.data(), target.place()), c > 50.0) -= x;
        CHECK(target.difference(expect([](double a, double b) { return a - b; })) == "");
      }
}

TEST_CASE("masked: scalars, compound assignments, tensors, narrower elements") {
  tensor<int, 1> a{1, -2, 3, -4};
  masked(a, a < 0) = 0;
  CHECK(a == tensor<int, 1>{1, 0, 3, 0});
  masked(a, a > 1) += 10;
  masked(a, a > 1) *= a;
  masked(a, a < 1) -= 1;
  CHECK(a == tensor<int, 1>{1, -1, 169, -1});
  masked(a(range(1, 4)), a(range(0, 3)) > 0) /= 2;
  CHECK(a == tensor<int, 1>{1, 0, 169, 0});
  tensor<float, 1> f{1, 2};
  masked(f, f > 1.0f) = tensor<double, 1>{0.5, 0.25};
  CHECK(f == tensor<float, 1>{1, 0.25f});
  tensor<std::complex<double>, 1> z{{0, 1}, {0, 2}};
  const auto second = masked(z, tensor<bool, 1>{false, true});
  second = f;
  CHECK(z == tensor<std::complex<double>, 1>{{0, 1}, 0.25});
}

TEST_CASE("masked: the right side and the mask may read what is written") {
  tensor<int, 2> a{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  masked(a, a > 4) = transpose(a);
  CHECK(a == tensor<int, 2>{{1, 2, 3}, {4, 5, 8}, {3, 6, 9}});
  masked(a(range(1, 3), all), a(range(0, 2), all) > 2) = a(range(0, 2), all);
  CHECK(a == tensor<int, 2>{{1, 2, 3}, {4, 5, 3}, {4, 5, 8}});
}

TEST_CASE("masked: one loop without a temporary, errors that change nothing") {
  tensor<double, 2> a(3, 4);
  const tensor<double, 2> b(3, 4);
  support::counting_resource counter;
  {
    const support::memory_scope scope(counter);
    masked(a, b > 0.0) = 2.0 * b;
  }
  CHECK(counter.allocations() == 0);
  const tensor<double, 3> stack(2, 3, 4);
  const tensor<double> other(shape(5));
  CHECK_THROWS_AS(masked(a, other > 0.0) = 1.0, weft::shape_error);
  CHECK_THROWS_AS(masked(a, a > 0.0) = other, weft::shape_error);
  CHECK_THROWS_AS(masked(a, a > 0.0) = tensor<double>(stack), weft::shape_error);
}
