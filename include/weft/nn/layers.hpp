#pragma once
#include <weft/grad/einsum.hpp>
#include <weft/nn/activations.hpp>
#include <weft/nn/check.hpp>
#include <weft/nn/parameters.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/pad.hpp>
#include <weft/ops/random_distributions.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/select.hpp>
#include <weft/ops/take.hpp>

#include <cmath>
#include <tuple>

// The layers of models. Each is a module (nn/parameters.hpp) whose call takes data, or the result of another layer, and
// returns an expression of its parameters. `seed` decides the numbers that a layer begins with; the layers of one model
// have different ones, such as 1, 2 and 3. Parts of a layer draw from seeds that random_split makes, so that layers
// with neighbouring seeds share no numbers.
namespace weft::detail {

/// Returns uniform random numbers between -1/sqrt(inputs) and 1/sqrt(inputs).
template <class T, class S>
WEFT_FN auto first_weights(S const& shape, index_t inputs, std::uint64_t seed) {
  T const bound = T(1) / std::sqrt(static_cast<T>(inputs));
  return bound * (T(2) * random_uniform<T>(shape, seed) - T(1));
}

} // namespace weft::detail

namespace weft::nn {

/// Computes x A^T + b, in one product. x has the shape (..., inputs), or shape_error is thrown; the result has the
/// shape (..., outputs). A (outputs, inputs) and b begin with uniform numbers between -1/sqrt(inputs) and
/// 1/sqrt(inputs).
template <class T = double>
class linear {
public:
  using value_type = T;
  BOOST_HANA_DEFINE_STRUCT(linear, (grad::variable<T, 2>, weight), (grad::variable<T, 1>, bias));

  WEFT_FN linear(index_t inputs, index_t outputs, std::uint64_t seed) {
    weight = detail::first_weights<T>(shape(outputs, inputs), inputs, seed);
    bias = detail::first_weights<T>(shape(outputs), inputs, random_split(seed, 1));
  }
  template <Tensorial X>
  [[nodiscard]] WEFT_FN auto operator()(X const& x) const {
    return matmul(x, transpose(weight)) + bias;
  }
};

/// The places of the windows of a convolution.
struct convolution_options {
  index_t stride = 1;  ///< the distance from one window to the next, in elements
  index_t padding = 0; ///< the number of zeros that are added on each side
};

/// Computes the correlation of images (n, channels, rows, columns) with `outputs` kernels of height x width in all
/// channels, and adds a number for each kernel. The result is (n, outputs, rows', columns'), where rows' is (rows + 2
/// padding - height) / stride + 1. A contraction of the windows (einsum): they are copied, height x width as much as
/// the images at stride 1, and multiplied by the kernels. Throws an error if the stride is below 1 or the padding
/// negative, and index_error if an image is smaller than a kernel.
template <class T = double>
class conv2d {
public:
  using value_type = T;
  /// The weight is of shape (outputs, channels, height, width).
  BOOST_HANA_DEFINE_STRUCT(conv2d, (grad::variable<T, 4>, weight), (grad::variable<T, 1>, bias));
  convolution_options options;

  WEFT_FN conv2d(index_t channels, index_t outputs, index_t height, index_t width, std::uint64_t seed,
                 convolution_options o = {})
      : options(o) {
    if (o.stride < 1 || o.padding < 0)
      detail::throw_model("conv2d: the stride is at least 1, the padding at least 0");
    index_t const inputs = channels * height * width;
    weight = detail::first_weights<T>(shape(outputs, channels, height, width), inputs, seed);
    bias = detail::first_weights<T>(shape(outputs), inputs, random_split(seed, 1));
  }
  template <Tensorial X>
  [[nodiscard]] WEFT_FN auto operator()(X const& x) const {
    constexpr bool fits = detail::may_have_rank<X, 4>;
    static_assert(fits, "weft: conv2d takes images (n, channels, rows, columns)");
    index_t const p = options.padding;
    // Images are a value of the graph, so that their windows are a view of it. A variable of static rank that needs
    // no zeros around it is such a value, and is not copied.
    grad::variable<T, 4> images;
    if (p == 0)
      images = x;
    else
      images = pad(x, shape(index_t(0), index_t(0), p, p), shape(index_t(0), index_t(0), p, p));
    auto const every = range(0, end, options.stride);
    auto const windows = sliding_window(sliding_window(images, 2, weight.extent(2)), 3,
                                        weight.extent(3))(all, all, every, every, all, all);
    return einsum<"ncijkl,ockl->noij">(windows, weight) + bias(newaxis, all, newaxis, newaxis);
  }
};

/// A table that has a vector of `width` numbers for each of the ids 0 to count - 1; they begin with normal random
/// numbers. A call with a tensor of ids, of rank 1 or 2, returns their vectors along a new last axis. Throws
/// index_error if there is no such id.
template <class T = double>
class embedding {
public:
  using value_type = T;
  BOOST_HANA_DEFINE_STRUCT(embedding, (grad::variable<T, 2>, weight));

