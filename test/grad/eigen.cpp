#include "differences.hpp"

#include <weft/grad/eigen.hpp>

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
