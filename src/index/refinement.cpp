#include "index/distinct.hpp"

#include <weft/index/hierarchical_view.hpp>
#include <weft/index/layout_algebra.hpp>

#include <algorithm>

namespace weft::detail {
namespace {

struct mode {
  index_t extent, stride;
};
/// Returns the modes of an axis, the fastest first, without modes of extent 1.
std::vector<mode> modes_of_axis(hierarchical_layout const& all, int axis) {
  hierarchical_layout const l = coalesce(all.mode(axis));
  std::vector<mode> out;
  for (int k = 0; k < l.rank(); ++k)
    if (hierarchical_layout const m = l.mode(k); m.size() > 1)
      out.push_back({m.size(), m.stride()});
  return out;
}

} // namespace

axis_refinement::axis_refinement(dynamic_extents const& whole) : whole_(whole) {
  axes_.rank = whole.rank();
}

bool axis_refinement::add(hierarchical_layout const& modes) {
  int const lead = whole_.rank() - modes.rank();
  if (lead < 0)
    return false;
  for (int k = 0; k < modes.rank(); ++k) {
    index_t const n = modes.mode(k).size();
    if (n == 1)
      continue;
    if (n != whole_.entry(lead + k))
      return false;
    index_t end = 1;
    for (mode const& m : modes_of_axis(modes, k))
      ends_[lead + k].push_back(end *= m.extent);
  }
  return true;
}
bool axis_refinement::add(hierarchical_layout const& modes, layout<dynamic_extents, strided> const& window,
                          index_t offset) {
  index_t run = 1;
  bool is_whole = offset == 0 && window.rank() == modes.rank();
  for (int k = modes.rank() - 1; k >= 0 && is_whole; --k) {
    index_t const n = modes.mode(k).size();
    is_whole = window.extent(k) == n && (n == 1 || window.stride(k) == run);
    run *= n;
  }
  return is_whole && add(modes);
}

bool axis_refinement::close() {
  int count = 0;
  for (int k = 0; k < whole_.rank(); ++k) {
    std::vector<index_t> ends = ends_[k];
    index_t const n = whole_.entry(k);
    ends.push_back(1);
    std::sort(ends.begin(), ends.end());
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    if (ends.back() != n || ends.size() == 1) // each axis has at least one part
      ends.push_back(n);
    for (std::size_t e = 1; e < ends.size(); ++e)
      if (ends[e] % ends[e - 1] != 0)
        return false;
    if (count + static_cast<int>(ends.size()) - 1 > max_rank)
      return false;
    axes_.first[k] = count;
    for (std::size_t e = ends.size(); e-- > 1;)
      axes_.extent[count++] = ends[e] / ends[e - 1];
  }
  axes_.first[whole_.rank()] = count;
  return true;
}

layout<dynamic_extents, strided> axis_refinement::place(hierarchical_layout const& modes) const {
  int const count = axes_.first[axes_.rank], lead = axes_.rank - modes.rank();
  dynamic_extents extents(count), strides(count);
  for (int p = 0; p < count; ++p) {
    extents.set(p, axes_.extent[p]);
    strides.set(p, 0);
  }
  for (int k = 0; k < modes.rank(); ++k) {
    int p = axes_.first[lead + k + 1] - 1;
    for (mode const& m : modes_of_axis(modes, k))
      for (index_t covered = 1; covered < m.extent; --p) {
        strides.set(p, m.stride * covered);
        covered *= axes_.extent[p];
      }
  }
  return {extents, strides};
}

peeled_mode peel(hierarchical_layout const& modes) {
  int axis = 0;
  std::size_t most = 0;
  for (int k = 0; k < modes.rank(); ++k)
    if (std::size_t const n = modes_of_axis(modes, k).size(); n > most) {
      most = n;
      axis = k;
    }
  std::vector<mode> along = modes_of_axis(modes, axis);
  mode const slowest = along.back();
  along.pop_back();
  detail::plain_vector<hierarchical_layout> rest, fast;
  for (mode const& m : along)
    fast.emplace_back(m.extent, m.stride);
  for (int k = 0; k < modes.rank(); ++k)
    rest.push_back(k == axis ? hierarchical_layout(fast) : modes.mode(k));
  hierarchical_layout const left(std::move(rest));
  return {left, axis, slowest.extent, slowest.stride, left.mode(axis).size()};
}

hierarchical_layout const& checked_modes(hierarchical_layout const& modes, int rank, index_t room, index_t stride,
                                         bool writes) {
  if (modes.rank() != rank)
    throw layout_error("weft: hierarchical layout: " + to_string(modes) + " has " + std::to_string(modes.rank()) +
                       " modes for " + std::to_string(rank) + " axes");
  if (room > 1 && stride != 1)
    throw layout_error("weft: hierarchical layout: its memory is contiguous, not of stride " + std::to_string(stride));
  if (modes.cosize() > room)
    throw index_error("weft: hierarchical layout: " + to_string(modes) + " takes " + std::to_string(modes.cosize()) +
                      " elements of memory, not " + std::to_string(room));
  if (writes) {
    std::vector<stepping_axis> steps;
    for (int k = 0; k < rank; ++k)
      for (mode const& m : modes_of_axis(modes, k))
        steps.push_back({m.extent, m.stride});
    if (!are_distinct(std::move(steps)))
      throw layout_error("weft: hierarchical layout: elements to write may be there twice: " + to_string(modes));
  }
  return modes;
}

} // namespace weft::detail
