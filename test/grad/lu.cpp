#include "differences.hpp"

#include <weft/grad/lu.hpp>
#include <weft/grad/rearranged.hpp>

using namespace compared;

namespace {
const tensor<double, 2> a0 = {{0.5, 1.7, 0.2}, {2.0, 0.3, -0.4}, {-0.3, 0.6, 1.4}};
const auto f = [](auto const& a) {
  const auto [p, l, u] = linalg::lu(a * 1.5);
  return sum(exp(l)) + sum(square(u) * u) + sum(square(matmul(l, u)));
};
} // namespace

TEST_CASE("lu: of square, tall and wide matrices") {
  CHECK(worst(f, a0) < 1e-7);
  CHECK(worst(f, w) < 1e-7);
  CHECK(worst(f, x0) < 1e-7);
  CHECK(worst([](auto const& a) { return sum(square(linalg::lu(reverse(transpose(a), 0)).l)); }, a0) < 1e-7);
  CHECK(worst([](auto const& a) { return sum(linalg::lu(a).u * v(newaxis, all)); }, a0) < 1e-7);
}
TEST_CASE("lu: batches, each with a permutation of its own") {
  CHECK(worst([](auto const& a) { return sum(exp(linalg::lu(stack(0, a, reverse(a, 0), a * a)).l)); }, a0) < 1e-7);
  CHECK(worst([](auto const& a) { return sum(exp(linalg::lu(stack(0, a, a * a)).u * 0.3)); }, w) < 1e-7);
  CHECK(worst([](auto const& a) { return sum(exp(linalg::lu(stack(0, a, a + 1.0)).u * 0.3)); }, x0) < 1e-7);
}
TEST_CASE("lu: values, and the gradient that JAX has") {
  const grad::variable<double, 2> x = a0;
  const auto [p, l, u] = linalg::lu(x);
  const auto plain = linalg::lu(a0);
  CHECK(p == plain.p);
  CHECK(l.value() == plain.l);
  CHECK(u.value() == plain.u);
  // jax.grad of (exp(l)).sum() + (u ** 3).sum() with _, l, u = jax.scipy.linalg.lu(a), in float64
  const auto loss = [](auto const& a) {
    const auto found = linalg::lu(a);
    return sum(exp(found.l)) + sum(pow(found.u, 3.0));
  };
  CHECK(apart(grad::gradient_of(loss, a0), {{-0.841936712045649, 7.886297580736687, -1.5050239163950836},
                                            {12.407179317378867, -1.6881294402300129, 1.527049900992262},
                                            {1.311300929116358, 0.08963303302772552, 4.471959479289939}}) < 1e-13);
  CHECK(apart(grad::gradient_of(loss, w), {{0.6052579417190512, 0.4201614000710643},
                                           {23.852169388195918, -5.781394291572613},
                                           {17.676467787386397, 51.84804294929355}}) < 1e-13);
  CHECK(apart(grad::gradient_of(loss, tensor<double, 2>(transpose(w))),
              {{5.6993606353500645, 36.75, 6.75}, {9.150319682324968, -15.375, 44.625}}) < 1e-13);
}
TEST_CASE("lu: of one row, one column, nothing, and singular") {
  const tensor<double, 2> row = {{2, 3, -1}};
  CHECK(grad::gradient_of([](auto const& a) { return sum(linalg::lu(a).u) + sum(linalg::lu(a).l); }, row) ==
        ones<double>(1, 3));
  const tensor<double, 2> column = {{1}, {-4}, {2}}; // l is (-1/4, 1, -1/2) of which p takes the second row first
  CHECK(all_close(grad::gradient_of([](auto const& a) { return sum(linalg::lu(a).l); }, column),
                  tensor<double, 2>{{-0.25}, {-3.0 / 16}, {-0.25}}));
  CHECK(
      grad::gradient_of([](auto const& a) { return sum(linalg::lu(a).l) + sum(linalg::lu(a).u); }, zeros<double>(0, 3))
          .size() == 0);
  const tensor<double, 2> singular = {{1, 2}, {2, 4}};
  CHECK_THROWS_AS((void)grad::gradient_of([](auto const& a) { return sum(linalg::lu(a).l); }, singular), linalg_error);
}

TEST_CASE("lu: of a rank that is known at run time") {
  CHECK(worst_any_rank(f, a0) < 1e-7);
  CHECK(worst_any_rank(f, w) < 1e-7);
  CHECK(worst_any_rank(f, x0) < 1e-7);
  CHECK(worst_any_rank([](auto const& a) { return sum(exp(linalg::lu(stack(0, a, a + 1.0)).u * 0.3)); }, x0) < 1e-7);
  CHECK_THROWS_AS((void)linalg::lu(grad::variable<double>(v)), shape_error);
}
