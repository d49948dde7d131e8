#pragma once

#include <complex>
#include <cstdint>
#include <type_traits>

// The functions of CBLAS that weft calls. They are declared here because the headers of the libraries give their
// integer type different names, and because cmake/WeftBLASInterface.cmake finds the width of that integer in the
// library itself. Where the library has other names for them, such as cblas_dgemm64_, the same file defines a macro for
// each function that is declared here. Complex numbers are passed by pointer, and enumerations as int.
namespace weft::detail {

#if defined(WEFT_BLAS_INT64)
using blas_int = std::int64_t;
#else
using blas_int = std::int32_t;
#endif

enum cblas_value : int {
  cblas_row_major = 101,
  cblas_column_major = 102,
  cblas_no_trans = 111,
  cblas_trans = 112,
  cblas_conj_trans = 113,
  cblas_upper = 121,
  cblas_lower = 122
};

extern "C" {
void cblas_sgemm(int order, int op_a, int op_b, blas_int m, blas_int n, blas_int k, float alpha, float const* a,
                 blas_int lda, float const* b, blas_int ldb, float beta, float* c, blas_int ldc);
void cblas_dgemm(int order, int op_a, int op_b, blas_int m, blas_int n, blas_int k, double alpha, double const* a,
                 blas_int lda, double const* b, blas_int ldb, double beta, double* c, blas_int ldc);
void cblas_cgemm(int order, int op_a, int op_b, blas_int m, blas_int n, blas_int k, void const* alpha, void const* a,
                 blas_int lda, void const* b, blas_int ldb, void const* beta, void* c, blas_int ldc);
void cblas_zgemm(int order, int op_a, int op_b, blas_int m, blas_int n, blas_int k, void const* alpha, void const* a,
                 blas_int lda, void const* b, blas_int ldb, void const* beta, void* c, blas_int ldc);

void cblas_ssyrk(int order, int triangle, int op, blas_int n, blas_int k, float alpha, float const* a, blas_int lda,
                 float beta, float* c, blas_int ldc);
void cblas_dsyrk(int order, int triangle, int op, blas_int n, blas_int k, double alpha, double const* a, blas_int lda,
                 double beta, double* c, blas_int ldc);
void cblas_csyrk(int order, int triangle, int op, blas_int n, blas_int k, void const* alpha, void const* a,
                 blas_int lda, void const* beta, void* c, blas_int ldc);
void cblas_zsyrk(int order, int triangle, int op, blas_int n, blas_int k, void const* alpha, void const* a,
                 blas_int lda, void const* beta, void* c, blas_int ldc);
void cblas_cherk(int order, int triangle, int op, blas_int n, blas_int k, float alpha, void const* a, blas_int lda,
                 float beta, void* c, blas_int ldc);
void cblas_zherk(int order, int triangle, int op, blas_int n, blas_int k, double alpha, void const* a, blas_int lda,
                 double beta, void* c, blas_int ldc);

void cblas_sgemv(int order, int op, blas_int m, blas_int n, float alpha, float const* a, blas_int lda, float const* x,
                 blas_int incx, float beta, float* y, blas_int incy);
void cblas_dgemv(int order, int op, blas_int m, blas_int n, double alpha, double const* a, blas_int lda,
                 double const* x, blas_int incx, double beta, double* y, blas_int incy);
void cblas_cgemv(int order, int op, blas_int m, blas_int n, void const* alpha, void const* a, blas_int lda,
                 void const* x, blas_int incx, void const* beta, void* y, blas_int incy);
void cblas_zgemv(int order, int op, blas_int m, blas_int n, void const* alpha, void const* a, blas_int lda,
                 void const* x, blas_int incx, void const* beta, void* y, blas_int incy);

void cblas_sger(int order, blas_int m, blas_int n, float alpha, float const* x, blas_int incx, float const* y,
                blas_int incy, float* a, blas_int lda);
void cblas_dger(int order, blas_int m, blas_int n, double alpha, double const* x, blas_int incx, double const* y,
                blas_int incy, double* a, blas_int lda);
void cblas_cgeru(int order, blas_int m, blas_int n, void const* alpha, void const* x, blas_int incx, void const* y,
                 blas_int incy, void* a, blas_int lda);
void cblas_zgeru(int order, blas_int m, blas_int n, void const* alpha, void const* x, blas_int incx, void const* y,
                 blas_int incy, void* a, blas_int lda);
void cblas_cgerc(int order, blas_int m, blas_int n, void const* alpha, void const* x, blas_int incx, void const* y,
                 blas_int incy, void* a, blas_int lda);
void cblas_zgerc(int order, blas_int m, blas_int n, void const* alpha, void const* x, blas_int incx, void const* y,
                 blas_int incy, void* a, blas_int lda);

float cblas_sdot(blas_int n, float const* x, blas_int incx, float const* y, blas_int incy);
double cblas_ddot(blas_int n, double const* x, blas_int incx, double const* y, blas_int incy);
void cblas_cdotu_sub(blas_int n, void const* x, blas_int incx, void const* y, blas_int incy, void* result);
void cblas_zdotu_sub(blas_int n, void const* x, blas_int incx, void const* y, blas_int incy, void* result);
void cblas_cdotc_sub(blas_int n, void const* x, blas_int incx, void const* y, blas_int incy, void* result);
void cblas_zdotc_sub(blas_int n, void const* x, blas_int incx, void const* y, blas_int incy, void* result);

#if defined(_WIN32) // Windows has no weak symbols, but BLAS is OpenBLAS there
char* openblas_get_config();
char* openblas_get_corename();
int openblas_get_num_threads();
int openblas_get_parallel();
void openblas_set_num_threads(int);
#else
// Weak symbols: they are null if BLAS is not OpenBLAS, and programs still link.
[[gnu::weak]] char* openblas_get_config();
[[gnu::weak]] char* openblas_get_corename();
[[gnu::weak]] int openblas_get_num_threads();
[[gnu::weak]] int openblas_get_parallel();
[[gnu::weak]] void openblas_set_num_threads(int);
// Null if BLAS is not MKL.
[[gnu::weak]] int MKL_Get_Max_Threads();
[[gnu::weak]] void MKL_Get_Version_String(char* text, int bytes);
#endif

double ddot_(void const* n, double const* x, void const* incx, double const* y, void const* incy);
}

/// Returns the bytes of an integer of the linked BLAS, which a dot product of n ones shows. Read as 64 bits, n = -2^32
/// + 1 is negative, and the sum is 0. The lower 32 bits of n are 1, and the sum is 1.
inline int blas_int_bytes() {
  std::int64_t const n = -(std::int64_t(1) << 32) + 1, step = (std::int64_t(1) << 32) + 1;
  double const one = 1;
  return ddot_(&n, &one, &step, &one, &step) == one ? 4 : 8; // on a little-endian machine
}

/// Throws linalg_error if the BLAS that the program has loaded takes integers of another width than weft was configured
/// for.
void require_integers();

} // namespace weft::detail
