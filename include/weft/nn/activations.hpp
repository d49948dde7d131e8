#pragma once
#ifdef WEFT_WITHOUT_NN
#error "weft: this library was built without the component nn: -DWEFT_COMPONENTS=all, or a list with nn"
#endif
#include <weft/grad.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/math.hpp>
#include <weft/ops/piecewise.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/special.hpp>
#include <weft/ops/trigonometry.hpp>

// Activations, which stand between the layers of a model: function objects without parameters. Each acts on single
// elements unless its comment says otherwise. They return expressions, so an activation after a layer is computed in
// the layer's loop.
namespace weft::nn {

/// Returns x where x is positive, and 0 elsewhere.
struct relu {
  template <Tensorial X>
  [[nodiscard]] WEFT_FN auto operator()(X const& x) const {
    return weft::relu(x);
  }
};
/// The hyperbolic tangent.
struct tanh {
  template <Tensorial X>
  [[nodiscard]] WEFT_FN auto operator()(X const& x) const {
    return weft::tanh(x);
  }
};
/// 1 / (1 + exp(-x)).
struct sigmoid {
  template <Tensorial X>
  [[nodiscard]] WEFT_FN auto operator()(X const& x) const {
    return logistic(x);
  }
};
/// log(1 + exp(x)), near x for large x: no overflow, no NaN. Its gradient is the sigmoid.
struct softplus {
  template <Tensorial X>
  [[nodiscard]] WEFT_FN auto operator()(X const& x) const {
    return logaddexp(x, detail::value_t<X>(0));
  }
};
/// The logarithm of the sigmoid, near x for x far below 0: no overflow, no NaN.
struct log_sigmoid {
  template <Tensorial X>
  [[nodiscard]] WEFT_FN auto operator()(X const& x) const {
    return -logaddexp(-x, detail::value_t<X>(0));
  }
};
/// x times the probability that a normal number is below x (Hendrycks and Gimpel 2016), by the error function.
struct gelu {
  template <Tensorial X>
  [[nodiscard]] WEFT_FN auto operator()(X const& x) const {
    using T = detail::value_t<X>;
    return T(0.5) * x * (T(1) + erf(x * (T(1) / detail::sqrt2_v<T>)));
  }
};
/// exp(x) divided by its sum, for vectors along the last axis: positive numbers whose sum is 1. Large x do not
/// overflow.
struct softmax {
  template <Tensorial X>
  [[nodiscard]] WEFT_FN auto operator()(X const& x) const {
    return exp(x - weft::logsumexp(x, detail::axis_from_last<1>(x), keep_dims));
  }
};
/// The logarithm of softmax, accurate where softmax is nearly 0.
struct log_softmax {
  template <Tensorial X>
  [[nodiscard]] WEFT_FN auto operator()(X const& x) const {
    return x - weft::logsumexp(x, detail::axis_from_last<1>(x), keep_dims);
  }
};

} // namespace weft::nn
