// What does a product cost beside the direct call of BLAS, on one thread?
#include "ratio.hpp"

#include <weft/weft.hpp>

#include <cblas.h>

using weft::tensor, weft::index_t;

namespace {

tensor<double, 2> filled(index_t n, index_t period) {
  tensor<double, 2> a(n, n);
  for (index_t i = 0; i < n * n; ++i)
    a.data()[i] = double(i % period) / double(period);
  return a;
}

void direct(CBLAS_TRANSPOSE b_form, index_t n, double alpha, double const* a, double const* b, double beta, double* c) {
  const int m = int(n);
  cblas_dgemm(CblasRowMajor, CblasNoTrans, b_form, m, m, m, alpha, a, m, b, m, beta, c, m);
}

} // namespace

int main(int argc, char** argv) {
#ifdef OPENBLAS_VERSION
  openblas_set_num_threads(1);
#endif
  for (index_t n : {64, 100, 256, 512, 1024, 2048}) {
    bench::compare("gemm/c = matmul(a, b)/" + std::to_string(n), {1.03}, [n](bench::runner& run) {
      tensor<double, 2> a = filled(n, 97), b = filled(n, 89), c(n, n);
      run(c.data(), n * n, [&] { c = weft::matmul(a, b); },
          [&] { direct(CblasNoTrans, n, 1, a.data(), b.data(), 0, c.data()); });
    });
    bench::compare("gemm/c = 2 a b^T + 0.5 c/" + std::to_string(n), {1.03}, [n](bench::runner& run) {
      tensor<double, 2> a = filled(n, 97), b = filled(n, 89), c(n, n);
      run(c.data(), n * n, [&] { c = 2.0 * weft::matmul(a, weft::transpose(b)) + 0.5 * c; },
          [&] { direct(CblasTrans, n, 2, a.data(), b.data(), 0.5, c.data()); });
    });
  }
  return bench::run_all(argc, argv);
}
