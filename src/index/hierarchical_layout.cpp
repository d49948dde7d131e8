#include "base/text_reader.hpp"

#include <weft/index/hierarchical_layout.hpp>
#include <weft/index/symbol.hpp>

#include <algorithm>
#include <utility>

namespace weft {
namespace {

using layouts = std::vector<hierarchical_layout>;
using detail::index_product;
using detail::index_sum;

/// The modes that are no lists, in order.
void collect(hierarchical_layout const& l, layouts& out) {
  if (!l.is_list())
    return out.push_back(l);
  for (int k = 0; k < l.rank(); ++k)
    collect(l.mode(k), out);
}
layouts leaves_of(hierarchical_layout const& l) {
  layouts out;
  collect(l, out);
  return out;
}
/// One mode without a list around it.
hierarchical_layout packed(layouts modes) {
  return modes.size() == 1 ? modes[0] : hierarchical_layout(std::move(modes));
}
layouts modes_of(hierarchical_layout const& l) {
  layouts out;
  for (int k = 0; k < l.rank(); ++k)
    out.push_back(l.mode(k));
  return out;
}

[[noreturn]] void refuse(char const* operation, char const* reason, hierarchical_layout const& a,
                         hierarchical_layout const& b) {
  throw layout_error(std::string("weft: ") + operation + ": " + reason + ": " + to_string(a) + " and " + to_string(b));
}

/// extents : strides, as text.
std::string half_of(hierarchical_layout const& l, bool strides) {
  if (!l.is_list())
    return std::to_string(strides ? l.stride() : l.size());
  std::string out = "(";
  for (int k = 0; k < l.rank(); ++k)
    out += (k > 0 ? "," : "") + half_of(l.mode(k), strides);
  return out + ")";
}

/// A hierarchy of numbers.
struct numbers {
  bool list = false;
  index_t value = 0;
  std::vector<numbers> parts;
};

class layout_reader : detail::text_reader {
public:
  explicit layout_reader(std::string_view text) : text_reader("layout", text) {}

  hierarchical_layout read() {
    const numbers extents = part();
    if (!take(":")) {
      want_end();
      index_t run = 1;
      return compact(extents, run);
    }
    const std::size_t begin = next();
    const numbers strides = part();
    want_end();
    return joined(extents, strides, begin);
  }

private:
  numbers part() {
    numbers out;
    if (!take("(")) {
      next();
      if (!is_digit(here()) || take_number(out.value) != std::errc())
        fail("a number of 64 bits, or ( is expected here");
      return out;
    }
    const level deeper(*this);
    out.list = true;
    if (take(")"))
      return out;
    do
      out.parts.push_back(part());
    while (take(","));
    want(")");
    return out;
  }
  static hierarchical_layout compact(numbers const& extents, index_t& run) {
    if (!extents.list) {
      const hierarchical_layout mode(extents.value, run);
      run = index_product::of(run, extents.value);
      return mode;
    }
    layouts modes;
    for (numbers const& n : extents.parts)
      modes.push_back(compact(n, run));
    return hierarchical_layout(std::move(modes));
  }
  hierarchical_layout joined(numbers const& extents, numbers const& strides, std::size_t begin) {
    if (extents.list != strides.list || extents.parts.size() != strides.parts.size()) {
      go_back(begin);
      fail("the strides have another hierarchy than the extents");
    }
    if (!extents.list)
      return {extents.value, strides.value};
    layouts modes;
    for (std::size_t k = 0; k < extents.parts.size(); ++k)
      modes.push_back(joined(extents.parts[k], strides.parts[k], begin));
    return hierarchical_layout(std::move(modes));
  }
};

} // namespace

hierarchical_layout::hierarchical_layout(index_t extent, index_t stride) : extent_(extent), stride_(stride) {
  if (extent < 1)
    throw shape_error("weft: hierarchical_layout: an extent is 1 or more, not " + std::to_string(extent));
  if (stride < 0)
    throw layout_error("weft: hierarchical_layout: a stride is 0 or more, not " + std::to_string(stride));
}
hierarchical_layout::hierarchical_layout(std::vector<hierarchical_layout> modes)
    : list_(true), modes_(std::move(modes)) {}
hierarchical_layout::hierarchical_layout(std::string_view text) : hierarchical_layout(layout_reader(text).read()) {}

bool hierarchical_layout::is_list() const {
  return list_;
}
int hierarchical_layout::rank() const {
  return list_ ? static_cast<int>(modes_.size()) : 1;
}
hierarchical_layout hierarchical_layout::mode(int k) const {
  if (k < 0 || k >= rank())
    throw index_error("weft: hierarchical_layout: mode " + std::to_string(k) + " of " + std::to_string(rank()));
  return list_ ? modes_[static_cast<std::size_t>(k)] : *this;
}
index_t hierarchical_layout::size() const {
  index_t n = extent_;
  for (hierarchical_layout const& m : modes_)
    n = index_product::of(n, m.size());
  return n;
}
index_t hierarchical_layout::cosize() const {
  index_t last = index_product::of(extent_ - 1, stride_);
  for (hierarchical_layout const& m : modes_)
    last = index_sum::of(last, m.cosize() - 1);
  return last + 1;
}
index_t hierarchical_layout::stride() const {
  if (list_)
    throw layout_error("weft: hierarchical_layout: a list of modes has no stride of its own: " + to_string(*this));
  return stride_;
}
index_t hierarchical_layout::operator()(index_t n) const {
  const index_t count = size();
  if (n < 0 || n >= count)
    throw index_error("weft: hierarchical_layout: place " + std::to_string(n) + " of " + std::to_string(count));
  if (!list_)
    return index_product::of(n, stride_);
  index_t offset = 0;
  for (hierarchical_layout const& m : modes_) {
    const index_t here = m.size();
    offset = index_sum::of(offset, m(n % here));
    n /= here;
  }
  return offset;
}
index_t hierarchical_layout::offset(index_t const* numbers, int count) const {
  if (!list_ || count != rank())
    throw index_error("weft: hierarchical_layout: " + std::to_string(count) + " numbers for " + to_string(*this));
  index_t out = 0;
  for (int k = 0; k < count; ++k)
    out = index_sum::of(out, modes_[static_cast<std::size_t>(k)](numbers[k]));
  return out;
}

std::string to_string(hierarchical_layout const& l) {
  return half_of(l, false) + ":" + half_of(l, true);
}

hierarchical_layout flatten(hierarchical_layout const& l) {
  return hierarchical_layout(leaves_of(l));
}

hierarchical_layout coalesce(hierarchical_layout const& l) {
  layouts out;
  for (hierarchical_layout const& m : leaves_of(l)) {
    if (m.size() == 1)
      continue;
    if (!out.empty() && m.stride() == index_product::of(out.back().size(), out.back().stride()))
      out.back() = {index_product::of(out.back().size(), m.size()), out.back().stride()};
    else
      out.push_back(m);
  }
  return out.empty() ? hierarchical_layout(1, 0) : packed(std::move(out));
}

namespace {

/// Composes with one layout after the other. Offsets of b are numbers in the modes of a, as digits: as long as the
/// largest digits of all of b together stay within each mode, nothing is carried, and a of a sum is the sum of a.
class composer {
public:
  composer(hierarchical_layout const& a, hierarchical_layout const& b)
      : a_(a), b_(b), modes_(leaves_of(coalesce(a))), largest_(modes_.size(), 0) {}

