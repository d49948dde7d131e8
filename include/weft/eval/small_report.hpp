#pragma once
#include <weft/eval/small.hpp>

// Reports of small statements: their deferred operations in the order in which they are written, and the loop around
// them.
namespace weft::detail {

/// One step of a small statement, for a report: a loop, a fold, a product m x n x k, or a named operation on square
/// matrices of extents[0] rows, with a right side of extents[1] columns (0: no right side).
struct small_step {
  index_t extents[small_limits::rank]{};
  int rank = 0, operands = 0;
  bool reduces = false, is_product = false;
  index_t flops = 0, bytes_read = 0, bytes_written = 0;
  char const* call = nullptr;
};
WEFT_API void note_small(plan_report& to, small_step const* steps, int count);

/// The number of deferred operations in an expression, and of the leaves and results that the loop around them reads.
template <class E>
inline constexpr int small_steps = 0;
template <class E>
inline constexpr int small_operands = 1;
template <class T>
inline constexpr int small_operands<constant_leaf<T>> = 0;
template <class F, class... C>
inline constexpr int small_steps<node<F, C...>> = (0 + ... + small_steps<C>);
template <class F, class... C>
inline constexpr int small_operands<node<F, C...>> = (0 + ... + small_operands<C>);
template <class F, class L, class... C>
inline constexpr int small_steps<deferred<F, L, C...>> = (1 + ... + small_steps<C>);

/// The bytes of memory that the loop reads.
template <class E>
inline constexpr index_t small_bytes = 0;
template <class T, class L, class K>
inline constexpr index_t small_bytes<strided_leaf<T, L, K>> = count_of(typename L::extents_type{}) * index_t(sizeof(T));
template <class F, class... C>
inline constexpr index_t small_bytes<node<F, C...>> = (0 + ... + small_bytes<C>);
template <class E>
inline constexpr index_t small_operations = 0;
template <class F, class... C>
inline constexpr index_t small_operations<node<F, C...>> = (1 + ... + small_operations<C>);

/// Returns the step of a loop over a shape that reads operands of E.
template <Shape S, class... E>
WEFT_FN constexpr small_step small_loop(bool reduces) {
  small_step step;
  for (step.rank = 0; step.rank < S::static_rank; ++step.rank)
    step.extents[step.rank] = S::statics[step.rank];
  step.operands = (0 + ... + small_operands<E>);
  step.reduces = reduces;
  step.bytes_read = (0 + ... + small_bytes<E>);
  step.flops = count_of(S{}) * (index_t(reduces) + ... + small_operations<E>);
  return step;
}
template <class E>
struct small_steps_of {
  WEFT_FN static constexpr void write(small_step*&) {}
};
template <class F, class... C>
struct small_steps_of<node<F, C...>> {
  WEFT_FN static constexpr void write(small_step*& to) { (small_steps_of<C>::write(to), ...); }
};
template <class F, class L, class... C>
struct small_steps_of<deferred<F, L, C...>> {
  WEFT_FN static constexpr void write(small_step*& to) {
    (small_steps_of<C>::write(to), ...);
    *to++ = F::template small_step_of<C...>();
  }
};

/// The steps of target = e, for a report.
template <class T, class L, class E>
struct small_plan {
  static constexpr int count = small_steps<E> + (is_deferred_operation<E> ? 0 : 1);
  small_step steps[std::size_t(count)];

  WEFT_FN constexpr small_plan() : steps{} {
    small_step* to = steps;
    small_steps_of<E>::write(to);
    if constexpr (!is_deferred_operation<E>)
      *to++ = small_loop<typename L::extents_type, E>(false);
    to[-1].bytes_written = count_of(typename L::extents_type{}) * index_t(sizeof(T));
  }
};
template <class T, class L, class E>
WEFT_SLOW void note_small(plan_report& to) {
  static constexpr small_plan<T, L, E> plan;
  note_small(to, plan.steps, plan.count);
}

} // namespace weft::detail
