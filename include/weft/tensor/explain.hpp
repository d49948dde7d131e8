#pragma once
#include <weft/eval/shifts.hpp>
#include <weft/tensor/tensor.hpp>

#include <concepts>
#include <utility>

namespace weft {

/// Facts about a statement target = x that follow from its types, whatever the shapes, strides and addresses are.
struct static_report {
  int operands = 0; ///< operands that the loop reads: memory and generators, each as often as it is written
  /// Operands that are evaluated before the loop, each as often as it is written: products, folds of axes, reshapes of
  /// expressions.
  int deferred = 0;
  index_t operations = 0; ///< operations of the loop for each element
  bool one_loop = false;  ///< one loop runs, and nothing else
  /// True: no memory is allocated, except for copies of operands that overlap the target so that no order of the loop
  /// is safe. False: memory may be allocated, as a tensor does for a new shape.
  bool allocation_free = false;
};

/// Returns the facts about Target = X that follow from the types: static_assert(explain<decltype(v), decltype(a * b +
/// 1.0)>().allocation_free). Target is a tensor or a view, X anything that can be assigned to one.
template <class Target, class X>
[[nodiscard]] WEFT_FN consteval static_report explain() {
  using to = std::remove_cvref_t<Target>;
  static_assert(Stored<to> && Operand<std::remove_cvref_t<X>>,
                "weft: explain<Target, X>(): a tensor or view, and what is assigned to it");
  using E = std::remove_const_t<decltype(detail::capture<typename to::value_type>(
      std::declval<std::remove_cvref_t<X> const&>()))>;
  using core = detail::core_t<detail::materialised<E>>;
  static_report r;
  r.operands = core::slots;
  r.deferred = detail::deferred_in<E>;
  r.operations = core::operations;
  r.one_loop = r.deferred == 0;
  bool const keeps_memory = !detail::is_tensor<to> || to::extents_type::all_static;
  r.allocation_free = r.one_loop && keeps_memory && r.operands < detail::usual_operands;
  return r;
}
/// True if the types tell that Target = X allocates no memory: see static_report::allocation_free.
template <class Target, class X>
inline constexpr bool is_allocation_free = explain<Target, X>().allocation_free;

/// Returns the plan of evaluating x into a new tensor. Nothing is evaluated.
template <Tensorial X>
[[nodiscard]] WEFT_FN plan_report explain(X const& x) {
  using T = detail::value_t<X>;
  auto const e = detail::capture(x);
  using place = layout<typename std::remove_const_t<decltype(e)>::extents_type, dense<detail::deduced_order<X const&>>>;
  plan_report report;
  detail::session s(&report);
  place const l(e.extents());
  T* const nowhere = reinterpret_cast<T*>(detail::pretended_address(l.size() * index_t(sizeof(T))));
  detail::assign(strided_leaf<T, place>(nowhere, l, {}), e, s);
  detail::note_shifts(report, e);
  return report;
}

/// Returns the plan of target = x. Nothing is evaluated. For a tensor of another shape it is the plan of a new tensor.
/// If a part of x occurs under several shifts, as in a stencil of a stencil, `repeated` names the part to store first.
template <Stored Target, Operand X>
[[nodiscard]] WEFT_FN plan_report explain(Target&& target, X const& x) {
  using T = typename std::remove_cvref_t<Target>::value_type;
  auto const e = detail::capture<T>(x);
  plan_report report;
  detail::session s(&report);
  auto const leaf = detail::stored_leaf(target);
  using element = std::remove_pointer_t<decltype(leaf.data)>;
  static_assert(!std::is_const_v<element>, "weft: explain(target, x): the target only reads");
  if constexpr (!std::is_const_v<element>) {
    if constexpr (Tensorial<X> && detail::is_tensor<std::remove_cvref_t<Target>>) {
      if (!(e.extents() == target.shape()))
        return explain(x);
    }
    detail::assign(leaf.template borrowed<element>(), e, s);
    detail::note_shifts(report, e);
  }
  return report;
}

/// Refused: the argument is a number, which has been computed already.
template <Scalar T>
[[nodiscard]] detail::refused_value explain(T const&) {
  static_assert(detail::always_false<T>, "weft: this is a number already: explain([&] { return sum(a); }) runs it");
  return {};
}

/// Runs f and returns the sum of the reports of all statements that f runs in this thread: explain([&] { return sum(a *
/// b); }). f is called once, without arguments. Its result is dropped; its exceptions reach the caller. Loops, products
/// and temporaries are counted from the plan of each statement, as explain(x) gives it, even if a statement of few
/// elements runs without a plan. Not counted are: other threads, single elements, and copies of static tensors whose
/// elements lie in the object. In builds without checks, unrolled assignments to static shapes are not counted either
/// (elements times operations and stores up to 40, as the sum of two 3 x 3). As in explain(x), sorting, scanning,
/// searching and files count only by the loops that they run. An explain() inside f has a report of its own.
template <class F>
  requires(!Operand<F> && std::invocable<F&>)
[[nodiscard]] WEFT_FN plan_report explain(F&& f) {
  plan_report report;
  detail::recording const to(&report);
  static_cast<void>(f());
  return report;
}

} // namespace weft
