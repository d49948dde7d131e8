#pragma once
#include <weft/linalg/matmul.hpp>
#include <weft/ops/rearrange.hpp>

namespace weft {

namespace detail {

/// The axes first ... last - 1 of a layout as one axis, in row-major order. `exists` is false if their strides do not
/// allow it.
struct joint_axis {
  index_t extent, stride;
  bool exists;
};
template <class Layout>
WEFT_FN joint_axis join_axes(Layout const& l, int first, int last) {
  joint_axis joint{1, 1, true};
  for (int k = first; k < last; ++k)
    joint.extent *= l.extent(k);
  if (joint.extent > 1)
    joint.exists = merge_strides(loosen(l), first, last - 1, joint.stride);
  return joint;
}
/// The matrix of an operand whose first `rows` axes are the rows and the others the columns.
struct joint_matrix {
  matrix_shape shape;
  bool exists;
};
template <class Layout>
WEFT_FN joint_matrix join_matrix(Layout const& l, int rows, bool conj) {
  joint_axis const r = join_axes(l, 0, rows), c = join_axes(l, rows, l.rank());
  return {{r.extent, c.extent, r.stride, c.stride, conj}, r.exists && c.exists};
}

/// Calls f with the matrix of a leaf, or, if the strides of its axes do not merge, with the matrix of a copy.
template <class T, class L, class K, class F>
WEFT_FN void with_matrix(strided_leaf<T, L, K> const& e, int rows, bool conj, session& s, F const& f) {
  if (joint_matrix const m = join_matrix(e.place, rows, conj); m.exists)
    return f(matrix_operand<T>{e.data, m.shape});
  auto const copy = evaluated(e, s);
  f(matrix_operand<T>{copy.data, join_matrix(copy.place, rows, conj).shape});
}

/// Reverses the order of the axes first ... last - 1.
/// @post out(..., i_last, ..., i_first, ...) == in(..., i_first, ..., i_last, ...)
struct group_turner {
  static constexpr int rank_change = 0;
  int first, last;
  template <int C>
  WEFT_FN constexpr loose<C> operator()(loose<C> const& in) const {
    loose<C> out;
    out.offset = in.offset;
    for (int k = 0; k < in.rank; ++k) {
      int const from = k < first || k >= last ? k : first + last - 1 - k;
      out.push(in.extent[from], in.stride[from]);
    }
    return out;
  }
};
/// True if `count` axes of both layouts join only in the opposite order, as the axes of column-major operands do. A
/// product that takes the axes as one axis may have them in any order.
template <class A, class B>
WEFT_FN bool join_turned(A const& a, int in_a, B const& b, int in_b, int count) {
  auto const join = [count](auto const& l, int first) { return join_axes(l, first, first + count).exists; };
  auto const turned = [count](auto const& l, int first) {
    return transform_layout(l, group_turner{first, first + count}).layout;
  };
  return !(join(a, in_a) && join(b, in_b)) && join(turned(a, in_a), in_a) && join(turned(b, in_b), in_b);
}
/// Returns a window of e in which the first `middle` axes, and the others, are each reversed or as they are.
template <class Leaf>
WEFT_FN auto with_groups(Leaf const& e, int middle, bool turn_first, bool turn_last) {
  return window_of_leaf(window_of_leaf(e, group_turner{0, turn_first ? middle : 0}),
                        group_turner{middle, turn_last ? e.rank() : middle});
}

/// The function object of tensordot: sums products over the last `count` axes of the left operand and the first ones of
/// the right one.
template <class T, class Extents>
struct tensordot_operation : result_of<T, Extents> {
  static constexpr deferred_traits traits{.accumulates = true};
  static constexpr bool comparable = true;

  int count;

  template <class Target, class A, class B>
  WEFT_FN void evaluate(Target const& target, session& s, A const& left, B const& right) const {
    accumulate(target, T(1), T(0), s, left, right);
  }

