#pragma once
#include <weft/grad/solutions.hpp>
#include <weft/linalg/tensordot.hpp>

// The gradient of tensordot, which is computed by tensordot too, with the axes of a factor in another order.
namespace weft::detail {

/// @post out(j ..., i ...) == in(i ..., j ...), of which the i are the first `count` axes
struct axes_rotator {
  static constexpr int rank_change = 0;
  int count;
  template <int C>
  WEFT_FN constexpr loose<C> operator()(loose<C> const& in) const {
    loose<C> out;
    out.offset = in.offset;
    for (int k = 0; k < in.rank; ++k) {
      int const from = k + count < in.rank ? k + count : k + count - in.rank;
      out.push(in.extent[from], in.stride[from]);
    }
    return out;
  }
};

/// The adjoint of c(i ..., k ...) = a(i ..., j ...) b(j ..., k ...) for the gradient G of c: the gradient of a is the
/// product of G with b over k, the gradient of b is the product of a with G over i.
template <class T, class Extents>
struct adjoint<tensordot_operation<T, Extents>> {
  template <class F, class L, class G, class A, class B>
  WEFT_FN static void hand_on(F const& f, L const&, G const& g, A const& a, B const& b) {
    int const rows = a.rank() - f.count;
    if constexpr (is_followed<A>)
      hand_to(a, tensordot(g, window_of(unfollowed(b), axes_rotator{f.count}),
                           number_of_axes<B, A, G>(b.rank() - f.count)));
    if constexpr (is_followed<B>)
      hand_to(b, tensordot(window_of(unfollowed(a), axes_rotator{rows}), g, number_of_axes<A, B, G>(rows)));
  }

private:
  /// Returns how many axes of a factor the product keeps: a static axis if all ranks are static, else n.
  template <class Kept, class Other, class G>
  WEFT_FN static constexpr auto number_of_axes(int n) {
    if constexpr (Kept::static_rank >= 0 && Other::static_rank >= 0 && G::static_rank >= 0)
      return axis<(Kept::static_rank - Other::static_rank + G::static_rank) / 2>;
    else
      return n;
  }
};

} // namespace weft::detail
