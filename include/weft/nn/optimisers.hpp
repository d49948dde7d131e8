#pragma once
#include <weft/grad/minimise.hpp>
#include <weft/nn/parameters.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/rearrange.hpp>

#include <cmath>

// Methods that change parameters by their gradients. A step works in place, with one loop for each parameter and for
// each average that is kept of it; parameters without a gradient stay as they are.
//   nn::adam optimiser(model, {.rate = 1e-3});
//   for (...) {
//     backward(nn::cross_entropy(model(x), labels));
//     optimiser.step();
//   }
namespace weft::nn {

/// Options of sgd: x becomes x - rate v, where v is momentum times the v before, plus the gradient.
struct sgd_options {
  double rate = 0.01;
  double momentum = 0;
  bool nesterov = false; ///< the gradient is taken where momentum leads to (Nesterov 1983, as Sutskever et al. 2013)
  double decay = 0;      ///< decay times the parameters is added to the gradient
};

/// Stochastic gradient descent: a step moves each parameter against its gradient. With momentum it keeps one more
/// tensor for each parameter.
template <class T>
class sgd {
public:
  sgd_options options;

  /// Takes the parameters of a record: step() changes these variables, not copies.
  template <Record R>
  WEFT_FN explicit sgd(R const& model, sgd_options o = {})
      : options(o), list_(detail::parameters_of(model)), velocity_(list_.size()) {}

  /// Changes the parameters, and drops their gradients.
  WEFT_FN void step() {
    T const rate = T(options.rate), momentum = T(options.momentum), decay = T(options.decay);
    for (std::size_t k = 0; k < list_.size(); ++k) {
      grad::variable<T>& x = list_[k];
      if (!x.has_gradient())
        continue;
      auto const g = x.gradient();
      auto const value = x.value();
      if (momentum == 0) {
        x.overwrite(value - rate * (g + decay * value));
      } else {
        tensor<T>& v = velocity_[k];
        if (v.size() != x.size())
          v = T(0) * g;
        v = momentum * v + (g + decay * value);
        if (options.nesterov)
          x.overwrite(value - rate * (g + decay * value + momentum * v));
        else
          x.overwrite(value - rate * v);
      }
      x.drop_gradient();
    }
  }

private:
  detail::parameter_list<T> list_;
  std::vector<tensor<T>> velocity_;
};
template <Record R>
sgd(R const&, sgd_options = {}) -> sgd<detail::parameter_t<R>>;

/// Options of adam.
struct adam_options {
  double rate = 1e-3;
  double mean_decay = 0.9, square_decay = 0.999; ///< decay of the averages of gradients, and of their squares
  double epsilon = 1e-8;                         ///< a small number that is added to the root of the average
  double decay = 0;                              ///< decay times the parameters is added to the gradient
  bool decoupled = false;                        ///< subtracts rate * decay times the parameters: AdamW
};

/// Adam (Kingma and Ba 2015), and with options.decoupled AdamW (Loshchilov and Hutter 2019): a number changes
/// by the rate times the mean of its gradients over the root of the mean of their squares. It keeps two more tensors
/// for each parameter.
template <class T>
class adam {
public:
  adam_options options;

  /// Takes the parameters of a record: step() changes these variables, not copies.
  template <Record R>
  WEFT_FN explicit adam(R const& model, adam_options o = {})
      : options(o), list_(detail::parameters_of(model)), mean_(list_.size()), square_(list_.size()) {}

  /// Changes the parameters, and drops their gradients.
  WEFT_FN void step() {
    ++steps_;
    double const b1 = options.mean_decay, b2 = options.square_decay;
    T const first = T(b1), second = T(b2), epsilon = T(options.epsilon);
    T const decay = options.decoupled ? T(0) : T(options.decay);
    T const kept = options.decoupled ? T(1 - options.rate * options.decay) : T(1);
    T const rate = T(options.rate / (1 - std::pow(b1, steps_)));
    T const scale = T(1 / std::sqrt(1 - std::pow(b2, steps_)));
    for (std::size_t k = 0; k < list_.size(); ++k) {
      grad::variable<T>& x = list_[k];
      if (!x.has_gradient())
        continue;
      tensor<T>&m = mean_[k], &s = square_[k];
      auto const g = x.gradient();
      auto const value = x.value();
      if (m.size() != x.size())
        m = s = T(0) * g;
      m = first * m + (T(1) - first) * (g + decay * value);
      s = second * s + (T(1) - second) * square(g + decay * value);
      x.overwrite(kept * value - rate * m / (sqrt(s) * scale + epsilon));
      x.drop_gradient();
    }
  }

private:
  detail::parameter_list<T> list_;
  std::vector<tensor<T>> mean_, square_;
  int steps_ = 0;
};
template <Record R>
adam(R const&, adam_options = {}) -> adam<detail::parameter_t<R>>;

/// Changes the variables of a record to a minimum of a loss by limited-memory BFGS (grad/minimise.hpp). loss() gives
/// one number, a variable or an expression of rank 0, of the same data each time. Gradients of the variables are
/// dropped. Returns a grad::minimum, as minimise does, in which x has all parameters in a row.
template <Record R, class F>
[[nodiscard]] WEFT_FN auto lbfgs(R const& model, F const& loss, grad::minimise_options const& options = {}) {
  using T = detail::parameter_t<R>;
  using row = tensor<T, 1>;
  auto list = detail::parameters_of(model);
  index_t count = 0;
  for (auto const& x : list)
    count += x.size();
  auto const each = [&](auto const& f) {
    index_t first = 0;
    for (auto& x : list) {
      f(x, range(first, first + x.size()));
      first += x.size();
    }
  };
  auto const put = [&](row const& values) {
    each([&](grad::variable<T>& x, auto const& slot) { x.overwrite(reshape(values(slot), x.shape())); });
  };
  row begin(count);
  each([&](grad::variable<T>& x, auto const& slot) { begin(slot) = reshape(x.value(), shape(x.size())); });
  auto found = detail::minimised(
      [&](row const& values, row& gradient) {
        put(values);
        drop_gradients(model);
        grad::variable<T, 0> const value = loss();
        backward(value);
        gradient = zeros<T>(values.size());
        each([&](grad::variable<T>& x, auto const& slot) {
          if (x.has_gradient())
            gradient(slot) = reshape(x.gradient(), shape(x.size()));
        });
        return value.item();
      },
      begin, options);
  put(found.x);
  drop_gradients(model);
  return found;
}

} // namespace weft::nn
