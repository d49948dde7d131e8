#include <weft/base/check.hpp>
#include <weft/linalg/contraction.hpp>

#include <algorithm>

// How a pair of operands is contracted.
namespace weft::detail {

void pack_axes(named_layout& l) {
  index_t run = 1;
  for (int k = l.rank - 1; k >= 0; --k) {
    l.stride[k] = run;
    run *= l.extent[k];
  }
}

namespace {

constexpr int A = 0, B = 1, C = 2;

/// What a product of a stack costs beside its multiplications, in elements that are moved meanwhile.
constexpr double call_cost = 64;
/// What it costs to move an element to another place and to read it there; C is also computed elsewhere first.
constexpr double copy_cost = 2;

index_t steps_of(index_t stride) {
  return stride < 0 ? -stride : stride;
}

/// Names, from the slowest to the fastest.
struct name_list {
  int count = 0;
  char name[2 * max_rank];

  void push(char c) { name[count++] = c; }
  index_t size_in(named_layout const& l, int first = 0) const {
    index_t n = 1;
    for (int k = first; k < count; ++k)
      n *= l.extent[l.axis_of(name[k])];
    return n;
  }
  /// The larger strides first; axes whose elements repeat are the slowest.
  void sort_by(named_layout const& l) {
    index_t step[2 * max_rank];
    for (int k = 0; k < count; ++k) {
      const char c = name[k];
      const index_t s = steps_of(l.stride_of(c));
      int at = k;
      for (; at > 0 && step[at - 1] != 0 && (s == 0 || s > step[at - 1]); --at) {
        step[at] = step[at - 1];
        name[at] = name[at - 1];
      }
      step[at] = s;
      name[at] = c;
    }
  }
  /// The first of those that join: they and all behind them are one axis.
  int joined_in(named_layout const& l) const {
    int first = count - 1;
    for (; first > 0; --first) {
      const int k = l.axis_of(name[first]);
      if (l.stride_of(name[first - 1]) != l.extent[k] * l.stride[k])
        break;
    }
    return first < 0 ? 0 : first;
  }
};

/// A group of axes in the order in which it is walked.
struct axis_group {
  name_list names;
  int divided = 0; ///< so many of them, the slowest, go to the stack

  index_t whole(named_layout const& l) const { return names.size_in(l); }
  index_t joined(named_layout const& l) const { return names.size_in(l, divided); }
  index_t stride_in(named_layout const& l) const {
    return names.count == divided ? 1 : l.stride_of(names.name[names.count - 1]);
  }
};

/// The group in the order in which most of it is one axis of both x and y, of which one may be null: copied.
axis_group arranged(name_list const& names, named_layout const* x, named_layout const* y) {
  axis_group best{names, 0};
  if (names.count < 2)
    return best;
  bool found = false;
  for (named_layout const* by : {x, y}) {
    if (by == nullptr)
      continue;
    axis_group g{names, 0};
    g.names.sort_by(*by);
    for (named_layout const* l : {x, y})
      if (l != nullptr)
        g.divided = std::max(g.divided, g.names.joined_in(*l));
    if (!found || g.joined(*by) > best.joined(*by))
      best = g;
    found = true;
  }
  return best;
}

class pair_planner {
public:
  pair_planner(named_layout const& a, named_layout const& b, named_layout const& c, pair_facts const& facts,
               pair_plan& plan)
      : facts_(facts), plan_(plan) {
    plan_.place[A] = a;
    plan_.place[B] = b;
    plan_.place[C] = c;
    for (int k = 0; k < a.rank; ++k) {
      const bool in_b = b.axis_of(a.name[k]) >= 0, in_c = c.axis_of(a.name[k]) >= 0;
      (in_b ? (in_c ? batch_ : depth_) : rows_).push(a.name[k]);
    }
    for (int k = 0; k < b.rank; ++k)
      if (a.axis_of(b.name[k]) < 0)
        columns_.push(b.name[k]);
  }

  void plan() {
    turn_axes();
    std::copy(plan_.place, plan_.place + 3, plan_.stored);
    if (depth_.count == 0) {
      const bool is_ger = facts_.adds && batch_.count == 0 && rows_.count != 0 && columns_.count != 0;
      if (!is_ger || !is_product_in_place())
        element_by_element(pair_plan::way_kind::loop);
    } else if (rows_.count == 0 && columns_.count == 0) {
      if (batch_.count != 0 || !is_product_in_place())
        element_by_element(pair_plan::way_kind::fold);
    } else {
      products();
    }
  }

private:
  named_layout& of(int operand) { return plan_.place[operand]; }

