// Cholesky's factors by CHOLMOD of SuiteSparse, with the BLAS of the system.
#include "sparse.hpp"

#include <cholmod.h>

namespace {

using peer::block, peer::run;

class problem {
public:
  explicit problem(run& r) : a_(peer::matrix(r)), b_(1, a_.rows) {
    cholmod_start(&common_);
    const auto n = std::size_t(a_.rows);
    matrix_ = {};
    matrix_.nrow = matrix_.ncol = n;
    matrix_.nzmax = a_.values.size();
    matrix_.p = a_.offsets.data();
    matrix_.i = a_.indices.data();
    matrix_.x = a_.values.data();
    matrix_.stype = -1; // the lower triangle, of columns that are also rows
    matrix_.itype = CHOLMOD_INT;
    matrix_.xtype = CHOLMOD_REAL;
    matrix_.dtype = CHOLMOD_DOUBLE;
    matrix_.sorted = matrix_.packed = 1;
    right_ = {n, 1, n, n, b_.data(), nullptr, CHOLMOD_REAL, CHOLMOD_DOUBLE};
  }
  problem(problem const&) = delete;
  ~problem() {
    cholmod_free_dense(&x_, &common_);
    cholmod_free_factor(&factor_, &common_);
    cholmod_finish(&common_);
  }
  void factor() {
    cholmod_free_factor(&factor_, &common_);
    factor_ = cholmod_analyze(&matrix_, &common_);
    cholmod_factorize(&matrix_, factor_, &common_);
  }
  double const* solve() {
    cholmod_free_dense(&x_, &common_);
    x_ = cholmod_solve(CHOLMOD_A, factor_, &right_, &common_);
    return static_cast<double const*>(x_->x);
  }
  long rows() const { return a_.rows; }

private:
  peer::compressed a_;
  block<double> b_;
  cholmod_common common_;
  cholmod_sparse matrix_;
  cholmod_dense right_;
  cholmod_factor* factor_ = nullptr;
  cholmod_dense* x_ = nullptr;
};

void answer(run& r, bool factors) {
  problem p(r);
  p.factor();
  block<double> x(p.rows());
  r(
      p.rows(),
      [&] {
        if (factors)
          p.factor();
        return p.solve();
      },
      [&](double const* found) { std::copy_n(found, p.rows(), x.data()); }, x);
}

} // namespace

int main() {
  peer::book book;
  peer::add_structures(book, "cholesky", peer::structures, [](run& r) { answer(r, true); });
  peer::add_structures(book, "cholsolve", peer::structures, [](run& r) { answer(r, false); });
  return book.serve("CHOLMOD", std::to_string(CHOLMOD_MAIN_VERSION) + "." + std::to_string(CHOLMOD_SUB_VERSION));
}
