#pragma once
#include <weft/grad/statement.hpp>
#include <weft/ops/pad.hpp>
#include <weft/ops/scan.hpp>

// Gradients of running results and of differences along an axis. The gradient of a running sum is the running sum of
// the incoming gradient from the other end. For any other operation, y(i) = f(y(i - 1), x(i)), one pass from the last
// index to the first applies the chain rule at each index. It does not divide, so running products with zeros have
// gradients too.
namespace weft::detail {

/// Computes the gradients of one line of values x from the running results y and their gradients g.
template <class F, class T>
struct scan_line {
  T* to;
  T const *x, *y, *g;
  index_t to_step, x_step, y_step, g_step;

  WEFT_FN void run(index_t n) const {
    T s = g[(n - 1) * g_step];
    for (index_t i = n; --i > 0;) {
      T const before = y[(i - 1) * y_step], value = x[i * x_step], now = y[i * y_step];
      auto const slopes = slopes_of<F>(now, now, before, value);
      to[i * to_step] = static_cast<T>(through_slope(get<1>(slopes), s));
      s = g[(i - 1) * g_step] + static_cast<T>(through_slope(get<0>(slopes), s));
    }
    to[0] = s;
  }
};

template <class F, class T, class Extents>
struct adjoint<scan_operation<F, T, Extents>> {
  template <class O, class L, class G, class E>
  WEFT_FN static void hand_on(O const& f, L const& r, G const& g, E const& e) {
    if constexpr (Extents::static_rank == E::static_rank)
      along(f.axis, r, g, e);
    else
      along(0, r, g, e);
  }

private:
  /// Returns a leaf of dense row-major memory with the shape of e.
  template <class V, class E>
  WEFT_FN static auto shaped(V const* data, E const& e) {
    using place = layout<typename E::extents_type, dense<row_major>>;
    return strided_leaf<V const, place>(data, place(e.extents()), {});
  }
  template <class L, class G, class E>
  WEFT_FN static void along(int axis, L const& r, G const& g, E const& e) {
    session s;
    if constexpr (std::is_same_v<F, op::plus>) {
      auto const from_last = evaluated(cumsum(reverse(g, axis), axis), s);
      if constexpr (Extents::static_rank == E::static_rank) {
        hand_to(e, reverse(from_last, axis));
      } else {
        auto const sums = evaluated(reverse(from_last, axis), s);
        hand_to(e, shaped(sums.data, e));
      }
    } else {
      auto const x = evaluated(e, s);
      auto const values = new_temporary<T>(e.extents(), s);
      if constexpr (Extents::static_rank == E::static_rank)
        lines(axis, values, x, r, g);
      else if (values.place.size() != 0)
        scan_line<F, T>{values.data, x.data, r.data, g.data, 1, 1, 1, 1}.run(values.place.size());
      hand_to(e, values.template borrowed<T const>());
    }
  }
  template <class V, class X, class L, class G>
  WEFT_FN static void lines(int axis, V const& to, X const& x, L const& r, G const& g) {
    auto const steps = [](auto const& leaf) { return convert_extents<dynamic_extents>(leaf.place.strides()); };
    dynamic_extents const strides[] = {steps(to), steps(x), steps(r), steps(g)};
    auto starts = convert_extents<dynamic_extents>(to.extents());
    index_t const n = starts[axis];
    if (n == 0)
      return;
    starts.set(axis, 1);
    walk_rows(starts, strides, [&](index_t const*, index_t const* at, index_t count) {
      for (index_t k = 0; k < count; ++k) {
        auto const lane = [&](auto* data, int j) { return data + at[j] + k * row_step(strides[j]); };
        scan_line<F, T>{lane(to.data, 0), lane(x.data, 1),  lane(r.data, 2),  lane(g.data, 3),
                        strides[0][axis], strides[1][axis], strides[2][axis], strides[3][axis]}
            .run(n);
      }
    });
  }
};

/// The adjoint of differences taken n times: n differences of the gradient with n zeros added at both ends, each with
/// the sign changed.
template <class T, class Extents>
struct adjoint<diff_operation<T, Extents>> {
  template <class F, class L, class G, class E>
  WEFT_FN static void hand_on(F const& f, L const&, G const& g, E const& e) {
    if (g.place.size() == 0)
      return;
    dynamic_extents width = number_for_each_axis(0, e.extents().rank());
    width.set(f.axis, f.times);
    hand_to(e, make_binary<op::times>(diff(pad(g, width), f.times, f.axis), T(f.times % 2 == 0 ? 1 : -1)));
  }
};

} // namespace weft::detail
