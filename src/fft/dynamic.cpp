#include <weft/dynamic/rearrange.hpp>
#include <weft/dynamic/result_type.hpp>
#include <weft/fft/dynamic.hpp>

namespace weft::detail {

namespace {

template <transform_kind Kind, class R>
any_tensor transform_as(transform_name const& f, any_expr<> const& x, transform_arguments const& a) {
  using N = transform_operand_t<Kind, R>;
  auto const e = capture(cast(x, dtype_of<N>).template as<N>());
  if (a.has_lengths)
    return any_tensor(transform_of<Kind, R>(f, a, with_lengths<Kind>(e, a)));
  return any_tensor(transform_of<Kind, R>(f, a, e));
}
template <class R>
any_tensor transform_in(transform_kind kind, transform_name const& f, any_expr<> const& x,
                        transform_arguments const& a) {
  switch (kind) {
  case transform_kind::complex:
    return transform_as<transform_kind::complex, R>(f, x, a);
  case transform_kind::whole:
    return transform_as<transform_kind::whole, R>(f, x, a);
  case transform_kind::halved:
    return transform_as<transform_kind::halved, R>(f, x, a);
  case transform_kind::restored:
    return transform_as<transform_kind::restored, R>(f, x, a);
  default:
    return transform_as<transform_kind::cosine, R>(f, x, a);
  }
}

} // namespace

any_tensor transform_untyped(transform_kind kind, transform_name const& f, any_expr<> const& x,
                             transform_arguments const& a) {
  dtype const type = x.dtype();
  bool const is_complex = isdtype(type, dtype_kind::complex_floating);
  if (is_complex && kind == transform_kind::whole)
    kind = transform_kind::complex;
  else if (is_complex && kind != transform_kind::restored)
    throw_elements(f.name, type);
  bool const single = type == dtype::float32 || type == dtype::complex64 || is_half_type(type);
  return single ? transform_in<float>(kind, f, x, a) : transform_in<double>(kind, f, x, a);
}

any_tensor move_untyped(any_expr<> const& x, transform_arguments const& a, bool back) {
  any_tensor moved(x);
  for (int k = 0; k < a.count; ++k) {
    index_t const half = x.extent(a.axes[k]) / 2;
    moved = roll(moved, back ? -half : half, int(a.axes[k]));
  }
  return moved;
}

} // namespace weft::detail
