#pragma once
#include <weft/grad/sweep.hpp>
#include <weft/ops/piecewise.hpp>
#include <weft/ops/power.hpp>
#include <weft/ops/rounding.hpp>
#include <weft/ops/special.hpp>

#include <iosfwd>

// Forward mode of differentiation by duals: numbers with their derivatives, as elements of tensors. Every operation of
// weft that has `slopes` (expr/slopes.hpp) takes duals. Its result has the value of the operation on the values, and as
// tangents the slopes times the tangents of the operands.
namespace weft::grad {

template <class T, int N = 1>
struct dual;

} // namespace weft::grad

// Comparisons, output and conventions of single duals. Argument-dependent lookup finds them by the base of dual; it
// finds the operators and functions of elements in ops/ by the base of that base.
namespace weft::detail::of_duals {

template <class T, int N> // a base for each dual: with a common base, a dual in a dual could not be at offset 0
struct found_here : single_element<grad::dual<T, N>> {};

} // namespace weft::detail::of_duals

namespace weft::detail {

/// The number of levels of nested duals: 0 for a number.
template <class T>
inline constexpr int dual_depth = 0;
template <class T, int N>
inline constexpr int dual_depth<grad::dual<T, N>> = 1 + dual_depth<T>;
template <class T>
inline constexpr bool is_dual = dual_depth<T> > 0;

/// Returns the number inside all nested duals.
template <class T>
WEFT_INLINE constexpr auto plain_value(T const& x) {
  if constexpr (is_dual<T>)
    return plain_value(x.value);
  else
    return x;
}
/// Returns true if x is 0 and, for a dual, all its tangents are 0.
template <class T>
WEFT_INLINE constexpr bool is_still(T const& x) {
  if constexpr (is_dual<T>) {
    bool still = is_still(x.value);
    for (int k = 0; k < T::tangents; ++k)
      still = still && is_still(x.tangent[k]);
    return still;
  } else {
    return x == 0;
  }
}
template <class T>
using plain_t = decltype(plain_value(std::declval<T const&>()));

template <class T, int N>
  requires is_differentiable<T>
inline constexpr bool is_differentiable<grad::dual<T, N>> = true;

} // namespace weft::detail

namespace weft::grad {

/// A number and its derivatives along N directions: value + tangent[0] e_0 + ... + tangent[N - 1] e_(N-1), where
/// products of the e are 0. It can be an element of any tensor, in all functions that take elements of types of the
/// program: element-wise functions, reductions and products. Comparisons compare values. T is a real floating type or a
/// dual: each level of nesting adds one order of derivatives. Numbers, and duals of fewer levels, count as constants.
/// If a slope or a tangent is 0, their product is 0, whatever the other is, as for gradients of variables: a tangent of
/// 0 stays 0 through sqrt at 0. The first derivative of norm, hypot and stddev at 0 is 0 by convention, and the second
/// is NaN. If several elements are the smallest or largest one, the tangent is the mean of their tangents.
template <class T, int N>
struct dual : detail::of_duals::found_here<T, N> {
  static_assert(detail::is_differentiable<T>, "weft: dual: of real floating numbers, or of duals of those");
  static_assert(N > 0, "weft: dual: it has one tangent or more");
  static constexpr int tangents = N;

  T value{};
  T tangent[std::size_t{N}]{};

  WEFT_INLINE constexpr dual() = default;
  /// Makes a constant: all tangents are 0.
  template <class S>
    requires(std::is_arithmetic_v<S> || (std::same_as<S, T> && detail::is_dual<T>))
  WEFT_INLINE constexpr dual(S const& x) : value(static_cast<T>(x)) {}
  template <class... S>
    requires(sizeof...(S) == N && (std::convertible_to<S, T> && ...))
  WEFT_INLINE constexpr dual(T const& x, S const&... along) : value(x), tangent{static_cast<T>(along)...} {}
  /// Converts a dual of another number type.
  template <class S>
    requires(!std::same_as<S, T> && detail::dual_depth<S> == detail::dual_depth<T>)
  WEFT_INLINE constexpr explicit dual(dual<S, N> const& x) : value(static_cast<T>(x.value)) {
    for (int k = 0; k < N; ++k)
      tangent[k] = static_cast<T>(x.tangent[k]);
  }
  WEFT_COPIED(dual);

