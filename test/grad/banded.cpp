#include "differences.hpp"

#include <weft/grad/banded.hpp>
#include <weft/grad/solutions.hpp>

using namespace compared;

namespace {
// The diagonals are the rows below, main and above; of the first and last the first n - 1 elements are read.
const tensor<double, 2> diagonals = {{0.3, -0.5, 0.8, 0.0}, {2.0, -1.7, 2.4, 1.9}, {0.6, 0.9, -0.4, 0.0}};
const tensor<double, 2> b0 = {{1, -2}, {0.5, 3}, {-1, 0.7}, {0.2, 0.4}};
const double missing = std::numeric_limits<double>::quiet_NaN();

template <class D, class B>
auto solved(D const& d, B const& b) {
  return linalg::solve_tridiagonal(d(0, range(0, 3)), d(1, all), d(2, range(0, 3)), b);
}
/// The matrix of bands, written out.
template <class T>
tensor<T, 2> written_out(index_t above, tensor<T, 2> const& ab) {
  const index_t n = ab.extent(1);
  tensor<T, 2> a(n, n);
  for (index_t k = 0; k < ab.extent(0); ++k)
    for (index_t j = 0; j < n; ++j)
      if (const index_t i = k - above + j; i >= 0 && i < n)
        a(i, j) = ab(k, j);
  return a;
}
} // namespace

