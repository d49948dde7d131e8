#include "dynamic/elements.hpp"
#include "dynamic/program/operations.hpp"

#include <weft/dynamic/elementwise.hpp>
#include <weft/ops/classify.hpp>
#include <weft/ops/complex.hpp>

#include <limits>

namespace weft::detail {

any_tensor untyped_nan_to_num(any_expr<> const& x, untyped_replacement const& by) {
  any_tensor out(x);
  if (!is_inexact(x.dtype()))
    return out;
  bool const is_complex_elements = is_complex_type(x.dtype());
  bool const single = x.dtype() == dtype::float32 || x.dtype() == dtype::complex64;
  index_t const count = out.size() * (is_complex_elements ? 2 : 1);
  with_dtype(types_t<float, double>{}, single ? dtype::float32 : dtype::float64, [&]<class T>(std::type_identity<T>) {
    using limits = std::numeric_limits<T>;
    op::nan_to_num<T> const f{static_cast<T>(by.nan), by.ends ? static_cast<T>(by.positive) : (limits::max)(),
                              by.ends ? static_cast<T>(by.negative) : limits::lowest()};
    T* const parts = static_cast<T*>(out.data());
    for (index_t i = 0; i < count; ++i)
      parts[i] = f(parts[i]);
  });
  return out;
}

any_tensor untyped_polar(any_expr<> const& radius, any_expr<> const& angle, dtype joint) {
  for (dtype const t : {radius.dtype(), angle.dtype()})
    if (is_complex_type(t) || t == dtype::boolean)
      throw_elements("polar", t);
  dtype const type = is_inexact(joint) ? joint : dtype::float64;
  dynamic_extents const shape = common_extents("polar", radius.shape(), angle.shape());
  any_tensor const r(cast(broadcast_to(radius, shape), type)), theta(cast(broadcast_to(angle, shape), type));
  any_tensor out(uninit, type == dtype::float32 ? dtype::complex64 : dtype::complex128, shape);
  with_dtype(types_t<float, double>{}, type, [&]<class T>(std::type_identity<T>) {
    auto const *const from = static_cast<T const*>(r.data()), *const turn = static_cast<T const*>(theta.data());
    auto* const to = static_cast<std::complex<T>*>(out.data());
    for (index_t i = 0; i < out.size(); ++i)
      to[i] = op::polar::of(from[i], turn[i]);
  });
  return out;
}

} // namespace weft::detail