  template <class B>
  WEFT_INLINE constexpr dual& operator+=(B const& b) {
    return *this = dual(*this + b);
  }
  template <class B>
  WEFT_INLINE constexpr dual& operator-=(B const& b) {
    return *this = dual(*this - b);
  }
  template <class B>
  WEFT_INLINE constexpr dual& operator*=(B const& b) {
    return *this = dual(*this * b);
  }
  template <class B>
  WEFT_INLINE constexpr dual& operator/=(B const& b) {
    return *this = dual(*this / b);
  }
};

} // namespace weft::grad

namespace weft::detail {

template <class... A>
WEFT_FN constexpr int deepest() {
  int depth = 0;
  ((depth = dual_depth<A> > depth ? dual_depth<A> : depth), ...);
  return depth;
}
/// Returns x.value if x has Depth levels, else x: x without the tangents of level Depth.
template <int Depth, class A>
WEFT_INLINE constexpr auto const& value_below(A const& x) {
  if constexpr (dual_depth<A> == Depth)
    return x.value;
  else
    return x;
}
template <int Depth, class A>
using value_below_t = std::remove_cvref_t<decltype(value_below<Depth>(std::declval<A const&>()))>;

/// The number of tangents of a type at level Depth, or 0. For several operands: their common number, or -1 if numbers
/// differ.
template <int Depth, class A>
inline constexpr int tangents_of = 0;
template <int Depth, class T, int N>
  requires(dual_depth<grad::dual<T, N>> == Depth)
inline constexpr int tangents_of<Depth, grad::dual<T, N>> = N;
template <int Depth, class... A>
WEFT_FN constexpr int common_tangents() {
  int n = 0;
  ((n = tangents_of<Depth, A> > n ? tangents_of<Depth, A> : n), ...);
  return ((tangents_of<Depth, A> == 0 || tangents_of<Depth, A> == n) && ...) ? n : -1;
}

/// The product of a gradient or tangent and a slope for operands of which some are duals (op::handed). If g is 0 with
/// all its tangents, the result is 0. A value of 0 whose tangents are not 0 does not count as 0: in the tangents its
/// product with infinity or NaN is NaN, as in the second derivative of a squared norm at 0.
struct along_slope {
  template <class G, class S>
  WEFT_INLINE constexpr auto operator()(G const& g, S const& slope) const {
    if constexpr (std::is_arithmetic_v<G> && std::is_arithmetic_v<S>)
      return op::handed{}(g, slope);
    else
      return of<deepest<G, S>()>(g, slope);
  }

private:
  template <int Depth, class G, class S>
  WEFT_INLINE static constexpr auto of(G const& g, S const& slope) {
    using R = std::conditional_t<dual_depth<G> == Depth, G, S>;
    R out = static_cast<R>(along_slope{}(value_below<Depth>(g), value_below<Depth>(slope)));
    if (is_still(g) || (dual_depth<S> == 0 && is_still(slope)))
      return R(0);
    for (int k = 0; k < R::tangents; ++k)
      out.tangent[k] =
          tangent_by<Depth>(g, value_below<Depth>(slope), k) + tangent_by<Depth>(slope, value_below<Depth>(g), k);
    return out;
  }
  /// Returns tangent k of a, times b.
  template <int Depth, class A, class B>
  WEFT_INLINE static constexpr auto tangent_by(A const& a, B const& b, int k) {
    using T = decltype(along_slope{}(value_below<Depth>(a), b));
    if constexpr (dual_depth<A> < Depth)
      return T(0);
    else
      return is_still(a.tangent[k]) ? T(0) : static_cast<T>(a.tangent[k] * b);
  }
};

template <class F, class R, class... V>
inline constexpr bool has_slopes =
    has_constant_slopes<F> || has_result_slopes<F, R> || has_joint_slopes<F, R, V...> || has_operand_slopes<F, R, V...>;

} // namespace weft::detail

