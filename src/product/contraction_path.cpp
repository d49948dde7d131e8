#include "run/local_array.hpp"

#include <weft/base/check.hpp>
#include <weft/linalg/contraction.hpp>

#include <bitset>

// Chooses the order in which the operands of a contraction are multiplied.
namespace weft::detail {
namespace {

/// A set of indices of a contraction; bit k stands for index k.
using index_set = std::bitset<64 + max_rank>;

constexpr int most_searched = 6;
constexpr char const* what = "the order of a contraction"; // a no_alloc_scope names it when it refuses memory

/// The indices of each operand and of the target, as sets. `sets` has room for one set for each operand and each result
/// of a step.
class operand_sets {
public:
  operand_sets(contraction_slot const* slots, int count, named_layout const& target, index_set* sets) : of(sets) {
    of_target = set_of(target);
    for (int k = 0; k < count; ++k)
      of[k] = set_of(slots[k].place);
  }

  /// Returns the number of elements of a tensor with these indices.
  double size_of(index_set const& set) const {
    double n = 1;
    for (int k = 0; k < count_; ++k)
      if (set.test(static_cast<std::size_t>(k)))
        n *= static_cast<double>(extents_[k]);
    return n;
  }

  index_set of_target;
  index_set* of;

private:
  index_set set_of(named_layout const& l) {
    index_set set;
    for (int k = 0; k < l.rank; ++k) {
      int& number = number_[static_cast<int>(l.name[k])];
      if (number == 0) {
        extents_[count_] = l.extent[k];
        number = ++count_;
      }
      set.set(static_cast<std::size_t>(number - 1));
    }
    return set;
  }
  int number_[128] = {}, count_ = 0; ///< number_[letter]: index + 1, or 0 if the letter is new
  index_t extents_[64 + max_rank];
};

[[noreturn]] void throw_no_order() {
  throw_shape_reason("einsum", "in every order of the operands a result on the way has more than 16 axes");
}

bool has_room(index_set const& set) {
  return set.count() <= std::size_t(max_rank);
}

/// The least cost of multiplying a subset of the operands. Bit k of a subset stands for operand k.
struct subset_cost {
  double multiplications = 0, elements = 0; ///< elements: sum of the sizes of intermediate results
  unsigned left = 0;                        ///< subset that is the left factor; 0 if the subset has one operand
  index_set result;
  bool possible = true;

  bool is_better(subset_cost const& other) const {
    return !other.possible || multiplications < other.multiplications ||
           (multiplications == other.multiplications && elements <= other.elements); // if equal: from the left
  }
};

/// Finds the order with the fewest multiplications by dynamic programming over all subsets of n operands: about 3^n / 2
/// pairs of subsets.
class best_order {
public:
  best_order(operand_sets const& sets, int count) : count_(count) {
    unsigned const all = (1u << count) - 1;
    for (unsigned subset = 1; subset <= all; ++subset) {
      index_set inside, outside = sets.of_target;
      for (int k = 0; k < count; ++k)
        ((subset >> k & 1u) != 0 ? inside : outside) |= sets.of[k];
      subset_cost& best = subsets_[subset];
      best.result = inside & outside;
      if ((subset & (subset - 1)) == 0)
        continue;
      best.possible = false;
      double const size = subset == all ? 0 : sets.size_of(best.result);
      for (unsigned left = (subset - 1) & subset; left > (subset ^ left); left = (left - 1) & subset) {
        subset_cost const &a = subsets_[left], &b = subsets_[subset ^ left];
        subset_cost both = best;
        both.left = left;
        both.multiplications = a.multiplications + b.multiplications + sets.size_of(a.result | b.result);
        both.elements = a.elements + b.elements + size;
        both.possible = a.possible && b.possible && (subset == all || has_room(best.result));
        if (both.possible && both.is_better(best))
          best = both;
      }
    }
    if (!subsets_[all].possible)
      throw_no_order();
  }
  /// Writes the steps that multiply a subset. Returns the slot of the result: k for operand k, count + s for the result
  /// of step s.
  int write(unsigned subset, contraction_step* steps, int& written) const {
    unsigned const left = subsets_[subset].left;
    if (left == 0) {
      int k = 0;
      while ((subset >> k & 1u) == 0)
        ++k;
      return k;
    }
    unsigned const right = subset ^ left;
    int const a = write(left, steps, written), b = write(right, steps, written);
    bool const in_order = (left & (~left + 1)) < (right & (~right + 1)); // the factor with the first operand is left
    steps[written] = {in_order ? a : b, in_order ? b : a};
    return count_ + written++;
  }

private:
  int count_;
  subset_cost subsets_[1u << most_searched];
};

/// Chooses the pair of each step: the pair whose result has the fewest elements beyond the elements of both factors.
void order_greedily(operand_sets const& sets, int count, contraction_step* steps) {
  local_array<int, 32> left(what, static_cast<std::size_t>(count));
  for (int k = 0; k < count; ++k)
    left[k] = k;
  for (int step = 0, n = count; step < count - 1; ++step, --n) {
    int first = -1, second = -1;
    double best_growth = 0, best_work = 0;
    index_set best_result;
    for (int i = 0; i < n; ++i)
      for (int j = i + 1; j < n; ++j) {
        index_set const &a = sets.of[left[i]], &b = sets.of[left[j]];
        index_set outside = sets.of_target;
        for (int k = 0; k < n; ++k)
          if (k != i && k != j)
            outside |= sets.of[left[k]];
        index_set const result = (a | b) & outside;
        double const growth = sets.size_of(result) - sets.size_of(a) - sets.size_of(b), work = sets.size_of(a | b);
        bool const better = first < 0 || growth < best_growth || (growth == best_growth && work < best_work);
        if (better && (has_room(result) || n == 2)) {
          first = i;
          second = j;
          best_growth = growth;
          best_work = work;
          best_result = result;
        }
      }
    if (first < 0)
      throw_no_order();
    steps[step] = {left[first], left[second]};
    left[first] = count + step;
    for (int k = second; k < n - 1; ++k)
      left[k] = left[k + 1];
    sets.of[count + step] = best_result;
  }
}

} // namespace

void order_contraction(contraction_slot const* slots, int count, named_layout const& target, contraction_step* steps) {
  if (count == 2) {
    steps[0] = {0, 1};
    return;
  }
  local_array<index_set, 32> of(what, 2 * static_cast<std::size_t>(count));
  operand_sets const sets(slots, count, target, of.data());
  if (count > most_searched)
    return order_greedily(sets, count, steps);
  int written = 0;
  best_order(sets, count).write((1u << count) - 1, steps, written);
}

} // namespace weft::detail
