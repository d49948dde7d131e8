#pragma once
#include <weft/eval/pick.hpp>
#include <weft/index/subscript.hpp>
#include <weft/ops/compare.hpp>
#include <weft/ops/reduce.hpp>

#include <bit>

// Operands of index notation. An access a(i, j) stands for one element, at indices whose ranges are not known yet, so
// its rank is 0 and every operation takes it as it takes a number. index/bind.hpp makes a strided operand of each
// access.
namespace weft {
namespace detail {

/// True for a subscript that is an expression of tensor elements, as perm(i) in a(perm(i), j).
template <class S>
inline constexpr bool is_gathering = Node<S> && !IndexForm<S>;

/// One element of the operand E. Each subscript is an integer expression of indices, a number counted from the end of
/// the axis, text, or an integer element of another tensor, as perm(i).
template <class E, class... S>
struct [[nodiscard]] index_access : expression<index_access<E, S...>> {
  using weft_node = void;
  using weft_names_indices = void;
  using value_type = typename E::value_type;
  using extents_type = weft::extents<>;
  static constexpr int static_rank = 0;
  static constexpr bool is_deferred = false;
  static constexpr bool gathers = (is_gathering<S> || ...);

  E operand;
  pack<S...> subscripts;

  WEFT_INLINE index_access(E e, pack<S...> s)
      : operand(static_cast<E&&>(e)), subscripts(static_cast<pack<S...>&&>(s)) {}
  WEFT_COPIED(index_access, &);
  template <class X>
  void operator=(X const&) WEFT_REFUSED("weft: an expression has no memory to write to: eval() it first");
  [[nodiscard]] WEFT_INLINE constexpr weft::extents<> extents() const { return {}; }
  [[nodiscard]] WEFT_FN value_type element(index_t const*) const {
    static_assert(always_false<E>, "weft: an index has no value here: out(i, j) = e gives it those of its target");
    return {};
  }
};

/// The expression sum(j, e), or another reduction: Reduction of E over the indices Over. Nothing is computed here.
template <class Reduction, class Over, class E>
struct [[nodiscard]] index_fold : expression<index_fold<Reduction, Over, E>> {
  using weft_node = void;
  using weft_names_indices = void;
  using value_type = typename decltype(std::declval<Reduction const&>()(
      std::declval<constant_leaf<typename E::value_type, dims<1>>>(), boost::hana::int_<0>{}))::value_type;
  using extents_type = weft::extents<>;
  static constexpr int static_rank = 0;
  static constexpr bool is_deferred = true;

  Reduction reduction;
  E operand;

