#pragma once
#include <weft/eval/fold_pass.hpp>
#include <weft/eval/loop.hpp>

// The kernels of folds. They fold each row into an accumulator of its own, or all rows into one row of accumulators.
WEFT_KERNELS_BEGIN
namespace weft::detail {

template <class R, class Core>
struct fold_core {
  [[no_unique_address]] R reducer;
  [[no_unique_address]] Core core;
};

/// Returns the columns of row r of a block, from column `begin` on.
template <bool Strided, class... S, int... J>
WEFT_INLINE auto fold_row_at([[maybe_unused]] loop_frame const& frame, [[maybe_unused]] index_t r,
                             [[maybe_unused]] index_t begin, slot_list<S...>, std::integer_sequence<int, J...>) {
  return make_pack(fold_column<Strided, J, S>(frame, frame.position[J + 1] + r * frame.row[J + 1], begin)...);
}
template <class Core, class Row>
WEFT_INLINE core_values<Core, Row> values_of(Core const& core, Row const& row) {
  return {core, row};
}
/// Calls fold(values, begin, columns) for a row of a block; if operations are staged, for each piece of the row.
template <class Core, class Fold>
WEFT_INLINE void fold_pieces(Core const& core, loop_frame const& frame, index_t r, Fold const& fold) {
  if constexpr (stage_buffers<Core> == 0) {
    auto const row = fold_row_at<false>(frame, r, 0, slots_t<Core>{}, slot_numbers<Core>{});
    fold(values_of(core, row), 0, frame.columns);
  } else {
    stage_room<Core> room;
    for (index_t begin = 0; begin < frame.columns; begin += stage_columns<Core>) {
      index_t const n = piece_length<Core>(frame.columns - begin);
      room.forget();
      auto const row = fold_row_at<false>(frame, r, begin, slots_t<Core>{}, slot_numbers<Core>{});
      auto const staged_row = staged<0, 0>(core, row, n, room);
      fold(values_of(staged_row, row), begin, n);
    }
  }
}

/// Folds each row of a block into an accumulator of its own.
template <class R, class Core>
struct fold_rows_body {
  WEFT_INLINE static void run(any_vector, void const* p, loop_frame const& frame) {
    fold_core<R, Core> const fold = *static_cast<fold_core<R, Core> const*>(p);
    for (index_t r = 0; r < frame.rows; ++r)
      fold_pieces(fold.core, frame, r, add_row{fold.reducer, frame.position[0] + r * frame.row[0]});
  }

private:
  struct add_row {
    R const& reducer;
    index_t total;
    template <class Values>
    WEFT_INLINE void operator()(Values const& values, index_t, index_t columns) const {
      fold_row(reducer, *reinterpret_cast<typename R::accumulator*>(total), values, columns);
    }
  };
};
/// Folds each row into an accumulator of its own. Rows have any strides, and at most few_elements values, which are
/// copied together for fold_rows_body.
template <class R, class Core>
struct strided_fold_rows_body {
  WEFT_INLINE static void run(any_vector, void const* p, loop_frame const& frame) {
    fold_core<R, Core> const fold = *static_cast<fold_core<R, Core> const*>(p);
    for (index_t r = 0; r < frame.rows; ++r) {
      auto const row = fold_row_at<true>(frame, r, 0, slots_t<Core>{}, slot_numbers<Core>{});
      index_t const total = frame.position[0] + r * frame.row[0];
      add(fold.reducer, total, values_of(fold.core, row), frame.columns);
    }
  }

private:
  template <class Values>
  WEFT_INLINE static void add(R const& reducer, index_t total, Values const& x, index_t n) {
    if constexpr (requires { typename Values::element_type; }) {
      using V = typename Values::element_type;
      V room[few_elements];
      V const* const row = copy_together(room, without_numbers<Values>{x}, n);
      fold_row(reducer, *reinterpret_cast<typename R::accumulator*>(total), buffered_elements<V, Values>{row, x, 0}, n);
    } else {
      using V = typename Values::value_type;
      constexpr kernel_variant rows = cloned<fold_rows_body<R, slot<V>>>::variant();
      V room[few_elements];
      fold_core<R, slot<V>> const core{reducer, {}};
      index_t const position[] = {total, reinterpret_cast<index_t>(copy_together(room, x, n))};
      rows.run[chosen_isa](&core, {1, n, position, position, nullptr, nullptr});
    }
  }
  /// Returns the copy through a pointer that GCC cannot relate to `room`: GCC 12 would warn of rows longer than
  /// few_elements.
  template <class V, class Values>
  WEFT_INLINE static V const* copy_together(V* room, Values const& x, index_t n) {
    V* const row = unrelated(room);
    WEFT_PRAGMA(GCC unroll 4)
    for (index_t i = 0; i < n; ++i)
      row[i] = x(i);
    return row;
  }
};

/// The accumulators for the rows of a block: one row of them for all rows (row[0] == 0), or several in turn. These are
/// row[0] bytes apart, and column[0] is their total size.
template <class R>
class accumulator_rows {
public:
  WEFT_INLINE explicit accumulator_rows(loop_frame const& frame)
      : first_(frame.position[0]), step_(frame.row[0]), end_(step_ == 0 ? 0 : frame.column[0]) {}
  WEFT_INLINE typename R::accumulator* next() {
    index_t const at = at_;
    at_ = at + step_ == end_ ? 0 : at + step_;
    return reinterpret_cast<typename R::accumulator*>(first_ + at);
  }

private:
  index_t first_, step_, end_, at_ = 0;
};

/// Folds the rows of a block into rows of accumulators, one row at a time. Three rows at a time would load and store
/// accumulators once. In the caches this was no faster; from memory three streams of short rows took 1.5 times as long
/// as one.
template <class R, class Core>
struct fold_columns_body {
  WEFT_INLINE static void run(any_vector, void const* p, loop_frame const& frame) {
    fold_core<R, Core> const fold = *static_cast<fold_core<R, Core> const*>(p);
    accumulator_rows<R> totals(frame);
    for (index_t r = 0; r < frame.rows; ++r)
      fold_pieces(fold.core, frame, r, add_row{fold.reducer, totals.next()});
  }

private:
  struct add_row {
    R const& reducer;
    typename R::accumulator* total;
    template <class Values>
    WEFT_INLINE void operator()(Values const& values, index_t begin, index_t columns) const {
      void* failure = nullptr;
      WEFT_SIMD
      for (index_t i = 0; i < columns; ++i)
        add_one(reducer, total[begin + i], values, i, failure);
      if (failure != nullptr)
        throw_kept(failure);
    }
  };
};
/// Folds the rows of a block, with any strides along them, into rows of accumulators, one value at a time.
template <class R, class Core>
struct strided_fold_columns_body {
  WEFT_INLINE static void run(any_vector, void const* p, loop_frame const& frame) {
    fold_core<R, Core> const fold = *static_cast<fold_core<R, Core> const*>(p);
    accumulator_rows<R> totals(frame);
    for (index_t r = 0; r < frame.rows; ++r) {
      auto const row = fold_row_at<true>(frame, r, 0, slots_t<Core>{}, slot_numbers<Core>{});
      auto const values = values_of(fold.core, row);
      auto* const total = totals.next();
      WEFT_PRAGMA(GCC unroll 4)
      for (index_t i = 0; i < frame.columns; ++i)
        add_value(fold.reducer, total[i], values, i);
    }
  }
};

/// Makes rows of results from the rows of values of a window_frame. Results stay in registers, `lanes` of them at a
/// time, until all their values are added: a correlation with 5 x 5 weights reads its image and nothing else. Operands
/// in `Held` repeat along rows. The last stretch of a row ends with the row, and computes some results again: vector by
/// vector, 62 results took longer than 128.
template <class T, class R, class Core, unsigned Held>
struct fold_windows_body {
  WEFT_INLINE static void run(any_vector, void const* p, loop_frame const& of_rows) {
    constexpr int most = lanes<R>, least = group<R, core_value_t<Core>>;
    auto const& frame = static_cast<window_frame const&>(of_rows);
    fold_core<R, Core> const fold = *static_cast<fold_core<R, Core> const*>(p);
    for (index_t r = 0; r < frame.rows; ++r) {
      index_t i = 0;
      for (; i + most <= frame.columns; i += most)
        stretch<most>(fold, frame, r, i);
      if (i > 0 && frame.columns - i > least) {
        stretch<most>(fold, frame, r, frame.columns - most);
        continue;
      }
      for (; i + least <= frame.columns; i += least)
        stretch<least>(fold, frame, r, i);
      if (i < frame.columns && frame.columns >= least)
        stretch<least>(fold, frame, r, frame.columns - least);
      else
        for (; i < frame.columns; ++i)
          stretch<1>(fold, frame, r, i);
    }
  }

private:
  using A = typename R::accumulator;
  template <int Count>
  WEFT_INLINE static void stretch(fold_core<R, Core> const& fold, window_frame const& frame, index_t r, index_t i) {
    A partial[std::size_t(Count)];
    void* failure = nullptr;
    for_vectors<Count>([&](int w) { partial[w] = fold.reducer.start(); });
    for (index_t v = 0; v < frame.values; ++v) {
      auto const row = row_at(frame, r, frame.offset + v * Core::slots, i, slots_t<Core>{}, slot_numbers<Core>{});
      auto const values = values_of(fold.core, row);
      for_vectors<Count>([&](int w) { add_one(fold.reducer, partial[w], values, w, failure); });
    }
    if (failure != nullptr)
      throw_kept(failure);
    index_t const to = frame.position[0] + r * frame.row[0];
    if (frame.unfinished)
      for_vectors<Count>([&](int w) { reinterpret_cast<A*>(to)[i + w] = partial[w]; });
    else
      for_vectors<Count>(
          [&](int w) { reinterpret_cast<T*>(to)[i + w] = store_as<T>(fold.reducer.finish(partial[w], frame.values)); });
  }
  /// Calls f(0) ... f(Count - 1) in a loop for each vector: one loop for several vectors would leave them in memory.
  template <int Count, class F>
  WEFT_INLINE static void for_vectors(F const& f) {
    constexpr int most = group<R, core_value_t<Core>>, of_one = most < Count ? most : Count;
    write_out([&](int g) { for_lanes<false, of_one>([&](int w) { f(g * of_one + w); }); },
              std::make_integer_sequence<int, Count / of_one>{});
  }
  template <class... S, int... J>
  WEFT_INLINE static auto row_at(window_frame const& frame, index_t r, index_t const* offset, index_t i,
                                 slot_list<S...>, std::integer_sequence<int, J...>) {
    return make_pack(column<Held, J, S>(frame.position[J + 1] + r * frame.row[J + 1] + offset[J], i)...);
  }
};

template <class R>
struct partial_results {
  using A = typename R::accumulator;
  WEFT_FN static void init(void const* pass, void* acc, index_t n) {
    for (index_t i = 0; i < n; ++i)
      ::new (static_cast<void*>(static_cast<A*>(acc) + i)) A(static_cast<fold_pass<R> const*>(pass)->reducer.start());
  }
  WEFT_FN static void merge(void const* pass, void* into, void const* from, index_t n) {
    R const reducer = static_cast<fold_pass<R> const*>(pass)->reducer;
    if constexpr (is_number<A>) {
      WEFT_SIMD
      for (index_t i = 0; i < n; ++i)
        reducer.merge(static_cast<A*>(into)[i], static_cast<A const*>(from)[i]);
    } else {
      for (index_t i = 0; i < n; ++i)
        reducer.merge(static_cast<A*>(into)[i], static_cast<A const*>(from)[i]);
    }
  }
  WEFT_FN static constexpr decltype(fold_kind::merge) merger() {
    if constexpr (is_in_order<R>)
      return nullptr;
    else
      return &merge;
  }
  template <class T>
  WEFT_FN static void finish(void const* pass, void* out, index_t step, void const* acc, index_t n, index_t count) {
    static_cast<fold_pass<R> const*>(pass)->finish(static_cast<T*>(out), step, static_cast<A const*>(acc), n, count);
  }
};

/// True for values in memory that can be copied together. Computed values are not copied: storing a product rounds it,
/// whereas a fused operation elsewhere adds it exactly.
template <class Core>
inline constexpr bool is_plain_memory = false;
template <class T>
inline constexpr bool is_plain_memory<slot<T>> = is_plain<T>;
template <class A, class N>
inline constexpr bool is_plain_memory<core_node<with_number, A, N>> = is_plain_memory<A>;

/// True if a fold has kernels for rows of values that it reads from several places: results are numbers, final after
/// one pass, and values are computed from one or two operands in memory.
template <class T, class R, class Core>
inline constexpr bool folds_windows =
    is_number<T> && is_number<typename R::accumulator> && !fold_pass<R>::may_repeat && is_straight<Core> &&
    stage_buffers<Core> == 0 && (Core::slots == 1 || Core::slots == 2);
template <bool Wanted, class T, class R, class Core, unsigned Held>
WEFT_FN constexpr kernel_variant windows_if() {
  kernel_variant made = variant_if<Wanted, fold_windows_body<T, R, Core, Held>>();
  made.held = Held;
  return made;
}

/// Returns the kernels of a fold. If all values give one result (ToOne), there is no kernel for rows of results.
/// Strided: there are also kernels that read with any strides; they are left out where types say that rows have unit
/// stride or repeat.
template <class T, class R, class Core, bool ToOne = false, bool Strided = false>
WEFT_INLINE fold_kind const& fold_kind_of() {
  using partials = partial_results<R>;
  constexpr bool columns = Strided && !ToOne && is_straight<Core> && stage_buffers<Core> == 0;
  constexpr bool windows = !ToOne && folds_windows<T, R, Core>;
  static constexpr fold_kind kind{
      1 + Core::slots,
      1 + Core::operations,
      index_t(sizeof(typename R::accumulator)),
      joins_exactly<R> ? 0 : index_t(sizeof(typename R::accumulator)),
      &partials::init,
      partials::merger(),
      &partials::template finish<T>,
      cloned<fold_rows_body<R, Core>>::variant(),
      variant_if<!ToOne, fold_columns_body<R, Core>>(),
      single_variant_if<Strided && is_plain_memory<Core>, strided_fold_rows_body<R, Core>>(),
      single_variant_if<columns, strided_fold_columns_body<R, Core>>(),
      {windows_if<windows, T, R, Core, (Core::slots > 1 ? 1u : 0u)>(),
       windows_if<windows && (Core::slots > 1), T, R, Core, 2u>()},
      1 + cost_of<Core>};
  return kind;
}

/// True if values, accumulators and results can be copied as bytes, so that kernels may fold them.
template <class T, class R, class Core>
inline constexpr bool folds_bytes = std::is_trivially_copyable_v<typename R::accumulator> &&
                                    std::is_trivially_copyable_v<T> && bytewise_slots(slots_t<Core>{});

} // namespace weft::detail
WEFT_KERNELS_END
