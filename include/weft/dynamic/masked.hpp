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
  void operator=(any_masked const&) const
      WEFT_REFUSED("weft: masked(v, mask) takes an expression: masked(v, m) = w, and of elements where(m, w, v)");
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

[[nodiscard]] WEFT_API any_tensor compressed(program_ref const& mask, program_ref const& x);
[[nodiscard]] WEFT_API any_expr<> compressed(program_ref const& mask, program_ref const& x, index_t axis);

} // namespace detail

/// The elements of an any_tensor or any_view where the mask is true, to be assigned, as of a typed tensor: what it does
/// is u = where(mask, x, u), in one loop. Mask and right side broadcast to the shape of u. dtype_error if the mask is
/// none.
template <AnyTensorial M>
[[nodiscard]] WEFT_FN auto masked(any_view const& v, M&& mask) {
  return detail::any_masked(v, detail::as_untyped(static_cast<M&&>(mask)).program);
}
template <AnyTensorial M>
[[nodiscard]] WEFT_FN auto masked(any_tensor& u, M&& mask) {
  return masked(detail::untyped_access::view_of(u), static_cast<M&&>(mask));
}

/// The elements of x where the mask is true, in row-major order, as a vector; mask and x broadcast. Either may have an
/// element type that is known at run time.
template <AnyTensorial M, AnyTensorial X>
  requires detail::UntypedOperands<M, X>
[[nodiscard]] WEFT_FN any_tensor compress(M&& mask, X&& x) {
  return detail::compressed(detail::as_untyped(static_cast<M&&>(mask)).program,
                            detail::as_untyped(static_cast<X&&>(x)).program);
}
/// The indices of one axis where a mask, a vector of its extent, is true.
template <AnyTensorial M, AnyTensorial X, std::integral A>
  requires detail::UntypedOperands<M, X>
[[nodiscard]] WEFT_FN any_expr<> compress(M&& mask, X&& x, A axis) {
  return detail::compressed(detail::as_untyped(static_cast<M&&>(mask)).program,
                            detail::as_untyped(static_cast<X&&>(x)).program, static_cast<index_t>(axis));
}

} // namespace weft
