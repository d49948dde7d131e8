// Constants of Hana and std as axes, subscripts, bounds, steps and extents: static extents stay static, and the values are
// those that plain integers give.
#include <support/checked.hpp>
#include <weft/base/literals.hpp>
#include <weft/index.hpp>
#include <weft/ops/sort.hpp>
#include <weft/weft.hpp>

#include <doctest/doctest.h>

#include <string>
#include <type_traits>

using namespace weft;
using namespace weft::literals;

namespace {

template <int K>
using std_constant = std::integral_constant<int, K>;

/// The extents of an operand are E..., those of its type too.
template <index_t... E, class X>
constexpr bool is_static(X const&) {
  return std::is_same_v<typename detail::captured_t<X const&>::extents_type, extents<E...>>;
}

/// f of a constant has the static extents E..., and the elements of f of the number.
template <int K, index_t... E, class F>
void keeps(char const* name, F const& f) {
  INFO(std::string(name));
  auto const plain = eval(f(K));
  auto const check = [&](auto const& x) {
    CHECK(is_static<E...>(x));
    CHECK(eval(x) == plain);
  };
  check(f(boost::hana::llong_c<K>));
  check(f(std_constant<K>()));
}

tensor<double, fixed<2, 3, 4>> const a(from_function(shape(2, 3, 4), [](index_t i, index_t j, index_t k) {
  return static_cast<double>((i * 7 + j * 5 + k * 3) % 11);
}));
tensor<double, fixed<4, 4>> const matrix(from_function(shape(4, 4), [](index_t i, index_t j) {
  return static_cast<double>((i * 5 + j * 3) % 7 + 10 * (i == j));
}));
tensor<index_t, fixed<2>> const places{2, 0};

} // namespace

TEST_CASE("constants as axes of views") {
  keeps<1, 2, 4, 3>("transpose", [](auto k) { return transpose(a, k, 2_c); });
  keeps<1, 3, 2, 4>("permute", [](auto k) { return permute(a, k, 0_c, 2_c); });
  keeps<1, 2, 4, 3>("swap_axes", [](auto k) { return swap_axes(a, k, 2_c); });
  keeps<1, 2, 4>("slice", [](auto k) { return slice(a, k, 2); });
  keeps<1, 2, 4>("slice, both", [](auto k) { return slice(a, k, 2_c); });
  keeps<1, 2, 12>("flatten", [](auto k) { return flatten(a, k); });
  keeps<1, 2, 12>("flatten, first and last", [](auto k) { return flatten(a, k, 2_c); });
  keeps<1, 2, 3, 4>("reverse", [](auto k) { return reverse(a, k); });
  keeps<1, 2, 3, 4>("flip", [](auto k) { return flip(a, k); });
  keeps<1, 2, 1, 3, 4>("expand_dims", [](auto k) { return expand_dims(a, k); });
  keeps<1, 2, 4>("squeeze", [](auto k) { return squeeze(a(all, range(1_c, 2_c), all), k); });
  keeps<1, 2, 2, 4>("window", [](auto k) { return window(a, k, 1_c, 2_c); });
  keeps<1, 2, 2, 4, 2>("sliding_window", [](auto k) { return sliding_window(a, k, 2_c); });
}

TEST_CASE("constants as axes of reductions and scans") {
  keeps<1, 2, 4>("sum", [](auto k) { return sum(a, k); });
  keeps<1, 4>("sum, two axes", [](auto k) { return sum(a, 0_c, k); });
  keeps<1, 2, 1, 4>("sum, keep_dims", [](auto k) { return sum(a, k, keep_dims); });
  keeps<1, 2, 4>("prod", [](auto k) { return prod(a, k); });
  keeps<1, 2, 4>("min", [](auto k) { return (min)(a, k); });
  keeps<1, 2, 4>("max", [](auto k) { return (max)(a, k); });
  keeps<1, 2, 4>("mean", [](auto k) { return mean(a, k); });
  keeps<1, 2, 4>("var", [](auto k) { return var(a, k); });
  keeps<1, 2, 4>("stddev", [](auto k) { return stddev(a, k); });
  keeps<1, 2, 4>("norm", [](auto k) { return norm(a, k); });
  keeps<1, 2, 4>("logsumexp", [](auto k) { return logsumexp(a, k); });
  keeps<1, 2, 4>("argmin", [](auto k) { return argmin(a, k); });
  keeps<1, 2, 4>("argmax", [](auto k) { return argmax(a, k); });
  keeps<1, 2, 4>("all_of", [](auto k) { return all_of(a > 3, k); });
  keeps<1, 2, 4>("any_of", [](auto k) { return any_of(a > 3, k); });
  keeps<1, 2, 4>("none_of", [](auto k) { return none_of(a > 3, k); });
  keeps<1, 2, 4>("count", [](auto k) { return count(a > 3, k); });
  keeps<1, 2, 4>("nan_sum", [](auto k) { return nan_sum(a, k); });
  keeps<1, 2, 4>("fold", [](auto k) { return fold(a, k, 0.0, [](double x, double y) { return x + y; }); });
  keeps<1, 2, 3, 4>("cumsum", [](auto k) { return cumsum(a, k); });
  keeps<1, 2, 3, 4>("cumprod", [](auto k) { return cumprod(a, k); });
}

