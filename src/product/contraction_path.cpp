#include <weft/base/check.hpp>
#include <weft/linalg/contraction.hpp>

#include <bitset>
#include <vector>

// In which order the operands of a contraction are multiplied.
namespace weft::detail {
namespace {

/// Indices, by number.
using index_set = std::bitset<64 + max_rank>;

constexpr int most_searched = 6;

/// The indices of operands and of the target, as sets.
class operand_sets {
public:
  operand_sets(contraction_slot const* slots, int count, named_layout const& target) {
    of_target = set_of(target);
    for (int k = 0; k < count; ++k)
      of.push_back(set_of(slots[k].place));
  }

  /// How many elements a tensor of these indices has.
  double size_of(index_set const& set) const {
    double n = 1;
    for (std::size_t k = 0; k < extents_.size(); ++k)
      if (set.test(k))
        n *= static_cast<double>(extents_[k]);
    return n;
  }

  index_set of_target;
  std::vector<index_set> of;

private:
  index_set set_of(named_layout const& l) {
    index_set set;
    for (int k = 0; k < l.rank; ++k) {
      int& number = number_[static_cast<int>(l.name[k])];
      if (number == 0) {
        extents_.push_back(l.extent[k]);
        number = static_cast<int>(extents_.size());
      }
      set.set(static_cast<std::size_t>(number - 1));
    }
    return set;
  }
  int number_[128] = {}; ///< of a name, from 1
  std::vector<index_t> extents_;
};

[[noreturn]] void throw_no_order() {
  throw_shape_reason("einsum", "in every order of the operands a result on the way has more than 16 axes");
}

bool has_room(index_set const& set) {
  return set.count() <= std::size_t(max_rank);
}

/// What a part of the operands costs, of which bit k is operand k.
struct part_cost {
  double multiplications = 0, elements = 0; ///< elements of results on the way
  unsigned left = 0;                        ///< the part that is multiplied by the others; 0: it is one operand
  index_set result;
  bool possible = true;

  bool is_better(part_cost const& other) const {
    return !other.possible || multiplications < other.multiplications ||
           (multiplications == other.multiplications && elements <= other.elements); // of equals the left ones first
  }
};

/// Dynamic programming over all parts: 3^n pairs of parts.
class best_order {
public:
  best_order(operand_sets const& sets, int count) : count_(count), parts_(std::size_t(1) << count) {
    const unsigned all = (1u << count) - 1;
    for (unsigned part = 1; part <= all; ++part) {
      index_set inside, outside = sets.of_target;
      for (int k = 0; k < count; ++k)
        ((part >> k & 1u) != 0 ? inside : outside) |= sets.of[std::size_t(k)];
      part_cost& best = parts_[part];
      best.result = inside & outside;
      if ((part & (part - 1)) == 0)
        continue;
      best.possible = false;
      const double size = part == all ? 0 : sets.size_of(best.result);
      for (unsigned left = (part - 1) & part; left > (part ^ left); left = (left - 1) & part) {
        part_cost const &a = parts_[left], &b = parts_[part ^ left];
        part_cost both = best;
        both.left = left;
        both.multiplications = a.multiplications + b.multiplications + sets.size_of(a.result | b.result);
        both.elements = a.elements + b.elements + size;
        both.possible = a.possible && b.possible && (part == all || has_room(best.result));
        if (both.possible && both.is_better(best))
          best = both;
      }
    }
    if (!parts_[all].possible)
      throw_no_order();
  }
  /// Writes the steps of a part, and returns its slot.
  int write(unsigned part, contraction_step* steps, int& written) const {
    const unsigned left = parts_[part].left;
    if (left == 0) {
      int k = 0;
      while ((part >> k & 1u) == 0)
        ++k;
      return k;
    }
    const unsigned right = part ^ left;
    const int a = write(left, steps, written), b = write(right, steps, written);
    const bool in_order = (left & (~left + 1)) < (right & (~right + 1)); // by the first operand
    steps[written] = {in_order ? a : b, in_order ? b : a};
    return count_ + written++;
  }

private:
  int count_;
  std::vector<part_cost> parts_;
};

/// One pair after the other.
void order_greedily(operand_sets sets, int count, contraction_step* steps) {
  std::vector<int> left;
  for (int k = 0; k < count; ++k)
    left.push_back(k);
  for (int step = 0; step < count - 1; ++step) {
    std::size_t best[2] = {};
    double best_growth = 0, best_work = 0;
    index_set best_result;
    bool found = false;
    for (std::size_t i = 0; i < left.size(); ++i)
      for (std::size_t j = i + 1; j < left.size(); ++j) {
        index_set const &a = sets.of[std::size_t(left[i])], &b = sets.of[std::size_t(left[j])];
        index_set outside = sets.of_target;
        for (std::size_t k = 0; k < left.size(); ++k)
          if (k != i && k != j)
            outside |= sets.of[std::size_t(left[k])];
        const index_set result = (a | b) & outside;
        const double growth = sets.size_of(result) - sets.size_of(a) - sets.size_of(b), work = sets.size_of(a | b);
        const bool better = !found || growth < best_growth || (growth == best_growth && work < best_work);
        if (better && (has_room(result) || left.size() == 2)) {
          best[0] = i;
          best[1] = j;
          best_growth = growth;
          best_work = work;
          best_result = result;
          found = true;
        }
      }
    if (!found)
      throw_no_order();
    steps[step] = {left[best[0]], left[best[1]]};
    left[best[0]] = count + step;
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(best[1]));
    sets.of.push_back(best_result);
  }
}

} // namespace

void order_contraction(contraction_slot const* slots, int count, named_layout const& target, contraction_step* steps) {
  if (count == 2) {
    steps[0] = {0, 1};
    return;
  }
  const operand_sets sets(slots, count, target);
  if (count > most_searched)
    return order_greedily(sets, count, steps);
  int written = 0;
  best_order(sets, count).write((1u << count) - 1, steps, written);
}

} // namespace weft::detail
