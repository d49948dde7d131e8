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

/// Whether derivatives of F are known, where its result is floating.
template <class F, class... V>
constexpr bool has_derivatives() {
  using R = decltype(F{}(V()...));
  return !std::is_same_v<R, double> || detail::has_constant_slopes<F> || detail::has_result_slopes<F, R> ||
         detail::has_joint_slopes<F, R, V...> || detail::has_operand_slopes<F, R, V...>;
}
template <class F>
constexpr bool is_differentiable() {
  if constexpr ((F::domain::groups & detail::real_group) == 0)
    return true;
  else if constexpr (std::is_same_v<F, op::choose>)
    return has_derivatives<F, bool, double, double>();
  else if constexpr (F::domain::operands == 1)
    return has_derivatives<F, double>();
  else if constexpr (F::domain::operands == 2)
    return has_derivatives<F, double, double>();
  else
    return has_derivatives<F, double, double, double>();
}
/// An operation of the list without slopes does not compile: so slopes that are misspelt do not.
template <class... F>
constexpr void require_slopes(detail::operation_list<F...>) {
  static_assert((is_differentiable<F>() && ...), "an operation of floating numbers has slopes");
}

} // namespace

TEST_CASE("needs: each operation of the list has derivatives where it is floating") {
  require_slopes(detail::all_operations{});
  CHECK(has_derivatives<op::sin, double>());
  CHECK_FALSE(has_derivatives<op::digamma, double>());
}

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
