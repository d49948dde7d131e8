#include <weft/base/check.hpp>
#include <weft/linalg/contraction.hpp>

#include <algorithm>

// Plans how C is computed from a pair of operands A and B: by matrix products, by a loop or by a fold, and from copies
// of which operands.
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

/// Overhead of one product of a stack, in elements that could be moved in that time.
constexpr double call_cost = 64;
/// Cost of copying one element and of reading the copy, in elements moved. C costs the same: it is computed in a
/// temporary and then copied.
constexpr double copy_cost = 2;

index_t steps_of(index_t stride) {
  return stride < 0 ? -stride : stride;
}

/// An index of a pair, with its stride in each of A, B and C that has it.
struct pair_index {
  char name;
  bool in[3];
  index_t extent, stride[3];
};

/// Some indices of a pair, by their numbers, in the order of axes from the slowest to the fastest.
struct index_list {
  int count = 0;
  signed char at[2 * max_rank];

  void push(int number) { at[count++] = static_cast<signed char>(number); }
};

/// The rows, the columns or the summed indices of a product, in the order of axes from the slowest to the fastest.
struct axis_group {
  index_list list;
  int divided = 0; ///< how many of the first axes become axes of a stack of products
};

class pair_planner {
public:
  pair_planner(named_layout const& a, named_layout const& b, named_layout const& c, pair_facts const& facts,
               pair_plan& plan)
      : facts_(facts), plan_(plan) {
    enter(A, a);
    enter(B, b);
    enter(C, c);
    turn_axes();
    for (int i = 0; i < count_; ++i) {
      bool const(&in)[3] = index_[i].in;
      (in[A] ? (in[B] ? (in[C] ? batch_ : depth_) : rows_) : columns_).push(i);
    }
  }

