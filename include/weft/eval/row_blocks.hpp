#pragma once
#include <weft/eval/lending.hpp>

// Expressions with folds along rows, as (x - mean(x, 1, keep_dims)) / sqrt(var(x, 1, keep_dims)): each fold reads its
// operand, and the loop reads it once more. If the operands exceed the second cache, all loops run on a block of a few
// rows at a time, which stay there. So memory is read once: 4000 x 4000 doubles take 0.65 of the time, and 1000 x 1000,
// which come from the third cache, 0.7 to 0.95. "Rows" are the parts along the axis with the largest stride: the first
// axis, or the last one of a column-major target. Axes are counted from the last one, which is number 1, as
// broadcasting aligns them. Threads share the blocks; each runs the loops of a block alone. If each loop was divided
// instead, over all rows, two threads took 1.33 of the time for softmax of 3000 x 3000.
//
// The statement itself is the one for all rows. Its session says which rows are current, and each loop processes only
// these.
namespace weft::detail {

/// A statement whose loops may run on a block of rows.
struct row_statement {
  void (*run)(void const* statement, session& s);
  void const* statement;
  footprint target;
  int axis; ///< the axis of the rows, counted from the last one, which is 1
};

/// Returns how many rows an evaluation that reads and writes `bytes` bytes should process at a time. It is all rows if
/// blocks do not pay: if the bytes fit into the second cache, if threads would have few rows each, and if results must
/// not depend on blocks.
WEFT_API index_t rows_at_a_time(index_t rows, index_t bytes) noexcept;

/// Returns the bytes of the target and of all operands, each memory once; 0 if rows of the target depend on other rows
/// of operands.
WEFT_API index_t survey_rows(row_statement const& e);

/// Runs or describes the statement, `rows` rows at a time. Temporaries are allocated for all rows; each block fills its
/// own rows of them. After the first block nothing is allocated, except partial results of more than 17 kB, so a
/// statement that throws leaves its target as it was.
WEFT_API void run_row_blocks(row_statement const& e, index_t rows, session& s);

/// Runs or describes the statement in blocks of rows, and returns true, if this is correct and pays; otherwise returns
/// false.
WEFT_API bool run_by_rows(row_statement const& e, session& s);

/// True for whole folds that keep axes and throw nothing, for memory and constants, and for element-wise operations on
/// these. Products and other operations are evaluated for all rows at once.
template <class E>
inline constexpr bool folds_rows = false;
template <class T>
inline constexpr bool folds_rows<constant_leaf<T>> = true;
template <class T, class L, class K>
inline constexpr bool folds_rows<strided_leaf<T, L, K>> = true;
template <class F, class L, class E>
  requires(F::traits.is_fold && F::traits.into_target)
inline constexpr bool folds_rows<deferred<F, L, E>> =
    deferred<F, L, E>::is_whole && keeps_axes<deferred<F, L, E>> && folds_rows<E>;
template <class F, class... C>
inline constexpr bool folds_rows<node<F, C...>> = (folds_rows<C> && ...);

/// True if an assignment may be evaluated in blocks of rows, as far as types tell; src/loop/row_blocks.cpp checks
/// strides and addresses.
template <class T, class L, class E>
WEFT_FN constexpr bool may_go_by_rows() {
  if constexpr (L::static_rank >= 2 && E::static_rank == L::static_rank && is_number<T> && E::is_deferred &&
                !is_deferred_operation<E> && !L::extents_type::all_static && folds_rows<E>)
    return core_t<materialised<E>>::total;
  else
    return false;
}

/// The assignment target = e, where nothing in e has been evaluated yet.
template <class T, class L, class E>
struct whole_assignment {
  strided_leaf<T, L> const& target;
  E const& e;
  bool nested;
  equal_list equal{}; ///< the equal operands in e, for the sessions of blocks

  WEFT_FN static void run(void const* assignment, session& s) {
    auto const& a = *static_cast<whole_assignment const*>(assignment);
    s.equal = a.equal;
    if (!a.nested)
      lend_target(a.target, a.e, s);
    auto const& ready = materialise(a.e, s);
    assign_loop(a.target, ready, s);
  }
};
template <class T, class L, class E>
WEFT_INLINE void assign_whole(strided_leaf<T, L> const& target, E const& e, bool nested, session& s) {
  using assignment = whole_assignment<T, L, E>;
  assignment const all{target, e, nested, s.equal};
  if constexpr (may_go_by_rows<T, L, E>()) {
    if (target.place.size() >= least_by_rows) {
      constexpr bool by_columns = std::same_as<view_order_t<typename L::order>, column_major>;
      index_t extents[max_rank], strides[max_rank];
      if (run_by_rows({&assignment::run, &all, footprint_of(target, extents, strides), by_columns ? 1 : L::static_rank},
                      s))
        return;
    }
  }
  assignment::run(&all, s);
}

} // namespace weft::detail
