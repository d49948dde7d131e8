#include "loop/plan.hpp"

#include <algorithm>
#include <numeric>

namespace weft::detail {

namespace {

/// One term c * x with 0 <= x <= bound of a sum that must hit a number.
struct term {
  index_t coefficient, bound;
};

struct sum_of_terms {
  static constexpr int most = 2 * max_rank + 2;
  term t[most];
  int count = 0;
  index_t reach[most + 1];   // largest value of the terms from k on
  index_t divisor[most + 1]; // greatest common divisor of their coefficients

  void add(index_t coefficient, index_t bound) {
    if (coefficient == 0 || bound == 0)
      return;
    for (int k = 0; k < count; ++k)
      if (t[k].coefficient == coefficient) {
        t[k].bound += bound;
        return;
      }
    t[count++] = {coefficient, bound};
  }
  void prepare() {
    std::sort(t, t + count, [](term const& a, term const& b) { return a.coefficient > b.coefficient; });
    reach[count] = 0;
    divisor[count] = 0;
    for (int k = count - 1; k >= 0; --k) {
      reach[k] = reach[k + 1] + t[k].coefficient * t[k].bound;
      divisor[k] = std::gcd(divisor[k + 1], t[k].coefficient);
    }
  }
  /// True if the terms from k on can sum to `wanted`; also when `work` runs out. With coefficients in descending order
  /// the remaining terms leave few candidates for each x, so nested strides need a handful of steps.
  bool hits(int k, index_t wanted, int& work) const {
    if (wanted < 0 || wanted > reach[k])
      return false;
    if (k == count)
      return wanted == 0;
    if (wanted % divisor[k] != 0)
      return false;
    if (--work < 0)
      return true;
    const index_t c = t[k].coefficient, missing = wanted - reach[k + 1];
    const index_t low = missing > 0 ? (missing + c - 1) / c : 0, high = std::min(t[k].bound, wanted / c);
    for (index_t x = low; x <= high; ++x)
      if (hits(k + 1, wanted - c * x, work))
        return true;
    return false;
  }
};

bool all_multiples(footprint const& f, index_t unit) {
  for (int k = 0; k < f.rank; ++k)
    if (f.strides[k] % unit != 0)
      return false;
  return true;
}

footprint footprint_of(loop_request const& q, int j) {
  return {q.operand[j].position, q.operand[j].size, q.rank, q.extents, q.strides + j * q.pitch};
}

/// True if row-major order over axes sorted by stride is order of addresses: no step comes back over an earlier row.
bool is_monotone(loop_request const& q) {
  index_t s[max_rank], n[max_rank];
  int rank = 0;
  for (int k = 0; k < q.rank; ++k)
    if (q.extents[k] > 1) {
      int m = rank++;
      for (; m > 0 && s[m - 1] < std::abs(stride(q, 0, k)); --m) {
        s[m] = s[m - 1];
        n[m] = n[m - 1];
      }
      s[m] = std::abs(stride(q, 0, k));
      n[m] = q.extents[k];
    }
  index_t inner = q.operand[0].size;
  for (int k = rank - 1; k >= 0; --k) {
    if (s[k] < inner)
      return false;
    inner += s[k] * (n[k] - 1);
  }
  return true;
}

bool same_strides(loop_request const& q, int j) {
  if (q.operand[j].size != q.operand[0].size)
    return false;
  for (int k = 0; k < q.rank; ++k)
    if (q.extents[k] > 1 && stride(q, j, k) != stride(q, 0, k))
      return false;
  return true;
}

index_t distinct_bytes(loop_request const& q, int j) {
  index_t n = q.operand[j].size;
  for (int k = 0; k < q.rank; ++k)
    if (stride(q, j, k) != 0)
      n *= q.extents[k];
  return n;
}

} // namespace

// a(x) + u == b(y) + v must have a solution within the bounds. Rewritten with y counted from its last index, all
// coefficients are positive and the sum must hit a number.
bool shares_a_byte(footprint const& a, footprint const& b) {
  constexpr int work_limit = 20000;
  for (footprint const* f : {&a, &b})
    for (int k = 0; k < f->rank; ++k)
      if (f->extents[k] == 0)
        return false;
  const byte_range in_a = range_of(a), in_b = range_of(b);
  if (are_apart(in_a, in_b))
    return false;
  sum_of_terms sum;
  index_t wanted = in_b.high - b.size - in_a.low;
  const bool whole = a.size == b.size && wanted % a.size == 0 && all_multiples(a, a.size) && all_multiples(b, a.size);
  const index_t scale = whole ? a.size : 1;
  for (footprint const* f : {&a, &b})
    for (int k = 0; k < f->rank; ++k)
      sum.add(std::abs(f->strides[k]) / scale, f->extents[k] - 1);
  if (!whole) {
    sum.add(1, a.size - 1 + b.size - 1);
    wanted += b.size - 1;
  }
  sum.prepare();
  int work = work_limit;
  return sum.hits(0, wanted / scale, work);
}

overlap_plan plan_overlap(loop_request const& q) {
  overlap_plan plan;
  unsigned long long shifted_up = 0, shifted_down = 0, crossed = 0;
  bool many = false;
  table_operand const& target = q.operand[0];
  for (int j = 1; j < q.operands; ++j) {
    table_operand const& o = q.operand[j];
    if (o.fresh || are_apart(o.range, target.range))
      continue;
    if ((same_strides(q, j) && o.position == target.position) || !shares_a_byte(footprint_of(q, 0), footprint_of(q, j)))
      continue;
    const unsigned long long bit = 1ULL << ((j - 1) & 63);
    many = many || j > 64;
    if (!same_strides(q, j) || !is_monotone(q))
      crossed |= bit;
    else
      (o.position > target.position ? shifted_up : shifted_down) |= bit;
  }
  if ((shifted_up | shifted_down | crossed) == 0)
    return plan;
  if (many) {
    plan.copy_target = true;
    return plan;
  }
  // Shifts one way are safe in one direction: reads run ahead of writes. The others need a copy.
  if (shifted_up != 0 && shifted_down != 0)
    crossed |= shifted_down;
  plan.backwards = shifted_up == 0 && shifted_down != 0;
  plan.staged = shifted_up != 0 || shifted_down != 0;
  index_t bytes = 0;
  for (int j = 1; j < q.operands && j <= 64; ++j)
    if ((crossed >> (j - 1) & 1u) != 0)
      bytes += distinct_bytes(q, j);
  plan.copy_operands = crossed;
  if (bytes > distinct_bytes(q, 0)) {
    plan = overlap_plan{};
    plan.copy_target = true;
  }
  return plan;
}

} // namespace weft::detail
