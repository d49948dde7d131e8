#pragma once
#include <weft/linalg/batch.hpp>

namespace weft {

namespace detail {
/// Matrices n x n, column by column. With `vectors` they become the vectors, else they are overwritten.
WEFT_API void symmetric_eigenvalues(char const* operation, dtype type, void* matrices, index_t count, index_t n,
                                    bool vectors, void* values);
/// Matrices n x n, column by column, which are overwritten; complex values, and vectors, column by column, or null.
WEFT_API void general_eigenvalues(char const* operation, dtype type, void* matrices, index_t count, index_t n,
                                  void* values, void* vectors);
} // namespace detail

namespace linalg {

/// What eigh returns.
template <class W, class V>
struct eigh_result {
  W values;
  V vectors;

  WEFT_INLINE eigh_result(W&& w, V&& v) : values(static_cast<W&&>(w)), vectors(static_cast<V&&>(v)) {}
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

/// auto [values, vectors] = eigh(a) of a symmetric or Hermitian matrix, of which the lower triangle is read: real
/// values, ascending, and orthonormal vectors in the columns, so that a = vectors diag(values) vectors^H. About 4 n^3
/// multiplications and additions; LAPACK's syevd or heevd. linalg_error where it does not converge.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto eigh(X const& a) {
  if constexpr (detail::takes_matrices<X>()) {
    using T = detail::linear_t<X>;
    using Order = detail::deduced_order<X const&>;
    const auto e = detail::capture(a);
    auto const& shape = e.extents();
    using E = std::remove_cvref_t<decltype(shape)>;
    const detail::matrix_batch b("linalg::eigh", shape, true);
    const auto of_values = detail::ending_in<detail::static_columns<E>>(shape, b.columns);
    detail::batch_result<detail::real_t<T>, std::remove_const_t<decltype(of_values)>, Order> values(of_values, 1, true);
    detail::batch_result<T, E, Order> vectors(shape, 2, false);
    detail::pack_matrices(vectors.data(), shape, 2, false, e);
    detail::symmetric_eigenvalues("linalg::eigh", dtype_of<T>, vectors.data(), b.count, b.rows, true, values.data());
    return eigh_result(values.take(), vectors.take());
  }
}
/// The values alone. About 2 n^3 / 3 multiplications and additions.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto eigvalsh(X const& a) {
  if constexpr (detail::takes_matrices<X>()) {
    using T = detail::linear_t<X>;
    using Order = detail::deduced_order<X const&>;
    const auto e = detail::capture(a);
    using E = std::remove_cvref_t<decltype(e.extents())>;
    const detail::matrix_batch b("linalg::eigvalsh", e.extents(), true);
    const auto of_values = detail::ending_in<detail::static_columns<E>>(e.extents(), b.columns);
    detail::batch_result<detail::real_t<T>, std::remove_const_t<decltype(of_values)>, Order> values(of_values, 1, true);
    const auto work = detail::packed_copy<T>(e, false);
    detail::symmetric_eigenvalues("linalg::eigvalsh", dtype_of<T>, work.data(), b.count, b.rows, false, values.data());
    return values.take();
  }
}

/// auto [values, vectors] = eig(a) of any square matrix: complex, also where a is real; vectors of 2-norm 1 in the
/// columns, so that a vectors = vectors diag(values). The values are in no order; those of a real matrix come in
/// conjugate pairs, the positive imaginary part first. A defective matrix has vectors that repeat, to rounding. About
/// 25 n^3 multiplications and additions; LAPACK's geev. linalg_error where it does not converge.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto eig(X const& a) {
  if constexpr (detail::takes_matrices<X>()) {
    using T = detail::linear_t<X>;
    using C = std::complex<detail::real_t<T>>;
    using Order = detail::deduced_order<X const&>;
    const auto e = detail::capture(a);
    auto const& shape = e.extents();
    using E = std::remove_cvref_t<decltype(shape)>;
    const detail::matrix_batch b("linalg::eig", shape, true);
    const auto of_values = detail::ending_in<detail::static_columns<E>>(shape, b.columns);
    detail::batch_result<C, std::remove_const_t<decltype(of_values)>, Order> values(of_values, 1, true);
    detail::batch_result<C, E, Order> vectors(shape, 2, false);
    const auto work = detail::packed_copy<T>(e, false);
    detail::general_eigenvalues("linalg::eig", dtype_of<T>, work.data(), b.count, b.rows, values.data(),
                                vectors.data());
    return eig_result(values.take(), vectors.take());
  }
}
/// The values alone. About 10 n^3 multiplications and additions.
template <Tensorial X>
[[nodiscard]] WEFT_FN auto eigvals(X const& a) {
  if constexpr (detail::takes_matrices<X>()) {
    using T = detail::linear_t<X>;
    using C = std::complex<detail::real_t<T>>;
    using Order = detail::deduced_order<X const&>;
    const auto e = detail::capture(a);
    using E = std::remove_cvref_t<decltype(e.extents())>;
    const detail::matrix_batch b("linalg::eigvals", e.extents(), true);
    const auto of_values = detail::ending_in<detail::static_columns<E>>(e.extents(), b.columns);
    detail::batch_result<C, std::remove_const_t<decltype(of_values)>, Order> values(of_values, 1, true);
    const auto work = detail::packed_copy<T>(e, false);
    detail::general_eigenvalues("linalg::eigvals", dtype_of<T>, work.data(), b.count, b.rows, values.data(), nullptr);
    return values.take();
  }
}

} // namespace linalg
} // namespace weft
