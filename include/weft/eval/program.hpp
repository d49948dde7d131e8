#pragma once
#include <weft/eval/assign.hpp>
#include <weft/eval/compiled.hpp>
#include <weft/eval/virtual_leaf.hpp>

// From expressions whose types say what they compute to such that are decided at run time, and back.
namespace weft::detail {

/// One operation of a kernel, for explain(): in postfix order; a name is null for an operand.
struct core_word {
  char const* name;
  int operands;
};
template <class Core>
struct core_words {
  static constexpr int count = 1;
  static constexpr void write(core_word*& to) { *to++ = {Core::slots != 0 ? nullptr : "constant", 0}; }
};
template <class F, class... C>
struct core_words<core_node<F, C...>> {
  static constexpr int count = (1 + ... + core_words<C>::count);
  static constexpr void write(core_word*& to) {
    (core_words<C>::write(to), ...);
    *to++ = {F::name, int(sizeof...(C))};
  }
};
template <class Core>
struct core_word_list {
  core_word word[core_words<Core>::count + 1]{};
  constexpr core_word_list() {
    core_word* to = word;
    core_words<Core>::write(to);
  }
};

/// Compile-time facts about a call.
struct call_kind {
  map_kind const* kernel;
  core_word const* words; ///< one more than the kernel has: the last one has no name and no operands
  int count;
  dtype type;     ///< of the result
  index_t size;   ///< bytes of the core that say what it computes, where two of the same bytes compute the same; else 0
  bool stateless; ///< all that it computes is said by its type
  bool refuses;   ///< it may throw for a value, before which nothing is to be written
  int operation = -1; ///< its number among all_operations, where it is one of them alone
  dtype operands{};   ///< and the type of what that reads
};
/// Compile-time facts about a deferred operand.
struct deferred_kind {
  evaluated_operand (*evaluate)(void const* operand, session& s); ///< owned by the session or by the caller
  void (*list)(void const* operand, memory_listener const& listener);
};

// Makers of parts. Addresses are of the element of index 0, and strides in elements.
WEFT_API program_ref memory_part(dtype type, index_t position, layout<dynamic_extents, strided> const& place,
                                 storage_ref const& keep);
WEFT_API program_ref constant_part(dtype type, void const* value, dynamic_extents const& shape);
WEFT_API program_ref generator_part(dtype type, operand_kind const& kind, erased_object generator, index_t first,
                                    layout<dynamic_extents, strided> const& place);
WEFT_API program_ref deferred_part(dtype type, deferred_kind const& kind, erased_object operand,
                                   layout<dynamic_extents, strided> const& place);
/// Takes the operands over, and refers to the kind. Throws shape_error unless they broadcast to the shape.
WEFT_API program_ref call_part(call_kind const& kind, erased_object core, program_ref* operands, int count,
                               dynamic_extents const& shape);

/// The operation with a number among all_operations, of operands of a type; of a choice the mask comes before
/// them. Takes the operands over; shape_error as above.
WEFT_API program_ref operation_part(int operation, dtype type, program_ref* operands, int count,
                                    dynamic_extents const& shape);

/// target = the expression, whose elements have the type of the target's. Deferred operands are evaluated first, in the
/// session.
WEFT_API void run_program(program_ref const& program, footprint const& target, session& s);
/// The expression with each deferred operand replaced by its result.
WEFT_API program_ref evaluated_program(program_ref const& program, session& s);
/// The expression with copies of the memory that it reads.
WEFT_API program_ref owned_program(program_ref const& program);
/// Computes the elements with row-major numbers first, first + step, ... of an expression without deferred operands.
WEFT_API void fill_from_program(program_part const& program, void* out, index_t first, index_t step, index_t count);
/// If the elements of an expression lie in memory, sets its position and the steps of its axes, in bytes, which lie
/// `operands` apart; else it says false. Throws layout_error if the memory has died.
WEFT_API bool lies_in_memory(program_part const& program, index_t* position, index_t* steps, int operands);
/// Comparisons of parts that this thread has made so far, to make programs. Tests see by it that they grow as programs
/// do.
WEFT_API index_t parts_compared();

/// The values of such an expression as a generator: a function of the row-major number in its own shape.
template <class T>
struct program_values {
  program_ref program;
  dynamic_extents shape;

