// NumPy's answers for batches, broadcast ones, and matrices that lack rank.
#include "decomposition.hpp"
#include "numpy_batches.hpp"

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

#include <algorithm>
#include <set>
#include <string>

using namespace weft;
using namespace decomposition_test;

namespace {

using wide = std::complex<double>;

/// The numbers of an array, in memory of run-time rank.
template <class T>
tensor<T> tensor_from(numpy_array const& a) {
  dynamic_extents extents(static_cast<int>(a.shape.size()));
  for (int k = 0; k < extents.rank(); ++k)
    extents.set(k, static_cast<index_t>(a.shape[static_cast<std::size_t>(k)]));
  tensor<T> t(extents);
  auto from = a.elements.begin();
  for (T& x : t) {
    x = number<T>(from->real(), from->imag());
    ++from;
  }
  REQUIRE(from == a.elements.end());
  return t;
}
bool is_real(numpy_array const& a) {
  return std::all_of(a.elements.begin(), a.elements.end(), [](wide const& x) { return x.imag() == 0; });
}

/// Compares answers with those of a case, and counts which were asked for.
class answers {
public:
  answers(numpy_batch const& c, double tolerance) : case_(c), tolerance_(tolerance) {}

  bool has(char const* of) const { return find(of) != nullptr; }
  /// In elements, relative to the largest one.
  template <class X>
  void compare(char const* of, X const& x) {
    numpy_array const* const wanted = find(of);
    REQUIRE(wanted != nullptr);
    asked_.insert(of);
    const tensor<wide> values = cast<wide>(x);
    std::vector<long> shape;
    for (int k = 0; k < values.rank(); ++k)
      shape.push_back(static_cast<long>(values.extent(k)));
    CHECK(shape == wanted->shape);
    double largest = 0, distance = 0;
    auto expected = wanted->elements.begin();
    for (wide const& value : values) {
      largest = std::max(largest, std::abs(*expected));
      const double off = std::abs(value - *expected++);
      if (!(off <= distance) && !std::isnan(distance)) // NaN stays
        distance = off;
    }
    INFO(case_.name << ": " << of);
    CHECK(distance <= tolerance_ * (largest == 0 ? 1 : largest));
  }
  void all_asked() const {
    for (numpy_result const& r : case_.results) {
      INFO(case_.name << ": " << r.of);
      CHECK(asked_.count(r.of) == 1);
    }
  }

private:
  numpy_array const* find(char const* of) const {
    for (numpy_result const& r : case_.results)
      if (r.of == of)
        return &r.value;
    return nullptr;
  }
  numpy_batch const& case_;
  double tolerance_;
  std::set<std::string> asked_;
};

/// Sorted as NumPy's were: by real part, rounded so that those of a conjugate pair are one, then by imaginary part.
template <class T>
void sort_values(tensor<T>& values) {
  const index_t n = values.extent(values.rank() - 1);
  for (auto first = values.begin(); first != values.end(); first += n)
    std::sort(first, first + n, [](T const& x, T const& y) {
      const double a = std::round(1e9 * x.real()), b = std::round(1e9 * y.real());
      return a != b ? a < b : x.imag() < y.imag();
    });
}

template <class T>
void check_case(numpy_batch const& c) {
  const tensor<T> a = tensor_from<T>(c.a), b = tensor_from<T>(c.b);
  const index_t m = a.extent(a.rank() - 2), n = a.extent(a.rank() - 1);
  // Solutions and inverses of both are off by the condition number. Those of least squares may be off by its square,
  // and eigenvalues by numbers of their own, but the matrices are of small integers: a 30th of this is enough.
  answers numpy(c, bound<T>(m, n) * c.condition);
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
