#include "eigen_linalg.hpp"

#if __has_include(<Eigen/Dense>)
#include <Eigen/Dense>

struct eigen_linalg::matrix {
  Eigen::MatrixXd a;
};
using vector = Eigen::VectorXd;

bool const eigen_linalg::is_there = true;

eigen_linalg::eigen_linalg(double const* a, std::ptrdiff_t n)
    : a_(std::make_unique<matrix>(matrix{Eigen::Map<Eigen::MatrixXd const>(a, n, n)})) {}
eigen_linalg::~eigen_linalg() = default;

void eigen_linalg::solve(double const* b, double* x) const {
  const auto n = a_->a.rows();
  Eigen::Map<vector>(x, n) = a_->a.partialPivLu().solve(Eigen::Map<vector const>(b, n));
}
void eigen_linalg::cholesky(double* diagonal) const {
  const Eigen::MatrixXd l = a_->a.llt().matrixL();
  Eigen::Map<vector>(diagonal, a_->a.rows()) = l.diagonal();
}
void eigen_linalg::eigenvalues(double* values) const {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(a_->a, Eigen::EigenvaluesOnly);
  Eigen::Map<vector>(values, a_->a.rows()) = solver.eigenvalues();
}
#else
struct eigen_linalg::matrix {};

bool const eigen_linalg::is_there = false;

eigen_linalg::eigen_linalg(double const*, std::ptrdiff_t) {}
eigen_linalg::~eigen_linalg() = default;
void eigen_linalg::solve(double const*, double*) const {}
void eigen_linalg::cholesky(double*) const {}
void eigen_linalg::eigenvalues(double*) const {}
#endif
