#pragma once
#include <weft/eval/compiled.hpp>
#include <weft/eval/table.hpp>
#include <weft/eval/virtual_leaf.hpp>

#include <new>

// If WEFT_VIRTUAL_LOOPS is 1, a statement whose operations all have kernels in the library is not compiled into a loop
// of its own. Its type becomes a program, which reads leaves and constants as operands.
namespace weft::detail {

/// True if all operations of E have kernels in the library.
template <class E>
inline constexpr bool is_compiled = HasDtype<typename E::value_type>;
template <class F, class... C>
inline constexpr bool is_compiled<node<F, C...>> =
    has_compiled<F, typename C::value_type...> && (is_compiled<C> && ...);

/// True for an operation whose operands are not deferred.
template <class E>
inline constexpr bool is_element_wise = false;
template <class F, class... C>
inline constexpr bool is_element_wise<node<F, C...>> = !node<F, C...>::is_deferred;

/// True if target = e, with elements of type T, runs as a program in this build.
template <class T, class E>
inline constexpr bool is_virtual_loop =
    WEFT_VIRTUAL_LOOPS != 0 && is_element_wise<E> && is_compiled<E> && std::is_same_v<T, typename E::value_type>;

/// One step of a core in postfix order: an operation, by its number in all_operations and the type of its operands, or
/// an operand of that type. Statements that differ only in layouts have the same core, and share a program.
struct loop_word {
  int operation; ///< -1: the step is an operand
  int operands;
  dtype type;
};
template <class Core>
struct loop_words {
  static constexpr int count = 1, leaves = 1; ///< constants count as leaves
  WEFT_FN static constexpr void write(loop_word*& to) { *to++ = {-1, 0, dtype_of<core_value_t<Core>>}; }
};
template <class F, class... C>
struct loop_words<core_node<F, C...>> {
  static constexpr int count = (1 + ... + loop_words<C>::count), leaves = (0 + ... + loop_words<C>::leaves);
  WEFT_FN static constexpr void write(loop_word*& to) {
    constexpr dtype types[] = {dtype_of<core_value_t<C>>...};
    (loop_words<C>::write(to), ...);
    *to++ = {operation_number<F>, int(sizeof...(C)), types[sizeof...(C) - 1]};
  }
};
template <class F, class A, class B>
  requires requires { typename F::straight; }
struct loop_words<core_node<F, A, B>> : loop_words<core_node<typename F::straight, B, A>> {};

/// A program, and the words that it is made from. The first statement with the core makes it; it is never freed.
struct loop_program;
struct loop_type {
  loop_word const* words;
  int count;
  loop_program const* made = nullptr;
};
template <class Core>
struct loop_type_of : loop_type {
  loop_word word[loop_words<Core>::count]{};
  WEFT_FN constexpr loop_type_of() : loop_type{word, loop_words<Core>::count} {
    loop_word* to = word;
    loop_words<Core>::write(to);
  }
};
template <class Core>
WEFT_FN loop_type& type_of_loop() {
  static constinit loop_type_of<Core> type{};
  return type;
}

/// Runs or describes the program. Operand 0 is the target; leaves and constants follow from left to right.
WEFT_API void run_loop_program(loop_type& type, loop_table const& table, session& s);

/// A copy of a constant, so that no operand points into the expression.
struct loop_constant {
  alignas(16) unsigned char bytes[16];
};
/// Enters leaves as operands, with the facts that types know, and constants as memory that repeats.
template <int Rank>
struct entering_values {
  entering<Rank> leaves;
  operand_kind* kind;
  loop_constant* room;
  template <int J, class X>
  WEFT_INLINE void leaf(X const& e) {
    if constexpr (requires { e.value; }) {
      using T = typename X::value_type;
      auto const* const value = ::new (static_cast<void*>(room[J].bytes)) T(e.value);
      layout<extents<>, dense<row_major>> const one{};
      kind[J] = memory_kind(index_t(sizeof(T)));
      leaves.template place<J>(reinterpret_cast<index_t>(value), one, 0);
    } else {
      kind[J] = slot_kind<core_t<X>>::kind();
      leaves.template leaf<J>(e);
    }
  }
};

template <class E>
inline constexpr int leaves_of_loop = loop_words<core_t<E>>::leaves;
template <class... C>
WEFT_FN constexpr int leaves_before(int child) {
  constexpr int leaves[] = {leaves_of_loop<C>...};
  int count = 0;
  for (int k = 0; k < child; ++k)
    count += leaves[k];
  return count;
}
template <int J, class Into, class E>
WEFT_INLINE void enter_leaves(Into& into, E const& e) {
  into.template leaf<J>(e);
}
template <int J, class Into, class F, class... C>
WEFT_INLINE void enter_leaves(Into& into, node<F, C...> const& e) {
  [&]<int... At>(std::integer_sequence<int, At...>) {
    (enter_leaves<J + leaves_before<C...>(At)>(into, get<At>(e.children)), ...);
  }(std::make_integer_sequence<int, int(sizeof...(C))>{});
}
template <int J, class Into, class F, class A, class B>
  requires requires { typename F::straight; }
WEFT_INLINE void enter_leaves(Into& into, node<F, A, B> const& e) {
  enter_leaves<J>(into, get<1>(e.children));
  enter_leaves<J + leaves_of_loop<B>>(into, get<0>(e.children));
}

/// The number of operands, with the target.
template <class E>
inline constexpr int operands_of_loop = 1 + leaves_of_loop<E>;

/// Runs an expression by its program. The library has kernels for all its operations.
struct program_call {
  loop_type& type;
  WEFT_INLINE bool operator()(loop_table const& table, session& s) const {
    run_loop_program(type, table, s);
    return true;
  }
};

/// Calls run(table, call) with the operands of a program. `run` enters the target, operand 0.
template <class T, int Rank, Shape S, class E, class Run>
WEFT_INLINE void with_program_table(S const& space, E const& e, Run const& run) {
  constexpr int operands = operands_of_loop<E>;
  table_room<operands, Rank, true> room(space);
  operand_kind kinds[std::size_t(operands)];
  kinds[0] = memory_kind(index_t(sizeof(T)));
  loop_constant constants[std::size_t(operands)];
  entering_values<Rank> into{room.enter(), kinds, constants};
  enter_leaves<1>(into, e);
  run(room.table(kinds), program_call{type_of_loop<core_t<E>>()});
}

} // namespace weft::detail
