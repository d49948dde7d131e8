#pragma once
#include <weft/base/machine_vector.hpp>
#include <weft/eval/in_memory.hpp>
#include <weft/eval/reads.hpp>
#include <weft/expr/window.hpp>
#include <weft/layout/walk.hpp>

#include <cstring>
#include <type_traits>

// Reads and writes the elements that tensors of indices pick. All indices are checked first, a vector of them at a
// time; then one loop moves the elements. From 1000 elements on this takes 1.1 to 1.26 of the time of a loop y[k] =
// x[i[k]] that checks each index, for indices of 64 bits, and 0.97 to 1.17 for 32 bits: the check reads the indices
// once more.
namespace weft::detail {

/// Describes where picked elements lie in memory. `extents` is the shape of the picked elements. An element with index
/// i is found in two steps: the dot product of i and `strides` is an offset into the memory, and the dot product of i
/// and `table` is an offset into the table of indices, whose entry there moves further in the memory.
struct pick_layout {
  dynamic_extents extents, strides, table;

  WEFT_INLINE pick_layout(dynamic_extents const& e, dynamic_extents const& s, dynamic_extents const& t)
      : extents(e), strides(s), table(t) {}
  WEFT_COPIED(pick_layout);
};
/// Returns the pick_layout for `count` axes, in increasing order, that are indexed by tensors which broadcast to one
/// shape (`indices`); `steps` are the strides of the indices. In the result their axes are at the position of the first
/// indexed axis.
WEFT_API pick_layout pick_axes(dynamic_extents const& whole, dynamic_extents const& strides, int const* axes, int count,
                               dynamic_extents const& indices, dynamic_extents const& steps);
/// Returns the pick_layout for one axis that is indexed separately at each index of the other axes, with which the
/// tensor of indices broadcasts.
WEFT_API pick_layout pick_along(char const* operation, dynamic_extents const& whole, dynamic_extents const& strides,
                                index_t axis, dynamic_extents const& indices, dynamic_extents const& steps);
/// Returns the pick_layout for indices that are row-major numbers of elements.
WEFT_API pick_layout pick_numbers(dynamic_extents const& indices, dynamic_extents const& steps);

/// Throws index_error with an index as it was given: one of 2^63 or more must not be shown as a negative number.
template <class At>
WEFT_COLD [[noreturn]] void throw_picked(char const* operation, At i, int axis, index_t extent) {
  if constexpr (std::is_unsigned_v<At> && sizeof(At) == sizeof(index_t))
    throw_unsigned_index(operation, i, axis, extent);
  else
    throw_index(operation, static_cast<index_t>(i), axis, extent);
}

/// Returns the offset of an index along one axis. Throws index_error if it is out of range.
struct axis_offset {
  static constexpr char const* name = "subscript";
  int axis;
  index_t extent, stride;
  template <class At>
  WEFT_INLINE index_t operator()(At const& i) const {
    index_t const n = static_cast<index_t>(i);
    if (n < 0 || n >= extent)
      throw_picked(name, i, axis, extent);
    return n * stride;
  }
};
/// Returns the offset of the element with a row-major number. Throws index_error if it is out of range.
struct number_offset {
  static constexpr char const* name = "subscript";
  int rank;
  index_t count;
  index_t extents[max_rank], strides[max_rank];

