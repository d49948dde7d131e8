#include <weft/grad/own_node.hpp>
#include <weft/weft.hpp>

#include <support/message.hpp>

#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace weft;
using support::message_of;

TEST_CASE("with_gradient: the gradient is what the program says") {
  grad::variable<double, 2> x = tensor<double, 2>{{0.4, 1.6}, {-2.2, 3.5}};
  // Straight through: rounding has the derivative 0, or 1 for what learns.
  const auto forward = [](auto const& v) { return round(v); };
  const auto straight = [](auto const& y, auto const& g, auto const& v) {
    CHECK(y.shape() == v.shape());
    return g;
  };
  const grad::variable y = grad::with_gradient(forward, straight, x);
  CHECK(y.value() == tensor<double, 2>{{0, 2}, {-2, 4}});
  CHECK(grad::count_nodes() == 1);
  backward(grad::variable<double, 0>(sum(y * y)));
  CHECK(x.gradient() == tensor<double, 2>{{0, 4}, {-4, 8}});
  x.drop_gradient();
  backward(
      grad::with_gradient(forward, [](auto const&, auto const&, auto const&) { return 5; }, x), ones<double>(2, 2));
  CHECK(x.gradient() == tensor<double, 2>(shape(2, 2), 5.0));
}

TEST_CASE("with_gradient: several operands, a number as result, deferred gradients, one operand twice") {
  grad::variable<double, 2> a = tensor<double, 2>{{1, 2}, {3, 4}};
  grad::variable<double, 1> b = tensor<double, 1>{5, 6};
  const auto forward = [](auto const& m, auto const& v) { return sum(matmul(m, v)); };
  const auto backwards = [](auto const&, auto const& g, auto const& m, auto const& v) {
    return std::tuple(g.at() * outer(ones<double>(m.extent(0)), v),
                      g.at() * matmul(transpose(m), ones<double>(m.extent(0))));
  };
  const grad::variable<double, 0> s = grad::with_gradient(forward, backwards, a, b);
  CHECK(s.item() == 5 + 12 + 15 + 24);
  backward(grad::variable<double, 0>(2.0 * s));
  CHECK(a.gradient() == tensor<double, 2>{{10, 12}, {10, 12}});
  CHECK(b.gradient() == tensor<double, 1>{8, 12});
  b.drop_gradient();
  const auto product = [](auto const& u, auto const& v) { return u * v; };
  const auto both = [](auto const&, auto const& g, auto const& u, auto const& v) { return std::tuple(g * v, g * u); };
  backward(grad::with_gradient(product, both, b, b), ones<double>(2));
  CHECK(b.gradient() == tensor<double, 1>{10, 12});
}

TEST_CASE("with_gradient: a gradient of another shape is refused with both") {
  grad::variable<double, 1> x = tensor<double, 1>{1, 2, 3};
  const auto forward = [](auto const& v) { return v * 2.0; };
  const auto wrong = [](auto const&, auto const&, auto const&) { return ones<double>(2); };
  const grad::variable y = grad::with_gradient(forward, wrong, x);
  const std::string text = message_of([&] { backward(y, ones<double>(3)); });
  CHECK(text.find("with_gradient") != std::string::npos);
  CHECK(text.find("(3)") != std::string::npos);
  CHECK(text.find("(2)") != std::string::npos);
  CHECK(!x.has_gradient());
}

TEST_CASE("on_gradient: sees what has come in, once, and may change it before it goes on") {
  grad::variable<double, 1> x = tensor<double, 1>{1, 2, 3};
  std::vector<double> at_x;
  x.on_gradient([&](auto const& g) { at_x.assign(g.begin(), g.end()); });
  grad::variable y = x * 2.0;
  int calls = 0;
  y.on_gradient([&](auto const& g) {
    ++calls;
    g = g * 10.0;
  });
  y.on_gradient([&](auto const& g) { g = g + 1.0; });
  backward(grad::variable<double, 0>(sum(y) + sum(y * y))); // 1 + 2 y comes in, in two parts
  CHECK(calls == 1);
  CHECK(x.gradient() == tensor<double, 1>{2 * (10 * 5 + 1), 2 * (10 * 9 + 1), 2 * (10 * 13 + 1)});
  CHECK(at_x == std::vector<double>{102, 182, 262});
  const auto g = gradients(grad::variable<double, 0>(sum(x * x)), x);
  CHECK(get<0>(g) == tensor<double, 1>{2, 4, 6});
  CHECK(at_x == std::vector<double>{2, 4, 6});
}
