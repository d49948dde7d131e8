#pragma once
#include <weft/eval/one_run.hpp>

#include <cstddef>

// A loop that computes several values for each element, an expression of packs, and writes each value to memory of its
// own. It is planned, and divided among threads, like an assignment. Its targets are the first operands of the loop,
// whose order of axes is that of the first target. The kernel reads all operands of an element before it stores the
// values.
namespace weft::detail {

/// Says how one of the values is stored.
enum class several_use : unsigned char {
  skip,  ///< the value is not stored
  store, ///< the value is written to the target
  add    ///< the value is added to the element of the target; targets with `add` may share memory
};

/// The memory for one of several values of each element, which has the shape of the loop; and what is done with it. If
/// values are skipped, the memory is not accessed.
template <class T, class L>
struct several_target {
  strided_leaf<T, L> to;
  several_use use;
};
template <class T, class L>
several_target(strided_leaf<T, L>, several_use) -> several_target<T, L>;

/// Whether the memory of a target may be read by the loop, or be memory of another target.
enum class several_overlap : unsigned char {
  none,        ///< the loop reads no memory of the target, and no other target shares it
  found,       ///< memory may be shared: values that the result depends on go to temporaries first
  values_first ///< all values are computed before the first one is stored
};

/// Runs or describes a loop that writes several values for each element. The first `targets` operands of the table are
/// written.
WEFT_API void run_several(map_kind const& kind, int targets, loop_table const& table, void const* core,
                          several_overlap overlap, session& s);

/// The core that the kernel gets: the core of the expression, and the use of each value.
template <class Core, int Count>
struct several_core {
  using core_type = Core;
  Core core;
  several_use use[std::size_t(Count)];
  WEFT_INLINE several_use use_of(int k) const { return use[k]; }
};
/// The same where all values are stored.
template <class Core>
struct stored_core {
  using core_type = Core;
  Core core;
  WEFT_INLINE static constexpr several_use use_of(int) { return several_use::store; }
};

} // namespace weft::detail

WEFT_KERNELS_BEGIN
namespace weft::detail {

/// The number of elements in a piece of a row. Values that are added go to buffers on the stack first, `Bytes` bytes
/// for each element.
template <class Core, index_t Bytes>
inline constexpr index_t several_columns = [] {
  constexpr index_t room = 2 * stage_elements * index_t(sizeof(double)) / Bytes / 16 * 16,
                    piece = stage_buffers<Core> == 0 ? stage_piece : stage_columns<Core>;
  return piece < room ? piece : room < 16 ? 16 : room;
}();

template <class Several, class... T>
struct several_body {
  using Core = typename Several::core_type;
  static constexpr int count = sizeof...(T);
  static constexpr index_t size = [] {
    index_t most = 0;
    ((most = index_t(sizeof(T)) > most ? index_t(sizeof(T)) : most), ...);
    return most;
  }();
  static constexpr index_t piece = several_columns<Core, count * size>;