  WEFT_FN embedding(index_t count, index_t width, std::uint64_t seed)
      : weight(random_normal<T>(shape(count, width), seed)) {}
  template <Tensorial At>
  [[nodiscard]] WEFT_FN auto operator()(At const& words) const {
    return take(weight, words, axis<0>);
  }
};

/// Normalises vectors along the last axis: subtracts its mean from each, divides by its standard deviation, multiplies
/// by a weight and adds a bias. Weights begin with 1, biases with 0 (Ba, Kiros and Hinton 2016).
template <class T = double>
class layer_norm {
public:
  using value_type = T;
  BOOST_HANA_DEFINE_STRUCT(layer_norm, (grad::variable<T, 1>, weight), (grad::variable<T, 1>, bias));
  T epsilon; ///< a small number that is added to the variance

  WEFT_FN explicit layer_norm(index_t width, T e = T(1e-5))
      : weight(ones<T>(width)), bias(zeros<T>(width)), epsilon(e) {}
  template <Tensorial X>
  [[nodiscard]] WEFT_FN auto operator()(X const& x) const {
    auto const last = detail::axis_from_last<1>(x);
    auto const centred = x - mean(x, last, keep_dims);
    return centred * rsqrt(mean(square(centred), last, keep_dims) + epsilon) * weight + bias;
  }
};

/// While training, a call makes each element 0 with a probability p, and divides the others by 1 - p; each call chooses
/// other elements (Srivastava et al. 2014). After train(false) a call returns x. Throws an error unless 0 <= p < 1.
template <class T = double>
class dropout {
public:
  using value_type = T;
  T probability;

  WEFT_FN dropout(T p, std::uint64_t seed) : probability(p), seed_(seed) {
    if (!(p >= 0 && p < 1))
      detail::throw_model("dropout: the probability is at least 0 and less than 1");
  }
  WEFT_FN void train(bool on) { training_ = on; }
  template <Tensorial X>
  [[nodiscard]] WEFT_FN auto operator()(X const& x) {
    T const limit = training_ ? probability : T(0), left = T(1) / (T(1) - limit);
    auto const kept = random_uniform<T>(x.shape(), random_split(seed_, calls_)) >= limit;
    calls_ += training_ ? 1 : 0;
    return where(kept, x * left, T(0));
  }

private:
  std::uint64_t seed_;
  std::uint64_t calls_ = 0; // while training
  bool training_ = true;
};

/// For each query the mean of the values, weighted by softmax of its products with the keys over the root of their
/// width. queries: (..., n, width), keys: (..., m, width), values: (..., m, w); the result: (..., n, w). Two products,
/// and a temporary of n x m weights. Throws shape_error if the shapes do not fit, and index_error for vectors of
/// run-time rank.
template <Tensorial Q, Tensorial K, Tensorial V>
[[nodiscard]] WEFT_FN auto attention(Q const& queries, K const& keys, V const& values) {
  using T = detail::value_t<Q>;
  constexpr int rank = detail::captured_t<K>::static_rank;
  static_assert(rank < 0 || rank >= 2, "weft: attention takes matrices, or stacks of them");
  int const last = detail::shape_before(keys).rank() - 1;
  T const scale = T(1) / std::sqrt(static_cast<T>(detail::shape_before(keys)[last]));
  grad::variable<T, detail::shape_argument<dims<rank>>> const products =
      matmul(queries, swap_axes(keys, last - 1, last)) * scale;
  return matmul(softmax{}(products), values);
}

/// Attention of a sequence to itself in several heads, each on a part of `width` numbers, with linear maps before and
/// after (Vaswani et al. 2017). x and the result: (n, length, width). Throws an error unless `width` is a multiple of
/// the number of heads.
template <class T = double>
class self_attention {
public:
  using value_type = T;
  index_t heads;
  BOOST_HANA_DEFINE_STRUCT(self_attention, (linear<T>, query), (linear<T>, key), (linear<T>, value),
                           (linear<T>, output));

