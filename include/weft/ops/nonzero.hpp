#pragma once
#include <weft/base/results.hpp>
#include <weft/eval/limits.hpp>
#include <weft/ops/compare.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/take.hpp>
#include <weft/tensor/memory.hpp>

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

// Finds the elements where a mask is true. The results are tensors, made at once, because their size depends on the
// values. One pass counts, one fills; an operand that is no tensor or view is evaluated before.
namespace weft {

namespace detail {

template <class T>
WEFT_INLINE constexpr bool is_nonzero(T const& x) {
  if constexpr (is_complex<T>)
    return x != T();
  else if constexpr (std::is_same_v<T, bool>)
    return std::bit_cast<unsigned char>(x) != 0; // memory of others may have true bytes other than 1
  else
    return static_cast<bool>(x);
}

/// Returns eight bools as bytes 0 or 1. Memory of others may have true bytes other than 1.
WEFT_INLINE std::uint64_t eight_bools(bool const* from) {
  std::uint64_t out;
  std::memcpy(&out, from, sizeof out);
  out |= out >> 4;
  out |= out >> 2;
  out |= out >> 1;
  return out & 0x0101010101010101U;
}
/// Returns the number of elements that are not zero among n elements, `step` apart. The bytes of eight bools are added
/// by one product.
template <class T>
WEFT_FN index_t count_in_row(T const* from, index_t step, index_t n) {
  index_t count = 0, i = 0;
  if constexpr (std::is_same_v<T, bool>)
    if (step == 1)
      for (; i + 8 <= n; i += 8)
        count += static_cast<index_t>((eight_bools(from + i) * 0x0101010101010101U) >> 8 * 7);
  for (; i < n; ++i)
    count += is_nonzero(from[i * step]);
  return count;
}
/// Writes first + i for each i where a row of n bools is true, and returns their number. The list has room for n.
/// Vectors are compressed: 0.15 ns an element, by a branch up to 7 (Sapphire Rapids).
WEFT_API index_t list_true(bool const* mask, index_t n, index_t first, index_t* list);
/// Copies the elements of a row, of `size` bytes, where a mask is true, one after the other to `to`. Returns the end of
/// the copies; `last` is the end of the memory, which may be written up to there. `size` is 1, 2, 4 or 8.
WEFT_API void* compress_row(bool const* mask, index_t n, void const* from, index_t size, void* to, void* last);

/// Writes the numbers of the elements that are not zero among n elements, `step` apart; the first element has number
/// `first`. Returns how many there are. The list has room for n. There are no branches on single elements: a branch
/// that is not predicted took 7 ns for each element of a mask of chance.
template <class T>
WEFT_FN index_t list_in_row(T const* from, index_t step, index_t n, index_t first, index_t* list) {
  if constexpr (std::is_same_v<T, bool>)
    if (step == 1)
      return list_true(from, n, first, list);
  index_t count = 0;
  for (index_t i = 0; i < n; ++i) {
    list[count] = first + i;
    count += is_nonzero(from[i * step]);
  }
  return count;
}

/// Writes first + list[k] for each of n indices.
WEFT_FN inline void add_to_list(index_t const* list, index_t n, index_t first, index_t* to) {
  for (index_t k = 0; k < n; ++k)
    to[k] = first + list[k];
}
/// Calls f(row, list, n) for pieces of the rows of e along the last axis, in row-major order: `list` has the indices on
/// that axis of the n > 0 elements of a piece that are not zero, and `row` is the index of the row's first element.
template <class L, class F>
WEFT_FN void for_lists_of_true(L const& e, F const& f) {
  dynamic_extents const strides[] = {convert_extents<dynamic_extents>(e.place.strides())};
  index_t const step = row_step(strides[0]);
  walk_rows(convert_extents<dynamic_extents>(e.extents()), strides,
            [&](index_t const* row, index_t const* at, index_t n) {
              index_t list[mask_piece];
              for (index_t i = 0; i < n; i += mask_piece) {
                index_t const count =
                    list_in_row(e.data + at[0] + i * step, step, n - i < mask_piece ? n - i : mask_piece, i, list);
                if (count > 0)
                  f(row, static_cast<index_t const*>(list), count);
              }
            });
}
template <class L>
WEFT_FN index_t count_true(L const& e) {
  dynamic_extents const strides[] = {convert_extents<dynamic_extents>(e.place.strides())};
  index_t count = 0;
  walk_rows(convert_extents<dynamic_extents>(e.extents()), strides, [&](index_t const*, index_t const* at, index_t n) {
    count += count_in_row(e.data + at[0], row_step(strides[0]), n);
  });
  return count;
}
/// Copies the elements of `from` at which `mask`, of the same shape, is true, to n elements `stride` apart. The mask
/// has n true elements.
template <class M, class L, class T>
WEFT_FN void copy_true(M const& mask, L const& from, T* to, index_t stride, [[maybe_unused]] index_t n) {
  index_t const step = row_step(convert_extents<dynamic_extents>(from.place.strides()));
  if constexpr (std::is_trivially_copyable_v<T> && (sizeof(T) <= 2 || sizeof(T) == 4 || sizeof(T) == 8)) {
    dynamic_extents const strides[] = {convert_extents<dynamic_extents>(mask.place.strides())};
    if (step == 1 && stride == 1 && row_step(strides[0]) == 1) {
      T* const last = to + n;
      return walk_rows(convert_extents<dynamic_extents>(mask.extents()), strides,
                       [&](index_t const* row, index_t const* at, index_t count) {
                         to = static_cast<T*>(compress_row(
                             mask.data + at[0], count, from.data + offset_at(from.place, row), sizeof(T), to, last));
                       });
    }
  }
  for_lists_of_true(mask, [&](index_t const* row, index_t const* list, index_t count) {
    auto const* const first = from.data + offset_at(from.place, row);
    T* const out = to; // stores of bytes may change `to`, for all that the compiler knows
    for (index_t k = 0; k < count; ++k)
      out[k * stride] = first[list[k] * step];
    to += count * stride;
  });
}

template <class M>
WEFT_FN constexpr void require_mask() {
  static_assert(std::same_as<value_t<M>, bool>, "weft: compress takes a mask: compare first, as in a > 0");
}

/// Returns the table of indices for argwhere. Its type is a template argument, so that the umbrella header names
/// tensors of indices without instantiating them.
template <class Table, class X>
WEFT_FN Table table_of_places(X const& x) {
  session s;
  auto const held = capture(x);
  auto const& e = in_memory(held, s);
  int const rank = e.place.rank();
  Table out(uninit, count_true(e), rank);
  index_t* to = out.data();
  for_lists_of_true(e, [&](index_t const* row, index_t const* list, index_t n) {
    for (index_t i = 0; i < n; ++i)
      for (int k = 0; k < rank; ++k)
        *to++ = k == rank - 1 ? list[i] : row[k];
  });
  return out;
}
template <class List, class X>
WEFT_FN auto lists_of_places(X const& x) {
  session s;
  auto const held = capture(x);
  auto const& e = in_memory(held, s);
  constexpr int rank = rank_of<X>;
  one_for_each_axis<rank, List> out;
  if constexpr (rank < 0)
    out.resize(static_cast<std::size_t>(e.place.rank()));
  index_t const count = count_true(e);
  index_t* to[max_rank];
  for (std::size_t k = 0; k < out.size(); ++k) {
    out[k] = List(uninit, count);
    to[k] = out[k].data();
  }
  for_lists_of_true(e, [&](index_t const* row, index_t const* list, index_t n) {
    for (std::size_t k = 0; k < out.size(); to[k++] += n) {
      if (k + 1 == out.size())
        add_to_list(list, n, 0, to[k]);
      else
        for (index_t i = 0; i < n; ++i)
          to[k][i] = row[k];
    }
  });
  return out;
}
/// Returns the indices at which a mask for an axis of extent n is true.
template <class M>
WEFT_FN auto places_on_axis(M const& mask, index_t n) {
  view<value_t<M> const, 1> const vector = tensor<value_t<M>, 1>(mask);
  if (vector.extent(0) != n)
    throw_shapes("compress: a mask for one axis", vector.shape().values(), 1, &n, 1, "the extents differ");
  auto [places] = lists_of_places<tensor<index_t, 1>>(vector);
  return std::move(places);
}

} // namespace detail

/// Returns the indices of the elements that are not zero, in row-major order, as a matrix with one row for each such
/// element.
template <Tensorial X>
[[nodiscard]] WEFT_FN tensor<index_t, 2> argwhere(X const& x) {
  return detail::table_of_places<tensor<index_t, 2>>(x);
}
/// Returns the indices of the elements that are not zero, as one vector for each axis: auto [i, j] = nonzero(a > 0);
/// then a(i, j) are the elements. The vectors are in a std::array, or for run-time rank in a std::vector.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto nonzero(X const& x) {
  return detail::lists_of_places<tensor<index_t, 1>>(x);
}

