#pragma once
#include <weft/base/overflow.hpp>
#include <weft/linalg/tensordot.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/tensor/memory.hpp>
#include <weft/tensor/tensor.hpp>

// Products of vectors, and small sums over matrices.
namespace weft {

namespace detail {
/// Returns the job of the product of a row x and a column y, which writes to `to`.
template <class T, class X, class Y>
WEFT_INLINE auto dot_job(X const& x, Y const& y, bool conj_x, bool conj_y, T* to) {
  using P = typename X::value_type;
  using Q = typename Y::value_type;
  matrix_operand<P const> const row{x.data, matrix_of(x.place, true, false, conj_x)};
  matrix_operand<Q const> const column{y.data, matrix_of(y.place, false, true, conj_y)};
  return product_job<T, P, Q>{T(1), row, column, T(0), {to, {1, 1, 1, 1}}};
}

template <class X, class Y>
inline constexpr bool is_small_dot =
    WEFT_VIRTUAL_LOOPS == 0 && small_work<X> + small_work<Y> < not_small &&
    small_work<X> + small_work<Y> + 2 * static_extent<typename X::extents_type>(0) <= small_limits::written_out;
/// Returns the dot product of vectors whose elements fit into registers.
template <class T, class How, class X, class Y>
WEFT_INLINE constexpr T small_dot(X const& x, Y const& y) {
  using shape = typename X::extents_type;
  small_array<T, shape, How> a, b;
  a.compute_from(small_values<X, How>(x));
  b.compute_from(small_values<Y, How>(y));
  return sum_of_products<shape::statics[0]>(a.values, b.values);
}
/// Sets `value` to the dot product if the library's own loop takes the vectors as they lie in memory; else returns
/// false.
template <class E, class F, class T>
WEFT_INLINE bool dot_directly(E const& x, F const& y, T& value) {
  if constexpr (std::is_same_v<typename E::value_type, typename F::value_type> &&
                (std::is_same_v<T, float> || std::is_same_v<T, double>))
    if constexpr (requires { run_direct(index_t(), x.data, index_t(), y.data, index_t(), value); }) {
      x.keep.check("dot");
      y.keep.check("dot");
      return run_direct(x.extent(0), x.data, x.place.stride(0), y.data, y.place.stride(0), value);
    }
  return false;
}
/// Returns the dot product by a plan, for vectors that dot_directly does not take or if a report is made.
template <class T, class E, class F>
WEFT_SLOW T dot_planned(E const& x, F const& y) {
  session s;
  using left = product_operand<E>;
  using right = product_operand<F>;
  auto const p = left::leaf(x, s);
  auto const q = right::leaf(y, s);
  T value{};
  if (is_recording()) {
    auto const job = dot_job<T>(p, q, left::conj, right::conj, nullptr);
    record(s, [&job](session& t) { job.describe(t); });
  }
  if (!dot_directly(p, q, value))
    dot_job<T>(p, q, left::conj, right::conj, &value).run();
  return store_as<T>(multiply(left::factor(x), multiply(right::factor(y), value)));
}
template <class E, class F>
WEFT_FN constexpr auto dot_of(E const& x, F const& y) {
  using P = typename E::value_type;
  using Q = typename F::value_type;
  using T = product_t<P, Q>;
  if constexpr (small_work<E> + small_work<F> < not_small)
    if (std::is_constant_evaluated())
      return small_dot<T, in_constants>(x, y);
  if constexpr (is_small_dot<E, F>) {
    constexpr index_t n = static_extent<typename E::extents_type>(0);
    constexpr index_t bytes = small_bytes<E> + small_bytes<F>;
    if (is_recording())
      record_plan([](session& t) { note_inline(*t.report, {1, 1, n, bytes, 0}); });
    return small_dot<T, written_out>(x, y);
  }
  T value{};
  if (!is_recording() && dot_directly(x, y, value)) // makes no session: 8 numbers take 0.8 of the time
    return value;
  return dot_planned<T>(x, y);
}
} // namespace detail

/// The sum of the products of two vectors (no conjugation); a value. BLAS's dot computes it for its types. weft's own
/// loop computes it for float and double without gaps where that is as fast; it divides long vectors among threads,
/// with the same bits for any number of threads. Throws shape_error if the extents differ.
template <Tensorial A, Tensorial B>
[[nodiscard]] WEFT_FN constexpr auto dot(A&& a, B&& b) {
  static_assert((detail::rank_of<A> < 0 || detail::rank_of<A> == 1) &&
                    (detail::rank_of<B> < 0 || detail::rank_of<B> == 1),
                "weft: dot: rank mismatch: it takes two vectors");
  auto const x = detail::capture(static_cast<A&&>(a));
  auto const y = detail::capture(static_cast<B&&>(b));
  if (x.rank() != 1 || y.rank() != 1 || x.extent(0) != y.extent(0))
    detail::throw_broadcast("dot", x.extents(), y.extents());
  using E = std::remove_const_t<decltype(x)>;
  using F = std::remove_const_t<decltype(y)>;
  if constexpr (detail::is_followed<E> || detail::is_followed<F>)
    return matmul(x, y);
  else if constexpr (detail::has_halves<E, F>)
    return static_cast<detail::product_t<typename E::value_type, typename F::value_type>>(
        dot(detail::as_floats(x), detail::as_floats(y)));
  else
    return detail::dot_of<E, F>(x, y);
}

namespace detail {
template <class P, class Q, class X, class Y>
WEFT_FN auto vdot_of(X const& x, Y const& y) {
  using T = product_t<P, Q>;
  using left = product_operand<X>;
  using right = product_operand<Y>;
  session s;
  auto const p = left::leaf(x, s);
  auto const q = right::leaf(y, s);
  T value{};
  with_matrix(p, 0, is_complex<P> && !left::conj, s, [&](matrix_operand<P const> const& row) {
    with_matrix(q, q.rank(), right::conj, s, [&](matrix_operand<Q const> const& column) {
      product_job<T, P, Q>{T(1), row, column, T(0), {&value, {1, 1, 1, 1}}}.run_apart_unchecked(s);
    });
  });
  auto const factor = conjugate_if(true, left::factor(x));
  return store_as<T>(multiply(factor, multiply(right::factor(y), value)));
}
} // namespace detail

/// The sum of conj(a) * b over all elements, row by row, of two operands of one size; a value. BLAS's dot computes it
/// for its types. An operand whose axes do not merge is copied. Throws shape_error where the sizes differ.
template <Tensorial A, Tensorial B>
[[nodiscard]] WEFT_FN auto vdot(A&& a, B&& b) {
  auto const x = detail::capture(static_cast<A&&>(a));
  auto const y = detail::capture(static_cast<B&&>(b));
  if (x.size() != y.size())
    detail::throw_broadcast("vdot", x.extents(), y.extents());
  using E = std::remove_const_t<decltype(x)>;
  using F = std::remove_const_t<decltype(y)>;
  if constexpr (detail::is_followed<E> || detail::is_followed<F>)
    return matmul(reshape(x, shape(x.size())), reshape(y, shape(y.size())));
  else if constexpr (detail::has_halves<E, F>)
    return static_cast<detail::product_t<typename E::value_type, typename F::value_type>>(
        vdot(detail::as_floats(x), detail::as_floats(y)));
  else
    return detail::vdot_of<detail::value_t<A>, detail::value_t<B>>(x, y);
}

/// The products of each element of one vector with each of another: element (i, j) is a(i) * b(j). Lazy, element-wise.
template <Tensorial A, Tensorial B>
[[nodiscard]] WEFT_FN constexpr auto outer(A&& a, B&& b) {
  static_assert((detail::rank_of<A> < 0 || detail::rank_of<A> == 1) &&
                    (detail::rank_of<B> < 0 || detail::rank_of<B> == 1),
                "weft: outer: rank mismatch: it takes two vectors");
  if (a.rank() != 1 || b.rank() != 1)
    detail::throw_shape_reason("outer", "it takes two vectors");
  return detail::make_binary<op::times>(expand_dims(static_cast<A&&>(a), axis<1>),
                                        expand_dims(static_cast<B&&>(b), axis<0>));
}

namespace detail {

template <class A, class B, int... K>
WEFT_FN constexpr auto kron_static(std::integer_sequence<int, K...>) {
  return extents<(A::statics[K] == dyn || B::statics[K] == dyn ? dyn : A::statics[K] * B::statics[K])...>{};
}
template <class A, class B>
WEFT_FN constexpr auto kron_extents() {
  constexpr int ra = A::static_rank, rb = B::static_rank;
  static_assert(ra < 0 || rb < 0 || ra == rb, "weft: kron: rank mismatch: the operands have different ranks");
  if constexpr (ra < 0 || ra != rb) {
    return dynamic_extents{};
  } else {
    static_assert(2 * ra <= max_rank, "weft: kron: rank mismatch: it takes up to 8 axes");
    return kron_static<A, B>(std::make_integer_sequence<int, ra>{});
  }
}

} // namespace detail

/// The Kronecker product of operands of one rank, vectors, matrices or up to 8 axes: blocks of b, each multiplied by an
/// element of a; extents multiply. Lazy, and deferred: its elements are regrouped in memory, once. Static extents stay
/// static. Throws shape_error where ranks differ.
template <Tensorial A, Tensorial B>
[[nodiscard]] WEFT_FN auto kron(A&& a, B&& b) {
  auto const p = detail::shape_before(a);
  auto const q = detail::shape_before(b);
  using to = decltype(detail::kron_extents<std::remove_const_t<decltype(p)>, std::remove_const_t<decltype(q)>>());
  if (p.rank() != q.rank())
    detail::throw_shapes("kron", detail::convert_extents<dynamic_extents>(p).value, p.rank(),
                         detail::convert_extents<dynamic_extents>(q).value, q.rank(), "the ranks differ");
  dynamic_extents whole(p.rank());
  for (int k = 0; k < p.rank(); ++k) {
    index_t n;
    if (detail::multiply_overflows(p[k], q[k], &n))
      detail::throw_uncounted("kron");
    whole.set(k, n);
  }
  detail::unit_interleaver<detail::rank_of<A>, false> const left{};
  detail::unit_interleaver<detail::rank_of<B>, true> const right{};
  return reshape(detail::make_binary<op::times>(detail::windowed(static_cast<A&&>(a), left),
                                                detail::windowed(static_cast<B&&>(b), right)),
                 detail::convert_extents<to>(whole));
}

namespace detail {
/// Returns `axis`, which is counted in the shape that a and b broadcast to. Throws shape_error unless both have this
/// axis, with the same extent.
template <class A, class B>
WEFT_FN index_t check_vecdot(A const& a, B const& b, index_t axis) {
  int const rank = a.rank() > b.rank() ? a.rank() : b.rank();
  check_axis("vecdot", axis, rank);
  index_t const in_a = axis - (rank - a.rank()), in_b = axis - (rank - b.rank());
  if (in_a < 0 || in_b < 0 || a.entry(in_a) != b.entry(in_b))
    throw_broadcast("vecdot", a, b);
  return axis;
}
} // namespace detail

/// The sums of conj(a) * b along an axis, which is counted in the shape that both broadcast to. The extents of a and b
/// on this axis must be equal, else shape_error is thrown. A reduction, computed where it is assigned: integers are
/// summed as by sum().
template <AnyTensorial A, AnyTensorial B, detail::Axis K>
[[nodiscard]] WEFT_FN auto vecdot(A&& a, B&& b, K axis) {
  detail::check_vecdot(detail::shape_before(a), detail::shape_before(b), static_cast<index_t>(axis));
  return sum(conj(static_cast<A&&>(a)) * static_cast<B&&>(b), axis);
}
/// The sums of conj(a) * b along the last axis; otherwise as vecdot(a, b, axis).
template <AnyTensorial A, AnyTensorial B>
[[nodiscard]] WEFT_FN auto vecdot(A&& a, B&& b) {
  constexpr int p = detail::rank_of<A>, q = detail::rank_of<B>;
  if constexpr (p < 0 || q < 0) {
    int const r = detail::shape_before(a).rank(), s = detail::shape_before(b).rank();
    return vecdot(static_cast<A&&>(a), static_cast<B&&>(b), (r > s ? r : s) - 1);
  } else {
    return vecdot(static_cast<A&&>(a), static_cast<B&&>(b), axis<(p > q ? p : q) - 1>);
  }
}

/// The sum of the diagonal of a matrix; a value.
template <Tensorial A>
[[nodiscard]] WEFT_INLINE constexpr auto trace(A&& a) {
  constexpr bool fits = detail::rank_of<A> < 0 || detail::rank_of<A> == 2;
  static_assert(fits, "weft: trace: rank mismatch: it takes a matrix");
  if constexpr (fits)
    return sum(diagonal(static_cast<A&&>(a)));
  else
    return detail::refused_value{};
}

namespace detail {

template <class X, class Y>
WEFT_FN constexpr void check_cross(X const& x, Y const& y) {
  if (x.rank() < 1 || y.rank() < 1 || x.extent(x.rank() - 1) != 3 || y.extent(y.rank() - 1) != 3)
    throw_shapes("cross", convert_extents<dynamic_extents>(x.shape()).value, x.rank(),
                 convert_extents<dynamic_extents>(y.shape()).value, y.rank(),
                 "the last axis of both must have 3 elements");
}
/// Returns the cross product of expressions over variables, as an expression.
template <class X, class Y>
WEFT_FN auto lazy_cross(X const& x, Y const& y) {
  check_cross(x, y);
  auto const component = [&](index_t i, index_t j) {
    return x(ellipsis, i) * y(ellipsis, j) - x(ellipsis, j) * y(ellipsis, i);
  };
  auto const last = component(0, 1);
  return stack(axis_from_last<0>(last), component(1, 2), component(2, 0), last);
}
/// Returns an operand of which each element is read twice: the operand itself if it is in memory, else its elements,
/// computed now.
template <class A>
WEFT_INLINE constexpr decltype(auto) computed_once(A const& a) {
  if constexpr (requires { a.data(); })
    return (a);
  else
    return eval(a);
}
template <class A, class B>
WEFT_INLINE constexpr auto cross_of(A const& a, B const& b) {
  auto const& x = computed_once(a);
  auto const& y = computed_once(b);
  check_cross(x, y);
  auto out = [&] {
    using made = tensor_of<decltype(x * y)>;
    if constexpr (made::extents_type::all_static)
      return made();
    else
      return made((x * y).shape());
  }();
  auto const component = [&](index_t to, index_t i, index_t j) {
    if constexpr (rank_of<A> == 1 && rank_of<B> == 1) // elements, which stay in registers
      out(to) =
          store_as<typename decltype(out)::value_type>(op::minus{}(op::times{}(x(i), y(j)), op::times{}(x(j), y(i))));
    else
      out(ellipsis, to) = x(ellipsis, i) * y(ellipsis, j) - x(ellipsis, j) * y(ellipsis, i);
  };
  component(0, 1, 2);
  component(1, 2, 0);
  component(2, 0, 1);
  return out;
}

} // namespace detail

/// The cross product of vectors of 3 elements along the last axis; leading axes broadcast. A new tensor. Throws
/// shape_error where a last axis is not 3 or the leading axes do not broadcast.
template <Tensorial A, Tensorial B>
[[nodiscard]] WEFT_FN constexpr auto cross(A&& a, B&& b) {
  if constexpr (detail::is_followed<detail::captured_t<A>> || detail::is_followed<detail::captured_t<B>>)
    return detail::lazy_cross(detail::capture(static_cast<A&&>(a)), detail::capture(static_cast<B&&>(b)));
  else
    return detail::cross_of(a, b);
}

template <int = 0>
void dot(detail::other, detail::other) WEFT_REFUSED("weft: dot takes vectors of weft: borrow(v) is a view of one");
template <int = 0>
void vdot(detail::other, detail::other) WEFT_REFUSED("weft: vdot takes tensors: borrow(v) is a view of a container");
template <int = 0>
void outer(detail::other, detail::other) WEFT_REFUSED("weft: outer takes vectors of weft: borrow(v) is a view of one");
template <int = 0>
void kron(detail::other, detail::other) WEFT_REFUSED("weft: kron takes tensors of one rank; by a number: a * x");
template <int = 0>
void cross(detail::other, detail::other) WEFT_REFUSED("weft: cross takes vectors of 3 elements; by a number: a * x");

} // namespace weft