  hierarchical_layout result() {
    hierarchical_layout out = of(b_);
    for (std::size_t k = 0; k < modes_.size(); ++k)
      if (largest_[k] >= modes_[k].size())
        refuse("composition", "an offset of the second is no place of the first, or needs two modes of it", a_, b_);
    return out;
  }

private:
  hierarchical_layout of(hierarchical_layout const& b) {
    if (!b.is_list())
      return of_mode(b.size(), b.stride());
    layouts out;
    for (hierarchical_layout const& m : modes_of(b))
      out.push_back(of(m));
    return hierarchical_layout(std::move(out));
  }
  /// What it takes of each mode of a, from the fastest on: every step-th place, as many as are left to take.
  hierarchical_layout of_mode(index_t left, index_t step) {
    if (left == 1 || step == 0)
      return {left, 0};
    layouts out;
    for (std::size_t k = 0; k < modes_.size(); ++k) {
      const index_t n = modes_[k].size();
      const bool is_last = k + 1 == modes_.size();
      if (!is_last && n % step != 0 && step % n != 0)
        refuse("composition", "a stride does not divide an extent, nor is it a multiple", a_, b_);
      const index_t taken = is_last ? left : std::min(std::max<index_t>(1, n / step), left);
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
  std::vector<index_t> largest_; ///< digits in each mode
};

} // namespace

hierarchical_layout composition(hierarchical_layout const& a, hierarchical_layout const& b) {
  return composer(a, b).result();
}

hierarchical_layout complement(hierarchical_layout const& l, index_t size) {
  layouts modes = leaves_of(l);
  std::sort(modes.begin(), modes.end(), [](hierarchical_layout const& x, hierarchical_layout const& y) {
    return std::pair(x.stride(), x.size()) < std::pair(y.stride(), y.size());
  });
  layouts out;
  index_t covered = 1;
  for (hierarchical_layout const& m : modes) {
    if (m.size() == 1)
      continue;
    if (m.stride() == 0 || m.stride() % covered != 0)
      refuse("complement", "offsets repeat, or leave gaps of different lengths", l, hierarchical_layout(1, size));
    out.emplace_back(m.stride() / covered, covered);
    covered = index_product::of(m.size(), m.stride());
  }
  out.emplace_back(std::max<index_t>(1, size / covered + index_t(size % covered != 0)), covered);
  return coalesce(hierarchical_layout(std::move(out)));
}

hierarchical_layout right_inverse(hierarchical_layout const& l) {
  struct placed {
    index_t stride, extent, place;
  };
  std::vector<placed> modes;
  index_t place = 1;
  for (hierarchical_layout const& m : leaves_of(l)) {
    modes.push_back({m.stride(), m.size(), place});
    place = index_product::of(place, m.size());
  }
  std::sort(modes.begin(), modes.end(), [](placed const& x, placed const& y) {
    return std::pair(x.stride, x.place) < std::pair(y.stride, y.place);
  });
  layouts out;
  index_t covered = 1;
  for (placed const& m : modes) {
    if (m.extent == 1 || m.stride < covered)
      continue;
    if (m.stride != covered)
      break;
    out.emplace_back(m.extent, m.place);
    covered = index_product::of(covered, m.extent);
  }
  return coalesce(hierarchical_layout(std::move(out)));
}
hierarchical_layout left_inverse(hierarchical_layout const& l) {
  return right_inverse(hierarchical_layout(layouts{l, complement(l, l.cosize())}));
}

hierarchical_layout logical_divide(hierarchical_layout const& a, hierarchical_layout const& tile) {
  return composition(a, hierarchical_layout(layouts{tile, complement(tile, a.size())}));
}

namespace {

/// Each mode cut by its tile, (tile, rest).
layouts divided(char const* operation, hierarchical_layout const& a, layouts const& tiles) {
  if (static_cast<int>(tiles.size()) != a.rank())
    throw shape_error(std::string("weft: ") + operation + ": " + std::to_string(tiles.size()) + " tiles for " +
                      to_string(a));
  layouts out;
  for (std::size_t k = 0; k < tiles.size(); ++k)
    out.push_back(logical_divide(a.mode(static_cast<int>(k)), tiles[k]));
  return out;
}
/// Part `which` of each.
layouts part_of_each(layouts const& pairs, int which) {
  layouts out;
  for (hierarchical_layout const& p : pairs)
    out.push_back(p.mode(which));
  return out;
}
/// Two lists of as many modes, mode by mode.
layouts zipped(hierarchical_layout const& a, hierarchical_layout const& b) {
  layouts out;
  for (int k = 0; k < a.rank(); ++k)
    out.emplace_back(layouts{a.mode(k), b.mode(k)});
  return out;
}
/// With places 1:0 behind, so many modes.
hierarchical_layout of_rank(hierarchical_layout const& l, int rank) {
  layouts modes = modes_of(l);
  while (static_cast<int>(modes.size()) < rank)
    modes.emplace_back(1, 0);
  return hierarchical_layout(std::move(modes));
}
hierarchical_layout product_by_modes(hierarchical_layout const& a, hierarchical_layout const& b, bool blocked) {
  const int rank = std::max(a.rank(), b.rank());
  const hierarchical_layout whole = logical_product(of_rank(a, rank), of_rank(b, rank));
  const hierarchical_layout first = of_rank(whole.mode(0), rank), second = of_rank(whole.mode(1), rank);
  return hierarchical_layout(blocked ? zipped(first, second) : zipped(second, first));
}

} // namespace

hierarchical_layout logical_divide(hierarchical_layout const& a, std::vector<hierarchical_layout> const& tiles) {
  return hierarchical_layout(divided("logical_divide", a, tiles));
}
hierarchical_layout zipped_divide(hierarchical_layout const& a, std::vector<hierarchical_layout> const& tiles) {
  const layouts pairs = divided("zipped_divide", a, tiles);
  return hierarchical_layout(
      layouts{hierarchical_layout(part_of_each(pairs, 0)), hierarchical_layout(part_of_each(pairs, 1))});
}
hierarchical_layout tiled_divide(hierarchical_layout const& a, std::vector<hierarchical_layout> const& tiles) {
  const layouts pairs = divided("tiled_divide", a, tiles);
  layouts out{hierarchical_layout(part_of_each(pairs, 0))};
  for (hierarchical_layout const& rest : part_of_each(pairs, 1))
    out.push_back(rest);
  return hierarchical_layout(std::move(out));
}

hierarchical_layout logical_product(hierarchical_layout const& a, hierarchical_layout const& b) {
  const index_t room = index_product::of(a.size(), b.cosize());
  return hierarchical_layout(layouts{a, composition(complement(a, room), b)});
}
hierarchical_layout blocked_product(hierarchical_layout const& a, hierarchical_layout const& b) {
  return product_by_modes(a, b, true);
}
hierarchical_layout raked_product(hierarchical_layout const& a, hierarchical_layout const& b) {
  return product_by_modes(a, b, false);
}

} // namespace weft
