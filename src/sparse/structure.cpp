#include "sparse/each_line.hpp"

#include <weft/base/check.hpp>
#include <weft/sparse/matrix.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace weft::detail {

namespace {

/// Replaces the numbers of entries of lines by offsets. The number of line k stands at offsets[k + 1]. Returns their
/// sum.
template <class I>
index_t sum_offsets(char const* operation, index_t lines, I* offsets) {
  index_t total = 0;
  offsets[0] = 0;
  for (index_t k = 0; k < lines; ++k) {
    total += index_t(offsets[k + 1]);
    check_numbers<I>(operation, total);
    offsets[k + 1] = static_cast<I>(total);
  }
  return total;
}
/// Returns the number of entries of a result and sets its offsets. each(k) returns the entries that lines k of a and b
/// make.
template <class I, class Each>
index_t count_pairs(char const* operation, compressed_structure<I> const& a, compressed_structure<I> const& b,
                    I* offsets, Each const& each) {
  for_ranges_of_lines(a, time_of_pairs(a, b), [&](index_t first, index_t last) {
    for (index_t k = first; k < last; ++k)
      offsets[k + 1] = static_cast<I>(each(k));
  });
  return sum_offsets(operation, a.lines, offsets);
}

template <class I>
index_t common_of_line(compressed_structure<I> const& a, compressed_structure<I> const& b, index_t line) {
  index_t common = 0;
  walk_both(a, b, line, [&](I, index_t p, index_t q) { common += p >= 0 && q >= 0 ? 1 : 0; });
  return common;
}

/// The next three functions throw the error of an offset or an index that is known to be invalid.
template <class I>
[[noreturn]] void throw_ends(char const* operation, I first, I last, index_t entries) {
  std::string const ends = "the first offset is " + std::to_string(first) + " and the last one " + std::to_string(last);
  throw_shape_reason(operation, (ends + ": they are 0 and the number of entries, " + std::to_string(entries)).c_str());
}
template <class I>
[[noreturn]] void throw_descent(char const* operation, index_t line, I const* offsets) {
  std::string const both = std::to_string(offsets[line]) + " and " + std::to_string(offsets[line + 1]);
  std::string const at = std::to_string(line) + " and " + std::to_string(line + 1);
  throw_shape_reason(operation, ("offsets " + at + " are " + both + ": they ascend to the number of entries").c_str());
}
template <class I>
[[noreturn]] void throw_outside(char const* operation, I index, index_t number, index_t extent) {
  std::string const what = "index " + std::to_string(index) + ", number " + std::to_string(number);
  throw_index_reason(operation, (what + ", is outside of an axis of extent " + std::to_string(extent)).c_str());
}

} // namespace

template <class I>
bool compressed_indices<I>::check(char const* operation, compressed_structure<I> const& a, index_t entries) {
  if (a.offsets[0] != 0 || a.offsets[a.lines] != entries)
    throw_ends(operation, a.offsets[0], a.offsets[a.lines], entries);
  bool ascend = true;
  for (index_t k = 0; k < a.lines; ++k) {
    if (a.offsets[k + 1] < a.offsets[k] || a.offsets[k + 1] > entries) // beyond `entries` a later one would descend
      throw_descent(operation, k, a.offsets);
    for (I e = a.offsets[k]; e < a.offsets[k + 1]; ++e) {
      if (a.indices[e] < 0 || a.indices[e] >= a.width)
        throw_outside(operation, a.indices[e], e, a.width);
      ascend = ascend && (e == a.offsets[k] || a.indices[e - 1] < a.indices[e]);
    }
  }
  return ascend;
}

template <class I>
index_t compressed_indices<I>::find(compressed_structure<I> const& a, index_t line, index_t index) {
  I const* const first = a.indices + a.offsets[line];
  I const* const last = a.indices + a.offsets[line + 1];
  I const* const found = std::lower_bound(first, last, static_cast<I>(index));
  return found != last && *found == index ? found - a.indices : -1;
}

template <class I>
index_t compressed_indices<I>::count_product(compressed_structure<I> const& a, compressed_structure<I> const& b,
                                             I* offsets) {
  std::fill_n(offsets, a.lines + 1, I(0));
  if (a.entries() != 0 && b.entries() != 0)
    for_ranges_of_lines(a, time_of_terms(a, b), [&](index_t first, index_t last) {
      std::vector<index_t> seen(static_cast<std::size_t>(b.width), -1); // the line that met an index last; -1: none
      for (index_t k = first; k < last; ++k) {
        index_t found = 0;
        each_term(a, b, k, [&](I, I f) {
          found += std::exchange(seen[static_cast<std::size_t>(b.indices[f])], k) != k ? 1 : 0;
        });
        offsets[k + 1] = static_cast<I>(found);
      }
    });
  return sum_offsets("matmul", a.lines, offsets);
}

template <class I>
index_t compressed_indices<I>::count_sum(compressed_structure<I> const& a, compressed_structure<I> const& b,
                                         I* offsets) {
  return count_pairs("operator+", a, b, offsets, [&](index_t k) {
    return index_t(a.offsets[k + 1] - a.offsets[k]) + index_t(b.offsets[k + 1] - b.offsets[k]) -
           common_of_line(a, b, k);
  });
}

template <class I>
index_t compressed_indices<I>::count_common(compressed_structure<I> const& a, compressed_structure<I> const& b,
                                            I* offsets) {
  return count_pairs("operator*", a, b, offsets, [&](index_t k) { return common_of_line(a, b, k); });
}

template <class I>
index_t compressed_indices<I>::count_lines(compressed_structure<I> const& a, index_t const* lines, index_t count,
                                           I* offsets) {
  for (index_t k = 0; k < count; ++k) {
    if (lines[k] < 0 || lines[k] >= a.lines)
      throw_outside("take", lines[k], k, a.lines);
    offsets[k + 1] = static_cast<I>(a.offsets[lines[k] + 1] - a.offsets[lines[k]]);
  }
  return sum_offsets("take", count, offsets);
}

template struct compressed_indices<std::int32_t>;
template struct compressed_indices<std::int64_t>;

} // namespace weft::detail
