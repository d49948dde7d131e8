// Learns to read handwritten digits: two hidden layers, all images but the last 500, which other people wrote, to learn
// from.
//   mlp [folder]      the folder gets mlp.pgm, the errors of each epoch as a curve
#include "common.hpp"

#include <weft/io/image.hpp>
#include <weft/nn.hpp>
#include <weft/ops/random.hpp>
#include <weft/weft.hpp>

#include <cmath>
#include <numbers>
#include <string>

using namespace weft;

namespace {

constexpr index_t side = 8, asked = 500, epochs = 150;
constexpr double first_rate = 2e-3;

/// A model is a record: its parameters are the variables of its layers.
struct perceptron {
  BOOST_HANA_DEFINE_STRUCT(perceptron, (nn::linear<float>, first), (nn::linear<float>, second),
                           (nn::linear<float>, third));
  nn::dropout<float> drops{0.2F, 4}, drops_more{0.2F, 7};

  template <Tensorial X>
  grad::variable<float, 2> operator()(X const& x) {
    const grad::variable<float, 2> a = drops(nn::relu{}(first(x)));
    const grad::variable<float, 2> b = drops_more(nn::relu{}(second(a)));
    return third(b);
  }
};

/// What turns, stretches, slants and moves an image a little, as a matrix: a digit that is written otherwise is the
/// same digit. Each pixel becomes a mean of the four around the place that it comes from. `by`: six numbers from -1 to
/// 1.
tensor<float, 2> as_written_otherwise(tensor<float, 1> const& by) {
  tensor<float, 2> m = zeros<float>(side * side, side * side);
  const float turn = 0.25F * by(0), slant = 0.25F * by(1);
  const float high = 1 + 0.15F * by(2), wide = 1 + 0.15F * by(3), middle = float(side - 1) / 2;
  for (index_t i = 0; i < side; ++i)
    for (index_t j = 0; j < side; ++j) {
      const float y = float(i) - middle, x = float(j) - middle;
      const float from_y = high * (y - turn * x) + middle + 0.7F * by(4);
      const float from_x = wide * (x + turn * y + slant * y) + middle + 0.7F * by(5);
      const index_t top = index_t(std::floor(from_y)), left = index_t(std::floor(from_x));
      for (index_t k = top; k <= top + 1; ++k)
        for (index_t l = left; l <= left + 1; ++l)
          if (k >= 0 && k < side && l >= 0 && l < side)
            m(side * k + l, side * i + j) += (1 - std::abs(from_y - float(k))) * (1 - std::abs(from_x - float(l)));
    }
  return m;
}

/// A curve of numbers from 0 to `top`, from left to right, dark on white.
tensor<std::uint8_t, 2> plotted(tensor<double, 1> const& first, tensor<double, 1> const& second, double top) {
  const index_t height = 240, width = 480, margin = 10;
  tensor<std::uint8_t, 2> picture(shape(height, width), 255);
  picture(range(margin, height - margin), margin) = 0;
  picture(height - margin, range(margin, width - margin)) = 0;
  const auto draw = [&](tensor<double, 1> const& values, std::uint8_t ink) {
    const double step = double(width - 2 * margin) / double(values.size() - 1);
    const auto row = [&](double v) {
      return height - margin - index_t(std::min(v / top, 1.0) * double(height - 2 * margin));
    };
    for (index_t x = 0; x < width - 2 * margin; ++x) {
      const double at = double(x) / step;
      const index_t k = std::min(index_t(at), values.size() - 2);
      const index_t y = row(values(k) + (at - double(k)) * (values(k + 1) - values(k)));
      picture(range(std::max(y - 1, margin), std::min(y + 2, height)), margin + x) = ink;
    }
  };
  draw(first, 150);
  draw(second, 0);
  return picture;
}

int learn(std::string const& folder) {
  const tensor<float, 3> images = load_npy<std::uint8_t, 3>(WEFT_EXAMPLE_DATA "digits.npy") / 16.0F;
  const tensor<index_t, 1> labels = load_npy<std::uint8_t, 1>(WEFT_EXAMPLE_DATA "digits_labels.npy");
  const tensor<float, 2> pixels = flatten(images, 1);
  const index_t learnt = images.extent(0) - asked;
  const auto known = pixels(range(0, learnt), all), questions = pixels(range(learnt, end), all);
  const auto answers = labels(range(learnt, end));

  perceptron model{{64, 256, 2}, {256, 128, 5}, {128, 10, 8}};
  nn::adam optimiser(model, {.rate = first_rate, .decay = 0.01, .decoupled = true});
  std::printf("%td parameters, %td images to learn from, %td to read\n", element_count(model), learnt, asked);
  tensor<double, 1> loss_of(epochs), errors_of(epochs);
  std::uint64_t seed = 1000;
  const double time = milliseconds([&] {
    for (index_t epoch = 0; epoch < epochs; ++epoch) {
      double total = 0;
      const nn::batches parts(learnt, 64, std::uint64_t(epoch));
      optimiser.options.rate = first_rate * (1 + std::cos(std::numbers::pi * double(epoch) / double(epochs))) / 2;
      model.drops.train(true);
      model.drops_more.train(true);
      for (auto const& rows : parts) {
        const tensor<float, 1> by = 2.0F * random_uniform<float>(shape(6), seed++) - 1.0F;
        const tensor<float, 2> x = matmul(take(known, rows, axis<0>), as_written_otherwise(by));
        const tensor<index_t, 1> y = take(labels, rows, axis<0>);
        grad::variable<float, 0> loss = nn::cross_entropy(model(x), y);
        backward(loss);
        optimiser.step();
        total += double(loss.item());
      }
      model.drops.train(false);
      model.drops_more.train(false);
      const grad::no_grad_scope reading;
      const tensor<index_t, 1> read = argmax(model(questions).value(), 1);
      loss_of(epoch) = total / double(parts.size());
      errors_of(epoch) = mean(cast<double>(not_equal(read, answers)));
    }
  });
  const double right = 1 - errors_of(epochs - 1);
  std::printf("loss %.3f after the first epoch, %.3f after the last; %.1f %% of the last %td right\n", loss_of(0),
              loss_of(epochs - 1), 100 * right, asked);
  check(right >= 0.96, "96 % of the digits are read");
  const std::string path = folder + "/mlp.pgm";
  save_pnm(path, plotted(loss_of, errors_of, 1.0));
  std::printf("time %.1f s\nwrote %s: the loss of each epoch in grey, the part that is read wrong in black\n",
              time / 1000, path.c_str());
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  if (argc > 2) {
    std::fprintf(stderr, "usage: mlp [folder]\n");
    return 1;
  }
  return run("mlp", [&] { return learn(argc > 1 ? argv[1] : "."); });
}