namespace weft::op {

/// The operation F for operands of which some are duals: it computes F of the values, and the slopes of F times the
/// tangents. It derives from F, because the other members of F are right for it too, such as the slopes.
template <class F>
struct carried : F {
  template <class... A>
  WEFT_INLINE constexpr auto operator()(A const&... a) const {
    constexpr int depth = detail::deepest<A...>();
    return with_tangents<depth>(of_values(detail::value_below<depth>(a)...), a...);
  }

private:
  template <class... V>
  WEFT_INLINE constexpr auto of_values(V const&... v) const {
    if constexpr ((detail::is_dual<V> || ...))
      return (*this)(v...);
    else
      return static_cast<F const&>(*this)(v...);
  }
  template <int Depth, class R, class... A>
  WEFT_INLINE constexpr auto with_tangents(R const& r, A const&... a) const {
    if constexpr (!detail::is_differentiable<R>) {
      return r;
    } else {
      constexpr int n = detail::common_tangents<Depth, A...>();
      static_assert(n > 0, "weft: dual: operands with other numbers of tangents are derivatives of other things");
      auto const slopes = detail::slopes_of<F>(r, partner_of<Depth>(r, a...), detail::value_below<Depth>(a)...);
      grad::dual<R, (n > 0 ? n : 1)> out(r);
      add_tangents<Depth>(out, slopes, std::make_integer_sequence<int, int(sizeof...(A))>{}, a...);
      return out;
    }
  }
  /// Returns the value of F::partner, the other long function that the slopes of F read, if the operand whose slope
  /// reads it has tangents; else r, which is not read.
  template <int Depth, class R, class A, class... B>
  WEFT_INLINE static constexpr R partner_of(R const& r, A const& a, B const&...) {
    if constexpr (detail::HasPartner<F>) {
      constexpr bool has_tangents[] = {detail::dual_depth<A> == Depth, detail::dual_depth<B> == Depth...};
      if constexpr (has_tangents[detail::partner_of<F>])
        return static_cast<R>(typename F::partner{}(static_cast<R>(detail::value_below<Depth>(a))));
    }
    return r;
  }

  template <int Depth, class R, int N, class Slopes, int... K, class... A>
  WEFT_INLINE static constexpr void add_tangents(grad::dual<R, N>& out, Slopes const& slopes,
                                                 std::integer_sequence<int, K...>, A const&... a) {
    for (int i = 0; i < N; ++i) {
      // A plain product with a slope or tangent of 0 differs from along_slope only if it is NaN. So compute plain
      // products first.
      using by = std::conditional_t<std::is_arithmetic_v<R>, times, detail::along_slope>;
      auto const sum = detail::total_of(term<by, Depth, R>(get<K>(slopes), a, i)...);
      if constexpr (!std::is_same_v<std::remove_const_t<decltype(sum)>, detail::no_term>) {
        out.tangent[i] = static_cast<R>(sum);
        if constexpr (std::is_arithmetic_v<R>)
          if (is_nan(out.tangent[i]))
            out.tangent[i] =
                static_cast<R>(detail::total_of(term<detail::along_slope, Depth, R>(get<K>(slopes), a, i)...));
      }
    }
  }
  template <class By, int Depth, class R, class S, class A>
  WEFT_INLINE static constexpr auto term([[maybe_unused]] S const& slope, [[maybe_unused]] A const& a,
                                         [[maybe_unused]] int i) {
    if constexpr (detail::dual_depth<A> != Depth || std::is_same_v<S, flat>) {
      return detail::no_term{};
    } else {
      return static_cast<R>(detail::through_slope<By>(slope, static_cast<R>(a.tangent[i])));
    }
  }
};

} // namespace weft::op

