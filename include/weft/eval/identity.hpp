#pragma once
#include <weft/eval/compiled.hpp>
#include <weft/eval/random_source.hpp>
#include <weft/eval/repeated.hpp>
#include <weft/eval/report.hpp>

// A deferred operation that is written twice in a statement, as mean(x, 0) in (x - mean(x, 0)) / (mean(x, 0) + 1.0), is
// computed once if both have the same values. Types tell where that is possible. Addresses, shapes, strides and
// constants tell, before anything is evaluated, whether the values are the same. Both then have one id, as copies of
// one operand have, and the session finds the result by the id. So nothing points to an operand once it is evaluated.
//
// Types without a specialisation never compare equal: above all functions, reducers and operations of the program,
// which may count their calls. A deferred operation whose result depends only on its members and operands says so by a
// member `comparable`.
namespace weft::detail {

/// True for weft's own reducers: two with the same bytes compute the same.
template <class R>
inline constexpr bool is_own_reducer = false;

/// True if weft can tell that two expressions of this type have the same values.
template <class E>
inline constexpr bool has_content = false;
template <class T, class L, class K>
inline constexpr bool has_content<strided_leaf<T, L, K>> = is_number<std::remove_const_t<T>>;
template <class T, class X>
inline constexpr bool has_content<constant_leaf<T, X>> = is_number<T>;
template <class L>
inline constexpr bool has_content<generator_leaf<same_number, dims<1>, L>> = true;
template <class F, class... C>
inline constexpr bool has_content<node<F, C...>> = is_own_function<F> && (has_content<C> && ...);
template <class F, class L, class... C>
inline constexpr bool has_content<deferred<F, L, C...>> =
    requires { requires F::comparable; } && (has_content<C> && ...);

/// True if two layouts give each index the same offset. Strides of axes of extent 1 do not matter.
template <class L, class M>
WEFT_FN bool lie_alike(L const& a, M const& b) {
  bool same = a.extents() == b.extents();
  for (int k = 0; same && k < a.rank(); ++k)
    same = a.extent(k) == 1 || a.stride(k) == b.stride(k);
  return same;
}

/// True if two function objects or operations of one type have the same parameters.
template <class F>
WEFT_FN bool same_parameters(F const& a, F const& b) {
  if constexpr (requires { a.same(b); })
    return a.same(b);
  else if constexpr (requires { a.vector_form.source; })
    return a.vector_form.source == b.vector_form.source;
  else
    return same_bytes(a, b);
}

template <class E>
WEFT_FN bool same_content(E const& a, E const& b);
template <class... C>
WEFT_FN bool same_contents(pack<C...> const& a, pack<C...> const& b) {
  return [&]<int... At>(std::integer_sequence<int, At...>) {
    return (same_content(get<At>(a), get<At>(b)) && ...);
  }(std::make_integer_sequence<int, int(sizeof...(C))>{});
}

/// A deferred operation without the window that is read of its result.
template <class F, class... C>
struct written_operand {
  F const* operation;
  pack<C...> const* operands;
  typename F::extents_type const* whole;
  std::uint64_t id;

