#pragma once
#include <weft/eval/report.hpp>
#include <weft/linalg/einsum_text.hpp>
#include <weft/linalg/operand.hpp>
#include <weft/memory/storage.hpp>

// Plans of contractions of tensors in memory: which pairs are multiplied one after the other, and whether a pair is
// computed as a product of matrices or by a loop. A plan depends on layouts alone, not on elements.
namespace weft::detail {

/// Extents and strides, and a name for each axis. Axes of one name have one extent.
struct named_layout : axis_names {
  index_t extent[max_rank], stride[max_rank];

  // Entries beyond the rank are neither set nor copied, because a plan makes about ten of these objects.
  WEFT_FN named_layout() {}
  WEFT_FN named_layout(named_layout const& other) : axis_names(other) { *this = other; }
  WEFT_FN named_layout& operator=(named_layout const& other) {
    axis_names::operator=(other);
    for (int k = 0; k < rank; ++k) {
      extent[k] = other.extent[k];
      stride[k] = other.stride[k];
    }
    return *this;
  }
  WEFT_INLINE ~named_layout() = default;

  WEFT_FN void push(char c, index_t n, index_t step) {
    extent[rank] = n;
    stride[rank] = step;
    axis_names::push(c);
  }
  WEFT_FN index_t stride_of(char c) const {
    int const k = axis_of(c);
    return k < 0 ? 0 : stride[k];
  }
  WEFT_FN index_t size() const {
    index_t n = 1;
    for (int k = 0; k < rank; ++k)
      n *= extent[k];
    return n;
  }
};
/// Sets the strides of l to strides without gaps, in row-major order.
WEFT_API void pack_axes(named_layout& l);

/// A tensor that is contracted: an operand, or an intermediate result, whose memory it owns.
struct contraction_slot {
  void const* data = nullptr;
  named_layout place;
  bool conj = false; ///< the elements stand for their complex conjugates
  storage_ref keep{};

  WEFT_INLINE contraction_slot() {}
  WEFT_INLINE contraction_slot(void const* first, named_layout const& l) : data(first), place(l) {}
  contraction_slot(contraction_slot const&) = delete;
  contraction_slot& operator=(contraction_slot const&) = delete;
  WEFT_INLINE ~contraction_slot() = default;
};

/// The two slots that one step multiplies. The operands have the first slots, and the result of step k has slot count +
/// k; the last step writes to the target.
struct contraction_step {
  int left = 0, right = 0;
};
/// Decides the order in which `count` operands are multiplied. For up to 6 operands it is the order with the fewest
/// multiplications. For more, the next pair is always the one whose product is smallest in comparison with its factors
/// (D. G. A. Smith, J. Gray, opt_einsum, JOSS 3 (2018) 753). steps has room for count - 1. Throws shape_error if an
/// intermediate result has more than 16 axes in every order.
WEFT_API void order_contraction(contraction_slot const* slots, int count, named_layout const& target,
                                contraction_step* steps);

/// How a pair of operands A and B becomes C. The axes are in four groups: axes of the batch are in A, B and C, rows in
/// A and C, columns in B and C, and the depth, which is summed over, in A and B.
struct pair_plan {
  enum class way_kind : char {
    loop,    ///< nothing is summed: a loop over the elements of the operands
    fold,    ///< sums of products, element by element
    products ///< products of matrices, one or a stack of them
  };
  way_kind way = way_kind::loop;
  bool copied[3] = {};    ///< A, B: copied to memory of another layout first; C: computed there, then stored
  named_layout stored[3]; ///< the layouts of A, B and C; if C is free, the layout that was chosen for it
  index_t shift[3] = {};  ///< elements from their first one to the first in `stored`: axes may be walked backwards
  named_layout copy[3];   ///< the layouts of the copies
  // The members below are for products of matrices only.
  matrix_shape matrix[3] = {};
  int lead = 0; ///< the number of axes of the stack
  index_t extent[max_rank], step[3][max_rank];

  WEFT_INLINE pair_plan() {}
  pair_plan(pair_plan const&) = delete;
  pair_plan& operator=(pair_plan const&) = delete;
  WEFT_INLINE ~pair_plan() = default;

  WEFT_FN int copies() const { return int(copied[0]) + int(copied[1]) + int(copied[2]); }
};
/// The facts beside the layouts that a plan depends on.
struct pair_facts {
  bool free = false;    ///< C is an intermediate result: its layout is chosen here, from names and extents
  bool is_apart = true; ///< C shares no memory with A or B
  bool adds = false;    ///< the product is added to the old elements of C
};
/// Plans the product c of a and b. No axis of a, b and c has extent 0 or 1, no name stands twice in one of them, and
/// each name stands in at least two of them.
///
/// Products of matrices need the axes of a group to join to one axis, in the same order in both operands that have the
/// group. If they do not join, rows or columns are divided among a stack of products, or an operand is copied,
/// whichever moves fewer elements. `to` is default constructed.
WEFT_API void plan_pair(named_layout const& a, named_layout const& b, named_layout const& c, pair_facts const& facts,
                        pair_plan& to);

/// Adds a step to a report: b is null where one operand is summed or copied alone.
WEFT_API void note_contraction(plan_report& to, named_layout const& a, named_layout const* b, named_layout const& c,
                               int copies);

} // namespace weft::detail
