#include "differences.hpp"

#include <weft/grad/eigen.hpp>
#include <weft/grad/rearranged.hpp>

using namespace compared;

namespace {
const tensor<double, 2> a0 = {{2.0, 0.3, -0.4}, {0.5, 1.1, 0.2}, {-0.3, 0.6, -1.4}};
} // namespace

TEST_CASE("eigen: values and vectors of symmetric matrices, by the triangle that is read") {
  CHECK(worst([](auto const& a) { return sum(exp(linalg::eigvalsh(a)) * v); }, a0) < 1e-7);
  CHECK(worst([](auto const& a) { return sum(square(linalg::eigh(a).vectors) * a0); }, a0) < 1e-7);
  CHECK(worst(
            [](auto const& a) {
              const auto found = linalg::eigh(a * 2.0 + transpose(a));
              return sum(square(matmul(found.vectors * found.values, transpose(found.vectors)))) + found.values(1);
            },
            a0) < 1e-7);
}

TEST_CASE("eigen: batches, and matrices that are said to be symmetric") {
  CHECK(worst(
            [](auto const& a) {
              const auto found = linalg::eigh(a(newaxis, all, all) * tensor<double, 3>(shape(2, 1, 1), 1.5));
              return sum(square(found.vectors) * a0 + square(found.values)(all, newaxis, all));
            },
            a0) < 1e-7);
  CHECK(worst([](auto const& a) { return sum(square(linalg::eigvalsh(symmetric(transpose(a))))); }, a0) < 1e-7);
  CHECK(grad::gradient_of([](auto const& a) { return sum(linalg::eigvalsh(a)); }, tensor<double, 2>(0, 0)).size() == 0);
}

TEST_CASE("eigen: of a pair, by each matrix and by both") {
  const tensor<double, 2> b0 = {{3.0, 0.1, 0.2}, {0.4, 2.0, -0.3}, {-0.2, 0.5, 1.5}};
  const auto f = [](auto const& a, auto const& b) {
    const auto found = linalg::eigh(a, b);
    return sum(square(found.vectors) * a0) + sum(exp(found.values) * v);
  };
  CHECK(worst([&](auto const& a) { return f(a, b0); }, a0) < 1e-7);
  CHECK(worst([&](auto const& b) { return f(a0, b * 2.0); }, b0) < 1e-7);
  CHECK(worst([&](auto const& b) { return f(transpose(b) * 0.5 + a0, b); }, b0) < 1e-7);
  CHECK(worst([&](auto const& a) { return sum(exp(linalg::eigvalsh(a, b0)) * v); }, a0) < 1e-7);
  CHECK(worst([&](auto const& b) { return sum(square(linalg::eigvalsh(a0, b)) * v); }, b0) < 1e-7);
  CHECK(worst(
            [&](auto const& b) {
              const auto found = linalg::eigh(a0(newaxis, all, all) * tensor<double, 3>(shape(2, 1, 1), 1.5), b);
              return sum(square(found.vectors) * a0 + square(found.values)(all, newaxis, all));
            },
            b0) < 1e-7);
  // A pair with 1 is one matrix.
  const auto alone = grad::gradient_of([](auto const& a) { return sum(pow(linalg::eigvalsh(a), 3.0)); }, a0);
  const auto pair = grad::gradient_of([](auto const& a) { return sum(pow(linalg::eigvalsh(a, eye<double>(3)), 3.0)); }, a0);
  CHECK(apart(pair, alone) < 1e-13);
}

TEST_CASE("eigen: of a rank that is known at run time") {
  const tensor<double> b = tensor<double, 2>{{3.0, 0.1, 0.2}, {0.4, 2.0, -0.3}, {-0.2, 0.5, 1.5}};
  CHECK(worst_any_rank([](auto const& a) { return sum(exp(linalg::eigvalsh(a)) * v); }, a0) < 1e-7);
  CHECK(worst_any_rank([](auto const& a) { return sum(square(linalg::eigh(stack(0, a, a * a)).vectors) * a0); }, a0) <
        1e-7);
  CHECK(worst_any_rank([](auto const& a) { return sum(square(linalg::eigvalsh(symmetric(transpose(a))))); }, a0) <
        1e-7);
  const auto f = [](auto const& x, auto const& y) {
    const auto found = linalg::eigh(x, y);
    return sum(square(found.vectors) * a0) + sum(exp(found.values) * v);
  };
  CHECK(worst_any_rank([&](auto const& a) { return f(a, b); }, a0) < 1e-7);
  CHECK(worst_any_rank([&](auto const& y) { return f(a0, y * 2.0); }, b) < 1e-7);
}