TEST_CASE("banded: tridiagonal, by each diagonal and the right side") {
  CHECK(worst([](auto const& d) { return sum(square(solved(d, b0)) * b0); }, diagonals) < 1e-8);
  CHECK(worst([](auto const& d) { return sum(exp(solved(d * 1.5, d(1, all)))); }, diagonals) < 1e-8);
  CHECK(worst([](auto const& b) { return sum(square(solved(diagonals, reverse(b, 0)))); }, b0) < 1e-8);
  CHECK(worst([](auto const& d) { return sum(pow(solved(reverse(d, 0), transpose(b0)(0, all)), 3.0)); }, diagonals) < 1e-8);
}
TEST_CASE("banded: tridiagonal batches, which are broadcast") {
  const tensor<double, 3> many = stack(0, b0, 2.0 * b0, b0 - 1.0);
  CHECK(worst([&](auto const& d) { return sum(square(solved(d, many)) * many); }, diagonals) < 1e-8);
  const tensor<double, 3> scale(shape(2, 1, 1), 1.5);
  const auto batch = [&](auto const& d) {
    const auto e = d(newaxis, ellipsis) * scale;
    return linalg::solve_tridiagonal(d(0, range(0, 3)), e(all, 1, all), d(2, range(0, 3)) * 2.0, d(1, all));
  };
  CHECK(worst([&](auto const& d) { return sum(square(batch(d))); }, diagonals) < 1e-8);
}
TEST_CASE("banded: by the bands and the right side, with more diagonals on one side") {
  const tensor<double, 2> bands = {{2.3, -2.5, 2.8, 3.2}, {0.5, -0.7, 0.4, 0.9}, {3.6, 2.9, -3.4, 4.1}};
  for (const index_t below : {0, 2}) {
    const auto of = [&](auto const& ab, auto const& b) { return linalg::solve_banded(below, 2 - below, ab, b); };
    CHECK(worst([&](auto const& d) { return sum(square(of(d * 2.0, b0)) * b0); }, bands) < 1e-8);
    CHECK(worst([&](auto const& b) { return sum(square(of(bands, b)) * b0); }, b0) < 1e-8);
    CHECK(worst([&](auto const& d) { return sum(exp(of(reverse(d, 1), d(1, all)) * 0.1)); }, bands) < 1e-8);
  }
  // As of the matrix that is written out.
  const grad::variable<double, 2> ab = diagonals, a = written_out(1, tensor<double, 2>(diagonals));
  backward(grad::variable(sum(square(linalg::solve_banded(1, 1, ab, b0)))));
  backward(grad::variable(sum(square(linalg::solve(a, b0)))));
  for (index_t k = 0; k < 3; ++k)
    for (index_t j = 0; j < 4; ++j)
      if (const index_t i = k - 1 + j; i >= 0 && i < 4)
        CHECK(ab.gradient()(k, j) == doctest::Approx(a.gradient()(i, j)));
}
TEST_CASE("banded: what is not read has no part, and batches") {
  tensor<double, 2> ab = diagonals;
  ab(0, 0) = missing;
  ab(2, 3) = missing;
  const auto f = [](auto const& d) { return sum(square(linalg::solve_banded(1, 1, d, b0))); };
  const tensor<double, 2> g = grad::gradient_of(f, ab);
  CHECK(g(0, 0) == 0);
  CHECK(g(2, 3) == 0);
  CHECK(all_of(isfinite(g)));
  const tensor<double, 3> many = stack(0, b0, 2.0 * b0);
  CHECK(worst([&](auto const& d) { return sum(square(linalg::solve_banded(1, 1, d, many)) * many); }, diagonals) <
        1e-8);
  const tensor<double, 3> scale(shape(2, 1, 1), 1.5);
  CHECK(worst([&](auto const& d) { return sum(square(linalg::solve_banded(1, 1, d * scale, d(1, all)))); }, diagonals) <
        1e-8);
}
TEST_CASE("banded: what JAX has") {
  // jax.grad of (x ** 2).sum() with x = jax.lax.linalg.tridiagonal_solve(...), in float64
  const grad::variable<double, 1> below = diagonals(0, range(0, 3)), main = diagonals(1, all),
                                  above = diagonals(2, range(0, 3));
  const grad::variable<double, 2> b = b0;
  backward(grad::variable(sum(square(linalg::solve_tridiagonal(below, main, above, b)))));
  CHECK(apart(tensor<double, 1>(below.gradient()), {0.39767503706789054, -1.9985441674420066, 0.07245530131821312}) <
        1e-13);
  CHECK(apart(tensor<double, 1>(main.gradient()),
              {-0.6450788240508528, 4.495454863058171, -0.40256826507483856, -0.05904506976257608}) < 1e-13);
  CHECK(apart(tensor<double, 1>(above.gradient()), {-1.2284343156747386, 0.5399855483575754, 0.43824005001207067}) <
        1e-13);
  CHECK(apart(tensor<double, 2>(b.gradient()), {{0.4925288581472398, -0.7673446896796545},
                                                {0.89902463730034, 2.195823814635512},
                                                {-0.7672150871472582, -0.8928961638340293},
                                                {0.15121688523166463, 0.059945036119977764}}) < 1e-13);
}
TEST_CASE("banded: of order 1, of no right sides, and of nothing") {
  const tensor<double, 2> one = {{4.0}}, right = {{2.0, 6.0}};
  const auto f = [&](auto const& d) {
    const auto none = zeros<double>(shape(0));
    return sum(linalg::solve_tridiagonal(none, d(0, all), none, right));
  };
  CHECK(grad::gradient_of(f, one)(0, 0) == doctest::Approx(-0.5));
  CHECK(grad::gradient_of([&](auto const& d) { return sum(linalg::solve_banded(0, 0, d, right)); }, one)(0, 0) ==
        doctest::Approx(-0.5));
  // More diagonals than the matrix has.
  CHECK(grad::gradient_of([&](auto const& d) { return sum(linalg::solve_banded(1, 1, d, right)); },
                          tensor<double, 2>{{1}, {4}, {1}}) == tensor<double, 2>{{0}, {-0.5}, {0}});
  const tensor<double, 2> no_sides(4, 0);
  CHECK(grad::gradient_of([&](auto const& d) { return sum(solved(d, no_sides)); }, diagonals) == zeros<double>(3, 4));
  const tensor<double, 2> no_rows(0, 2);
  CHECK(
      grad::gradient_of([&](auto const& d) { return sum(linalg::solve_banded(0, 0, d, no_rows)); }, zeros<double>(1, 0))
          .size() == 0);
}

TEST_CASE("banded: of a rank that is known at run time") {
  const tensor<double> right = b0, column = diagonals(1, all), many = stack(0, b0, 2.0 * b0);
  CHECK(worst_any_rank([&](auto const& d) { return sum(square(solved(d, right)) * b0); }, diagonals) < 1e-8);
  CHECK(worst_any_rank([&](auto const& d) { return sum(exp(solved(d * 1.5, column))); }, diagonals) < 1e-8);
  CHECK(worst_any_rank([&](auto const& b) { return sum(square(solved(diagonals, reverse(b, 0)))); },
                       tensor<double>(column)) < 1e-8);
  const auto of = [](auto const& ab, auto const& b) { return linalg::solve_banded(1, 1, ab, b); };
  CHECK(worst_any_rank([&](auto const& d) { return sum(square(of(d * 2.0, right)) * b0); }, diagonals) < 1e-8);
  CHECK(worst_any_rank([&](auto const& d) { return sum(exp(of(d, column) * 0.1)); }, diagonals) < 1e-8);
  CHECK(worst_any_rank([&](auto const& d) { return sum(square(of(d, many))); }, diagonals) < 1e-8);
  CHECK(worst_any_rank([&](auto const& b) { return sum(square(of(diagonals, b))); }, tensor<double>(column)) < 1e-8);
}
