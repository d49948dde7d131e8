#pragma once
#include <weft/eval/parallel.hpp>
#include <weft/eval/table.hpp>

// The normal form that most statements have: one run. Operands of one shape and order, each side by side, are one row
// over all their elements. Here it is made of an expression, by what types say; normalise() in src/loop makes the
// same of operands that were written down, by what their steps say.
namespace weft::detail {

/// True if elements lie side by side in the order of L: in a whole tensor, and in a vector whose stride is known to be
/// 1.
template <class L, class M = L>
inline constexpr bool is_one_run =
    rule_of<typename M::order> ==
        (rule_of<typename L::order> == stride_rule::by_columns ? stride_rule::by_columns : stride_rule::by_rows) ||
    (M::static_rank == 1 && rule_of<typename M::order> != stride_rule::stored);

/// True for a vector with a stride known at run time only: its elements lie side by side if the stride is 1. A vector
/// of static extent is written out instead.
template <class L>
inline constexpr bool is_stepped =
    L::static_rank == 1 && rule_of<typename L::order> == stride_rule::stored && !L::extents_type::all_static;
template <class L, class M = L>
inline constexpr bool may_be_run = is_one_run<L, M> || (is_stepped<M> && !L::extents_type::all_static);

// Operands of one rank and order, each side by side, lie alike as soon as their extents agree, and strides are 1: one
// run over all elements serves.
template <class L, class E>
inline constexpr bool lies_like = false;
template <class L, class T, class M, class K>
inline constexpr bool lies_like<L, strided_leaf<T, M, K>> =
    may_be_run<L> && may_be_run<L, M> && L::static_rank == M::static_rank;
template <class L, class T, class M>
inline constexpr bool lies_like<L, value_leaf<T, M>> = lies_like<L, strided_leaf<T, M>>;
template <class L, class T, class E>
inline constexpr bool lies_like<L, constant_leaf<T, E>> =
    may_be_run<L> && (E::static_rank == 0 || L::static_rank == E::static_rank);
template <class L, class F, class... C>
inline constexpr bool lies_like<L, node<F, C...>> = (lies_like<L, C> && ...);

/// True if E holds a vector that has a stride.
template <class E>
inline constexpr bool has_steps = false;
template <class T, class L, class K>
inline constexpr bool has_steps<strided_leaf<T, L, K>> = is_stepped<L>;
template <class F, class... C>
inline constexpr bool has_steps<node<F, C...>> = (has_steps<C> || ...);

// The same where nothing depends on run time.
template <class L, class E>
inline constexpr bool is_static_like = false;
template <class L, class T, class M, class K>
inline constexpr bool is_static_like<L, strided_leaf<T, M, K>> = std::same_as<L, M>;
template <class L, class T, class M>
inline constexpr bool is_static_like<L, value_leaf<T, M>> = std::same_as<L, M>;
template <class L, class T, class X>
inline constexpr bool is_static_like<L, constant_leaf<T, X>> = true;
template <class L, class F, class... C>
inline constexpr bool is_static_like<L, node<F, C...>> = (is_static_like<L, C> && ...);

/// The axes along which types say that the elements of an operand lie side by side: 1 the last, 2 the first, 3 both.
template <class L>
WEFT_FN constexpr int unit_axes() {
  constexpr stride_rule rule = rule_of<typename L::order>;
  if (rule == stride_rule::stored)
    return 0;
  if (L::static_rank == 0 || L::static_rank == 1)
    return 3;
  return rule == stride_rule::by_rows || rule == stride_rule::last_is_one ? 1 : 2;
}
template <class E>
inline constexpr int unit_axes_of = 3;
template <class T, class L, class K>
inline constexpr int unit_axes_of<strided_leaf<T, L, K>> = unit_axes<L>();
template <class T, class L>
inline constexpr int unit_axes_of<value_leaf<T, L>> = unit_axes<L>();
template <class F, class... C>
inline constexpr int unit_axes_of<node<F, C...>> = (3 & ... & unit_axes_of<C>);

/// True if a run of n elements is computed where the statement stands, because the build has the instructions of a
/// clone and nothing is staged: any run if the build has the instructions of the highest clone.
template <class Core>
WEFT_INLINE constexpr bool stands_here([[maybe_unused]] index_t n) {
  if constexpr (WEFT_OPTIMISED == 0 || stage_buffers<Core> != 0)
    return false;
  else if constexpr (build_level == highest_clone)
    return true;
  else
    return build_level > 0 && n <= standing_run;
}

/// True if a call that is seldom made gets a copy of E. A reference would keep E in memory on the way around the call
/// too, and not in registers: rows of 32 took 1.15 times as long, sums of 8 numbers 1.4, a row of 3 copied 3.5, and
/// strides that types know were stored and loaded again.
template <class E>
inline constexpr bool may_copy_aside = sizeof(E) <= copied_aside && std::is_copy_constructible_v<E>;
template <class L, class E>
inline constexpr bool is_copied_aside = lies_like<L, E> && may_copy_aside<E>;
template <bool Copied, class E>
WEFT_INLINE std::conditional_t<Copied, E, E const&> aside(E const& e) {
  return e;
}

/// 0 if x has the extents of the run, or is a scalar.
template <Shape E, Shape X>
WEFT_INLINE index_t difference(E const& run, X const& x) {
  if constexpr (X::static_rank < 0)
    if (run.rank() != x.rank())
      return 1;
  index_t all = 0;
  for (int k = 0; k < x.rank(); ++k)
    all |= run[k] ^ x[k];
  return all;
}

/// An address by itself. GCC 12 packs neighbours into vectors, and the kernel, which reads them singly, waits for that:
/// 16 floats in an expression of five leaves took 1.1 times as long.
WEFT_INLINE index_t in_register(index_t address) {
  WEFT_FORGET(address);
  return address;
}

/// One run in the making: the walk that makes the core of an expression (see core_type) shows it each leaf. The places
/// of the operands lie in an array of their own: a kernel gets its address, and the rest stays in registers. Operand 0,
/// the target or the accumulator of a fold, is set by whoever makes the run. Stepped: vectors may have any stride.
/// Seen: no kernel is called, and the compiler follows addresses, so that small tensors stay in registers from one
/// statement to the next. A step of Runge and Kutta for three unknowns takes 16 ns in place of 31.
template <class E, bool Stepped = false, bool Seen = false>
struct one_run {
  index_t* position; ///< of the first element of each operand
  index_t* step;     ///< if Stepped, the bytes between its elements
  E const& extents;
  index_t differences = 0; ///< not 0: it is no run, or memory of an operand has died, and the plan finds out what
  index_t gaps = 0;        ///< not 0: elements of a vector do not lie side by side