TEST_CASE("constants as axes of what rearranges and orders") {
  keeps<1, 2, 6, 4>("concatenate", [](auto k) { return concatenate(k, a, a); });
  keeps<1, 2, 2, 3, 4>("stack", [](auto k) { return stack(k, a, a); });
  keeps<1, 2, 2, 4>("take", [](auto k) { return take(a, places, k); });
  keeps<1, 2, 3, 4>("sort", [](auto k) { return sort(a, k); });
  keeps<1, 2, 3, 4>("argsort", [](auto k) { return argsort(a, k); });
  keeps<1, 2, 3, 4>("roll", [](auto k) { return roll(a, 1, k); });
}

TEST_CASE("constants as subscripts, bounds and steps") {
  keeps<1, 3, 4>("a(k, all, all)", [](auto k) { return a(k, all, all); });
  keeps<1, 2, 3, 3>("range(k, end)", [](auto k) { return a(all, all, range(k, end)); });
  keeps<1, 2, 3, 2>("range(k, end - 1_c)", [](auto k) { return a(all, all, range(k, end - 1_c)); });
  keeps<2, 2, 3, 2>("range(0, end, k)", [](auto k) { return a(all, all, range(0_c, end, k)); });
  keeps<3, 2, 3, 3>("range(0, k)", [](auto k) { return a(all, all, range(0_c, k)); });
  keeps<0, 2, 3, 3>("range(3, k, -1)", [](auto k) { return a(all, all, range(3_c, k, std_constant<-1>())); });
  keeps<2, 2, 2, 2>("range(1, 3, 1), range(0, end, k)",
                    [](auto k) { return a(all, range(1_c, 3_c), range(0_c, end, k)); });
  keeps<1, 4>("a(k, 2, all)", [](auto k) { return a(k, 2_c, all); });
  keeps<1, 2, 3, 4>("reverse twice", [](auto k) { return reverse(reverse(a, k), 2_c); });
  CHECK(a(1_c, std_constant<2>(), 3_c) == a(1, 2, 3));
  CHECK(a.at(1_c, std_constant<2>(), 3_c) == a(1, 2, 3));
  // On the left side too.
  tensor<double, fixed<4, 4>> out = matrix;
  out(range(0_c, end, 2_c), all) = matrix(range(3_c, std_constant<-1>(), std_constant<-2>()), all);
  for (index_t i = 0; i < 4; ++i)
    for (index_t j = 0; j < 4; ++j)
      CHECK(out(i, j) == (i % 2 == 0 ? matrix(3 - i, j) : matrix(i, j)));
  tensor<double, fixed<2, 3, 4>> copied = a;
  reverse(copied, 2_c) = 1.0 * a;
  slice(copied, 0_c, 1_c) += 1;
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 3; ++j)
      for (index_t k = 0; k < 4; ++k)
        CHECK(copied(i, j, k) == a(i, j, 3 - k) + static_cast<double>(i));
}

TEST_CASE("constants as extents") {
  keeps<3, 3, 2>("zeros", [](auto n) { return zeros<double>(shape(n, 2_c)); });
  keeps<3, 3, 2>("full", [](auto n) { return full(shape(n, 2_c), 1.5); });
  keeps<6, 6, 4>("reshape", [](auto n) { return reshape(a, shape(n, 4_c)); });
  keeps<5, 5, 3>("broadcast_to", [](auto n) { return broadcast_to(tensor<double, fixed<3>>{1, 2, 3}, shape(n, 3_c)); });
  CHECK(a.extent(1_c) == 3);
  CHECK(a.extent(std_constant<2>()) == 4);
  static_assert(std::is_same_v<decltype(shape(2_c, 3)), extents<2, dyn>>);
}

TEST_CASE("constants that are out of range are refused as numbers are" * doctest::skip(!support::checked)) {
  CHECK_THROWS_AS(static_cast<void>(window(a, 1_c, 1_c, 3_c)), index_error);
  CHECK_THROWS_AS(static_cast<void>(window(a, 1_c, 2_c, 1_c)), index_error);
  CHECK_THROWS_AS(static_cast<void>(sliding_window(a, 1_c, 4_c)), index_error);
  CHECK_THROWS_AS(static_cast<void>(sliding_window(a, 1_c, 0_c)), index_error);
}
