#pragma once
#include <weft/ops/math.hpp>

namespace weft {

namespace op {

struct not_below : maximum {
  static constexpr char const* name = "clamp";
};
struct not_above : minimum {
  static constexpr char const* name = "clamp";
};
/// Returns y if x is NaN, x if y is NaN, else Better of both.
template <class Better>
struct number_first {
  static constexpr bool total = true;
  using domain = domain_of<2, ordered_group>;
  template <class A, class B>
  WEFT_INLINE constexpr auto operator()(A const& a, B const& b) const {
    if constexpr (std::is_floating_point_v<A> || std::is_floating_point_v<B>) {
      using R = std::conditional_t<std::is_same_v<A, B>, A, detail::promote_t<A, B>>;
      R const x = static_cast<R>(a), y = static_cast<R>(b);
      return is_nan(x) ? y : pick(is_nan(y), x, Better{}(x, y));
    } else {
      return Better{}(a, b);
    }
  }
};
struct fmin : number_first<minimum> {
  static constexpr char const* name = "fmin";
  WEFT_INLINE static constexpr auto slopes(auto const& a, auto const& b) {
    return make_pack(share(a < b || is_nan(b), a == b), share(b < a || is_nan(a), a == b));
  }
};
struct fmax : number_first<maximum> {
  static constexpr char const* name = "fmax";
  WEFT_INLINE static constexpr auto slopes(auto const& a, auto const& b) {
    return make_pack(share(b < a || is_nan(b), a == b), share(a < b || is_nan(a), a == b));
  }
};
struct relu {
  static constexpr char const* name = "relu";
  using domain = domain_of<1, ordered_group>;
  static constexpr bool total = true;
  WEFT_INLINE static constexpr auto slopes(auto const& x) { return make_pack(share(0 < x, false)); }
  template <class A>
  WEFT_INLINE constexpr auto operator()(A const& a) const {
    return maximum{}(a, A());
  }
};
struct heaviside {
  static constexpr char const* name = "heaviside";
  using domain = domain_of<2, ordered_group>;
  static constexpr bool total = true;
  WEFT_INLINE static constexpr auto slopes(auto const& a, auto const&) {
    return make_pack(flat{}, share(a == 0, false));
  }
  WEFT_INLINE static constexpr bool slope_reads(int, int k) { return k == 0; }
  template <class A, class B>
  WEFT_INLINE constexpr auto operator()(A const& a, B const& b) const {
    if constexpr (is_complex<A> || is_complex<B>) {
      static_assert(detail::always_false<A>, "weft: complex numbers have no order");
      return a;
    } else {
      using R = detail::promote_t<A, B>;
      R const x = static_cast<R>(a);
      return pick(is_nan(x), x, x == R(0) ? static_cast<R>(b) : R(R(0) < x));
    }
  }
};

} // namespace op

/// Returns a, but not below `low` and not above `high`: minimum(maximum(a, low), high). If low > high it is `high`, as
/// in NumPy's clip. NaN if any of the three is NaN.
template <AnyOperand A, AnyOperand B, AnyOperand C>
  requires(AnyTensorial<A> || AnyTensorial<B> || AnyTensorial<C>)
[[nodiscard]] WEFT_INLINE constexpr auto clamp(A&& a, B&& low, C&& high) {
  if constexpr (AnyTensorial<A> || AnyTensorial<B>)
    return detail::make_binary<op::not_above>(
        detail::make_binary<op::not_below>(static_cast<A&&>(a), static_cast<B&&>(low)), static_cast<C&&>(high));
  else
    return detail::make_binary<op::not_above>(op::not_below{}(a, low), static_cast<C&&>(high));
}
/// This overload takes three operands of one type, for which std::clamp would be called otherwise.
template <Tensorial A>
[[nodiscard]] WEFT_INLINE constexpr auto clamp(A const& a, A const& low, A const& high) {
  return clamp<A const&, A const&, A const&>(a, low, high);
}
/// Returns the smaller element. A NaN counts as missing: the other element is returned. minimum(a, b) keeps the NaN.
template <class A, class B>
  requires OperandPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto fmin(A&& a, B&& b) {
  return detail::make_binary<op::fmin>(static_cast<A&&>(a), static_cast<B&&>(b));
}
/// Returns the larger element. A NaN counts as missing: the other element is returned. maximum(a, b) keeps the NaN.
template <class A, class B>
  requires OperandPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto fmax(A&& a, B&& b) {
  return detail::make_binary<op::fmax>(static_cast<A&&>(a), static_cast<B&&>(b));
}
/// Returns a where it is positive, else 0; NaN for NaN.
template <OneOperand A>
[[nodiscard]] WEFT_INLINE constexpr auto relu(A&& a) {
  return detail::make_unary<op::relu>(static_cast<A&&>(a));
}
/// Returns 0 where a is negative, 1 where it is positive, b where it is 0, and NaN where a is NaN.
template <class A, class B>
  requires OperandPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto heaviside(A&& a, B&& b) {
  return detail::make_binary<op::heaviside>(static_cast<A&&>(a), static_cast<B&&>(b));
}
template <int = 0>
void clamp(detail::other, ...) WEFT_REFUSED("weft: clamp(a, low, high); one bound: maximum(a, low), minimum(a, high)");

} // namespace weft
