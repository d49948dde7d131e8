#pragma once
#include <weft/dynamic/any_tensor.hpp>
#include <weft/ops/masked.hpp>

namespace weft {

namespace detail {

/// The result of masked(u, mask): elements to assign to.
class any_masked : public untyped_target<any_masked> {
public:
  WEFT_FN any_masked(any_view const& to, program_ref mask) : to_(to), mask_(std::move(mask)) {}
  any_masked(any_masked const&) = default;
  ~any_masked() = default;
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

/// The elements of an any_tensor or any_view where the mask is true, to be assigned, as of a typed tensor: what it does
/// is u = where(mask, x, u), in one loop. Mask and right side broadcast to the shape of u. dtype_error if the mask is
/// none.
template <class V, class M>
  requires(detail::is_untyped_target<V> && AnyTensorial<M>)
[[nodiscard]] WEFT_FN auto masked(V&& v, M&& mask) {
  return detail::any_masked(detail::untyped_access::view_of(v), detail::as_untyped(static_cast<M&&>(mask)).program);
}

} // namespace weft
