// What do convolutions of 512 x 512 numbers with kernels of 3 x 3, 5 x 5 and 7 x 7 cost, by a statement that names each
// element of the kernel, by index notation, and by sliding windows? What do pooling, and layers of channels?
#include "ratio.hpp"
#include "twins/twins.h"

#include <weft/index.hpp>
#include <weft/nn.hpp>
#include <weft/weft.hpp>

#include <algorithm>

using weft::tensor, weft::index_t, weft::range, weft::axes;

namespace {

constexpr index_t size = 512;

/// Small integers, so that sums are exact in any order.
template <class T, int R, class... N>
tensor<T, R> filled(index_t period, N... extents) {
  tensor<T, R> a(extents...);
  index_t n = 0;
  for (T& x : a)
    x = static_cast<T>(n++ * 7 % period);
  return a;
}

template <int S>
void convolve_by_hand(double* out, double const* u, double const* w) {
  (S == 3 ? twin_convolve_3 : S == 5 ? twin_convolve_5 : twin_convolve_7)(size, out, u, w);
}
template <int S>
void convolve_by_hand(float* out, float const* u, float const* w) {
  (S == 3 ? twin_convolve_3f : S == 5 ? twin_convolve_5f : twin_convolve_7f)(size, out, u, w);
}

/// The sum of the weighted elements of a row of the kernel, and of all rows.
template <int S, int K, int L, class T>
auto row_of_terms(tensor<T, 2> const& u, tensor<T, 2> const& w) {
  constexpr index_t n = size - S + 1;
  auto const term = w(K, L) * u(range(K, K + n), range(L, L + n));
  if constexpr (L + 1 == S)
    return term;
  else
    return term + row_of_terms<S, K, L + 1>(u, w);
}
template <int S, int K, class T>
auto all_terms(tensor<T, 2> const& u, tensor<T, 2> const& w) {
  if constexpr (K + 1 == S)
    return row_of_terms<S, K, 0>(u, w);
  else
    return row_of_terms<S, K, 0>(u, w) + all_terms<S, K + 1>(u, w);
}

/// Compares a way to convolve with the loops. A row of the result is copied to `checked`, which the runner compares.
template <class T, int S, class F>
void compare_convolution(char const* name, F const& convolve) {
  bench::compare(std::string("convolution/") + name + (sizeof(T) == 8 ? "/double/" : "/float/") + std::to_string(S),
                 {1.2}, [convolve](bench::runner& run) {
                   constexpr index_t n = size - S + 1;
                   tensor<T, 2> const u = filled<T, 2>(101, size, size), w = filled<T, 2>(17, S, S);
                   tensor<T, 2> c(n, n);
                   tensor<double, 1> checked(n);
                   auto const check = [&] { std::copy_n(c.data() + n * (n - 1), n, checked.data()); };
                   run(
                       checked.data(), n, [&] { convolve(c, u, w), check(); },
                       [&] { convolve_by_hand<S>(c.data(), u.data(), w.data()), check(); });
                 });
}
template <class T, int S>
void compare_all() {
  if constexpr (S < 7) // 49 terms are an expression that takes half a minute to compile
    compare_convolution<T, S>("statement", [](auto& c, auto const& u, auto const& w) { c = all_terms<S, 0>(u, w); });
  compare_convolution<T, S>("index notation", [](auto& c, auto const& u, auto const& w) {
    auto const [i, j, k, l] = weft::indices<4>();
    c(i, j) = sum(k, sum(l, u(i + k, j + l) * w(k, l)));
  });
  compare_convolution<T, S>("windows", [](auto& c, auto const& u, auto const& w) {
    c = sum(sliding_window(sliding_window(u, 0, S), 1, S) * w, axes<2, 3>);
  });
  compare_convolution<T, S>("einsum", [](auto& c, auto const& u, auto const& w) {
    c = weft::einsum<"ijkl,kl->ij">(sliding_window(sliding_window(u, 0, S), 1, S), w);
  });
}

template <class F>
void compare_pooling(char const* name, index_t step, void (*by_hand)(ptrdiff_t, double*, double const*),
                     F const& pool) {
  bench::compare(std::string("convolution/") + name, {1.2}, [step, by_hand, pool](bench::runner& run) {
    tensor<double, 2> const u = filled<double, 2>(101, size, size);
    tensor<double, 2> c(step == 1 ? size - 2 : size / 2, step == 1 ? size - 2 : size / 2);
    run(c.data(), c.size(), [&] { pool(c, u); }, [&] { by_hand(size, c.data(), u.data()); });
  });
}
void compare_poolings() {
  compare_pooling("mean of 3 x 3", 1, twin_mean_pool_3,
                  [](auto& c, auto const& u) { c = mean(sliding_window(sliding_window(u, 0, 3), 1, 3), axes<2, 3>); });
  compare_pooling("max of 3 x 3", 1, twin_max_pool_3,
                  [](auto& c, auto const& u) { c = max(sliding_window(sliding_window(u, 0, 3), 1, 3), axes<2, 3>); });
  auto const every = range(0, weft::end, 2);
  compare_pooling("mean of 2 x 2, apart", 2, twin_mean_pool_2, [every](auto& c, auto const& u) {
    c = mean(sliding_window(sliding_window(u, 0, 2), 1, 2)(every, every, weft::all, weft::all), axes<2, 3>);
  });
  compare_pooling("max of 2 x 2, apart", 2, twin_max_pool_2, [every](auto& c, auto const& u) {
    c = max(sliding_window(sliding_window(u, 0, 2), 1, 2)(every, every, weft::all, weft::all), axes<2, 3>);
  });
}

/// 16 channels of 64 x 64, with zeros around them, to 32 channels by kernels of 3 x 3.
void compare_layer() {
  auto const layer = [](auto const& compute) {
    return [compute](bench::runner& run) {
      tensor<float, 4> const u = filled<float, 4>(101, 1, 16, 66, 66), w = filled<float, 4>(17, 32, 16, 3, 3);
      tensor<float, 3> c(32, 64, 64);
      tensor<double, 1> checked(64 * 64);
      auto const check = [&] { std::copy_n(c.data() + 31 * 64 * 64, 64 * 64, checked.data()); };
      run(
          checked.data(), checked.size(), [&] { compute(c, u, w), check(); },
          [&] { twin_layer(c.data(), u.data(), w.data()), check(); });
    };
  };
  bench::compare("convolution/layer by index notation", {1.2}, layer([](auto& c, auto const& u, auto const& w) {
                   auto const [m, i, j, n, k, l] = weft::indices<6>();
                   c(m, i, j) = sum(n, k, l, w(m, n, k, l) * u(0, n, i + k, j + l));
                 }));
  bench::compare("convolution/layer by einsum", {1.2}, layer([](auto& c, auto const& u, auto const& w) {
                   auto const image = u(0, weft::ellipsis);
                   c = weft::einsum<"nijkl,mnkl->mij">(sliding_window(sliding_window(image, 1, 3), 2, 3), w);
                 }));
  bench::compare("convolution/layer of nn", {1.2}, layer([](auto& c, auto const& u, auto const& w) {
                   static weft::nn::conv2d<float> conv = [&] {
                     weft::nn::conv2d<float> made(16, 32, 3, 3, 1);
                     made.weight = w;
                     made.bias = 0.0F * made.bias;
                     return made;
                   }();
                   weft::grad::variable<float, 4> const out = conv(u);
                   c = out.value()(0, weft::ellipsis);
                 }));
}

} // namespace

int main(int argc, char** argv) {
  compare_all<double, 3>();
  compare_all<double, 5>();
  compare_all<double, 7>();
  compare_all<float, 3>();
  compare_all<float, 5>();
  compare_all<float, 7>();
  compare_poolings();
  compare_layer();
  return bench::run_all(argc, argv);
}
