#pragma once
#include <weft/eval/kernel.hpp>
#include <weft/eval/loop.hpp>
#include <weft/eval/reads.hpp>
#include <weft/layout/walk.hpp>

#include <utility>

namespace weft::detail {

/// How the strides of an operand are found.
enum class stride_rule : unsigned char {
  stored,
  last_is_one,  ///< the strides of the operand, but 1 on the last axis
  first_is_one, ///< the strides of the operand, but 1 on the first axis
  by_rows,      ///< computed from the extents: no gaps, the last axis is the fastest
  by_columns    ///< computed from the extents: no gaps, the first axis is the fastest
};
template <class Order>
inline constexpr stride_rule rule_of = stride_rule::stored;
template <>
inline constexpr stride_rule rule_of<row_major> = stride_rule::last_is_one;
template <>
inline constexpr stride_rule rule_of<column_major> = stride_rule::first_is_one;
template <>
inline constexpr stride_rule rule_of<dense<row_major>> = stride_rule::by_rows;
template <>
inline constexpr stride_rule rule_of<dense<column_major>> = stride_rule::by_columns;

/// Writes `count` values of a generator, `step` apart. If its function has a member fill(), that does it.
template <class G>
WEFT_FN void fill_from(void const* context, void* out, index_t number, index_t step, index_t count) {
  using T = typename G::value_type;
  G const& g = *static_cast<G const*>(context);
  if constexpr (requires { g.function.fill(out, number, step, count); })
    return g.function.fill(out, number, step, count);
  T* const to = static_cast<T*>(out);
  if (step != 1 || g.own.rank() <= 1) {
    for (index_t i = 0; i < count; ++i)
      to[i] = g.at_number(number + i * step);
    return;
  }
  index_t index[max_rank];
  g.unravel(number, index);
  int const last = g.own.rank() - 1;
  for (index_t i = 0; i < count; ++i) {
    to[i] = g.at_index(index);
    if (++index[last] == g.own.entry(last)) {
      index[last] = 0;
      next_index(g.own, last, index, [](int, index_t) {});
    }
  }
}

/// The size of the elements that a fold stores at the addresses that a generator gives; 0 for other generators.
template <class G>
inline constexpr std::uint16_t stored_bytes = 0;

template <class G>
WEFT_FN constexpr operand_kind generator_kind() {
  return {.size = index_t(sizeof(typename G::value_type)),
          .fill = &fill_from<G>,
          .fresh = !ListsMemory<G>, // not .list == nullptr: GCC 12 with -fsanitize=undefined rejects that
          .numbers = is_number_slot<generator_slot<G>>,
          .stored = stored_bytes<G>,
          .list = lister<G>()};
}

// The kinds of the operands of a core. They follow from its slots; the kind of the target is the first.
template <class Slot>
struct slot_kind {
  static constexpr bool generated = false;
  WEFT_FN static constexpr operand_kind kind() { return memory_kind(index_t(sizeof(typename Slot::value_type))); }
};
template <class G>
struct slot_kind<generator_slot<G>> {
  static constexpr bool generated = true;
  WEFT_FN static constexpr operand_kind kind() { return generator_kind<G>(); }
};
/// Returns the kinds as a constant of a function, because functions carry the tag of the build.
template <class T, class... S>
WEFT_INLINE operand_kind const* kinds_of(slot_list<S...>) {
  static constexpr operand_kind kinds[] = {slot_kind<slot<T>>::kind(), slot_kind<S>::kind()...};
  return kinds;
}
template <class... S>
WEFT_FN constexpr bool generates(slot_list<S...>) {
  return (slot_kind<S>::generated || ...);
}

/// Returns the step of an operand along its axis K; 0 if its extent is 1, because the operand repeats along it.
template <int K, class L>
WEFT_INLINE constexpr index_t step_along(L const& place, index_t unit) {
  constexpr index_t n = L::extents_type::statics[K];
  index_t const step = n == 1 ? 0 : place.stride(K) * unit;
  return n == dyn && place.extent(K) == 1 ? 0 : step;
}

/// Writes the steps of an operand into a table. Its axes are the last ones of the index space.
template <class L>
WEFT_FN void write_steps(index_t* step, int operands, int rank, L const& place, index_t unit) {
  constexpr stride_rule rule = rule_of<typename L::order>;
  int const own = place.rank();
  for (int k = 0; k < rank - own; ++k, step += operands)
    *step = 0;
  index_t run = unit;
  for (int i = 0; i < own; ++i) {
    int const k = rule == stride_rule::by_columns ? i : own - 1 - i;
    index_t const extent = place.extent(k);
    index_t by = run;
    if constexpr (!is_dense<typename L::order>)
      by = place.stride(k) * unit;
    step[k * operands] = extent == 1 ? 0 : by;
    run *= extent;
  }
}
/// Writes the steps of an operand into a table, as write_steps does, but written out for index spaces of at most two
/// axes.
template <int Rank, class L>
WEFT_INLINE void enter_steps(index_t* step, int operands, int rank, L const& place, index_t unit) {
  constexpr int own = L::static_rank;
  if constexpr (own < 0 || Rank < own || Rank > 2)
    write_steps(step, operands, rank, place, unit);
  else
    [&]<int... K>(std::integer_sequence<int, K...>) {
      ((step[K * operands] = 0), ...);
      [&]<int... J>(std::integer_sequence<int, J...>) {
        ((step[(sizeof...(K) + J) * std::size_t(operands)] = step_along<J>(place, unit)), ...);
      }(std::make_integer_sequence<int, own>{});
    }(std::make_integer_sequence<int, Rank - own>{});
}

/// Enters the leaves of an expression (see core_type) into a table over an index space of static rank Rank (-1: known
/// only at run time).
template <int Rank>
struct entering {
  int operands, rank;
  index_t *position, *steps;
  void const** context; ///< the generators; null: there are none

