#include "product/blas.hpp"
#include "product/blas_turn.hpp"
#include "product/gemm_own.hpp"
#include "product/types.hpp"

#include <weft/base/check.hpp>
#include <weft/linalg/gemm.hpp>

#include <algorithm>
#include <string>

#if defined(WEFT_WITH_BLAS)
#include "product/cblas.hpp"
#endif

namespace weft::detail {
namespace {

#if defined(WEFT_WITH_BLAS)

using routine_kind = blas_plan::routine_kind;

/// The arguments by which BLAS reads a matrix: an operation (as it is, transposed, conjugated too) and the leading
/// dimension in elements.
struct blas_matrix {
  cblas_value op;
  blas_int ld;
};

// Returns an extent or a stride as an integer of BLAS. It fits: extents are at most blas_plan::block, and operands with
// strides beyond 32 bits are packed.
blas_int narrow(index_t n) {
  return static_cast<blas_int>(n);
}

/// The routines of BLAS for elements T. For complex T, each of syrk, ger and dot has a second routine, which conjugates
/// a factor: herk, gerc, dotc.
template <class T>
struct blas_routines;
template <>
struct blas_routines<float> {
  static constexpr auto gemm = cblas_sgemm;
  static constexpr auto syrk = cblas_ssyrk;
  static constexpr auto gemv = cblas_sgemv;
  static constexpr auto ger = cblas_sger;
  static constexpr auto dot = cblas_sdot;
};
template <>
struct blas_routines<double> {
  static constexpr auto gemm = cblas_dgemm;
  static constexpr auto syrk = cblas_dsyrk;
  static constexpr auto gemv = cblas_dgemv;
  static constexpr auto ger = cblas_dger;
  static constexpr auto dot = cblas_ddot;
};
template <>
struct blas_routines<c64> {
  static constexpr auto gemm = cblas_cgemm;
  static constexpr auto syrk = cblas_csyrk;
  static constexpr auto herk = cblas_cherk;
  static constexpr auto gemv = cblas_cgemv;
  static constexpr auto ger = cblas_cgeru, gerc = cblas_cgerc;
  static constexpr auto dot = cblas_cdotu_sub, dotc = cblas_cdotc_sub;
};
template <>
struct blas_routines<c128> {
  static constexpr auto gemm = cblas_zgemm;
  static constexpr auto syrk = cblas_zsyrk;
  static constexpr auto herk = cblas_zherk;
  static constexpr auto gemv = cblas_zgemv;
  static constexpr auto ger = cblas_zgeru, gerc = cblas_zgerc;
  static constexpr auto dot = cblas_zdotu_sub, dotc = cblas_zdotc_sub;
};

/// Returns alpha or beta as BLAS takes it: a pointer to a complex number, the value of a real one.
template <class T>
auto passed(T const& factor) {
  if constexpr (is_complex<T>)
    return static_cast<void const*>(&factor);
  else
    return factor;
}

int layout_of(blas_order order) {
  return order == blas_order::column ? cblas_column_major : cblas_row_major;
}
blas_order other(blas_order order) {
  return order == blas_order::row ? blas_order::column : blas_order::row;
}

/// The pointer and the increment by which BLAS reads a vector. For a negative increment BLAS wants the lowest address,
/// which is the address of the last element.
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

/// One call of BLAS: a product with extents of at most plan.block. Operands that the plan packs are passed as packed
/// copies.
template <class T>
struct blas_call {
  using routines = blas_routines<T>;

  blas_plan const& plan;
  T alpha;
  matrix_operand<T const> const &a, &b;
  T beta;
  matrix_operand<T> const& c;

  /// Returns the arguments for A or B. The call names the storage order of C, so a matrix in the other order is passed
  /// as a transposed one.
  blas_matrix matrix(matrix_shape const& s, blas_order order) const {
    bool const same = order == plan.c.order;
    return {same ? cblas_no_trans : s.conj ? cblas_conj_trans : cblas_trans, narrow(leading_dimension(s, order))};
  }

  void gemm() const {
    blas_matrix const left = matrix(a.shape, plan.a.order), right = matrix(b.shape, plan.b.order);
    routines::gemm(layout_of(plan.c.order), left.op, right.op, narrow(c.shape.rows), narrow(c.shape.cols),
                   narrow(a.shape.cols), passed(alpha), a.data, left.ld, b.data, right.ld, passed(beta), c.data,
                   narrow(leading_dimension(c.shape, plan.c.order)));
  }

