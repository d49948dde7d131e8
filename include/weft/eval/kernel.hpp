#pragma once
#include <weft/eval/narrow.hpp>

#include <type_traits>
#include <utility>

WEFT_KERNELS_BEGIN
namespace weft::detail {

/// True for elements that may be copied as bytes into the L1 buffers of the loop driver.
template <class T>
inline constexpr bool is_bytewise = std::is_trivially_copyable_v<T> && sizeof(T) <= 64;

template <class... S>
WEFT_FN constexpr bool bytewise_slots(slot_list<S...>) {
  return (is_bytewise<typename S::value_type> && ...);
}

/// True for a slot of element numbers. Along a row they increase by a constant step.
template <class S>
inline constexpr bool is_number_slot = false;
template <class O, class L>
inline constexpr bool is_number_slot<generator_slot<generator_leaf<same_number, O, L>>> = true;

// The ways to read one slot along a row, in addition to a pointer and held_column.
template <class T>
struct strided_column {
  index_t first, step;
  WEFT_INLINE T const& operator[](index_t i) const { return *reinterpret_cast<T const*>(first + i * step); }
};
template <class G>
struct computed_column {
  index_t first, step;
  G const* generator;
  WEFT_INLINE auto operator[](index_t i) const { return generator->at_number(first + i * step); }
};

/// Returns p, and makes the compiler forget its distance to other addresses. Then GCC walks a row by one index into all
/// operands; otherwise it computes their distances for each row, and a row of 48 takes 1.2 to 1.4 times as long.
template <class T>
WEFT_INLINE T* unrelated(T* p) {
  WEFT_FORGET(p);
  return p;
}

/// The number of slots that a bit of `Held` can select to be held in a register. Slots beyond are never held.
inline constexpr int max_held = 31;

template <unsigned Held, int J, class S>
WEFT_INLINE auto column(index_t address, index_t begin = 0) {
  using T = typename S::value_type;
  if constexpr (J < max_held && (Held >> (J < max_held ? J : 0) & 1u) != 0)
    return held_column<T>{*reinterpret_cast<T const*>(address)};
  else
    return unrelated(reinterpret_cast<T const*>(address)) + begin;
}

/// Computes a row of a core with staged operations, piece by piece. If the outermost operation is staged and has one
/// operand, it writes straight to the target. With two operands it must not: the first operand, computed into that
/// memory, could overwrite what the second one reads.
template <unsigned Held, class T, class Core, class... S, int... J>
WEFT_INLINE void store_pieces(T* out, Core const& core, [[maybe_unused]] index_t const* position, index_t columns,
                              slot_list<S...>, std::integer_sequence<int, J...>) {
  stage_room<Core> room;
  for (index_t begin = 0; begin < columns; begin += stage_columns<Core>) {
    index_t const n = piece_length<Core>(columns - begin);
    room.forget();
    auto const row = make_pack(column<Held, J, S>(position[J], begin)...);
    if constexpr (is_half<T> && std::is_same_v<core_value_t<Core>, float>) {
      float values[stage_columns<Core>];
      store_row<0>(values, staged<0, 0>(core, row, n, room), row, n);
      convert_row(values, out + begin, n);
    } else if constexpr (is_staged<Core> && arity_of<Core> == 1 && !is_complex<T> &&
                         std::is_same_v<T, core_value_t<Core>>) {
      room_with_target<Core, T> with_target{room, out + begin};
      staged<0, 0>(core, row, n, with_target);
    } else {
      store_row<0>(out + begin, staged<0, 0>(core, row, n, room), row, n);
    }
  }
}

/// True for operations on memory and constants that need no branches. A choice of three operands needs some.
template <class Core>
inline constexpr bool is_straight = false;
template <class T>
inline constexpr bool is_straight<slot<T>> = true;
template <class T>
inline constexpr bool is_straight<held_constant<T>> = true;
template <class F, class... C>
inline constexpr bool is_straight<core_node<F, C...>> = sizeof...(C) <= 2 && (is_straight<C> && ...);

/// Computes a block of rows; each operand has unit stride or is held in a register.
template <class T, unsigned Held, class Core, class... S, int... J>
WEFT_INLINE void run_rows(Core const& shared, loop_frame const& frame, slot_list<S...>,
                          std::integer_sequence<int, J...>) {
  // NOLINTNEXTLINE(performance-unnecessary-copy-initialization): no store below can change a local copy
  Core const core = shared; // so it stays in registers
  index_t const columns = frame.columns;
  // If addresses were read from memory, a row of 37 would take 1.3 times as long, with steps 1.1 times, also with 12
  // operands. For a single row the steps are not read.
  index_t position[] = {frame.position[0], frame.position[J + 1]...}, step[1 + sizeof...(J)]{};
  bool first = true;
  for (index_t left = frame.rows;;) {
    T* const out = unrelated(reinterpret_cast<T*>(position[0]));
    if constexpr (stage_buffers<Core> == 0 && !(is_half<T> && std::is_same_v<core_value_t<Core>, float>))
      store_row<0>(out, core, make_pack(column<Held, J, S>(position[J + 1])...), columns);
    else
      store_pieces<Held>(out, core, position + 1, columns, slot_list<S...>{}, std::integer_sequence<int, J...>{});
    if (--left <= 0)
      return;
    if (std::exchange(first, false)) {
      step[0] = frame.row[0];
      ((step[J + 1] = frame.row[J + 1]), ...);
    }
    position[0] += step[0];
    ((position[J + 1] += step[J + 1]), ...);
  }
}

template <int J, class T>
WEFT_INLINE auto any_column(slot<T>, loop_frame const&, index_t position, index_t step) {
  return strided_column<T>{position, step};
}
template <int J, class G>
WEFT_INLINE auto any_column(generator_slot<G>, loop_frame const& frame, index_t position, index_t step) {
  return computed_column<G>{position, step, static_cast<G const*>(frame.context[J + 1])};
}

/// Computes a block of rows with any strides, one element at a time.
template <class T, class Core, class... S, int... J>
WEFT_INLINE void run_strided_rows(Core const& shared, loop_frame const& frame, slot_list<S...>,
                                  std::integer_sequence<int, J...>) {
  // NOLINTNEXTLINE(performance-unnecessary-copy-initialization): no store below can change a local copy
  Core const core = shared;
  index_t const columns = frame.columns, to_step = frame.column[0];
  for (index_t r = 0; r < frame.rows; ++r) {
    auto const begin = [&](int j) { return frame.position[j] + r * frame.row[j]; };
    auto const row = make_pack(any_column<J>(S{}, frame, begin(J + 1), frame.column[J + 1])...);
    index_t const to = begin(0);
    WEFT_PRAGMA(GCC unroll 4) // an unrolled loop takes 0.8 to 0.9 of the time
    for (index_t i = 0; i < columns; ++i)
      *reinterpret_cast<T*>(to + i * to_step) = store_as<T>(core.template at<0>(row, i));
  }
}

template <class Core>
using slot_numbers = std::make_integer_sequence<int, slots_t<Core>::count>;

/// The kernel of Body, cloned for each instruction set; Body::run is inlined into each clone.
template <class Body>
struct cloned {
  using kernels = clones<Body, void(void const* core, loop_frame const& frame)>;