  WEFT_INLINE index_fold(Reduction r, E e) : reduction(r), operand(static_cast<E&&>(e)) {}
  WEFT_COPIED(index_fold, &);
  template <class X>
  void operator=(X const&) WEFT_REFUSED("weft: an expression has no memory to write to: eval() it first");
  [[nodiscard]] WEFT_INLINE constexpr weft::extents<> extents() const { return {}; }
};

/// True for a reduction R if R of all values is R of the results of R for groups of them, as the sum of all values is
/// the sum of the sums of rows. Then R(k, R(l, e)) is R(k, l, e).
template <class Reduction>
inline constexpr bool joins_results = false;
template <>
inline constexpr bool joins_results<reduction<reducer::sum>> = true;
template <>
inline constexpr bool joins_results<reduction<reducer::prod>> = true;
template <>
inline constexpr bool joins_results<reduction<reducer::min>> = true;
template <>
inline constexpr bool joins_results<reduction<reducer::max>> = true;
template <>
inline constexpr bool joins_results<reduction<reducer::all_of>> = true;
template <>
inline constexpr bool joins_results<reduction<reducer::any_of>> = true;

/// Returns the reduction of e over the indices Over. A reduction of the same kind in it is joined with it: one fold of
/// all values needs no temporary for the results of the inner one.
template <class Over, class Reduction, class E>
WEFT_INLINE auto make_index_fold(Reduction const& r, E e) {
  return index_fold<Reduction, Over, E>(r, static_cast<E&&>(e));
}
template <class Over, class Reduction, class Inner, class E>
  requires(joins_results<Reduction> && (Over::symbols & Inner::symbols) == 0)
WEFT_INLINE auto make_index_fold(Reduction const& r, index_fold<Reduction, Inner, E> e) {
  return index_fold<Reduction, joined_indices<Over, Inner>, E>(r, static_cast<E&&>(e.operand));
}

/// An expression stores this in place of inside(a(i, j)), which may only be the target of a statement. The statement
/// does not compile.
template <class Access>
struct inside_operand {
  using weft_node = void;
  using weft_names_indices = void;
  using value_type = typename Access::value_type;
  using extents_type = weft::extents<>;
  static constexpr int static_rank = 0;
  static constexpr bool is_deferred = false;
  WEFT_INLINE explicit inside_operand(Access const&) {}
  [[nodiscard]] WEFT_INLINE constexpr weft::extents<> extents() const { return {}; }
};

template <class E, class... S>
inline constexpr bool is_followed<index_access<E, S...>> = is_followed<E>;
template <class R, class Over, class E>
inline constexpr bool is_followed<index_fold<R, Over, E>> = is_followed<E>;

/// Bit k is set if the expression has index _k and no reduction in it runs over that index.
template <class E>
inline constexpr unsigned open_indices = 0;
template <IndexForm E>
inline constexpr unsigned open_indices<E> = E::symbols;
template <class F, class... C>
inline constexpr unsigned open_indices<node<F, C...>> = (0u | ... | open_indices<C>);
template <class E, class... S>
inline constexpr unsigned open_indices<index_access<E, S...>> = (0u | ... | (symbols_in<S> | open_indices<S>));
template <class R, class Over, class E>
inline constexpr unsigned open_indices<index_fold<R, Over, E>> = open_indices<E> & ~Over::symbols;

/// True if the expression has a subscript that is text: its indices are known only when the program runs.
template <class E>
inline constexpr bool has_text = is_text_subscript<E>;
template <class F, class... C>
inline constexpr bool has_text<node<F, C...>> = (has_text<C> || ...);
template <class E, class... S>
inline constexpr bool has_text<index_access<E, S...>> = (has_text<S> || ...);
template <class R, class Over, class E>
inline constexpr bool has_text<index_fold<R, Over, E>> = has_text<E>;

/// The access with the most indices in an expression: their number, and a bit for each index in its last subscript.
struct widest_access {
  int count = 0;
  unsigned last = 0;
  WEFT_FN constexpr widest_access wider(widest_access other) const { return other.count > count ? other : *this; }
};
template <class E>
inline constexpr widest_access widest_in{};
template <class F, class... C>
inline constexpr widest_access widest_in<node<F, C...>> = [] {
  widest_access w;
  ((w = w.wider(widest_in<C>)), ...);
  return w;
}();
template <class E, class... S>
inline constexpr widest_access widest_in<index_access<E, S...>> = [] {
  constexpr unsigned symbols[] = {0, symbols_in<S>...};
  return widest_access{std::popcount(open_indices<index_access<E, S...>>), symbols[sizeof...(S)]};
}();

/// Two operands, at least one of which is an expression of index notation.
template <class A, class B>
concept IndexedPair =
    Operand<A> && Operand<B> && (names_indices<std::remove_cvref_t<A>> || names_indices<std::remove_cvref_t<B>>);

/// Returns the subscript in the form in which an access stores it.
template <class S>
WEFT_INLINE auto as_index_subscript(S&& s) {
  using given = std::remove_cvref_t<S>;
  if constexpr (IndexForm<given>) {
    static_assert(given::is_affine, "weft: a subscript is a sum of multiples of indices: i - 1, 2 * i + j");
    if constexpr (given::is_affine)
      return given(s);
    else
      return index_constant(0);
  } else if constexpr (SubscriptText<given>) {
    return text_subscript{terms_of(s, max_indices), to_string(s)};
  } else if constexpr (std::integral<given>) {
    return index_constant(exact_index(s));
  } else if constexpr (std::derived_from<given, end_index>) {
    return end_index(s);
  } else if constexpr (Node<given> && names_indices<given>) {
    return capture(static_cast<S&&>(s));
  } else {
    static_assert(always_false<given>, "weft: a subscript of index notation is an index, an integer, or an element of "
                                       "a tensor of integers, perm(i)");
    return index_constant(0);
  }
}

/// Returns the access to e at the given subscripts. An operand of run-time rank must have as many axes as there are
/// subscripts, and is stored with that static rank.
template <class E, class... A>
WEFT_INLINE auto access(E e, A&&... a) {
  if constexpr (E::static_rank < 0) {
    return access(window_of(e, rank_checker<int(sizeof...(A))>{}), static_cast<A&&>(a)...);
  } else {
    using made = index_access<E, decltype(as_index_subscript(static_cast<A&&>(a)))...>;
    constexpr bool fits = E::static_rank == int(sizeof...(A));
    static_assert(fits, "weft: index notation has a subscript for each axis");
    return made(static_cast<E&&>(e), make_pack(as_index_subscript(static_cast<A&&>(a))...));
  }
}

} // namespace detail

/// In index notation an operand is one element, so == and != compare elements: where(i == j, 1.0, a(i, j)).
template <class A, class B>
  requires detail::IndexedPair<A, B>
[[nodiscard]] WEFT_INLINE auto operator==(A&& a, B&& b) {
  return detail::make_binary<op::equal_to>(static_cast<A&&>(a), static_cast<B&&>(b));
}
/// Compares elements for inequality, as operator== of index notation compares them for equality.
template <class A, class B>
  requires detail::IndexedPair<A, B>
[[nodiscard]] WEFT_INLINE auto operator!=(A&& a, B&& b) {
  return detail::make_binary<op::not_equal_to>(static_cast<A&&>(a), static_cast<B&&>(b));
}

} // namespace weft