  void plan() {
    if (depth_.count == 0) {
      bool const is_ger = facts_.adds && batch_.count == 0 && rows_.count != 0 && columns_.count != 0;
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
  void enter(int x, named_layout const& l) {
    plan_.stored[x] = l;
    int const entered = count_;
    for (int k = 0; k < l.rank; ++k) {
      int i = 0;
      while (i < entered && index_[i].name != l.name[k])
        ++i;
      if (i == entered) {
        i = count_++;
        index_[i] = {l.name[k], {}, l.extent[k], {}};
      }
      index_[i].in[x] = true;
      index_[i].stride[x] = x == C && facts_.free ? 0 : l.stride[k];
    }
  }

  /// Reverses axes along which some operand has a negative stride and none a positive one, because BLAS takes no
  /// negative strides. Axes of a result whose layout is chosen later are not reversed: that layout would have to be
  /// reversed too.
  void turn_axes() {
    for (int i = 0; i < count_; ++i) {
      pair_index& e = index_[i];
      index_t least = 0, most = 0;
      for (index_t s : e.stride) {
        least = std::min(least, s);
        most = std::max(most, s);
      }
      if (least == 0 || most != 0 || (facts_.free && e.in[C]))
        continue;
      for (int x = 0; x < 3; ++x)
        if (e.in[x]) {
          plan_.shift[x] += (e.extent - 1) * e.stride[x];
          e.stride[x] = -e.stride[x];
          plan_.stored[x].stride[plan_.stored[x].axis_of(e.name)] = e.stride[x];
        }
    }
  }

  void element_by_element(pair_plan::way_kind way) {
    plan_.way = way;
    if (facts_.free)
      pack_axes(plan_.stored[C]);
  }

  /// Plans C as one matrix product without copies and returns true; returns false if the strides do not allow that.
  bool is_product_in_place() {
    bool const copies[3] = {false, false, facts_.free};
    if (!is_arranged(copies) || group_[0].divided + group_[1].divided != 0)
      return false;
    write_products(copies);
    return true;
  }

  void products() {
    axis_group best[3];
    bool copied[3] = {true, true, true};
    double least = -1;
    for (unsigned set = 0; set < 8; ++set) {
      bool const copies[3] = {(set & 1u) != 0, (set & 2u) != 0, (set & 4u) != 0};
      if ((facts_.free || !facts_.is_apart) && !copies[C])
        continue;
      if (!is_arranged(copies))
        continue;
      double const cost = cost_of(copies);
      if (cost == 0) // no cost is below 0
        return write_products(copies);
      if (least < 0 || cost < least) {
        least = cost;
        std::copy(group_, group_ + 3, best);
        std::copy(copies, copies + 3, copied);
      }
    }
    std::copy(best, best + 3, group_);
    // A product with a vector reads each element of the matrix once, so a fold that reads the matrix in place is
    // cheaper than a copy.
    bool const vector_on_right = columns_.count == 0, vector_on_left = rows_.count == 0;
    if ((vector_on_right && copied[A]) || (vector_on_left && copied[B]))
      return element_by_element(pair_plan::way_kind::fold);
    write_products(copied);
  }

  /// Orders the axes of each group for the case that the operands in `copies` are copied. Returns false if the products
  /// cannot read or write the other operands in place.
  bool is_arranged(bool const (&copies)[3]) {
    arrange(group_[0], rows_, A, C, copies);
    arrange(group_[1], columns_, B, C, copies);
    arrange(group_[2], depth_, A, B, copies);
    if (group_[2].divided != 0)
      return false;
    if (batch_.count + group_[0].divided + group_[1].divided == 0)
      return true; // a product that is not stacked packs its operands itself
    return (copies[A] || has_unit(A, group_[0], group_[2])) && (copies[B] || has_unit(B, group_[2], group_[1])) &&
           (copies[C] || has_unit(C, group_[0], group_[1]));
  }
  /// Orders a group of x and y so that its fastest axes, with as many elements as possible, fuse into one axis in both
  /// operands. An operand that is copied can have any order and does not count.
  void arrange(axis_group& group, index_list const& list, int x, int y, bool const (&copies)[3]) {
    group.list = list;
    group.divided = 0;
    if (list.count < 2)
      return;
    bool found = false;
    for (int by : {x, y}) {
      if (copies[by])
        continue;
      axis_group g{list, 0};
      sort_by(by, g.list);
      for (int operand : {x, y})
        if (!copies[operand])
          g.divided = std::max(g.divided, joined_from(operand, g.list));
      if (!found || extent_of(g.list, g.divided) > extent_of(group.list, group.divided))
        group = g;
      if (group.divided == 0)
        return;
      found = true;
    }
  }
  /// Sorts axes by falling strides in operand x, without their signs. Axes of stride 0 come first, as the slowest.
  void sort_by(int x, index_list& list) const {
    for (int k = 1; k < list.count; ++k) {
      signed char const i = list.at[k];
      index_t const s = steps_of(index_[i].stride[x]);
      int at = k;
      for (; at > 0; --at) {
        index_t const before = steps_of(index_[list.at[at - 1]].stride[x]);
        if (before == 0 || (s != 0 && s <= before))
          break;
        list.at[at] = list.at[at - 1];
      }
      list.at[at] = i;
    }
  }
  /// Returns the first position of the list from which on all axes fuse into one in operand x.
  int joined_from(int x, index_list const& list) const {
    int first = list.count - 1;
    for (; first > 0; --first) {
      pair_index const &inner = index_[list.at[first]], &outer = index_[list.at[first - 1]];
      if (outer.stride[x] != inner.extent * inner.stride[x])
        break;
    }
    return first;
  }
  index_t extent_of(index_list const& list, int first = 0) const {
    index_t n = 1;
    for (int k = first; k < list.count; ++k)
      n *= index_[list.at[k]].extent;
    return n;
  }
  static bool is_nothing(axis_group const& g) { return g.list.count == g.divided; }
  index_t stride_of(int x, axis_group const& g) const {
    return is_nothing(g) ? 1 : index_[g.list.at[g.list.count - 1]].stride[x];
  }
  /// Returns true if the matrices of a stack have a unit stride in operand x, down their columns or along their rows.
  bool has_unit(int x, axis_group const& down, axis_group const& across) const {
    return is_nothing(down) || is_nothing(across) || steps_of(stride_of(x, down)) == 1 ||
           steps_of(stride_of(x, across)) == 1;
  }

  double cost_of(bool const (&copies)[3]) const {
    auto const size = [this](index_list const& list, int first) { return static_cast<double>(extent_of(list, first)); };
    double const m = size(rows_, 0), n = size(columns_, 0), k = size(depth_, 0), count = size(batch_, 0);
    double const row_calls = m / size(group_[0].list, group_[0].divided);
    double const column_calls = n / size(group_[1].list, group_[1].divided);
    double cost = 0;
    if (copies[A])
      cost += copy_cost * count * m * k;
    if (copies[B])
      cost += copy_cost * count * k * n;
    if (copies[C] && !facts_.free)
      cost += copy_cost * count * m * n;
    // Each product of a stack reads the whole factor whose axes are not divided.
    if (row_calls > 1)
      cost += count * row_calls * k * n;
    if (column_calls > 1)
      cost += count * column_calls * m * k;
    return cost + count * (row_calls * column_calls - 1) * call_cost;
  }

  void write_products(bool const (&copies)[3]) {
    plan_.way = pair_plan::way_kind::products;
    index_list const lead = lead_of(copies);
    axis_group const *down[3] = {&group_[0], &group_[2], &group_[0]}, *across[3] = {&group_[2], &group_[1], &group_[1]};
    for (int x = 0; x < 3; ++x) {
      if (copies[x])
        rearrange(x, lead, *down[x], *across[x]);
      plan_.copied[x] = copies[x] && !(x == C && facts_.free);
      plan_.matrix[x] = {extent_of(down[x]->list, down[x]->divided), extent_of(across[x]->list, across[x]->divided),
                         stride_of(x, *down[x]), stride_of(x, *across[x])};
    }
    for (int k = 0; k < lead.count; ++k)
      add_to_lead(index_[lead.at[k]]);
  }

  /// Returns the axes of the stack, in the order of C if C is not copied.
  index_list lead_of(bool const (&copies)[3]) const {
    index_list lead = batch_;
    if (copies[C])
      sort_by(A, lead);
    for (int g = 0; g < 2; ++g)
      for (int k = 0; k < group_[g].divided; ++k)
        lead.push(group_[g].list.at[k]);
    if (!copies[C])
      sort_by(C, lead);
    return lead;
  }
  void add_to_lead(pair_index const& e) {
    int const k = plan_.lead;
    bool fuses = k > 0;
    for (int x = 0; x < 3 && fuses; ++x)
      fuses = plan_.step[x][k - 1] == e.extent * e.stride[x];
    int const at = fuses ? k - 1 : k;
    plan_.extent[at] = fuses ? plan_.extent[at] * e.extent : e.extent;
    for (int x = 0; x < 3; ++x)
      plan_.step[x][at] = e.stride[x];
    plan_.lead = at + 1;
  }

  /// Gives an operand that is copied a layout without gaps, matrix after matrix. The matrices lie by rows or by
  /// columns, whichever has the smaller stride in the old layout; of equal strides, as in sliding windows, the longer
  /// axis.
  void rearrange(int x, index_list const& lead, axis_group const& down, axis_group const& across) {
    bool const is_new = x == C && facts_.free;
    index_list order;
    auto const add_group = [&](axis_group const& g) {
      for (int k = g.divided; k < g.list.count; ++k)
        order.push(g.list.at[k]);
    };
    for (int k = 0; k < lead.count; ++k)
      if (index_[lead.at[k]].in[x])
        order.push(lead.at[k]);
    near_axis const by_row = nearest(x, across), by_column = nearest(x, down);
    bool const by_rows = is_new || by_row.stride < by_column.stride ||
                         (by_row.stride == by_column.stride && by_row.extent >= by_column.extent);
    add_group(by_rows ? down : across);
    add_group(by_rows ? across : down);

    named_layout& l = is_new ? plan_.stored[x] : plan_.copy[x];
    l.rank = 0;
    for (int k = 0; k < order.count; ++k)
      l.push(index_[order.at[k]].name, index_[order.at[k]].extent, 0);
    pack_axes(l);
    for (int k = 0; k < order.count; ++k)
      index_[order.at[k]].stride[x] = l.stride[k];
  }
  struct near_axis {
    index_t stride, extent;
  };
  /// Returns the axis of a group with the smallest stride in operand x, without its sign.
  near_axis nearest(int x, axis_group const& g) const {
    near_axis least = is_nothing(g) ? near_axis{0, 1} : near_axis{steps_of(stride_of(x, g)), 1};
    for (int k = g.divided; k < g.list.count; ++k) {
      pair_index const& e = index_[g.list.at[k]];
      if (steps_of(e.stride[x]) <= least.stride)
        least = {steps_of(e.stride[x]), e.extent};
    }
    return least;
  }

  pair_facts facts_;
  pair_plan& plan_;
  int count_ = 0;
  pair_index index_[2 * max_rank];
  index_list batch_, rows_, columns_, depth_;
  axis_group group_[3]; ///< the rows, the columns, and the summed indices
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
