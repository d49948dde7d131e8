#pragma once
#include <weft/index/hierarchical_layout.hpp>

#include <algorithm>
#include <utility>

// The algebra of hierarchical layouts. All functions are constexpr: index/static_layout.hpp applies them to layouts
// that are types. No conditional operator chooses between layouts, because GCC 12 would destroy one of them twice in a
// constant expression. No vector is constructed with a length, because Clang with libstdc++ 12 refuses that in a
// constant expression.
namespace weft {

namespace detail::layout_algebra {

using layouts = plain_vector<hierarchical_layout>;

WEFT_API [[noreturn]] void refuse(char const* operation, char const* reason, hierarchical_layout const& a,
                                  hierarchical_layout const& b);
WEFT_API [[noreturn]] void refuse_tiles(char const* operation, std::size_t tiles, hierarchical_layout const& a);

/// Appends the modes of l that are no lists to out, in order.
WEFT_FN constexpr void collect(hierarchical_layout const& l, layouts& out) {
  if (!l.is_list())
    return out.push_back(l);
  for (int k = 0; k < l.rank(); ++k)
    collect(l.mode(k), out);
}
WEFT_FN constexpr layouts leaves_of(hierarchical_layout const& l) {
  layouts out;
  collect(l, out);
  return out;
}
/// Returns a list of the modes; a single mode is returned as it is, without a list.
WEFT_FN constexpr hierarchical_layout packed(layouts modes) {
  if (modes.size() == 1)
    return modes[0];
  return hierarchical_layout(std::move(modes));
}
WEFT_FN constexpr layouts modes_of(hierarchical_layout const& l) {
  layouts out;
  for (int k = 0; k < l.rank(); ++k)
    out.push_back(l.mode(k));
  return out;
}

/// A mode of a layout. `place` is the product of the extents of the modes before it.
struct stepping_mode {
  index_t stride, extent, place;
};

} // namespace detail::layout_algebra

/// Returns a list of all modes of l that are no lists. @post flatten(l)(i) == l(i)
[[nodiscard]] WEFT_FN constexpr hierarchical_layout flatten(hierarchical_layout const& l) {
  return hierarchical_layout(detail::layout_algebra::leaves_of(l));
}
/// Returns the fewest modes with the same offsets: it drops extents of 1, and joins modes where the second continues
/// the first.
/// @post coalesce(l)(i) == l(i) for all places, and no hierarchy is left
[[nodiscard]] WEFT_FN constexpr hierarchical_layout coalesce(hierarchical_layout const& l) {
  detail::layout_algebra::layouts out;
  for (hierarchical_layout const& m : detail::layout_algebra::leaves_of(l)) {
    if (m.size() == 1)
      continue;
    if (!out.empty() && m.stride() == detail::index_product::of(out.back().size(), out.back().stride()))
      out.back() = {detail::index_product::of(out.back().size(), m.size()), out.back().stride()};
    else
      out.push_back(m);
  }
  if (out.empty())
    return {1, 0};
  return detail::layout_algebra::packed(std::move(out));
}

namespace detail::layout_algebra {

/// Composes two layouts, a after b. An offset of b is a place of a, so it has a number in each mode of a, like a digit.
/// If, in each mode of a, the largest digits of all modes of b add up to less than the extent, no digit carries, and
/// a(x + y) is a(x) + a(y).
class composer {
public:
  WEFT_FN constexpr composer(hierarchical_layout const& a, hierarchical_layout const& b) : a_(a), b_(b) {
    hierarchical_layout const joined = coalesce(a);
    modes_ = leaves_of(joined);
    for (std::size_t k = 0; k < modes_.size(); ++k)
      largest_.push_back(0);
  }

  WEFT_FN constexpr hierarchical_layout result() {
    hierarchical_layout out = of(b_);
    for (std::size_t k = 0; k < modes_.size(); ++k)
      if (largest_[k] >= modes_[k].size())
        refuse("composition", "an offset of the second is no place of the first, or needs two modes of it", a_, b_);
    return out;
  }

private:
  WEFT_FN constexpr hierarchical_layout of(hierarchical_layout const& b) {
    if (!b.is_list())
      return of_mode(b.size(), b.stride());
    layouts out;
    for (hierarchical_layout const& m : modes_of(b))
      out.push_back(of(m));
    return hierarchical_layout(std::move(out));
  }
  /// Returns the composition of a with one mode of b, which has `left` places at offsets that are `step` apart. It
  /// takes a part of each mode of a, from the fastest on.
  WEFT_FN constexpr hierarchical_layout of_mode(index_t left, index_t step) {
    if (left == 1 || step == 0)
      return {left, 0};
    layouts out;
    for (std::size_t k = 0; k < modes_.size(); ++k) {
      index_t const n = modes_[k].size();
      bool const is_last = k + 1 == modes_.size();
      if (!is_last && n % step != 0 && step % n != 0)
        refuse("composition", "a stride does not divide an extent, nor is it a multiple", a_, b_);
      index_t const taken = is_last ? left : (std::min)(std::max<index_t>(1, n / step), left);
      if (left % taken != 0)
        refuse("composition", "an extent does not divide another one", a_, b_);
      if (taken != 1) {
        out.emplace_back(taken, index_product::of(step, modes_[k].stride()));
        largest_[k] = index_sum::of(largest_[k], index_product::of(taken - 1, step));
      }
      left /= taken;
      step = (step + n - 1) / n;
    }
    return packed(std::move(out));
  }

