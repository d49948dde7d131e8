#include <weft/linalg/contraction.hpp>

#include <support/grid.hpp>
#include <support/message.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace weft;
using detail::contraction_step;
using detail::named_layout;

namespace {

using index_names = std::set<char>;

index_t extent_of(char c) {
  return 2 + (c * 7) % 5;
}
named_layout packed(std::string const& names) {
  named_layout l;
  for (char c : names)
    l.push(c, extent_of(c), 0);
  detail::pack_axes(l);
  return l;
}
double size_of(index_names const& names) {
  double n = 1;
  for (char c : names)
    n *= static_cast<double>(extent_of(c));
  return n;
}
index_names joined(index_names a, index_names const& b) {
  a.insert(b.begin(), b.end());
  return a;
}

/// What is left of a pair, where others and the target have `outside`.
index_names left_of(index_names const& pair, index_names const& outside) {
  index_names left;
  std::set_intersection(pair.begin(), pair.end(), outside.begin(), outside.end(), std::inserter(left, left.end()));
  return left;
}
index_names outside_of(std::vector<index_names> const& all, std::size_t i, std::size_t j, index_names const& target) {
  index_names outside = target;
  for (std::size_t k = 0; k < all.size(); ++k)
    if (k != i && k != j)
      outside = joined(outside, all[k]);
  return outside;
}

/// The fewest multiplications of any order: all of them tried.
double least(std::vector<index_names> const& all, index_names const& target) {
  if (all.size() == 1)
    return 0;
  double best = -1;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      const index_names pair = joined(all[i], all[j]);
      std::vector<index_names> rest{left_of(pair, outside_of(all, i, j, target))};
      for (std::size_t k = 0; k < all.size(); ++k)
        if (k != i && k != j)
          rest.push_back(all[k]);
      const double cost = size_of(pair) + least(rest, target);
      best = best < 0 || cost < best ? cost : best;
    }
  return best;
}

struct tried_order {
  double multiplications = 0;
  bool uses_each_once = true;
};
tried_order follow(std::vector<index_names> slots, index_names const& target, int count,
                   std::vector<contraction_step> const& steps) {
  tried_order r;
  std::vector<bool> used(slots.size(), false);
  for (contraction_step s : steps) {
    std::vector<index_names> left;
    for (std::size_t k = 0; k < slots.size(); ++k)
      if (!used[k] && k != std::size_t(s.left) && k != std::size_t(s.right))
        left.push_back(slots[k]);
    index_names outside = target;
    for (auto const& l : left)
      outside = joined(outside, l);
    for (int k : {s.left, s.right}) {
      r.uses_each_once = r.uses_each_once && k < int(slots.size()) && !used[std::size_t(k)];
      used[std::size_t(k)] = true;
    }
    const index_names pair = joined(slots[std::size_t(s.left)], slots[std::size_t(s.right)]);
    r.multiplications += size_of(pair);
    slots.push_back(left_of(pair, outside));
    used.push_back(false);
  }
  r.uses_each_once = r.uses_each_once && int(slots.size()) == 2 * count - 1 &&
                     std::count(used.begin(), used.end(), false) == 1 && !used.back();
  return r;
}

} // namespace

TEST_CASE("contractions: up to 6 operands in the order with the fewest multiplications, more in some order") {
  grid::dice dice(11);
  for (int n = 0; n < 60; ++n) {
    const int count = 2 + n % 7;
    std::vector<std::string> names(static_cast<std::size_t>(count));
    std::string target;
    for (char c = 'a'; c < 'h'; ++c) { // in two of the operands and the target, or more
      std::vector<std::string*> places{&target};
      for (std::string& s : names)
        places.push_back(&s);
      const index_t most = 2 + dice.below(2);
      for (index_t k = 0; k < most; ++k) {
        const auto at = static_cast<std::size_t>(dice.below(static_cast<index_t>(places.size())));
        *places[at] += c;
        places.erase(places.begin() + static_cast<std::ptrdiff_t>(at));
      }
    }
    std::vector<detail::contraction_slot> slots(static_cast<std::size_t>(2 * count));
    std::vector<index_names> sets;
    for (std::size_t k = 0; k < names.size(); ++k) {
      slots[k].place = packed(names[k]);
      sets.emplace_back(names[k].begin(), names[k].end());
    }
    std::vector<contraction_step> steps(std::size_t(count - 1));
    detail::order_contraction(slots.data(), count, packed(target), steps.data());
    const index_names kept(target.begin(), target.end());
    const tried_order is = follow(sets, kept, count, steps);
    CAPTURE(count);
    CHECK(is.uses_each_once);
    if (count <= 6)
      CHECK(is.multiplications == least(sets, kept));
  }
}

