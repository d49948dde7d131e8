#include "../../src/product/cblas.hpp"

#include "decomposition.hpp"

#include <support/blas_name.hpp>
#include <support/blas_threads.hpp>
#include <support/message.hpp>
#include <weft/eval/threads.hpp>
#include <weft/linalg/eigen.hpp>
#include <weft/linalg/least_squares.hpp>
#include <weft/linalg/svd.hpp>

#include <dlfcn.h>

#include <cstddef>

// How LAPACK is called, and what it answers to no matrix: these functions stand before those of the library, note how many
// threads they may take, call on, and say that the values have not converged where the test wants it.

namespace {

using weft::detail::blas_int;

bool converges = true;
int threads_of_call = 0;

template <class... A>
void call_on(char const* name, blas_int* info, A... arguments) {
  threads_of_call = support::blas_threads();
  reinterpret_cast<void (*)(A...)>(dlsym(RTLD_NEXT, name))(arguments...);
  if (!converges)
    *info = 1;
}

} // namespace

#define EXPORTED extern "C" [[gnu::visibility("default")]]

EXPORTED void dgesdd_(char const* jobz, blas_int const* m, blas_int const* n, double* a, blas_int const* lda, double* s,
                      double* u, blas_int const* ldu, double* vt, blas_int const* ldvt, double* work,
                      blas_int const* lwork, blas_int* iwork, blas_int* info, std::size_t length) {
  call_on(WEFT_BLAS_NAME(dgesdd_), info, jobz, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, iwork, info, length);
}
EXPORTED void dsyevd_(char const* jobz, char const* uplo, blas_int const* n, double* a, blas_int const* lda, double* w,
                      double* work, blas_int const* lwork, blas_int* iwork, blas_int const* liwork, blas_int* info,
                      std::size_t length, std::size_t other) {
  call_on(WEFT_BLAS_NAME(dsyevd_), info, jobz, uplo, n, a, lda, w, work, lwork, iwork, liwork, info, length, other);
}
EXPORTED void dgeev_(char const* jobvl, char const* jobvr, blas_int const* n, double* a, blas_int const* lda, double* wr,
                     double* wi, double* vl, blas_int const* ldvl, double* vr, blas_int const* ldvr, double* work,
                     blas_int const* lwork, blas_int* info, std::size_t length, std::size_t other) {
  call_on(WEFT_BLAS_NAME(dgeev_), info, jobvl, jobvr, n, a, lda, wr, wi, vl, ldvl, vr, ldvr, work, lwork, info, length,
          other);
}
EXPORTED void dgelsd_(blas_int const* m, blas_int const* n, blas_int const* nrhs, double* a, blas_int const* lda,
                      double* b, blas_int const* ldb, double* s, double const* rcond, blas_int* rank, double* work,
                      blas_int const* lwork, blas_int* iwork, blas_int* info) {
  call_on(WEFT_BLAS_NAME(dgelsd_), info, m, n, nrhs, a, lda, b, ldb, s, rcond, rank, work, lwork, iwork, info);
}

using namespace weft;
using namespace decomposition_test;

namespace {

template <class F>
std::string refusal(F const& f) {
  converges = false;
  const std::string text = support::message_of(f);
  converges = true;
  return text;
}

} // namespace

TEST_CASE("svd, eigen, lstsq: what has not converged is an error") {
  const auto a = random_matrix<double>(4, 4);
  const auto b = random_matrix<double>(4, 1);
  CHECK(refusal([&] { (void)linalg::svdvals(a); }) ==
        "weft: linalg::svdvals: the singular values have not converged (dgesdd)");
  CHECK(refusal([&] { (void)linalg::eigvalsh(a); }) ==
        "weft: linalg::eigvalsh: the eigenvalues have not converged (dsyevd)");
  CHECK(refusal([&] { (void)linalg::eigvals(a); }) ==
        "weft: linalg::eigvals: the eigenvalues have not converged (dgeev)");
  CHECK(refusal([&] { (void)linalg::lstsq(a, b); }) ==
        "weft: linalg::lstsq: the singular values have not converged (dgelsd)");
  CHECK(refusal([&] { (void)linalg::svdvals(tensor<float, 2>(a)); }) == "no error"); // of another routine
}

TEST_CASE("svd, eigen, lstsq: LAPACK takes no more threads than it may") {
  const auto a = random_matrix<double>(40, 40);
  const thread_scope one{1};
  const auto threads = [](auto const& f) {
    threads_of_call = 0;
    f();
    return threads_of_call;
  };
  CHECK(threads([&] { (void)linalg::svdvals(a); }) == 1);
  CHECK(threads([&] { (void)linalg::eigvalsh(a); }) == 1);
  CHECK(threads([&] { (void)linalg::eigvals(a); }) == 1);
  CHECK(threads([&] { (void)linalg::lstsq(a, a); }) == 1);
}
