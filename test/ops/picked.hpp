#pragma once
#include "rearranged.hpp"

// Indices for the tests of what they pick.
namespace rearranged {

/// `count` indices of an axis, as a window of any strides.
struct index_list {
  guarded<int> memory;
  array<int> values;
  index_list(grid::dice& r, list const& extents, index_t below)
      : memory(grid::make_place(r, extents, r.of(grid::readable)), -9,
               oracle::make(extents, [&](list const&) { return static_cast<int>(r.below(below)); })),
        values(memory.values()) {}
  view<int const> window() { return rearranged::window(memory.data(), memory.place()); }
};

/// Axis k replaced by the axes of the indices.
template <class T>
array<T> taken(array<T> const& a, array<int> const& indices, std::size_t k) {
  list extents = a.extents;
  extents.erase(extents.begin() + static_cast<index_t>(k));
  extents.insert(extents.begin() + static_cast<index_t>(k), indices.extents.begin(), indices.extents.end());
  return oracle::make(extents, [&](list i) {
    const auto first = i.begin() + static_cast<index_t>(k), last = first + static_cast<index_t>(indices.extents.size());
    const index_t picked = indices(list(first, last));
    i.insert(i.erase(first, last), picked);
    return a(i);
  });
}

} // namespace rearranged
