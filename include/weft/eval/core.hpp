#pragma once
#include <weft/expr/deferred.hpp>
#include <weft/expr/node.hpp>
#include <weft/expr/operations.hpp>

namespace weft::detail {

/// True if weft may refuse a value while e is computed: see `refusal` in expr/operations.hpp.
template <class E>
inline constexpr bool may_refuse = false;
template <class F, class... C>
inline constexpr bool may_refuse<node<F, C...>> =
    refuses_values<F, typename C::value_type...> || (may_refuse<C> || ...);

// The core of an expression is the type that a kernel is compiled for. It has operations, constants, and the element
// types of leaves, but no shapes, strides or owners. So expressions over tensors of other ranks, orders or kinds share
// a kernel. Each leaf that is read from memory or generated has a slot, numbered from left to right.
//
// Each subexpression of a core has
//   slots        the number of its slots
//   operations   the number of its operations, for the report
//   total        it throws for no elements (see expr/operations.hpp)
//   slot_types   a slot_list, left to right
//   at<J>(row, i)  its value at column i of a row, or at the index i as its leaves take it; its first slot is J
// Subexpressions with one and two children are written out: see pack.

template <class... S>
struct slot_list {
  static constexpr int count = sizeof...(S);
};
template <class... A, class... B>
slot_list<A..., B...> operator+(slot_list<A...>, slot_list<B...>);

/// Returns an element of a row. A bool in memory is read as a byte: GCC 12 reads bools one at a time.
template <class Column>
WEFT_INLINE decltype(auto) read_element(Column const& column, index_t i) {
  return column[i];
}
WEFT_INLINE bool read_element(bool const* column, index_t i) {
  return reinterpret_cast<unsigned char const*>(column)[i] != 0;
}

/// A leaf in memory, or of generated values, that is read through a pointer.
template <class T>
struct slot {
  static constexpr int slots = 1;
  static constexpr index_t operations = 0;
  static constexpr bool total = std::is_floating_point_v<real_t<T>>;
  using slot_types = slot_list<slot>;
  using value_type = T;
  template <int J, class Row>
  WEFT_INLINE constexpr decltype(auto) at(Row const& row, index_t i) const {
    return read_element(get<J>(row), i);
  }
};
/// A leaf of generated values. If elements cannot be copied as bytes, they are computed where they are read.
template <class G>
struct generator_slot {
  static constexpr int slots = 1;
  static constexpr index_t operations = 0;
  static constexpr bool total = false;
  using slot_types = slot_list<generator_slot>;
  using value_type = typename G::value_type;
  template <int J, class Row>
  WEFT_INLINE constexpr decltype(auto) at(Row const& row, index_t i) const {
    return get<J>(row)[i];
  }
};
/// A leaf with elements of 16 bits, which the rest of a core reads as floats.
template <class S>
struct half_slot {
  static constexpr int slots = 1;
  static constexpr index_t operations = 0;
  static constexpr bool total = true;
  using slot_types = slot_list<S>;
  using value_type = float;
  template <int J, class Row>
  WEFT_INLINE constexpr float at(Row const& row, index_t i) const {
    return widened(S{}.template at<J>(row, i));
  }
};
template <class S>
using leaf_slot = std::conditional_t<is_half<typename S::value_type>, half_slot<S>, S>;

/// A constant of a core. A complex one is stored in parts: if a structure contains a std::complex<float>, GCC tells the
/// user in a note that its way of passing such structures changed in GCC 4.4.
template <class T>
struct core_constant {
  T value;
  WEFT_INLINE constexpr T const& get() const { return value; }
};
template <class R>
struct core_constant<std::complex<R>> {
  R re, im;
  WEFT_INLINE constexpr explicit core_constant(std::complex<R> const& z) : re(z.real()), im(z.imag()) {}
  WEFT_INLINE constexpr std::complex<R> get() const { return {re, im}; }
};
template <class T>
struct held_constant {
  static constexpr int slots = 0;
  static constexpr index_t operations = 0;
  static constexpr bool total = std::is_floating_point_v<real_t<T>>;
  using slot_types = slot_list<>;
  using value_type = T;
  core_constant<T> constant;
  template <int J, class Row, class At>
  WEFT_INLINE constexpr decltype(auto) at(Row const&, At) const {
    return constant.get();
  }
};

/// Returns the number of slots in front of child K of a node.
template <int K, class... C>
WEFT_FN constexpr int slots_before() {
  int const count[] = {C::slots..., 0};
  int n = 0;
  for (int k = 0; k < K; ++k)
    n += count[k];
  return n;
}

template <class F, class... C>
struct core_node;

template <class Core>
struct core_value {
  using type = typename Core::value_type;
};
template <class F, class... C>
struct core_value<core_node<F, C...>> {
  using type =
      std::remove_cvref_t<decltype(std::declval<F const&>()(std::declval<typename core_value<C>::type const&>()...))>;
};
/// The type of the values of a subexpression of a core.
template <class Core>
using core_value_t = typename core_value<Core>::type;

/// True if the operation of a core_node refuses some values.
template <class F, class... C>
inline constexpr bool core_refuses = false;
template <class F, class A, class B>
  requires requires { typename F::refusal; }
inline constexpr bool core_refuses<F, A, B> = refuses_values<F, core_value_t<A>, core_value_t<B>>;

template <class F, class... C>
struct core_node {
  static constexpr int slots = (0 + ... + C::slots);
  static constexpr index_t operations = (1 + ... + C::operations);
  static constexpr bool total = requires { F::total; } && (C::total && ...);
  using slot_types = decltype((slot_list<>{} + ... + typename C::slot_types{}));
  [[no_unique_address]] F function;
  [[no_unique_address]] pack<C...> children;
  template <int J, class Row, class At>
  WEFT_INLINE constexpr auto at(Row const& row, At i) const {
    return at_children<J>(row, i, std::make_integer_sequence<int, int(sizeof...(C))>{});
  }

private:
  template <int J, class Row, class At, int... K>
  WEFT_INLINE constexpr auto at_children(Row const& row, At i, std::integer_sequence<int, K...>) const {
    return function(get<K>(children).template at<J + slots_before<K, C...>()>(row, i)...);
  }
};
template <class F, class A>
struct core_node<F, A> {
  static constexpr int slots = A::slots;
  static constexpr index_t operations = 1 + A::operations;
  static constexpr bool total = requires { F::total; } && A::total;
  using slot_types = typename A::slot_types;
  [[no_unique_address]] F function;
  [[no_unique_address]] A first;
  template <int J, class Row, class At>
  WEFT_INLINE constexpr auto at(Row const& row, At i) const {
    return function(first.template at<J>(row, i));
  }
};
template <class F, class A, class B>
struct core_node<F, A, B> {
  static constexpr int slots = A::slots + B::slots;
  static constexpr index_t operations = 1 + A::operations + B::operations;
  static constexpr bool total = requires { F::total; } && A::total && B::total && !core_refuses<F, A, B>;
  using slot_types = decltype(typename A::slot_types{} + typename B::slot_types{});
  [[no_unique_address]] F function;
  [[no_unique_address]] A first;
  [[no_unique_address]] B second;
  template <int J, class Row, class At>
  WEFT_INLINE constexpr auto at(Row const& row, At i) const {
    return function(first.template at<J>(row, i), second.template at<J + A::slots>(row, i));
  }
};

/// Returns the rough cost of one call of F in simple operations: F::cost if there is one. A function of the program
/// counts as a long function.
template <class F>
WEFT_FN constexpr index_t cost_of_function() {
  if constexpr (requires { F::cost; })
    return F::cost;
  else
    return requires { F::total; } ? 1 : long_function;
}
template <class Core>
inline constexpr index_t cost_of = 0;
template <class F, class... C>
inline constexpr index_t cost_of<core_node<F, C...>> = (cost_of_function<F>() + ... + cost_of<C>);

template <class E>
inline constexpr bool is_constant_leaf = false;
template <class T, class X>
inline constexpr bool is_constant_leaf<constant_leaf<T, X>> = true;

/// Tag: the leaves of the core are slots, as kernels read them.
struct read_by_slots {};

// The core of an expression type. of<J>(visit, e) returns the core of e. For each leaf l it calls visit.leaf<K>(l),
// where K is the number of its slot, counted from J. `Access` says what leaves become.
template <class E, class Access = read_by_slots>
struct core_type;
template <class E, class Access = read_by_slots>
using core_t = typename core_type<E, Access>::type;
template <class Core>
using slots_t = typename Core::slot_types;

template <class Leaf, class Slot>
struct leaf_core {
  using type = Slot;
  template <int J, class V>
  WEFT_INLINE static constexpr Slot of(V& visit, Leaf const& e) {
    visit.template leaf<J>(e);
    return {};
  }
};
template <class T, class L, class K>
struct core_type<strided_leaf<T, L, K>> : leaf_core<strided_leaf<T, L, K>, leaf_slot<slot<std::remove_const_t<T>>>> {};
template <class T, class L>
struct core_type<value_leaf<T, L>> : leaf_core<value_leaf<T, L>, leaf_slot<slot<T>>> {};
template <class F, class O, class L>
struct core_type<generator_leaf<F, O, L>>
    : leaf_core<generator_leaf<F, O, L>, leaf_slot<generator_slot<generator_leaf<F, O, L>>>> {};
template <class T, class X>
struct core_type<constant_leaf<T, X>> {
  using type = held_constant<computed_t<T>>;
  template <int J, class V>
  WEFT_INLINE static constexpr type of(V& visit, constant_leaf<T, X> const& e) {
    visit.constant(e);
    return {core_constant<computed_t<T>>{widened(e.value)}};
  }
};
template <class F, class... C, class Access>
struct core_type<node<F, C...>, Access> {
  using type = core_node<typename node<F, C...>::function_type, core_t<C, Access>...>;
  template <int J, class V>
  WEFT_INLINE static constexpr type of(V& visit, node<F, C...> const& e) {
    return of_children<J>(visit, e, std::make_integer_sequence<int, int(sizeof...(C))>{});
  }

private:
  template <int J, class V, int... K>
  WEFT_INLINE static constexpr type of_children(V& visit, node<F, C...> const& e, std::integer_sequence<int, K...>) {
    return {e.function, make_pack(core_type<C, Access>::template of<J + slots_before<K, core_t<C, Access>...>()>(
                            visit, get<K>(e.children))...)};
  }
};
template <class F, class A, class Access>
struct core_type<node<F, A>, Access> {
  using type = core_node<typename node<F, A>::function_type, core_t<A, Access>>;
  template <int J, class V>
  WEFT_INLINE static constexpr type of(V& visit, node<F, A> const& e) {
    return {e.function, core_type<A, Access>::template of<J>(visit, e.children.first)};
  }
};
/// True for a quotient or remainder of integers by a constant, for which the constant is prepared.
template <class F, class A, class T>
inline constexpr bool divides_by_constant =
    (std::is_same_v<F, op::divide> || std::is_same_v<F, op::modulo>) && can_prepare<core_value_t<A>, T>();
template <class F, class A, class T, class X>
  requires divides_by_constant<F, core_t<A>, T>
struct core_type<node<F, A, constant_leaf<T, X>>> {
  using divisor = prepared_divisor<core_value_t<core_t<A>>, T>;
  using type = core_node<F, core_t<A>, held_constant<divisor>>;
  template <int J, class V>
  WEFT_INLINE static constexpr type of(V& visit, node<F, A, constant_leaf<T, X>> const& e) {
    visit.constant(e.children.second);
    return {e.function,
            core_type<A>::template of<J>(visit, e.children.first),
            {core_constant<divisor>{divisor(e.children.second.value)}}};
  }
};
template <class F, class A, class B, class Access>
struct core_type<node<F, A, B>, Access> {
  using type = core_node<typename node<F, A, B>::function_type, core_t<A, Access>, core_t<B, Access>>;
  template <int J, class V>
  WEFT_INLINE static constexpr type of(V& visit, node<F, A, B> const& e) {
    return {e.function, core_type<A, Access>::template of<J>(visit, e.children.first),
            core_type<B, Access>::template of<J + core_t<A, Access>::slots>(visit, e.children.second)};
  }
};

/// False if a function of the program is called. A deferred operation with such a function in its operands is evaluated
/// once, even if it occurs several times in a statement; without one, a small statement computes it each time.
template <class E>
inline constexpr bool calls_nothing = true;
template <class F, class... C>
inline constexpr bool calls_nothing<node<F, C...>> = requires { F::total; } && (calls_nothing<C> && ...);
template <class F, class L, class... C>
inline constexpr bool calls_nothing<deferred<F, L, C...>> = (calls_nothing<C> && ...);

} // namespace weft::detail
