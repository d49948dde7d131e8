#pragma once
#include <weft/dynamic/linalg.hpp>
#include <weft/dynamic/result_type.hpp>

#include <complex>
#include <utility>

// Private to src/linalg/dynamic: makes typed operands of operands whose type is known only at run time, and untyped
// results.
namespace weft::detail {

/// Returns the type in which linalg computes with elements of type t.
inline dtype linear_type(dtype t) {
  return isdtype(t, dtype_kind::boolean, dtype_kind::integral) ? dtype::float64 : is_half_type(t) ? dtype::float32 : t;
}

/// Returns a result of linalg with untyped elements. If the result has several fields, it stays a struct of the same
/// template.
template <class R>
any_tensor untyped(R&& result) {
  return any_tensor(static_cast<R&&>(result));
}
template <template <class...> class Result, class... T>
auto untyped(Result<T...>&& result) {
  auto const fields = [](auto&... field) {
    return Result<std::conditional_t<true, any_tensor, T>...>{any_tensor(std::move(field))...};
  };
  if constexpr (sizeof...(T) == 2) {
    auto& [a, b] = result;
    return fields(a, b);
  } else if constexpr (sizeof...(T) == 3) {
    auto& [a, b, c] = result;
    return fields(a, b, c);
  } else {
    auto& [a, b, c, d] = result;
    return fields(a, b, c, d);
  }
}

/// Calls f with the operands as expressions of the type in which linalg computes them; returns the result with untyped
/// elements.
template <class F, class... X>
auto with_matrices(F const& f, X const&... x) {
  dtype const type = result_type(linear_type(x.dtype())...);
  return with_dtype(types_t<float, double, std::complex<float>, std::complex<double>>{}, type,
                    [&]<class T>(std::type_identity<T>) { return untyped(f(cast(x, type).template as<T>()...)); });
}

} // namespace weft::detail
