#pragma once
#include <weft/eval/assign.hpp>
#include <weft/eval/compiled.hpp>
#include <weft/eval/virtual_leaf.hpp>

// Converts expressions whose types tell what they compute to expressions that are decided at run time, and back.
namespace weft::detail {

/// One operation or operand of a kernel in postfix order, for explain(). The name of an operand is null.
struct core_word {
  char const* name;
  int operands;
};
template <class Core>
struct core_words {
  static constexpr int count = 1;
  WEFT_FN static constexpr void write(core_word*& to) { *to++ = {Core::slots != 0 ? nullptr : "constant", 0}; }
};
template <class F, class... C>
struct core_words<core_node<F, C...>> {
  static constexpr int count = (1 + ... + core_words<C>::count);
  WEFT_FN static constexpr void write(core_word*& to) {
    (core_words<C>::write(to), ...);
    *to++ = {F::name, int(sizeof...(C))};
  }
};
template <class Core>
struct core_word_list {
  core_word word[core_words<Core>::count + 1]{};
  WEFT_FN constexpr core_word_list() {
    core_word* to = word;
    core_words<Core>::write(to);
  }
};

/// Compile-time facts about a call of a kernel in a program.
struct call_kind {
  map_kind const* kernel;
  core_word const* words; ///< the words of the kernel, and then an empty one
  int count;
  dtype type;         ///< the element type of the result
  index_t size;       ///< the size of the core in bytes, if cores with the same bytes compute the same; else 0
  bool stateless;     ///< the type of the core tells all that it computes
  bool refuses;       ///< it may throw for a value; so nothing may be written before it has run
  int operation = -1; ///< the number of its only operation in all_operations; -1: it has several, or another one
  dtype operands{};   ///< the type of the operands of that operation
};
/// Compile-time facts about a deferred operand of a program.
struct deferred_kind {
  evaluated_operand (*evaluate)(void const* operand, session& s); ///< the result is owned by the session or the caller
  void (*list)(void const* operand, memory_listener const& listener);
};

// Functions that make parts of a program. `position` and `first` belong to the element of index 0; strides are in
// elements.
WEFT_API program_ref memory_part(dtype type, index_t position, layout<dynamic_extents, strided> const& place,
                                 storage_ref const& keep);
WEFT_API program_ref constant_part(dtype type, void const* value, dynamic_extents const& shape);
WEFT_API program_ref generator_part(dtype type, operand_kind const& kind, erased_object generator, index_t first,
                                    layout<dynamic_extents, strided> const& place);
WEFT_API program_ref deferred_part(dtype type, deferred_kind const& kind, erased_object operand,
                                   layout<dynamic_extents, strided> const& place);
/// Returns a call of a kernel. It takes over the core and the operands, and refers to `kind`. Throws shape_error unless
/// the operands broadcast to the shape.
WEFT_API program_ref call_part(call_kind const& kind, erased_object core, program_ref* operands, int count,
                               dynamic_extents const& shape);

/// Returns the operation with this number in all_operations, on operands of one type; for a choice the mask comes
/// first. It takes over the operands. Throws shape_error unless they broadcast to the shape.
WEFT_API program_ref operation_part(int operation, dtype type, program_ref* operands, int count,
                                    dynamic_extents const& shape);

/// Sets the target to the values of the expression, which have its element type. Deferred operands are evaluated first,
/// in the session.
WEFT_API void run_program(program_ref const& program, footprint const& target, session& s);
/// Returns the expression with each deferred operand replaced by its result.
WEFT_API program_ref evaluated_program(program_ref const& program, session& s);
/// Returns the expression with copies of the memory that it reads.
WEFT_API program_ref owned_program(program_ref const& program);
/// Computes elements of an expression without deferred operands: with the row-major numbers first, first + step, ...
WEFT_API void fill_from_program(program_part const& program, void* out, index_t first, index_t step, index_t count);
/// If the elements of an expression lie in memory, writes the address of the first one and the steps of its axes in
/// bytes, `operands` entries apart, and returns true; otherwise returns false. Throws layout_error if the memory was
/// freed.
WEFT_API bool lies_in_memory(program_part const& program, index_t* position, index_t* steps, int operands);
/// Returns how many comparisons of parts this thread has made so far to make programs. A test uses it to see that the
/// number grows in proportion to programs.
WEFT_API index_t parts_compared();

/// A generator of the values of an expression that is decided at run time. The values are a function of the index in
/// the shape of the expression.
template <class T>
struct program_values {
  program_ref program;
  dynamic_extents shape;

  WEFT_FN void fill(void* out, index_t first, index_t step, index_t count) const {
    fill_from_program(*program, out, first, step, count);
  }
  /// If the values lie in memory, enters them as operand j of a table and returns true; otherwise returns false.
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

/// Evaluates the parts that must be evaluated before the loop. The loop computes all others when it reads them.
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
  else if constexpr (requires { e.entries; })
    for (auto const& entry : e.entries)
      list_operands(entry, listener);
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

/// Turns the leaves of an expression into parts of a program.
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

/// True if E becomes calls of kernels that the library has. For one operation they are as fast as a kernel of E's own,
/// which is faster for several operations.
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

/// Returns an expression as one that is decided at run time. Its operations become one call of a kernel of their own,
/// or calls of kernels of the library.
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

/// Sets target = e, where e contains an expression that is decided at run time. All of e becomes one program.
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
