#pragma once
#ifdef WEFT_WITHOUT_FIELD
#error "weft: this library was built without the component field: -DWEFT_COMPONENTS=all, or a list with field"
#endif
#include <weft/expr/concepts.hpp>

// Boundary policies: the values that a field has beyond its edges. Each policy is an object, so it can also be passed
// as an argument.
namespace weft::field {

/// The kinds of policies.
enum class boundary { periodic, clamped, mirrored, mirrored_twice, padded, extrapolated };

} // namespace weft::field

namespace weft::detail {

template <class T>
inline constexpr bool can_be_extrapolated = is_number<T> && !std::same_as<T, bool>;
/// True if a field of elements T can be padded by a V. Otherwise compilation stops with a sentence.
template <class T, class V>
WEFT_FN constexpr bool may_be_padded() {
  constexpr bool fits = storable<V, T>();
  static_assert(fits, "weft: field::padded: the value has no equal among the elements, as 2.5 among integers: "
                      "static_cast<int>(x) says which one is meant");
  return fits;
}

/// Makes a policy callable: policy(u) returns the operand u with that policy (field/boundary.hpp).
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

/// Beyond an edge the field continues from the other edge of the axis: np.pad's mode "wrap".
struct periodic_policy : detail::boundary_of<boundary::periodic> {
  static constexpr boundary kind = boundary::periodic;
};
/// Beyond an edge the value at the edge is repeated: np.pad's mode "edge".
struct clamped_policy : detail::boundary_of<boundary::clamped> {
  static constexpr boundary kind = boundary::clamped;
};
/// The field is mirrored at the edge, whose value appears twice: np.pad's "symmetric".
struct mirrored_twice_policy : detail::boundary_of<boundary::mirrored_twice> {
  static constexpr boundary kind = boundary::mirrored_twice;
};
struct edge_twice_t {};
/// The field is mirrored at the edge, whose value appears once: np.pad's "reflect". mirrored(edge_twice) repeats that
/// value.
struct mirrored_policy : detail::boundary_of<boundary::mirrored> {
  using boundary_of::operator();
  static constexpr boundary kind = boundary::mirrored;
  [[nodiscard]] WEFT_FN constexpr mirrored_twice_policy operator()(edge_twice_t) const { return {}; }
};
/// All values beyond an edge are `value`: np.pad's mode "constant".
template <class V>
struct padded_by {
  static constexpr boundary kind = boundary::padded;
  V value;
};
/// padded(value) returns a policy; padded(u, value) returns the operand u with it.
struct padded_policy : detail::boundary_of<boundary::padded> {
  using boundary_of::operator();
  template <Scalar V>
  [[nodiscard]] WEFT_FN constexpr padded_by<V> operator()(V value) const {
    return {value};
  }
};
/// Values beyond an edge lie on the line through the two values at the edge: u(-k) = u(0) + k (u(0) - u(1)).
struct extrapolated_policy : detail::boundary_of<boundary::extrapolated> {
  static constexpr boundary kind = boundary::extrapolated;
};

/// An argument of mirrored, as in mirrored(u, edge_twice): the element at the edge appears twice.
inline constexpr edge_twice_t edge_twice{};
/// field::periodic(u) is an operand p that equals u, but has elements beyond the edges of u. In index notation,
/// subscripts may lie beyond the edges. In window(p, axis, first, last), `first` and `last` may. sliding_window(p,
/// axis, width) has a window for each element, which begins width / 2 before it. All other functions see u. Beyond an
/// edge the elements continue from the other edge, as in np.pad's wrap, and repeat at any distance.
///
/// A policy applies to all axes, or to the axes in the call: field::clamped(field::periodic(u, 0), 1). Each policy
/// except periodic can apply to one end: field::mirrored(u, 0, field::lower). Other axes and ends keep their policies.
///
/// The operand borrows u as an expression does. If u is an expression, it is evaluated once for each statement. A
/// statement is cut into the interior, which is one loop, and thin faces, edges and corners. It needs a temporary only
/// for faces of extrapolated elements, and if the target overlaps u: then all values are computed before any is
/// written. A reduction over a shifted index, as in sum(k, w(k) * p(i + k - 1)), makes a temporary of p and the
/// elements beyond its edges.
///
/// Throws index_error if an access goes beyond an edge without a policy, and shape_error if the axis has no element to
/// continue. Gradients of variables go through policies, except through extrapolated ones and through more than one
/// padded.
inline constexpr periodic_policy periodic{};
/// Used as field::periodic: in clamped(u), the element at the edge is repeated beyond it, as in np.pad's edge.
inline constexpr clamped_policy clamped{};
/// Used as field::periodic: in mirrored(u), elements continue backwards from the edge, as in np.pad's reflect; in
/// mirrored(u, edge_twice) as in np.pad's symmetric.
inline constexpr mirrored_policy mirrored{};
/// Used as field::periodic: in padded(u, value), all elements beyond the edge are `value`, as in np.pad's constant. A
/// floating value is no element of integers, and does not compile. Beyond the edges of two axes with different values,
/// the policy that was applied later counts.
inline constexpr padded_policy padded{};
/// Used as field::periodic: in extrapolated(u), elements beyond the edge are on the line through the two elements at
/// the edge, u(-k) = u(0) + k (u(0) - u(1)). The elements are numbers, not bool. Throws shape_error if the axis has
/// only one element. For one element beyond the edge it equals np.pad's reflect with reflect_type="odd".
inline constexpr extrapolated_policy extrapolated{};

/// A policy for elements of type T that is chosen at run time.
template <class T>
struct policy {
  boundary kind;
  T value{}; ///< the value of `padded`; other policies do not read it

  template <class P>
    requires requires { boundary{P::kind}; }
  WEFT_FN constexpr policy(P const& p) : kind(P::kind) {
    if constexpr (P::kind == boundary::padded)
      if constexpr (weft::detail::may_be_padded<T, decltype(p.value)>())
        value = static_cast<T>(p.value);
  }
};

} // namespace weft::field
