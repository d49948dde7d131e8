#pragma once
#include <weft/eval/compiled.hpp>
#include <weft/ops/math.hpp>

namespace weft {

namespace op {

/// Applies a callable of the program that has no `name` to each element.
template <class F>
struct mapped {
  static constexpr char const* name = "map";
  template <class... A>
  static constexpr bool accepts = std::is_invocable_v<F const&, A const&...>;
  [[no_unique_address]] F function;
  template <class... A>
  WEFT_INLINE_ALL constexpr auto operator()(A const&... a) const {
    static_assert(
        requires { function(a...); },
        "weft: the function of map must accept one element of each operand, by value or by const reference");
    return function(a...);
  }
};

struct choose {
  static constexpr char const* name = "where";
  using domain = domain_of<3, number_group | mask_group>;
  static constexpr bool total = true;
  WEFT_INLINE static constexpr auto slopes(bool mask, auto const&, auto const&) {
    return make_pack(flat{}, share(mask, false), share(!mask, false));
  }
  WEFT_INLINE static constexpr bool slope_reads(int, int k) { return k == 0; }
  template <class M, class A, class B>
  WEFT_INLINE constexpr auto operator()(M const& mask, A const& a, B const& b) const {
    if constexpr (is_number<A> && is_number<B>) {
      using R = std::conditional_t<std::is_same_v<A, B>, A, detail::promote_t<A, B>>;
      // Copies, because Clang would choose between the addresses of references. A choice of bits, because GCC makes
      // branches of ?: and does not vectorise them for AVX2.
      R const x = static_cast<R>(a), y = static_cast<R>(b);
      if constexpr (is_float_or_double<R>)
        return pick_bits(mask, x, y);
      else if constexpr (is_complex<R> && is_float_or_double<detail::real_t<R>>)
        return R(pick_bits(mask, x.real(), y.real()), pick_bits(mask, x.imag(), y.imag()));
      else
        return mask ? x : y;
    } else {
      return mask ? a : b;
    }
  }
};

template <class T>
struct cast_to {
  using cast_type = T;
  static constexpr char const* name = "cast";
  static constexpr bool repeatable = true;
  WEFT_INLINE static constexpr auto slopes() {
    return make_pack(std::conditional_t<std::is_integral_v<T>, flat, unit>{});
  }
  template <class A>
  WEFT_INLINE constexpr auto operator()(A const& a) const {
    if constexpr (is_complex<A> && !is_complex<T> && is_number<T>) {
      static_assert(detail::always_false<A>, "weft: cast: a complex value is no real: take real(...) or abs(...)");
      return T();
    } else {
      return detail::store_as<T>(a);
    }
  }
};

} // namespace op

namespace detail {
template <class T>
inline constexpr bool is_own_function<op::cast_to<T>> = is_number<T>;
template <class T>
inline constexpr bool names_result<op::cast_to<T>> = true;
template <class F>
inline constexpr bool names_result<op::mapped<F>> = true;

/// True for a callable and its operands. It is a constant, not a concept, so that errors of Clang do not list its
/// parts.
template <class F, class... A>
inline constexpr bool is_mapped = !AnyOperand<F> && (AnyOperand<A> && ...) && (AnyTensorial<A> || ...);

template <class F>
struct map_operation {
  using type = op::mapped<F>;
};
template <class F>
  requires requires {
    { F::name } -> std::convertible_to<char const*>;
  }
struct map_operation<F> {
  using type = F;
};
} // namespace detail

/// Returns f of each element; for several operands, f of their elements with the same index. f must not depend on the
/// order of the calls. An exception of f reaches the caller of the assignment: elements that were stored before stay
/// stored, in no particular order, and the others keep their values. eval(map(f, a)) computes all before a target is
/// written. If map(f, a) occurs twice in an expression, as t in t / (1.0 + t), f is called twice for each element; auto
/// t = eval(map(f, a)) calls it once. An any_expr that occurs twice in another one is computed once, and so are two
/// whose f has no members and whose operands are the same.
///
/// A class of function objects may say more in static members. With `name`, a char const*, it is treated as an
/// operation of weft, and errors use this name. Then `total`, true, says that it throws for no floating numbers, and
/// that it is short; `cost` says roughly how many additions a call takes, if it is not. If the class has `using offers
/// = hooks::list<hooks::total, hooks::cost>`, a misspelt member does not compile.
template <class F, class... A>
  requires detail::is_mapped<F, A...>
[[nodiscard]] WEFT_INLINE constexpr auto map(F f, A&&... a) {
  if constexpr ((Untyped<A> || ...)) {
    static_assert(detail::always_false<F>,
                  "weft: map calls a function of known types: map(f, a.as<double>()), or visit");
    return detail::refused_value{};
  } else {
    detail::require_offers<detail::operation_hooks, F>();
    using G = typename detail::map_operation<F>::type;
    return node<G, detail::captured_t<A>...>(G{static_cast<F&&>(f)}, detail::capture(static_cast<A&&>(a))...);
  }
}

/// Returns a where the mask is true, else b. Both are computed everywhere, so where(d > 0, x / d, x) of integers
/// divides by 0 if an element of d is 0. A scalar takes its type from the other operand.
template <AnyTensorial M, AnyOperand A, AnyOperand B>
[[nodiscard]] WEFT_INLINE constexpr auto where(M&& mask, A&& a, B&& b) {
  if constexpr (detail::UntypedOperands<M, A, B>) {
    return untyped_operation<op::choose>(detail::answered_above{}, static_cast<M&&>(mask), static_cast<A&&>(a),
                                         static_cast<B&&>(b));
  } else if constexpr (op::are_masks<M>()) {
    using T = std::conditional_t<Tensorial<A> || Tensorial<B>, detail::beside_t<A, B>, detail::as_it_is>;
    auto m = detail::capture(static_cast<M&&>(mask));
    auto x = detail::capture<T>(static_cast<A&&>(a));
    auto y = detail::capture<T>(static_cast<B&&>(b));
    using made = node<op::choose, decltype(m), decltype(x), decltype(y)>;
    return made(op::choose{}, std::move(m), std::move(x), std::move(y));
  } else {
    return detail::refused_value{};
  }
}

template <Tensorial A, class... F>
  requires(!Operand<F> || ...)
void map(A&&, F&&...) WEFT_REFUSED("weft: the callable comes first: map(f, a, b)");
template <Scalar M, AnyOperand A, AnyOperand B>
void where(M const&, A&&, B&&) WEFT_REFUSED("weft: where takes a mask, not one bool or number: a > 0, equal(a, b)");

/// Converts each element to T by static_cast, so to integers towards zero.
template <class T, AnyTensorial A>
[[nodiscard]] WEFT_INLINE constexpr auto cast(A&& a) {
  if constexpr (Untyped<A>)
    return untyped_cast<T>(detail::answered_above{}, static_cast<A&&>(a));
  else
    return detail::make_unary<op::cast_to<T>>(static_cast<A&&>(a));
}
template <class... T>
void cast(detail::other) WEFT_REFUSED("weft: cast<T>(a) names the type of the elements of a: cast<float>(a)");

} // namespace weft