  WEFT_FN void fill(void* out, index_t first, index_t step, index_t count) const {
    fill_from_program(*program, out, first, step, count);
  }
  /// Enters operand j of a table, if the values lie in memory; else it says false.
  template <class Table>
  WEFT_FN bool enters_memory(Table const& to, int j) const {
    return lies_in_memory(*program, to.position + j, to.steps + j, to.operands);
  }
  template <class... At>
  WEFT_FN T operator()(At... i) const {
    index_t const index[] = {i..., 0};
    return at(index);
  }
  WEFT_FN T operator()(dynamic_extents const& i) const { return at(i.values()); }
  template <class R>
  WEFT_FN void reads(R const& r) const {
    if constexpr (requires { r.listener(); })
      list_program(*program, r.listener());
  }

private:
  WEFT_FN T at(index_t const* index) const {
    T value{};
    fill(&value, offset_at(layout<dynamic_extents, dense<row_major>>(shape), index), 1, 1);
    return value;
  }
};

/// Evaluates the parts that must be evaluated before the loop. The loop computes the rest where it reads it.
template <class T, class Extents>
WEFT_FN auto materialise(virtual_leaf<T, Extents> const& e, session& s) {
  using place = layout<Extents, dense<row_major>>;
  s.nested = true;
  return generator_leaf<program_values<T>, Extents, place>(
      program_values<T>{evaluated_program(e.program, s), convert_extents<dynamic_extents>(e.extents())}, e.extents(),
      place(e.extents()), 0);
}

template <class E>
WEFT_FN void list_operands(E const& e, memory_listener const& listener) {
  if constexpr (is_deferred_operation<E>)
    [&]<int... At>(std::integer_sequence<int, At...>) {
      (list_operands(get<At>(e.operands), listener), ...);
    }(std::make_integer_sequence<int, std::remove_cvref_t<decltype(e.operands)>::count>{});
  else if constexpr (requires { e.parts; })
    for (auto const& part : e.parts)
      list_operands(part, listener);
  else if constexpr (requires { e.children; })
    [&]<int... At>(std::integer_sequence<int, At...>) {
      (list_operands(get<At>(e.children), listener), ...);
    }(std::make_integer_sequence<int, E::arity>{});
  else
    memory_reader(listener).tell(e);
}

template <class D>
WEFT_FN deferred_kind const& deferred_kind_of() {
  static constexpr deferred_kind kind{[](void const* operand, session& s) {
                                        auto ready = materialise(*static_cast<D const*>(operand), s);
                                        return evaluated_operand{ready.keep.yield(),
                                                                 reinterpret_cast<index_t>(ready.data)};
                                      },
                                      [](void const* operand, memory_listener const& listener) {
                                        list_operands(*static_cast<D const*>(operand), listener);
                                      }};
  return kind;
}

template <class Layout>
WEFT_FN layout<dynamic_extents, strided> any_strides(Layout const& l) {
  return convert_layout<layout<dynamic_extents, strided>>(l);
}

/// Writes down the leaves of an expression as parts.
struct entering_parts {
  program_ref* to;
  template <int J, class T, class L, class K>
  WEFT_FN void leaf(strided_leaf<T, L, K> const& e) {
    to[J] = memory_part(dtype_of<std::remove_const_t<T>>, reinterpret_cast<index_t>(e.data), any_strides(e.place),
                        storage_ref(e.keep));
  }
  template <int J, class T, class L>
  WEFT_FN void leaf(value_leaf<T, L> const& e) {
    leaf<J>(e.to_shared());
  }
  template <int J, class F, class O, class L>
  WEFT_FN void leaf(generator_leaf<F, O, L> const& e) {
    using G = generator_leaf<F, O, L>;
    to[J] =
        generator_part(dtype_of<typename G::value_type>, generator_kind<G>(), erase(e), e.offset, any_strides(e.place));
  }
  template <int J, class T, class E>
  WEFT_FN void leaf(virtual_leaf<T, E> const& e) {
    to[J] = e.program;
  }
  template <int J, class F, class L, class... C>
  WEFT_FN void leaf(deferred<F, L, C...> const& e) {
    using D = deferred<F, L, C...>;
    to[J] = deferred_part(dtype_of<typename F::value_type>, deferred_kind_of<D>(), erase(e), any_strides(e.place));
  }
  template <class C>
  WEFT_FN void constant(C const&) {}
};

template <class... S>
WEFT_FN constexpr bool have_dtypes(slot_list<S...>) {
  return (HasDtype<typename S::value_type> && ...);
}

template <class E>
WEFT_FN call_kind const& call_kind_of() {
  using core = core_t<E>;
  using value = typename E::value_type;
  static constexpr core_word_list<core> words{};
  static call_kind const kind{&bytewise_constant<value, core, false, held_variants<core, -1>>(),
                              words.word,
                              core_words<core>::count,
                              dtype_of<value>,
                              core::total && std::is_trivially_copyable_v<core> ? index_t(sizeof(core)) : 0,
                              std::is_empty_v<core>,
                              may_refuse<E>};
  return kind;
}

/// True if E becomes calls of kernels that the library has. A kernel of their own is as fast for one operation, and
/// faster for several.
template <class E>
inline constexpr bool is_made_of_compiled =
    is_compiled<E> && (core_t<E>::operations == 1 || (WEFT_VIRTUAL_LOOPS != 0 && core_t<E>::operations > 1));

template <class E>
WEFT_FN program_ref to_program(E const& e);

template <class F, class... C>
WEFT_FN program_ref compiled_program(node<F, C...> const& e) {
  return [&]<int... At>(std::integer_sequence<int, At...>) {
    program_ref operand[] = {to_program(get<At>(e.children))...};
    if constexpr (requires { typename F::straight; })
      std::swap(operand[0], operand[1]);
    constexpr dtype types[] = {dtype_of<typename C::value_type>...};
    return operation_part(operation_number<F>, types[sizeof...(C) - 1], operand, sizeof...(C),
                          convert_extents<dynamic_extents>(e.extents()));
  }(std::make_integer_sequence<int, int(sizeof...(C))>{});
}

/// An expression as one that is decided at run time: its operations become one call of a kernel of their own, or calls
/// of the library's kernels.
template <class E>
WEFT_FN program_ref to_program(E const& e) {
  using core = core_t<E>;
  static_assert(HasDtype<typename E::value_type> && have_dtypes(slots_t<core>{}),
                "weft: any_expr holds expressions of numbers that have a dtype");
  if constexpr (HasDtype<typename E::value_type> && have_dtypes(slots_t<core>{})) {
    auto const shape = convert_extents<dynamic_extents>(e.extents());
    if constexpr (is_constant_leaf<E>) {
      return constant_part(dtype_of<typename E::value_type>, &e.value, shape);
    } else if constexpr (is_made_of_compiled<E>) {
      return compiled_program(e);
    } else {
      program_ref operand[core::slots + 1];
      entering_parts into{operand};
      core const made = core_type<E>::template of<0>(into, e);
      if constexpr (core::operations == 0)
        return static_cast<program_ref&&>(operand[0]);
      else
        return call_part(call_kind_of<E>(), erase(made), operand, core::slots, shape);
    }
  } else {
    return {};
  }
}

/// target = e, where e holds what is decided at run time: all of it becomes one program.
template <class T, class L, class E>
WEFT_FN void assign_virtual(strided_leaf<T, L> const& target, E const& e, session& s) {
  if constexpr (std::same_as<T, typename E::value_type>) {
    index_t extents[max_rank], strides[max_rank];
    target.keep.check("assignment");
    footprint const bytes = footprint_of(target, extents, strides);
    if constexpr (requires { e.program; })
      run_program(e.program, bytes, s);
    else
      run_program(to_program(e), bytes, s);
  } else {
    assign_loop(target, materialise(e, s), s);
  }
}

} // namespace weft::detail
