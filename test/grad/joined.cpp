#include "differences.hpp"

#include <weft/grad/rearranged.hpp>
#include <weft/linalg/vector.hpp>

#include <vector>

using namespace compared;

TEST_CASE("joined: joined operands, constants among them, and lists") {
  CHECK(worst([](auto const& x) { return sum(square(concatenate(1, x, x0, x * x)) * concatenate(1, x, x, x)); }, x0) <
        1e-9);
  CHECK(worst([](auto const& x) { return sum(exp(concatenate(axis<0>, transpose(w), reverse(x, 0)))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(stack(0, x, x * 3.0, x0)(all, 1))); }, x0) < 1e-9);
  CHECK(worst(
            [](auto const& x) {
              using variable = grad::variable<double, 2>;
              if constexpr (std::is_same_v<std::remove_cvref_t<decltype(x)>, variable>) {
                const std::vector<variable> parts{x, exp(x), x};
                return sum(square(concatenate(0, parts)) * stack(0, parts)(1, range(0, 1), all));
              } else {
                const std::vector<tensor<double, 2>> parts{x, exp(x), x};
                return sum(square(concatenate(0, parts)) * stack(0, parts)(1, range(0, 1), all));
              }
            },
            x0) < 1e-9);
  const grad::variable<float, 1> f = ones<float>(2);
  const grad::variable<double, 1> d = ones<double>(3);
  const grad::variable y = concatenate(0, d, f); // of different types
  backward(y, linspace(1.0, 5.0, 5));
  CHECK(f.gradient() == tensor<float, 1>{4, 5});
  CHECK(d.gradient() == tensor<double, 1>{1, 2, 3});
}

TEST_CASE("joined: cross products") {
  CHECK(worst([](auto const& x) { return sum(square(cross(x, v)) * x0) + sum(cross(x(0, all), x(1, all)) * v); }, x0) <
        1e-9);
}

TEST_CASE("joined: of a rank that is known at run time") {
  const tensor<double> u = v, m = x0;
  CHECK(worst_any_rank([&](auto const& x) { return sum(square(concatenate(1, x, m, x0, x * x))); }, x0) < 1e-9);
  CHECK(worst_any_rank([&](auto const& x) { return sum(square(stack(0, x, x * 3.0, m)(all, 1))); }, x0) < 1e-9);
  const auto f = [&](auto const& x, auto const& y) { return sum(square(cross(x, y * y)) * v); };
  CHECK(worst_any_rank([&](auto const& x) { return f(x, u) + f(v, x); }, x0) < 1e-9);
  CHECK(worst_any_rank([&](auto const& x) { return f(m, x) + f(x, x0(0, all)); }, v) < 1e-9);
  const grad::variable<double> pair = tensor<double, 1>{1, 2};
  CHECK_THROWS_AS((void)cross(pair, u), shape_error);
}

TEST_CASE("joined: blocks on a diagonal, vectors, batches and constants among them") {
  CHECK(worst([](auto const& x) { return sum(square(linalg::block_diag(x, x(0, all), w) + 0.5)); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(exp(linalg::block_diag(transpose(x) * 2.0, reverse(x, 1)) * 0.3)); }, x0) <
        1e-9);
  const tensor<double, 3> scale = {{{1.0}}, {{-2.0}}};
  CHECK(worst([&](auto const& x) { return sum(square(linalg::block_diag(x * 3.0, x * scale, x(1, all)) + 0.5)); }, x0) <
        1e-9);
  CHECK(worst([](auto const& x) { return sum(linalg::block_diag(zeros<double>(0, 2), x, zeros<double>(3, 0)) * 2.0); },
              x0) < 1e-9);
  CHECK(worst([&](auto const& x) { return sum(square(linalg::block_diag(x * scale, x(1, all) * x(0, all), x * x))); },
              x0) < 1e-9);
  const grad::variable<double> any = x0; // of a rank that is known at run time
  backward(grad::variable(sum(square(linalg::block_diag(any(1, ellipsis), any)))));
  CHECK(all_close(any.gradient(), x0 * tensor<double, 2>{{2}, {4}}));
}
