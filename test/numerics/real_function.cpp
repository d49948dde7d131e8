#include <doctest/doctest.h>

#include <weft/numerics/real_function.hpp>

using namespace weft::detail;

TEST_CASE("a callable is called where it lies, const or not, and its number becomes a double") {
  auto counter = [n = 0](double x) mutable { return static_cast<int>(x) + ++n; };
  real_function const count = real_function_of(counter);
  CHECK(count(10) == 11);
  CHECK(count(10) == 12);
  CHECK(counter(10) == 13);
  auto const half = [](double x) { return static_cast<float>(x / 2); };
  CHECK(real_function_of(half)(3) == 1.5);
  static_assert(RealCallable<decltype(half)> && !RealCallable<int> && !RealCallable<void (*)(double)>);
}