  template <class Layout>
  WEFT_INLINE explicit number_offset(Layout const& l) : rank(l.rank()), count(l.size()), extents{}, strides{} {
    for (int k = 0; k < rank; ++k) {
      extents[k] = l.extent(k);
      strides[k] = l.stride(k);
    }
  }
  template <class At>
  WEFT_INLINE index_t operator()(At const& i) const {
    index_t n = static_cast<index_t>(i), offset = 0;
    if (n < 0 || n >= count)
      throw_picked("number of an element", i, 0, count);
    for (int k = rank - 1; k > 0; --k) {
      offset += n % extents[k] * strides[k];
      n /= extents[k];
    }
    return offset + (rank > 0 ? n * strides[0] : 0);
  }
  /// If each element n lies at offset n * step, calls f(step) and returns true; otherwise returns false.
  template <class F>
  WEFT_FN bool with_step(F const& f) const {
    // The axes behind axis k have one step, and `next` elements; next is 0 if their extents are all 1.
    index_t step = 0, next = 0;
    for (int k = rank - 1; k >= 0; --k) {
      if (extents[k] == 1)
        continue;
      if (next != 0 && strides[k] != next * step)
        return false;
      step = next == 0 ? strides[k] : step;
      next = (next == 0 ? 1 : next) * extents[k];
    }
    f(step);
    return true;
  }
};

/// Copies the first and the last Size bytes, which may overlap. All are loaded before any is stored.
template <index_t Size>
WEFT_INLINE void copy_ends(char* to, char const* from, index_t bytes) {
  typename machine_vector<char, int(Size)>::type first, last;
  std::memcpy(&first, from, std::size_t(Size));
  std::memcpy(&last, from + bytes - Size, std::size_t(Size));
  std::memcpy(to, &first, std::size_t(Size));
  std::memcpy(to + bytes - Size, &last, std::size_t(Size));
}
/// Copies bytes that may be few. Picked rows of 3 doubles take 1.15 ns, of 8 1.4 ns; element by element, with steps
/// that each row looked up, they took 2.9 and 4.1.
WEFT_INLINE void copy_short(char* to, char const* from, index_t bytes) {
  constexpr index_t vector = 16;
  if (bytes > 4 * vector)
    std::memcpy(to, from, static_cast<std::size_t>(bytes));
  else if (bytes > 2 * vector)
    copy_ends<vector>(to, from, 2 * vector),
        copy_ends<vector>(to + bytes - 2 * vector, from + bytes - 2 * vector, 2 * vector);
  else if (bytes >= vector)
    copy_ends<vector>(to, from, bytes);
  else if (bytes >= 8)
    copy_ends<8>(to, from, bytes);
  else if (bytes >= 4)
    copy_ends<4>(to, from, bytes);
  else
    for (index_t k = 0; k < bytes; ++k)
      to[k] = from[k];
}

/// Calls f with the addresses of the list, the memory and the indices, for each row of a frame.
template <class F>
WEFT_INLINE void each_picked_row(loop_frame const& frame, F const& f) {
  index_t item = frame.position[0], memory = frame.position[1], index = frame.position[2];
  if (frame.rows == 1) // for a single row the steps must not be read
    return f(item, memory, index);
  index_t const row[] = {frame.row[0], frame.row[1], frame.row[2]};
  for (index_t left = frame.rows; left > 0; --left, item += row[0], memory += row[1], index += row[2])
    f(item, memory, index);
}

/// Copies picked elements to a list, or (Scatter) from it. The operands are the list, the memory they are picked from,
/// and the indices; an index counts for the number of bytes that `core` points to. Elements are loaded one by one:
/// instructions that gather take 0.9 to 1.6 of the time of four loads (Zen 5, 64 to 512 bits; 0.18 to 0.25 ns an
/// element in the first caches).
template <bool Scatter, class T, class At>
struct pick_body {
  WEFT_INLINE static void run(any_vector, void const* core, loop_frame const& shared) {
    index_t const unit = *static_cast<index_t const*>(core), n = shared.columns;
    constexpr index_t size = sizeof(T), index_size = sizeof(At);
    index_t const step = shared.column[0], along = shared.column[1], next = shared.column[2];
    if (next == 0)
      each_picked_row(shared, [&](index_t item, index_t memory, index_t index) {
        move_row(item, step, memory + offset(index, unit), along, n);
      });
    else if (unit == size && step == size && along == 0 && next == index_size)
      each_picked_row(shared, [&](index_t item, index_t memory, index_t index) {
        pick(item, size, memory, 0, index, index_size, size, n);
      });
    else
      each_picked_row(shared, [&](index_t item, index_t memory, index_t index) {
        pick(item, step, memory, along, index, next, unit, n);
      });
  }

private:
  WEFT_INLINE static index_t offset(index_t index, index_t unit) {
    return static_cast<index_t>(*reinterpret_cast<At const*>(index)) * unit;
  }
  WEFT_INLINE static void move(index_t item, index_t memory) {
    index_t const to = Scatter ? memory : item, from = Scatter ? item : memory;
    *reinterpret_cast<T*>(to) = *reinterpret_cast<T const*>(from);
  }
  /// Moves n elements, each picked by an index of its own. Four are loaded before they are stored: 0.8 of the time of
  /// one by one.
  WEFT_INLINE static void pick(index_t item, index_t step, index_t memory, index_t along, index_t index, index_t next,
                               index_t unit, index_t n) {
    index_t k = 0;
    if constexpr (!Scatter && std::is_trivially_copyable_v<T>)
      for (; k + 4 <= n; k += 4) {
        auto const value = [&](index_t c) {
          return *reinterpret_cast<T const*>(memory + (k + c) * along + offset(index + (k + c) * next, unit));
        };
        T const w = value(0), x = value(1), y = value(2), z = value(3);
        *reinterpret_cast<T*>(item + k * step) = w;
        *reinterpret_cast<T*>(item + (k + 1) * step) = x;
        *reinterpret_cast<T*>(item + (k + 2) * step) = y;
        *reinterpret_cast<T*>(item + (k + 3) * step) = z;
      }
    for (; k < n; ++k)
      move(item + k * step, memory + k * along + offset(index + k * next, unit));
  }
  /// Moves n elements that one index picks.
  WEFT_INLINE static void move_row(index_t item, index_t step, index_t memory, index_t along, index_t n) {
    constexpr index_t size = sizeof(T);
    if constexpr (std::is_trivially_copyable_v<T>)
      if (step == size && along == size)
        return copy_short(reinterpret_cast<char*>(Scatter ? memory : item),
                          reinterpret_cast<char const*>(Scatter ? item : memory), n * size);
    for (index_t k = 0; k < n; ++k)
      move(item + k * step, memory + k * along);
  }
};
/// Returns the kernel of a body whose loop is guided by indices. Wider vectors do not help it, so one clone serves all
/// instruction sets.
template <class Body>
WEFT_INLINE kernel_variant const& guided_kernel() {
  constexpr loop_kernel run = cloned<Body>::kernels::template at<0>();
  static constexpr kernel_variant kernel{0, {{run, run, run}}};
  return kernel;
}

/// The operands of a pick_body.
struct pick_operands {
  index_t list, memory, indices; ///< the addresses of the first element of each of them
  index_t size, index_size;
  index_t unit; ///< bytes that a step of 1 in an index stands for
};
/// Runs a kernel over all picked elements. With in_order it does so in row-major order: of several elements for the
/// same place the last one stays.
WEFT_API void run_picks(kernel_variant const& kernel, pick_layout const& m, dynamic_extents const& steps,
                        pick_operands const& operands, bool in_order);

/// Copies picked elements to a list in strided memory, or (Scatter) from it. A step of 1 in an index stands for `unit`
/// elements. The list, the memory and the indices must not overlap.
template <bool Scatter, class T, class At>
WEFT_FN void move_picked(pick_layout const& m, std::conditional_t<Scatter, T, T const>* memory, At const* index,
                         index_t unit, std::conditional_t<Scatter, T const, T>* list, dynamic_extents const& steps) {
  constexpr index_t size = sizeof(T);
  run_picks(guided_kernel<pick_body<Scatter, T, At>>(), m, steps,
            {reinterpret_cast<index_t>(list), reinterpret_cast<index_t>(memory), reinterpret_cast<index_t>(index), size,
             sizeof(At), unit * size},
            Scatter);
}

/// Returns true if all indices, signed of 4 bytes or any of 8, are below an extent and not negative.
WEFT_API bool are_indices_of(index_t extent, index_t position, index_t size, dynamic_extents const& extents,
                             dynamic_extents const& strides);

/// Throws index_error for the first index, in row-major order, that is out of range.
template <class At>
WEFT_COLD void refuse_picked(char const* operation, int axis, index_t extent, At const* data,
                             dynamic_extents const& extents, dynamic_extents const& strides) {
  dynamic_extents const lists[] = {strides};
  index_t const step = row_step(strides);
  walk_rows(extents, lists, [&](index_t const*, index_t const* at, index_t n) {
    for (index_t k = 0; k < n; ++k) {
      At const i = data[at[0] + k * step];
      if (static_cast<index_t>(i) < 0 || static_cast<index_t>(i) >= extent)
        throw_picked(operation, i, axis, extent);
    }
  });
}

/// True for types of indices that are used where they lie in memory; indices of other types are widened first.
template <class At>
inline constexpr bool is_index_in_place = sizeof(At) == 8 || (sizeof(At) == 4 && std::is_signed_v<At>);

/// Calls f(data, extents, strides) for a leaf in memory.
template <class Leaf, class F>
WEFT_FN void with_strides(Leaf const& leaf, F const& f) {
  f(leaf.data, convert_extents<dynamic_extents>(leaf.extents()),
    convert_extents<dynamic_extents>(leaf.place.strides()));
}
/// Calls f(data, extents, strides) for a copy of e with elements of type T.
template <class T, class E, class F>
WEFT_FN void with_copy(E const& e, session& s, F const& f) {
  auto copy = new_temporary<T>(e.extents(), s);
  assign(copy.template borrowed<T>(), e, s);
  with_strides(std::move(copy).to_read(), f);
}

/// Calls f(data, extents, strides) with indices in memory, in any order of axes. They are used where they lie, unless
/// they are in the memory that `written` covers; then they are copied.
template <class E, class F>
WEFT_FN void with_indices(E const& e, footprint const* written, session& s, F const& f) {
  using At = typename E::value_type;
  using kept = std::conditional_t<is_index_in_place<At>, At, index_t>;
  if constexpr (is_index_in_place<At> && requires { footprint_of(e, nullptr, nullptr); }) {
    if (written != nullptr && reads_bytes(e, *written))
      return with_copy<kept>(e, s, f);
  }
  if constexpr (is_index_in_place<At>)
    with_strides(in_memory(e, s), f);
  else
    with_copy<kept>(e, s, f);
}

/// Calls f(data, extents, strides) with indices, as with_indices() does. Throws index_error unless all are below
/// `extent` and none is negative.
template <class E, class F>
WEFT_FN void with_checked_indices(char const* operation, int axis, index_t extent, E const& e, footprint const* written,
                                  session& s, F const& f) {
  with_indices(e, written, s, [&](auto const* data, dynamic_extents const& extents, dynamic_extents const& strides) {
    if (!s.dry() && !are_indices_of(extent, reinterpret_cast<index_t>(data), sizeof(*data), extents, strides))
      refuse_picked(operation, axis, extent, data, extents, strides);
    f(data, extents, strides);
  });
}

/// Notes in the report that elements of `bytes` bytes are moved, and `of_indices` bytes of indices read.
WEFT_INLINE void note_moved(session& s, index_t bytes, index_t of_indices) {
  ++s.report->loops;
  s.report->bytes_read += bytes + of_indices;
  s.report->bytes_written += bytes;
}

/// Returns the bytes of all indices, each counted once.
WEFT_FN inline index_t bytes_of_indices(pick_layout const& m, index_t size) {
  for (int k = 0; k < m.extents.rank(); ++k)
    size *= m.table.entry(k) == 0 && m.extents.entry(k) != 0 ? 1 : m.extents.entry(k);
  return size;
}

/// Picks elements of the first operand by the further operands, which are the indices. how(layout, s, written, f,
/// indices...) calls f(pick_layout, indices, unit) with indices in memory that is no part of `written`.
template <class T, class Extents, class How>
struct gathering : result_of<T, Extents> {
  static constexpr deferred_traits traits{.into_target = true,
                                          .refuses_late = true}; ///< the operation checks indices when it reads them