  hierarchical_layout const &a_, &b_;
  layouts modes_;
  plain_vector<index_t> largest_; ///< the largest digit in each mode of a
};

} // namespace detail::layout_algebra

/// Returns the layout of a(b(i)), with the hierarchy of b. Throws layout_error if there is none. This is so if a stride
/// of b, or what remains of it after the first modes of a, neither divides the extent of a mode of a nor is a multiple
/// of it (the last mode takes any), if an extent of b does not divide evenly among the modes of a, if an offset of b is
/// no place of a, or if the modes of b together step beyond the end of a mode of a.
/// @post composition(a, b)(i) == a(b(i)) for all places of b
[[nodiscard]] WEFT_FN constexpr hierarchical_layout composition(hierarchical_layout const& a,
                                                                hierarchical_layout const& b) {
  detail::layout_algebra::composer both(a, b);
  return both.result();
}
/// Returns the layout that goes from one copy of l to the next, in rising order, so that the copies fill the gaps in l
/// and cover `size` offsets. Throws layout_error if offsets of l repeat, or leave gaps of different lengths.
/// @post with c = complement(l, size): the offsets of (l, c) are all different, and 0 ... size - 1 are among them
[[nodiscard]] WEFT_FN constexpr hierarchical_layout complement(hierarchical_layout const& l, index_t size) {
  detail::layout_algebra::layouts modes = detail::layout_algebra::leaves_of(l);
  std::sort(modes.begin(), modes.end(), [](hierarchical_layout const& x, hierarchical_layout const& y) {
    return std::pair(x.stride(), x.size()) < std::pair(y.stride(), y.size());
  });
  detail::layout_algebra::layouts out;
  index_t covered = 1;
  for (hierarchical_layout const& m : modes) {
    if (m.size() == 1)
      continue;
    if (m.stride() == 0 || m.stride() % covered != 0)
      detail::layout_algebra::refuse("complement", "offsets repeat, or leave gaps of different lengths", l,
                                     hierarchical_layout(1, size));
    out.emplace_back(m.stride() / covered, covered);
    covered = detail::index_product::of(m.size(), m.stride());
  }
  out.emplace_back(std::max<index_t>(1, size / covered + index_t(size % covered != 0)), covered);
  return coalesce(hierarchical_layout(std::move(out)));
}
/// Returns the layout that maps each offset 0, 1, ... of l to its place in l, up to the first offset that l has not.
/// @post l(right_inverse(l)(i)) == i for all places of the inverse
[[nodiscard]] WEFT_FN constexpr hierarchical_layout right_inverse(hierarchical_layout const& l) {
  detail::plain_vector<detail::layout_algebra::stepping_mode> modes;
  index_t place = 1;
  for (hierarchical_layout const& m : detail::layout_algebra::leaves_of(l)) {
    modes.push_back({m.stride(), m.size(), place});
    place = detail::index_product::of(place, m.size());
  }
  std::sort(modes.begin(), modes.end(),
            [](detail::layout_algebra::stepping_mode const& x, detail::layout_algebra::stepping_mode const& y) {
              return std::pair(x.stride, x.place) < std::pair(y.stride, y.place);
            });
  detail::layout_algebra::layouts out;
  index_t covered = 1;
  for (detail::layout_algebra::stepping_mode const& m : modes) {
    if (m.extent == 1 || m.stride < covered)
      continue;
    if (m.stride != covered)
      break;
    out.emplace_back(m.extent, m.place);
    covered = detail::index_product::of(covered, m.extent);
  }
  return coalesce(hierarchical_layout(std::move(out)));
}
/// Returns a layout that maps each offset of l to its place. Throws layout_error as complement does, so if an offset of
/// l repeats.
/// @post left_inverse(l)(l(i)) == i for all places of l
[[nodiscard]] WEFT_FN constexpr hierarchical_layout left_inverse(hierarchical_layout const& l) {
  return right_inverse(hierarchical_layout(detail::layout_algebra::layouts{l, complement(l, l.cosize())}));
}
/// Cuts a into tiles: the first mode runs within a tile, the second one from tile to tile.
/// @post logical_divide(a, tile)(i, 0) == a(tile(i)), and it has the offsets of a
[[nodiscard]] WEFT_FN constexpr hierarchical_layout logical_divide(hierarchical_layout const& a,
                                                                   hierarchical_layout const& tile) {
  return composition(a, hierarchical_layout(detail::layout_algebra::layouts{tile, complement(tile, a.size())}));
}

/// Arranges copies of a as b says: the first mode is a, and the second one goes from copy to copy.
/// @post logical_product(a, b)(i, 0) == a(i), and where no offset of b repeats, no offset of one copy is one of another
[[nodiscard]] WEFT_FN constexpr hierarchical_layout logical_product(hierarchical_layout const& a,
                                                                    hierarchical_layout const& b) {
  index_t const room = detail::index_product::of(a.size(), b.cosize());
  return hierarchical_layout(detail::layout_algebra::layouts{a, composition(complement(a, room), b)});
}
namespace detail::layout_algebra {

/// Returns each mode of a, cut by its own tile: (tile, rest).
WEFT_FN constexpr layouts divided(char const* operation, hierarchical_layout const& a, layouts const& tiles) {
  if (static_cast<int>(tiles.size()) != a.rank())
    refuse_tiles(operation, tiles.size(), a);
  layouts out;
  for (std::size_t k = 0; k < tiles.size(); ++k)
    out.push_back(logical_divide(a.mode(static_cast<int>(k)), tiles[k]));
  return out;
}
/// Returns mode `which` of each pair.
WEFT_FN constexpr layouts mode_of_each(layouts const& pairs, int which) {
  layouts out;
  for (hierarchical_layout const& p : pairs)
    out.push_back(p.mode(which));
  return out;
}
/// Returns the pairs (mode k of a, mode k of b) of two lists of equal length.
WEFT_FN constexpr layouts zipped(hierarchical_layout const& a, hierarchical_layout const& b) {
  layouts out;
  for (int k = 0; k < a.rank(); ++k)
    out.emplace_back(layouts{a.mode(k), b.mode(k)});
  return out;
}
/// Returns the layout with modes 1:0 added at the end until it has `rank` modes.
WEFT_FN constexpr hierarchical_layout of_rank(hierarchical_layout const& l, int rank) {
  layouts modes = modes_of(l);
  while (static_cast<int>(modes.size()) < rank)
    modes.emplace_back(1, 0);
  return hierarchical_layout(std::move(modes));
}
WEFT_FN constexpr hierarchical_layout product_by_modes(hierarchical_layout const& a, hierarchical_layout const& b,
                                                       bool blocked) {
  int const rank = (std::max)(a.rank(), b.rank());
  hierarchical_layout const whole = logical_product(of_rank(a, rank), of_rank(b, rank));
  hierarchical_layout const first = whole.mode(0), second = whole.mode(1);
  if (blocked)
    return hierarchical_layout(zipped(first, second));
  return hierarchical_layout(zipped(second, first));
}

} // namespace detail::layout_algebra

/// Cuts each mode of a by its own tile: ((tile, rest), (tile, rest), ...). Throws shape_error unless there is one tile
/// for each mode.
[[nodiscard]] WEFT_FN constexpr hierarchical_layout logical_divide(hierarchical_layout const& a,
                                                                   detail::layout_algebra::layouts const& tiles) {
  return hierarchical_layout(detail::layout_algebra::divided("logical_divide", a, tiles));
}
/// Cuts each mode of a by its own tile, and puts the tiles first: ((tile, tile, ...), (rest, rest, ...)).
[[nodiscard]] WEFT_FN constexpr hierarchical_layout zipped_divide(hierarchical_layout const& a,
                                                                  detail::layout_algebra::layouts const& tiles) {
  detail::layout_algebra::layouts const pairs = detail::layout_algebra::divided("zipped_divide", a, tiles);
  return hierarchical_layout(
      detail::layout_algebra::layouts{hierarchical_layout(detail::layout_algebra::mode_of_each(pairs, 0)),
                                      hierarchical_layout(detail::layout_algebra::mode_of_each(pairs, 1))});
}
/// Cuts each mode of a by its own tile, and puts the tiles first, then each rest as a mode: ((tile, tile, ...), rest,
/// rest, ...).
[[nodiscard]] WEFT_FN constexpr hierarchical_layout tiled_divide(hierarchical_layout const& a,
                                                                 detail::layout_algebra::layouts const& tiles) {
  detail::layout_algebra::layouts const pairs = detail::layout_algebra::divided("tiled_divide", a, tiles);
  detail::layout_algebra::layouts out{hierarchical_layout(detail::layout_algebra::mode_of_each(pairs, 0))};
  for (hierarchical_layout const& rest : detail::layout_algebra::mode_of_each(pairs, 1))
    out.push_back(rest);
  return hierarchical_layout(std::move(out));
}
/// Returns a matrix of blocks a, arranged as b says. Each mode of a is paired with a mode of b, ((a, b), (a, b), ...),
/// so that whole blocks follow each other.
[[nodiscard]] WEFT_FN constexpr hierarchical_layout blocked_product(hierarchical_layout const& a,
                                                                    hierarchical_layout const& b) {
  return detail::layout_algebra::product_by_modes(a, b, true);
}
/// Returns a matrix of blocks a whose elements are interleaved. Each mode of b is paired with a mode of a, ((b, a), (b,
/// a), ...), so that the copies of one element of a follow each other.
[[nodiscard]] WEFT_FN constexpr hierarchical_layout raked_product(hierarchical_layout const& a,
                                                                  hierarchical_layout const& b) {
  return detail::layout_algebra::product_by_modes(a, b, false);
}

} // namespace weft
