#pragma once
#include <support/oracle.hpp>

#include <algorithm>
#include <array>
#include <numeric>
#include <random>

// Shapes and strides that break loops: nothing, one, odd numbers; axes backwards, apart, exchanged, repeated.
namespace grid {

using oracle::index_t;
using oracle::list;
using oracle::place;

/// The same on every run and every machine: std::uniform_int_distribution is not.
class dice {
public:
  explicit dice(unsigned seed) : engine_(seed) {}
  /// One of 0 ... n - 1.
  index_t below(index_t n) { return static_cast<index_t>(engine_()) % n; }
  template <class List>
  auto const& of(List const& choices) {
    return choices[static_cast<std::size_t>(below(static_cast<index_t>(std::size(choices))))];
  }

private:
  std::mt19937 engine_;
};

enum class order { row_major, column_major, permuted, reversed, mixed, padded, padded_mixed, repeated };
inline constexpr order writable[] = {order::row_major, order::column_major, order::permuted,     order::reversed,
                                     order::mixed,     order::padded,       order::padded_mixed};
inline constexpr order readable[] = {order::row_major, order::column_major, order::permuted,     order::reversed,
                                     order::mixed,     order::padded,       order::padded_mixed, order::repeated};
inline constexpr index_t sizes[] = {0, 1, 2, 3, 7, 33};

/// Moves the window so that its lowest element lies at `first`.
inline place begin_at(place p, index_t first) {
  p.offset = first;
  for (std::size_t k = 0; k < p.extents.size(); ++k)
    if (p.strides[k] < 0 && p.extents[k] > 0)
      p.offset -= p.strides[k] * (p.extents[k] - 1);
  return p;
}
/// The number of elements that memory needs for the window.
inline index_t room(place const& p) {
  index_t last = p.offset;
  for (std::size_t k = 0; k < p.extents.size(); ++k)
    if (p.strides[k] > 0 && p.extents[k] > 0)
      last += p.strides[k] * (p.extents[k] - 1);
  return last + 1;
}

/// Distinct elements for all orders but `repeated`, of which at least one axis has stride 0.
inline place make_place(dice& r, list const& extents, order how) {
  const std::size_t rank = extents.size();
  std::vector<std::size_t> axes(rank); // slowest first
  std::iota(axes.begin(), axes.end(), std::size_t(0));
  if (how == order::column_major)
    std::reverse(axes.begin(), axes.end());
  else if (how == order::permuted || how == order::mixed || how == order::padded_mixed)
    for (std::size_t k = rank; k > 1; --k)
      std::swap(axes[k - 1], axes[static_cast<std::size_t>(r.below(static_cast<index_t>(k)))]);
  const bool apart = how == order::padded || how == order::padded_mixed;
  place p{0, extents, list(rank, 0)};
  index_t run = apart ? 1 + r.below(3) : 1;
  for (std::size_t k = rank; k-- > 0;) {
    const std::size_t axis = axes[k];
    const bool back = how == order::reversed || ((how == order::mixed || how == order::padded_mixed) && r.below(2) == 0);
    p.strides[axis] = back ? -run : run;
    run = run * std::max<index_t>(extents[axis], 1) + (apart ? r.below(4) : 0);
  }
  if (how == order::repeated && rank > 0) {
    p.strides[static_cast<std::size_t>(r.below(static_cast<index_t>(rank)))] = 0;
    for (index_t& s : p.strides)
      s = r.below(3) == 0 ? 0 : s;
  }
  return begin_at(p, 0);
}

/// A shape that broadcasts to `extents`: some axes of extent 1, some leading ones missing.
inline list narrower(dice& r, list extents) {
  for (index_t& e : extents)
    e = r.below(4) == 0 ? 1 : e;
  const index_t gone = r.below(3) == 0 ? r.below(static_cast<index_t>(extents.size()) + 1) : 0;
  extents.erase(extents.begin(), extents.begin() + gone);
  return extents;
}

} // namespace grid
