#pragma once
#include <weft/eval/parts.hpp>

// Expressions with folds along rows, as (x - mean(x, 1, keep_dims)) / sqrt(var(x, 1, keep_dims)): each fold reads its
// operand, and the loop reads it once more. Where the operands exceed the caches, all of it is done for a few rows at a
// time, which stay in the cache, so that memory is read once: 4000 x 4000 doubles take 0.65 of the time. "Rows" are the
// parts along the axis that varies slowest, the first one, or the last one of a column-major target. Axes are counted
// from the last one, which is number 1, as broadcasting aligns them.
namespace weft::detail {

/// Some of the rows of a target that has `extent` of them.
struct row_block {
  index_t extent, first, count;
};

/// How many rows an evaluation that meets so many bytes takes at a time; all of them where that brings nothing: in the
/// caches, in several threads, and where results may not depend on it.
WEFT_API index_t rows_at_a_time(index_t rows, index_t bytes) noexcept;

template <class L>
inline constexpr int slowest_axis = std::same_as<view_order_t<typename L::order>, column_major> ? 1 : L::static_rank;

/// True if a layout with fewer rows, and the same strides, has the same type.
template <class L, int Axis>
WEFT_FN constexpr bool may_have_fewer_rows() {
  constexpr int k = L::static_rank - Axis;
  if constexpr (is_dense<typename L::order>)
    if (k != (std::same_as<typename L::order, dense<row_major>> ? 0 : L::static_rank - 1))
      return false;
  return static_extent<typename L::extents_type>(k) == dyn;
}

/// True if an expression can be cut into rows without becoming another type. A fold must keep its axes; others, and
/// products, are evaluated as a whole.
template <class E, int Axis>
inline constexpr bool has_rows = false;
template <class T, int Axis>
inline constexpr bool has_rows<constant_leaf<T>, Axis> = true;
template <class T, class L, class K, int Axis>
inline constexpr bool has_rows<strided_leaf<T, L, K>, Axis> = [] {
  if constexpr (L::static_rank >= Axis)
    return may_have_fewer_rows<L, Axis>() || static_extent<typename L::extents_type>(L::static_rank - Axis) == 1;
  else
    return L::static_rank >= 0;
}();
template <class F, class L, class E, int Axis>
  requires(F::traits.is_fold && F::traits.in_parts && keeps_axes<deferred<F, L, E>>)
inline constexpr bool has_rows<deferred<F, L, E>, Axis> =
    deferred<F, L, E>::is_whole && L::static_rank >= Axis && has_rows<E, Axis>;
template <class F, class... C, int Axis>
inline constexpr bool has_rows<node<F, C...>, Axis> = (has_rows<C, Axis> && ...);

/// True for what may be evaluated some rows at a time: an operation on folds, none of which throws, and of which no
/// loop takes memory for its operands. So nothing is taken after the first block but partial results of more than
/// 17 kB, and a statement that throws leaves its target as it was.
template <class L, class E>
WEFT_FN constexpr bool goes_by_rows() {
  if constexpr (E::is_deferred && L::static_rank >= 2 && E::static_rank == L::static_rank && requires { E::arity; }) {
    constexpr int axis = slowest_axis<L>;
    if constexpr (may_have_fewer_rows<L, axis>() && has_rows<E, axis>) {
      using core =
          core_t<std::remove_cvref_t<decltype(materialise(std::declval<E const&>(), std::declval<session&>()))>>;
      return core::total && core::slots < usual_operands;
    }
  }
  return false;
}

/// The operands of an assignment, and whether its rows depend on the same rows of them alone.
template <int Axis>
class row_survey {
public:
  template <class T, class L>
  WEFT_FN explicit row_survey(strided_leaf<T, L> const& target)
      : target_(footprint_of(target, extents_, strides_)), rows_(target.place.extent(L::static_rank - Axis)),
        bytes_(distinct_bytes(target_)) {}
  row_survey(row_survey const&) = delete;
  row_survey& operator=(row_survey const&) = delete;