TEST_CASE("contractions: a chain of vectors and matrices of many operands costs products with vectors") {
  std::vector<detail::contraction_slot> slots(20);
  std::string const names[] = {"a", "ab", "bc", "cd", "de", "ef", "fg", "gh", "hi", "i"};
  std::vector<index_names> sets;
  for (std::size_t k = 0; k < 10; ++k) {
    slots[k].place = packed(names[k]);
    sets.emplace_back(names[k].begin(), names[k].end());
  }
  std::vector<contraction_step> steps(9);
  detail::order_contraction(slots.data(), 10, packed(""), steps.data());
  const tried_order is = follow(sets, {}, 10, steps);
  CHECK(is.uses_each_once);
  CHECK(is.multiplications < 400);
}

TEST_CASE("contractions: results of more than 16 axes on the way are avoided, or refused") {
  // Each pair of four tensors shares 5 indices; a pair leaves 20.
  std::string const six[] = {"abcde", "fghij", "klmno", "pqrst", "uvwxy", "ABCDE"};
  std::string const names[] = {six[0] + six[1] + six[2], six[0] + six[3] + six[4], six[1] + six[3] + six[5],
                               six[2] + six[4] + six[5]};
  std::vector<detail::contraction_slot> slots(8);
  for (std::size_t k = 0; k < 4; ++k)
    slots[k].place = packed(names[k]);
  std::vector<contraction_step> steps(3);
  CHECK(support::message_of([&] {
          detail::order_contraction(slots.data(), 4, packed(""), steps.data());
        }).find("more than 16 axes") != std::string::npos);
}

namespace {

std::string way_of(detail::pair_plan const& p) {
  using kind = detail::pair_plan::way_kind;
  if (p.way != kind::products)
    return p.way == kind::loop ? "loop" : "fold";
  std::string text = std::to_string(p.matrix[0].rows) + "x" + std::to_string(p.matrix[0].cols) + "x" +
                     std::to_string(p.matrix[1].cols);
  for (int k = 0; k < p.lead; ++k)
    text += "*" + std::to_string(p.extent[k]);
  for (int x = 0; x < 3; ++x)
    if (p.copied[x])
      text += std::string(" ") + "abc"[x];
  return text;
}
/// Axes by name, slowest first, in an order of their own; capitals are walked backwards.
named_layout layout_of(std::string const& axes, std::string const& memory, index_t extent) {
  named_layout stored, l;
  for (char c : memory)
    stored.push(static_cast<char>(c | 32), extent, 0);
  detail::pack_axes(stored);
  for (char c : axes) {
    const bool backwards = memory.find(c) == std::string::npos;
    const index_t s = stored.stride_of(c);
    l.push(c, extent, backwards ? -s : s);
  }
  return l;
}
std::string way(std::string const& a, std::string const& b, std::string const& c, std::string const& memory_a,
                std::string const& memory_b, std::string const& memory_c, detail::pair_facts facts = {},
                index_t extent = 10) {
  detail::pair_plan plan;
  detail::plan_pair(layout_of(a, memory_a, extent), layout_of(b, memory_b, extent), layout_of(c, memory_c, extent),
                    facts, plan);
  return way_of(plan);
}

} // namespace