  /// Computes C = alpha A A^T or alpha A A^H. BLAS writes the diagonal and one triangle: the lower one of a row-major
  /// C, the upper one of a column-major C. mirror_triangle() fills the other.
  void syrk() const {
    blas_order const order = plan.c.order;
    blas_int const ld = narrow(leading_dimension(c.shape, order)), n = narrow(c.shape.rows), k = narrow(a.shape.cols);
    cblas_value const triangle = order == blas_order::row ? cblas_lower : cblas_upper;
    blas_matrix const from = matrix(a.shape, plan.a.order);
    T const zero{};
    auto const call = [&](auto routine, auto scale, auto nothing) {
      routine(layout_of(order), triangle, from.op, n, k, scale, a.data, from.ld, nothing, c.data, ld);
    };
    if constexpr (is_complex<T>) {
      if (plan.conj)
        call(routines::herk, alpha.real(), real_t<T>(0));
      else
        call(routines::syrk, passed(alpha), passed(zero));
    } else {
      call(routines::syrk, alpha, zero);
    }
    mirror_triangle(c.data, c.shape.rows, ld, plan.conj);
  }

  void ger() const {
    blas_vector<T const> const x(a), y(b);
    auto const call = [&](auto routine) {
      routine(layout_of(plan.c.order), narrow(c.shape.rows), narrow(c.shape.cols), passed(alpha), x.data, x.increment,
              y.data, y.increment, c.data, narrow(leading_dimension(c.shape, plan.c.order)));
    };
    if constexpr (is_complex<T>)
      if (plan.conj)
        return call(routines::gerc);
    call(routines::ger);
  }

  /// Multiplies the matrix A by a vector. BLAS does not conjugate a matrix without transposing it. So conj(A) is passed
  /// as the conjugated transposition of A^T, which is the memory of A read in the other order.
  void gemv() const {
    auto const& s = a.shape;
    blas_order const order = plan.a.order;
    blas_int const ld = narrow(leading_dimension(s, order)), m = narrow(s.rows), n = narrow(s.cols);
    blas_vector<T const> const x(b);
    blas_vector<T> const y(c);
    auto const call = [&](blas_order of, blas_int rows, blas_int columns, cblas_value op) {
      routines::gemv(layout_of(of), op, rows, columns, passed(alpha), a.data, ld, x.data, x.increment, passed(beta),
                     y.data, y.increment);
    };
    if (s.conj)
      call(other(order), n, m, cblas_conj_trans);
    else
      call(order, m, n, cblas_no_trans);
  }

  static T dot_of(blas_vector<T const> const& x, blas_vector<T const> const& y, blas_int n,
                  [[maybe_unused]] bool conj_x) {
    if constexpr (is_complex<T>) {
      T result;
      (conj_x ? routines::dotc : routines::dot)(n, x.data, x.increment, y.data, y.increment, &result);
      return result;
    } else {
      return routines::dot(n, x.data, x.increment, y.data, y.increment);
    }
  }
  void dot() const {
    bool const conj_a = a.shape.conj, conj_b = b.shape.conj;
    blas_vector<T const> const x(conj_b && !conj_a ? b : a), y(conj_b && !conj_a ? a : b);
    T const sum = dot_of(x, y, narrow(a.shape.cols), conj_a != conj_b);
    T const product = conjugate_if(conj_a && conj_b, sum);
    T const scaled = is_one(alpha) ? product : multiply(alpha, product);
    if (old_value const old = old_value_for(beta); old == old_value::ignored)
      *c.data = scaled;
    else
      *c.data = add(old == old_value::added ? *c.data : multiply(beta, *c.data), scaled);
  }

  /// Calls a routine of this level in BLAS: 1 for vectors, 2 for a matrix and a vector, 3 for matrices.
  void call(int level, void (blas_call::*routine)() const) const {
    blas_turn const turn(level, double(c.shape.rows) * double(c.shape.cols) * double(a.shape.cols));
    (this->*routine)();
  }

