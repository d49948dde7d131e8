// Gradients by weft.
#include "gradients.hpp"

#include <weft/grad.hpp>
#include <weft/nn.hpp>
#include <weft/weft.hpp>

namespace {

using namespace weft;
using peer::run;

template <class T, int Rank>
grad::variable<T, Rank> operand(int k, tensor<T, Rank> a) {
  peer::fill(k, a.data(), a.size());
  return a;
}
template <class T, int Rank>
grad::variable<T, Rank> weights(int k, tensor<T, Rank> a) {
  peer::fill_weights(k, a.data(), a.size());
  return a;
}

template <class T>
void gradient_loss(run& r, long n) {
  const auto a = operand(0, tensor<T, 1>(n)), b = operand(1, tensor<T, 1>(n)), c = operand(2, tensor<T, 1>(n)),
             d = operand(3, tensor<T, 1>(n));
  tensor<T, 2> g(4, n);
  r(
      4 * n,
      [&] {
        const grad::variable<T, 0> loss = sum(log(T(1) + exp(a * b - c)) * d + T(0.5) * square(a - d) + sqrt(b) * c);
        return gradients(loss, a, b, c, d);
      },
      [&](auto const& found) {
        const auto& [ga, gb, gc, gd] = found;
        g(0, all) = ga;
        g(1, all) = gb;
        g(2, all) = gc;
        g(3, all) = gd;
      },
      g);
}

void gradient_heat(run& r, long n) {
  const auto start = operand(0, tensor<double, 2>(n, n));
  tensor<double, 2> wanted(n, n), g(n, n);
  peer::fill(1, wanted.data(), wanted.size());
  constexpr auto in = range(1, end - 1), lo = range(0, end - 2), hi = range(2, end);
  r(
      n * n,
      [&] {
        grad::variable<double, 2> u = start * 1.0;
        for (int k = 0; k < peer::heat_steps; ++k) {
          const grad::variable<double, 2> p = pad(u, 1);
          u = p(in, in) + 0.1 * (p(lo, in) + p(hi, in) + p(in, lo) + p(in, hi) - 4.0 * p(in, in));
        }
        return gradients(grad::variable<double, 0>(0.5 * sum(square(u - wanted))), start);
      },
      [&](auto const& found) { g = get<0>(found); }, g);
}

void gradient_scalar(run& r, long) {
  tensor<double, 1> in(2), g(2);
  peer::fill(0, in.data(), 2);
  const grad::variable<double, 0> x(in(0)), y(in(1));
  r(
      2,
      [&] {
        grad::variable<double, 0> z = x * 1.0;
        for (int k = 0; k < peer::scalar_steps; ++k)
          z = sin(z) * y + x;
        return gradients(z, x, y);
      },
      [&](auto const& found) {
        g(0) = get<0>(found)();
        g(1) = get<1>(found)();
      },
      g);
}

template <class T>
void gradient_mlp(run& r, long n) {
  constexpr index_t p = peer::inputs, h = peer::hidden, q = peer::classes;
  tensor<T, 2> x(n, p);
  peer::fill(0, x.data(), x.size());
  tensor<index_t, 1> labels(n);
  for (index_t i = 0; i < n; ++i)
    labels(i) = peer::label(i);
  const auto w1 = weights(1, tensor<T, 2>(p, h)), w2 = weights(3, tensor<T, 2>(h, q));
  const auto b1 = weights(2, tensor<T, 1>(h)), b2 = weights(4, tensor<T, 1>(q));
  tensor<T, 1> g(p * h + h + h * q + q);
  r(
      p * h + h + h * q + q,
      [&] {
        const grad::variable<T, 2> a = tanh(matmul(x, w1) + b1), logits = matmul(a, w2) + b2;
        return gradients(grad::variable<T, 0>(nn::cross_entropy(logits, labels)), w1, b1, w2, b2);
      },
      [&](auto const& found) {
        const auto& [g1, h1, g2, h2] = found;
        g(range(0, p * h)) = reshape(g1, shape(p * h));
        g(range(p * h, p * h + h)) = h1;
        g(range(p * h + h, p * h + h + h * q)) = reshape(g2, shape(h * q));
        g(range(p * h + h + h * q, end)) = h2;
      },
      g);
}

} // namespace

void add_gradients(peer::book& book) {
  book.add("gradient_loss", gradient_loss<double>, gradient_loss<float>);
  book.add("gradient_heat", gradient_heat);
  book.add("gradient_scalar", gradient_scalar);
  book.add("gradient_mlp", gradient_mlp<double>, gradient_mlp<float>);
}
