#pragma once
#include <weft/eval/table.hpp>

#include <algorithm>
#include <cstddef>

// A loop that computes several values of each element, an expression of packs, and writes each of them into memory of
// its own, dense and in row-major order. It has the nest, the schedule and the threads of an assignment whose target is
// the first of these memories; the other memories are operands of the nest. They lie as the target does, so the kernel
// gets their addresses, and writes there.
namespace weft::detail {

/// The way in which one of the values is stored.
enum class several_use : unsigned char {
  skip,  ///< nothing
  store, ///< it is written
  add    ///< it is added to what is there, after those before it: two may share their memory
};

/// Memory for one of several values of each element.
template <class T>
struct several_target {
  T* to = nullptr;
  several_use use = several_use::skip;
};

/// Runs or describes such a loop: operand 0 lies as all targets do, the last `targets` operands are those. No target
/// overlaps what is read.
WEFT_API void run_several(map_kind const& kind, int targets, loop_table const& table, void const* core, session& s);

/// The core that the kernel gets.
template <class Core, int Count>
struct several_core {
  Core core;
  several_use use[std::size_t(Count)];
};

} // namespace weft::detail

WEFT_KERNELS_BEGIN
namespace weft::detail {

/// Elements of a piece of a row. The values of a piece that are added, `Bytes` bytes for each element, lie in buffers
/// on the stack.
template <class Core, index_t Bytes>
inline constexpr index_t several_columns = [] {
  constexpr index_t room = 2 * stage_elements * index_t(sizeof(double)) / Bytes / 16 * 16,
                    piece = stage_buffers<Core> == 0 ? stage_piece : stage_columns<Core>;
  return piece < room ? piece : room < 16 ? 16 : room;
}();

template <class Core, class... T>
struct several_body {
  static constexpr int count = sizeof...(T);
  static constexpr index_t size = index_t((std::max)({sizeof(T)...})), piece = several_columns<Core, count * size>;

  WEFT_INLINE static void run(any_vector, void const* core, loop_frame const& frame) {
    run_rows(*static_cast<several_core<Core, count> const*>(core), frame, slots_t<Core>{},
             std::make_integer_sequence<int, Core::slots>{}, std::make_integer_sequence<int, count>{});
  }

private:
  /// Where a row of an operand begins; of one row no steps are read.
  WEFT_INLINE static index_t place(loop_frame const& frame, int operand, index_t row) {
    return frame.position[operand] + (row == 0 ? 0 : row * frame.row[operand]);
  }
  template <class... S, int... J, int... K>
  WEFT_INLINE static void run_rows(several_core<Core, count> const& shared, loop_frame const& frame, slot_list<S...>,
                                   std::integer_sequence<int, J...>, std::integer_sequence<int, K...>) {
    several_core<Core, count> const several = shared; // a local copy, as that of an assignment
    alignas(64) unsigned char memory[std::size_t(count)][std::size_t(piece * size)];
    stage_room<Core> room;
    index_t const columns = frame.columns;
    for (index_t r = 0; r < frame.rows; ++r) {
      for (index_t begin = 0; begin < columns; begin += piece) {
        index_t const n = columns - begin < piece ? columns - begin : piece;
        auto const out = make_pack(unrelated(reinterpret_cast<T*>(place(frame, 1 + Core::slots + K, r)) + begin)...);
        auto const to =
            make_pack((several.use[K] == several_use::store ? get<K>(out) : reinterpret_cast<T*>(memory[K]))...);
        auto const row = make_pack(column<0, J, S>(place(frame, 1 + J, r), begin)...);
        if constexpr (stage_buffers<Core> == 0) {
          store_all(to, several.core, row, n, std::integer_sequence<int, K...>{});
        } else {
          room.forget();
          store_all(to, staged<0, 0>(several.core, row, n, room), row, n, std::integer_sequence<int, K...>{});
        }
        ((several.use[K] == several_use::add ? add_all(get<K>(out), get<K>(to), n) : void()), ...);
      }
    }
  }
  template <class Part, class Row, class Numbers>
  WEFT_INLINE static void store_all(pack<T*...> const& to, Part const& core, Row const& row, index_t n, Numbers k) {
    if constexpr (Part::total) {
      WEFT_SIMD_OWN_ROW
      for (index_t i = 0; i < n; ++i)
        store_one(to, core, row, i, k);
    } else { // what it throws leaves no loop of the kind above
      for (index_t i = 0; i < n; ++i)
        store_one(to, core, row, i, k);
    }
  }
  /// A function of its own: of a pack in the body of a loop GCC makes one for each lane, and no vectors.
  template <class Part, class Row, int... K>
  WEFT_INLINE static void store_one(pack<T*...> const& to, Part const& core, Row const& row, index_t i,
                                    std::integer_sequence<int, K...>) {
    auto const values = core.template at<0>(row, i);
    ((get<K>(to)[i] = store_as<T>(get<K>(values))), ...);
  }
  template <class X>
  WEFT_INLINE static void add_all(X* out, X const* values, index_t n) {
    WEFT_SIMD_OWN_ROW
    for (index_t i = 0; i < n; ++i)
      out[i] += values[i];
  }
};

} // namespace weft::detail
WEFT_KERNELS_END

namespace weft::detail {

template <class Core, class... T>
WEFT_INLINE map_kind const& several_kind() {
  constexpr int count = sizeof...(T);
  static constexpr map_kind kind{.operands = 1 + Core::slots + count,
                                 .variants = 1,
                                 .operations = Core::operations,
                                 .bytewise = true,
                                 .variant = {cloned<several_body<Core, T...>>::variant()},
                                 .strided = {},
                                 .cost = cost_of<Core>};
  return kind;
}

/// Writes the values of each element of e, whose elements are packs, to the targets; one of them is written.
template <class E, class... T>
WEFT_FN void write_several(E const& e, session& s, several_target<T> const&... target) {
  using core = core_t<E>;
  using place = layout<typename E::extents_type, dense<row_major>>;
  constexpr int count = sizeof...(T), first = 1 + core::slots;
  place const whole(e.extents());
  room_for<core, E::static_rank, 1 + count> room(e.extents());
  auto into = room.enter();
  several_core<core, count> const several{core_type<E>::template of<1>(into, e), {target.use...}};
  int used = count - 1; // what is skipped has no memory, but that of another one is never touched for it
  for (int k = 0; k < count; ++k)
    if (several.use[k] != several_use::skip)
      used = k;
  index_t const to[] = {reinterpret_cast<index_t>(target.to)...};
  operand_kind kinds[std::size_t(first + count)];
  std::copy_n(kinds_of<std::byte>(decltype(slots_t<core>{} + slot_list<slot<T>...>{}){}), first + count, kinds);
  for (int k = 0; k < count; ++k)
    if (several.use[k] == several_use::skip)
      kinds[first + k] = kinds[first + used];
  kinds[0] = kinds[first + used];
  [&]<int... K>(std::integer_sequence<int, K...>) {
    into.template place<0>(to[used], whole, kinds[0].size);
    (into.template place<first + K>(to[several.use[K] == several_use::skip ? used : K], whole, kinds[first + K].size),
     ...);
  }(std::make_integer_sequence<int, count>{});
  run_several(several_kind<core, T...>(), count, room.table(kinds), &several, s);
}

} // namespace weft::detail
