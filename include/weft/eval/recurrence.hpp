#pragma once
#include <weft/eval/table.hpp>

#include <cstddef>

// Recurrences along an axis: new = f(old, values), where `old` are the results at the indices before. The loop reads
// the results that it has stored. So a row of results is computed from the rows of results before it and from operands,
// and rows are computed in the order of the axis. If the lines along the axis are neighbours in memory, the loop
// processes whole rows as vectors. Otherwise it processes four lines at a time, with the results before in registers.
// These lines are a quarter of all lines apart, so each continues in memory where the line before it ended: vertical
// advection from memory took 1.11 of the time of loops by hand, and 1.40 with neighbouring lines.
namespace weft::detail {

/// Compile-time facts about a recurrence. The operands of its table are the targets, then the results before the first
/// ones (`lags` for each target, the latest first), then the operands that it reads.
struct recurrence_kind {
  int targets, lags;
  index_t operations, cost; ///< of one element; `cost` tells whether threads pay
  /// For unit stride along a row; null: there is none. In all blocks of rows but the first, the frame has a context.
  kernel_variant rows;
  kernel_variant lines; ///< kernel for any strides, which computes all rows in one call
};
struct recurrence_way {
  int axis;              ///< the axis; -1: along all elements in row-major order
  bool backward = false; ///< results are computed from the last index to the first
  index_t lead = 0;      ///< the number of results in the targets before the first one that is computed
  bool given = false;    ///< the earlier results are operands of the table; if not, they are in the targets
  bool declines = false; ///< do nothing if the first value lies in another order than the results
};
/// Runs or describes a recurrence over the extents of the results. A target with step 0 along the axis holds the latest
/// result. An operand is copied first if results would overwrite it before it is read. Returns false, and does nothing,
/// if `declines` applies, or if elements that are taken as one line do not follow each other in memory. Throws
/// layout_error for targets that share memory or repeat elements.
WEFT_API bool run_recurrence(recurrence_kind const& kind, loop_table const& table, void const* core,
                             recurrence_way const& way, session& s);

} // namespace weft::detail

WEFT_KERNELS_BEGIN
namespace weft::detail {

template <class Core>
inline constexpr bool has_begin = false;
template <class F, class A, class B>
inline constexpr bool has_begin<core_node<F, A, B>> = requires { typename F::begin; };

/// The kernels of a core whose first slots are the results before, and whose values are packs with a result for each of
/// the targets T. If the function of the core has a member type `begin`, that function computes the first results, from
/// the values only; the core then has two slots.
template <class Core, int Lags, class... T>
class recurrence {
  static constexpr int count = sizeof...(T), before = count * Lags, operands = count + Core::slots;
  using targets = std::make_integer_sequence<int, count>;
  using lags = std::make_integer_sequence<int, Lags>;
  using all_slots = slot_numbers<Core>;
  using all_operands = std::make_integer_sequence<int, operands>;
  using results = pack<T...>;

  static constexpr bool begins = has_begin<Core>;
  /// Returns the core of the first results; its one slot is slot 1.
  template <class F, class A, class B>
  WEFT_INLINE static auto begun(core_node<F, A, B> const& core) {
    return core_node<typename F::begin, B>{{}, core.second};
  }

  template <class Values, int... K>
  WEFT_INLINE static results stored(Values const& values, std::integer_sequence<int, K...>) {
    return results(store_as<T>(get<K>(values))...);
  }

