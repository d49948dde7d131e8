#pragma once
#include <weft/eval/lending.hpp>

// Expressions with folds along rows, as (x - mean(x, 1, keep_dims)) / sqrt(var(x, 1, keep_dims)): each fold reads its
// operand, and the loop reads it once more. Where the operands exceed the caches, all of it is done for a few rows at a
// time, which stay in the cache, so that memory is read once: 4000 x 4000 doubles take 0.65 of the time. "Rows" are the
// parts along the axis that varies slowest, the first one, or the last one of a column-major target. Axes are counted
// from the last one, which is number 1, as broadcasting aligns them.
//
// The statement is what it is for all rows. Its session says which rows are meant, and each loop takes these alone.
namespace weft::detail {

/// A statement of whose loops each may take some rows alone.
struct row_statement {
  void (*run)(void const* statement, session& s);
  void const* statement;
  footprint target;
  int axis; ///< the rows
};

/// How many rows an evaluation takes at a time that reads and writes `bytes` bytes; all of them where blocks do not
/// pay: in the caches, in several threads, and where results may not depend on it.
WEFT_API index_t rows_at_a_time(index_t rows, index_t bytes) noexcept;

/// The bytes of the target and of all operands, each memory once; 0 if rows of the target depend on other rows of them.
WEFT_API index_t survey_rows(row_statement const& e);

/// Runs or describes the statement, `rows` rows at a time. Temporaries are taken for all rows; each block fills its own
/// rows of them. No memory is taken after the first block except for partial results of more than 17 kB, so a statement
/// that throws leaves its target as it was.
WEFT_API void run_row_blocks(row_statement const& e, index_t rows, session& s);

/// Runs or describes the statement some rows at a time where that is right and pays; else returns false.
WEFT_API bool run_by_rows(row_statement const& e, session& s);

/// True for whole folds that keep axes and throw nothing, memory, constants, and what is computed of them for each
/// element. Products and other operations are evaluated as a whole.
template <class E>
inline constexpr bool folds_rows = false;
template <class T>
inline constexpr bool folds_rows<constant_leaf<T>> = true;
template <class T, class L, class K>
inline constexpr bool folds_rows<strided_leaf<T, L, K>> = true;
template <class F, class L, class E>
  requires(F::traits.is_fold && F::traits.in_parts)
inline constexpr bool folds_rows<deferred<F, L, E>> =
    deferred<F, L, E>::is_whole && keeps_axes<deferred<F, L, E>> && folds_rows<E>;
template <class F, class... C>
inline constexpr bool folds_rows<node<F, C...>> = (folds_rows<C> && ...);

/// True if an assignment may be evaluated some rows at a time, as far as types say; src/loop/row_blocks.cpp looks at
/// strides and addresses.
template <class T, class L, class E>
WEFT_FN constexpr bool may_go_by_rows() {
  if constexpr (L::static_rank >= 2 && E::static_rank == L::static_rank && is_number<T> && E::is_deferred &&
                !is_deferred_operation<E> && !L::extents_type::all_static && folds_rows<E>)
    return core_t<materialised<E>>::total;
  else
    return false;
}

/// target = e, where nothing in e has been evaluated yet.
template <class T, class L, class E>
struct whole_assignment {
  strided_leaf<T, L> const& target;
  E const& e;
  bool nested;
  equal_list equal{}; ///< of all of e, for the sessions of its blocks

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
