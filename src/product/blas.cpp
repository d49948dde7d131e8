#include "product/blas_turn.hpp"
#include "product/gemm_own.hpp"

#include <weft/base/check.hpp>
#include <weft/linalg/gemm.hpp>

#include <algorithm>
#include <string>

#if defined(WEFT_WITH_BLAS)
#include "product/cblas.hpp"
#endif

namespace weft::detail {
namespace {

using routine_kind = gemm_plan::routine_kind;

#if defined(WEFT_WITH_BLAS)

/// Extents and strides that BLAS was found to take, in its own type.
struct blas_matrix {
  cblas_value op;
  blas_int ld;
};
struct blas_size {
  blas_int m, n, k;
};

// m, n, k are at most gemm_plan::block, and order_of and fits_increment keep strides in the range of 32 bits.
blas_int narrow(index_t n) {
  return static_cast<blas_int>(n);
}

// The four types of BLAS under one name for each routine.
void call_gemm(int order, blas_size s, float alpha, float const* a, blas_matrix ma, float const* b, blas_matrix mb,
               float beta, float* c, blas_int ldc) {
  cblas_sgemm(order, ma.op, mb.op, s.m, s.n, s.k, alpha, a, ma.ld, b, mb.ld, beta, c, ldc);
}
void call_gemm(int order, blas_size s, double alpha, double const* a, blas_matrix ma, double const* b, blas_matrix mb,
               double beta, double* c, blas_int ldc) {
  cblas_dgemm(order, ma.op, mb.op, s.m, s.n, s.k, alpha, a, ma.ld, b, mb.ld, beta, c, ldc);
}
void call_gemm(int order, blas_size s, c64 alpha, c64 const* a, blas_matrix ma, c64 const* b, blas_matrix mb, c64 beta,
               c64* c, blas_int ldc) {
  cblas_cgemm(order, ma.op, mb.op, s.m, s.n, s.k, &alpha, a, ma.ld, b, mb.ld, &beta, c, ldc);
}
void call_gemm(int order, blas_size s, c128 alpha, c128 const* a, blas_matrix ma, c128 const* b, blas_matrix mb,
               c128 beta, c128* c, blas_int ldc) {
  cblas_zgemm(order, ma.op, mb.op, s.m, s.n, s.k, &alpha, a, ma.ld, b, mb.ld, &beta, c, ldc);
}

// The old C is not read. conj: herk, which takes a real alpha.
void call_syrk(int order, cblas_value triangle, blas_size s, float alpha, float const* a, blas_matrix ma, float* c,
               blas_int ldc, bool) {
  cblas_ssyrk(order, triangle, ma.op, s.n, s.k, alpha, a, ma.ld, 0, c, ldc);
}
void call_syrk(int order, cblas_value triangle, blas_size s, double alpha, double const* a, blas_matrix ma, double* c,
               blas_int ldc, bool) {
  cblas_dsyrk(order, triangle, ma.op, s.n, s.k, alpha, a, ma.ld, 0, c, ldc);
}
void call_syrk(int order, cblas_value triangle, blas_size s, c64 alpha, c64 const* a, blas_matrix ma, c64* c,
               blas_int ldc, bool conj) {
  c64 const zero{};
  conj ? cblas_cherk(order, triangle, ma.op, s.n, s.k, alpha.real(), a, ma.ld, 0, c, ldc)
       : cblas_csyrk(order, triangle, ma.op, s.n, s.k, &alpha, a, ma.ld, &zero, c, ldc);
}
void call_syrk(int order, cblas_value triangle, blas_size s, c128 alpha, c128 const* a, blas_matrix ma, c128* c,
               blas_int ldc, bool conj) {
  c128 const zero{};
  conj ? cblas_zherk(order, triangle, ma.op, s.n, s.k, alpha.real(), a, ma.ld, 0, c, ldc)
       : cblas_zsyrk(order, triangle, ma.op, s.n, s.k, &alpha, a, ma.ld, &zero, c, ldc);
}

void call_gemv(int order, blas_int m, blas_int n, float alpha, float const* a, blas_matrix ma, float const* x,
               blas_int incx, float beta, float* y, blas_int incy) {
  cblas_sgemv(order, ma.op, m, n, alpha, a, ma.ld, x, incx, beta, y, incy);
}
void call_gemv(int order, blas_int m, blas_int n, double alpha, double const* a, blas_matrix ma, double const* x,
               blas_int incx, double beta, double* y, blas_int incy) {
  cblas_dgemv(order, ma.op, m, n, alpha, a, ma.ld, x, incx, beta, y, incy);
}
void call_gemv(int order, blas_int m, blas_int n, c64 alpha, c64 const* a, blas_matrix ma, c64 const* x, blas_int incx,
               c64 beta, c64* y, blas_int incy) {
  cblas_cgemv(order, ma.op, m, n, &alpha, a, ma.ld, x, incx, &beta, y, incy);
}
void call_gemv(int order, blas_int m, blas_int n, c128 alpha, c128 const* a, blas_matrix ma, c128 const* x,
               blas_int incx, c128 beta, c128* y, blas_int incy) {
  cblas_zgemv(order, ma.op, m, n, &alpha, a, ma.ld, x, incx, &beta, y, incy);
}

void call_ger(int order, blas_size s, float alpha, float const* x, blas_int incx, float const* y, blas_int incy,
              float* c, blas_int ldc, bool) {
  cblas_sger(order, s.m, s.n, alpha, x, incx, y, incy, c, ldc);
}
void call_ger(int order, blas_size s, double alpha, double const* x, blas_int incx, double const* y, blas_int incy,
              double* c, blas_int ldc, bool) {
  cblas_dger(order, s.m, s.n, alpha, x, incx, y, incy, c, ldc);
}
void call_ger(int order, blas_size s, c64 alpha, c64 const* x, blas_int incx, c64 const* y, blas_int incy, c64* c,
              blas_int ldc, bool conj_y) {
  (conj_y ? cblas_cgerc : cblas_cgeru)(order, s.m, s.n, &alpha, x, incx, y, incy, c, ldc);
}
void call_ger(int order, blas_size s, c128 alpha, c128 const* x, blas_int incx, c128 const* y, blas_int incy, c128* c,
              blas_int ldc, bool conj_y) {
  (conj_y ? cblas_zgerc : cblas_zgeru)(order, s.m, s.n, &alpha, x, incx, y, incy, c, ldc);
}

float call_dot(blas_int n, float const* x, blas_int incx, float const* y, blas_int incy, bool) {
  return cblas_sdot(n, x, incx, y, incy);
}
double call_dot(blas_int n, double const* x, blas_int incx, double const* y, blas_int incy, bool) {
  return cblas_ddot(n, x, incx, y, incy);
}
c64 call_dot(blas_int n, c64 const* x, blas_int incx, c64 const* y, blas_int incy, bool conj_x) {
  c64 result;
  (conj_x ? cblas_cdotc_sub : cblas_cdotu_sub)(n, x, incx, y, incy, &result);
  return result;
}
c128 call_dot(blas_int n, c128 const* x, blas_int incx, c128 const* y, blas_int incy, bool conj_x) {
  c128 result;
  (conj_x ? cblas_zdotc_sub : cblas_zdotu_sub)(n, x, incx, y, incy, &result);
  return result;
}

int layout_of(blas_order order) {
  return order == blas_order::column ? cblas_column_major : cblas_row_major;
}
blas_order other(blas_order order) {
  return order == blas_order::row ? blas_order::column : blas_order::row;
}

/// A vector as BLAS wants it: for a negative increment the pointer is to the lowest address, the last element.
template <class T>
struct blas_vector {
  T* data;
  blas_int increment;

