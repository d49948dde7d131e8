#pragma once
#include <weft/ops/complex.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/math.hpp>
#include <weft/sparse/convert.hpp>
#include <weft/sparse/product.hpp>

// Arithmetic of sparse matrices. Results are matrices of their own, computed now. Sums, differences and products of
// elements of two matrices run in as many threads as pay; the number of threads changes no bit of them.
namespace weft {

namespace detail {

enum class sparse_pairing : unsigned char { sum, difference, product };
/// Returns the sum, the difference, or the product element by element.
template <sparse_pairing How, Sparse A, Sparse B>
WEFT_FN auto combined(char const* operation, A const& a, B const& b) {
  using T = common_value<A, B>;
  constexpr bool common = How == sparse_pairing::product;
  using result = sparse_sum<T, A, B>;
  using index = typename result::index_type;
  using kernels = compressed_kernels<T, index>;
  check_same_sparse(operation, a.shape(), b.shape());
  decltype(auto) left = as_sparse<result>(a);
  decltype(auto) right = as_sparse<result>(b);
  auto const x = compressed_of(left), y = compressed_of(right);
  tensor<index, 1> offsets(x.lines + 1);
  index_t const entries = common ? compressed_indices<index>::count_common(x, y, offsets.data())
                                 : compressed_indices<index>::count_sum(x, y, offsets.data());
  tensor<index, 1> indices(uninit, entries);
  tensor<T, 1> values(uninit, entries);
  if constexpr (common)
    kernels::multiply_common(x, y, target_of(offsets, indices, values));
  else
    kernels::add(x, y, How == sparse_pairing::difference, target_of(offsets, indices, values));
  return sparse_access::made<T, sparse_order<A>>(a.extent(0), a.extent(1), std::move(offsets), std::move(indices),
                                                 std::move(values));
}

/// Returns the elements of a dense operand, broadcast to the shape of s, at the places where s has entries.
template <Sparse S, class A>
WEFT_FN auto picked(char const* operation, S const& s, A const& a) {
  using V = value_t<A>;
  using T = typename std::conditional_t<SparseElement<V>, std::type_identity<V>,
                                        std::type_identity<product_t<sparse_value<S>, V>>>::type;
  static_assert(SparseElement<T>,
                "weft: sparse: elements are float, double, their complex, std::int32_t or std::int64_t");
  (void)common_extents(operation, s.shape(), shape_before(a));
  session run;
  auto const e = capture(broadcast_to(captured_values<T>(a), s.shape()));
  auto const& from = in_memory(e, run);
  tensor<T, 1> values(uninit, s.nonzeros());
  compressed_kernels<T, sparse_index<S>>::pick(structure_of(s), has_rows<sparse_order<S>>,
                                               {from.data, matrix_of(from.place, false, false)}, values.data());
  return values;
}

/// A target and an operand of the operators += -= *= and /= below.
template <class A, class X>
concept SparseUpdate = (Sparse<A> && AnyTensorial<X>) || (Stored<A> && Sparse<X>);
template <class A, class E>
WEFT_FN A& become(A& a, E&& e) {
  if constexpr (Stored<A>) {
    a(ellipsis) = static_cast<E&&>(e);
  } else {
    constexpr bool owns = !std::is_const_v<A> && requires { typename A::owns_memory; };
    static_assert(owns,
                  "weft: the entries of a sparse_view, or of a constant matrix, stay: v.values() = x writes their "
                  "values");
    if constexpr (owns)
      a = A(static_cast<E&&>(e));
  }
  return a;
}

} // namespace detail

/// A copy of the structure of s with other values, one for each entry, row by row or column by column. Throws
/// shape_error if there is another number of them.
template <Sparse S, Tensorial V>
  requires(!detail::is_followed<detail::captured_t<V>>)
[[nodiscard]] WEFT_FN auto with_values(S&& s, V&& values) {
  using T = detail::value_t<V>;
  using index = detail::sparse_index<S>;
  auto const& p = detail::sparse_access::stored(s);
  tensor<T, 1> own(values);
  detail::check_count("with_values: values", own.size(), s.nonzeros());
  return detail::sparse_access::made<T, detail::sparse_order<S>>(p.rows, p.columns, tensor<index, 1>(p.offsets),
                                                                 tensor<index, 1>(p.indices), std::move(own));
}
template <Tensorial S, class V>
[[nodiscard]] detail::refused_value with_values(S&&, V&&) {
  static_assert(detail::always_false<V>, "weft: with_values(s, v) takes a sparse matrix and a tensor with a value for "
                                         "each entry, as exp(s.values())");
  return {};
}

/// The sum of two sparse matrices, which has an entry where at least one of them has one, in the order of the first.
/// Throws shape_error if their shapes differ.
template <Sparse A, Sparse B>
[[nodiscard]] WEFT_FN auto operator+(A const& a, B const& b) {
  return detail::combined<detail::sparse_pairing::sum>("operator+", a, b);
}
/// The difference of two sparse matrices, otherwise as the sum.
template <Sparse A, Sparse B>
[[nodiscard]] WEFT_FN auto operator-(A const& a, B const& b) {
  return detail::combined<detail::sparse_pairing::difference>("operator-", a, b);
}
/// The product element by element: it has entries where both have one. matmul(a, b) is the product of matrices.
template <Sparse A, Sparse B>
[[nodiscard]] WEFT_FN auto operator*(A const& a, B const& b) {
  return detail::combined<detail::sparse_pairing::product>("operator*", a, b);
}

/// Each entry with the other sign.
template <Sparse A>
[[nodiscard]] WEFT_FN auto operator-(A&& a) {
  return with_values(a, -a.values());
}
/// Each entry times a number. The result has the element type that a tensor of such elements times the number has.
template <Sparse A, Scalar X>
[[nodiscard]] WEFT_FN auto operator*(A const& a, X x) {
  return with_values(a, a.values() * x);
}
template <Scalar X, Sparse A>
[[nodiscard]] WEFT_FN auto operator*(X x, A const& a) {
  return with_values(a, x * a.values());
}
/// Each entry divided by a number.
template <Sparse A, Scalar X>
[[nodiscard]] WEFT_FN auto operator/(A const& a, X x) {
  return with_values(a, a.values() / x);
}
/// Each entry times the element of a dense operand that broadcasts to the shape: a row scales columns, a column of
/// shape (n, 1) rows. An infinity or NaN of the dense one counts only where the sparse one has an entry.
template <Sparse A, Tensorial X>
[[nodiscard]] WEFT_FN auto operator*(A const& a, X const& x) {
  return with_values(a, a.values() * detail::picked("operator*", a, x));
}
template <Tensorial X, Sparse A>
[[nodiscard]] WEFT_FN auto operator*(X const& x, A const& a) {
  return with_values(a, detail::picked("operator*", a, x) * a.values());
}
/// Each entry divided by the element of a dense operand, which is broadcast as by operator*.
template <Sparse A, Tensorial X>
[[nodiscard]] WEFT_FN auto operator/(A const& a, X const& x) {
  return with_values(a, a.values() / detail::picked("operator/", a, x));
}
/// The sum with a dense operand is a dense tensor, computed now.
template <Sparse A, Tensorial X>
[[nodiscard]] WEFT_FN auto operator+(A const& a, X const& x) {
  return eval(to_dense(a) + x);
}
template <Tensorial X, Sparse A>
[[nodiscard]] WEFT_FN auto operator+(X const& x, A const& a) {
  return eval(x + to_dense(a));
}
/// The difference with a dense operand is a dense tensor too.
template <Sparse A, Tensorial X>
[[nodiscard]] WEFT_FN auto operator-(A const& a, X const& x) {
  return eval(to_dense(a) - x);
}
template <Tensorial X, Sparse A>
[[nodiscard]] WEFT_FN auto operator-(X const& x, A const& a) {
  return eval(x - to_dense(a));
}

/// s = s + x; the operators below do the same for s - x, s * x and s / x. The target may also be a tensor or a view, to
/// which a sparse matrix is added. A number multiplies the values where they lie, also in a sparse_view; adding a
/// number is refused. If it throws, s is as it was.
template <class A, class X>
  requires detail::SparseUpdate<A, X>
WEFT_FN A& operator+=(A&& a, X const& x) {
  return detail::become(a, a + x);
}
template <Sparse S, Scalar X>
WEFT_FN S& operator+=(S&& s, X const& x) {
  (void)(s + x);
  return s;
}
/// s = s - x, by the rules of s += x.
template <class A, class X>
  requires detail::SparseUpdate<A, X>
WEFT_FN A& operator-=(A&& a, X const& x) {
  return detail::become(a, a - x);
}
template <Sparse S, Scalar X>
WEFT_FN S& operator-=(S&& s, X const& x) {
  (void)(s - x);
  return s;
}
/// s = s * x, by the rules of s += x.
template <class A, class X>
  requires detail::SparseUpdate<A, X>
WEFT_FN A& operator*=(A&& a, X const& x) {
  return detail::become(a, a * x);
}
template <Sparse S, Scalar X>
WEFT_FN S& operator*=(S&& s, X const& x) {
  s.values() *= x;
  return s;
}
/// s = s / x, by the rules of s += x.
template <class A, class X>
  requires detail::SparseUpdate<A, X>
WEFT_FN A& operator/=(A&& a, X const& x) {
  return detail::become(a, a / x);
}
template <Sparse S, Scalar X>
WEFT_FN S& operator/=(S&& s, X const& x) {
  s.values() /= x;
  return s;
}

/// The complex conjugate of each entry.
template <Sparse A>
[[nodiscard]] WEFT_FN auto conj(A&& a) {
  return with_values(a, conj(a.values()));
}
/// The modulus of each entry.
template <Sparse A>
[[nodiscard]] WEFT_FN auto abs(A&& a) {
  return with_values(a, abs(a.values()));
}

} // namespace weft
