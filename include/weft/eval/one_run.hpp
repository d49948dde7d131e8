#pragma once
#include <weft/eval/parallel.hpp>
#include <weft/eval/table.hpp>

// The normal form of most statements: one run. If all operands have one shape and order, and consecutive elements, they
// are one row over all their elements. This header makes that form from an expression, by what types tell. normalise()
// in src/loop makes it from a table of operands, by what their steps tell.
namespace weft::detail {

/// True if elements of layout M are consecutive in memory in the order of L: for a whole tensor, and for a vector whose
/// type has stride 1.
template <class L, class M = L>
inline constexpr bool is_one_run =
    rule_of<typename M::order> ==
        (rule_of<typename L::order> == stride_rule::by_columns ? stride_rule::by_columns : stride_rule::by_rows) ||
    (M::static_rank == 1 && rule_of<typename M::order> != stride_rule::stored);

/// True for a vector whose stride is known only at run time: its elements are consecutive if the stride is 1. A vector
/// of static extent is not counted: it is written out.
template <class L>
inline constexpr bool is_stepped =
    L::static_rank == 1 && rule_of<typename L::order> == stride_rule::stored && !L::extents_type::all_static;
template <class L, class M = L>
inline constexpr bool may_be_run = is_one_run<L, M> || (is_stepped<M> && !L::extents_type::all_static);

// True if E and a target of layout L are one run as soon as their extents agree, and strides known only at run time are
// 1.
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

/// True if E contains a vector whose stride is known only at run time.
template <class E>
inline constexpr bool has_steps = false;
template <class T, class L, class K>
inline constexpr bool has_steps<strided_leaf<T, L, K>> = is_stepped<L>;
template <class F, class... C>
inline constexpr bool has_steps<node<F, C...>> = (has_steps<C> || ...);

// True if E and a target of layout L are one run, and types tell so: all extents and strides are known from them.
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

/// Returns the axes along which elements are consecutive, as far as the type tells: 1 the last, 2 the first, 3 both.
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

/// True if a run of n elements is computed inline, without a call: the build has the instructions of a clone and no
/// operation is staged. If it has the instructions of the highest clone, n does not matter.
template <class Core>
WEFT_INLINE constexpr bool stands_here([[maybe_unused]] index_t n) {
  if constexpr (WEFT_OPTIMISED == 0 || stage_buffers<Core> != 0)
    return false;
  else if constexpr (build_level == highest_clone)
    return true;
  else
    return build_level > 0 && n <= standing_run;
}

/// True if a call that is rarely made gets a copy of E. A reference would keep E in memory, not in registers, also if
/// the call is not made. Rows of 32 took 1.15 times as long, sums of 8 numbers 1.4, a copied row of 3 took 3.5, and
/// strides that types know were stored and loaded again.
template <class E>
inline constexpr bool may_copy_aside = sizeof(E) <= copied_aside && std::is_copy_constructible_v<E>;
template <class L, class E>
inline constexpr bool is_copied_aside = lies_like<L, E> && may_copy_aside<E>;
template <bool Copied, class E>
WEFT_INLINE std::conditional_t<Copied, E, E const&> aside(E const& e) {
  return e;
}

/// Returns 0 if x has the extents of the run, or is a scalar; else another number.
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

/// Returns an address so that it stays in a register of its own. GCC 12 packs neighbours into vectors, and the kernel,
/// which reads single addresses, waits for that: 16 floats in an expression of five leaves took 1.1 times as long.
WEFT_INLINE index_t in_register(index_t address) {
  WEFT_FORGET(address);
  return address;
}

/// Collects one run: core_type::of() shows it each leaf of an expression. The addresses of operands are in an array of
/// the caller: only its address is passed to a kernel, so all else stays in registers. The caller sets operand 0, the
/// target or the accumulator of a fold. Stepped: vectors may have any stride. Seen: no kernel is called, and the
/// compiler can follow the addresses, so that small tensors stay in registers from one statement to the next. A
/// Runge-Kutta step for three unknowns takes 16 ns in place of 31.
template <class E, bool Stepped = false, bool Seen = false>
struct one_run {
  index_t* position; ///< the address of the first element of each operand
  index_t* step;     ///< if Stepped, the bytes between elements of each operand
  E const& extents;
  index_t differences = 0; ///< not 0: this is no single run, or memory was freed; the plan tells which
  index_t gaps = 0;        ///< not 0: elements of a vector are not consecutive

