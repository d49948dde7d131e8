#pragma once
#include <weft/dynamic/any_tensor.hpp>

// Updates at places that indices name, of elements whose type is known at run time, by the names and with the errors of
// ops/scatter.hpp. Indices have an integer dtype, else dtype_error, and are read as 64 bits.
namespace weft {

namespace detail {

enum class untyped_change : unsigned char { add, largest, least };
WEFT_API void untyped_update_at(untyped_change change, any_view const& target, any_expr<> const& indices,
                                any_expr<> const& values);

} // namespace detail

/// Adds w(k, ...) to v(i(k), ...) for each index k: where an index occurs again, its values are summed, in row-major
/// order of i, where v(i) += w adds once. i holds indices of the first axis; w, or a number, broadcasts to the shape of
/// i followed by the other axes of v, and is stored as an assignment would. index_error for an index that the axis does
/// not have; then nothing is written. dtype_error for bools.
template <detail::UntypedTarget V, AnyTensorial At, AnyOperand X>
WEFT_FN void add_at(V&& v, At&& i, X&& w) {
  detail::untyped_update_at(detail::untyped_change::add, detail::untyped_access::view_of(v),
                            any_expr<>(static_cast<At&&>(i)), any_expr<>(static_cast<X&&>(w)));
}
/// v(i(k), ...) = maximum(v(i(k), ...), w(k, ...)) for each index k; a NaN on either side stays. dtype_error for
/// complex elements.
template <detail::UntypedTarget V, AnyTensorial At, AnyOperand X>
WEFT_FN void max_at(V&& v, At&& i, X&& w) {
  detail::untyped_update_at(detail::untyped_change::largest, detail::untyped_access::view_of(v),
                            any_expr<>(static_cast<At&&>(i)), any_expr<>(static_cast<X&&>(w)));
}
/// v(i(k), ...) = minimum(v(i(k), ...), w(k, ...)) for each index k, as max_at does with maximum.
template <detail::UntypedTarget V, AnyTensorial At, AnyOperand X>
WEFT_FN void min_at(V&& v, At&& i, X&& w) {
  detail::untyped_update_at(detail::untyped_change::least, detail::untyped_access::view_of(v),
                            any_expr<>(static_cast<At&&>(i)), any_expr<>(static_cast<X&&>(w)));
}

} // namespace weft
