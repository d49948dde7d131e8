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
  dtype const component_type = real_of_type(x.dtype());
  index_t const count = out.size() * (component_type == x.dtype() ? 1 : 2);
  with_dtype(types<float, double, float16, bfloat16>, component_type, [&]<class T>(std::type_identity<T>) {
    using limits = std::numeric_limits<T>;
    using F = computed_t<T>;
    op::nan_to_num<F> const f{static_cast<F>(by.nan), static_cast<F>(by.ends ? T(by.positive) : (limits::max)()),
                              static_cast<F>(by.ends ? T(by.negative) : limits::lowest())};
    T* const components = static_cast<T*>(out.data());
    for (index_t i = 0; i < count; ++i)
      components[i] = T(f(F(components[i])));
  });
  return out;
}

any_tensor untyped_polar(any_expr<> const& radius, any_expr<> const& angle, dtype joint) {
  for (dtype const t : {radius.dtype(), angle.dtype()})
    if (is_complex_type(t) || t == dtype::boolean)
      throw_elements("polar", t);
  dtype const type = is_half_type(joint) ? dtype::float32 : is_inexact(joint) ? joint : dtype::float64;
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
