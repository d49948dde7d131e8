// Small matrices, contractions and iterative methods by Eigen: its algorithms alone, without storage of their own.
#include "linalg.hpp"

#include <Eigen/Dense>
#include <Eigen/IterativeLinearSolvers>
#include <Eigen/SparseCore>

#include <utility>

namespace {

using namespace Eigen;
using peer::run;
using matrix = MatrixXd; // its columns are the rows that others see
template <int N>
using square = Matrix<double, N, N>;

template <int N>
square<N> small_matrix() {
  square<N> a;
  peer::fill_matrix(0, a.data(), N);
  return a;
}
template <class C, class... Extents>
C operand(int k, Extents... extents) {
  C a(extents...);
  peer::fill(k, a.data(), long(a.size()));
  return a;
}

void small_det(run& r, long n) {
  peer::with_size(n, [&]<int N> {
    const auto a = small_matrix<N>();
    double det = 0;
    r(1, [&] { det = a.determinant(); }, det);
  });
}
void small_inverse(run& r, long n) {
  peer::with_size(n, [&]<int N> {
    const auto a = small_matrix<N>();
    square<N> x;
    r(N * N, [&] { x = a.inverse(); }, x);
  });
}
void small_solve(run& r, long n) {
  peer::with_size(n, [&]<int N> {
    const auto a = small_matrix<N>();
    Matrix<double, N, 1> b, x;
    peer::fill(1, b.data(), N);
    r(N, [&] { x = a.partialPivLu().solve(b); }, x);
  });
}
void small_eigen(run& r, long n) {
  peer::with_size(n, [&]<int N> {
    const auto a = small_matrix<N>();
    Matrix<double, N, 1> values;
    square<N> vectors;
    r(
        N,
        [&] {
          SelfAdjointEigenSolver<square<N>> e(a);
          values = e.eigenvalues();
          vectors = e.eigenvectors();
          peer::need(vectors.data());
        },
        values);
  });
}

/// f of each matrix and its number.
template <int N, class F>
void each(peer::block<double> const& a, F f) {
  for (long k = 0; k < peer::many; ++k)
    f(Map<const square<N>>(a.data() + k * N * N), k);
}
void many_det(run& r, long n) {
  peer::with_size(n, [&]<int N> {
    const auto a = peer::matrices(N);
    peer::block<double> det(peer::many);
    r(peer::many, [&] { each<N>(a, [&](auto const& x, long k) { det[std::size_t(k)] = x.determinant(); }); }, det);
  });
}
void many_inverse(run& r, long n) {
  peer::with_size(n, [&]<int N> {
    const auto a = peer::matrices(N);
    peer::block<double> to(peer::many * N * N);
    r(
        peer::many * N * N,
        [&] { each<N>(a, [&](auto const& x, long k) { Map<square<N>>(to.data() + k * N * N) = x.inverse(); }); }, to);
  });
}
void many_solve(run& r, long n) {
  peer::with_size(n, [&]<int N> {
    using vector = Matrix<double, N, 1>;
    const auto a = peer::matrices(N);
    peer::block<double> b(1, peer::many * N), to(peer::many * N);
    r(
        peer::many * N,
        [&] {
          each<N>(a, [&](auto const& x, long k) {
            Map<vector>(to.data() + k * N) = x.partialPivLu().solve(Map<const vector>(b.data() + k * N));
          });
        },
        to);
  });
}
void many_eigen(run& r, long n) {
  peer::with_size(n, [&]<int N> {
    const auto a = peer::matrices(N);
    peer::block<double> values(peer::many * N), vectors(peer::many * N * N);
    r(
        peer::many * N,
        [&] {
          each<N>(a, [&](auto const& x, long k) {
            SelfAdjointEigenSolver<square<N>> e(x);
            Map<Matrix<double, N, 1>>(values.data() + k * N) = e.eigenvalues();
            Map<square<N>>(vectors.data() + k * N * N) = e.eigenvectors();
          });
          peer::need(vectors.data());
        },
        values);
  });
}

void relu_product(run& r, long n) {
  const auto a = operand<matrix>(0, n, n), b = operand<matrix>(1, n, n);
  const auto bias = operand<VectorXd>(2, n);
  matrix c(n, n);
  r(
      n * n,
      [&] {
        c.noalias() = b * a;
        c = ((c.array() - double(n)).colwise() + bias.array()).max(0.0);
      },
      c);
}

void cg_method(run& r, long n) {
  auto b = operand<VectorXd>(0, n * n);
  SparseMatrix<double> a(n * n, n * n);
  std::vector<Triplet<double>> entries;
  const auto is_inside = [n](long i, long j) { return i > 0 && j > 0 && i < n - 1 && j < n - 1; };
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      const long k = i * n + j;
      if (!is_inside(i, j)) {
        b[k] = 0;
        continue;
      }
      entries.emplace_back(k, k, 4.0);
      for (const auto [down, right] : {std::pair(-1, 0), std::pair(1, 0), std::pair(0, -1), std::pair(0, 1)})
        if (is_inside(i + down, j + right))
          entries.emplace_back(k, k + down * n + right, -1.0);
    }
  a.setFromTriplets(entries.begin(), entries.end());
  ConjugateGradient<SparseMatrix<double>, Lower | Upper, IdentityPreconditioner> method;
  method.setMaxIterations(peer::cg_steps);
  method.setTolerance(1e-30);
  method.compute(a);
  VectorXd u;
  r(n * n, [&] { u = method.solve(b); }, u);
}

} // namespace

void add_linalg(peer::book& book) {
  book.add("small_det", small_det);
  book.add("small_inverse", small_inverse);
  book.add("small_solve", small_solve);
  book.add("small_eigen", small_eigen);
  book.add("many_det", many_det);
  book.add("many_inverse", many_inverse);
  book.add("many_solve", many_solve);
  book.add("many_eigen", many_eigen);
  book.add("relu_product", relu_product);
  book.add("cg_method", cg_method);
}
