#pragma once
#include <weft/eval/loop.hpp>

#include <support/grid.hpp>

#include <algorithm>
#include <vector>

#include <doctest/doctest.h>

// Random windows, for tests that hand operands to the compiled part themselves.
namespace traced {

using namespace weft;
using namespace weft::detail;
using grid::dice;

inline constexpr index_t sizes[] = {1, 1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 40, 65, 130, 1025};

inline index_t product(index_t const* extents, int rank) {
  index_t n = 1;
  for (int k = 0; k < rank; ++k)
    n *= extents[k];
  return n;
}

/// A window into doubles.
struct strided_doubles {
  int rank = 0;
  index_t offset = 0, extents[4]{}, strides[4]{};

  index_t count() const { return product(extents, rank); }
  index_t low() const {
    index_t at = offset;
    for (int k = 0; k < rank; ++k)
      at += std::min<index_t>(0, strides[k] * (extents[k] - 1));
    return at;
  }
  index_t high() const {
    index_t at = offset;
    for (int k = 0; k < rank; ++k)
      at += std::max<index_t>(0, strides[k] * (extents[k] - 1));
    return at;
  }
  /// The place for an index of a target of this rank or a higher one.
  index_t place(index_t const* index, int target_rank) const {
    index_t at = offset;
    for (int k = 0; k < rank; ++k)
      at += extents[k] == 1 ? 0 : index[target_rank - rank + k] * strides[k];
    return at;
  }
};

/// Strides without gaps for some order of the axes, times a step for some of them, some backwards; it begins where its
/// lowest element is `first`.
inline strided_doubles laid_out(dice& r, int rank, index_t const* extents, index_t first) {
  strided_doubles w;
  w.rank = rank;
  int order[4] = {0, 1, 2, 3};
  if (r.below(2) == 0)
    for (int k = rank - 1; k > 0; --k)
      std::swap(order[k], order[r.below(k + 1)]);
  index_t run = r.below(3) == 0 ? 1 + r.below(3) : 1;
  for (int k = rank - 1; k >= 0; --k) {
    const int axis = order[k];
    w.extents[axis] = extents[axis];
    w.strides[axis] = r.below(5) == 0 ? -run : run;
    run *= extents[axis] + (r.below(4) == 0 ? r.below(3) : 0);
  }
  w.offset = first - w.low();
  return w;
}

/// Windows over the axes of a target, as a statement writes them down.
struct window_table {
  std::vector<operand_kind> kinds;
  std::vector<index_t> position, steps;
  strided_doubles over;

  window_table(strided_doubles const& target, int operands)
      : kinds(std::size_t(operands), memory_kind(sizeof(double))), position(kinds.size()),
        steps(kinds.size() * std::size_t(std::max(1, target.rank))), over(target) {}
  void enter(int j, strided_doubles const& w, double const* base) {
    position[std::size_t(j)] = reinterpret_cast<index_t>(base + w.offset);
    const int lead = over.rank - w.rank;
    for (int k = 0; k < over.rank; ++k)
      steps[std::size_t(k) * kinds.size() + std::size_t(j)] =
          k < lead || w.extents[k - lead] == 1 ? 0 : w.strides[k - lead] * index_t(sizeof(double));
  }
  loop_table table() {
    return {int(kinds.size()), over.rank, kinds.data(), position.data(), steps.data(), over.extents, nullptr};
  }
};

/// True if a kernel reads or writes an operand where it lies.
inline bool is_in_place(operand_access how) {
  return how == operand_access::direct || how == operand_access::held || how == operand_access::strided;
}

/// check() of `cases` random cases that fit into their memory; make(dice, n) makes case n.
template <class Make>
void check_random(unsigned seed, int cases, Make make) {
  dice r(seed);
  for (int n = 0; n < cases; ++n) {
    auto one = make(r, n);
    if (!one.fits())
      continue;
    CAPTURE(seed);
    CAPTURE(n);
    one.check();
  }
}

/// Calls f(index) for all indices of a window, the last axis fastest.
template <class F>
void for_each_index(strided_doubles const& w, F f) {
  index_t index[4]{};
  const index_t all = w.count();
  for (index_t n = 0; n < all; ++n) {
    f(index);
    for (int k = w.rank - 1; k >= 0 && ++index[k] == w.extents[k]; --k)
      index[k] = 0;
  }
}

} // namespace traced
