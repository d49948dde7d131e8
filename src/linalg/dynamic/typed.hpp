#pragma once
#include <weft/dynamic/linalg.hpp>
#include <weft/dynamic/result_type.hpp>

#include <complex>
#include <utility>

// Private to src/linalg/dynamic: from operands whose type is known at run time to typed ones, and back.
namespace weft::detail {

/// The type that linalg computes elements of a type in.
inline dtype linear_type(dtype t) {
  return isdtype(t, dtype_kind::boolean, dtype_kind::integral) ? dtype::float64 : is_half_type(t) ? dtype::float32 : t;
}

/// f of the operands as expressions of one type, in which linalg computes them.
template <class F, class... X>
auto with_matrices(F const& f, X const&... x) {
  dtype const type = result_type(linear_type(x.dtype())...);
  return with_dtype(types_t<float, double, std::complex<float>, std::complex<double>>{}, type,
                    [&]<class T>(std::type_identity<T>) { return f(cast(x, type).template as<T>()...); });
}

} // namespace weft::detail
