#pragma once
#include <weft/eval/report.hpp>
#include <weft/expr/capture.hpp>
#include <weft/expr/operations.hpp>

// Recognises target = alpha * product + beta * target, which a product computes in one call.
namespace weft::detail {

/// True for a factor that commutes, and whose product with an element of type T has type T (int8 times int8 is int).
template <class S, class T>
WEFT_FN constexpr bool is_plain_factor() {
  if constexpr (is_number<S> && is_number<T>)
    return std::same_as<real_t<S>, real_t<T>> && std::same_as<promote_t<S, T>, T>;
  else
    return false;
}

/// Splits e into alpha * D, where D is an operation that can accumulate. If e has another form, is_product is false.
template <class E>
struct scaled_product {
  static constexpr bool is_product = false;
};
template <class F, class L, class... C>
  requires(deferred<F, L, C...>::is_whole && F::traits.accumulates)
struct scaled_product<deferred<F, L, C...>> {
  static constexpr bool is_product = true;
  using product_type = deferred<F, L, C...>;
  using scalar = typename F::value_type;
  WEFT_INLINE static product_type const& product(product_type const& e) { return e; }
  WEFT_INLINE static scalar factor(product_type const&) { return scalar(1); }
};
template <class S, class D>
  requires scaled_product<D>::is_product
struct scaled_product<node<op::times, constant_leaf<S>, D>> : scaled_product<D> {
  using base = scaled_product<D>;
  using E = node<op::times, constant_leaf<S>, D>;
  static constexpr bool is_product = is_number<S> && std::same_as<typename E::value_type, typename base::scalar>;
  WEFT_INLINE static auto const& product(E const& e) { return base::product(get<1>(e.children)); }
  WEFT_INLINE static auto factor(E const& e) {
    return op::times{}(get<0>(e.children).value, base::factor(get<1>(e.children)));
  }
};
template <class S, class D>
  requires scaled_product<D>::is_product
struct scaled_product<node<op::times, D, constant_leaf<S>>> : scaled_product<D> {
  using base = scaled_product<D>;
  using E = node<op::times, D, constant_leaf<S>>;
  static constexpr bool is_product = is_number<S> && std::same_as<typename E::value_type, typename base::scalar>;
  WEFT_INLINE static auto const& product(E const& e) { return base::product(get<0>(e.children)); }
  WEFT_INLINE static auto factor(E const& e) {
    return op::times{}(base::factor(get<0>(e.children)), get<1>(e.children).value);
  }
};
template <class D>
  requires scaled_product<D>::is_product
struct scaled_product<node<op::negate, D>> : scaled_product<D> {
  using base = scaled_product<D>;
  using E = node<op::negate, D>;
  static constexpr bool is_product = std::same_as<typename E::value_type, typename base::scalar>;
  WEFT_INLINE static auto const& product(E const& e) { return base::product(get<0>(e.children)); }
  WEFT_INLINE static auto factor(E const& e) {
    using S = typename base::scalar;
    return static_cast<S>(-base::factor(get<0>(e.children)));
  }
};

/// Splits e into beta * leaf. If e has another form, is_leaf is false.
template <class E>
struct scaled_leaf {
  static constexpr bool is_leaf = false;
};
template <class T, class L, class K>
struct scaled_leaf<strided_leaf<T, L, K>> {
  static constexpr bool is_leaf = true;
  using value_type = std::remove_const_t<T>;
  WEFT_INLINE static auto const& leaf(strided_leaf<T, L, K> const& e) { return e; }
  WEFT_INLINE static value_type factor(strided_leaf<T, L, K> const&) { return value_type(1); }
};
template <class S, class T, class L, class K>
struct scaled_leaf<node<op::times, constant_leaf<S>, strided_leaf<T, L, K>>> {
  using E = node<op::times, constant_leaf<S>, strided_leaf<T, L, K>>;
  static constexpr bool is_leaf = is_plain_factor<S, std::remove_const_t<T>>();
  WEFT_INLINE static auto const& leaf(E const& e) { return get<1>(e.children); }
  WEFT_INLINE static S factor(E const& e) { return get<0>(e.children).value; }
};
template <class S, class T, class L, class K>
struct scaled_leaf<node<op::times, strided_leaf<T, L, K>, constant_leaf<S>>> {
  using E = node<op::times, strided_leaf<T, L, K>, constant_leaf<S>>;
  static constexpr bool is_leaf = is_plain_factor<S, std::remove_const_t<T>>();
  WEFT_INLINE static auto const& leaf(E const& e) { return get<0>(e.children); }
  WEFT_INLINE static S factor(E const& e) { return get<1>(e.children).value; }
};

/// True if a leaf refers to exactly the elements of the target, in the same order.
template <class T, class L, class U, class M, class K>
WEFT_INLINE bool is_target(strided_leaf<T, L> const& target, strided_leaf<U, M, K> const& e) {
  if (!std::same_as<T, std::remove_const_t<U>> || static_cast<void const*>(target.data) != e.data ||
      target.place.rank() != e.place.rank())
    return false;
  for (int k = 0; k < target.place.rank(); ++k)
    if (target.place.extent(k) != e.place.extent(k) ||
        (target.place.extent(k) != 1 && target.place.stride(k) != e.place.stride(k)))
      return false;
  return true;
}

/// Sets target = alpha * product + beta * target in one call, and returns true, if e has that form; otherwise returns
/// false.
template <class T, class L, class E>
WEFT_INLINE bool assign_product(strided_leaf<T, L> const& target, E const& e, session& s) {
  using whole = scaled_product<E>;
  if constexpr (whole::is_product) {
    if constexpr (std::same_as<T, typename whole::scalar>)
      if (target.extents() == e.extents() && stands_alone(s, whole::product(e).id)) {
        whole::product(e).accumulate(target, whole::factor(e), T(0), s);
        return true;
      }
  }
  return false;
}
template <class T, class L, class P, class Q>
WEFT_INLINE bool assign_sum(strided_leaf<T, L> const& target, P const& p, Q const& q, T sign_p, T sign_q, session& s) {
  using product = scaled_product<P>;
  using self = scaled_leaf<Q>;
  if constexpr (product::is_product && self::is_leaf) {
    if constexpr (std::same_as<T, typename product::scalar>)
      // A factor 0 must still read the target: 0 * NaN is NaN, but a product with beta 0 does not read.
      if (target.extents() == p.extents() && is_target(target, self::leaf(q)) && !(self::factor(q) == T(0))) {
        self::leaf(q).keep.check("assignment");
        product::product(p).accumulate(target, op::times{}(sign_p, product::factor(p)),
                                       static_cast<T>(op::times{}(sign_q, self::factor(q))), s);
        return true;
      }
  }
  return false;
}
template <class T, class L, class P, class Q>
WEFT_INLINE bool assign_product(strided_leaf<T, L> const& target, node<op::plus, P, Q> const& e, session& s) {
  if constexpr (is_number<T>)
    return assign_sum(target, get<0>(e.children), get<1>(e.children), T(1), T(1), s) ||
           assign_sum(target, get<1>(e.children), get<0>(e.children), T(1), T(1), s);
  return false;
}
template <class T, class L, class P, class Q>
WEFT_INLINE bool assign_product(strided_leaf<T, L> const& target, node<op::minus, P, Q> const& e, session& s) {
  if constexpr (is_number<T>)
    return assign_sum(target, get<0>(e.children), get<1>(e.children), T(1), static_cast<T>(-1), s) ||
           assign_sum(target, get<1>(e.children), get<0>(e.children), static_cast<T>(-1), T(1), s);
  return false;
}

} // namespace weft::detail