  // Functions for the kernel of rows.
  /// Returns the address of row r of the operand that slot At reads.
  template <int At>
  WEFT_INLINE static index_t row_of(loop_frame const& f, index_t r) {
    if constexpr (At < before) {
      constexpr int target = At / Lags, lag = At % Lags + 1;
      return r < lag ? f.position[count + At - r] : f.position[target] + (r - lag) * f.row[target];
    } else {
      return f.position[count + At] + r * f.row[count + At];
    }
  }
  template <class... S, int... At, int... K>
  WEFT_INLINE static void run_rows(Core const& shared, loop_frame const& f, slot_list<S...>,
                                   std::integer_sequence<int, At...>, std::integer_sequence<int, K...>) {
    Core const core = shared; // in registers, because no store can change a copy
    index_t const rows = f.rows, columns = f.columns;
    for (index_t r = 0; r < rows; ++r) {
      auto const to = make_pack(unrelated(reinterpret_cast<T*>(f.position[K] + r * f.row[K]))...);
      auto const row = make_pack(unrelated(reinterpret_cast<typename S::value_type const*>(row_of<At>(f, r)))...);
      if constexpr (begins)
        if (r == 0 && f.context == nullptr) {
          store_elements<1>(to, begun(core), row, columns);
          continue;
        }
      store_elements<0>(to, core, row, columns);
    }
  }

  // Functions for the kernel of lines.
  /// A copy of a frame for some lines, which no store changes.
  struct places {
    index_t position[std::size_t(operands)], row[std::size_t(operands)], column[std::size_t(operands)];
    WEFT_INLINE index_t at(int j, index_t lane) const { return position[j] + lane * column[j]; }
  };
  /// Returns the places of line `lane` of a frame, and of further lines, `spacing` lines from each other.
  template <int... J>
  WEFT_INLINE static places places_of(loop_frame const& f, index_t lane, index_t spacing,
                                      std::integer_sequence<int, J...>) {
    return {{f.position[J] + lane * f.column[J]...}, {f.row[J]...}, {spacing * f.column[J]...}};
  }
  /// The results before the current one, in one line; the latest is the first.
  struct history {
    results at[std::size_t(Lags)];
  };
  template <int Lag, int... K>
  WEFT_INLINE static results lying_before(places const& p, index_t lane, std::integer_sequence<int, K...>) {
    return results(T(*reinterpret_cast<T const*>(p.at(count + K * Lags + Lag, lane)))...);
  }
  template <int... K>
  WEFT_INLINE static void put_all(places const& p, index_t r, index_t lane, results const& now,
                                  std::integer_sequence<int, K...>) {
    (put_element(*reinterpret_cast<T*>(p.at(K, lane) + r * p.row[K]), get<K>(now)), ...);
  }
  template <int At, class S>
  WEFT_INLINE static auto column_of(S, places const& p, [[maybe_unused]] history const& h, index_t lane) {
    if constexpr (At < before) {
      auto const& x = get<At / Lags>(h.at[At % Lags]);
      return held_column<std::remove_cvref_t<decltype(x)>>{x};
    } else {
      return strided_column<typename S::value_type>{p.at(count + At, lane), p.row[count + At]};
    }
  }
  template <class... S, int... At>
  WEFT_INLINE static void advance(Core const& core, places const& p, history& h, index_t r, index_t lane,
                                  slot_list<S...>, std::integer_sequence<int, At...>) {
    results const now = stored(core.template at<0>(make_pack(column_of<At>(S{}, p, h, lane)...), r), targets{});
    put_all(p, r, lane, now, targets{});
    for (int g = Lags; --g > 0;)
      h.at[g] = h.at[g - 1];
    h.at[0] = now;
  }
  template <class A, class B>
  WEFT_INLINE static history first_value(Core const& core, places const& p, index_t lane, slot_list<A, B>) {
    auto const row = make_pack(0, reinterpret_cast<typename B::value_type const*>(p.at(count + before, lane)));
    results const now = stored(begun(core).template at<1>(row, 0), targets{});
    put_all(p, 0, lane, now, targets{});
    return {{now}};
  }
  template <int... G>
  WEFT_INLINE static history begin_line(Core const& core, places const& p, index_t lane,
                                        std::integer_sequence<int, G...>) {
    if constexpr (begins)
      return first_value(core, p, lane, slots_t<Core>{});
    else
      return {{lying_before<G>(p, lane, targets{})...}};
  }
  template <index_t... L>
  WEFT_INLINE static void run_lines(Core const& core, places const& p, index_t rows,
                                    std::integer_sequence<index_t, L...>) {
    history h[] = {begin_line(core, p, L, lags{})...};
    for (index_t r = begins ? 1 : 0; r < rows; ++r)
      (advance(core, p, h[L], r, L, slots_t<Core>{}, all_slots{}), ...);
  }

public:
  struct rows {
    WEFT_INLINE static void run(any_vector, void const* core, loop_frame const& frame) {
      run_rows(*static_cast<Core const*>(core), frame, slots_t<Core>{}, all_slots{}, targets{});
    }
  };
  struct lines {
    WEFT_INLINE static void run(any_vector, void const* shared, loop_frame const& frame) {
      Core const core = *static_cast<Core const*>(shared);
      index_t const rows = frame.rows, columns = frame.columns;
      index_t lane = 0;
      if constexpr ((is_number<T> && ...)) {
        constexpr auto together = std::make_integer_sequence<index_t, scanned_together>{};
        index_t const spacing = columns / scanned_together;
        for (; lane < spacing; ++lane)
          run_lines(core, places_of(frame, lane, spacing, all_operands{}), rows, together);
        lane = spacing * scanned_together;
      }
      for (; lane < columns; ++lane)
        run_lines(core, places_of(frame, lane, 0, all_operands{}), rows, std::integer_sequence<index_t, 0>{});
    }
  };

