#pragma once
#include <weft/base/check.hpp>
#include <weft/numerics/component.hpp>

#include <concepts>
#include <type_traits>

namespace weft::detail {

/// A callable that takes a double, and whose result converts to double.
template <class F>
concept RealCallable = requires(F& f, double x) {
  { f(x) } -> std::convertible_to<double>;
};

/// A callable that a compiled function calls: its address, and a function that calls it. It does not own the callable.
struct real_function {
  double (*call)(void* self, double x);
  void* self;
  WEFT_INLINE double operator()(double x) const { return call(self, x); }
};
template <class F>
WEFT_FN real_function real_function_of(F& f) {
  return {[](void* self, double x) { return static_cast<double>((*static_cast<F*>(self))(x)); },
          const_cast<void*>(static_cast<void const*>(&f))}; // `F` is const where `f` is
}
/// Calls `compiled`, a function of the library, with f and the arguments after it.
template <class Report, class... A, class F>
WEFT_FN Report call_with_real_function(Report (*compiled)(real_function, A...), F& f, std::type_identity_t<A>... rest) {
  static_assert(RealCallable<F>, "weft: find_root and integrate: f takes a double and returns a number");
  if constexpr (RealCallable<F>)
    return compiled(real_function_of(f), rest...);
  else
    return {};
}

} // namespace weft::detail
