#pragma once
#include <weft/dynamic/any_tensor.hpp>

// Functions that update the elements at given indices, where the element type is known at run time, with the names and
// the errors of ops/scatter.hpp. Indices of a dtype that is no integer throw dtype_error; they are converted to 64
// bits.
namespace weft {

namespace detail {

enum class untyped_change : unsigned char { add, largest, least };
WEFT_API void untyped_update_at(untyped_change change, any_view const& target, any_expr<> const& indices,
                                any_expr<> const& values);

} // namespace detail

/// Adds w(k, ...) to v(i(k), ...) for each index k. If an index occurs several times, all its values are added, in
/// row-major order of i; v(i) += w adds only once. i holds indices of the first axis. w, or a number, broadcasts to the
/// shape of i followed by the other axes of v, and is converted as an assignment converts it. Throws index_error for an
/// index that the axis does not have; then nothing is written. Throws dtype_error if v holds bools.
template <detail::UntypedTarget V, AnyTensorial At, AnyOperand X>
WEFT_FN void add_at(V&& v, At&& i, X&& w) {
  detail::untyped_update_at(detail::untyped_change::add, detail::untyped_access::view_of(v),
                            any_expr<>(static_cast<At&&>(i)), any_expr<>(static_cast<X&&>(w)));
}
/// Does v(i(k), ...) = maximum(v(i(k), ...), w(k, ...)) for each index k; if either is NaN, the result is NaN. Throws
/// dtype_error for complex elements.
template <detail::UntypedTarget V, AnyTensorial At, AnyOperand X>
WEFT_FN void max_at(V&& v, At&& i, X&& w) {
  detail::untyped_update_at(detail::untyped_change::largest, detail::untyped_access::view_of(v),
                            any_expr<>(static_cast<At&&>(i)), any_expr<>(static_cast<X&&>(w)));
}
/// Does v(i(k), ...) = minimum(v(i(k), ...), w(k, ...)) for each index k, as max_at does with maximum.
template <detail::UntypedTarget V, AnyTensorial At, AnyOperand X>
WEFT_FN void min_at(V&& v, At&& i, X&& w) {
  detail::untyped_update_at(detail::untyped_change::least, detail::untyped_access::view_of(v),
                            any_expr<>(static_cast<At&&>(i)), any_expr<>(static_cast<X&&>(w)));
}

} // namespace weft
