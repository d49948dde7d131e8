// How often do statements pass over memory? Rows that are folded and then scaled, distances of all pairs of points,
// what follows a product, and gradients of slices, on sizes that fit the caches and on others.
#include "ratio.hpp"
#include "twins/twins.h"

#include <weft/grad.hpp>
#include <weft/weft.hpp>

#include <algorithm>

using weft::tensor, weft::index_t, weft::range, weft::end, weft::all, weft::newaxis, weft::keep_dims, weft::shape;

namespace {

tensor<double, 2> numbers(index_t n, index_t m, index_t seed) {
  tensor<double, 2> out(n, m);
  for (index_t k = 0; k < out.size(); ++k)
    out.data()[k] = double((k * 37 + seed * 11) % 101) / 50 - 1;
  return out;
}

struct rows {
  tensor<double, 2> x, g, out;
  tensor<double, 1> sums;
  explicit rows(index_t n) : x(numbers(n, n, 0)), g(numbers(n, n, 1)), out(n, n), sums(n) {}
};

void compare_rows(index_t n) {
  std::string const size = std::to_string(n);
  bench::compare("passes/softmax/" + size, {1.2}, [n](bench::runner& run) {
    rows s(n);
    run(
        s.out.data(), n * n, [&] { s.out = exp(s.x - logsumexp(s.x, 1, keep_dims)); },
        [&] { twin_softmax(n, s.out.data(), s.x.data()); });
  });
  bench::compare("passes/softmax, written out/" + size, {1.2}, [n](bench::runner& run) {
    rows s(n);
    run(
        s.out.data(), n * n,
        [&] {
          auto const e = exp(s.x - max(s.x, 1, keep_dims));
          s.out = e / sum(e, 1, keep_dims);
        },
        [&] { twin_softmax(n, s.out.data(), s.x.data()); });
  });
  bench::compare("passes/gradient of softmax/" + size, {1.2}, [n](bench::runner& run) {
    rows s(n);
    run(
        s.out.data(), n * n, [&] { s.out = s.x * (s.g - sum(s.x * s.g, 1, keep_dims)); },
        [&] { twin_softmax_gradient(n, s.out.data(), s.x.data(), s.g.data()); });
  });
  bench::compare("passes/logsumexp/" + size, {1.2}, [n](bench::runner& run) {
    rows s(n);
    run(s.sums.data(), n, [&] { s.sums = logsumexp(s.x, 1); }, [&] { twin_logsumexp(n, s.sums.data(), s.x.data()); });
  });
  bench::compare("passes/layer norm/" + size, {1.2}, [n](bench::runner& run) {
    rows s(n);
    run(
        s.out.data(), n * n, [&] { s.out = (s.x - mean(s.x, 1, keep_dims)) / sqrt(var(s.x, 1, keep_dims) + 1e-5); },
        [&] { twin_layer_norm(n, s.out.data(), s.x.data()); });
  });
}

struct points {
  tensor<double, 2> x, y, out;
  points(index_t n, index_t k) : x(numbers(n, k, 0)), y(numbers(n, k, 1)), out(n, n) {}
};

void compare_distances(index_t n, index_t k) {
  std::string const size = std::to_string(n) + "," + std::to_string(k);
  bench::compare("passes/distances/" + size, {1.2}, [n, k](bench::runner& run) {
    points s(n, k);
    run(
        s.out.data(), n * n, [&] { s.out = sum(square(s.x(all, newaxis, all) - s.y(newaxis, all, all)), 2); },
        [&] { twin_distances(n, k, s.out.data(), s.x.data(), s.y.data()); });
  });
  bench::compare("passes/distances by a product/" + size, {1.2}, [n, k](bench::runner& run) {
    points s(n, k);
    run(
        s.out.data(), n * n,
        [&] { s.out = sum(square(s.x), 1, keep_dims) + sum(square(s.y), 1) - 2.0 * matmul(s.x, transpose(s.y)); },
        [&] { twin_distances(n, k, s.out.data(), s.x.data(), s.y.data()); });
  });
}

struct layer {
  tensor<double, 2> a, b, out;
  tensor<double, 1> bias;
  layer(index_t n, index_t k) : a(numbers(n, k, 0)), b(numbers(k, n, 1)), out(n, n), bias(n) {
    bias = numbers(1, n, 2)(0, all);
  }
};

// The twin takes blocks of rows by hand: products of some rows, then what follows them while these are in the cache.
void compare_layer(index_t n, index_t k) {
  bench::compare("passes/relu of a product/" + std::to_string(n) + "," + std::to_string(k), {1.05},
                 [n, k](bench::runner& run) {
                   layer s(n, k);
                   index_t const some = std::max<index_t>(1, 65536 / n);
                   run(
                       s.out.data(), n * n, [&] { s.out = relu(matmul(s.a, s.b) * 0.5 + s.bias); },
                       [&] {
                         for (index_t i = 0; i < n; i += some) {
                           index_t const last = std::min(i + some, n);
                           auto block = s.out(range(i, last), all);
                           block = matmul(s.a(range(i, last), all), s.b);
                           block = relu(block * 0.5 + s.bias);
                         }
                       });
                 });
}

void compare_slices(index_t n) {
  bench::compare("passes/gradient of slices/" + std::to_string(n), {4}, [n](bench::runner& run) {
    tensor<double, 1> const x = numbers(1, n, 0)(0, all);
    tensor<double, 1> out(n);
    run(
        out.data(), n,
        [&] {
          weft::grad::variable<double, 1> v = x;
          weft::grad::variable<double, 0> const loss = sum(square(v(range(1, end)) - v(range(0, end - 1))));
          backward(loss);
          out = v.gradient();
        },
        [&] { twin_slices_gradient(n, out.data(), x.data()); });
  });
}

} // namespace

int main(int argc, char** argv) {
  weft::set_num_threads(1);
  for (index_t n : {100, 256, 500, 1000, 3000})
    compare_rows(n);
  for (index_t k : {3, 16, 64})
    compare_distances(1000, k);
  for (index_t k : {16, 64, 1000})
    compare_layer(1000, k);
  compare_layer(3000, 32);
  for (index_t n : {1000, 1000000})
    compare_slices(n);
  return bench::run_all(argc, argv);
}