  explicit blas_vector(matrix_operand<T> const& v) {
    bool const column = v.shape.cols == 1;
    index_t const size = column ? v.shape.rows : v.shape.cols;
    index_t const stride = size <= 1 ? 1 : column ? v.shape.row_stride : v.shape.col_stride;
    data = stride < 0 ? v.data + (size - 1) * stride : v.data;
    increment = narrow(stride);
  }
};

/// One product of at most plan.block in each extent, its operands packed where the plan says so.
template <class T>
struct blas_call {
  gemm_plan const& plan;
  T alpha;
  matrix_operand<T const> const &a, &b;
  T beta;
  matrix_operand<T> const& c;

  /// BLAS gets the order of C; an operand of the other order is a transposed one to it.
  blas_matrix matrix(matrix_shape const& s, blas_order order) const {
    bool const same = order == plan.c.order;
    return {same ? cblas_no_trans : s.conj ? cblas_conj_trans : cblas_trans, narrow(leading_dimension(s, order))};
  }

  void gemm() const {
    blas_size const size{narrow(c.shape.rows), narrow(c.shape.cols), narrow(a.shape.cols)};
    call_gemm(layout_of(plan.c.order), size, alpha, a.data, matrix(a.shape, plan.a.order), b.data,
              matrix(b.shape, plan.b.order), beta, c.data, narrow(leading_dimension(c.shape, plan.c.order)));
  }

