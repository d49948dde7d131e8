// NumPy's answers for batches, broadcast ones, and matrices that lack rank.
#include "numpy_batches.hpp"
#include "answers.hpp"

#include <weft/linalg/cholesky.hpp>
#include <weft/linalg/eigen.hpp>
#include <weft/linalg/least_squares.hpp>
#include <weft/linalg/lu.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/linalg/norm.hpp>
#include <weft/linalg/qr.hpp>
#include <weft/linalg/solve.hpp>
#include <weft/linalg/svd.hpp>
#include <weft/ops/generate.hpp>

using namespace weft;
using namespace decomposition_test;

namespace {

template <class T>
void check_case(numpy_batch const& c) {
  const tensor<T> a = tensor_from<T>(c.a), b = tensor_from<T>(c.b);
  const index_t m = a.extent(a.rank() - 2), n = a.extent(a.rank() - 1);
  // Solutions and inverses of both are off by the condition number. Those of least squares may be off by its square,
  // and eigenvalues by numbers of their own, but the matrices are of small integers: a 30th of this is enough.
  answers numpy(c.name, c.results, bound<T>(m, n) * c.condition);
  const tensor<T> adjoint = conj(swap_axes(a, a.rank() - 2, a.rank() - 1));
  if (numpy.has("solve")) {
    numpy.compare("solve", linalg::solve(a, b));
    numpy.compare("inv", linalg::inv(a));
    numpy.compare("det", linalg::det(a));
    const auto [sign, logarithm] = linalg::slogdet(a);
    numpy.compare("sign", sign);
    numpy.compare("logabsdet", logarithm);
    numpy.compare("cond", linalg::cond(a));
    tensor<std::complex<real_of<T>>> values = linalg::eigvals(a);
    sort_values(values);
    numpy.compare("eigvals", values);
  }
  if (m == n) {
    numpy.compare("eigvalsh", linalg::eigvalsh(a + adjoint));
    numpy.compare("cholesky", linalg::cholesky(matmul(a, adjoint) + eye<T>(n)));
  }
  if (numpy.has("abs r")) {
    const auto [q, r] = linalg::qr(a);
    numpy.compare("abs r", abs(r));
    CHECK(all_close(matmul(q, r), a, 1e-13, 1e-13));
  }
  numpy.compare("svdvals", linalg::svdvals(a));
  numpy.compare("pinv", linalg::pinv(a));
  numpy.compare("lstsq", linalg::lstsq(a, b).x);
  numpy.compare("matrix_rank", linalg::matrix_rank(a));
  numpy.compare("norm 1", linalg::norm(a, 1));
  numpy.compare("norm 2", linalg::norm(a, 2));
  numpy.compare("norm inf", linalg::norm(a, linalg::inf));
  numpy.compare("norm fro", linalg::norm(a, linalg::frobenius));
  numpy.compare("norm nuc", linalg::norm(a, linalg::nuclear));
  numpy.all_asked();
}

} // namespace

TEST_CASE_TEMPLATE("linear algebra of batches: what NumPy answers", T, double, std::complex<double>) {
  int seen = 0;
  for (numpy_batch const& c : numpy_batches)
    if (is_complex<T> || (is_real(c.a) && is_real(c.b))) {
      check_case<T>(c);
      ++seen;
    }
  CHECK(seen == (is_complex<T> ? 16 : 12));
}
