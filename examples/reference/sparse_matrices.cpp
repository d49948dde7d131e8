// doc/reference: Sparse matrices
#include "show.hpp"

#include <weft/sparse.hpp>

using namespace weft;

void sparse_matrices() {
  // [operands of sparse matrices]
  triplets<double> entries(3, 3);
  entries.add(0, 0, 4);
  entries.add(0, 2, 1);
  entries.add(1, 1, 2);
  entries.add(2, 0, 1);
  entries.add(2, 2, 5);
  entries.add(1, 1, 1); // 2 + 1
  sparse<double> s(entries);
  tensor<double, 1> x{1, 2, 3};
  // [end]
  SHOW(s.values());
  SHOW(s.indices());
  SHOW(s.offsets());
  SHOW(s.nonzeros());
  SHOW(matmul(s, x));
  SHOW(matmul(transpose(s), x));
  SHOW(to_dense(matmul(s, s)));
  SHOW(to_dense(s + 2.0 * transpose(s)));
  SHOW(to_dense(s * x));
  SHOW(sum(s, 0));
  SHOW(diag(s));
  SHOW(to_dense(take(s, tensor<int, 1>{2, 1, 0}, 0)));
  SHOW(to_dense(kron(sparse_identity(2), to_sparse(tensor<double, 2>{{0, 5}}))));
  SHOW(to_dense(sparse_diagonals(tensor<double, 2>{{1, 2, 3}, {7, 8, 9}}, {0, 1}, 3, 3)));
  SHOW(without_zeros(s, 1.5).nonzeros());
  SHOW(to_dense(with_values(s, tensor<double, 1>{1, 2, 3, 4, 5})));
  SHOW(to_dense(to_sparse(tensor<double, 2>{{0, 3}, {0.001, 0}}, 0.01)));
  SHOW(to_string(s));
  SHOW(linalg::cg(s, x).x);
  SHOW(linalg::cg(s, x, linalg::ic0(s)).report.iterations);
  SHOW(linalg::jacobi(s).inverse_diagonal());
  // [a mesh of two elements]
  tensor<int, 2> cells{{0, 1}, {1, 2}};
  tensor<double, 3> blocks(shape(2, 2, 2), 1.0);
  auto mesh = element_structure<double>(shape(3, 3), cells);
  assemble(mesh, element_positions(mesh, cells), blocks);
  // [end]
  SHOW(to_dense(mesh));
  SHOW(spy(s, 3));
}
