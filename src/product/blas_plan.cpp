#include "product/blas.hpp"
#include "product/route.hpp"

#include <algorithm>

// Chooses the routine of BLAS that computes a product, and the operands that are packed for it.
namespace weft::detail {
namespace {

using routine_kind = blas_plan::routine_kind;

operand_plan as_it_is_or_packed(matrix_shape const& s) {
  blas_order const order = order_of(s);
  return order == blas_order::none ? operand_plan{nearest_order(s), true, false} : operand_plan{order, false, false};
}

/// Plans an operand that is one row or one column: it is packed if its stride does not fit into an increment of BLAS.
operand_plan vector_plan(matrix_shape const& s) {
  bool const fits = s.cols == 1 ? fits_increment(s.rows, s.row_stride) : fits_increment(s.cols, s.col_stride);
  return {blas_order::row, !fits, false};
}

/// Plans gemv. BLAS conjugates a matrix of either order, but no vector: a conjugated vector is packed.
void plan_vector_product(blas_plan& p, matrix_shape const& a, matrix_shape const& b, matrix_shape const& c) {
  p.swapped = c.rows == 1;
  p.c = vector_plan(c);
  operand_plan& matrix = p.swapped ? p.b : p.a;
  operand_plan& vector = p.swapped ? p.a : p.b;
  matrix = as_it_is_or_packed(p.swapped ? b : a);
  vector = vector_plan(p.swapped ? a : b);
  vector.packed = vector.packed || (p.swapped ? a : b).conj;
}

/// Plans gemm. BLAS transposes A or B if its order is not the order of C, and conjugates only a matrix that it
/// transposes. So a conjugated operand in the order of C is packed.
void plan_matrix_product(blas_plan& p, matrix_shape const& a, matrix_shape const& b, matrix_shape const& c) {
  p.a = as_it_is_or_packed(a);
  p.b = as_it_is_or_packed(b);
  p.c = as_it_is_or_packed(c);
  p.a.packed = p.a.packed || (a.conj && p.a.order == p.c.order);
  p.b.packed = p.b.packed || (b.conj && p.b.order == p.c.order);
}

/// Plans ger, C += column * row, for a C that is not packed. BLAS conjugates only the row. If A alone is conjugated, A
/// and B are exchanged; if both are, the column is conjugated by packing it.
void plan_update(blas_plan& p, matrix_shape const& a, matrix_shape const& b, matrix_shape const& c) {
  p.swapped = a.conj && !b.conj;
  p.a = vector_plan(a);
  p.b = vector_plan(b);
  operand_plan &column = p.swapped ? p.b : p.a, &row = p.swapped ? p.a : p.b;
  column.packed = column.packed || (a.conj && b.conj);
  p.conj = (a.conj || b.conj) && !row.packed;
  p.c = {order_of(c), false, false};
}

/// Plans syrk or herk, C = A * A^T or A * A^H. BLAS computes A * A^H if A is in the order of C, and conj(A) * A^T if it
/// is in the other order. If that is the wrong one, A is packed in the order of C and conjugated if it is marked so.
void plan_gram(blas_plan& p, matrix_shape const& a, matrix_shape const& b) {
  p.routine = routine_kind::syrk;
  p.conj = a.conj != b.conj;
  p.a = as_it_is_or_packed(a);
  p.b = {p.a.order, false, false};
  bool const transposition = p.a.order != p.c.order;
  bool const fits = p.conj ? a.conj == transposition : !a.conj;
  if (p.a.packed || !fits)
    p.a = {p.c.order, true, false};
}

/// Returns whether syrk or herk, which compute one triangle of C, replace gemm. They do not if an extent is above
/// p.block, because then several calls compute C.
bool is_half(matrix_shape const& a, matrix_shape const& b, blas_plan const& p, product_facts const& facts) {
  return facts.gram && (facts.old == old_value::ignored || p.c.packed) && (facts.alpha_is_real || a.conj == b.conj) &&
         pays_for_mirror(a.rows, a.cols) && a.rows <= p.block && a.cols <= p.block;
}

} // namespace

blas_plan plan_blas(matrix_shape const& a, matrix_shape const& b, matrix_shape const& c, product_facts const& facts,
                    index_t block) {
  blas_plan p{};
  p.block = block;
  if (c.rows == 1 && c.cols == 1) {
    p.routine = routine_kind::dot;
    p.a = vector_plan(a), p.b = vector_plan(b);
  } else if (c.rows == 1 || c.cols == 1) {
    p.routine = routine_kind::gemv;
    plan_vector_product(p, a, b, c);
  } else if (a.cols == 1 && facts.old == old_value::added && order_of(c) != blas_order::none) {
    p.routine = routine_kind::ger;
    plan_update(p, a, b, c);
  } else {
    p.routine = routine_kind::gemm;
    plan_matrix_product(p, a, b, c);
    if (is_half(a, b, p, facts))
      plan_gram(p, a, b);
  }
  p.a.conj = a.conj && !p.a.packed;
  p.b.conj = b.conj && !p.b.packed;
  return p;
}

std::size_t packed_bytes(gemm_plan const& plan, element_info const& info) {
  blas_plan const& p = plan.call;
  index_t const m = std::min(plan.m, p.block), n = std::min(plan.n, p.block), k = std::min(plan.k, p.block);
  std::size_t bytes = 0;
  if (p.a.packed)
    bytes += bytes_of_temporary({m, k, 0, 0}, info.a_bytes);
  if (p.b.packed)
    bytes += bytes_of_temporary({k, n, 0, 0}, info.b_bytes);
  if (p.c.packed)
    bytes += bytes_of_temporary({m, n, 0, 0}, info.a_bytes);
  return bytes;
}

} // namespace weft::detail