  template <int J, class T, class L, class K>
  WEFT_INLINE void leaf(strided_leaf<T, L, K> const& e) {
    e.keep.watched().check("assignment");
    place<J>(reinterpret_cast<index_t>(e.data), e.place, index_t(sizeof(T)));
  }
  template <int J, class T, class L>
  WEFT_INLINE void leaf(value_leaf<T, L> const& e) {
    place<J>(reinterpret_cast<index_t>(e.elements), e.place, index_t(sizeof(T)));
  }
  template <int J, class F, class O, class L>
  WEFT_INLINE void leaf(generator_leaf<F, O, L> const& e) {
    place<J>(e.offset, e.place, 1);
    context[J] = &e;
  }
  template <class C>
  WEFT_INLINE void constant(C const&) {}
  template <int J, class L>
  WEFT_INLINE void place(index_t at, L const& where, index_t unit) {
    position[J] = at;
    enter_steps<Rank>(steps + J, operands, rank, where, unit);
  }
};

/// Memory for the table of a statement, on the stack.
template <int Operands, int Rank, bool Generates>
struct table_room {
  static constexpr int axes = Rank < 0 ? max_rank : Rank == 0 ? 1 : Rank;
  int rank;
  index_t position[std::size_t(Operands)], steps[std::size_t(axes * Operands)], extents[std::size_t(axes)];
  void const* context[std::size_t(Generates ? Operands : 1)];

  template <Shape E>
  WEFT_INLINE constexpr explicit table_room(E const& over) : rank(Rank < 0 ? over.rank() : Rank) {
    if constexpr (Rank >= 0)
      [&]<int... K>(std::integer_sequence<int, K...>) {
        ((extents[K] = over.entry(K)), ...);
      }(std::make_integer_sequence<int, Rank>{});
    else
      for (int k = 0; k < rank; ++k)
        extents[k] = over.entry(k);
  }
  WEFT_INLINE entering<Rank> enter() { return {Operands, rank, position, steps, context}; }
  WEFT_INLINE loop_table table(operand_kind const* kinds) {
    return {Operands, rank, kinds, position, steps, extents, Generates ? context : nullptr};
  }
};
/// Enters the target into a table that holds all other operands.
template <int Rank, class T, class L>
WEFT_INLINE void enter_target(loop_table const& t, strided_leaf<T, L> const& target) {
  entering<Rank>{t.operands, t.rank, t.position, t.steps, nullptr}.template leaf<0>(target);
}

template <class Core, int Rank, int More = 1>
using room_for = table_room<Core::slots + More, Rank, generates(slots_t<Core>{})>;

} // namespace weft::detail