  /// Computes target = alpha * product + beta * target, by way of a temporary if the axes of the target do not join.
  template <class L, class A, class B>
  WEFT_FN void accumulate(strided_leaf<T, L> const& target, T alpha, T beta, session& s, A const& left,
                          B const& right) const {
    target.keep.check("tensordot");
    auto const x = product_operand<A>::leaf(left, s);
    auto const y = product_operand<B>::leaf(right, s);
    constexpr bool conj_x = product_operand<A>::conj, conj_y = product_operand<B>::conj;
    T const factor =
        store_as<T>(multiply(product_operand<A>::factor(left), multiply(product_operand<B>::factor(right), alpha)));
    if (multiplied<conj_x, conj_y>(target, factor, x, y, beta, s))
      return;
    auto const values = new_temporary<T>(convert_extents<Extents>(target.extents()), s);
    auto const products = values.template borrowed<T>();
    multiplied<conj_x, conj_y>(products, factor, x, y, T(0), s);
    add_to_old(target, products, beta, s);
  }

private:
  /// Returns false, and does nothing, if the axes of the target do not join.
  template <bool ConjX, bool ConjY, class Target, class X, class Y>
  WEFT_FN bool multiplied(Target const& target, T alpha, X const& x, Y const& y, T beta, session& s) const {
    int const rows = x.rank() - count, columns = y.rank() - count;
    bool const turn_rows = join_turned(x.place, 0, target.place, 0, rows);
    bool const turn_columns = join_turned(y.place, count, target.place, rows, columns);
    bool const turn_depth = join_turned(x.place, rows, y.place, 0, count);
    joint_matrix const c = join_matrix(with_groups(target, rows, turn_rows, turn_columns).place, rows, false);
    if (!c.exists)
      return false;
    using P = typename X::value_type;
    using Q = typename Y::value_type;
    with_matrix(with_groups(x, rows, turn_rows, turn_depth), rows, ConjX, s, [&](matrix_operand<P const> const& a) {
      with_matrix(with_groups(y, count, turn_depth, turn_columns), count, ConjY, s,
                  [&](matrix_operand<Q const> const& b) {
                    product_job<T, P, Q> const job{alpha, a, b, beta, {target.data, c.shape}};
                    job.run(s);
                  });
    });
    return true;
  }
};

/// Returns the shape type of a product of extents A and B that sums over N axes.
template <class A, class B, int N, int... At, int... J, int... K>
WEFT_FN constexpr auto tensordot_static(std::integer_sequence<int, At...>, std::integer_sequence<int, J...>,
                                        std::integer_sequence<int, K...>) {
  require_static_fit<sums_over, extents<A::statics[A::static_rank - N + K]...>, extents<B::statics[K]...>>();
  return extents<A::statics[At]..., B::statics[N + J]...>{};
}
template <class A, class B, int N>
WEFT_FN constexpr auto tensordot_extents() {
  if constexpr (A::static_rank < 0 || B::static_rank < 0) {
    return dynamic_extents{};
  } else if constexpr (N < 0 || N > A::static_rank || N > B::static_rank) {
    static_assert(always_false<A>, "weft: tensordot: rank mismatch: an operand has fewer axes than are summed over");
    return extents<>{};
  } else {
    return tensordot_static<A, B, N>(std::make_integer_sequence<int, A::static_rank - N>{},
                                     std::make_integer_sequence<int, B::static_rank - N>{},
                                     std::make_integer_sequence<int, N>{});
  }
}

WEFT_API dynamic_extents tensordot_shape(index_t const* a, int rank_a, index_t const* b, int rank_b, int count);

} // namespace detail

/// The sum of products over the last `count` axes of a and the first `count` of b, in order, as NumPy's tensordot. It
/// is one product of matrices, in which each group of axes is one axis, by gemm for its types. For axes in another
/// order, permute the operands first. Lazy, and deferred; a factor and `+ beta * target` are taken along, as by matmul.
/// An operand whose axes do not merge is copied once, and a target whose axes do not merge is written by way of a
/// temporary. tensordot(a, b, axis<2>) keeps static ranks and extents, an int gives run-time rank. Throws shape_error
/// if the extents differ or a rank is too small.
template <Tensorial A, Tensorial B, detail::Axis N>
[[nodiscard]] WEFT_FN auto tensordot(A&& a, B&& b, N count) {
  auto x = detail::capture(static_cast<A&&>(a));
  auto y = detail::capture(static_cast<B&&>(b));
  int const n = static_cast<int>(detail::as_axis<tensor<int>>(count));
  auto const p = detail::convert_extents<dynamic_extents>(x.extents());
  auto const q = detail::convert_extents<dynamic_extents>(y.extents());
  dynamic_extents const shape = detail::tensordot_shape(p.value, p.rank(), q.value, q.rank(), n);
  using product = detail::product_t<typename decltype(x)::value_type, typename decltype(y)::value_type>;
  if constexpr (detail::has_halves<decltype(x), decltype(y)>) {
    return detail::rounded_product<decltype(x), decltype(y)>(
        tensordot(detail::as_floats(x), detail::as_floats(y), count));
  } else if constexpr (detail::is_static_axis<N>) {
    using to = decltype(detail::tensordot_extents<typename decltype(x)::extents_type,
                                                  typename decltype(y)::extents_type, N::value>());
    return detail::make_deferred("tensordot", detail::tensordot_operation<product, to>{{}, n},
                                 detail::convert_extents<to>(shape), std::move(x), std::move(y));
  } else {
    return detail::make_deferred("tensordot", detail::tensordot_operation<product, dynamic_extents>{{}, n}, shape,
                                 std::move(x), std::move(y));
  }
}
template <int = 0>
void tensordot(detail::other, detail::other, ...) WEFT_REFUSED("weft: tensordot(a, b, count): tensors, and an integer");

} // namespace weft