  template <int J, class T, class L, class K>
  WEFT_INLINE void leaf(strided_leaf<T, L, K> const& e) {
    place<J>(e.data, e.place);
    note_life(e.keep);
  }
  template <int J, class T, class L>
  WEFT_INLINE void leaf(value_leaf<T, L> const& e) {
    place<J>(e.elements, e.place);
  }
  /// The numbers of a run, of which folds read two (eval/fold_values.hpp).
  template <int J, class F, class O, class L>
  WEFT_INLINE void leaf(generator_leaf<F, O, L> const& e) {
    static constexpr index_t first_two[] = {0, 1};
    position[J] = reinterpret_cast<index_t>(first_two);
    differences |= difference(extents, e.extents()) | e.offset;
  }
  template <class C>
  WEFT_INLINE void constant(C const& e) {
    differences |= difference(extents, e.extents());
  }
  template <int J, class T, class L>
  WEFT_INLINE void place(T* data, L const& where) {
    index_t const address = reinterpret_cast<index_t>(data);
    position[J] = Seen ? address : in_register(address);
    differences |= difference(extents, where.extents());
    if constexpr (Stepped) {
      step[J] = index_t(sizeof(T));
      if constexpr (is_stepped<L>) {
        step[J] *= where.stride(0);
        gaps |= where.stride(0) - 1;
      }
    }
  }
  template <class Keep>
  WEFT_INLINE void note_life([[maybe_unused]] Keep const& keep) {
    if constexpr (WEFT_CHECK_BOUNDS != 0)
      differences |= index_t(!keep.watched().lives());
  }
  /// A report that is being recorded asks for the plan: two instructions, and no branch.
  WEFT_INLINE void note_recordings() { differences |= recordings_now(); }
};

/// A kernel's frame of a run. A single row has no use for `steps` to the next one, but folds, and kernels for any
/// strides, load them: any will do.
WEFT_INLINE loop_frame frame_of_run(index_t const* position, index_t count, index_t const* steps = nullptr,
                                    index_t const* columns = nullptr) {
  return {1, count, position, steps, columns, nullptr};
}

/// One run beside a target in memory, operand 0. Memory that a leaf shares with the target in part counts as a
/// difference too; whole tensors never do.
template <class T, class L, bool Stepped = false, bool Seen = false>
struct one_run_into : one_run<typename L::extents_type, Stepped, Seen> {
  using base = one_run<typename L::extents_type, Stepped, Seen>;
  byte_range target;

  WEFT_INLINE one_run_into(index_t* positions, index_t* steps, strided_leaf<T, L> const& to)
      : base{positions, steps, to.extents()}, target{} {
    base::template leaf<0>(to);
    target = range<0, T>(to.place);
    if constexpr (is_stepped<L>)
      base::differences |= index_t(base::step[0] == 0); // elements that repeat: the plan refuses to write them
  }
  template <int J, class X>
  WEFT_INLINE void leaf(X const& e) {
    base::template leaf<J>(e);
    if constexpr (!is_dense<typename L::order> || !is_dense<typename X::layout_type::order>) {
      using U = typename X::value_type;
      byte_range const read = range<J, U>(e.place);
      bool alike = base::position[J] == base::position[0] && sizeof(U) == sizeof(T);
      if constexpr (Stepped)
        alike &= base::step[J] == base::step[0];
      base::differences |= index_t(!alike & (read.low < target.high) & (target.low < read.high));
    }
  }

private:
  template <int J, class U, class X>
  WEFT_INLINE byte_range range(X const& place) const {
    index_t const first = base::position[J];
    if constexpr (!is_stepped<X>)
      return {first, first + place.size() * index_t(sizeof(U))};
    index_t const last = first + (place.size() - 1) * base::step[J];
    return {last < first ? last : first, (last < first ? first : last) + index_t(sizeof(U))};
  }
};

/// Elements from which a run goes by way of the plan: it divides loops among threads from some time on.
template <Shape E>
WEFT_FN constexpr index_t planned_from(index_t cost, index_t bytes) {
  index_t const least = E::all_dynamic ? planned_run : planned_static_run;
  double const undivided = 2 * work_per_thread / element_time(static_cast<double>(cost), static_cast<double>(bytes));
  return undivided < static_cast<double>(least) ? static_cast<index_t>(undivided) : least;
}

} // namespace weft::detail