  WEFT_FN index_t rows() const { return rows_; }
  /// Of the target and of what was admitted, each memory once.
  WEFT_FN index_t bytes() const { return bytes_; }

  /// Takes an operand in; false if it cannot be cut into rows.
  template <class T, class L, class K>
  WEFT_FN bool admit(strided_leaf<T, L, K> const& e) {
    index_t extents[max_rank], strides[max_rank];
    const footprint read = footprint_of(e, extents, strides);
    if (is_new(read.position))
      bytes_ += distinct_bytes(read);
    return varies_slowest(read) && (!shares_a_byte(read, target_) || lies_as_target(read));
  }
  template <class T>
  WEFT_FN bool admit(constant_leaf<T> const&) {
    return true;
  }
  template <class F, class... C>
  WEFT_FN bool admit(node<F, C...> const& e) {
    return [&]<int... I>(std::integer_sequence<int, I...>) {
      return (admit(get<I>(e.children)) && ...);
    }(std::make_integer_sequence<int, int(sizeof...(C))>{});
  }
  template <class F, class L, class E>
  WEFT_FN bool admit(deferred<F, L, E> const& e) {
    constexpr int k = L::static_rank - Axis;
    return e.place.extent(k) == rows_ && admit(get<0>(e.operands)); // of folded rows one is left
  }

private:
  WEFT_FN static index_t distinct_bytes(footprint const& f) {
    index_t n = f.size;
    for (int k = 0; k < f.rank; ++k)
      n *= f.strides[k] == 0 ? 1 : f.extents[k];
    return n;
  }
  /// An operand often stands in a fold and beside it.
  WEFT_FN bool is_new(index_t position) {
    for (int k = 0; k < known_; ++k)
      if (seen_[k] == position)
        return false;
    if (known_ < most_known)
      seen_[known_++] = position;
    return position != target_.position;
  }
  /// True if no axis has longer steps than the rows: others would be read piecemeal, and their folds join values in an
  /// order that depends on the number of rows, so that threads, which go over all, would change bits.
  WEFT_FN static bool varies_slowest(footprint const& read) {
    const int rows = read.rank - Axis;
    const auto step = [&](int k) { return read.strides[k] < 0 ? -read.strides[k] : read.strides[k]; };
    if (rows < 0 || read.extents[rows] == 1)
      return true;
    bool slowest = true;
    for (int k = 0; k < read.rank; ++k)
      slowest = slowest && step(k) <= step(rows);
    return slowest;
  }
  /// A longer row of an operand that is folded may reach into another one of the target.
  WEFT_FN bool lies_as_target(footprint const& read) const {
    bool same = read.position == target_.position && read.size == target_.size && read.rank == target_.rank;
    for (int k = 0; same && k < read.rank; ++k)
      same = read.strides[k] == target_.strides[k] && read.extents[k] == target_.extents[k];
    return same;
  }

