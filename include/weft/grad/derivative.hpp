#pragma once
#include <weft/grad/swept.hpp>

namespace weft::grad {

/// Returns the derivative of an element-wise expression e by its operand a, a tensor or view, element by element: an
/// expression of the shape of e, which is computed in one loop with others as e is. If a broadcasts in e, it is the
/// derivative of each element of e by the element of a that it reads. If e reads the memory of a through another view,
/// or in another order, that is another operand, which counts as constant.
///   d = derivative(sin(a) * a, a) + 1.0;
template <Tensorial E, Tensorial A>
[[nodiscard]] WEFT_FN auto derivative(E const& e, A const& a) {
  auto const expression = detail::capture(e);
  auto const by = detail::capture(a);
  using X = std::remove_const_t<decltype(expression)>;
  static_assert(!X::is_deferred, "weft: derivative: of element-wise expressions; gradients of programs with reductions "
                                 "and products are those of a variable");
  static_assert(std::is_floating_point_v<typename X::value_type>, "weft: derivative: of real floating elements");
  constexpr detail::slot_set wanted = detail::reached<0, detail::core_t<X>>::slots;
  auto const leaves = detail::slot_leaves(expression);
  detail::slot_set on = 0;
  detail::unpack<detail::core_t<X>::slots>(
      [&]<int... K>() { ((on |= detail::slot_set(detail::read_alike(get<K>(leaves), by)) << K), ...); });
  using T = typename X::value_type;
  constant_leaf<T, typename X::extents_type> const one(T(1), expression.extents());
  if constexpr (wanted == 0)
    return constant_leaf<T, typename X::extents_type>(T(0), expression.extents());
  else
    return detail::swept<wanted>(one, expression, detail::ends_selected(on));
}

} // namespace weft::grad