  WEFT_FN bool same(written_operand const& other) const {
    return id == other.id || (same_parameters(*operation, *other.operation) && *whole == *other.whole &&
                              same_contents(*operands, *other.operands));
  }
};
template <class F, class L, class... C>
WEFT_FN written_operand<F, C...> as_written(deferred<F, L, C...> const& e) {
  return {&e.operation, &e.operands, &e.whole, e.id};
}
template <class D>
using written_t = decltype(as_written(std::declval<D const&>()));

template <class E>
WEFT_FN bool same_content(E const& a, E const& b) {
  if constexpr (is_deferred_operation<E>)
    return a.offset == b.offset && lie_alike(a.place, b.place) && as_written(a).same(as_written(b));
  else if constexpr (requires { a.children; })
    return a.extents() == b.extents() && same_parameters(a.function, b.function) &&
           same_contents(a.children, b.children);
  else if constexpr (requires { a.value; })
    return a.extents() == b.extents() && same_bytes(a.value, b.value);
  else if constexpr (requires { a.data; }) // freed memory is reported for each operand that reads it
    return a.data == b.data && lie_alike(a.place, b.place) && a.keep.watched().ticket() == b.keep.watched().ticket();
  else
    return a.offset == b.offset && a.own == b.own && lie_alike(a.place, b.place);
}

/// The number of deferred operations in an expression type, including operands of deferred operations.
template <class E>
inline constexpr int deferred_in = int(requires { requires E::is_deferred; });
template <class F, class... C>
inline constexpr int deferred_in<node<F, C...>> = (0 + ... + deferred_in<C>);
template <class F, class L, class... C>
inline constexpr int deferred_in<deferred<F, L, C...>> = 1 + (0 + ... + deferred_in<C>);

/// How often a deferred operation of type W is written in an expression of type E.
template <class W, class E>
inline constexpr int times_written = 0;
template <class W, class F, class... C>
inline constexpr int times_written<W, node<F, C...>> = (0 + ... + times_written<W, C>);
template <class W, class F, class L, class... C>
inline constexpr int times_written<W, deferred<F, L, C...>> =
    int(std::is_same_v<W, written_operand<F, C...>>) + (0 + ... + times_written<W, C>);

template <class D, class Whole>
inline constexpr bool may_be_repeated = false;
template <class F, class L, class... C, class Whole>
  requires(times_written<written_operand<F, C...>, Whole> > 1)
inline constexpr bool may_be_repeated<deferred<F, L, C...>, Whole> =
    has_number<F, C...>() && has_content<deferred<F, L, C...>>;
/// The types of deferred operations that may be written more than once in Whole, each type once.
template <class Whole, class List, class... E>
struct repeated_operands {
  using type = List;
};
template <class Whole, class List, class F, class... C, class... Rest>
struct repeated_operands<Whole, List, node<F, C...>, Rest...> : repeated_operands<Whole, List, C..., Rest...> {};
template <class Whole, class List, class F, class L, class... C, class... Rest>
struct repeated_operands<Whole, List, deferred<F, L, C...>, Rest...> {
  using operand = deferred<F, L, C...>;
  using longer = typename std::conditional_t<may_be_repeated<operand, Whole>, type_set_with<List, written_t<operand>>,
                                             repeated_operands<Whole, List>>::type;
  using type = typename repeated_operands<Whole, longer, C..., Rest...>::type;
};
template <class Whole, class List, class Leaf, class... Rest>
struct repeated_operands<Whole, List, Leaf, Rest...> : repeated_operands<Whole, List, Rest...> {};
template <class E>
WEFT_FN constexpr auto repeated_operands_of() {
  if constexpr (deferred_in<E> > 1)
    return typename repeated_operands<E, type_set<>, E>::type{};
  else
    return type_set<>{};
}

template <class W, int Count>
struct different_operands {
  W found[std::size_t(Count)];
  int count = 0;
};

/// While an object of this class lives, deferred operations of a statement with the same values have one id in its
/// session. In a part of a statement (s.nested) it does nothing, because the statement has done it.
template <class E, class List = decltype(repeated_operands_of<E>())>
class equal_operands {
public:
  WEFT_INLINE equal_operands(E const&, session&) {}
};
template <class E, class W, class... Rest>
class equal_operands<E, type_set<W, Rest...>> : different_operands<W, times_written<W, E>>,
                                                different_operands<Rest, times_written<Rest, E>>... {
public:
  WEFT_FN equal_operands(E const& e, session& s) : session_(s), before_(s.equal) {
    if (s.nested)
      return;
    look_at(e);
    s.equal = {equal_, count_};
  }
  equal_operands(equal_operands const&) = delete;
  equal_operands& operator=(equal_operands const&) = delete;
  WEFT_FN ~equal_operands() { session_.equal = before_; }

private:
  template <class X>
  WEFT_FN void look_at(X const& x) {
    if constexpr (is_deferred_operation<X>) {
      if constexpr (std::is_same_v<written_t<X>, W> || (std::is_same_v<written_t<X>, Rest> || ...))
        note(as_written(x));
      look_at_each(x.operands);
    } else if constexpr (requires { x.children; }) {
      if constexpr (X::is_deferred)
        look_at_each(x.children);
    }
  }
  template <class... C>
  WEFT_FN void look_at_each(pack<C...> const& p) {
    [&]<int... At>(std::integer_sequence<int, At...>) {
      (look_at(get<At>(p)), ...);
    }(std::make_integer_sequence<int, int(sizeof...(C))>{});
  }
  template <class V>
  WEFT_FN void note(V const& operand) {
    different_operands<V, times_written<V, E>>& seen = *this;
    for (int k = 0; k < seen.count; ++k)
      if (seen.found[k].same(operand)) {
        equal_[count_++] = {operand.id, seen.found[k].id};
        return;
      }
    seen.found[seen.count++] = operand;
  }

  session& session_;
  equal_list before_;
  equal_operand equal_[times_written<W, E> + (0 + ... + times_written<Rest, E>)];
  int count_ = 0;
};

} // namespace weft::detail
