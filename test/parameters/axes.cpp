// Every function that takes an axis refuses one of 64 bits, whatever its low bits are.
#include "far.hpp"

#include <support/checked.hpp>
#include <weft/grad.hpp>
#include <weft/index.hpp>
#include <weft/ops/sort.hpp>
#include <weft/weft.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

// A program that hands an unsigned number to a signed parameter is what is tested.
#pragma GCC diagnostic ignored "-Wsign-conversion"

using namespace weft;

namespace {

/// Computes all elements of a lazy operand, in case the axis is checked only there.
template <class X>
void use(X const& x) {
  if constexpr (Tensorial<X>)
    (void)eval(x);
}

template <class F>
void refuses(char const* name, F const& f) {
  INFO(std::string(name));
  for (const index_t axis : far::numbers) {
    INFO(axis);
    CHECK_THROWS_AS(use(f(axis)), error);
    CHECK_THROWS_AS(use(f(static_cast<std::uint64_t>(axis))), error);
  }
}

const tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}};
const tensor<double> any_rank = a;
const tensor<bool, 1> mask{true, false};
const tensor<index_t, 1> places{0, 1};
const std::vector<index_t> cuts{0, 1};

} // namespace

TEST_CASE("axes of 64 bits: extents and strides" * doctest::skip(!support::checked)) {
  refuses("tensor::extent", [](auto k) { return a.extent(k); });
  refuses("tensor::stride", [](auto k) { return a.stride(k); });
  refuses("extent, runtime rank", [](auto k) { return any_rank.extent(k); });
  refuses("stride, runtime rank", [](auto k) { return any_rank.stride(k); });
  refuses("view::extent", [](auto k) { return a(all, range(0, 2)).extent(k); });
  refuses("view::stride", [](auto k) { return a(all, range(0, 2)).stride(k); });
  refuses("shape", [](auto k) { return a.shape()[k]; });
  refuses("shape, runtime rank", [](auto k) { return any_rank.shape()[k]; });
  refuses("strides", [](auto k) { return a.strides()[k]; });
  refuses("expression::extent", [](auto k) { return (a + a).extent(k); });
  refuses("any_expr<>::extent", [](auto k) { return any_expr<>(a).extent(k); });
  refuses("any_expr::extent", [](auto k) { return any_expr<double>(a + a).extent(k); });
  refuses("mode", [](auto k) { return hierarchical_layout("(2,3):(3,1)").mode(k); });
  refuses("hierarchical_tensor::extent", [](auto k) {
    return hierarchical_tensor<double, 2>(hierarchical_layout("(2,3):(3,1)")).extent(k);
  });
}

TEST_CASE("axes of 64 bits: views") {
  refuses("transpose", [](auto k) { return transpose(a, k, 0); });
  refuses("transpose, second", [](auto k) { return transpose(any_rank, 0, k); });
  refuses("permute", [](auto k) { return permute(a, k, 1); });
  refuses("swap_axes", [](auto k) { return swap_axes(a, 1, k); });
  refuses("slice", [](auto k) { return slice(a, k, 0); });
  refuses("window", [](auto k) { return window(a, k, 0, 1); });
  refuses("flatten", [](auto k) { return flatten(a, k); });
  refuses("flatten, last", [](auto k) { return flatten(a, 0, k); });
  refuses("reverse", [](auto k) { return reverse(a, k); });
  refuses("flip", [](auto k) { return flip(a, 0, k); });
  refuses("rot90, from", [](auto k) { return rot90(a, 1, k, 1); });
  refuses("rot90, to", [](auto k) { return rot90(a, 1, 0, k); });
  refuses("squeeze", [](auto k) { return squeeze(a(all, range(0, 1)), k); });
  refuses("expand_dims", [](auto k) { return expand_dims(a, k); });
  refuses("sliding_window", [](auto k) { return sliding_window(a, k, 1); });
  refuses("indices", [](auto k) { return indices(a.shape(), k); });
  refuses("lines", [](auto k) { return lines(a, k); });
  refuses("any_tensor", [](auto k) { return reverse(any_tensor(a), k); });
}

TEST_CASE("axes of 64 bits: rearranging") {
  refuses("concatenate", [](auto k) { return concatenate(k, a, a); });
  refuses("stack", [](auto k) { return stack(k, a, a); });
  refuses("roll", [](auto k) { return roll(a, 1, k); });
  refuses("repeat", [](auto k) { return repeat(a, 2, k); });
  refuses("take", [](auto k) { return take(a, places, k); });
  refuses("compress", [](auto k) { return compress(mask, a, k); });
  refuses("split", [](auto k) { return split(a, 1, k); });
  refuses("split<1>", [](auto k) { return split<1>(a, k); });
  refuses("split at", [](auto k) { return split(a, cuts, k); });
  refuses("array_split", [](auto k) { return array_split(a, 2, k); });
  refuses("sort", [](auto k) { return sort(a, k); });
  refuses("argsort", [](auto k) { return argsort(a, k); });
  refuses("diff", [](auto k) { return diff(a, 1, k); });
  refuses("cumsum", [](auto k) { return cumsum(a, k); });
  refuses("cumprod", [](auto k) { return cumprod(a, k); });
}

TEST_CASE("axes of 64 bits: reductions and products") {
  refuses("sum", [](auto k) { return sum(a, k); });
  refuses("sum, two", [](auto k) { return sum(a, 0, k); });
  refuses("sum, keep_dims", [](auto k) { return sum(any_rank, k, keep_dims); });
  refuses("prod", [](auto k) { return prod(a, k); });
  refuses("min", [](auto k) { return min(a, k); });
  refuses("mean", [](auto k) { return mean(a, k); });
  refuses("var", [](auto k) { return var(a, k); });
  refuses("stddev", [](auto k) { return stddev(a, k, ddof(1)); });
  refuses("all_of", [](auto k) { return all_of(a > 0, k); });
  refuses("count", [](auto k) { return count(a > 0, k); });
  refuses("argmax", [](auto k) { return argmax(a, k); });
  refuses("norm", [](auto k) { return norm(a, k); });
  refuses("minmax", [](auto k) { return max(a, k); });
  refuses("logsumexp", [](auto k) { return logsumexp(a, k); });
  refuses("nan_sum", [](auto k) { return nan_sum(a, k); });
  refuses("median", [](auto k) { return median(a, k); });
  refuses("quantile", [](auto k) { return quantile(a, 0.5, k); });
  refuses("fold", [](auto k) { return fold(a, k, 0.0, [](double x, double y) { return x + y; }); });
  refuses("cov", [](auto k) { return cov(a, k); });
  refuses("corrcoef", [](auto k) { return corrcoef(a, k); });
  refuses("tensordot", [](auto k) { return tensordot(a, a, k); });
  refuses("any_tensor", [](auto k) { return sum(any_tensor(a), k); });
  const grad::variable<double, 2> v = a;
  refuses("sum of a variable", [&](auto k) {
    const grad::variable<double, 1> s = sum(v, k);
    return s.value();
  });
}
