#pragma once
#include "linalg/lapack/call.hpp"
#include "sparse/built_with.hpp"

#include <weft/sparse/solve.hpp>

#include <memory>
#include <utility>
#include <vector>

// Private to src: the steps of each direct method. It analyses a structure, then factors values, then solves.
namespace weft::detail {

using number = std::int32_t; ///< the number of a row or column
inline std::size_t at(index_t k) {
  return static_cast<std::size_t>(k);
}

/// A copy of the places of the entries of an n x n matrix. The structure of a later matrix is compared with it.
struct kept_structure {
  index_t n = 0;
  bool by_rows = true; ///< lines are rows; else columns
  std::vector<index_t> offsets;
  std::vector<number> indices;

  index_t entries() const { return offsets[at(n)]; }
  index_t first_of(index_t line) const { return offsets[at(line)]; }
  index_t end_of(index_t line) const { return offsets[at(line) + 1]; }
  number index(index_t entry) const { return indices[at(entry)]; }
};

/// The factors of one matrix.
template <class T>
class numeric_factors {
public:
  numeric_factors() = default;
  numeric_factors(numeric_factors const&) = delete;
  numeric_factors& operator=(numeric_factors const&) = delete;
  virtual ~numeric_factors() = default;

  /// Replaces x by the inverse times x, for columns of n elements, one after the other.
  virtual void solve(lapack_call const& call, T* x, index_t columns) const = 0;
  /// Returns the numbers whose product is the determinant.
  virtual std::vector<T> pivots() const = 0;
  virtual index_t entries() const = 0;
};

/// Stands for the factors of a matrix without inverse: solve() throws the reason, and the determinant is 0.
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

/// A structure and the order in which it is eliminated. factor() factors matrices of this structure.
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
/// For double and std::complex<double>. Called only if has_cholmod().
template <class T>
symbolic_ref<T> analyse_by_cholmod(lapack_call const& call, kept_structure&& s);
[[noreturn]] inline void throw_not_definite(lapack_call const& call, index_t row) {
  throw_linalg(call, "the matrix is not positive definite, seen at row " + std::to_string(row), row);
}

/// The reason why a matrix of this structure is singular for any values. position == -1: there is no such reason.
struct structural_defect {
  std::string reason;
  index_t position = -1;
};
structural_defect find_defect(kept_structure const& s);
/// Returns true if all diagonal elements are entries, and the transposed place of each entry is one.
bool is_symmetric_with_diagonal(kept_structure const& s);

/// Returns the order of elimination, in which few zeros fill up: order[k] is the row and column that is eliminated as
/// number k. `offsets` and `indices` give the lower triangle of a symmetric structure by lines.
std::vector<number> elimination_order(index_t n, std::vector<index_t> const& offsets,
                                      std::vector<number> const& indices);
/// Returns SuperLU's order of minimum degree; an empty one without SuperLU, or if its integers are too small.
std::vector<number> superlu_order(index_t n, std::vector<index_t> const& offsets, std::vector<number> const& indices);
std::vector<number> reverse_cuthill_mckee(index_t n, std::vector<index_t> const& offsets,
                                          std::vector<number> const& indices);

} // namespace weft::detail
