#pragma once
#include <weft/field/grid.hpp>

#include <support/oracle.hpp>

#include <algorithm>
#include <random>
#include <vector>

// Grids over memory of the test, at random places in it, and where their elements are by arithmetic alone.
namespace random_grid {

using weft::index_t;
using list = oracle::list;

struct source {
  std::mt19937 bits;
  explicit source(unsigned seed) : bits(seed) {}
  /// An integer from `low` to `high`.
  index_t operator()(index_t low, index_t high) { return std::uniform_int_distribution<index_t>(low, high)(bits); }
};

/// Interior extents and widths of a grid, and its place in memory.
struct description {
  list extents, before, behind;
  oracle::place place; ///< of all elements
  std::size_t size;    ///< of the memory

  int rank() const { return static_cast<int>(extents.size()); }
  list whole() const {
    list n = extents;
    for (std::size_t k = 0; k < n.size(); ++k)
      n[k] += before[k] + behind[k];
    return n;
  }
  /// The offset of an element by its subscripts in the interior.
  index_t offset(list index) const {
    for (std::size_t k = 0; k < index.size(); ++k)
      index[k] += before[k];
    return oracle::offset_of(place, index);
  }
  weft::field::ghosts widths() const {
    if (rank() == 1)
      return weft::field::ghosts({{before[0], behind[0]}});
    if (rank() == 2)
      return weft::field::ghosts({{before[0], behind[0]}, {before[1], behind[1]}});
    return weft::field::ghosts({{before[0], behind[0]}, {before[1], behind[1]}, {before[2], behind[2]}});
  }
};

/// Axes in any order, gaps between elements, rows and planes, either sign of each stride.
inline description make(source& random, int rank, index_t smallest) {
  description d;
  std::vector<std::size_t> order;
  for (int k = 0; k < rank; ++k) {
    d.extents.push_back(random(smallest, smallest + 3));
    d.before.push_back(random(0, 3));
    d.behind.push_back(random(0, 3));
    order.push_back(static_cast<std::size_t>(k));
  }
  std::shuffle(order.begin(), order.end(), random.bits);
  d.place.extents = d.whole();
  d.place.strides.assign(order.size(), 0);
  d.place.offset = random(0, 2);
  index_t run = random(1, 3);
  for (std::size_t k : order) {
    index_t const n = d.place.extents[k];
    bool const backwards = random(0, 1) == 1;
    d.place.strides[k] = backwards ? -run : run;
    d.place.offset += backwards ? run * (n - 1) : 0;
    run = run * n + random(0, 2);
  }
  d.size = static_cast<std::size_t>(run + 3);
  return d;
}

template <int R, class T>
auto over(description const& d, T* memory) {
  return weft::field::grid(
      weft::borrow(memory + d.place.offset, weft::shape(d.place.extents), weft::strides(d.place.strides))
          .template as<R>(),
      d.widths());
}

/// f(index) for each index in the interior and its ghosts.
template <class F>
void for_each(description const& d, F f) {
  oracle::for_each(d.whole(), [&](list index) {
    for (std::size_t k = 0; k < index.size(); ++k)
      index[k] -= d.before[k];
    f(index);
  });
}

} // namespace random_grid
