#pragma once
#include <weft/eval/reads.hpp>
#include <weft/eval/report.hpp>

// If a subexpression occurs under several shifts, as laplace(u) in laplace(laplace(u)), it is computed
// for each of them: a loop keeps no rows. explain() searches an expression for such subexpressions, and says which one
// should be stored first.
namespace weft::detail {

/// An operation or operand of an expression in postfix order.
struct written_step {
  char const* name; ///< the name of an operation; null for an operand
  int arity;
  int width;        ///< the number of steps of the subexpression that ends here
  void const* type; ///< an address that is unique for the type of the subexpression
  index_t position; ///< the address of an operand in memory; 0 for others
  index_t form;     ///< a hash of the strides; for a leaf that is neither memory nor a number, its address
  index_t reach;    ///< bytes from the first element of an operand to the last; a longer shift leads to another tensor
  double number;    ///< the value of a constant
};

/// Adds to a report which subexpression should be stored, if that saves a quarter of what a loop reads for an element.
WEFT_API void note_shifts(plan_report& report, written_step const* steps, int count);

template <class E>
inline constexpr char type_mark = 0;
template <class E>
inline constexpr int steps_of = 1;
template <class F, class... C>
inline constexpr int steps_of<node<F, C...>> = (1 + ... + steps_of<C>);

/// Writes the steps of e, and returns their number.
template <class E>
WEFT_FN int write_steps_of(written_step* out, E const& e) {
  written_step step{nullptr, 0, 1, &type_mark<E>, 0, 0, 0, 0};
  if constexpr (requires { e.children; }) {
    int n = 0;
    [&]<int... At>(std::integer_sequence<int, At...>) {
      ((n += write_steps_of(out + n, get<At>(e.children))), ...);
    }(std::make_integer_sequence<int, E::arity>{});
    step.name = E::function_type::name;
    step.arity = E::arity;
    step.width = n + 1;
  } else if constexpr (requires { footprint_of(e, nullptr, nullptr); }) {
    index_t extents[max_rank], strides[max_rank];
    footprint const bytes = footprint_of(e, extents, strides);
    byte_range const range = range_of(bytes);
    step.position = bytes.position;
    step.reach = range.high - range.low;
    for (int k = 0; k < bytes.rank; ++k)
      step.form = index_t(std::uint64_t(step.form) * 1000003 + std::uint64_t(strides[k])); // an unsigned product wraps
  } else if constexpr (requires { static_cast<double>(e.value); }) {
    step.number = static_cast<double>(e.value);
  } else {
    step.form = reinterpret_cast<index_t>(&e);
  }
  out[step.width - 1] = step;
  return step.width;
}
/// Adds to a report which subexpression of e should be stored, if subexpressions occur under several shifts.
template <class E>
WEFT_FN void note_shifts(plan_report& report, E const& e) {
  if constexpr (steps_of<E> >= 9) { // an expression of fewer steps has no subexpression that is worth storing
    written_step steps[std::size_t(steps_of<E>)];
    note_shifts(report, steps, write_steps_of(steps, e));
  }
}

} // namespace weft::detail