TEST_CASE("contractions: pairs become products of matrices, copies only where axes do not join") {
  CHECK(way("ij", "jk", "ik", "ij", "jk", "ik") == "10x10x10");
  CHECK(way("ij", "jk", "ik", "ji", "kj", "ki") == "10x10x10");
  CHECK(way("bij", "bjk", "bik", "bij", "bjk", "bik") == "10x10x10*10");
  CHECK(way("abij", "abjk", "abik", "abij", "abjk", "abik") == "10x10x10*100"); // the stack is one axis
  CHECK(way("abij", "bajk", "abik", "abij", "bajk", "abik") == "10x10x10*10*10");
  CHECK(way("bij", "jk", "bik", "bij", "jk", "bik") == "100x10x10");
  CHECK(way("ij", "bjk", "bik", "ij", "bjk", "bik") == "10x10x10*10");
  CHECK(way("ijk", "jkl", "il", "ijk", "jkl", "il") == "10x100x10");
  CHECK(way("ijk", "kjl", "il", "ijk", "jkl", "il") == "10x100x10");   // one order in memory
  CHECK(way("ijk", "jkl", "il", "kji", "kjl", "il") == "10x100x10");   // and the other
  CHECK(way("ijk", "jkl", "il", "ijk", "kjl", "il") == "10x100x10 a"); // one of two: of one size
  CHECK(way("ij", "j", "i", "ij", "j", "i") == "10x10x1");
  CHECK(way("j", "jk", "k", "j", "jk", "k") == "1x10x10");
  CHECK(way("i", "i", "", "i", "i", "") == "1x10x1");
  CHECK(way("ij", "ij", "", "ij", "ij", "") == "1x100x1");
  CHECK(way("ij", "ij", "", "ij", "ji", "") == "fold");
  CHECK(way("bi", "bi", "b", "bi", "bi", "b") == "fold");
  CHECK(way("jik", "jk", "i", "jik", "jk", "i") == "fold"); // the matrix is read once either way
  CHECK(way("ij", "ij", "ij", "ij", "ij", "ij") == "loop");
  CHECK(way("i", "j", "ij", "i", "j", "ij") == "loop");
  CHECK(way("i", "j", "ij", "i", "j", "ij", {false, true, true}) == "10x1x10"); // ger
}

TEST_CASE("contractions: axes that are walked backwards by all are walked forwards") {
  detail::pair_plan plan;
  detail::plan_pair(layout_of("ij", "IJ", 10), layout_of("jk", "Jk", 10), layout_of("ik", "Ik", 10), {}, plan);
  CHECK(way_of(plan) == "10x10x10");
  CHECK(plan.matrix[0].row_stride == 10);
  CHECK(plan.matrix[0].col_stride == 1);
  CHECK(plan.matrix[1].row_stride == 10);
  CHECK(plan.matrix[2].row_stride == 10);
  CHECK(plan.shift[0] == -99);
  CHECK(plan.shift[1] == -90);
  CHECK(plan.shift[2] == -90);
}

TEST_CASE("contractions: a stack of products, or a copy, whatever moves less") {
  // Rows that do not join: a stack of them, where each product has enough of them, else a copy.
  CHECK(way("jik", "kl", "ijl", "jik", "kl", "ijl", {}, 40) == "40x40x40*40");
  CHECK(way("jik", "kl", "ijl", "jik", "kl", "ijl", {}, 3) == "9x3x3 a");
  // Matrices without a unit stride are no operands of a stack.
  CHECK(way("ijb", "bjk", "bik", "ijb", "bjk", "bik") == "10x10x10*10 a");
  CHECK(way("ijb", "jkb", "ikb", "ijb", "jkb", "ikb") == "10x10x10*10 a b c");
  // What overlaps is computed elsewhere.
  CHECK(way("bij", "bjk", "bik", "bij", "bjk", "bik", {false, false, false}) == "10x10x10*10 c");
  // The layout of a result on the way follows its factors.
  CHECK(way("jik", "klm", "ijlm", "jik", "klm", "ijlm", {true, true, false}) == "100x10x100");
}