  static constexpr int most_known = 8;
  index_t extents_[max_rank], strides_[max_rank];
  footprint target_;
  index_t rows_, bytes_, seen_[most_known];
  int known_ = 0;
};

// The rows of a block, of each part of an expression: what has one row only, or none, is for all of them.
template <int Axis, class E>
WEFT_FN E narrowed_extents(E e, row_block const& b) {
  if constexpr (E::static_rank >= Axis)
    if (e.entry(E::static_rank - Axis) == b.extent)
      e.set(E::static_rank - Axis, b.count);
  return e;
}
template <int Axis, class L>
WEFT_FN L narrowed_layout(L const& l, row_block const& b) {
  if constexpr (is_dense<typename L::order>)
    return L(narrowed_extents<Axis>(l.extents(), b));
  else
    return L(narrowed_extents<Axis>(l.extents(), b), l.strides());
}
template <int Axis, class T, class L, class K>
WEFT_FN strided_leaf<T, L, K> rows_of(strided_leaf<T, L, K> const& e, row_block const& b) {
  if constexpr (L::static_rank >= Axis) {
    constexpr int k = L::static_rank - Axis;
    if (e.place.extent(k) == b.extent)
      return {e.data + b.first * e.place.stride(k), narrowed_layout<Axis>(e.place, b), e.keep};
  }
  return e;
}
template <int Axis, class T>
WEFT_FN constant_leaf<T> rows_of(constant_leaf<T> const& e, row_block const&) {
  return e;
}
template <int Axis, class F, class L, class E>
WEFT_FN deferred<F, L, E> rows_of(deferred<F, L, E> const& e, row_block const& b);
template <int Axis, class F, class... C>
WEFT_FN node<F, C...> rows_of(node<F, C...> const& e, row_block const& b) {
  return [&]<int... I>(std::integer_sequence<int, I...>) {
    return node<F, C...>(e.function, pack<C...>(rows_of<Axis>(get<I>(e.children), b)...),
                         narrowed_extents<Axis>(e.extents(), b));
  }(std::make_integer_sequence<int, int(sizeof...(C))>{});
}
/// Under its old number: a block is evaluated in a session of its own.
template <int Axis, class F, class L, class E>
WEFT_FN deferred<F, L, E> rows_of(deferred<F, L, E> const& e, row_block const& b) {
  return {e.operation,
          pack<E>(rows_of<Axis>(get<0>(e.operands), b)),
          narrowed_extents<Axis>(e.whole, b),
          narrowed_layout<Axis>(e.place, b),
          e.offset,
          e.id};
}

/// target = e, where nothing in e has been evaluated yet.
template <class T, class L, class E>
WEFT_INLINE void assign_whole(strided_leaf<T, L> const& target, E const& e, session& s) {
  auto const& ready = materialise(e, s);
  assign_loop(target, ready, s);
}

/// target = e, some rows at a time, all with the temporaries of the first ones. The plan is that of all rows, but for
/// these temporaries.
template <class T, class L, class E>
WEFT_FN void assign_row_blocks(strided_leaf<T, L> const& target, E const& e, index_t rows, session& s) {
  constexpr int axis = slowest_axis<L>;
  if (recorded(s, [&](session& t) { assign_row_blocks(target, e, rows, t); }))
    return;
  row_block b{target.place.extent(L::static_rank - axis), 0, rows};
  if (s.dry()) {
    plan_report part;
    session first(&part);
    assign_whole(rows_of<axis>(target, b), rows_of<axis>(e, b), first);
    part.temporaries += s.report->temporaries;
    part.temporary_bytes += s.report->temporary_bytes;
    assign_whole(target, e, s);
    s.report->temporaries = part.temporaries;
    s.report->temporary_bytes = part.temporary_bytes;
    s.report->rows_at_a_time = rows;
    return;
  }
  temporary_pool pool;
  for (; b.first < b.extent; b.first += b.count) {
    b.count = b.extent - b.first < rows ? b.extent - b.first : rows;
    pool.rewind();
    session own;
    own.pool = &pool;
    assign_whole(rows_of<axis>(target, b), rows_of<axis>(e, b), own);
  }
}

/// The same where it pays; else false, and nothing is done.
template <class T, class L, class E>
WEFT_FN bool assign_by_rows(strided_leaf<T, L> const& target, E const& e, session& s) {
  if constexpr (goes_by_rows<L, E>()) {
    constexpr index_t few = 65536; // elements of 16 bytes, in 8 operands: 8 MB
    if (target.place.size() < few)
      return false;
    row_survey<slowest_axis<L>> survey(target);
    if (!survey.admit(e))
      return false;
    const index_t rows = rows_at_a_time(survey.rows(), survey.bytes());
    if (rows >= survey.rows())
      return false;
    assign_row_blocks(target, e, rows, s);
    return true;
  }
  return false;
}

} // namespace weft::detail
