#pragma once
#include <weft/eval/in_memory.hpp>
#include <weft/expr/window.hpp>
#include <weft/layout/walk.hpp>

#include <cstring>
#include <type_traits>

// Elements that tensors of indices pick. The indices become offsets first, all of them checked; then one loop moves the
// elements.
namespace weft::detail {

/// Element i of the picked ones is `strides` * i into the memory they are picked from, and further by the number at
/// `table` * i in a table of offsets.
struct pick_map {
  dynamic_extents extents, strides, table;

  WEFT_INLINE pick_map(dynamic_extents const& e, dynamic_extents const& s, dynamic_extents const& t)
      : extents(e), strides(s), table(t) {}
  WEFT_INLINE pick_map(pick_map const&) = default;
  WEFT_INLINE pick_map(pick_map&&) = default;
  WEFT_INLINE pick_map& operator=(pick_map const&) = default;
  WEFT_INLINE pick_map& operator=(pick_map&&) = default;
  WEFT_INLINE ~pick_map() = default;
};
/// Axes, in increasing order, indexed by tensors that broadcast to one shape. Its axes stand where the first of those
/// stood.
WEFT_API pick_map pick_axes(dynamic_extents const& whole, dynamic_extents const& strides, int const* axes, int count,
                            dynamic_extents const& indices);
/// One axis indexed at each place of the others, with which the indices broadcast.
WEFT_API pick_map pick_along(char const* operation, dynamic_extents const& whole, dynamic_extents const& strides,
                             index_t axis, dynamic_extents const& indices);
/// Row-major numbers of elements.
WEFT_API pick_map pick_numbers(dynamic_extents const& indices);

/// Refuses an index as it was given: above 2^63 it is no negative number.
template <class I>
WEFT_COLD [[noreturn]] void throw_picked(char const* operation, I i, int axis, index_t extent) {
  if constexpr (std::is_unsigned_v<I> && sizeof(I) == sizeof(index_t))
    throw_unsigned_index(operation, i, axis, extent);
  else
    throw_index(operation, static_cast<index_t>(i), axis, extent);
}

/// The offset of an index of one axis.
struct axis_offset {
  static constexpr char const* name = "subscript";
  int axis;
  index_t extent, stride;
  template <class I>
  WEFT_INLINE index_t operator()(I const& i) const {
    const index_t n = static_cast<index_t>(i);
    if (n < 0 || n >= extent)
      throw_picked(name, i, axis, extent);
    return n * stride;
  }
};
/// The offset of the element with a row-major number.
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
  template <class I>
  WEFT_INLINE index_t operator()(I const& i) const {
    index_t n = static_cast<index_t>(i), offset = 0;
    if (n < 0 || n >= count)
      throw_picked("number of an element", i, 0, count);
    for (int k = rank - 1; k >= 0; --k) {
      offset += n % extents[k] * strides[k];
      n /= extents[k];
    }
    return offset;
  }
};

/// Copies picked elements into a list of strided memory, or (Scatter) from it, in row-major order: of several elements
/// for one place the last one stays. The memory of both is apart.
template <bool Scatter, class T>
WEFT_FN void move_picked(pick_map m, std::conditional_t<Scatter, T, const T>* memory, index_t const* offset,
                         std::conditional_t<Scatter, const T, T>* list, dynamic_extents steps) {
  const int last = m.extents.rank() - 1;
  if constexpr (!Scatter) // the order does not matter: along the shortest steps of the list
    for (int k = 0; k < last; ++k)
      if (m.extents.entry(last) == 1 ||
          (m.extents.entry(k) > 1 && steps.entry(k) * steps.entry(k) < steps.entry(last) * steps.entry(last)))
        for (dynamic_extents* d : {&m.extents, &m.strides, &m.table, &steps}) {
          const index_t n = (*d).entry(k);
          d->set(k, (*d).entry(last));
          d->set(last, n);
        }
  const index_t stride = row_step(m.strides), table = row_step(m.table), step = row_step(steps);
  const dynamic_extents lists[] = {m.strides, m.table, steps};
  walk_rows(m.extents, lists, [&](index_t const*, index_t const* at, index_t n) {
    auto* const place = memory + at[0];
    auto* const element = list + at[2];
    index_t const* const entry = offset + at[1];
    if constexpr (std::is_trivially_copyable_v<T>)
      if (table == 0 && stride == 1 && step == 1) {
        if constexpr (Scatter)
          std::memcpy(place + *entry, element, static_cast<std::size_t>(n) * sizeof(T));
        else
          std::memcpy(element, place + *entry, static_cast<std::size_t>(n) * sizeof(T));
        return;
      }
    for (index_t i = 0; i < n; ++i)
      if constexpr (Scatter)
        place[entry[i * table] + i * stride] = element[i * step];
      else
        element[i * step] = place[entry[i * table] + i * stride];
  });
}

/// A row-major table of the values of an expression of offsets.
template <class E>
WEFT_FN auto offset_table(E const& e, session& s) {
  auto table = new_temporary<index_t>(e.extents(), s);
  assign(table.template borrowed<index_t>(), e, s);
  return table;
}

WEFT_INLINE void note_moved(session& s, index_t bytes) {
  ++s.report->loops;
  s.report->bytes_read += bytes;
  s.report->bytes_written += bytes;
}

/// Elements of an operand that How picks by further operands, the indices: how(layout, s, f, indices...) calls
/// f(map, table).
template <class T, class Extents, class How>
struct gathering : result_of<T, Extents> {
  static constexpr deferred_traits traits{.in_parts = true, .refuses_late = true}; ///< indices are checked when read

  How how;

  template <class Target, class E, class... I>
  WEFT_FN void evaluate(Target const& target, session& s, E const& operand, I const&... indices) const {
    auto const from = in_memory(operand, s);
    const auto move = [&](pick_map const& m, index_t const* table) {
      const index_t bytes = target.place.size() * index_t(sizeof(T));
      if (!described(s, [&](session& t) { note_moved(t, bytes); }))
        move_picked<false, T>(m, from.data, table, target.data,
                              convert_extents<dynamic_extents>(target.place.strides()));
    };
    how(from.place, s, move, indices...);
  }
};

/// target at the places that How picks = e, which broadcasts to their shape.
template <class T, class L, class Extents, class How, class E, class... I>
WEFT_FN void scatter(strided_leaf<T, L> const& target, Extents const& shape, How const& how, E const& e,
                     I const&... indices) {
  session s;
  target.keep.check("assignment");
  check_fits(shape, e.extents());
  const auto write = [&](auto const& values) {
    const auto wide = window_of_leaf(values, broadcaster<Extents>{shape});
    const auto move = [&](pick_map const& m, index_t const* table) {
      record(s, [&](session& t) { note_moved(t, count_of(shape) * index_t(sizeof(T))); });
      move_picked<true, T>(m, target.data, table, wide.data, convert_extents<dynamic_extents>(wide.place.strides()));
    };
    how(target.place, s, move, indices...);
  };
  const auto write_temporary = [&] {
    auto values = new_temporary<T>(shape, s);
    assign(values.template borrowed<T>(), e, s);
    write(std::move(values).to_read());
  };
  if constexpr (std::same_as<T, typename E::value_type> && requires { footprint_of(e, nullptr, nullptr); }) {
    index_t extents[max_rank], strides[max_rank];
    if (!reads_memory(e, footprint_of(target, extents, strides), s)) {
      e.keep.check("assignment");
      return write(e.template borrowed<const T>());
    }
  }
  write_temporary();
}

} // namespace weft::detail
