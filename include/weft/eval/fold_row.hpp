#pragma once
#include <weft/eval/fold_values.hpp>
#include <weft/eval/limits.hpp>

#include <bit>

WEFT_KERNELS_BEGIN
namespace weft::detail {

// A reducer R for values of type V has
//   accumulator               the type of a partial result
//   start() -> accumulator    the partial result of no values
//   add(accumulator&, V)      adds one value
//   merge(accumulator&, accumulator const&)   adds another partial result
//   finish(accumulator, index_t count) -> result
//   name, and has_identity: false if a fold of no values is an error
//   total, if it throws for no values: then a fold of numbers may write straight to its target
//   in_order, if values must come one by one in row-major order: then it needs no merge
//   joins_exactly, if the order of merging changes no bit: then one accumulator serves all parts
//   accepts_numbers, if V is numbered<T>: a value and its element number
// It may have a faster way for the n values x(0), x(1), ... of a row; n is some thousand at most:
//   add_row(accumulator&, Values const& x, index_t n)        reads each value once
//   add_stretch(accumulator&, Values const& x, index_t n)    reads values again; they lie in memory
// It may ask for a second pass if results of the first are wrong; the first pass is not slower for it:
//   doubts(accumulator const&, result const&) -> bool        the second pass may give a better result
//   shrink()                                                 before the second pass: it takes values scaled down
//   mend(result&, accumulator const&, index_t count)         after it: replaces a result that is in doubt

template <class R>
inline constexpr bool is_in_order = requires { R::in_order; };
template <class R>
inline constexpr bool joins_exactly = requires { R::joins_exactly; };

/// The number of independent partial results along a row, so that an addition need not wait for the one before. It is a
/// power of 2, as they are merged by halves.
template <class R, std::size_t Size = sizeof(typename R::accumulator)>
inline constexpr int lanes =
    is_in_order<R> || Size >= 64 ? 1 : int(std::bit_floor(std::size_t(lane_bytes) / (Size < 2 ? 2 : Size)));

template <class F, int... W>
WEFT_INLINE constexpr void write_out(F const& f, std::integer_sequence<int, W...>) {
  (f(W), ...);
}
/// Calls f(w) for w = 0 ... Count - 1, in a loop that vectorises, or written out. The calls are independent.
template <bool WrittenOut, int Count, class F>
WEFT_INLINE constexpr void for_lanes(F const& f) {
  if constexpr (WrittenOut) {
    write_out(f, std::make_integer_sequence<int, Count>{});
  } else {
    WEFT_SIMD
    for (int w = 0; w < Count; ++w)
      f(w);
  }
}

/// Adds value i to an accumulator. An accumulator of several parts is read and written as a whole: in a loop that may
/// be vectorised, Clang 14 to 19 load all its parts when the first is read, and miss a part that is written after that
/// (at -O1 each variance over columns was wrong).
template <class R, class A, class Values>
WEFT_INLINE void add_value(R const& reducer, A& total, Values const& x, index_t i) {
  if constexpr (std::is_trivially_copyable_v<A> && std::is_class_v<A>) {
    A whole = total;
    reducer.add(whole, x(i));
    total = whole;
  } else {
    reducer.add(total, x(i));
  }
}
/// Adds value i to an accumulator. An exception is kept in `failure`, as in store_one.
template <class R, class A, class Values>
WEFT_INLINE void add_one(R const& reducer, A& total, Values const& x, index_t i, void*& failure) {
#if defined(__cpp_exceptions)
  if (failure != nullptr)
    return;
  try {
    add_value(reducer, total, x, i);
  } catch (...) {
    keep_exception(failure);
  }
#else
  add_value(reducer, total, x, i);
#endif
}

template <class R, class A, int Half>
struct lane_joiner {
  R const& reducer;
  A* partials;
  WEFT_INLINE void operator()(int w) const { reducer.merge(partials[w], partials[w + Half]); }
};
/// Merges the upper half of the partial results into the lower half until one is left. Half is a template argument: in
/// a loop over halves GCC works value by value, which took longer than folding 64 numbers.
template <int Half, bool WrittenOut = false, class R, class A>
WEFT_INLINE void join_halves(R const& reducer, A* partials) {
  if constexpr (Half > 0) {
    if constexpr (is_number<A>) {
      for_lanes<WrittenOut, Half>(lane_joiner<R, A, Half>{reducer, partials});
    } else {
      for (int w = 0; w < Half; ++w)
        reducer.merge(partials[w], partials[w + Half]);
    }
    join_halves<Half / 2, WrittenOut>(reducer, partials);
  }
}

template <int Count, class R, class A, class Values>
WEFT_INLINE void add_group(R const& reducer, A* partials, Values const& x, index_t i, void*& failure) {
  WEFT_SIMD
  for (int w = 0; w < Count; ++w)
    add_one(reducer, partials[w], x, i + w, failure);
}

/// Returns the number of partial results to which one vector loop adds values of type V. GCC at -O2 does not unroll a
/// loop over several vectors, so partial results stay in memory (twice the time for 1000 numbers); a loop of one vector
/// it unrolls. The loop also takes a whole vector of values: otherwise partial results wider than the values stay in
/// memory (20 ns for 40 ints, not 4). Clang unrolls by itself, and is slower with a loop for each vector.
template <class R, class V>
WEFT_FN constexpr int group_size() {
#if defined(__clang__)
  return lanes<R>;
#else
  constexpr int most = lanes<R>, quarter = most < 4 ? most : most / 4, vector = is_number<V> ? 64 / int(sizeof(V)) : 1;
  return vector < quarter ? quarter : vector < most ? vector : most;
#endif
}
template <class R, class V>
inline constexpr int group = group_size<R, V>();

/// Adds values to `lanes` partial results, `lanes` values at a time, from value i on; i becomes the first value left.
template <int Group, class R, class A, class Values, int... G>
WEFT_INLINE void add_groups(R const& reducer, A* partials, Values const& x, index_t& i, index_t n, void*& failure,
                            std::integer_sequence<int, G...>) {
  for (; i + lanes<R> <= n; i += lanes<R>)
    (add_group<Group>(reducer, partials + G * Group, x, i + G * Group, failure), ...);
}

/// Starts a partial result with a value. In two loops the first one would call memset, or repeat a store 16 times.
template <class R, class A, class Values>
struct lane_starter {
  R const& reducer;
  A* partials;
  Values const& x;
  index_t first;
  void*& failure;
  WEFT_INLINE void operator()(int w) const {
    partials[w] = reducer.start();
    add_one(reducer, partials[w], x, first + w, failure);
  }
};
template <class R, class A, class Values>
struct value_adder {
  R const& reducer;
  A& total;
  Values const& x;
  index_t first;
  void*& failure;
  WEFT_INLINE void operator()(int i) const {
    if (i >= first)
      add_one(reducer, total, x, i, failure);
  }
};
/// Adds the values from value i on, one after the other.
template <class R, class A, class Values>
WEFT_INLINE void add_singly(R const& reducer, A& total, Values const& x, index_t i, index_t n, void*& failure) {
  if constexpr (stands_written_out<Values>)
    for_lanes<true, int(Values::count)>(value_adder<R, A, Values>{reducer, total, x, i, failure});
  else
    for (; i < n; ++i)
      add_one(reducer, total, x, i, failure);
}

/// Adds the rest of a row from value i on, less than 2 Count values, in groups of Count, Count / 2, ... down to 4, each
/// as vectors. One by one, each waiting for the one before, they took as long as hundreds of values before them.
template <int Count, class R, class A, class Values>
WEFT_INLINE void add_halves(R const& reducer, A& total, Values const& x, index_t& i, index_t n, void*& failure) {
  if constexpr (Count >= 4) {
    if (n - i >= Count) {
      A partials[std::size_t(Count)];
      for_lanes<stands_written_out<Values>, Count>(lane_starter<R, A, Values>{reducer, partials, x, i, failure});
      join_halves<Count / 2, stands_written_out<Values>>(reducer, partials);
      reducer.merge(total, partials[0]);
      i += Count;
    }
    add_halves<Count / 2>(reducer, total, x, i, n, failure);
  }
}

template <class V, class Values>
WEFT_INLINE void keep_value(V& out, Values const& x, index_t i, void*& failure) {
#if defined(__cpp_exceptions)
  if (failure != nullptr)
    return;
  try {
    out = x(i);
  } catch (...) {
    keep_exception(failure);
  }
#else
  out = x(i);
#endif
}

template <class V, class Values>
WEFT_INLINE void keep_values(V* buffer, Values const& x, index_t first, index_t n) {
  void* failure = nullptr;
  WEFT_SIMD
  for (index_t i = 0; i < n; ++i)
    keep_value(buffer[i], x, first + i, failure);
  if (failure != nullptr)
    throw_kept(failure);
}

/// Passes the values of a row to a reducer that reads them again. Computed values are stored in a buffer first.
template <class R, class A, class Values>
WEFT_INLINE void fold_stretches(R const& reducer, A& total, Values const& x, index_t n) {
  constexpr bool has_numbers = requires { x.number(n); };
  constexpr index_t room = fold_stretch;
  if constexpr (Values::is_memory && has_numbers) {
    reducer.add_stretch(total, x, n);
  } else if constexpr (Values::is_memory) { // in stretches too, so that values are merged in the same order
    for (index_t done = 0; done < n; done += room)
      reducer.add_stretch(total, values_from<Values>{x, done}, n - done < room ? n - done : room);
  } else if constexpr (has_numbers) {
    using V = typename Values::element_type;
    V buffer[room];
    for (index_t done = 0; done < n; done += room) {
      index_t const m = n - done < room ? n - done : room;
      keep_values(buffer, without_numbers<Values>{x}, done, m);
      reducer.add_stretch(total, buffered_elements<V, Values>{buffer, x, done}, m);
    }
  } else {
    using V = typename Values::value_type;
    V buffer[room];
    for (index_t done = 0; done < n; done += room) {
      index_t const m = n - done < room ? n - done : room;
      keep_values(buffer, x, done, m);
      reducer.add_stretch(total, buffered_values<V>{buffer}, m);
    }
  }
}
template <class Values>
WEFT_FN constexpr bool can_be_buffered() {
  if constexpr (Values::is_memory)
    return true;
  else if constexpr (requires { typename Values::element_type; })
    return is_plain<typename Values::element_type>;
  else
    return is_plain<typename Values::value_type>;
}

/// Returns whether values that are computed from narrower elements are stored in a buffer before they are folded. GCC
/// 12 does not vectorise the loop over groups of them: the greatest of 32000 values of where(mask, u8, 28) took 8.3 us
/// and takes 1.1, the sum of where(mask, x, 1.0) of doubles 19 and 3.3. Clang 19 takes 0.8 for that greatest value
/// without a buffer.
template <class Values>
WEFT_FN constexpr bool is_buffered() {
#if defined(__clang__)
  return false;
#else
  return are_widened<Values>;
#endif
}
/// Does the same as add_groups, with values that are computed into a buffer first.
template <int Group, class R, class A, class Values, class Groups>
WEFT_INLINE void add_buffered(R const& reducer, A* partials, Values const& x, index_t& i, index_t n, void*& failure,
                              Groups groups) {
  using V = typename Values::value_type;
  constexpr index_t room = fold_stretch;
  static_assert(room % lanes<R> == 0);
  V buffer[room];
  while (n - i >= lanes<R>) {
    index_t const m = n - i < room ? (n - i) / lanes<R> * lanes<R> : room;
    keep_values(buffer, x, i, m);
    index_t done = 0;
    add_groups<Group>(reducer, partials, buffered_values<V>{buffer}, done, m, failure, groups);
    i += m;
  }
}

/// Folds the n values of a row into `total`. The order in which values are merged depends only on n.
template <class R, class A, class Values>
WEFT_INLINE void fold_row(R const& reducer, A& total, Values const& x, index_t n) {
  constexpr int width = lanes<R>;
  if constexpr (requires { reducer.add_row(total, x, n); }) {
    reducer.add_row(total, x, n);
    return;
  } else if constexpr (requires { reducer.add_stretch(total, x, n); }) {
    fold_stretches(reducer, total, x, n);
    return;
  } else {
    void* failure = nullptr;
    index_t i = 0;
    if constexpr (width > 1) {
      if (n >= (is_number<A> ? width : 2 * width)) { // merging takes longer for accumulators of several parts
        A partials[std::size_t(width)];
        for (int w = 0; w < width; ++w)
          partials[w] = reducer.start();
        constexpr int of_one = group<R, typename Values::value_type>;
        constexpr std::make_integer_sequence<int, width / of_one> groups{};
        if constexpr (is_buffered<Values>())
          add_buffered<of_one>(reducer, partials, x, i, n, failure, groups);
        else
          add_groups<of_one>(reducer, partials, x, i, n, failure, groups);
        join_halves<width / 2>(reducer, partials);
        reducer.merge(total, partials[0]);
      }
      if constexpr (is_number<A>)
        if (n - i >= 4)
          add_halves<width / 2>(reducer, total, x, i, n, failure);
    }
    add_singly(reducer, total, x, i, n, failure);
    if (failure != nullptr)
      throw_kept(failure);
  }
}

} // namespace weft::detail
WEFT_KERNELS_END
