#include "differences.hpp"

#include <weft/grad/rearranged.hpp>
#include <weft/grad/solutions.hpp>

using namespace compared;

namespace {
const tensor<double, 2> a0 = {{2.0, 0.3, -0.4}, {0.5, 1.7, 0.2}, {-0.3, 0.6, 1.4}};
const tensor<double, 2> b0 = {{1, -2}, {0.5, 3}, {-1, 0.7}};
} // namespace

TEST_CASE("solutions: solve of matrices and vectors, of one variable in both operands, and inv") {
  CHECK(worst([](auto const& a) { return sum(square(linalg::solve(a, b0)) * b0); }, a0) < 1e-8);
  CHECK(worst([](auto const& a) { return sum(exp(linalg::solve(transpose(a) * 2.0, a(all, 0)))); }, a0) < 1e-8);
  CHECK(worst([](auto const& b) { return sum(square(linalg::solve(a0, reverse(b, 1)))); }, b0) < 1e-8);
  CHECK(worst([](auto const& a) { return sum(square(linalg::inv(a)) * a); }, a0) < 1e-8);
  CHECK(worst([](auto const& a) { return sum(square(matmul(transpose(b0), linalg::inv(a)) + 0.5)); }, a0) < 1e-8);
}

TEST_CASE("solutions: batches, which are broadcast") {
  const auto batch = [](auto const& a) {
    return a(newaxis, all, all) * tensor<double, 3>(shape(2, 1, 1), 1.5) + eye(3);
  };
  CHECK(worst([&](auto const& a) { return sum(square(linalg::solve(batch(a), a(0, all)))); }, a0) < 1e-8);
  CHECK(worst([&](auto const& a) { return sum(square(linalg::solve(a, linalg::inv(batch(a))))); }, a0) < 1e-8);
}

TEST_CASE("solutions: the inverse of a batch by which a vector is multiplied") {
  CHECK(worst([](auto const& a) { return sum(square(matmul(v, linalg::inv(stack(0, a, a * 2.0 - eye(3)))))); }, a0) <
        1e-8);
  CHECK(worst([](auto const& x) { return sum(exp(matmul(x(0, all), linalg::inv(stack(0, a0, a0 * 2.0))))); }, x0) <
        1e-8);
  CHECK(worst_any_rank([](auto const& x) { return sum(exp(matmul(x, linalg::inv(stack(0, a0, a0 * 2.0))))); }, v) <
        1e-8);
}
TEST_CASE("solutions: of operands whose rank is known at run time") {
  const tensor<double> b = b0, u = v, m = a0;
  CHECK(worst_any_rank([&](auto const& a) { return sum(square(linalg::solve(a, b)) * b0); }, a0) < 1e-8);
  CHECK(worst_any_rank([&](auto const& a) { return sum(exp(linalg::solve(a, u) + linalg::solve(a, v))); }, a0) < 1e-8);
  CHECK(worst_any_rank([&](auto const& x) { return sum(square(linalg::solve(m, reverse(x, 0)))); }, b0) < 1e-8);
  CHECK(worst_any_rank([&](auto const& x) { return sum(square(linalg::solve(m, reverse(x, 0)))); }, v) < 1e-8);
  CHECK(worst_any_rank([&](auto const& x) { return sum(exp(linalg::solve(stack(0, a0, a0 + 1.0), x * x))); }, v) <
        1e-8);
  CHECK(worst_any_rank([&](auto const& a) { return sum(square(linalg::inv(a)) * a); }, a0) < 1e-8);
  CHECK(worst_any_rank([&](auto const& a) { return sum(square(matmul(transpose(b), linalg::inv(a)) + 0.5)); }, a0) <
        1e-8);
  CHECK(worst_any_rank([&](auto const& a) { return sum(square(matmul(u, linalg::inv(a)))); }, a0) < 1e-8);
  CHECK(worst_any_rank([&](auto const& x) { return sum(square(matmul(x, linalg::inv(m)))); }, v) < 1e-8);
  const grad::variable<double> vector = v;
  CHECK_THROWS_AS((void)linalg::solve(vector, u), shape_error);
  CHECK_THROWS_AS((void)linalg::inv(vector), shape_error);
}
