#pragma once
#ifdef WEFT_WITHOUT_DYNAMIC
#error "weft: this library was built without the component dynamic: -DWEFT_COMPONENTS=all, or a list with dynamic"
#endif
#include <weft/dynamic/any_tensor.hpp>
#include <weft/dynamic/result_type.hpp>
#include <weft/geometry/point_transform.hpp>

// Points whose element type and rank are known at run time, for the members of rotations and maps. They are moved at
// once, into an any_tensor, or where they lie, with the types and the errors of typed points. Complex points throw
// dtype_error.
namespace weft::detail {

template <int N, class M, class X, class... A>
WEFT_FN any_tensor untyped_moved(answered_above, char const* operation, M const& m, X const& points, A... axis) {
  using T = typename M::value_type;
  static_assert(std::same_as<T, float> || std::same_as<T, double>,
                "weft: geometry: maps of points without an element type are of float or double");
  any_expr<> const e(points);
  if (isdtype(e.dtype(), dtype_kind::complex_floating))
    throw_elements(operation, e.dtype());
  if (e.dtype() == dtype::float64)
    return any_tensor(moved<N>(operation, m, tensor<double>(cast<double>(e)), axis...));
  return any_tensor(moved<N>(operation, m, tensor<T>(cast<T>(e)), axis...));
}
template <int N, class M, class X, class... A>
WEFT_FN void untyped_moved_in_place(answered_above, char const* operation, M const& m, X& points, A... axis) {
  static_assert(UntypedMemory<X>, "weft: geometry: untyped points that are moved in place are an any_tensor that is "
                                  "not const, or an any_view");
  if constexpr (UntypedMemory<X>)
    visit_among(types<float, double>, [&](auto x) { move_in_place<N>(operation, m, x, axis...); }, points);
}

} // namespace weft::detail
