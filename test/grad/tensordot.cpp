#include "differences.hpp"

#include <weft/grad/tensordot.hpp>
#include <weft/linalg/vector.hpp>

using namespace compared;

TEST_CASE("tensordot: products of vectors and tensors") {
  CHECK(worst([](auto const& x) { return vdot(x, transpose(w)) * vdot(x0, sin(x)); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(outer(x(0, all), x(1, all)))) + trace(matmul(x, w)); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(kron(x, w))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(tensordot(x, transpose(x) * 2.0, axis<1>))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(tensordot(x(newaxis, all, all), transpose(w), axis<2>))); }, x0) <
        1e-9);
  CHECK(worst([](auto const& x) { return sum(square(tensordot(w, x, 1))); }, x0) < 1e-9);
}

TEST_CASE("tensordot: of a rank that is known at run time") {
  const tensor<double> m = w, u = v;
  CHECK(worst_any_rank([&](auto const& x) { return sum(square(tensordot(x, m, 1))) + vdot(x, transpose(m)); }, x0) <
        1e-9);
  CHECK(worst_any_rank([&](auto const& x) { return sum(square(tensordot(x, transpose(x) * 2.0, axis<1>))); }, x0) <
        1e-9);
  CHECK(worst_any_rank([&](auto const& x) { return sum(square(kron(x, m))) + trace(matmul(x, w)); }, x0) < 1e-9);
  CHECK(worst_any_rank([&](auto const& x) { return sum(square(outer(x, u)) + outer(v, x)); }, v) < 1e-9);
}
