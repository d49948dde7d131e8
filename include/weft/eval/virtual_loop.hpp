#pragma once
#include <weft/eval/compiled.hpp>
#include <weft/eval/table.hpp>
#include <weft/eval/virtual_leaf.hpp>

// Where WEFT_VIRTUAL_LOOPS is 1, statements whose operations the library has kernels of are not compiled into loops of
// their own: the type of each becomes a program, which reads leaves and constants as operands.
namespace weft::detail {

/// True if all operations of E have kernels in the library.
template <class E>
inline constexpr bool is_compiled = HasDtype<typename E::value_type>;
template <class F, class... C>
inline constexpr bool is_compiled<node<F, C...>> =
    has_compiled<F, typename C::value_type...> && (is_compiled<C> && ...);

/// True for an operation on others, which are no deferred ones.
template <class E>
inline constexpr bool is_element_wise = false;
template <class F, class... C>
inline constexpr bool is_element_wise<node<F, C...>> = !node<F, C...>::is_deferred;

/// True if target = e, with elements of type T, runs as a program in this build.
template <class T, class E>
inline constexpr bool is_virtual_loop =
    WEFT_VIRTUAL_LOOPS != 0 && is_element_wise<E> && is_compiled<E> && std::is_same_v<T, typename E::value_type>;

/// One step of the type of an expression, in postfix order: an operation of compiled_operations and the type of its
/// operands, or an operand of that type.
struct loop_word {
  int operation; ///< -1: an operand
  int operands;
  dtype type;
};
template <class E>
struct loop_words {
  static constexpr int count = 1, leaves = 1;
  static constexpr void write(loop_word*& to) { *to++ = {-1, 0, dtype_of<typename E::value_type>}; }
  WEFT_FN static void enter(loop_operand*& to, E const& e) {
    if constexpr (requires { e.value; })
      *to++ = {memory_kind<typename E::value_type, layout<extents<>, dense<row_major>>, true>(),
               reinterpret_cast<index_t>(&e.value),
               0,
               nullptr,
               nullptr,
               nullptr,
               0};
    else
      entering{to++}.template leaf<0>(e);
  }
};
template <class F, class A, class B>
  requires requires { typename F::straight; }
struct loop_words<node<F, A, B>> : loop_words<node<typename F::straight, B, A>> {
  WEFT_FN static void enter(loop_operand*& to, node<F, A, B> const& e) {
    loop_words<B>::enter(to, get<1>(e.children));
    loop_words<A>::enter(to, get<0>(e.children));
  }
};
template <class F, class... C>
struct loop_words<node<F, C...>> {
  static constexpr int count = (1 + ... + loop_words<C>::count), leaves = (0 + ... + loop_words<C>::leaves);
  static constexpr void write(loop_word*& to) {
    constexpr dtype types[] = {dtype_of<typename C::value_type>...};
    (loop_words<C>::write(to), ...);
    *to++ = {compiled_entry_of<F>.number, int(sizeof...(C)), types[sizeof...(C) - 1]};
  }
  WEFT_FN static void enter(loop_operand*& to, node<F, C...> const& e) {
    [&]<int... I>(std::integer_sequence<int, I...>) {
      (loop_words<C>::enter(to, get<I>(e.children)), ...);
    }(std::make_integer_sequence<int, int(sizeof...(C))>{});
  }
};
template <class E>
struct loop_word_list {
  loop_word word[loop_words<E>::count]{};
  constexpr loop_word_list() {
    loop_word* to = word;
    loop_words<E>::write(to);
  }
};

/// Made once for each type of expression; never freed.
struct loop_program;
WEFT_API loop_program const& make_loop_program(loop_word const* words, int count);
/// Runs or describes it; operand 0 is the target, then come leaves and constants from left to right.
WEFT_API void run_loop_program(loop_program const& program, loop_operand const* operand, session& s);

/// target = e by a program.
template <class T, class L, class E>
WEFT_FN void assign_by_program(strided_leaf<T, L> const& target, E const& e, session& s) {
  static constexpr loop_word_list<E> words{};
  static loop_program const& program = make_loop_program(words.word, loop_words<E>::count);
  loop_operand operand[1 + loop_words<E>::leaves];
  entering{operand}.template leaf<0>(target);
  loop_operand* to = operand + 1;
  loop_words<E>::enter(to, e);
  run_loop_program(program, operand, s);
}

} // namespace weft::detail