/// Counts the elements that are not zero; NaN is not zero. Counts all of them, or over axes, as count(m) does for a
/// mask.
template <AnyTensorial X, class... A>
[[nodiscard]] WEFT_INLINE constexpr auto count_nonzero(X&& x, A... axes) {
  return count(not_equal(static_cast<X&&>(x), 0), axes...);
}

namespace detail {
template <class M, class X>
WEFT_FN auto compressed(M const& mask, X const& x) {
  session s;
  auto const held_mask = capture(mask);
  auto const held = capture(x);
  auto const& m = in_memory(held_mask, s);
  auto const& e = in_memory(held, s);
  auto const shape = common_extents("compress", m.extents(), e.extents());
  broadcaster<std::remove_const_t<decltype(shape)>> const wide{shape};
  auto const chosen = window_of_leaf(m, wide);
  auto const from = window_of_leaf(e, wide);
  tensor<value_t<X>, 1> out(uninit, count_true(chosen));
  copy_true(chosen, from, out.data(), 1, out.size());
  return out;
}
} // namespace detail

/// Returns the elements of x where the mask is true, in row-major order, as a vector; mask and x broadcast. With an
/// axis, returns the parts of x at the indices of that axis where the mask, a vector, is true: take(x,
/// nonzero(mask)[0], axis).
template <Tensorial M, Tensorial X, detail::Axis... A>
  requires(sizeof...(A) < 2)
[[nodiscard]] WEFT_FN auto compress(M const& mask, X&& x, A... axis) {
  detail::require_mask<M>();
  if constexpr (sizeof...(A) > 0) {
    auto const shape = detail::shape_before(x);
    int const k = detail::check_axis("compress", detail::as_axis<X>(axis)..., shape.rank());
    return take(static_cast<X&&>(x), detail::places_on_axis(mask, shape[k]), axis...);
  } else if constexpr (detail::is_followed<detail::captured_t<X>>) {
    auto const e = detail::capture(x);
    auto const whole = detail::common_extents("compress", detail::shape_before(mask), e.extents());
    index_t const n = detail::count_of(whole);
    return take(broadcast_to(e, whole), detail::places_on_axis(reshape(eval(broadcast_to(mask, whole)), shape(n)), n));
  } else {
    return detail::compressed(mask, x);
  }
}
template <int = 0>
void compress(detail::other, detail::other, ...) WEFT_REFUSED("weft: compress(mask, a) takes a mask, no bool: a > 0");

} // namespace weft
