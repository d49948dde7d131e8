#pragma once
#include <weft/dynamic/any_tensor.hpp>
#include <weft/ops/masked.hpp>

namespace weft {

namespace detail {

/// The result of masked(u, mask): the elements of u where the mask is true, as a target of assignments.
class any_masked : public untyped_target<any_masked> {
public:
  WEFT_FN any_masked(any_view const& to, program_ref mask) : to_(to), mask_(std::move(mask)) {}
  WEFT_FN any_masked(any_masked const&) = default;
  WEFT_FN ~any_masked() = default;
  void operator=(any_masked const&) const WEFT_REFUSED("weft: masked(v, m) = w takes an expression: where(m, w, v)");
  template <AnyOperand X>
  WEFT_FN any_masked const& operator=(X&& x) const {
    return write(static_cast<X&&>(x));
  }

private:
  friend untyped_target;
  WEFT_API void update(char const* name, int operation, untyped_operand value) const;
  any_view to_;
  program_ref mask_;
};

} // namespace detail

/// Returns the elements of v where the mask is true, as a target of assignments: masked(u, mask) = x does u =
/// where(mask, x, u) in one loop, as for a typed tensor. The mask and x broadcast to the shape of u. Throws dtype_error
/// if the mask does not hold bools.
template <class V, class M>
  requires(detail::is_untyped_target<V> && AnyTensorial<M>)
[[nodiscard]] WEFT_FN auto masked(V&& v, M&& mask) {
  return detail::any_masked(detail::untyped_access::view_of(v), detail::as_untyped(static_cast<M&&>(mask)).program);
}

} // namespace weft
