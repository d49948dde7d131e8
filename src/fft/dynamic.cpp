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
/// Returns the transform of a kind, which is a number of the list.
template <class R, int... Kind>
any_tensor transform_in(transform_kind kind, transform_name const& f, any_expr<> const& x, transform_arguments const& a,
                        std::integer_sequence<int, Kind...>) {
  constexpr decltype(&transform_as<transform_kind::complex, R>) ways[] = {transform_as<transform_kind(Kind), R>...};
  return ways[std::size_t(kind)](f, x, a);
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
  constexpr std::make_integer_sequence<int, int(transform_kind::cosine) + 1> kinds;
  return single ? transform_in<float>(kind, f, x, a, kinds) : transform_in<double>(kind, f, x, a, kinds);
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
