#pragma once
#include <weft/linalg/svds.hpp>
#include <weft/sparse/arithmetic.hpp>
#include <weft/sparse/solve.hpp>

// A sparse matrix may stand where linalg::cg, bicgstab, gmres, lsqr, eigsh and svds take a matrix: linalg::cg(s, b).
// The elements of the result have the common type of s and b, as for a dense matrix. Values of that type are read where
// they lie, and others are converted once. Products take no memory. With csr they run in as many threads as pay, and
// products with the adjoint, for lsqr and svds, in one; with csc it is the other way round. svds reads the matrix once
// for each of its vectors. For linalg::nearest, eigsh factors a copy of the matrix, by lu_factor.
namespace weft::detail {

/// A sparse matrix that an iterative method multiplies by, in the type T. It borrows the values if they have this type.
template <class T, Sparse S>
class sparse_operand {
  using index = sparse_index<S>;
  using kernels = compressed_kernels<T, index>;
  static constexpr bool by_rows = has_rows<sparse_order<S>>;

public:
  WEFT_FN explicit sparse_operand(S const& s) : s_(&s), values_(s.values()) {}

  [[nodiscard]] WEFT_FN index_t extent(index_t k) const { return s_->extent(k); }
  template <bool Adjoint>
  [[nodiscard]] WEFT_FN erased_operator erased() const {
    return {this, &apply<Adjoint>, nullptr, {}};
  }

private:
  template <bool Adjoint>
  WEFT_FN static void apply(void const* self, index_t count, void const* from, void* to) {
    auto const& me = *static_cast<sparse_operand const*>(self);
    index_t const n = me.extent(Adjoint ? 0 : 1), m = me.extent(Adjoint ? 1 : 0);
    compressed_matrix<T, index> const a{structure_of(*me.s_), me.values_.data(), Adjoint && is_complex<T>};
    kernels::multiply_dense(a, by_rows == Adjoint, T(1), {static_cast<T const*>(from), {n, count, 1, n}}, T(0),
                            {static_cast<T*>(to), {m, count, 1, m}});
  }

  S const* s_;
  std::conditional_t<std::is_same_v<sparse_value<S>, T>, view<T const, 1, row_major>, tensor<T, 1>> values_;
};

template <Sparse S>
struct matrix_form<S> {
  static constexpr bool exists = true;
  using value_type = sparse_value<S>;
  template <class T>
  WEFT_FN static sparse_operand<T, S> in_memory(S const& s) {
    return sparse_operand<T, S>(s);
  }
  template <class T>
  WEFT_FN static auto factors_of_shifted(char const* operation, S const& s, T shift) {
    using matrix = sparse<T, sparse_order<S>, sparse_index<S>>;
    auto const identity = sparse_identity<T, sparse_order<S>, sparse_index<S>>(s.extent(0));
    decltype(auto) of_type = as_sparse<matrix>(s);
    return linalg::sparse_lu_factorisation<T>(at_once{}, of_type - shift * identity, operation);
  }
};

} // namespace weft::detail
