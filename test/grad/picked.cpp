#include "differences.hpp"

#include <weft/grad/picked.hpp>
#include <weft/ops/choice.hpp>
#include <weft/ops/sort.hpp>

using namespace compared;

TEST_CASE("picked: taken elements, repeated indices, views and expressions") {
  const tensor<int, 1> i = {2, 0, 2, 1, 2};
  const tensor<index_t, 2> numbers = {{5, 0}, {5, 3}};
  CHECK(worst([&](auto const& x) { return sum(square(take(x, i, 1))); }, x0) < 1e-9);
  CHECK(worst([&](auto const& x) { return sum(exp(take(transpose(x), i, 0)) * take(x * x, i, 1)(0, all, newaxis)); },
              x0) < 1e-9);
  CHECK(worst([&](auto const& x) { return sum(square(take(reverse(x, 1), numbers))); }, x0) < 1e-9);
  CHECK(worst([&](auto const& x) { return sum(exp(x(all, i) * 2.0)) + sum(square(x(tensor<int, 1>{1, 1}, all))); },
              x0) < 1e-9);
  const tensor<index_t, 2> lines = {{1, 1}, {0, 2}};
  CHECK(worst([&](auto const& x) { return sum(square(take_along(x, lines, 1)) * x(all, range(0, 2))); }, x0) < 1e-9);
  // Of each index the gradients of all elements that it picks.
  const tensor<double, 2> g = grad::gradient_of([&](auto const& x) { return sum(take(x, i, 1)); }, x0);
  CHECK(g == tensor<double, 2>{{1, 1, 3}, {1, 1, 3}});
  const tensor<int, 1> none(0);
  CHECK(grad::gradient_of([&](auto const& x) { return sum(take(x, none, 1)); }, x0) == zeros<double>(2, 3));
}
TEST_CASE("picked: compressed elements") {
  CHECK(worst([](auto const& x) { return sum(exp(compress(x0 > 0.25, x * 2.0))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(compress(v > 0.0, x))) + sum(compress(v > 0.0, x, 1)); }, x0) <
        1e-9);
}

TEST_CASE("picked: indices are read as they were") {
  tensor<int, 1> i = {0, 0};
  const grad::variable<double, 2> x = x0;
  const grad::variable<double, 0> y = sum(take(x, i, 1));
  i = 2;
  backward(y);
  CHECK(x.gradient() == tensor<double, 2>{{2, 0, 0}, {2, 0, 0}});
}

TEST_CASE("picked: sorted lines, and equal elements in their order") {
  CHECK(worst([](auto const& x) { return sum(sort(x) * x0); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(sort(sin(transpose(x)), 0)) * w); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(partition(reverse(x, 1), 1, 1)(all, 1) * v(range(0, 2))); }, x0) < 1e-9);
  const tensor<double, 2> ties = {{2, 1, 2, 1}};
  const tensor<double, 2> g =
      grad::gradient_of([](auto const& x) { return sum(sort(x) * tensor<double, 1>{1, 2, 3, 4}); }, ties);
  CHECK(g == tensor<double, 2>{{3, 1, 4, 2}});
  CHECK(grad::gradient_of([](auto const& x) { return sum(sort(x)); }, zeros<double>(2, 0)).size() == 0);
}

TEST_CASE("picked: elements drawn at random, as often as they were") {
  const auto drawn = [](auto const& x, bool replace) {
    return random_choice(reverse(x(1, all), 0) * 2.0, 3, 5, replace);
  };
  CHECK(worst([&](auto const& x) { return sum(square(drawn(x, true)) * v); }, x0) < 1e-9);
  CHECK(worst([&](auto const& x) { return sum(square(drawn(x, false)) * v); }, x0) < 1e-9);
  tensor<double, 1> weights = {0.0, 1.0, 0.0, 2.0};
  const tensor<double, 1> population = {10, 20, 30, 40};
  const grad::variable<double, 1> x = population;
  const grad::variable<double, 1> y = random_choice(x, 100, 7, weights);
  weights = 1.0; // those that it was drawn with count
  backward(y, ones<double>(100));
  CHECK(x.gradient() ==
        tensor<double, 1>{0.0, double(count(equal(y.value(), 20.0))), 0.0, double(count(equal(y.value(), 40.0)))});
  CHECK(x.gradient()(1) > 0);
  const grad::variable<double, 1> z = random_choice(x, 0, 7);
  CHECK(z.size() == 0);
}

TEST_CASE("picked: of a rank that is known at run time") {
  const tensor<int> i = tensor<int, 1>{2, 0, 2, 1, 2};
  const tensor<index_t> numbers = tensor<index_t, 2>{{5, 0}, {5, 3}}, lines = tensor<index_t, 2>{{1, 1}, {0, 2}};
  CHECK(worst_any_rank([&](auto const& x) { return sum(square(take(x, i, 1))) + sum(exp(take(x * x, numbers))); }, x0) <
        1e-9);
  CHECK(worst_any_rank([&](auto const& x) { return sum(square(take(transpose(x), i, 0))); }, x0) < 1e-9);
  CHECK(worst_any_rank([&](auto const& x) { return sum(square(take(x, i))); }, v) < 1e-9);
  CHECK(worst_any_rank([&](auto const& x) { return sum(exp(x(all, i) * 2.0)) + sum(square(take_along(x, lines, 1))); },
                       x0) < 1e-9);
  CHECK(worst_any_rank([](auto const& x) { return sum(exp(compress(x0 > 0.25, x))) + sum(compress(v > 0.0, x, 1)); },
                       x0) < 1e-9);
  CHECK(worst_any_rank([](auto const& x) { return sum(sort(x) * x0) + sum(square(sort(sin(x), 0))); }, x0) < 1e-9);
  CHECK(worst_any_rank([](auto const& x) { return sum(square(random_choice(x * 2.0, 3, 5)) * v); }, v) < 1e-9);
}