namespace weft::detail {

/// Returns the type of the operation that computes F of duals. It is carried<F> for a function with slopes, and for a
/// predicate such as isnan, which only reads the value. Any other function, such as one of the program without slopes,
/// is F itself, called with duals.
template <int Depth, class F, class... V>
WEFT_FN constexpr auto operation_on_duals() {
  using below = typename operation_on<F, value_below_t<Depth, V>...>::type;
  using R = std::remove_cvref_t<std::invoke_result_t<below const&, value_below_t<Depth, V>...>>;
  if constexpr (has_slopes<F, R, value_below_t<Depth, V>...> || (requires { F::total; } && std::same_as<R, bool>))
    return std::type_identity<op::carried<F>>{};
  else
    return std::type_identity<F>{};
}
template <class F, class... V>
struct dual_operation : decltype(operation_on_duals<deepest<V...>(), F, V...>()) {};
template <class F, class... V>
struct dual_operation<op::carried<F>, V...> : std::type_identity<op::carried<F>> {};
template <class F, class... V>
struct dual_operation<op::mapped<F>, V...> : std::type_identity<op::mapped<F>> {};
template <class Core, slot_set Wanted, class Ends, class... V>
struct dual_operation<sweep<Core, Wanted, Ends>, V...> : std::type_identity<sweep<Core, Wanted, Ends>> {};
template <class T, class V>
  requires is_dual<T>
struct dual_operation<op::cast_to<T>, V> : std::type_identity<op::cast_to<T>> {};

template <class T, int N>
struct number_in<grad::dual<T, N>> : number_in<T> {};
template <class T, int N, class S>
  requires is_number<S>
struct scalar_beside<grad::dual<T, N>, S> : scalar_beside<T, S> {};

} // namespace weft::detail

template <class F, class... V>
  requires(weft::detail::is_dual<V> || ...)
struct weft::operation_on<F, V...> : weft::detail::dual_operation<F, V...> {};
template <class T, int N>
struct weft::is_scalar<weft::grad::dual<T, N>> : std::true_type {};
/// A dual has the limits of its number type.
template <class T, int N>
struct std::numeric_limits<weft::grad::dual<T, N>> : std::numeric_limits<T> {};

namespace weft::detail::of_duals {

template <class A, class B>
concept DualPair =
    (is_dual<A> || is_dual<B>) && (is_dual<A> || std::is_arithmetic_v<A>) && (is_dual<B> || std::is_arithmetic_v<B>);

/// Computes op::handed for duals.
template <class G, class S>
  requires DualPair<G, S>
[[nodiscard]] WEFT_INLINE constexpr auto hand_on(G const& g, S const& slope) {
  auto const product = along_slope{}(g, slope);
  using R = std::remove_const_t<decltype(product)>;
  return is_still(slope) ? R(0) : product;
}
/// Computes op::at_kink for a dual as first operand; others may be numbers. Tangents along which an operand changes are
/// NaN.
template <class T, int N, class... B>
[[nodiscard]] WEFT_INLINE constexpr grad::dual<T, N> kink_of(grad::dual<T, N> const& a, B const&... b) {
  constexpr int depth = dual_depth<grad::dual<T, N>>;
  grad::dual<T, N> out(op::at_kink(a.value, value_below<depth>(b)...));
  auto const moves = [](auto const& x, int k) {
    if constexpr (dual_depth<std::remove_cvref_t<decltype(x)>> == depth)
      return !is_still(x.tangent[k]);
    else
      return false;
  };
  for (int k = 0; k < N; ++k)
    if (moves(a, k) || (moves(b, k) || ...))
      out.tangent[k] = T(std::numeric_limits<plain_t<T>>::quiet_NaN());
  return out;
}

template <class A, class B>
  requires DualPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr bool operator==(A const& a, B const& b) {
  using R = std::common_type_t<plain_t<A>, plain_t<B>>;
  return static_cast<R>(plain_value(a)) == static_cast<R>(plain_value(b));
}
template <class A, class B>
  requires DualPair<A, B>
[[nodiscard]] WEFT_INLINE constexpr auto operator<=>(A const& a, B const& b) {
  using R = std::common_type_t<plain_t<A>, plain_t<B>>;
  return static_cast<R>(plain_value(a)) <=> static_cast<R>(plain_value(b));
}

/// Writes a dual as value'tangent'..., with all its tangents.
template <class Traits, class T, int N>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, grad::dual<T, N> const& x) {
  out << x.value;
  for (int k = 0; k < N; ++k)
    out << '\'' << x.tangent[k];
  return out;
}

} // namespace weft::detail::of_duals
