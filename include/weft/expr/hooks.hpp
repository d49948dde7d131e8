#pragma once
#include <weft/base/config.hpp>

#include <bit>
#include <cstdint>
#include <type_traits>

// This header names the optional members by which a class tells weft more about itself. A class may list the optional
// members that it has:
//   using offers = weft::hooks::list<weft::hooks::total, weft::hooks::cost>;
// Then the class compiles only if each listed name is a member, and each optional member that weft would use is listed.
// In a class without a list a misspelt member has no effect.
namespace weft::hooks {

/// The optional members of classes that weft calls.
enum name : unsigned char {
  // Members of operations, see expr/operations.hpp and expr/slopes.hpp; `total` also of reducers
  total,
  cost,
  repeatable,
  vector_form,
  complex_form,
  refusal,
  slopes,
  slopes_by_result,
  slopes_by_both,
  slope_reads,
  partner,
  partner_of,
  recorded,
  straight,
  // Members of reducers, see eval/fold_row.hpp
  in_order,
  joins_exactly,
  accepts_numbers,
  orders,
  add_row,
  add_stretch,
  doubts,
  shrink,
  mend,
  gradient,
  gradient_compares,
  is_recorded,
  set_option,
  // Members of expressions that a program defines, see expr/expression.hpp
  reads,
  computes_elements,
  // Members of deferred operations, see expr/deferred.hpp and eval/small.hpp
  accumulate,
  comparable,
  resolves_overlap,
  small_work,
  small_step_of,
  evaluate_small
};

/// The list of optional members that a class offers.
template <name... H>
struct list {};

} // namespace weft::hooks

namespace weft::detail {

using hook_set = std::uint64_t;
template <class... H>
WEFT_FN constexpr hook_set set_of(H... h) {
  return (hook_set(0) | ... | (hook_set(1) << int(h)));
}
WEFT_FN constexpr hook_set hooks_between(hooks::name first, hooks::name last) {
  return (set_of(last) << 1) - set_of(first);
}
inline constexpr hook_set operation_hooks = hooks_between(hooks::total, hooks::straight),
                          reducer_hooks = set_of(hooks::total) | hooks_between(hooks::in_order, hooks::set_option),
                          node_hooks = hooks_between(hooks::reads, hooks::computes_elements),
                          deferred_hooks = hooks_between(hooks::accumulate, hooks::evaluate_small);

/// If F also has a member with one of these names, the name is ambiguous in `beside_names<F>`, whatever kind of member
/// it is in F. hooks_in() finds the members of F by that.
struct hook_names {
  int total, cost, repeatable, vector_form, complex_form, refusal, slopes, slopes_by_result, slopes_by_both,
      slope_reads, partner, partner_of, recorded, straight, in_order, joins_exactly, accepts_numbers, orders, add_row,
      add_stretch, doubts, shrink, mend, gradient, gradient_compares, is_recorded, set_option, reads, computes_elements,
      accumulate, comparable, resolves_overlap, small_work, small_step_of, evaluate_small;
};
template <class F>
struct beside_names : F, hook_names {};

/// Returns the set of optional members that F has.
template <class F>
WEFT_FN constexpr hook_set hooks_in() {
  using both = beside_names<F>;
  hook_set found = 0;
  int k = 0;
  auto const note = [&](bool alone) { found |= hook_set(!alone) << k++; };
  note(requires { &both::total; });
  note(requires { &both::cost; });
  note(requires { &both::repeatable; });
  note(requires { &both::vector_form; });
  note(requires { &both::complex_form; });
  note(requires { &both::refusal; });
  note(requires { &both::slopes; });
  note(requires { &both::slopes_by_result; });
  note(requires { &both::slopes_by_both; });
  note(requires { &both::slope_reads; });
  note(requires { &both::partner; });
  note(requires { &both::partner_of; });
  note(requires { &both::recorded; });
  note(requires { &both::straight; });
  note(requires { &both::in_order; });
  note(requires { &both::joins_exactly; });
  note(requires { &both::accepts_numbers; });
  note(requires { &both::orders; });
  note(requires { &both::add_row; });
  note(requires { &both::add_stretch; });
  note(requires { &both::doubts; });
  note(requires { &both::shrink; });
  note(requires { &both::mend; });
  note(requires { &both::gradient; });
  note(requires { &both::gradient_compares; });
  note(requires { &both::is_recorded; });
  note(requires { &both::set_option; });
  note(requires { &both::reads; });
  note(requires { &both::computes_elements; });
  note(requires { &both::accumulate; });
  note(requires { &both::comparable; });
  note(requires { &both::resolves_overlap; });
  note(requires { &both::small_work; });
  note(requires { &both::small_step_of; });
  note(requires { &both::evaluate_small; });
  return found;
}

template <hooks::name... H>
WEFT_FN constexpr hook_set hooks_listed(hooks::list<H...>) {
  return set_of(H...);
}
WEFT_FN constexpr hooks::name first_of_hooks(hook_set set) {
  return hooks::name(std::countr_zero(set));
}

template <hooks::name H, class F>
WEFT_FN constexpr void refuse_missing_hook() {
  static_assert(H != H, "weft: the class offers a hook that is no member of it: is a member misspelt?");
}
template <hooks::name H, class F>
WEFT_FN constexpr void refuse_unlisted_hook() {
  static_assert(H != H, "weft: the class has a hook that it does not list in `offers`");
}
template <hooks::name H, class F>
WEFT_FN constexpr void refuse_strange_hook() {
  static_assert(H != H, "weft: the class offers a hook that nothing asks it for: it is one of other kinds of classes");
}

/// True if a class has no list `offers` of its optional members, or if the list is right: each listed member exists and
/// belongs to this kind of class, and each optional member of this kind is listed.
template <class F, hook_set Kind>
concept KeepsOffers =
    !requires { typename F::offers; } ||
    ((hooks_listed(typename F::offers{}) & ~Kind) == 0 && (hooks_in<F>() & Kind) == hooks_listed(typename F::offers{}));

/// Refuses a class F whose list `offers` is not right; the error names the member that is wrong.
template <hook_set Kind, class F>
WEFT_FN constexpr void require_offers() {
  if constexpr (!KeepsOffers<F, Kind>) {
    constexpr hook_set listed = hooks_listed(typename F::offers{}), members = hooks_in<F>() & Kind;
    if constexpr ((listed & ~Kind) != 0)
      refuse_strange_hook<first_of_hooks(listed & ~Kind), F>();
    else if constexpr ((listed & ~members) != 0)
      refuse_missing_hook<first_of_hooks(listed & ~members), F>();
    else
      refuse_unlisted_hook<first_of_hooks(members & ~listed), F>();
  }
}

} // namespace weft::detail