  WEFT_INLINE static recurrence_kind const& kind() {
    constexpr bool vectors = (is_number<T> && ...) && bytewise_slots(slots_t<Core>{});
    static constexpr recurrence_kind k{
        count, Lags, Core::operations, cost_of<Core>, variant_if<vectors, rows>(), cloned<lines>::single_variant()};
    return k;
  }
};

/// Runs or describes a recurrence of the given operands: leaves in memory, constants, and nodes of these. If the way
/// says that the results before are given, `first` holds them as leaves, Lags for each target. `space` is the shape of
/// the computed results. Returns false if nothing was done: see run_recurrence.
template <int Lags, class Step, Shape S, class... T, class... L, class... B, class... E>
WEFT_FN bool run_steps(Step const& step, S const& space, pack<strided_leaf<T, L>...> const& to, pack<B...> const& first,
                       recurrence_way const& way, session& s, E const&... e) {
  constexpr int count = sizeof...(T), before = count * Lags;
  return [&]<int... K, int... Q, int... J>(std::integer_sequence<int, K...>, std::integer_sequence<int, Q...>,
                                           std::integer_sequence<int, J...>) {
    using old = pack<T...>;
    using core = core_node<Step, leaf_slot<slot<std::remove_cvref_t<decltype(get<Q / Lags>(std::declval<old&>()))>>>...,
                           core_t<E>...>;
    static_assert(!generates(slots_t<core>{}));
    table_room<count + core::slots, S::static_rank, false> room(space);
    auto into = room.enter();
    (into.template leaf<K>(get<K>(to)), ...);
    if constexpr (sizeof...(B) > 0)
      (into.template leaf<count + Q>(get<Q>(first)), ...);
    core const of =
        remade(step, leaf_slot<slot<std::remove_cvref_t<decltype(get<Q / Lags>(std::declval<old&>()))>>>{}...,
               core_type<E>::template of<count + before + slots_before<J, core_t<E>...>()>(into, e)...);
    static constexpr operand_kind targets[] = {memory_kind(sizeof(T))...};
    operand_kind kinds[std::size_t(count + core::slots)];
    for (int k = 0; k < count; ++k)
      kinds[k] = targets[k];
    for (int k = 0; k < core::slots; ++k)
      kinds[count + k] = kinds_of<std::byte>(slots_t<core>{})[k + 1];
    return run_recurrence(recurrence<core, Lags, T...>::kind(), room.table(kinds), &of, way, s);
  }(std::make_integer_sequence<int, count>{}, std::make_integer_sequence<int, before>{},
         std::make_integer_sequence<int, int(sizeof...(E))>{});
}

} // namespace weft::detail
WEFT_KERNELS_END