  void run() const {
    switch (plan.routine) {
    case routine_kind::dot:
      return call(1, &blas_call::dot);
    case routine_kind::gemv:
      return call(2, &blas_call::gemv);
    case routine_kind::ger:
      return call(2, &blas_call::ger);
    case routine_kind::syrk:
      return call(3, &blas_call::syrk);
    case routine_kind::gemm:
      return call(3, &blas_call::gemm);
    }
  }
};

/// Copies s to `to` as a contiguous matrix of the given order, and conjugates the elements if s is conjugated.
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
T* buffer_for(operand_plan const& use, index_t block, matrix_shape const& s, scratch& memory) {
  if (!use.packed)
    return nullptr;
  return static_cast<T*>(memory.allocate(sizeof(T) * std::size_t(std::min(s.rows, block) * std::min(s.cols, block))));
}

template <class T>
void run_block(blas_call<T> const& call, buffers<T> const& buffer) {
  blas_plan const& plan = call.plan;
  auto const a = plan.a.packed ? packed(call.a, plan.a.order, buffer.a) : call.a;
  auto const b = plan.b.packed ? packed(call.b, plan.b.order, buffer.b) : call.b;
  if (!plan.c.packed)
    return blas_call<T>{plan, call.alpha, a, b, call.beta, call.c}.run();
  matrix_operand<T> const product{buffer.c, contiguous(call.c.shape, plan.c.order)};
  blas_call<T>{plan, call.alpha, a, b, T{}, product}.run();
  auto const c = plan.c.order == blas_order::row ? call.c : transposed(call.c);
  store_matrix<0>(buffer.c, c.shape.cols, call.beta, c, old_value_for(call.beta));
}

/// Calls BLAS for each block of a product. There is more than one block only if an extent is above plan.block.
template <class T>
void run_calls(blas_plan const& plan, bool packs, T alpha, matrix_operand<T const> const& a,
               matrix_operand<T const> const& b, T beta, matrix_operand<T> const& c, scratch& memory) {
  index_t const m = c.shape.rows, n = c.shape.cols, k = a.shape.cols, step = plan.block;
  if (!packs && m <= step && n <= step && k <= step)
    return blas_call<T>{plan, alpha, a, b, beta, c}.run();
  buffers<T> const buffer{buffer_for<T>(plan.a, step, a.shape, memory), buffer_for<T>(plan.b, step, b.shape, memory),
                          buffer_for<T>(plan.c, step, c.shape, memory)};
  for (index_t l = 0; l < k; l += step)
    for (index_t i = 0; i < m; i += step)
      for (index_t j = 0; j < n; j += step) {
        index_t const rows = std::min(step, m - i), cols = std::min(step, n - j), depth = std::min(step, k - l);
        auto const a_block = submatrix(a, i, l, rows, depth), b_block = submatrix(b, l, j, depth, cols);
        auto const c_block = submatrix(c, i, j, rows, cols);
        run_block<T>({plan, alpha, a_block, b_block, l == 0 ? beta : T(1), c_block}, buffer);
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

/// Returns the same plan for transposed(C) = transposed(B) * transposed(A).
blas_plan transposed(blas_plan p) {
  std::swap(p.a, p.b);
  for (operand_plan* const use : {&p.a, &p.b, &p.c})
    use->order = other(use->order);
  return p;
}

#endif

} // namespace

template <class T>
void run_blas([[maybe_unused]] gemm_plan const& plan, [[maybe_unused]] T alpha,
              [[maybe_unused]] matrix_operand<T const> const& a, [[maybe_unused]] matrix_operand<T const> const& b,
              [[maybe_unused]] T beta, [[maybe_unused]] matrix_operand<T> const& c, [[maybe_unused]] scratch& memory) {
#if defined(WEFT_WITH_BLAS)
  require_integers();
  bool const packs = plan.temporary_bytes != 0;
  if (plan.call.swapped)
    return run_calls<T>(transposed(plan.call), packs, alpha, transposed(b), transposed(a), beta, transposed(c), memory);
  run_calls(plan.call, packs, alpha, a, b, beta, c, memory);
#endif
}

#define WEFT_BLAS(T)                                                                                                   \
  template void run_blas(gemm_plan const&, T, matrix_operand<T const> const&, matrix_operand<T const> const&, T,       \
                         matrix_operand<T> const&, scratch&);
WEFT_EACH_PRODUCT(WEFT_BLAS)
#undef WEFT_BLAS

} // namespace weft::detail