  template <int J, class T, class L, class K>
  WEFT_INLINE void leaf(strided_leaf<T, L, K> const& e) {
    place<J>(e.data, e.place);
    note_life(e.keep);
  }
  template <int J, class T, class L>
  WEFT_INLINE void leaf(value_leaf<T, L> const& e) {
    place<J>(e.elements, e.place);
  }
  /// Enters the element numbers of a run; folds read only two of them (eval/fold_values.hpp).
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
  /// If a report is being recorded, makes it no run, so that the plan reports it. It takes two instructions and no
  /// branch.
  WEFT_INLINE void note_recordings() { differences |= recordings_now(); }
};

/// Returns the loop_frame of a run. A single row has no next one, but folds, and kernels for any strides, load its
/// `steps`: any numbers will do.
WEFT_INLINE loop_frame frame_of_run(index_t const* position, index_t count, index_t const* steps = nullptr,
                                    index_t const* columns = nullptr) {
  return {1, count, position, steps, columns, nullptr};
}

/// Collects one run beside targets in memory, which are the first operands. If an operand, or another target, shares
/// memory with a target and is not the same elements, it is no run. Whole tensors need no such check.
template <class L, bool Stepped, bool Seen, class... T>
struct one_run_into : one_run<typename L::extents_type, Stepped, Seen> {
  using base = one_run<typename L::extents_type, Stepped, Seen>;
  static constexpr int targets = sizeof...(T);
  static constexpr index_t size[] = {index_t(sizeof(T))...};
  byte_range target[std::size_t(targets)]{};

  template <class First, class... More>
  WEFT_INLINE one_run_into(index_t* positions, index_t* steps, First const& to, More const&... others)
      : base{positions, steps, to.extents()} {
    enter<0>(to, others...);
  }
  template <int J, class X>
  WEFT_INLINE void leaf(X const& e) {
    base::template leaf<J>(e);
    if constexpr (!is_dense<typename L::order> || !is_dense<typename X::layout_type::order>)
      note_overlap<J>(index_t(sizeof(typename X::value_type)), e.place, std::make_integer_sequence<int, targets>{});
  }

private:
  template <int>
  WEFT_INLINE void enter() {}
  template <int K, class X, class... More>
  WEFT_INLINE void enter(X const& to, More const&... others) {
    base::template leaf<K>(to);
    target[K] = range<K>(size[K], to.place);
    if constexpr (K > 0 && !is_dense<typename L::order>)
      note_overlap<K>(size[K], to.place, std::make_integer_sequence<int, K>{});
    if constexpr (is_stepped<L>)
      base::differences |= index_t(base::step[K] == 0); // a stride of 0: the plan refuses to write repeated elements
    enter<K + 1>(others...);
  }
  template <int J, class X, int... K>
  WEFT_INLINE void note_overlap(index_t bytes, X const& place, std::integer_sequence<int, K...>) {
    byte_range const own = range<J>(bytes, place);
    ((base::differences |= index_t((!is_alike<J, K>(bytes) & (own.low < target[K].high) & (target[K].low < own.high)) &&
                                   !is_in_gaps<J, K>(bytes))),
     ...);
  }
  /// True if elements of operand J lie in the gaps between elements of target K, as columns of one matrix do.
  template <int J, int K>
  WEFT_INLINE bool is_in_gaps([[maybe_unused]] index_t bytes) const {
    if constexpr (Stepped) {
      index_t const pitch = base::step[K] < 0 ? -base::step[K] : base::step[K];
      if (pitch == 0 || base::step[J] != base::step[K])
        return false;
      index_t const distance = (base::position[J] - base::position[K]) % pitch;
      index_t const behind = distance < 0 ? distance + pitch : distance;
      return behind >= size[K] && behind + bytes <= pitch;
    }
    return false;
  }
  template <int J, int K>
  WEFT_INLINE bool is_alike(index_t bytes) const {
    bool alike = base::position[J] == base::position[K] && bytes == size[K];
    if constexpr (Stepped)
      alike &= base::step[J] == base::step[K];
    return alike;
  }
  template <int J, class X>
  WEFT_INLINE byte_range range(index_t bytes, X const& place) const {
    index_t const first = base::position[J];
    if constexpr (!is_stepped<X>)
      return {first, first + place.size() * bytes};
    index_t const last = first + (place.size() - 1) * base::step[J];
    return {last < first ? last : first, (last < first ? first : last) + bytes};
  }
};

template <class... S>
WEFT_FN constexpr index_t bytes_of(slot_list<S...>) {
  return (index_t(0) + ... + index_t(sizeof(typename S::value_type)));
}
/// Returns the number of elements from which a run uses a plan, which may divide it among threads.
template <Shape E>
WEFT_FN constexpr index_t planned_from(index_t cost, index_t bytes) {
  index_t const least = E::all_dynamic ? planned_run : planned_static_run;
  double const undivided = 2 * work_per_thread / element_time(static_cast<double>(cost), static_cast<double>(bytes));
  return undivided < static_cast<double>(least) ? static_cast<index_t>(undivided) : least;
}

} // namespace weft::detail
