#include <weft/grad/variable.hpp>
#include <weft/weft.hpp>

#include <support/message.hpp>

#include <cmath>
#include <doctest/doctest.h>
#include <string>

using namespace weft;
using grad::count_nodes;
using support::message_of;

TEST_CASE("variable: backward adds to what variables hold, gradients leaves it alone") {
  grad::variable<double, 1> x = linspace(1.0, 3.0, 3), other = ones<double>(3);
  CHECK(!x.has_gradient());
  CHECK(message_of([&] { (void)x.gradient(); }).find("backward(loss)") != std::string::npos);
  const auto loss = [&] { return grad::variable<double, 0>(sum(x * x)); };
  backward(loss());
  CHECK(x.gradient() == tensor<double, 1>{2, 4, 6});
  backward(loss());
  CHECK(x.gradient() == tensor<double, 1>{4, 8, 12});
  const grad::variable y = x * x;
  auto const [gx, gy, go] = gradients(grad::variable<double, 0>(sum(y * 3.0)), x, y, other);
  CHECK(gx == tensor<double, 1>{6, 12, 18});
  CHECK(gy == tensor<double, 1>{3, 3, 3}); // of what a statement made, too
  CHECK(go == tensor<double, 1>{0, 0, 0}); // it does not depend on that one
  CHECK(x.gradient() == tensor<double, 1>{4, 8, 12});
  const auto list = gradients(grad::variable<double, 0>(sum(x * other)), {x, other});
  CHECK(list[0] == tensor<double, 1>{1, 1, 1});
  CHECK(list[1] == tensor<double, 1>{1, 2, 3});
  x.drop_gradient();
  CHECK(!x.has_gradient());
  const grad::variable same = x;
  backward(grad::variable<double, 0>(sum(same * 2.0)));
  CHECK(x.gradient() == tensor<double, 1>{2, 2, 2}); // a copy is the same variable
}

TEST_CASE("variable: a variable twice, none at all, and the loss itself") {
  grad::variable<double, 1> x = linspace(1.0, 3.0, 3);
  const auto loss = [&] { return grad::variable<double, 0>(sum(x * x)); };
  const auto same = x;
  const auto [a, b, c] = gradients(loss(), x, x, same);
  CHECK(a == tensor<double, 1>{2, 4, 6});
  CHECK(b == a);
  CHECK(c == a);
  CHECK(gradients(loss(), std::initializer_list<grad::variable<double, 1>>{}).empty());
  CHECK(!x.has_gradient());
  const auto list = gradients(loss(), {x, same});
  CHECK(list[0] == a);
  CHECK(list[1] == a);
  const auto l = loss();
  CHECK(get<0>(gradients(l, l)).at() == 1);
  grad::variable<double, 1> none;
  CHECK_THROWS_AS((void)none.value(), layout_error);
  CHECK_THROWS_AS(none.overwrite(1.0), layout_error);
  CHECK_THROWS_AS(none = none + 1.0, layout_error);
  grad::variable<double, 1> y = x * 2.0;
  CHECK_THROWS_AS(y.overwrite(1.0), error); // its maker would have a gradient of what it no longer is
}

TEST_CASE("variable: a gradient from outside") {
  grad::variable<double, 1> x = linspace(1.0, 3.0, 3);
  const grad::variable y = x * x;
  const tensor<double, 1> weights = {1, -1, 10};
  backward(y, weights);
  CHECK(x.gradient() == tensor<double, 1>{2, -4, 60});
}

TEST_CASE("variable: what it is made of, and what it is assigned") {
  const tensor<double, 2> a = {{1, 2}, {3, 4}};
  grad::variable x = transpose(a);
  CHECK(std::is_same_v<decltype(x), grad::variable<double, 2>>);
  CHECK(x.value() == transpose(a));
  CHECK(x.shape() == a.shape());
  const auto before = x;
  x = x * 2.0; // another variable; the old one is what it was
  CHECK(before.value() == transpose(a));
  x -= before;
  x /= 2.0;
  CHECK(x.value() == tensor<double, 2>(transpose(a) * 0.5));
  backward(grad::variable<double, 0>(sum(x)));
  CHECK(before.gradient() == tensor<double, 2>{{0.5, 0.5}, {0.5, 0.5}});
  CHECK(!x.has_gradient());
  grad::variable<double, 0> s = 3.0;
  CHECK(s.item() == 3);
  CHECK_THROWS_AS((void)x.item(), shape_error);
  grad::variable<double, 1> later;
  later = a(0, all);
  CHECK(later.value() == a(0, all));
  const grad::variable<double, 0> element = later(1) * later(0); // an element of a variable is followed
  backward(element);
  CHECK(later.gradient() == tensor<double, 1>{2, 1});
}
