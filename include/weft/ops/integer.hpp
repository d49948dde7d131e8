#pragma once
#include <weft/ops/math.hpp>

namespace weft {

namespace op {

/// Returns the magnitude as an unsigned number, because the magnitude of the lowest integer does not fit its own type.
template <class R>
WEFT_INLINE constexpr auto magnitude(R x) {
  using U = std::make_unsigned_t<R>;
  return x < 0 ? static_cast<U>(U(0) - static_cast<U>(x)) : static_cast<U>(x);
}
struct gcd {
  static constexpr char const* name = "gcd";
  using domain = domain_of<2, integer_group>;
  static constexpr bool total = true;
  template <class A, class B>
  WEFT_INLINE constexpr auto operator()(A const& a, B const& b) const {
    if constexpr (!std::is_integral_v<A> || !std::is_integral_v<B>) {
      static_assert(detail::always_false<A>, "weft: gcd and lcm take integers");
      return 0;
    } else {
      using R = detail::promote_t<A, B>;
      auto x = magnitude(static_cast<R>(a)), y = magnitude(static_cast<R>(b));
      while (y != 0) {
        auto const rest = x % y;
        x = y;
        y = rest;
      }
      return static_cast<R>(x);
    }
  }
};
struct lcm {
  static constexpr char const* name = "lcm";
  using domain = domain_of<2, integer_group>;
  static constexpr bool total = true;
  template <class A, class B>
  WEFT_INLINE constexpr auto operator()(A const& a, B const& b) const {
    using R = decltype(gcd{}(a, b));
    auto const x = magnitude(static_cast<R>(a)), y = magnitude(static_cast<R>(b));
    if (x == 0 || y == 0)
      return R(0);
    return static_cast<R>(x / magnitude(gcd{}(a, b)) * y);
  }
};

} // namespace op

/// Returns the greatest common divisor, which is never negative; gcd(0, b) is the magnitude of b. The divisor of 0 and
/// the lowest integer does not fit the type, and wraps.
template <class A, class B>
  requires OperandPair<A, B>
[[nodiscard]] WEFT_INLINE auto gcd(A&& a, B&& b) {
  return detail::make_binary<op::gcd>(static_cast<A&&>(a), static_cast<B&&>(b));
}
/// Returns the least common multiple, which is never negative; 0 if a or b is 0. A multiple that does not fit wraps, as
/// in a * b.
template <class A, class B>
  requires OperandPair<A, B>
[[nodiscard]] WEFT_INLINE auto lcm(A&& a, B&& b) {
  return detail::make_binary<op::lcm>(static_cast<A&&>(a), static_cast<B&&>(b));
}

} // namespace weft