  WEFT_FN static constexpr kernel_variant variant() { return {0, kernels::all()}; }
  /// Returns a variant without a baseline kernel, where another variant serves the baseline: half the code.
  WEFT_FN static constexpr kernel_variant wide_variant(unsigned held) { return {held, kernels::wide()}; }
  /// Returns the variant for a body that takes one element at a time. It rounds exactly like the vectors of other
  /// kernels.
  WEFT_FN static constexpr kernel_variant single_variant() { return {0, kernels::one_wide()}; }
};

/// Return the kernels of Body if they are wanted, else null kernels.
template <bool Wanted, class Body>
WEFT_FN constexpr kernel_variant variant_if() {
  if constexpr (Wanted)
    return cloned<Body>::variant();
  else
    return {};
}
template <bool Wanted, class Body>
WEFT_FN constexpr kernel_variant single_variant_if() {
  if constexpr (Wanted)
    return cloned<Body>::single_variant();
  else
    return {};
}

/// Returns the core by which a row with elements of type T is computed. Elements of 16 bits are copied unchanged, and a
/// cast to such a type is left out, because storing rounds anyway.
template <class T, class Core>
WEFT_INLINE Core const& core_of_row(Core const& core) {
  return core;
}
template <class T>
WEFT_INLINE slot<T> core_of_row(half_slot<slot<T>> const&) {
  return {};
}
template <class T, class F, class C>
  requires(is_half<T> && std::is_same_v<typename F::cast_type, T> && std::is_same_v<core_value_t<C>, float>)
WEFT_INLINE C const& core_of_row(core_node<F, C> const& core) {
  return core.first;
}
template <class T, class Core>
  requires is_narrowed<T, Core>
WEFT_INLINE auto core_of_row(Core const& core) {
  return narrow_core<std::make_unsigned_t<T>, false, Core>::of(core);
}
template <class T, class Core>
  requires std::is_same_v<T, bool>
WEFT_INLINE typename narrow_mask<Core>::type core_of_row(Core const& core) {
  return narrow_mask<Core>::of(core);
}
template <class T, class Core, unsigned Held>
struct map_body {
  WEFT_INLINE static void run(any_vector, void const* p, loop_frame const& frame) {
    Core const& core = *static_cast<Core const*>(p);
    if constexpr (is_narrowed<T, Core>)
      if constexpr (wide_divisions<Core> > 0)
        if (divides_short(core))
          return run_rows<T, Held>(narrow_core<std::make_unsigned_t<T>, true, Core>::of(core), frame, slots_t<Core>{},
                                   slot_numbers<Core>{});
    run_rows<T, Held>(core_of_row<T>(core), frame, slots_t<Core>{}, slot_numbers<Core>{});
  }
};
/// Computes all values of a row of few elements before it stores the first. So they stay in registers, whatever the
/// target overlaps. GCC does not unroll a loop of 3 elements at -O2: a Runge-Kutta step took 30 ns in place of 18.
template <class T, class Core, class Row, index_t... At>
WEFT_INLINE void write_out_row(T* out, Core const& core, Row const& row, std::integer_sequence<index_t, At...>) {
  T const values[] = {store_as<T>(core.template at<0>(row, At))...};
  ((out[At] = values[At]), ...);
}
template <class T, class Core, index_t Count>
WEFT_FN constexpr bool is_short_row() {
  return Core::total && std::is_arithmetic_v<T> && stage_buffers<Core> == 0 &&
         Count * (1 + Core::operations) <= max_written_out;
}
template <index_t Count, class T, class Core, class... S, int... J>
WEFT_INLINE void run_short_row(Core const& core, index_t const* position, slot_list<S...>,
                               std::integer_sequence<int, J...>) {
  write_out_row(reinterpret_cast<T*>(position[0]), core,
                make_pack(reinterpret_cast<typename S::value_type const*>(position[J + 1])...),
                std::make_integer_sequence<index_t, Count>{});
}
/// Computes one row of exactly Count elements.
template <class T, class Core, index_t Count>
struct static_map_body {
  WEFT_INLINE static void run(any_vector, void const* core, loop_frame const& frame) {
    Core const& of = *static_cast<Core const*>(core);
    if constexpr (is_short_row<T, Core, Count>())
      run_short_row<Count, T>(of, frame.position, slots_t<Core>{}, slot_numbers<Core>{});
    else // the compiler unrolls it, as Count is a constant
      map_body<T, Core, 0>::run(any_vector(), core, {1, Count, frame.position, nullptr, nullptr, nullptr});
  }
};
template <class T, class Core>
struct strided_map_body {
  WEFT_INLINE static void run(any_vector, void const* core, loop_frame const& frame) {
    run_strided_rows<T>(*static_cast<Core const*>(core), frame, slots_t<Core>{}, slot_numbers<Core>{});
  }
};

} // namespace weft::detail
WEFT_KERNELS_END
