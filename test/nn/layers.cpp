#include <weft/nn/layers.hpp>
#include <weft/nn/losses.hpp>
#include <weft/records.hpp>
#include <weft/weft.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

using namespace weft;

// Values are those of nested loops in long double; gradients of all parameters those of differences of the loss.
namespace {

using wide = long double;

template <class R, class F>
void check_parameter_gradients(R const& model, F const& loss) {
  nn::drop_gradients(model);
  backward(grad::variable<double, 0>(loss()));
  for_each_field(model, [&](std::string_view path, auto const& field) {
    grad::variable<double> x = field.with_runtime_rank();
    INFO(std::string(path));
    REQUIRE(x.has_gradient());
    tensor<double> here = x.value();
    const tensor<double> gradient = x.gradient();
    const index_t step = here.size() > 12 ? 5 : 1;
    for (index_t k = 0; k < here.size(); k += step) {
      const double kept = here.data()[k], h = 1e-3;
      const auto at = [&](double value) {
        here.data()[k] = value;
        x.overwrite(here);
        const grad::no_grad_scope none;
        return wide(grad::variable<double, 0>(loss()).item());
      };
      // The error of five points falls with h^4.
      const wide slope = (8 * (at(kept + h) - at(kept - h)) - (at(kept + 2 * h) - at(kept - 2 * h))) / (12 * h);
      at(kept);
      CHECK(std::abs(wide(gradient.data()[k]) - slope) <= 1e-8L * (1 + std::abs(slope)));
    }
  });
}
template <class X>
auto data(X const& s, std::uint64_t seed) {
  return eval(random_normal<double>(s, seed));
}

} // namespace

TEST_CASE("linear and sequential: values, gradients, names") {
  nn::sequential model(
      nn::linear<double>(3, 4, 1), nn::tanh{}, [](auto const& x) { return 2.0 * x; }, nn::linear<double>(4, 2, 5));
  const auto x = data(shape(5, 3), 9);
  auto const& a = model.module<0>();
  auto const& b = model.module<3>();
  const tensor<double, 2> y = model(x).value();
  REQUIRE(y.shape() == shape(5, 2));
  for (index_t i = 0; i < 5; ++i)
    for (index_t j = 0; j < 2; ++j) {
      wide total = b.bias.value()(j);
      for (index_t h = 0; h < 4; ++h) {
        wide inner = a.bias.value()(h);
        for (index_t k = 0; k < 3; ++k)
          inner += wide(x(i, k)) * wide(a.weight.value()(h, k));
        total += 2 * std::tanh(inner) * wide(b.weight.value()(j, h));
      }
      CHECK(std::abs(wide(y(i, j)) - total) <= 1e-14L);
    }
  std::string names;
  for_each_field(model, [&](std::string_view path, auto const&) { names.append(path).append(" "); });
  CHECK(names == "0.weight 0.bias 3.weight 3.bias ");
  check_parameter_gradients(model, [&] { return nn::mean_squared_error(model(x), 0.5); });
}

TEST_CASE("conv2d: strides and padding, values and gradients") {
  const auto x = data(shape(2, 3, 6, 5), 11);
  for (const nn::convolution_options o : {nn::convolution_options{}, {.stride = 2, .padding = 1}}) {
    const nn::conv2d<double> layer(3, 2, 3, 2, 4, o);
    const grad::variable<double, 4> y = layer(x);
    const index_t rows = (6 + 2 * o.padding - 3) / o.stride + 1, columns = (5 + 2 * o.padding - 2) / o.stride + 1;
    REQUIRE(y.shape() == shape(2, 2, rows, columns));
    const auto w = layer.weight.value();
    for (index_t n = 0; n < 2; ++n)
      for (index_t f = 0; f < 2; ++f)
        for (index_t r = 0; r < rows; ++r)
          for (index_t c = 0; c < columns; ++c) {
            wide total = layer.bias.value()(f);
            for (index_t k = 0; k < 3; ++k)
              for (index_t i = 0; i < 3; ++i)
                for (index_t j = 0; j < 2; ++j) {
                  const index_t at = r * o.stride + i - o.padding, across = c * o.stride + j - o.padding;
                  if (at >= 0 && at < 6 && across >= 0 && across < 5)
                    total += wide(w(f, k, i, j)) * wide(x(n, k, at, across));
                }
            CHECK(std::abs(wide(y.value()(n, f, r, c)) - total) <= 1e-13L);
          }
    grad::variable<double, 4> images = x;
    check_parameter_gradients(boost::hana::make_tuple(layer, images), [&] { return sum(square(layer(images))); });
  }
  CHECK_THROWS_AS((nn::conv2d<double>(1, 1, 3, 3, 1, {.stride = 0})), error);
}

