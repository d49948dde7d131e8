#pragma once
#ifdef WEFT_WITHOUT_FIELD
#error "weft: this library was built without the component field: -DWEFT_COMPONENTS=all, or a list with field"
#endif
#include <weft/base/scalar.hpp>

// Boundary policies: the values that a field has beyond its edges. Each is an object, so that it is an argument too.
namespace weft::field {

/// Which policy it is.
enum class boundary { periodic, clamped, mirrored, mirrored_twice, padded, extrapolated };

/// Beyond an edge the field goes on at the other edge of the axis: np.pad's mode "wrap".
struct periodic_policy {
  static constexpr boundary kind = boundary::periodic;
};
/// The value at the edge is repeated: np.pad's "edge".
struct clamped_policy {
  static constexpr boundary kind = boundary::clamped;
};
/// The field is mirrored at the edge, whose value appears twice: np.pad's "symmetric".
struct mirrored_twice_policy {
  static constexpr boundary kind = boundary::mirrored_twice;
};
struct edge_twice_t {};
/// The field is mirrored at the value of the edge: np.pad's "reflect". mirrored(edge_twice) repeats that value.
struct mirrored_policy {
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
struct padded_policy {
  template <Scalar V>
  [[nodiscard]] WEFT_FN constexpr padded_by<V> operator()(V value) const {
    return {value};
  }
};
/// The line through the last two values goes on: u(-k) = u(0) + k (u(0) - u(1)).
struct extrapolated_policy {
  static constexpr boundary kind = boundary::extrapolated;
};

/// Says of mirrored that the value at the edge appears twice.
inline constexpr edge_twice_t edge_twice{};
/// The other edge of the axis goes on.
inline constexpr periodic_policy periodic{};
/// The value at the edge is repeated.
inline constexpr clamped_policy clamped{};
/// Mirrored at the value of the edge, or by mirrored(edge_twice) behind it.
inline constexpr mirrored_policy mirrored{};
/// padded(value): one value everywhere.
inline constexpr padded_policy padded{};
/// The line through the last two values goes on.
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
