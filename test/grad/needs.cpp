#include <weft/grad/needs.hpp>
#include <weft/weft.hpp>

#include <doctest/doctest.h>

// Which values a derivative reads beside its operands is decided by types: what is not read is not computed.

using namespace weft;
using detail::core_t;

namespace {

/// Values and partners of long functions that the derivative of e by its leaves `wanted` reads.
template <detail::slot_set Wanted, class E>
constexpr int needed(E const&) {
  using core = core_t<E>;
  return detail::needs_before < core, Wanted & detail::reached<0, core>::slots > (detail::operations_in<core>, false);
}
template <class E>
constexpr detail::slot_set reached(E const&) {
  return detail::reached<0, core_t<E>>::slots;
}

} // namespace

TEST_CASE("needs: which values of long functions a derivative reads") {
  const tensor<double, 1> x(3), y(3);
  CHECK(needed<0b01>(x * exp(y)) == 1);                // exp(y)
  CHECK(needed<0b10>(x * exp(y)) == 1);                // the same, as its own derivative
  CHECK(needed<0b01>(x * log(y)) == 1);                // log(y)
  CHECK(needed<0b10>(x * log(y)) == 0);                // x / y
  CHECK(needed<0b01>(sin(x)) == 1);                    // cos(x), not sin(x)
  CHECK(needed<0b01>(exp(sin(x))) == 2);               // itself and cos(x)
  CHECK(needed<0b01>(exp(sin(x)) + log(y)) == 2);      // nothing of the other term
  CHECK(needed<0b01>(pow(x, y)) == 1);                 // itself
  CHECK(needed<0b10>(pow(x, y)) == 2);                 // itself and log(x)
  CHECK(needed<0b01>(where(x > 0.0, exp(x), y)) == 0); // that is the x of the condition, by which there is none
  CHECK(needed<0b10>(where(x > 0.0, exp(x), y)) == 1);
}

TEST_CASE("needs: by which leaves there is a derivative") {
  const tensor<double, 1> x(3), y(3);
  const tensor<int, 1> n(3);
  CHECK(reached(x * y + 1.0) == 0b11);
  CHECK(reached(x + floor(y)) == 0b01);
  CHECK(reached(where(x > y, x, y)) == 0b1100);
  CHECK(reached(x * n) == 0b01 + 0b10 * (std::is_floating_point_v<decltype(n(0))> ? 1 : 0));
  CHECK(reached(cast<double>(cast<int>(x)) * y) == 0b10);
  CHECK(reached(x > y) == 0);
}
