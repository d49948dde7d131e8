#pragma once
#include <weft/eval/small.hpp>

// Statements of few elements whose extents are known at run time: element by element, into a row on the stack, before
// the target is written. A plan would take longer than their loop. An operation that is deferred elsewhere may stand in
// one if it has
//   has_few<C...>()        whether it can be computed so of operands C
//   takes_few(c...)        whether, for operands c of few elements, it is worth it; may be missing
//   evaluate_few(to, c...)  its result, of few elements, dense and in its own order
WEFT_KERNELS_BEGIN
namespace weft::detail {

/// How: in loops over extents of run time.
struct in_bounds {
  static constexpr bool expands = false, bounds = true;
  template <class S>
  static constexpr index_t room = few_elements;
};

/// True for parts whose elements are computed one by one: with a static rank, of numbers, and no function that vectors
/// compute with other bits.
template <class E>
inline constexpr bool has_few_form = false;
template <class S>
WEFT_FN constexpr bool may_be_few() {
  if constexpr (S::static_rank < 0 || S::static_rank > small_limits::rank) {
    return false;
  } else {
    index_t known = 1; // elements, as far as types say
    for (int k = 0; k < S::static_rank; ++k)
      known *= static_extent<S>(k) == dyn ? 1 : static_extent<S>(k);
    return known > 0 && known <= few_elements;
  }
}
template <class E>
inline constexpr bool is_few_part = is_number<typename E::value_type> && may_be_few<typename E::extents_type>();
template <class T, class L, class K>
inline constexpr bool has_few_form<strided_leaf<T, L, K>> = is_few_part<strided_leaf<T, L, K>>;
template <class T, class S>
inline constexpr bool has_few_form<constant_leaf<T, S>> = is_few_part<constant_leaf<T, S>>;
template <class F, class... C>
inline constexpr bool has_few_form<node<F, C...>> =
    (has_few_form<C> && ...) && is_few_part<node<F, C...>> && !is_small_function<F, C...>();

template <class F, class... C>
WEFT_FN constexpr bool has_few_operation() {
  if constexpr (requires { F::template has_few<C...>(); })
    return F::template has_few<C...>() && is_number<typename F::value_type> && (calls_nothing<C> && ...);
  else
    return false;
}
template <class F, class L, class... C>
inline constexpr bool has_few_form<deferred<F, L, C...>> =
    has_few_operation<F, C...>() && is_few_part<deferred<F, L, C...>> && may_be_few<typename F::extents_type>() &&
    (has_few_form<C> && ...);

/// True if deferred operations in e, if there are any, have and read few elements, and not none.
template <class E>
WEFT_INLINE bool reads_few(E const&) {
  return true;
}
template <class F, class... C>
WEFT_INLINE bool reads_few(node<F, C...> const& e);
WEFT_INLINE bool is_few(index_t count) {
  return count > 0 && count <= few_elements;
}
/// True for a deferred operation that has a name: inside of others it would be computed each time that it stands there.
template <class E>
WEFT_INLINE bool names_deferred([[maybe_unused]] E const& e) {
  if constexpr (is_deferred_operation<E>)
    return e.named;
  else
    return E::is_deferred; // an expression with one, which would have to be looked for
}
template <class F, class L, class... C>
WEFT_INLINE bool reads_few(deferred<F, L, C...> const& e) {
  return [&]<int... K>(std::integer_sequence<int, K...>) {
    if (!is_few(count_of(e.whole)) || !(is_few(count_of(get<K>(e.operands).extents())) && ...) ||
        (names_deferred(get<K>(e.operands)) || ...))
      return false;
    if constexpr (requires { F::takes_few(get<K>(e.operands)...); })
      if (!F::takes_few(get<K>(e.operands)...))
        return false;
    return (reads_few(get<K>(e.operands)) && ...);
  }(std::make_integer_sequence<int, int(sizeof...(C))>{});
}
template <class F, class... C>
WEFT_INLINE bool reads_few(node<F, C...> const& e) {
  if constexpr (!node<F, C...>::is_deferred)
    return true;
  else
    return [&]<int... K>(std::integer_sequence<int, K...>) {
      return (reads_few(get<K>(e.children)) && ...);
    }(std::make_integer_sequence<int, int(sizeof...(C))>{});
}

/// Calls f(i...) for all indices of a shape, the last axis fastest.
template <int K, Shape S, class F, class... I>
WEFT_INLINE void for_few(S const& shape, F& f, I... i) {
  if constexpr (K == S::static_rank) {
    f(i...);
  } else {
    const index_t n = shape.entry(K);
    for (index_t j = 0; j < n; ++j)
      for_few<K + 1>(shape, f, i..., j);
  }
}
template <class T, class Values>
struct to_few {
  T* to;
  Values const& from;
  template <class... I>
  WEFT_INLINE void operator()(I... i) {
    *to++ = store_as<T>(from.at(i...));
  }
};
template <class T, class L>
struct from_few {
  T const* from;
  T* to;
  L const& place;
  template <class... I>
  WEFT_INLINE void operator()(I... i) {
    to[place.offset(i...)] = *from++;
  }
};

/// One function for each type of target.
template <class T, class L>
WEFT_SLOW void store_few(T const* from, T* to, L const& place) {
  from_few<T, L> store{from, to, place};
  for_few<0>(place.extents(), store);
}
/// Computes the elements of e, in row-major order.
template <class T, class E>
WEFT_INLINE void take_few(E const& e, T* row) {
  const small_values<E, in_bounds> values(e);
  to_few<T, small_values<E, in_bounds>> compute{row, values};
  for_few<0>(e.extents(), compute);
}
/// Does target = e, which has its shape, element by element.
template <class T, class L, class E>
WEFT_FN void run_few(strided_leaf<T, L> const& target, E const& e) {
  T row[few_elements];
  take_few(e, row);
  store_few(row, target.data, target.place);
}
/// True if target = e has a form for few elements, as far as types say.
template <class T, class L, class E>
inline constexpr bool
    may_have_few = is_number<T> && L::static_rank > 0 &&
                   may_be_few<typename L::extents_type>() && E::static_rank == L::static_rank&& has_few_form<E>;
/// Does target = e if it has few elements and the shape of the target; else it says false.
template <class T, class L, class E>
WEFT_INLINE bool assign_few(strided_leaf<T, L> const& target, E const& e) {
  if (target.place.size() > few_elements || is_recording() || !(e.extents() == target.extents()) || !reads_few(e))
    return false;
  target.keep.check("assignment");
  run_few(target, e);
  return true;
}

} // namespace weft::detail
WEFT_KERNELS_END
