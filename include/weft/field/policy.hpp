#pragma once
#ifdef WEFT_WITHOUT_FIELD
#error "weft: this library was built without the component field: -DWEFT_COMPONENTS=all, or a list with field"
#endif
#include <weft/expr/concepts.hpp>

// Boundary policies: the values that a field has beyond its edges. Each is an object, so that it is an argument too.
namespace weft::field {

/// Which policy it is.
enum class boundary { periodic, clamped, mirrored, mirrored_twice, padded, extrapolated };

} // namespace weft::field

namespace weft::detail {

/// A policy as a function of an operand; see field/boundary.hpp.
template <field::boundary Kind>
struct boundary_of {
  template <AnyTensorial X, class... Where>
    requires(Kind != field::boundary::padded)
  [[nodiscard]] WEFT_FN auto operator()(X&& x, Where... where) const;
  template <AnyTensorial X, Scalar V, class... Where>
    requires(Kind == field::boundary::padded)
  [[nodiscard]] WEFT_FN auto operator()(X&& x, V const& value, Where... where) const;
};

} // namespace weft::detail

namespace weft::field {

/// Beyond an edge the field goes on at the other edge of the axis: np.pad's mode "wrap".
struct periodic_policy : detail::boundary_of<boundary::periodic> {
  static constexpr boundary kind = boundary::periodic;
};
/// The value at the edge is repeated: np.pad's "edge".
struct clamped_policy : detail::boundary_of<boundary::clamped> {
  static constexpr boundary kind = boundary::clamped;
};
/// The field is mirrored at the edge, whose value appears twice: np.pad's "symmetric".
struct mirrored_twice_policy : detail::boundary_of<boundary::mirrored_twice> {
  static constexpr boundary kind = boundary::mirrored_twice;
};
struct edge_twice_t {};
/// The field is mirrored at the value of the edge: np.pad's "reflect". mirrored(edge_twice) repeats that value.
struct mirrored_policy : detail::boundary_of<boundary::mirrored> {
  using boundary_of::operator();
  static constexpr boundary kind = boundary::mirrored;
  [[nodiscard]] WEFT_FN constexpr mirrored_twice_policy operator()(edge_twice_t) const { return {}; }
};
/// One value everywhere beyond the edge: np.pad's "constant".
template <class V>
struct padded_by {
  static constexpr boundary kind = boundary::padded;
  V value;
};
/// padded(value) is a policy.
struct padded_policy : detail::boundary_of<boundary::padded> {
  using boundary_of::operator();
  template <Scalar V>
  [[nodiscard]] WEFT_FN constexpr padded_by<V> operator()(V value) const {
    return {value};
  }
};
/// The line through the last two values goes on: u(-k) = u(0) + k (u(0) - u(1)).
struct extrapolated_policy : detail::boundary_of<boundary::extrapolated> {
  static constexpr boundary kind = boundary::extrapolated;
};

/// mirrored(u, edge_twice): the element at the edge stands twice.
inline constexpr edge_twice_t edge_twice{};
/// u beyond its edges: field::periodic(u) is an operand of index notation with subscripts beyond the edges too, of
/// window(p, axis, first, last), whose ends may, and of sliding_window(p, axis, width), which has a window for each
/// element, from width / 2 before it on. Everywhere else it is u. Behind an edge it goes on at the other one, as
/// np.pad's wrap. Places may lie farther away than the extent.
///
/// A policy holds for all axes, or for the ones in the call: field::clamped(field::periodic(u, 0), 1). All but this one
/// may hold at one end: field::mirrored(u, 0, field::lower). Policies of other axes and ends stay.
///
/// It borrows what an expression borrows of u; an expression is evaluated once for each statement. A statement is cut
/// into the interior, which is one loop, and thin faces, edges and corners: no temporary, unless the target overlaps
/// u, where all values are computed before one is written, and for faces of extrapolated elements. A reduction over an
/// index that is shifted, as sum(k, w(k) * p(i + k - 1)), makes a temporary of p and what lies beyond it.
///
/// index_error where an access goes beyond an edge without a policy; shape_error where the axis has no element to go on
/// with. Gradients of variables go through it, but not through lines and values of several axes.
inline constexpr periodic_policy periodic{};
/// As periodic: the element at the edge goes on, as np.pad's edge.
inline constexpr clamped_policy clamped{};
/// As periodic: backwards from the edge, as np.pad's reflect, and with edge_twice as its symmetric.
inline constexpr mirrored_policy mirrored{};
/// As periodic: padded(u, value), as np.pad's constant. Where values of two axes meet, the later policy counts.
inline constexpr padded_policy padded{};
/// As periodic: on the line through the two elements at the edge, u(-k) = u(0) + k (u(0) - u(1)); shape_error where
/// there is one. One element beyond that is np.pad's reflect with reflect_type="odd".
inline constexpr extrapolated_policy extrapolated{};

/// Any policy for elements of type T, chosen when the program runs.
template <class T>
struct policy {
  boundary kind;
  T value{}; ///< of padded

  template <class P>
    requires requires { boundary{P::kind}; }
  WEFT_FN constexpr policy(P const& p) : kind(P::kind) {
    if constexpr (P::kind == boundary::padded)
      value = static_cast<T>(p.value);
  }
};

} // namespace weft::field