  /// A A^T or A A^H. BLAS makes the triangle at and below the diagonal of what lies in memory row by row.
  void syrk() const {
    blas_order const order = plan.c.order;
    blas_int const ld = narrow(leading_dimension(c.shape, order));
    blas_size const size{narrow(c.shape.rows), narrow(c.shape.rows), narrow(a.shape.cols)};
    blas_matrix const from = matrix(a.shape, plan.a.order);
    call_syrk(layout_of(order), order == blas_order::row ? cblas_lower : cblas_upper, size, alpha, a.data, from, c.data,
              ld, plan.conj);
    mirror_triangle(c.data, c.shape.rows, ld, plan.conj);
  }

  void ger() const {
    blas_vector<T const> const x(a), y(b);
    call_ger(layout_of(plan.c.order), {narrow(c.shape.rows), narrow(c.shape.cols), 1}, alpha, x.data, x.increment,
             y.data, y.increment, c.data, narrow(leading_dimension(c.shape, plan.c.order)), plan.conj);
  }

  /// conj(A) in one order is the conjugated transposition of what the memory is in the other.
  void gemv() const {
    auto const& s = a.shape;
    blas_order const order = plan.a.order;
    blas_int const ld = narrow(leading_dimension(s, order)), m = narrow(s.rows), n = narrow(s.cols);
    blas_vector<T const> const x(b);
    blas_vector<T> const y(c);
    if (s.conj)
      call_gemv(layout_of(other(order)), n, m, alpha, a.data, {cblas_conj_trans, ld}, x.data, x.increment, beta, y.data,
                y.increment);
    else
      call_gemv(layout_of(order), m, n, alpha, a.data, {cblas_no_trans, ld}, x.data, x.increment, beta, y.data,
                y.increment);
  }

  void dot() const {
    bool const conj_a = a.shape.conj, conj_b = b.shape.conj;
    blas_vector<T const> const x(conj_b && !conj_a ? b : a), y(conj_b && !conj_a ? a : b);
    T const sum = call_dot(narrow(a.shape.cols), x.data, x.increment, y.data, y.increment, conj_a != conj_b);
    T const product = conjugate_if(conj_a && conj_b, sum);
    T const scaled = is_one(alpha) ? product : multiply(alpha, product);
    if (old_value const old = old_value_for(beta); old == old_value::ignored)
      *c.data = scaled;
    else
      *c.data = add(old == old_value::added ? *c.data : multiply(beta, *c.data), scaled);
  }

  /// As BLAS counts: of vectors, of a matrix and a vector, of matrices.
  int level() const {
    switch (plan.routine) {
    case routine_kind::dot:
      return 1;
    case routine_kind::gemv:
    case routine_kind::ger:
      return 2;
    default:
      return 3;
    }
  }