TEST_CASE("embedding, layer_norm and self_attention: a model of words") {
  nn::embedding<double> words(7, 4, 3);
  nn::layer_norm<double> evens(4);
  evens.weight.overwrite(tensor<double, 1>{1, 2, -1, 0.5});
  nn::self_attention<double> attends(4, 2, 20);
  const tensor<index_t, 2> text{{1, 4, 1}, {0, 6, 2}};
  const auto centred = evens(words(text));
  const tensor<double, 3> y = grad::variable<double, 3>(centred).value();
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 3; ++j) {
      wide middle = 0, variance = 0;
      for (index_t k = 0; k < 4; ++k)
        middle += wide(words.weight.value()(text(i, j), k)) / 4;
      for (index_t k = 0; k < 4; ++k)
        variance += std::pow(wide(words.weight.value()(text(i, j), k)) - middle, 2) / 4;
      for (index_t k = 0; k < 4; ++k)
        CHECK(std::abs(wide(y(i, j, k)) - wide(evens.weight.value()(k)) *
                                              (wide(words.weight.value()(text(i, j), k)) - middle) /
                                              std::sqrt(variance + 1e-5L)) <= 1e-13L);
    }
  // One head with equal keys gives the mean of the values.
  const auto q = data(shape(2, 3, 4), 1), v = data(shape(2, 5, 3), 2);
  const tensor<double, 3> means =
      grad::variable<double, 3>(nn::attention(grad::variable<double, 3>(q), ones<double>(2, 5, 4), v)).value();
  CHECK(all_close(means, broadcast_to(mean(v, 1, keep_dims), shape(2, 3, 3)), 0, 1e-14));
  const auto model = boost::hana::make_tuple(words, evens, attends);
  int fields = 0;
  for_each_field(model, [&](std::string_view, auto const&) { ++fields; });
  CHECK(fields == 11);
  check_parameter_gradients(model, [&] {
    const grad::variable<double, 3> x = evens(words(text));
    return sum(pow(attends(x) + x, 3.0));
  });
  CHECK_THROWS_AS((nn::self_attention<double>(4, 3, 1)), error);
}

TEST_CASE("dropout: the mean stays, and nothing is dropped after training") {
  nn::dropout<double> drops(0.25, 7);
  const auto x = ones<double>(4000);
  const tensor<double, 1> first = drops(x), second = drops(x);
  CHECK(!(first == second));
  for (const double value : first)
    CHECK((value == 0 || value == doctest::Approx(4.0 / 3.0)));
  CHECK(std::abs(mean(first) - 1.0) < 0.04);
  drops.train(false);
  CHECK(tensor<double, 1>(drops(x)) == x);
  CHECK_THROWS_AS(nn::dropout<double>(1.0, 1), error);
}

