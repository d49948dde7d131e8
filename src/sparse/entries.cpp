#include "loop/limits.hpp"
#include "sparse/each_line.hpp"

#include <weft/linalg/gemm_tile.hpp>

#include <vector>

// Makes sorted lines of entries in any order.
namespace weft::detail {

namespace {

/// Replaces the numbers of entries of the lines by their offsets. The number of line k stands at offsets[k + 1], and
/// offsets[0] is 0.
template <class I>
void add_up(I* offsets, index_t lines) {
  for (index_t k = 0; k < lines; ++k)
    offsets[k + 1] = static_cast<I>(offsets[k + 1] + offsets[k]);
}
/// Moves offsets back to the beginnings of their lines. Filling a line has moved its offset to the end.
template <class I>
void move_back(I* offsets, index_t lines) {
  for (index_t k = lines; k > 0; --k)
    offsets[k] = offsets[k - 1];
  offsets[0] = 0;
}

/// An entry of a line, and the number of entries that came before it.
template <class T, class I>
struct placed_entry {
  I index;
  index_t number;
  T value;
};
/// Sorts the entries of one line; entries of one index keep their order.
template <class T, class I>
void sort_line(I* index, T* value, index_t count, std::vector<placed_entry<T, I>>& room) {
  if (std::is_sorted(index, index + count))
    return;
  if (count > limits::inserted_entries) {
    room.clear();
    for (index_t e = 0; e < count; ++e)
      room.push_back({index[e], e, value[e]});
    std::sort(room.begin(), room.end(), [](auto const& a, auto const& b) {
      return a.index != b.index ? a.index < b.index : a.number < b.number;
    });
    for (placed_entry<T, I> const& entry : room) {
      *index++ = entry.index;
      *value++ = entry.value;
    }
    return;
  }
  for (index_t e = 1; e < count; ++e) {
    I const i = index[e];
    T const v = value[e];
    index_t to = e;
    for (; to > 0 && index[to - 1] > i; --to) {
      index[to] = index[to - 1];
      value[to] = value[to - 1];
    }
    index[to] = i;
    value[to] = v;
  }
}

/// Adds neighbouring entries of one index, and writes the sums from `to` and `values` on. Returns the number of entries
/// that are left.
template <class T, class I>
index_t join_line(I const* index, T const* value, index_t count, I* to, T* values) {
  index_t left = 0;
  for (index_t e = 0; e < count; ++e)
    if (left > 0 && to[left - 1] == index[e]) {
      values[left - 1] = static_cast<T>(add(values[left - 1], value[e]));
    } else {
      to[left] = index[e];
      values[left++] = value[e];
    }
  return left;
}

} // namespace

template <class T, class I>
index_t compressed_kernels<T, I>::sort(index_t lines, target const& in_place) {
  std::vector<placed_entry<T, I>> room;
  index_t left = 0;
  index_t first = 0;
  for (index_t k = 0; k < lines; ++k) {
    auto const last = index_t(in_place.offsets[k + 1]);
    sort_line(in_place.indices + first, in_place.values + first, last - first, room);
    left += join_line(in_place.indices + first, in_place.values + first, last - first, in_place.indices + left,
                      in_place.values + left);
    first = last;
    in_place.offsets[k + 1] = static_cast<I>(left);
  }
  return left;
}

template <class T, class I>
index_t compressed_kernels<T, I>::compress(sparse_entry<T> const* entries, index_t count, bool by_columns,
                                           index_t lines, target const& to) {
  std::fill_n(to.offsets, lines + 1, I(0));
  for (index_t e = 0; e < count; ++e)
    ++to.offsets[(by_columns ? entries[e].column : entries[e].row) + 1];
  add_up(to.offsets, lines);
  for (index_t e = 0; e < count; ++e) {
    sparse_entry<T> const& from = entries[e];
    I const place = to.offsets[by_columns ? from.column : from.row]++;
    to.indices[place] = static_cast<I>(by_columns ? from.row : from.column);
    to.values[place] = from.value;
  }
  move_back(to.offsets, lines);
  return sort(lines, to);
}

template <class T, class I>
void compressed_kernels<T, I>::turn(matrix const& a, target const& to) {
  index_t const entries = a.entries();
  std::fill_n(to.offsets, a.width + 1, I(0));
  for (index_t e = 0; e < entries; ++e)
    ++to.offsets[a.indices[e] + 1];
  add_up(to.offsets, a.width);
  for (index_t k = 0; k < a.lines; ++k)
    for (I e = a.offsets[k]; e < a.offsets[k + 1]; ++e) {
      I const place = to.offsets[a.indices[e]]++;
      to.indices[place] = static_cast<I>(k);
      to.values[place] = a.values[e];
    }
  move_back(to.offsets, a.width);
}

WEFT_FOR_SPARSE(WEFT_KERNELS)

} // namespace weft::detail
