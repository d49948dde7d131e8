#pragma once
#include <weft/eval/parallel.hpp>
#include <weft/sparse/compressed.hpp>

#include <algorithm>

/// Expands M(T, I) for all types of elements and indices. Each file defines some members of compressed_kernels and
/// instantiates them by WEFT_FOR_SPARSE(WEFT_KERNELS).
#define WEFT_FOR_SPARSE_INDICES(M, T) M(T, std::int32_t) M(T, std::int64_t)
#define WEFT_FOR_SPARSE(M)                                                                                             \
  WEFT_FOR_SPARSE_INDICES(M, float)                                                                                    \
  WEFT_FOR_SPARSE_INDICES(M, double)                                                                                   \
  WEFT_FOR_SPARSE_INDICES(M, std::complex<float>)                                                                      \
  WEFT_FOR_SPARSE_INDICES(M, std::complex<double>)                                                                     \
  WEFT_FOR_SPARSE_INDICES(M, std::int32_t)                                                                             \
  WEFT_FOR_SPARSE_INDICES(M, std::int64_t)
#define WEFT_KERNELS(T, I) template struct compressed_kernels<T, I>;

// Private to src: divides the lines of compressed matrices among threads, and walks two lines side by side.
namespace weft::detail {

/// Calls f(first, last) for ranges of lines with about as many entries each, in as many threads as the time pays for.
template <class I, class F>
void for_ranges_of_lines(compressed_structure<I> const& a, double nanoseconds, F const& f) {
  int const threads = threads_for(nanoseconds);
  if (threads == 1)
    return f(index_t(0), a.lines);
  // There are more ranges than threads, because ranges with equally many entries may take unequal times.
  index_t const pieces = std::min<index_t>(a.lines, 4 * threads);
  struct shared {
    compressed_structure<I> const& a;
    F const& f;
    index_t pieces;
    index_t begin(index_t piece) const {
      if (piece == pieces)
        return a.lines;
      // A line counts like an entry, so that empty lines are divided too.
      auto const wanted = static_cast<double>(a.entries() + a.lines) / static_cast<double>(pieces);
      auto const work = static_cast<index_t>(wanted * static_cast<double>(piece));
      index_t low = 0, high = a.lines;
      while (low < high) {
        index_t const middle = low + (high - low) / 2;
        if (static_cast<index_t>(a.offsets[middle] - a.offsets[0]) + middle < work)
          low = middle + 1;
        else
          high = middle;
      }
      return low;
    }
  };
  shared context{a, f, pieces};
  parallel_for(
      threads, pieces,
      [](void* c, index_t piece) {
        auto const& me = *static_cast<shared*>(c);
        me.f(me.begin(piece), me.begin(piece + 1));
      },
      &context);
}

/// Walks the entries of a line of a and of b together, by ascending index. Calls f(index, entry of a, entry of b),
/// where -1 stands for no entry of this index.
template <class I, class F>
void walk_both(compressed_structure<I> const& a, compressed_structure<I> const& b, index_t line, F const& f) {
  I p = a.offsets[line], q = b.offsets[line];
  I const last_p = a.offsets[line + 1], last_q = b.offsets[line + 1];
  while (p < last_p || q < last_q) {
    bool const from_a = p < last_p && (q == last_q || a.indices[p] <= b.indices[q]);
    bool const from_b = q < last_q && (p == last_p || b.indices[q] <= a.indices[p]);
    f(from_a ? a.indices[p] : b.indices[q], from_a ? index_t(p) : -1, from_b ? index_t(q) : -1);
    p = static_cast<I>(p + (from_a ? 1 : 0));
    q = static_cast<I>(q + (from_b ? 1 : 0));
  }
}

/// Returns a lower bound of the nanoseconds that walk_both() takes for all lines.
template <class I>
double time_of_pairs(compressed_structure<I> const& a, compressed_structure<I> const& b) {
  return 1.5 * static_cast<double>(a.entries() + b.entries());
}
/// Calls f(entry of a, entry of b) for the terms of a line of the product a b.
template <class I, class F>
void each_term(compressed_structure<I> const& a, compressed_structure<I> const& b, index_t line, F const& f) {
  for (I e = a.offsets[line]; e < a.offsets[line + 1]; ++e) {
    I const last = b.offsets[a.indices[e] + 1];
    for (I k = b.offsets[a.indices[e]]; k < last; ++k)
      f(e, k);
  }
}
/// Returns the nanoseconds that the terms of all lines take, if each line of b has the average length.
template <class I>
double time_of_terms(compressed_structure<I> const& a, compressed_structure<I> const& b) {
  return 1.5 * static_cast<double>(a.entries()) * static_cast<double>(b.entries()) /
         static_cast<double>(std::max<index_t>(b.lines, 1));
}

} // namespace weft::detail