  WEFT_INLINE static void run(any_vector, void const* core, loop_frame const& frame) {
    run_rows(*static_cast<Several const*>(core), frame, slots_t<Core>{}, std::make_integer_sequence<int, Core::slots>{},
             std::make_integer_sequence<int, count>{});
  }

private:
  /// Returns the address of a row of an operand. For the first row it reads no step, because a single row has none.
  WEFT_INLINE static index_t place(loop_frame const& frame, int operand, index_t row) {
    return frame.position[operand] + (row == 0 ? 0 : row * frame.row[operand]);
  }
  template <class... S, int... J, int... K>
  WEFT_INLINE static void run_rows(Several const& shared, loop_frame const& frame, slot_list<S...>,
                                   std::integer_sequence<int, J...>, std::integer_sequence<int, K...>) {
    Several const several = shared; // in registers, because no store can change a copy
    alignas(64) unsigned char memory[std::size_t(count)][std::size_t(piece * size)];
    stage_room<Core> room;
    index_t const columns = frame.columns;
    for (index_t r = 0; r < frame.rows; ++r) {
      for (index_t begin = 0; begin < columns; begin += piece) {
        index_t const n = columns - begin < piece ? columns - begin : piece;
        auto const out = make_pack(unrelated(reinterpret_cast<T*>(place(frame, K, r)) + begin)...);
        auto const to =
            make_pack((several.use_of(K) == several_use::store ? get<K>(out) : reinterpret_cast<T*>(memory[K]))...);
        auto const row = make_pack(column<0, J, S>(place(frame, count + J, r), begin)...);
        if constexpr (stage_buffers<Core> == 0) {
          store_elements<0>(to, several.core, row, n);
        } else {
          room.forget();
          store_elements<0>(to, staged<0, 0>(several.core, row, n, room), row, n);
        }
        ((several.use_of(K) == several_use::add ? add_all(get<K>(out), get<K>(to), n) : void()), ...);
      }
    }
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

template <class Several, class... T>
WEFT_INLINE map_kind const& several_kind() {
  using core = typename Several::core_type;
  constexpr int count = sizeof...(T);
  static constexpr map_kind kind{.operands = count + core::slots,
                                 .variants = 1,
                                 .operations = core::operations - index_t(is_joined<core>),
                                 .bytewise = true,
                                 .variant = {cloned<several_body<Several, T...>>::variant()},
                                 .strided = {},
                                 .cost = cost_of<core>};
  return kind;
}

/// Writes the values of each element of e to the targets and returns true, if all are one run, too short for a plan to
/// choose another way. Otherwise does nothing and returns false. All values are stored, and none may be refused.
template <class E, class T, class L, class... More>
WEFT_INLINE bool write_run_of_several(E const& e, strided_leaf<T, L> const& to,
                                      strided_leaf<More, L> const&... others) {
  using core = core_t<E>;
  constexpr int count = 1 + sizeof...(More);
  constexpr bool stepped = is_stepped<L> || has_steps<E>;
  index_t position[std::size_t(count + core::slots)], step[std::size_t(stepped ? count + core::slots : 1)];
  one_run_into<L, stepped, false, T, More...> run(position, step, to, others...);
  stored_core<core> const several{core_type<E>::template of<count>(run, e)};
  run.note_recordings();
  constexpr index_t bytes = (index_t(sizeof(T)) + ... + index_t(sizeof(More))) + bytes_of(slots_t<core>{});
  index_t const elements = to.place.size();
  if ((run.differences | run.gaps) != 0 || elements >= planned_from<typename L::extents_type>(cost_of<core>, bytes))
    return false;
  several_kind<stored_core<core>, T, More...>().variant[0].run[chosen_isa](&several, frame_of_run(position, elements));
  return true;
}
/// True if the types of the targets and of e say that write_run_of_several may be called.
template <class E, class To, class... More>
inline constexpr bool may_be_run_of_several = false;
template <class E, class T, class L, class... More>
inline constexpr bool may_be_run_of_several<E, strided_leaf<T, L>, strided_leaf<More, L>...> = lies_like<L, E>;

/// Writes the values of each element of e, which are packs, to the targets; at least one is written. All targets have
/// the shape `space`, to which e broadcasts. with_core(core) returns the several_core or stored_core of the loop.
template <Shape S, class E, class WithCore, class... T, class... L>
WEFT_FN void write_several(S const& space, E const& e, WithCore const& with_core, several_overlap overlap, session& s,
                           strided_leaf<T, L> const&... target) {
  using core = core_t<E>;
  constexpr int count = sizeof...(T);
  room_for<core, S::static_rank, count> room(space);
  auto into = room.enter();
  auto const several = with_core(core_type<E>::template of<count>(into, e));
  [&]<int... K>(std::integer_sequence<int, K...>) {
    (into.template leaf<K>(target), ...);
  }(std::make_integer_sequence<int, count>{});
  auto const kinds = []<class First, class... More>(pack<First, More...> const*) {
    return kinds_of<First>(decltype((slot_list<slot<More>...>{} + slots_t<core>{})){});
  }(static_cast<pack<T...> const*>(nullptr));
  run_several(several_kind<std::remove_const_t<decltype(several)>, T...>(), count, room.table(kinds), &several, overlap,
              s);
}

/// Computes the results of e and stores them, or adds them, to targets in the shape of e, which overlap nothing but
/// each other. The rows of a target with `add` have unit stride. If such targets share elements at different indices,
/// the loop must not be divided among threads.
template <class E, class... T, class... L>
WEFT_FN void write_several(E const& e, session& s, several_target<T, L> const&... target) {
  auto const with_uses = [&]<class Core>(Core const& core) {
    return several_core<Core, int(sizeof...(T))>{core, {target.use...}};
  };
  void* used = nullptr; // a skipped target gets the address of another one, which is never accessed for it
  ((used = target.use == several_use::skip ? used : target.to.data), ...);
  write_several(e.extents(), e, with_uses, several_overlap::none, s,
                strided_leaf<T, L>(target.use == several_use::skip ? static_cast<T*>(used) : target.to.data,
                                   target.to.place, {})...);
}

} // namespace weft::detail
