// doc/reference: Sparse matrices
#include "show.hpp"

#include <weft/sparse.hpp>
#include <weft/sparse/gradients.hpp>

using namespace weft;

void sparse_matrices() {
  RUN(entries.size(), triplets<double> entries(3, 3); entries.reserve(6); entries.add(0, 0, 4); entries.add(0, 2, 1);
      entries.add(1, 1, 2); entries.add(2, 0, 1); entries.add(2, 2, 5); entries.add(1, 1, 1));
  RUN(to_dense(s), sparse<double> s(entries));
  RUN(entries.size(), triplets<double> own(3, 3); own.resize(1); own.set(0, 2, 2, 7); entries.append(own));
  RUN(entries.size(), entries.clear());
  // [operands of sparse matrices]
  tensor<double, 1> x{1, 2, 3};
  tensor<int, 1> offsets{0, 1, 3}, indices{2, 1, 0};
  tensor<double, 1> values{5, 6, 7};
  tensor<int, 1> i{2, 1, 0};
  // [end]
  SHOW(sparse<double>(shape(2, 3), offsets, indices, values).values());
  SHOW(s.values());
  SHOW(s.indices());
  SHOW(s.offsets());
  SHOW(s.nonzeros());
  RUN(v(0, 0), sparse_view<double> v(s));
  SHOW(borrow_sparse(s.shape(), s.offsets(), s.indices(), s.values()).nonzeros());
  SHOW(Sparse<sparse<double>>);
  SHOW(to_dense(to_sparse(tensor<double, 2>{{0, 3}, {0.001, 0}}, 0.01)));
  SHOW(to_dense(sparse_identity(2)));
  SHOW(to_dense(sparse_diagonals(tensor<double, 2>{{1, 2, 3}, {7, 8, 9}}, {0, 1}, 3, 3)));
  SHOW(matmul(s, x));
  SHOW(matmul(transpose(s), x));
  SHOW(to_dense(matmul(s, s)));
  SHOW(to_dense(s + 2.0 * transpose(s)));
  SHOW(to_dense(s * x));
  RUN(to_dense(grown), sparse<double> grown = s; grown += transpose(s));
  RUN(to_dense(grown), grown *= 0.5; grown -= s; grown /= 2.0);
  SHOW(sum(s, 0));
  SHOW(diag(s));
  SHOW(to_dense(take(s, i, 0)));
  SHOW(to_dense(kron(sparse_identity(2), to_sparse(tensor<double, 2>{{0, 5}}))));
  SHOW(without_zeros(s, 1.5).nonzeros());
  SHOW(to_dense(with_values(s, tensor<double, 1>{1, 2, 3, 4, 5})));
  SHOW(to_string(s));
  SHOW(spy(s, 3));
}

void sparse_solutions() {
  // [operands of sparse solutions]
  sparse<double> s = to_sparse(tensor<double, 2>{{4, 0, 1}, {0, 3, 0}, {1, 0, 5}});
  tensor<double, 1> x{1, 2, 3};
  tensor<int, 2> cells{{0, 1}, {1, 2}};
  tensor<double, 3> blocks(shape(2, 2, 2), 1.0);
  // [end]
  RUN(f.solve(x), linalg::sparse_cholesky_factorisation<double> f = linalg::cholesky_factor(s));
  RUN_IF(build_info().superlu, g.det(), linalg::sparse_lu_factorisation<double> g = linalg::lu_factor(s));
  RUN_IF(build_info().superlu, solution, const auto solution = linalg::solve(s, x));
  SHOW((std::derived_from<decltype(f), linalg::sparse_factor_object<double>>));
  SHOW(linalg::cg(s, x).x);
  SHOW(linalg::cg(s, x, linalg::ic0(s)).report.iterations);
  SHOW(linalg::gmres(s, x, linalg::ilu0(s)).x);
  SHOW(linalg::cg(s, x, linalg::ssor(s, 1.2)).report.converged());
  RUN(m.inverse_diagonal(), linalg::jacobi_preconditioner<double> m = linalg::jacobi(s));
  RUN(to_dense(t.lower()), linalg::triangular_preconditioner<double, std::int32_t> t = linalg::ilu0(s));
  SHOW(to_dense(t.upper()));
  RUN(to_dense(mesh), auto mesh = element_structure<double>(shape(3, 3), cells);
      assemble(mesh, element_positions(mesh, cells), blocks));
  SHOW(assembled(mesh, element_positions(mesh, cells), blocks));
  RUN(load_mtx<double>("a.mtx").nonzeros(), save_mtx("a.mtx", s));
  RUN(load_sparse_npz<double>("s.npz").nonzeros(), save_npz("s.npz", s));
}
