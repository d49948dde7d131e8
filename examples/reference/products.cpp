// doc/reference: Products
#include "show.hpp"

using namespace weft;

void products() {
  // [operands of products]
  tensor<double, 2> a{{2, 1}, {1, 3}}, b{{1, 0}, {2, 1}};
  tensor<double, 1> x{1, 2}, y{3, 4};
  tensor<double, 1> u{1, 0, 0}, v{0, 1, 0};
  // [end]
  SHOW(matmul(a, b));
  SHOW(matmul(a, x));
  SHOW(dot(x, y));
  SHOW(vdot(a, b));
  SHOW(vecdot(a, b));
  SHOW(outer(x, y));
  SHOW(kron(a, b));
  SHOW(cross(u, v));
  SHOW(trace(a));
  SHOW(tensordot(a, b, 1));
  SHOW(tensordot(a, b, axis<2>));
  SHOW(einsum<"ij,jk->ik">(a, b));
  SHOW(einsum("ij->j", a));
  SHOW(einsum<"ij,ij->ij">(a, a(all, range(0, 1))));
  SHOW(einsum<"...j->j">(a));
  SHOW(lower(a));
  SHOW(upper(a));
  SHOW(unit_lower(a));
  SHOW(unit_upper(a));
  SHOW(symmetric(a));
  SHOW(hermitian(a));
  SHOW(linalg::solve(positive_definite(a), x));
  SHOW(diagonal_matrix(x));
}
