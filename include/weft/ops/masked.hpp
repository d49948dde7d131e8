#pragma once
#include <weft/ops/select.hpp>
#include <weft/tensor/view.hpp>

namespace weft {

namespace detail {

/// The type of masked(v, mask), which can be assigned to.
template <class T, class Layout, class M, class Keep = storage_ref>
class masked_elements {
public:
  WEFT_INLINE masked_elements(strided_leaf<T, Layout, Keep> leaf, M mask)
      : leaf_(std::move(leaf)), mask_(static_cast<M&&>(mask)) {}
  WEFT_INLINE masked_elements(masked_elements const&) = default;
  WEFT_INLINE masked_elements(masked_elements&&) = default;
  WEFT_INLINE ~masked_elements() = default;
  void operator=(masked_elements const&) const WEFT_REFUSED("weft: masked(v, m) = w takes no masked: where(m, w, v)");

  template <Operand X>
  WEFT_INLINE masked_elements const& operator=(X const& x) const {
    return write(capture<V>(x));
  }
  template <Operand X>
  WEFT_INLINE masked_elements const& operator+=(X const& x) const {
    return write(updated<op::plus>(target(), x));
  }
  template <Operand X>
  WEFT_INLINE masked_elements const& operator-=(X const& x) const {
    return write(updated<op::minus>(target(), x));
  }
  template <Operand X>
  WEFT_INLINE masked_elements const& operator*=(X const& x) const {
    return write(updated<op::times>(target(), x));
  }
  template <Operand X>
  WEFT_INLINE masked_elements const& operator/=(X const& x) const {
    return write(updated<op::divide>(target(), x));
  }

private:
  using V = std::remove_const_t<T>;
  using self = strided_leaf<V const, Layout>;

  WEFT_INLINE strided_leaf<T, Layout> target() const { return leaf_.template borrowed<T>(); }
  template <class E>
  WEFT_INLINE masked_elements const& write(E e) const {
    if constexpr (may_store<T, E>())
      store(target(),
            node<op::choose, M, E, self>(op::choose{}, mask_, std::move(e), target().template borrowed<V const>()));
    return *this;
  }

  strided_leaf<T, Layout, Keep> leaf_;
  M mask_;
};

} // namespace detail

/// Returns the elements of a tensor or view where the mask is true, for an assignment: masked(a, a < 0) = 0, masked(a,
/// m) += b. This does what a = where(mask, b, a) does: one fused loop, which reads everything everywhere. The mask and
/// the right side broadcast to the shape of v. a(m) = b is the same. To read these elements as a vector: a(m),
/// compress(mask, v).
template <Stored V, Tensorial M>
[[nodiscard]] WEFT_INLINE auto masked(V&& v, M&& mask) {
  if constexpr (op::are_masks<M>()) {
    auto leaf = static_cast<V&&>(v).window().window_leaf();
    using element = typename std::remove_cvref_t<decltype(static_cast<V&&>(v).window())>::element_type;
    return detail::masked_elements<element, typename decltype(leaf)::layout_type, detail::captured_t<M>>(
        std::move(leaf), detail::capture(static_cast<M&&>(mask)));
  } else {
    return detail::refused_value{};
  }
}
template <int = 0>
void masked(detail::other, detail::other) WEFT_REFUSED("weft: masked(v, m) takes a tensor or view and a mask, no bool");

} // namespace weft
