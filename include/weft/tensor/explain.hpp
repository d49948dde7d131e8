#pragma once
#include <weft/tensor/tensor.hpp>

#include <concepts>

namespace weft {

/// The plan of evaluating x into a new tensor, as data; nothing is evaluated.
template <Tensorial X>
[[nodiscard]] WEFT_FN plan_report explain(X const& x) {
  using T = detail::value_t<X>;
  const auto e = detail::capture(x);
  using place = layout<typename std::remove_const_t<decltype(e)>::extents_type, dense<detail::deduced_order<X const&>>>;
  plan_report report;
  detail::session s(&report);
  const place l(e.extents());
  T* const nowhere = reinterpret_cast<T*>(detail::pretended_address(l.size() * index_t(sizeof(T))));
  detail::assign(strided_leaf<T, place>(nowhere, l, {}), e, s);
  return report;
}

/// The plan of target = x, as data; nothing is evaluated. A tensor of another shape would get new memory.
template <Stored Target, Operand X>
[[nodiscard]] WEFT_FN plan_report explain(Target&& target, X const& x) {
  using T = typename std::remove_cvref_t<Target>::value_type;
  const auto e = detail::capture<T>(x);
  plan_report report;
  detail::session s(&report);
  using element = typename std::remove_cvref_t<Target>::element_type;
  const auto leaf = target.window().window_leaf().template borrowed<element>();
  if constexpr (Tensorial<X> && detail::is_tensor<std::remove_cvref_t<Target>>) {
    if (!(e.extents() == target.shape()))
      return explain(x);
  }
  detail::assign(leaf, e, s);
  return report;
}

/// Refused: a number has been computed already.
template <Scalar T>
void explain(T const&) WEFT_REFUSED("weft: this is a number already: explain([&] { return sum(a); }) runs it");

/// What the statements add up to that f runs in this thread: explain([&] { return sum(a * b); }). f really runs, once,
/// without arguments; what it returns is dropped, and what it throws arrives. Loops, products and temporaries are those
/// of the plan of each statement, as explain(x) gives it; while it records, no statement takes a way without a plan.
/// Not seen: other threads, elements read one by one, copies of static tensors whose elements lie in the object, and in
/// builds without checks assignments to static shapes that are unrolled where they stand (elements times operations and
/// stores up to 40, as the sum of two 3 x 3). As with explain(x) not counted: what sorting, scanning, searching and
/// files do beside such loops. An explain inside f has a report of its own.
template <class F>
  requires(!Operand<F> && std::invocable<F&>)
[[nodiscard]] WEFT_FN plan_report explain(F&& f) {
  plan_report report;
  const detail::recording to(&report);
  static_cast<void>(f());
  return report;
}

} // namespace weft
