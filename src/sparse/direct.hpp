#pragma once
#include "linalg/lapack/call.hpp"
#include "sparse/built_with.hpp"

#include <weft/sparse/solve.hpp>

#include <memory>
#include <utility>
#include <vector>

// Private to src: what each direct method makes of a structure, and then of values.
namespace weft::detail {

using number = std::int32_t; ///< of a row or column
inline std::size_t at(index_t k) {
  return static_cast<std::size_t>(k);
}

/// The places of the entries of an n x n matrix, to which later ones are compared.
struct kept_structure {
  index_t n = 0;
  bool by_rows = true; ///< lines are rows
  std::vector<index_t> offsets;
  std::vector<number> indices;

  index_t entries() const { return offsets[at(n)]; }
  index_t first_of(index_t line) const { return offsets[at(line)]; }
  index_t end_of(index_t line) const { return offsets[at(line) + 1]; }
  number index(index_t entry) const { return indices[at(entry)]; }
};

/// Factors of one matrix.
template <class T>
class numeric_factors {
public:
  numeric_factors() = default;
  numeric_factors(numeric_factors const&) = delete;
  numeric_factors& operator=(numeric_factors const&) = delete;
  virtual ~numeric_factors() = default;

  /// x = the inverse times x, for columns of n elements behind each other.
  virtual void solve(lapack_call const& call, T* x, index_t columns) const = 0;
  /// The numbers whose product is the determinant.
  virtual std::vector<T> pivots() const = 0;
  virtual index_t entries() const = 0;
};

/// The numbers of a matrix that has no inverse: solve() says why.
template <class T>
class singular_factors final : public numeric_factors<T> {
public:
  singular_factors(std::string reason, index_t position) : reason_(std::move(reason)), position_(position) {}
  void solve(lapack_call const& call, T*, index_t) const override { throw_linalg(call, reason_, position_); }
  std::vector<T> pivots() const override { return {T(0)}; }
  index_t entries() const override { return 0; }

private:
  std::string reason_;
  index_t position_;
};

/// The order in which a structure is eliminated.
template <class T>
class symbolic_factors {
public:
  explicit symbolic_factors(kept_structure&& s) : structure_(std::move(s)) {}
  symbolic_factors(symbolic_factors const&) = delete;
  symbolic_factors& operator=(symbolic_factors const&) = delete;
  virtual ~symbolic_factors() = default;

  kept_structure const& structure() const { return structure_; }
  virtual std::shared_ptr<numeric_factors<T> const> factor(lapack_call const& call, T const* values) const = 0;

private:
  kept_structure structure_;
};

template <class T>
using symbolic_ref = std::shared_ptr<symbolic_factors<T> const>;
template <class T>
symbolic_ref<T> analyse_lu(lapack_call const& call, kept_structure&& s);
template <class T>
symbolic_ref<T> analyse_cholesky(kept_structure&& s);
/// For double and its complex, where has_cholmod().
template <class T>
symbolic_ref<T> analyse_by_cholmod(lapack_call const& call, kept_structure&& s);
[[noreturn]] inline void throw_not_definite(lapack_call const& call, index_t row) {
  throw_linalg(call, "the matrix is not positive definite, seen at row " + std::to_string(row), row);
}

/// Why no values make a matrix of this structure regular; an empty text where some do.
struct structural_defect {
  std::string reason;
  index_t position = -1;
};
structural_defect find_defect(kept_structure const& s);
/// True if for each entry there is one at the transposed place, and all of the diagonal.
bool is_symmetric_with_diagonal(kept_structure const& s);

/// order[k]: which row and column is eliminated as number k, so that few entries fill up. The lower triangle of a
/// symmetric structure, in lines.
std::vector<number> elimination_order(index_t n, std::vector<index_t> const& offsets,
                                      std::vector<number> const& indices);
/// By SuperLU's minimum degree; empty where there is no SuperLU, or its integers are too small.
std::vector<number> superlu_order(index_t n, std::vector<index_t> const& offsets, std::vector<number> const& indices);
std::vector<number> reverse_cuthill_mckee(index_t n, std::vector<index_t> const& offsets,
                                          std::vector<number> const& indices);

} // namespace weft::detail
