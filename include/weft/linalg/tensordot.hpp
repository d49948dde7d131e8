#pragma once
#include <weft/linalg/matmul.hpp>
#include <weft/ops/rearrange.hpp>

namespace weft {

namespace detail {

/// The axes first ... last - 1 as one, where their strides allow it.
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
  const joint_axis r = join_axes(l, 0, rows), c = join_axes(l, rows, l.rank());
  return {{r.extent, c.extent, r.stride, c.stride, conj}, r.exists && c.exists};
}

/// Calls f with the matrix of a leaf; a copy of the leaf where its strides do not merge.
template <class T, class L, class K, class F>
WEFT_FN void with_matrix(strided_leaf<T, L, K> const& e, int rows, bool conj, session& s, F const& f) {
  if (const joint_matrix m = join_matrix(e.place, rows, conj); m.exists)
    return f(matrix_operand<T>{e.data, m.shape});
  const auto copy = evaluated(e, s);
  f(matrix_operand<T>{copy.data, join_matrix(copy.place, rows, conj).shape});
}

/// The sum of products over the last `count` axes of A and the first ones of B.
template <class A, class B, class Extents>
struct tensordot_operation {
  using value_type = product_t<typename A::value_type, typename B::value_type>;
  using extents_type = Extents;

  A left;
  B right;
  [[no_unique_address]] Extents shape_;
  int count;

  WEFT_INLINE tensordot_operation(A a, B b, Extents const& e, int n)
      : left(static_cast<A&&>(a)), right(static_cast<B&&>(b)), shape_(e), count(n) {}
  WEFT_INLINE tensordot_operation(tensordot_operation const&) = default;
  WEFT_INLINE tensordot_operation(tensordot_operation&&) = default;
  WEFT_INLINE tensordot_operation& operator=(tensordot_operation const&) = default;
  WEFT_INLINE tensordot_operation& operator=(tensordot_operation&&) = default;
  WEFT_INLINE ~tensordot_operation() = default;

  WEFT_INLINE Extents const& extents() const { return shape_; }

  template <class Target>
  WEFT_FN void evaluate(Target const& target, session& s) const {
    using P = typename A::value_type;
    using Q = typename B::value_type;
    const auto x = product_operand<A>::leaf(left, s);
    const auto y = product_operand<B>::leaf(right, s);
    const auto factor =
        multiply(product_operand<A>::factor(left), multiply(product_operand<B>::factor(right), value_type(1)));
    const int rows = x.rank() - count;
    const matrix_operand<value_type> c{target.data, join_matrix(target.place, rows, false).shape};
    with_matrix(x, rows, product_operand<A>::conj, s, [&](matrix_operand<const P> const& a) {
      with_matrix(y, count, product_operand<B>::conj, s, [&](matrix_operand<const Q> const& b) {
        const product_job<value_type, P, Q> job{value_as<value_type>(factor), a, b, value_type(0), c};
        job.run_known_apart(s);
      });
    });
  }
};

/// What is known of the shape of a product of extents A and B that sums over N axes.
template <class A, class B, int N, int... I, int... J, int... K>
WEFT_FN constexpr auto tensordot_known(std::integer_sequence<int, I...>, std::integer_sequence<int, J...>,
                                       std::integer_sequence<int, K...>) {
  require_static_fit<sums_over, extents<A::statics[A::static_rank - N + K]...>, extents<B::statics[K]...>>();
  return extents<A::statics[I]..., B::statics[N + J]...>{};
}
template <class A, class B, int N>
WEFT_FN constexpr auto tensordot_extents() {
  if constexpr (A::static_rank < 0 || B::static_rank < 0) {
    return dynamic_extents{};
  } else if constexpr (N < 0 || N > A::static_rank || N > B::static_rank) {
    static_assert(always_false<A>, "weft: tensordot: rank mismatch: an operand has fewer axes than are summed over");
    return extents<>{};
  } else {
    return tensordot_known<A, B, N>(std::make_integer_sequence<int, A::static_rank - N>{},
                                    std::make_integer_sequence<int, B::static_rank - N>{},
                                    std::make_integer_sequence<int, N>{});
  }
}

WEFT_API dynamic_extents tensordot_shape(index_t const* a, int rank_a, index_t const* b, int rank_b, int count);

} // namespace detail

/// The sum of products over the last `count` axes of a and the first `count` of b, in order, as of NumPy's tensordot: a
/// matrix product of the axes put together, by gemm for its types. Axes in another order: permute first. Lazy, and
/// deferred; an operand whose axes do not merge is copied once. tensordot(a, b, axis<2>) keeps static ranks and
/// extents, an int gives run-time rank. Throws shape_error where the extents differ or a rank is too small.
template <Tensorial A, Tensorial B, detail::Axis N>
[[nodiscard]] WEFT_FN auto tensordot(A&& a, B&& b, N count) {
  auto x = detail::capture(static_cast<A&&>(a));
  auto y = detail::capture(static_cast<B&&>(b));
  const int n = static_cast<int>(count);
  const auto p = detail::convert_extents<dynamic_extents>(x.extents());
  const auto q = detail::convert_extents<dynamic_extents>(y.extents());
  const dynamic_extents shape = detail::tensordot_shape(p.value, p.rank(), q.value, q.rank(), n);
  if constexpr (detail::is_static_axis<N>) {
    using to = decltype(detail::tensordot_extents<typename decltype(x)::extents_type,
                                                  typename decltype(y)::extents_type, N::value>());
    using operation = detail::tensordot_operation<decltype(x), decltype(y), to>;
    return detail::make_deferred(operation(std::move(x), std::move(y), detail::convert_extents<to>(shape), n),
                                 "tensordot");
  } else {
    using operation = detail::tensordot_operation<decltype(x), decltype(y), dynamic_extents>;
    return detail::make_deferred(operation(std::move(x), std::move(y), shape, n), "tensordot");
  }
}

} // namespace weft
