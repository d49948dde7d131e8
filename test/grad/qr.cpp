#include "differences.hpp"

#include <weft/grad/qr.hpp>
#include <weft/grad/rearranged.hpp>

using namespace compared;

TEST_CASE("qr: of square and tall matrices, and batches") {
  const tensor<double, 2> a0 = {{2.0, 0.3, -0.4}, {0.5, 1.1, 0.2}, {-0.3, 0.6, -1.4}};
  const auto f = [](auto const& a) {
    const auto found = linalg::qr(a * 1.5);
    return sum(exp(found.q)) + sum(square(found.r) * found.r);
  };
  CHECK(worst(f, a0) < 1e-7);
  CHECK(worst(f, w) < 1e-7);
  CHECK(worst([](auto const& a) { return sum(exp(linalg::qr(stack(0, a, a * a)).r)); }, w) < 1e-7);
}

TEST_CASE("qr: of more columns than rows") {
  const auto f = [](auto const& a) {
    const auto found = linalg::qr(a * 1.5);
    return sum(exp(found.q)) + sum(square(found.r) * found.r);
  };
  CHECK(worst(f, x0) < 1e-7);
  CHECK(worst([](auto const& a) { return sum(exp(linalg::qr(stack(0, a, a * a)).r * 0.3)); }, x0) < 1e-7);
  CHECK(worst([](auto const& a) { return sum(square(linalg::qr(reverse(a, 1)).q) * w(range(0, 2), all)); }, x0) < 1e-7);
  CHECK(grad::gradient_of([](auto const& a) { return sum(linalg::qr(a).r); }, zeros<double>(0, 3)).size() == 0);
}

TEST_CASE("qr: pivoted, of one matrix and of batches") {
  const auto f = [](auto const& a) {
    const auto found = linalg::qr(a * 1.5, linalg::pivoted);
    return sum(exp(found.q)) + sum(square(found.r) * found.r);
  };
  CHECK(worst(f, x0) < 1e-7);
  CHECK(worst(f, w) < 1e-7);
  CHECK(worst([](auto const& a) { return sum(exp(linalg::qr(stack(0, a, reverse(a, 1)), linalg::pivoted).r * 0.3)); },
              w) < 1e-7);
  const grad::variable<double, 2> x = x0;
  const auto found = linalg::qr(x, linalg::pivoted);
  const auto plain = linalg::qr(x0, linalg::pivoted);
  CHECK(found.p == plain.p);
  CHECK(found.q.value() == plain.q);
  CHECK(found.r.value() == plain.r);
}

TEST_CASE("qr: of a rank that is known at run time") {
  const auto f = [](auto const& found) { return sum(exp(found.q)) + sum(square(found.r) * found.r); };
  for (tensor<double, 2> const& x : {w, x0}) {
    CHECK(worst_any_rank([&](auto const& a) { return f(linalg::qr(a * 1.5)); }, x) < 1e-7);
    CHECK(worst_any_rank([&](auto const& a) { return f(linalg::qr(a * 1.5, linalg::pivoted)); }, x) < 1e-7);
  }
  CHECK(worst_any_rank([](auto const& a) { return sum(exp(linalg::qr(stack(0, a, a * a)).r * 0.3)); }, x0) < 1e-7);
  CHECK_THROWS_AS((void)linalg::qr(grad::variable<double>(v)), shape_error);
}
