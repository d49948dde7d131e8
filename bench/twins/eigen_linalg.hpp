#pragma once
#include <cstddef>
#include <memory>

/// A matrix of n x n doubles, column by column, and what Eigen makes of it; compiled with Eigen's flags.
class eigen_linalg {
public:
  static bool const is_there;

  eigen_linalg(double const* a, std::ptrdiff_t n);
  eigen_linalg(eigen_linalg const&) = delete;
  eigen_linalg& operator=(eigen_linalg const&) = delete;
  ~eigen_linalg();
  void solve(double const* b, double* x) const;
  void cholesky(double* diagonal) const;
  void eigenvalues(double* values) const;

private:
  struct matrix;
  std::unique_ptr<matrix> a_;
};