  How how;

  template <class Target, class E, class... At>
  WEFT_FN void evaluate(Target const& target, session& s, E const& operand, At const&... indices) const {
    auto const from = in_memory(operand, s);
    auto const move = [&](pick_layout const& m, auto const* index, index_t unit) {
      index_t const bytes = target.place.size() * index_t(sizeof(T));
      if (!described(s, [&](session& t) { note_moved(t, bytes, bytes_of_indices(m, sizeof(*index))); }))
        move_picked<false, T>(m, from.data, index, unit, target.data,
                              convert_extents<dynamic_extents>(target.place.strides()));
    };
    how(from.place, s, nullptr, move, indices...);
  }
};

/// Writes the elements of e, broadcast to `shape`, to the elements of the target that `how` picks.
template <class T, class L, class Extents, class How, class E, class... At>
WEFT_FN void scatter(strided_leaf<T, L> const& target, Extents const& shape, How const& how, E const& e,
                     At const&... indices) {
  session s;
  target.keep.check("assignment");
  check_fits(shape, e.extents());
  index_t extents[max_rank], strides[max_rank];
  footprint const written = footprint_of(target, extents, strides);
  auto const write = [&](auto const& values) {
    auto const wide = window_of_leaf(values, broadcaster<Extents>{shape});
    auto const move = [&](pick_layout const& m, auto const* index, index_t unit) {
      record(s, [&](session& t) {
        note_moved(t, count_of(shape) * index_t(sizeof(T)), bytes_of_indices(m, sizeof(*index)));
      });
      move_picked<true, T>(m, target.data, index, unit, wide.data,
                           convert_extents<dynamic_extents>(wide.place.strides()));
    };
    how(target.place, s, &written, move, indices...);
  };
  auto const write_temporary = [&] {
    auto values = new_temporary<T>(shape, s);
    assign(values.template borrowed<T>(), e, s);
    write(std::move(values).to_read());
  };
  if constexpr (std::same_as<T, typename E::value_type> && requires { footprint_of(e, nullptr, nullptr); }) {
    if (!reads_memory(e, written, s)) {
      e.keep.check("assignment");
      return write(e.template borrowed<T const>());
    }
  }
  write_temporary();
}

} // namespace weft::detail