  void run() const {
    blas_turn const turn(level(), double(c.shape.rows) * double(c.shape.cols) * double(a.shape.cols));
    if (plan.routine == routine_kind::dot)
      dot();
    else if (plan.routine == routine_kind::gemv)
      gemv();
    else if (plan.routine == routine_kind::ger)
      ger();
    else if (plan.routine == routine_kind::syrk)
      syrk();
    else
      gemm();
  }
};

/// Copies s to a contiguous matrix of the given order, conjugated if s is.
template <class T>
matrix_operand<T const> packed(matrix_operand<T const> const& s, blas_order order, T* to) {
  if (order == blas_order::column)
    return transposed(packed(transposed(s), blas_order::row, to));
  matrix_shape const shape = contiguous(s.shape, blas_order::row);
  for (index_t i = 0; i < shape.rows; ++i) {
    T const* const from = s.data + i * s.shape.row_stride;
    for (index_t j = 0; j < shape.cols; ++j)
      to[i * shape.cols + j] = conjugate_if(s.shape.conj, from[j * s.shape.col_stride]);
  }
  return {to, shape};
}

template <class T>
struct buffers {
  T *a, *b, *c;
};

template <class T>
T* take(operand_plan const& use, index_t block, matrix_shape const& s, scratch& memory) {
  if (!use.packed)
    return nullptr;
  return static_cast<T*>(memory.take(sizeof(T) * std::size_t(std::min(s.rows, block) * std::min(s.cols, block))));
}

template <class T>
void run_packed(blas_call<T> const& call, buffers<T> const& buffer) {
  gemm_plan const& plan = call.plan;
  auto const a = plan.a.packed ? packed(call.a, plan.a.order, buffer.a) : call.a;
  auto const b = plan.b.packed ? packed(call.b, plan.b.order, buffer.b) : call.b;
  if (!plan.c.packed)
    return blas_call<T>{plan, call.alpha, a, b, call.beta, call.c}.run();
  matrix_operand<T> const product{buffer.c, contiguous(call.c.shape, plan.c.order)};
  blas_call<T>{plan, call.alpha, a, b, T{}, product}.run();
  auto const c = plan.c.order == blas_order::row ? call.c : transposed(call.c);
  store_matrix<0>(buffer.c, c.shape.cols, call.beta, c, old_value_for(call.beta));
}

/// Only products with an extent above plan.block take more than one turn.
template <class T>
void run_blas(gemm_plan const& plan, T alpha, matrix_operand<T const> const& a, matrix_operand<T const> const& b,
              T beta, matrix_operand<T> const& c, scratch& memory) {
  index_t const m = c.shape.rows, n = c.shape.cols, k = a.shape.cols, step = plan.block;
  if (plan.temporary_bytes == 0 && m <= step && n <= step && k <= step)
    return blas_call<T>{plan, alpha, a, b, beta, c}.run();
  buffers<T> const buffer{take<T>(plan.a, step, a.shape, memory), take<T>(plan.b, step, b.shape, memory),
                          take<T>(plan.c, step, c.shape, memory)};
  for (index_t l = 0; l < k; l += step)
    for (index_t i = 0; i < m; i += step)
      for (index_t j = 0; j < n; j += step) {
        index_t const rows = std::min(step, m - i), cols = std::min(step, n - j), depth = std::min(step, k - l);
        auto const a_part = part_of(a, i, l, rows, depth), b_part = part_of(b, l, j, depth, cols);
        auto const c_part = part_of(c, i, j, rows, cols);
        run_packed<T>({plan, alpha, a_part, b_part, l == 0 ? beta : T(1), c_part}, buffer);
      }
}

} // namespace

void require_integers() {
  static int const bytes = blas_int_bytes();
  if (bytes != int(sizeof(blas_int)))
    throw linalg_error("weft was built for a BLAS with integers of " + std::to_string(8 * sizeof(blas_int)) +
                       " bits, but the one that this program has loaded takes " + std::to_string(8 * bytes));
}

namespace {

/// The same plan for transposed(C) = transposed(B) * transposed(A).
gemm_plan transposed(gemm_plan p) {
  std::swap(p.a, p.b);
  std::swap(p.m, p.n);
  for (operand_plan* const use : {&p.a, &p.b, &p.c})
    use->order = other(use->order);
  return p;
}

#endif

template <class T>
void run(gemm_plan const& plan, T alpha, matrix_operand<T const> const& a, matrix_operand<T const> const& b, T beta,
         matrix_operand<T> const& c, scratch& memory) {
  if (plan.routine == routine_kind::nothing)
    return;
  if (plan.routine == routine_kind::scale)
    return scale_matrix(beta, c);
  if (plan.routine == routine_kind::blocked)
    return run_blocked<T>(plan, alpha, a, b, beta, c, memory);
  if (plan.own) {
    if constexpr (!is_complex<T>)
      if (plan.m == 1 || plan.n == 1)
        return run_own_vector(plan, alpha, a, b, beta, c);
    return run_own(plan, alpha, a, b, beta, c, memory);
  }
#if defined(WEFT_WITH_BLAS)
  require_integers();
  if (plan.swapped)
    return run_blas<T>(transposed(plan), alpha, transposed(b), transposed(a), beta, transposed(c), memory);
  run_blas(plan, alpha, a, b, beta, c, memory);
#endif
}

} // namespace

void gemm(gemm_plan const& plan, float alpha, matrix_operand<float const> const& a,
          matrix_operand<float const> const& b, float beta, matrix_operand<float> const& c, scratch& memory) {
  run(plan, alpha, a, b, beta, c, memory);
}
void gemm(gemm_plan const& plan, double alpha, matrix_operand<double const> const& a,
          matrix_operand<double const> const& b, double beta, matrix_operand<double> const& c, scratch& memory) {
  run(plan, alpha, a, b, beta, c, memory);
}
void gemm(gemm_plan const& plan, std::complex<float> alpha, matrix_operand<std::complex<float> const> const& a,
          matrix_operand<std::complex<float> const> const& b, std::complex<float> beta,
          matrix_operand<std::complex<float>> const& c, scratch& memory) {
  run(plan, alpha, a, b, beta, c, memory);
}
void gemm(gemm_plan const& plan, std::complex<double> alpha, matrix_operand<std::complex<double> const> const& a,
          matrix_operand<std::complex<double> const> const& b, std::complex<double> beta,
          matrix_operand<std::complex<double>> const& c, scratch& memory) {
  run(plan, alpha, a, b, beta, c, memory);
}

} // namespace weft::detail