TEST_CASE("layers with neighbouring seeds share no numbers") {
  std::vector<double> numbers;
  const auto collect = [&](auto const& layer) {
    for_each_field(layer, [&](std::string_view, auto const& x) {
      for (const double value : x.value())
        numbers.push_back(value);
    });
  };
  for (std::uint64_t seed = 1; seed < 5; ++seed) { // all of 6 inputs, so that equal random bits are equal weights
    collect(nn::linear<double>(6, 6, seed));
    collect(nn::conv2d<double>(6, 6, 1, 1, seed + 4));
    collect(nn::self_attention<double>(6, 2, seed + 8));
  }
  std::sort(numbers.begin(), numbers.end());
  REQUIRE(numbers.size() == 4 * 6 * 42); // a layer has 36 weights and 6 biases
  CHECK(std::adjacent_find(numbers.begin(), numbers.end()) == numbers.end());

  std::vector<tensor<double, 1>> masks;
  for (std::uint64_t seed = 1; seed < 4; ++seed) {
    nn::dropout<double> drops(0.5, seed);
    for (int call = 0; call < 4; ++call)
      masks.push_back(drops(ones<double>(64)));
  }
  for (std::size_t k = 0; k < masks.size(); ++k)
    for (std::size_t j = 0; j < k; ++j)
      CHECK(!(masks[k] == masks[j]));
}

namespace {

/// f of a variable of static rank and of one whose rank is known at run time: one value, and one gradient.
template <int Rank, class F>
void check_run_time_rank(tensor<double, Rank> const& x, F const& f) {
  const grad::variable<double, Rank> fixed_rank = x;
  const grad::variable<double> any_rank = tensor<double>(x);
  const auto value_of = [&](auto const& v) {
    const grad::variable<double, 0> loss = f(v);
    return make_pack(loss.item(), tensor<double>(get<0>(gradients(loss, v))));
  };
  const auto [wanted, slope] = value_of(fixed_rank);
  const auto [found, gradient] = value_of(any_rank);
  CHECK(found == wanted);
  CHECK(gradient == slope);
  CHECK(any_of(not_equal(slope, 0.0)));
}

} // namespace

TEST_CASE("conv2d, attention and cross_entropy of operands whose rank is known at run time") {
  const auto numbers = [](auto const& s) { return cast<double>(random_normal(s, 5)); };
  const nn::conv2d<double> layer(3, 2, 3, 2, 4, {.stride = 2, .padding = 1});
  const tensor<double, 4> weights = numbers(shape(2, 2, 3, 3));
  check_run_time_rank<4>(tensor<double, 4>(numbers(shape(2, 3, 5, 4))),
                         [&](auto const& x) { return sum(layer(x) * weights); });
  const tensor<double, 3> keys = numbers(shape(2, 5, 4)), values = numbers(shape(2, 5, 3));
  check_run_time_rank<3>(tensor<double, 3>(numbers(shape(2, 3, 4))),
                         [&](auto const& x) { return sum(square(nn::attention(x, keys, values))); });
  check_run_time_rank<3>(keys, [&](auto const& x) {
    return sum(square(nn::attention(grad::variable<double, 3>(numbers(shape(2, 3, 4))), x, values)));
  });
  const nn::self_attention<double> attends(4, 2, 20);
  check_run_time_rank<3>(keys, [&](auto const& x) { return sum(square(attends(x))); });
  const tensor<int, 1> labels{2, 0, 1};
  const tensor<int> labels_of_any_rank = labels;
  check_run_time_rank<2>(tensor<double, 2>(numbers(shape(3, 4))),
                         [&](auto const& x) { return nn::cross_entropy(x, labels); });
  check_run_time_rank<2>(tensor<double, 2>(numbers(shape(3, 4))),
                         [&](auto const& x) { return nn::cross_entropy(x, labels_of_any_rank); });
  const grad::variable<double> cube = tensor<double>(keys), row = tensor<double>(numbers(shape(4)));
  CHECK_THROWS_AS((void)layer(cube), shape_error);
  CHECK_THROWS_AS((void)attends(row), error);
  CHECK_THROWS_AS((void)nn::attention(row, row, row), index_error);
  CHECK_THROWS_AS((void)nn::cross_entropy(cube, labels), shape_error);
  CHECK_THROWS_AS((void)nn::cross_entropy(row, labels), shape_error);
}
