// Sparse matrices by Eigen, a program of its own: its products with csr run in the threads of OpenMP, which the dense
// questions are asked without.
#include "sparse.hpp"

#include <Eigen/IterativeLinearSolvers>
#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>

namespace {

using namespace Eigen;
using peer::run;
using csr_matrix = SparseMatrix<double, RowMajor>;
using csc_matrix = SparseMatrix<double>;
/// Eight numbers of a row lie side by side, as others see them.
using many_vectors = Matrix<double, Dynamic, Dynamic, RowMajor>;

template <class S>
S stored(peer::compressed const& a) {
  return Map<const S>(a.rows, a.rows, a.entries(), a.offsets.data(), a.indices.data(), a.values.data());
}
csr_matrix rows_of(run const& r) {
  return stored<csr_matrix>(peer::matrix(r));
}
VectorXd operand(int k, long n) {
  VectorXd a(n);
  peer::fill(k, a.data(), n);
  return a;
}

void times_vector(run& r, auto const& a) {
  const VectorXd x = operand(1, a.cols());
  VectorXd y(a.rows());
  r(y.size(), [&] { y.noalias() = a * x; }, y);
}
void csr(run& r) {
  times_vector(r, rows_of(r));
}
void csc(run& r) {
  times_vector(r, stored<csc_matrix>(peer::turned(peer::matrix(r))));
}
void transposed(run& r) {
  const csr_matrix a = rows_of(r);
  const VectorXd x = operand(1, a.rows());
  VectorXd y(a.cols());
  r(y.size(), [&] { y.noalias() = a.transpose() * x; }, y);
}
void columns(run& r) {
  const csr_matrix a = rows_of(r);
  many_vectors x(a.cols(), peer::right_sides), y(a.rows(), peer::right_sides);
  peer::fill(1, x.data(), x.size());
  r(y.size(), [&] { y.noalias() = a * x; }, y);
}

/// f() makes a matrix each time.
void compare_matrix(run& r, auto f) {
  csr_matrix c = f();
  VectorXd values;
  r(
      c.nonZeros(), [&]() -> auto& { return c = f(); },
      [&](csr_matrix const& s) { values = Map<const VectorXd>(s.valuePtr(), s.nonZeros()); }, values);
}
std::vector<Triplet<double>> listed(peer::entry_list const& list) {
  std::vector<Triplet<double>> t;
  for (std::size_t e = 0; e < list.value.size(); ++e)
    t.emplace_back(list.row[e], list.column[e], list.value[e]);
  return t;
}
void from_triplets(run& r) {
  const peer::entry_list list = peer::entries(peer::structure_of(r), r.size);
  const auto t = listed(list);
  compare_matrix(r, [&] {
    csr_matrix a(list.rows, list.rows);
    a.setFromTriplets(t.begin(), t.end());
    return a;
  });
}
void sparse_sum(run& r, long n) {
  const auto a = stored<csr_matrix>(peer::matrix("laplacian", n));
  const auto b = stored<csr_matrix>(peer::matrix("convection", n));
  compare_matrix(r, [&] { return csr_matrix(a + b); });
}
void times_itself(run& r) {
  const csr_matrix a = rows_of(r);
  compare_matrix(r, [&] { return csr_matrix(a * a); });
}
/// It keeps no structure: triplets are made each time.
void assembly(run& r, long n) {
  const peer::mesh m(n);
  const std::vector<double> blocks = m.list(true).value;
  std::vector<Triplet<double>> t;
  t.reserve(blocks.size());
  compare_matrix(r, [&] {
    t.clear();
    for (long e = 0; e < m.triangles; ++e)
      for (long k = 0; k < 3; ++k)
        for (long l = 0; l < 3; ++l)
          t.emplace_back(m.corners[std::size_t(3 * e + k)], m.corners[std::size_t(3 * e + l)],
                         blocks[std::size_t(9 * e + 3 * k + l)]);
    csr_matrix a(m.points, m.points);
    a.setFromTriplets(t.begin(), t.end());
    return a;
  });
}

void jacobi_cg(run& r, long n) {
  const auto a = stored<csr_matrix>(peer::matrix("laplacian", n));
  const VectorXd b = operand(1, a.rows());
  ConjugateGradient<csr_matrix, Lower | Upper> method;
  method.setMaxIterations(peer::jacobi_steps);
  method.setTolerance(1e-30);
  method.compute(a);
  VectorXd x;
  r(b.size(), [&] { x = method.solve(b); }, x);
}
void cholesky_factors(run& r) {
  const auto a = stored<csc_matrix>(peer::matrix(r)); // which is symmetric
  const VectorXd b = operand(1, a.rows());
  VectorXd x;
  r(b.size(), [&] { x = SimplicialLLT<csc_matrix>(a).solve(b); }, x);
}
void cholesky_solution(run& r) {
  const auto a = stored<csc_matrix>(peer::matrix(r));
  const VectorXd b = operand(1, a.rows());
  const SimplicialLLT<csc_matrix> factors(a);
  VectorXd x;
  r(b.size(), [&] { x = factors.solve(b); }, x);
}

} // namespace

int main() {
  peer::book book;
  peer::add_structures(book, "csr", peer::structures, csr);
  peer::add_structures(book, "csc", peer::structures, csc);
  peer::add_structures(book, "columns", peer::structures, columns);
  peer::add_structures(book, "turned", peer::structures, transposed);
  peer::add_structures(book, "triplets", peer::structures, from_triplets);
  peer::add_structures(book, "square", peer::structures, times_itself);
  book.add("sparse_sum", sparse_sum);
  book.add("assembly", assembly);
  book.add("jacobi_cg", jacobi_cg);
  peer::add_structures(book, "cholesky", peer::structures, cholesky_factors);
  peer::add_structures(book, "cholsolve", peer::structures, cholesky_solution);
  return book.serve("Eigen", std::to_string(EIGEN_WORLD_VERSION) + "." + std::to_string(EIGEN_MAJOR_VERSION) + "." +
                                 std::to_string(EIGEN_MINOR_VERSION));
}
