#include "product/gemm_choice.hpp"
#include "product/gemm_own.hpp"

#include <weft/base/check.hpp>
#include <weft/eval/loop.hpp>
#include <weft/eval/parallel.hpp>
#include <weft/linalg/tensordot.hpp>

#include <algorithm>
#include <string>

namespace weft::detail {
namespace {

using routine_kind = gemm_plan::routine_kind;

std::string text_of(matrix_shape const& s) {
  return "(" + std::to_string(s.rows) + ", " + std::to_string(s.cols) + ")";
}

void check_shapes(matrix_shape const& a, matrix_shape const& b, matrix_shape const& c) {
  if (a.cols != b.rows || a.rows != c.rows || b.cols != c.cols)
    throw shape_error("gemm: a product of " + text_of(a) + " and " + text_of(b) + " does not fit into " + text_of(c));
}

std::size_t bytes_of(matrix_shape const& s, index_t element_bytes) {
  index_t bytes = 0;
  if (__builtin_mul_overflow(s.rows, s.cols, &bytes) || __builtin_mul_overflow(bytes, element_bytes, &bytes))
    throw linalg_error("gemm: a temporary of shape " + text_of(s) + " has more than 2^63 bytes");
  return std::size_t(bytes);
}

bool is_complex_kind(element_kind kind) {
  return kind == element_kind::c64 || kind == element_kind::c128;
}

char letter(matrix_shape const& s, operand_plan const& use) {
  bool const conj = s.conj && !use.packed;
  return use.order == blas_order::row ? (conj ? 'R' : 'N') : (conj ? 'C' : 'T');
}

operand_plan as_it_is_or_packed(matrix_shape const& s) {
  blas_order const order = order_of(s);
  return order == blas_order::none ? operand_plan{nearest_order(s), true} : operand_plan{order, false};
}

/// One row or one column.
operand_plan vector_plan(matrix_shape const& s) {
  bool const fits = s.cols == 1 ? fits_increment(s.rows, s.row_stride) : fits_increment(s.cols, s.col_stride);
  return {blas_order::row, !fits};
}

/// The matrix is conjugated by BLAS in either order, the vector only by copying it.
void plan_vector_product(gemm_plan& p, matrix_shape const& a, matrix_shape const& b, matrix_shape const& c) {
  p.swapped = p.m == 1;
  p.c = vector_plan(c);
  operand_plan& matrix = p.swapped ? p.b : p.a;
  operand_plan& vector = p.swapped ? p.a : p.b;
  matrix = as_it_is_or_packed(p.swapped ? b : a);
  vector = vector_plan(p.swapped ? a : b);
  vector.packed = vector.packed || (p.swapped ? a : b).conj;
}

/// BLAS conjugates only what it also transposes, and it sees a matrix as transposed when its order is not that of C.
void plan_matrix_product(gemm_plan& p, matrix_shape const& a, matrix_shape const& b, matrix_shape const& c) {
  p.a = as_it_is_or_packed(a);
  p.b = as_it_is_or_packed(b);
  p.c = as_it_is_or_packed(c);
  p.a.packed = p.a.packed || (a.conj && p.a.order == p.c.order);
  p.b.packed = p.b.packed || (b.conj && p.b.order == p.c.order);
}

/// C += column * row, for a C that BLAS takes as it is. BLAS conjugates the row; two conjugated factors are copied
/// first.
void plan_update(gemm_plan& p, matrix_shape const& a, matrix_shape const& b, matrix_shape const& c) {
  p.swapped = a.conj && !b.conj;
  p.a = vector_plan(a);
  p.b = vector_plan(b);
  operand_plan &column = p.swapped ? p.b : p.a, &row = p.swapped ? p.a : p.b;
  column.packed = column.packed || (a.conj && b.conj);
  p.conj = (a.conj || b.conj) && !row.packed;
  p.c = {order_of(c), false};
}

/// One triangle and its mirror image against the whole: dsyrk with the mirror took 1.05 of dgemm's time for 32 x 32,
/// 0.86 for 48 x 48, 0.65 from 128 x 128 on, but 1.3 to 2.9 for 4 columns (OpenBLAS 0.3.21, AVX-512, one core).
bool pays_for_mirror(gemm_plan const& p) {
  constexpr index_t least_extent = 32, least_product = 2048;
  return p.m >= least_extent && p.k >= least_extent && p.m * p.k >= least_product && p.m <= p.block && p.k <= p.block;
}

/// C = A * A^T or A * A^H. BLAS computes A * A^H of a matrix in the order of C, and conj(A) * A^T of one in the other
/// order; a copy of A can be had in any order, and conjugated.
void plan_gram(gemm_plan& p, matrix_shape const& a, matrix_shape const& b) {
  p.routine = routine_kind::syrk;
  p.conj = a.conj != b.conj;
  p.a = as_it_is_or_packed(a);
  p.b = {p.a.order, false};
  bool const transposition = p.a.order != p.c.order;
  bool const fits = p.conj ? a.conj == transposition : !a.conj;
  if (p.a.packed || !fits)
    p.a = {p.c.order, true};
}

/// Machine vectors run along the rows of C, so C is transposed where its columns are the closer elements. A product
/// with a vector makes C a column.
void plan_blocked(gemm_plan& p, matrix_shape const& c, element_info const& info) {
  p.routine = routine_kind::blocked;
  p.vector_bytes = info.vectors ? std::min(16 << isa_level(), info.widest) : 16;
  p.a.packed = p.b.packed = true;
  if (info.real_vectors() && (p.m == 1 || p.n == 1)) {
    p.swapped = p.n != 1;
    (p.swapped ? p.b : p.a).packed = false;
    p.temporary_bytes = bytes_of({p.k, 1, 1, 1}, info.b_bytes);
    return;
  }
  p.swapped = info.vectors && nearest_order(c) == blas_order::column;
  auto const size = blocks_of(tile_of(info, p.vector_bytes), p.swapped ? p.n : p.m, p.swapped ? p.m : p.n, p.k);
  p.temporary_bytes = std::size_t(size.k * (size.m * info.a_bytes + size.n * info.b_bytes));
}

/// The order that a letter stands for where nothing need be packed.
operand_plan named_order(matrix_shape const& s) {
  blas_order const order = order_of(s);
  return {order == blas_order::none ? nearest_order(s) : order, false};
}

/// On weft's own kernels; letters are those that the call of BLAS would have.
void plan_own(gemm_plan& p, matrix_shape const& a, matrix_shape const& b, matrix_shape const& c,
              product_facts const& facts) {
  p.own = true;
  p.vector_bytes = 16 << isa_level();
  p.a = named_order(a);
  p.b = named_order(b);
  p.time = own_time(p.kind, p.m, p.n, p.k);
  p.threads = threads_for(p.time);
  if ((p.m == 1 || p.n == 1) && !is_complex_kind(p.kind)) { // nothing is packed, whatever the strides
    p.swapped = p.n != 1;
    index_t const pieces = (std::max(p.m, p.n) - 1) / vector_rows_of_piece + 1;
    p.threads = static_cast<int>(std::min<index_t>(p.threads, pieces));
    return;
  }
  p.c = named_order(c);
  p.swapped = p.n == 1 ? p.a.order == blas_order::column : p.c.order == blas_order::column;
  auto const blocks = [&](bool triangle) {
    return p.swapped
               ? own_blocks_of(transposed(b), transposed(a), transposed(c), p.kind, p.vector_bytes, p.threads, triangle)
               : own_blocks_of(a, b, c, p.kind, p.vector_bytes, p.threads, triangle);
  };
  own_blocks o = blocks(false);
  if (facts.gram && facts.old == old_value::ignored && !o.buffer_c && pays_for_mirror(p) &&
      (facts.alpha_is_real || a.conj == b.conj)) {
    p.routine = routine_kind::syrk;
    p.conj = a.conj != b.conj;
    if (p.threads > 1)
      o = blocks(true);
  }
  p.threads = o.parts();
  p.temporary_bytes = o.bytes_of_part() <= own_stack_bytes ? 0 : std::size_t(o.bytes_of_part() * o.parts());
}

char gemv_letter(gemm_plan const& p) {
  if (!p.swapped)
    return p.trans_a;
  switch (p.trans_b) {
  case 'N':
    return 'T';
  case 'T':
    return 'N';
  case 'C':
    return 'R';
  default:
    return 'C';
  }
}

std::size_t packed_bytes(gemm_plan const& p, element_info const& info) {
  index_t const m = std::min(p.m, p.block), n = std::min(p.n, p.block), k = std::min(p.k, p.block);
  std::size_t bytes = 0;
  if (p.a.packed)
    bytes += bytes_of({m, k, 0, 0}, info.a_bytes);
  if (p.b.packed)
    bytes += bytes_of({k, n, 0, 0}, info.b_bytes);
  if (p.c.packed)
    bytes += bytes_of({m, n, 0, 0}, info.a_bytes);
  return bytes;
}

} // namespace

gemm_plan plan_gemm(matrix_shape const& a, matrix_shape const& b, matrix_shape const& c, element_info const& info,
                    product_facts const& facts, index_t block) {
  check_shapes(a, b, c);
  gemm_plan p{};
  p.kind = info.kind;
  p.m = c.rows;
  p.n = c.cols;
  p.k = a.cols;
  p.block = block;
  p.threads = 1;
  if (p.m == 0 || p.n == 0) {
    p.routine = routine_kind::nothing;
  } else if (p.k == 0) {
    p.routine = routine_kind::scale;
  } else if (info.kind == element_kind::other) {
    plan_blocked(p, c, info);
  } else if (p.m == 1 || p.n == 1) {
    p.routine = p.m == p.n ? routine_kind::dot : routine_kind::gemv;
    if (facts.alpha_is_zero || own_vectors_are_chosen(p.kind, p.m, p.n, p.k)) // for alpha == 0 BLAS reads no factor
      plan_own(p, a, b, c, facts);
    else if (p.m == p.n)
      p.a = vector_plan(a), p.b = vector_plan(b);
    else
      plan_vector_product(p, a, b, c);
  } else if (facts.alpha_is_zero || own_is_chosen(p.m, p.n, p.k)) {
    p.routine = routine_kind::gemm;
    plan_own(p, a, b, c, facts);
  } else if (p.k == 1 && facts.old == old_value::added && order_of(c) != blas_order::none) {
    p.routine = routine_kind::ger;
    plan_update(p, a, b, c);
  } else {
    p.routine = routine_kind::gemm;
    plan_matrix_product(p, a, b, c);
    bool const real_or_symmetric = facts.alpha_is_real || a.conj == b.conj;
    if (facts.gram && (facts.old == old_value::ignored || p.c.packed) && real_or_symmetric && pays_for_mirror(p))
      plan_gram(p, a, b);
  }
  p.trans_a = letter(a, p.a);
  p.trans_b = letter(b, p.b);
  if (p.routine != routine_kind::blocked && !p.own)
    p.temporary_bytes = packed_bytes(p, info);
  return p;
}

std::string gemm_plan::name() const {
  char const first = static_cast<char>(kind);
  switch (routine) {
  case routine_kind::nothing:
    return "nothing";
  case routine_kind::scale:
    return "scale";
  case routine_kind::blocked:
    return "blocked";
  case routine_kind::gemv:
    return std::string(1, first) + "gemv";
  case routine_kind::ger:
    return std::string(1, first) + (!is_complex_kind(kind) ? "ger" : conj ? "gerc" : "geru");
  case routine_kind::syrk:
    return std::string(1, first) + (conj ? "herk" : "syrk");
  case routine_kind::gemm:
    return std::string(1, first) + "gemm";
  case routine_kind::dot:
    break;
  }
  bool const conj_one = (trans_a == 'R') != (trans_b == 'R'); // both: the result of dotu is conjugated
  return std::string(1, first) + (!is_complex_kind(kind) ? "dot" : conj_one ? "dotc" : "dotu");
}

std::string gemm_plan::text() const {
  if (own) {
    gemm_plan by_blas = *this;
    by_blas.own = false;
    by_blas.block = blas_block;
    by_blas.swapped = routine == routine_kind::gemv && m == 1;
    return "own " + by_blas.text();
  }
  auto const extent = [](char const* label, index_t e) { return label + std::to_string(e); };
  auto const calls = [this](index_t e) { return (e + block - 1) / block; };
  std::string s = name();
  if (routine == routine_kind::dot) {
    s += extent(" n=", k);
  } else if (routine == routine_kind::gemv) {
    bool const stored_as_meant = (swapped ? b.order : a.order) == blas_order::row;
    index_t const rows = swapped ? k : m, cols = swapped ? n : k;
    s += std::string("(") + gemv_letter(*this) + ")";
    s += stored_as_meant ? extent(" m=", rows) + extent(" n=", cols) : extent(" m=", cols) + extent(" n=", rows);
  } else if (routine == routine_kind::ger) {
    s += extent(" m=", m) + extent(" n=", n);
  } else if (routine == routine_kind::syrk) {
    s += a.order == blas_order::row ? "(N)" : conj ? "(C)" : "(T)";
    s += extent(" n=", n) + extent(" k=", k);
  } else {
    if (routine == routine_kind::gemm)
      s += std::string("(") + trans_a + "," + trans_b + ")";
    s += extent(" m=", m) + extent(" n=", n) + extent(" k=", k);
  }
  bool const blas =
      routine != routine_kind::nothing && routine != routine_kind::scale && routine != routine_kind::blocked;
  index_t const total = blas ? calls(m) * calls(n) * calls(k) : 1;
  return total > 1 ? s + extent(" calls=", total) : s;
}

dynamic_extents product_shape(index_t const* a, int rank_a, index_t const* b, int rank_b) {
  const auto refuse = [&](char const* reason) { throw_shapes("matmul", a, rank_a, b, rank_b, reason); };
  if (rank_a == 0 || rank_b == 0)
    refuse("a factor has rank 0");
  if (a[rank_a - 1] != b[rank_b == 1 ? 0 : rank_b - 2])
    refuse(rank_b > 2 ? "the last axis of the first and the last but one of the second differ"
                      : "the last axis of the first and the first axis of the second differ");
  const int lead_a = rank_a > 2 ? rank_a - 2 : 0, lead_b = rank_b > 2 ? rank_b - 2 : 0;
  const int lead = lead_a > lead_b ? lead_a : lead_b;
  dynamic_extents out(lead + int(rank_a > 1) + int(rank_b > 1));
  for (int k = 0; k < lead; ++k) {
    const int i = k - (lead - lead_a), j = k - (lead - lead_b);
    const index_t n = i < 0 ? 1 : a[i], m = j < 0 ? 1 : b[j];
    if (n != m && n != 1 && m != 1)
      refuse("the leading axes do not broadcast");
    out.set(k, n == 1 ? m : n);
  }
  int k = lead;
  if (rank_a > 1)
    out.set(k++, a[rank_a - 2]);
  if (rank_b > 1)
    out.set(k, b[rank_b - 1]);
  return out;
}

dynamic_extents tensordot_shape(index_t const* a, int rank_a, index_t const* b, int rank_b, int count) {
  const auto refuse = [&](char const* reason) { throw_shapes("tensordot", a, rank_a, b, rank_b, reason); };
  if (count < 0 || count > rank_a || count > rank_b)
    refuse("an operand has fewer axes than are summed over");
  for (int k = 0; k < count; ++k)
    if (a[rank_a - count + k] != b[k])
      refuse("the axes that are summed over differ");
  if (rank_a + rank_b - 2 * count > max_rank)
    refuse("the result would have more than 16 axes");
  dynamic_extents out(rank_a + rank_b - 2 * count);
  for (int k = 0; k < rank_a - count; ++k)
    out.set(k, a[k]);
  for (int k = count; k < rank_b; ++k)
    out.set(rank_a - 2 * count + k, b[k]);
  return out;
}

} // namespace weft::detail
