#pragma once
#include <weft/tensor/tensor.hpp>

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

} // namespace weft
