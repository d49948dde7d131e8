#pragma once
#include <weft/linalg/small_batch.hpp>
#include <weft/linalg/small_eigen.hpp>

namespace weft {

namespace detail {
/// Matrices n x n, column by column, which are overwritten; the values of a, or of a v = w b v where b is not null.
struct eigen_job {
  char const* operation;
  dtype type;
  index_t count, n;
  void *a, *b;
  void* values;
  bool wants_vectors;
};
/// Of the lower triangles. The vectors take the place of a.
WEFT_API void symmetric_eigenvalues(eigen_job const& job);
/// Complex values, and vectors, column by column, if they are wanted.
WEFT_API void general_eigenvalues(eigen_job const& job, void* vectors);
WEFT_API void general_pair_eigenvalues(eigen_job const& job, void* vectors);
WEFT_API [[noreturn]] void throw_not_a_pair(char const* operation, index_t const* a, int rank_a, index_t const* b,
                                            int rank_b);
} // namespace detail

namespace linalg {

/// What eigh returns.
template <class W, class V>
struct eigh_result {
  W values;
  V vectors;

  WEFT_INLINE constexpr eigh_result(W&& w, V&& v) : values(static_cast<W&&>(w)), vectors(static_cast<V&&>(v)) {}
  WEFT_INLINE eigh_result(eigh_result const&) = default;
  WEFT_INLINE eigh_result(eigh_result&&) = default;
  WEFT_INLINE eigh_result& operator=(eigh_result const&) = default;
  WEFT_INLINE eigh_result& operator=(eigh_result&&) = default;
  WEFT_INLINE ~eigh_result() = default;
};
/// What eig returns.
template <class W, class V>
struct eig_result {
  W values;
  V vectors;

