#include <weft/grad/sweep.hpp>
#include <weft/ops/math.hpp>
#include <weft/tensor/tensor.hpp>

#include <doctest/doctest.h>

// The chain rule on numbers, without a loop: derivatives written out beside it.

using namespace weft;
using namespace weft::detail;

namespace {

struct unseen {
  template <int J, class L>
  constexpr void leaf(L const&) {}
  template <class L>
  constexpr void constant(L const&) {}
};
/// 3 times the derivative of e by all its slots, at these values of slots and of the functions that it reads.
template <class Ends, class E, class... V>
auto pulled(Ends const& ends, E const& e, V... values) {
  using core = core_t<E>;
  unseen visit;
  return sweep<core, reached<0, core>::slots, Ends>{core_type<E>::template of<0>(visit, e), ends}(3.0, values...);
}

} // namespace

TEST_CASE("sweep: what arrives at the slots, apart, of one operand, and of those that are selected") {
  const tensor<double, 1> x(1), y(1), z(1);
  const auto e = capture(x * y + (z - x) / 2.0);
  // Slots: x, y, z, x.
  const auto [a, b, c, d] = pulled(listed_ends{}, e, 5.0, 7.0, 11.0, 5.0);
  CHECK(a == 21);
  CHECK(b == 15);
  CHECK(c == 1.5);
  CHECK(d == -1.5);
  CHECK(pulled(ends_of_one{}, e, 5.0, 7.0, 11.0, 5.0) == 21 + 15 + 1.5 - 1.5);
  CHECK(pulled(ends_selected(0b1001), e, 5.0, 7.0, 11.0, 5.0) == 19.5);
  CHECK(pulled(ends_selected(0b0100), e, 5.0, 7.0, 11.0, 5.0) == 1.5);
}

TEST_CASE("sweep: behind a gate nothing comes through, not even NaN") {
  const tensor<double, 1> x(1), y(1);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto e = capture(where(x > 0.0, x * y, y * y));
  // Slots: the x of the condition, x, y, y, y; there is no derivative by the first.
  const auto [a, b, c, d] = pulled(listed_ends{}, e, 2.0, 2.0, 7.0, nan, nan);
  CHECK(a == 21);
  CHECK(b == 6);
  CHECK(c == 0);
  CHECK(d == 0);
}

TEST_CASE("sweep: values of long functions are handed in") {
  const tensor<double, 1> x(1), y(1);
  const auto e = capture(exp(x) * y); // reads exp(x), here 10
  const auto [a, b] = pulled(listed_ends{}, e, 0.5, 4.0, 10.0);
  CHECK(a == 120);
  CHECK(b == 30);
}