  WEFT_FN self_attention(index_t width, index_t h, std::uint64_t seed)
      : heads(h), query(width, width, random_split(seed, 0)), key(width, width, random_split(seed, 1)),
        value(width, width, random_split(seed, 2)), output(width, width, random_split(seed, 3)) {
    if (h < 1 || width % h != 0)
      detail::throw_model("self_attention: the heads divide the width");
  }
  template <Tensorial X>
  [[nodiscard]] WEFT_FN auto operator()(X const& x) const {
    constexpr bool fits = detail::may_have_rank<X, 3>;
    static_assert(fits, "weft: self_attention takes (n, length, width)");
    grad::variable<T, 3> const q = query(x), k = key(x), v = value(x);
    grad::variable<T, 4> const seen = attention(divided(q), divided(k), divided(v));
    grad::variable<T, 3> const joined = reshape(swap_axes(seen, axis<1>, axis<2>), q.shape());
    return output(joined);
  }

private:
  /// Returns x as a view of shape (n, heads, length, width / heads).
  WEFT_FN auto divided(grad::variable<T, 3> const& x) const {
    return swap_axes(reshape(x, shape(x.extent(0), x.extent(1), heads, x.extent(2) / heads)), axis<1>, axis<2>);
  }
};

/// Applies layers, activations and functions of the program one after the other. The result of each is a variable, and
/// recorded. As a record its fields are its layers, named by their numbers: the weight of the first one is "0.weight".
template <class... M>
class sequential {
public:
  WEFT_FN explicit sequential(M... modules) : modules_(std::move(modules)...) {}

  template <Tensorial X>
  [[nodiscard]] WEFT_FN auto operator()(X const& x) {
    return from<0>(x);
  }
  /// Calls train(on) of each module that has it, as dropout does.
  WEFT_FN void train(bool on) {
    std::apply([&](M&... m) { (train_one(m, on), ...); }, modules_);
  }
  /// Returns module K, counted from 0.
  template <std::size_t K>
  [[nodiscard]] WEFT_FN auto& module() {
    return std::get<K>(modules_);
  }
  template <std::size_t K>
  [[nodiscard]] WEFT_FN auto const& module() const {
    return std::get<K>(modules_);
  }

private:
  template <std::size_t K, class X>
  WEFT_FN auto from(X const& x) {
    if constexpr (K + 1 < sizeof...(M)) {
      grad::variable const y = std::get<K>(modules_)(x);
      return from<K + 1>(y);
    } else {
      return grad::variable(std::get<K>(modules_)(x));
    }
  }
  template <class X>
  WEFT_FN static void train_one(X& module, bool on) {
    if constexpr (requires { module.train(on); })
      module.train(on);
  }

  std::tuple<M...> modules_;
};

} // namespace weft::nn

namespace weft {

template <class... M>
struct record_access<nn::sequential<M...>> {
  static constexpr int count = (0 + ... + int(Record<M>));
  static constexpr bool is_named = true;
  template <int K>
  WEFT_FN static constexpr auto name() {
    return detail::number_name<place(K)>();
  }
  template <int K, class X>
  WEFT_INLINE static constexpr auto& get(X& x) {
    return x.template module<std::size_t(place(K))>();
  }

private:
  /// Returns the number, among all modules, of the layer with parameters that has k such layers before it.
  WEFT_FN static constexpr int place(int k) {
    constexpr bool is_layer[] = {Record<M>...};
    int at = 0;
    for (; !is_layer[at] || k-- > 0; ++at) {
    }
    return at;
  }
};

} // namespace weft