  /// Walks axes backwards where no operand has a positive stride: BLAS takes no negative ones.
  void turn_axes() {
    bool any = false;
    for (int x = 0; x < used(); ++x)
      for (int k = 0; k < of(x).rank; ++k)
        any = any || of(x).stride[k] < 0;
    if (!any)
      return;
    const auto turn = [this](name_list const& names) {
      for (int i = 0; i < names.count; ++i) {
        const char c = names.name[i];
        bool backwards = false, forwards = false;
        for (int x = 0; x < used(); ++x) {
          backwards = backwards || of(x).stride_of(c) < 0;
          forwards = forwards || of(x).stride_of(c) > 0;
        }
        for (int x = 0; x < used() && backwards && !forwards; ++x)
          if (const int k = of(x).axis_of(c); k >= 0) {
            plan_.shift[x] += (of(x).extent[k] - 1) * of(x).stride[k];
            of(x).stride[k] = -of(x).stride[k];
          }
      }
    };
    turn(depth_);
    if (!facts_.free) // its layout follows, and would have to be turned too
      for (auto const* names : {&batch_, &rows_, &columns_})
        turn(*names);
  }
  int used() const { return facts_.free ? 2 : 3; }

  void element_by_element(pair_plan::way_kind way) {
    plan_.way = way;
    if (facts_.free) {
      pack_axes(of(C));
      plan_.stored[C] = of(C);
    }
  }

  /// One product without copies, if there is one.
  bool is_product_in_place() {
    if (!is_arranged({false, false, facts_.free}) || group_[0].divided + group_[1].divided != 0)
      return false;
    write_products({false, false, facts_.free});
    return true;
  }

  void products() {
    axis_group best[3];
    bool copied[3] = {true, true, true};
    double least = -1;
    for (unsigned set = 0; set < 8; ++set) {
      const bool copies[3] = {(set & 1u) != 0, (set & 2u) != 0, (set & 4u) != 0};
      if ((facts_.free || !facts_.apart) && !copies[C])
        continue;
      if (!is_arranged(copies))
        continue;
      const double cost = cost_of(copies);
      if (cost == 0) // nothing is better
        return write_products(copies);
      if (least < 0 || cost < least) {
        least = cost;
        std::copy(group_, group_ + 3, best);
        std::copy(copies, copies + 3, copied);
      }
    }
    std::copy(best, best + 3, group_);
    // A matrix that is multiplied by a vector is read once: a loop does that where it lies.
    const bool vector_on_right = columns_.count == 0, vector_on_left = rows_.count == 0;
    if ((vector_on_right && copied[A]) || (vector_on_left && copied[B]))
      return element_by_element(pair_plan::way_kind::fold);
    write_products(copied);
  }

  /// Orders the groups where these operands are copied. False if the others cannot be read as they lie.
  bool is_arranged(bool const (&copies)[3]) {
    named_layout const* l[3];
    for (int x = 0; x < 3; ++x)
      l[x] = copies[x] ? nullptr : &of(x);
    group_[0] = arranged(rows_, l[A], l[C]);
    group_[1] = arranged(columns_, l[B], l[C]);
    group_[2] = arranged(depth_, l[A], l[B]);
    if (group_[2].divided != 0)
      return false;
    if (batch_.count + group_[0].divided + group_[1].divided == 0)
      return true; // one product packs what it must
    return (copies[A] || has_unit(A, group_[0], group_[2])) && (copies[B] || has_unit(B, group_[2], group_[1])) &&
           (copies[C] || has_unit(C, group_[0], group_[1]));
  }
  /// True if the matrices of a stack may be read, or written, along a unit stride.
  bool has_unit(int x, axis_group const& down, axis_group const& across) {
    const auto is_unit = [&](axis_group const& g) {
      return g.names.count == g.divided || steps_of(g.stride_in(of(x))) == 1;
    };
    return is_unit(down) || is_unit(across);
  }

  double cost_of(bool const (&copies)[3]) {
    const double m = size_of(group_[0].whole(of(A))), n = size_of(group_[1].whole(of(B)));
    const double k = size_of(group_[2].whole(of(A))), count = size_of(batch_.size_in(of(A)));
    const double row_calls = m / size_of(group_[0].joined(of(A))), column_calls = n / size_of(group_[1].joined(of(B)));
    double cost = 0;
    if (copies[A])
      cost += copy_cost * count * m * k;
    if (copies[B])
      cost += copy_cost * count * k * n;
    if (copies[C] && !facts_.free)
      cost += copy_cost * count * m * n;
    // Each product of a stack reads all of the factor that is not divided.
    if (row_calls > 1)
      cost += count * row_calls * k * n;
    if (column_calls > 1)
      cost += count * column_calls * m * k;
    return cost + count * (row_calls * column_calls - 1) * call_cost;
  }
  static double size_of(index_t n) { return static_cast<double>(n); }