  WEFT_INLINE eig_result(W&& w, V&& v) : values(static_cast<W&&>(w)), vectors(static_cast<V&&>(v)) {}
  WEFT_INLINE eig_result(eig_result const&) = default;
  WEFT_INLINE eig_result(eig_result&&) = default;
  WEFT_INLINE eig_result& operator=(eig_result const&) = default;
  WEFT_INLINE eig_result& operator=(eig_result&&) = default;
  WEFT_INLINE ~eig_result() = default;
};

} // namespace linalg

namespace detail {

/// The shape of the matrices in a pair of batches, broadcast. Throws shape_error unless they are square and alike.
template <class A, class B>
WEFT_FN auto pair_extents(char const* operation, A const& a, B const& b) {
  const square_batch of_a(operation, a), of_b(operation, b);
  const auto ea = convert_extents<dynamic_extents>(a), eb = convert_extents<dynamic_extents>(b);
  if (of_a.rows != of_b.rows)
    throw_not_a_pair(operation, ea.values(), ea.rank(), eb.values(), eb.rank());
  if constexpr (A::static_rank == 2 && B::static_rank == 2)
    return a;
  else
    return followed_by<larger_rank(A::static_rank, B::static_rank)>(leading_of_both(operation, ea, eb, 2), of_a.rows,
                                                                    of_a.rows);
}

/// What the functions below have in common: the values of captured a, or of a pair, and vectors if they are wanted.
template <bool Symmetric, bool Vectors, class T, class Order, class S, class A, class... B>
WEFT_FN auto eigen_of(char const* operation, S const& shape, A const& a, B const&... b) {
  using C = std::complex<real_t<T>>;
  using value = std::conditional_t<Symmetric, real_t<T>, C>;
  const square_batch batch(operation, shape);
  const auto of_values = ending_in<static_columns<S>>(shape, batch.columns);
  batch_result<value, std::remove_const_t<decltype(of_values)>, Order> values(of_values, 1, true);
  if constexpr (Symmetric && sizeof...(B) == 0 && may_be_small_batch<T, S>)
    if (const index_t n = batch.rows; is_small_batch(batch.count, n)) {
      batch_result<T, S, Order> vectors(shape, 2, std::same_as<Order, row_major>);
      if (with_small_batch<T>(small_task::eigen, a, batch.count, n, [&](auto job) {
            job.x = {values.data(), n, 1, 0};
            if (Vectors)
              job.vectors = packed_small(vectors.data(), n, n, vectors.by_rows());
            return run_small_batch(job);
          })) {
        if constexpr (Vectors)
          return linalg::eigh_result(values.take(), vectors.take());
        else
          return values.take();
      }
    }
  const auto packed = [&](auto const& e) {
    packed_elements<T> out(count_of(shape));
    pack_matrices(out.data(), shape, 2, false, e);
    return out;
  };
  const packed_elements<T> right[] = {packed(b)..., packed_elements<T>(0)};
  eigen_job job{operation, dtype_of<T>, batch.count, batch.rows, nullptr, right[0].data(), values.data(), Vectors};
  const auto general = [&](void* vectors) {
    if constexpr (sizeof...(B) == 0)
      general_eigenvalues(job, vectors);
    else
      general_pair_eigenvalues(job, vectors);
  };
  if constexpr (!Vectors) {
    const auto work = packed(a);
    job.a = work.data();
    if constexpr (Symmetric)
      symmetric_eigenvalues(job);
    else
      general(nullptr);
    return values.take();
  } else if constexpr (Symmetric) {
    batch_result<T, S, Order> vectors(shape, 2, false);
    pack_matrices(vectors.data(), shape, 2, false, a);
    job.a = vectors.data();
    symmetric_eigenvalues(job);
    return linalg::eigh_result(values.take(), vectors.take());
  } else {
    batch_result<C, S, Order> vectors(shape, 2, false);
    const auto work = packed(a);
    job.a = work.data();
    general(vectors.data());
    return linalg::eig_result(values.take(), vectors.take());
  }
}
template <bool Symmetric, bool Vectors, class X>
WEFT_FN constexpr auto eigen_of_one(char const* operation, X const& a) {
  if constexpr (takes_matrices<X>()) {
    const auto e = capture(a);
    const auto& shape = e.extents();
    require_square(operation, shape);
    using E = std::remove_const_t<decltype(e)>;
    if constexpr (Symmetric && is_small_square<E>()) {
      constexpr index_t n = E::extents_type::statics[0];
      using T = typename small_elements<E>::T;
      small_elements<E> of(e);
      small_result<T, deduced_order<X const&>, n> values{};
      small_result<T, deduced_order<X const&>, n, n> vectors{};
      T rows[std::size_t(Vectors ? n * n : 1)]{};
      if (small_eigen<int(n), Vectors>(of.values, values.values, rows)) {
        if constexpr (Vectors) {
          for (index_t i = 0; i < n; ++i)
            for (index_t j = 0; j < n; ++j)
              vectors.values[i * n + j] = rows[j * n + i];
          return linalg::eigh_result(values.take(), vectors.take());
        } else {
          return values.take();
        }
      }
    }
    return eigen_of<Symmetric, Vectors, linear_t<X>, deduced_order<X const&>>(operation, shape, e);
  }
}
template <bool Symmetric, bool Vectors, class A, class B>
WEFT_FN auto eigen_of_pair(char const* operation, A const& a, B const& b) {
  if constexpr (takes_matrices<A>() && takes_matrices<B>()) {
    using T = promote_t<linear_t<A>, linear_t<B>>;
    const auto ea = capture(a);
    const auto eb = capture(b);
    return eigen_of<Symmetric, Vectors, T, deduced_order<A const&>>(
        operation, pair_extents(operation, ea.extents(), eb.extents()), ea, eb);
  }
}

} // namespace detail

namespace linalg {

/// auto [values, vectors] = eigh(a) of a symmetric or Hermitian matrix, of which the lower triangle is read: real
/// values, ascending, and orthonormal vectors in the columns, so that a = vectors diag(values) vectors^H. About 4 n^3
/// multiplications and additions; LAPACK's syevd or heevd. linalg_error where it does not converge. One matrix of
/// floats or doubles of static shape, up to 8 x 8, in registers, in builds without LAPACK and in constant expressions
/// too: by rotations up to 3 x 3, else by implicit steps (linalg/small_eigen.hpp). Batches of 2 x 2 to 8 x 8 by
/// rotations. Errors of values are roundings of the largest one; vectors are orthonormal to roundings, also of values
/// that are equal or nearly so.
template <Tensorial X>
[[nodiscard]] WEFT_FN constexpr auto eigh(X const& a) {
  return detail::eigen_of_one<true, true>("linalg::eigh", a);
}
/// The values alone. About 2 n^3 / 3 multiplications and additions.
template <Tensorial X>
[[nodiscard]] WEFT_FN constexpr auto eigvalsh(X const& a) {
  return detail::eigen_of_one<true, false>("linalg::eigvalsh", a);
}

/// auto [values, vectors] = eigh(a, b): a vectors = b vectors diag(values), where a is symmetric or Hermitian, b also
/// positive definite, and of both the lower triangles are read: real values, ascending, and vectors^H b vectors = 1.
/// Batches are broadcast. About 8 n^3 multiplications and additions; LAPACK's sygvd or hegvd, by the Cholesky factor of
/// b, so that small values of an ill-conditioned b lose digits. linalg_error where b is not positive definite.
template <Tensorial A, Tensorial B>
[[nodiscard]] WEFT_FN auto eigh(A const& a, B const& b) {
  return detail::eigen_of_pair<true, true>("linalg::eigh", a, b);
}
/// The values alone. About 2 n^3 multiplications and additions.
template <Tensorial A, Tensorial B>
[[nodiscard]] WEFT_FN auto eigvalsh(A const& a, B const& b) {
  return detail::eigen_of_pair<true, false>("linalg::eigvalsh", a, b);
}

/// auto [values, vectors] = eig(a) of any square matrix: complex, also where a is real; vectors of 2-norm 1 in the
/// columns, so that a vectors = vectors diag(values). The values are in no order; those of a real matrix come in
/// conjugate pairs, the positive imaginary part first. A defective matrix has vectors that repeat, to rounding. About
/// 25 n^3 multiplications and additions; LAPACK's geev. linalg_error where it does not converge.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto eig(X const& a) {
  return detail::eigen_of_one<false, true>("linalg::eig", a);
}
/// The values alone. About 10 n^3 multiplications and additions.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto eigvals(X const& a) {
  return detail::eigen_of_one<false, false>("linalg::eigvals", a);
}

/// auto [values, vectors] = eig(a, b) of any square matrices: a vectors = b vectors diag(values), complex, with
/// vectors of 2-norm 1. Where b is singular there are infinite values, (inf, 0), and b times their vectors is 0. Where
/// a - w b is singular for each w, a value is NaN, and the others may be any. The values are in no order; those of
/// real matrices come in conjugate pairs. Batches are broadcast. About 40 n^3 multiplications and additions; LAPACK's
/// ggev. linalg_error where it does not converge.
template <Tensorial A, Tensorial B>
[[nodiscard]] WEFT_FN auto eig(A const& a, B const& b) {
  return detail::eigen_of_pair<false, true>("linalg::eig", a, b);
}
/// The values alone. About 20 n^3 multiplications and additions.
template <Tensorial A, Tensorial B>
[[nodiscard]] WEFT_FN auto eigvals(A const& a, B const& b) {
  return detail::eigen_of_pair<false, false>("linalg::eigvals", a, b);
}

} // namespace linalg
} // namespace weft
