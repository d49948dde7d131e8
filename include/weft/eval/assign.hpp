#pragma once
#include <weft/eval/linear_form.hpp>
#include <weft/eval/materialise.hpp>
#include <weft/eval/table.hpp>

namespace weft::detail {

/// Static shapes of up to this many elements get kernels of their own, unrolled.
inline constexpr index_t max_unrolled = 64;
/// Up to this many operations they are unrolled where they stand; beyond, the instruction set of a clone pays for a
/// call.
inline constexpr index_t max_unrolled_in_place = 40;

template <class T, class L, class E>
WEFT_SLOW void assign_apart(strided_leaf<T, L> const& target, E const& e, session& s);

template <int Count>
struct variant_list {
  static constexpr int count = Count;
  kernel_variant list[Count];
};
template <class T, class Core, int... J>
WEFT_FN variant_list<1 + int(sizeof...(J))> held_variants(std::integer_sequence<int, J...>) {
  return {
      {{0, cloned<map_body<T, Core, 0>>::choose()}, {1u << J, cloned<map_body<T, Core, 1u << J>>::choose_wide()}...}};
}
/// One kernel that reads every operand through a pointer. In small expressions also one for each operand that may be
/// constant along rows, which it holds in a register: through a filled buffer X * row + column took 1.2 to 1.6 times as
/// long for 100 x 100, however the buffer was filled. Vectors have no rows, and larger expressions use the buffer.
template <class T, class Core, int Rank>
WEFT_FN auto variants_of() {
  constexpr int slots = slots_t<Core>::count;
  constexpr bool hold = slots >= 2 && slots <= 4 && (Rank < 0 || Rank > 1);
  return held_variants<T, Core>(std::make_integer_sequence<int, (hold ? slots : 0)>{});
}

template <class T, class L, class E>
WEFT_SLOW void assign_general(strided_leaf<T, L> const& target, E const& e, session& s) {
  using core = core_t<E>;
  operand_table<core::slots + 1, L::static_rank> table;
  auto const& whole = target.extents();
  for (int k = 0; k < whole.rank(); ++k)
    table.extents[k] = whole[k];
  enter<0>(table, target, whole);
  enter<1>(table, e, whole);
  const core c = core_of(e);
  loop_request q = table.request(whole.rank());
  q.core = &c;
  q.operations = core::operations;
  if constexpr (is_bytewise<T> && bytewise_slots(slots_t<core>{})) {
    const auto variant = variants_of<T, core, L::static_rank>();
    q.variant = variant.list;
    q.variants = variant.count;
    run_loop(q, s);
  } else {
    const kernel_variant variant[] = {{0, &strided_map_body<T, core>::run}};
    q.variant = variant;
    q.variants = 1;
    q.elementwise = true;
    if (!run_loop(q, s))
      assign_apart(target, e, s);
  }
}

/// By way of a temporary, for elements that cannot be copied as bytes and overlap.
template <class T, class L, class E>
WEFT_SLOW void assign_apart(strided_leaf<T, L> const& target, E const& e, session& s) {
  auto values = new_temporary<T>(target.extents(), s);
  assign_general(values.template borrowed<T>(), e, s);
  assign_general(target, std::move(values).to_read(), s);
}

/// True where the whole assignment is known at compile time: static shapes, all operands laid out alike.
template <class L, class E>
inline constexpr bool is_static_like = false;
template <class L, class T, class M, class K>
inline constexpr bool is_static_like<L, strided_leaf<T, M, K>> = std::same_as<L, M>;
template <class L, class T, class M>
inline constexpr bool is_static_like<L, value_leaf<T, M>> = std::same_as<L, M>;
template <class L, class T, class X>
inline constexpr bool is_static_like<L, constant_leaf<T, X>> = true;
template <class L, class F, class... C>
inline constexpr bool is_static_like<L, node<F, C...>> = (is_static_like<L, C> && ...);
template <class L>
WEFT_FN constexpr bool is_static_dense() {
  if constexpr (L::extents_type::all_static && is_dense<typename L::order>)
    return count_of(typename L::extents_type{}) <= max_unrolled;
  else
    return false;
}

/// One run over `size` elements that all operands share.
template <class T, class L, class E>
WEFT_INLINE void assign_flat(strided_leaf<T, L> const& target, E const& e, index_t size) {
  using core = core_t<E>;
  loop_slot slot[core::slots + 1];
  enter_address<0>(slot, target);
  enter_address<1>(slot, e);
  const core c = core_of(e);
  const loop_frame frame{1, size, slot, nullptr};
  if constexpr (is_static_dense<L>() && is_static_like<L, E>) {
    constexpr index_t count = count_of(typename L::extents_type{});
    using body = static_map_body<T, core, count>;
    if constexpr (count * (1 + core::operations) <= max_unrolled_in_place)
      body::run(&c, frame);
    else
      cloned<body>::choose()(&c, frame);
  } else {
    cloned<map_body<T, core, 0>>::choose()(&c, frame);
  }
}

/// target = e, element by element; the shapes have been checked and nothing in e is deferred.
template <class T, class L, class E>
WEFT_INLINE void assign_loop(strided_leaf<T, L> const& target, E const& e, session& s) {
  if constexpr (is_bytewise<T> && bytewise_slots(slots_t<core_t<E>>{})) {
    const index_t size = target.place.size();
    const bool gapless =
        is_dense<typename L::order> || is_gapless(target.place, true) || is_gapless(target.place, false);
    if (!s.dry() && gapless && lies_like(target, e, size))
      return assign_flat(target, e, size);
  }
  assign_general(target, e, s);
}

/// What may be stored where.
template <class T, class E>
WEFT_FN constexpr void require_storable() {
  static_assert(!std::is_const_v<T>, "weft: this view only reads: its elements are const");
  static_assert(storable<typename E::value_type, T>(),
                "weft: storing a floating value into integers, or a complex value into reals, needs cast<T>(...)");
}

/// target = e for a new target of the shape of e, which nothing refers to yet. Without the short way for flat operands
/// that assign has in place: a program has it once for each expression, not twice, and new memory costs more anyway.
template <class T, class L, class E>
WEFT_SLOW void assign_new(strided_leaf<T, L> const& target, E const& e, session& s) {
  require_storable<T, E>();
  if constexpr (E::is_deferred) {
    if (assign_product(target, e, s))
      return;
    auto const& ready = materialise(e, s);
    assign_general(target, ready, s);
  } else {
    assign_general(target, e, s);
  }
}

/// target = e. The result is what evaluating e into fresh memory first would give, whatever overlaps. e must broadcast
/// to the shape of the target; else shape_error, and nothing has changed.
template <class T, class L, class E>
WEFT_INLINE void assign(strided_leaf<T, L> const& target, E const& e, session& s) {
  require_storable<T, E>();
  target.keep.check("assignment");
  using fit = broadcast_t<typename L::extents_type, typename E::extents_type>;
  if constexpr (L::static_rank >= 0 && fit::static_rank >= 0)
    static_assert(fit::static_rank == L::static_rank,
                  "weft: rank mismatch: the expression has more axes than its target");
  if constexpr (E::static_rank != 0)
    if (!(broadcast("assignment", target.extents(), e.extents()) == target.extents()))
      throw_broadcast("assignment to the first", target.extents(), e.extents());
  if constexpr (E::is_deferred) {
    if (assign_product(target, e, s))
      return;
    auto const& ready = materialise(e, s);
    assign_loop(target, ready, s);
  } else {
    assign_loop(target, e, s);
  }
}

} // namespace weft::detail