  void write_products(bool const (&copies)[3]) {
    plan_.way = pair_plan::way_kind::products;
    const name_list lead = names_of_lead(copies);
    axis_group const *down[3] = {&group_[0], &group_[2], &group_[0]}, *across[3] = {&group_[2], &group_[1], &group_[1]};
    for (int x = 0; x < 3; ++x) {
      plan_.copied[x] = copies[x] && !(x == C && facts_.free);
      if (copies[x])
        rearrange(x, lead, *down[x], *across[x]);
    }
    for (int x = 0; x < 3; ++x) {
      named_layout const& l = of(x);
      plan_.matrix[x] = {down[x]->joined(l), across[x]->joined(l), down[x]->stride_in(l), across[x]->stride_in(l)};
    }
    plan_.lead = 0;
    for (int i = 0; i < lead.count; ++i)
      add_to_lead(lead.name[i]);
  }

  /// The axes of the stack, in the order of C where that is known.
  name_list names_of_lead(bool const (&copies)[3]) {
    name_list lead = batch_;
    if (copies[C])
      lead.sort_by(of(A));
    for (int g = 0; g < 2; ++g)
      for (int i = 0; i < group_[g].divided; ++i)
        lead.push(group_[g].names.name[i]);
    if (!copies[C])
      lead.sort_by(of(C));
    return lead;
  }
  void add_to_lead(char c) {
    const int k = plan_.lead;
    const int in = of(A).axis_of(c) >= 0 ? A : B;
    plan_.extent[k] = of(in).extent[of(in).axis_of(c)];
    bool fuses = k > 0;
    for (int x = 0; x < 3; ++x) {
      plan_.step[x][k] = of(x).stride_of(c);
      fuses = fuses && plan_.step[x][k - 1] == plan_.extent[k] * plan_.step[x][k];
    }
    if (!fuses) {
      ++plan_.lead;
      return;
    }
    plan_.extent[k - 1] *= plan_.extent[k];
    for (int x = 0; x < 3; ++x)
      plan_.step[x][k - 1] = plan_.step[x][k];
  }

  /// Gives an operand that is copied a layout without gaps: the matrices one behind the other, each in the order in
  /// which the old layout is nearest to it.
  void rearrange(int x, name_list const& lead, axis_group const& down, axis_group const& across) {
    named_layout const old = of(x);
    const bool is_new = x == C && facts_.free;
    named_layout& l = of(x) = {};
    const auto add = [&](char c) {
      if (const int k = old.axis_of(c); k >= 0)
        l.push(c, old.extent[k], 0);
    };
    const auto add_group = [&](axis_group const& g) {
      for (int i = g.divided; i < g.names.count; ++i)
        add(g.names.name[i]);
    };
    for (int i = 0; i < lead.count; ++i)
      add(lead.name[i]);
    const bool by_rows = is_new || nearest(old, across) <= nearest(old, down);
    add_group(by_rows ? down : across);
    add_group(by_rows ? across : down);
    pack_axes(l);
    if (is_new)
      plan_.stored[x] = l;
  }
  static index_t nearest(named_layout const& l, axis_group const& g) {
    index_t least = g.names.count == g.divided ? 0 : steps_of(l.stride_of(g.names.name[g.divided]));
    for (int i = g.divided; i < g.names.count; ++i)
      least = std::min(least, steps_of(l.stride_of(g.names.name[i])));
    return least;
  }

  pair_facts facts_;
  pair_plan& plan_;
  name_list batch_, rows_, columns_, depth_;
  axis_group group_[3]; ///< rows, columns, depth
};

std::string text_of(named_layout const& l) {
  std::string text;
  for (int k = 0; k < l.rank; ++k)
    text += is_index_letter(l.name[k]) ? l.name[k] : '.';
  return text;
}

} // namespace

void plan_pair(named_layout const& a, named_layout const& b, named_layout const& c, pair_facts const& facts,
               pair_plan& to) {
  pair_planner(a, b, c, facts, to).plan();
}

void note_contraction(plan_report& to, named_layout const& a, named_layout const* b, named_layout const& c,
                      int copies) {
  index_t flops = a.size();
  bool sums = false;
  for (int k = 0; k < a.rank; ++k)
    sums = sums || c.axis_of(a.name[k]) < 0;
  if (b != nullptr) {
    for (int k = 0; k < b->rank; ++k)
      if (a.axis_of(b->name[k]) < 0)
        flops *= b->extent[k];
    flops *= sums ? 2 : 1;
  } else if (!sums) {
    flops = 0;
  }
  to.contractions.push_back(text_of(a) + (b == nullptr ? "" : "," + text_of(*b)) + "->" + text_of(c) +
                            " flops=" + std::to_string(flops) + " copies=" + std::to_string(copies));
}

} // namespace weft::detail
