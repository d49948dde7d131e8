#include <weft/grad/checkpoint.hpp>
#include <weft/weft.hpp>

#include <support/message.hpp>

#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace weft;
using grad::checkpoint;
using grad::count_nodes;
using support::message_of;

// The oracle is the closed form of x -> x^2 + w x, taken n times, and its derivatives, in long double.
namespace {

struct step {
  grad::variable<double, 0> w;
  int times = 1;
  int* calls = nullptr;
  template <class X>
  grad::variable<double, 1> operator()(X const& x) const {
    if (calls != nullptr)
      ++*calls;
    grad::variable<double, 1> y = x;
    for (int k = 0; k < times; ++k)
      y = y * y + w * y;
    return y;
  }
};
struct expected {
  long double y, by_x = 1, by_w = 0;
  expected(double x, double w, int n) : y(x) {
    for (int k = 0; k < n; ++k) {
      by_w = (2 * y + w) * by_w + y;
      by_x *= 2 * y + w;
      y = y * y + w * y;
    }
  }
};
void check_near(double value, long double wanted) {
  CHECK(std::abs(static_cast<long double>(value) - wanted) <= 1e-13L * (1 + std::abs(wanted)));
}

} // namespace

TEST_CASE("checkpoint: gradients of what it takes and of what it captures, by all ways of asking") {
  grad::variable<double, 1> x = tensor<double, 1>{0.25, -0.5, 0.75};
  grad::variable<double, 0> w = tensor<double, 0>(0.5);
  const auto after = [&](auto u) {
    for (int k = 0; k < 4; ++k)
      u = checkpoint(step{w, 3}, u);
    return u;
  };
  const auto wanted = [&](index_t i) { return expected(x.value()(i), 0.5, 12); };
  long double by_w = 0;
  for (index_t i = 0; i < 3; ++i)
    by_w += wanted(i).by_w;
  {
    const grad::variable y = after(x);
    CHECK(count_nodes() == 4);
    for (index_t i = 0; i < 3; ++i)
      check_near(y.value()(i), wanted(i).y);
    backward(y, ones<double>(3));
  }
  CHECK(count_nodes() == 0);
  for (index_t i = 0; i < 3; ++i)
    check_near(x.gradient()(i), wanted(i).by_x);
  check_near(w.gradient().at(), by_w);

  const auto loss = [&] { return grad::variable<double, 0>(sum(after(x) + 0.0 * w)); };
  const auto [gx, gw] = gradients(loss(), x, w);
  for (index_t i = 0; i < 3; ++i)
    check_near(gx(i), wanted(i).by_x);
  check_near(gw.at(), by_w);
  const auto only = gradients(loss(), w);
  check_near(get<0>(only).at(), by_w);
  check_near(w.gradient().at(), by_w); // what variables hold stays as it is

  // One within another, and a graph that is used twice.
  const auto nested = [&](auto const& u) { return checkpoint(step{w, 3}, checkpoint(step{w, 3}, u)); };
  const grad::variable<double, 0> twice = sum(checkpoint(nested, checkpoint(nested, x)));
  x.drop_gradient();
  w.drop_gradient();
  backward(twice, true);
  backward(twice);
  for (index_t i = 0; i < 3; ++i)
    check_near(x.gradient()(i), 2 * wanted(i).by_x);
  check_near(w.gradient().at(), 2 * by_w);
  CHECK(message_of([&] { backward(twice); }).find("retain") != std::string::npos);
}

TEST_CASE("checkpoint: several operands, one twice, none that is asked for, nothing recorded") {
  grad::variable<double, 1> x = tensor<double, 1>{1, 2}, y = tensor<double, 1>{3, 4};
  const auto product = [](auto const& a, auto const& b) { return a * a * b; };
  backward(checkpoint(product, x, y), tensor<double, 1>{1, 10});
  CHECK(x.gradient() == tensor<double, 1>{6, 160});
  CHECK(y.gradient() == tensor<double, 1>{1, 40});
  x.drop_gradient();
  backward(checkpoint(product, x, x), ones<double>(2));
  CHECK(x.gradient() == tensor<double, 1>{3, 12});
  const auto g = gradients(grad::variable<double, 0>(sum(checkpoint(product, x, y)) + sum(y)), y);
  CHECK(get<0>(g) == tensor<double, 1>{2, 5});
  const grad::no_grad_scope none;
  const grad::variable quiet = checkpoint(product, x, y);
  CHECK(count_nodes() == 0);
  CHECK(quiet.value() == tensor<double, 1>{3, 16});
}

TEST_CASE("checkpoint: what a statement outside made is an operand; nothing stays of a failure") {
  grad::variable<double, 1> x = tensor<double, 1>{1, 2};
  const grad::variable outside = x * 3.0;
  {
    const grad::variable<double, 0> loss = sum(checkpoint([&](auto const& v) { return v * outside; }, x));
    CHECK(message_of([&] { backward(loss); }).find("as an argument") != std::string::npos);
  }
  CHECK(!x.has_gradient());
  bool fails = false;
  const auto f = [&](auto const& v) {
    if (fails)
      throw std::string("no");
    return v * v;
  };
  const auto loss = [&] { return grad::variable<double, 0>(sum(checkpoint(f, x) * x)); };
  const auto failing = loss();
  fails = true;
  CHECK_THROWS_AS(backward(failing), std::string);
  CHECK(!x.has_gradient());
  fails = false;
  backward(loss());
  CHECK(x.gradient() == tensor<double, 1>{3, 12});
}

TEST_CASE("checkpoint: the graph holds operands alone, and each part is computed twice") {
  grad::variable<double, 1> x = tensor<double, 1>{0.1};
  grad::variable<double, 0> w = tensor<double, 0>(0.5);
  int calls = 0;
  const step part{w, 20, &calls};
  index_t most = 0;
  {
    const grad::variable y = checkpoint(part, x);
    CHECK(count_nodes() == 1);
    CHECK(calls == 1);
    backward(y, ones<double>(1));
    CHECK(calls == 2);
    most = count_nodes();
  }
  CHECK(most <= 1);
  const grad::variable plain = part(x);
  CHECK(count_nodes() == 20);
}
