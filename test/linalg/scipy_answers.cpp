// SciPy's answers, where NumPy has no such function. What is not unique, as signs of vectors, is compared by what is.
#include "scipy_answers.hpp"

#include <weft/linalg/banded.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/linalg/matrix_function.hpp>
#include <weft/linalg/schur.hpp>
#include <weft/linalg/subspace.hpp>
#include <weft/linalg/sylvester.hpp>
#include <weft/ops/diag.hpp>

using namespace weft;
using namespace decomposition_test;

namespace {

template <class T>
tensor<T, 2> matrix_of(scipy_answer const& c, std::size_t operand) {
  return tensor_from<T>(c.operands[operand]);
}

/// f(case, answers) for the cases of a function, of real operands alone where T is real: their number. Both libraries
/// may be off by what LAPACK's tests allow, times the condition of the problem; a result is rounded too.
template <class T, class F>
int each_case(char const* function, F const& f) {
  int seen = 0;
  for (scipy_answer const& c : scipy_answers)
    if (c.function == function && (is_complex<T> || std::all_of(c.operands.begin(), c.operands.end(), is_real))) {
      CAPTURE(c.name);
      auto const& last = c.operands.back().shape;
      answers scipy(c.name, c.results, bound<T>(last.front(), last.back()) * std::max(1.0, c.condition));
      f(c, scipy);
      scipy.all_asked();
      ++seen;
    }
  return seen;
}

/// The orthogonal projection on what orthonormal columns span.
template <class T>
tensor<T, 2> projector(tensor<T, 2> const& basis) {
  return matmul(basis, conj(transpose(basis)));
}

/// Of the blocks on the diagonal of a Schur form.
template <class T>
tensor<std::complex<double>> values_of(tensor<T, 2> const& t) {
  const index_t n = t.extent(0);
  tensor<std::complex<double>> values(shape(n));
  for (index_t i = 0; i < n; ++i) {
    values(i) += std::complex<double>(t(i, i));
    if constexpr (!is_complex<T>)
      if (i + 1 < n && t(i + 1, i) != 0) {
        const double apart = std::sqrt(-t(i, i + 1) * t(i + 1, i)); // NaN unless the signs differ
        values(i) += std::complex<double>(0, apart);
        values(i + 1) -= std::complex<double>(0, apart);
      }
  }
  sort_values(values);
  return values;
}

} // namespace

TEST_CASE_TEMPLATE("SciPy's answers: expm", T, double, std::complex<double>) {
  const int seen = each_case<T>(
      "expm", [](scipy_answer const& c, answers& scipy) { scipy.compare("expm", linalg::expm(matrix_of<T>(c, 0))); });
  CHECK(seen == (is_complex<T> ? 15 : 11));
}

TEST_CASE_TEMPLATE("SciPy's answers: solve_banded", T, double, std::complex<double>) {
  const int seen = each_case<T>("solve_banded", [](scipy_answer const& c, answers& scipy) {
    const auto diagonals = [&](std::size_t k) { return static_cast<index_t>(c.operands[0].elements[k].real()); };
    const tensor<T, 2> x = linalg::solve_banded(diagonals(0), diagonals(1), matrix_of<T>(c, 1), matrix_of<T>(c, 2));
    scipy.compare("x", x);
  });
  CHECK(seen == (is_complex<T> ? 12 : 10));
}

TEST_CASE_TEMPLATE("SciPy's answers: solve_sylvester", T, double, std::complex<double>) {
  const int seen = each_case<T>("solve_sylvester", [](scipy_answer const& c, answers& scipy) {
    scipy.compare("x", linalg::solve_sylvester(matrix_of<T>(c, 0), matrix_of<T>(c, 1), matrix_of<T>(c, 2)));
  });
  CHECK(seen == (is_complex<T> ? 8 : 6));
}

TEST_CASE_TEMPLATE("SciPy's answers: null_space and orth, by the projections on them", T, double,
                   std::complex<double>) {
  const int seen = each_case<T>("null_space", [](scipy_answer const& c, answers& scipy) {
    const auto a = matrix_of<T>(c, 0);
    scipy.compare("null space", projector<T>(linalg::null_space(a)));
    scipy.compare("range", projector<T>(linalg::orth(a)));
  });
  CHECK(seen == (is_complex<T> ? 8 : 6));
}

TEST_CASE_TEMPLATE("SciPy's answers: schur, by eigenvalues, and by moduli where they are in the same order", T, double,
                   std::complex<double>) {
  int same_order = 0;
  const int seen = each_case<T>("schur", [&](scipy_answer const& c, answers& scipy) {
    const auto [t, z] = linalg::schur(matrix_of<T>(c, 0));
    scipy.compare("eigvals", values_of<T>(t));
    if (!scipy.has("order"))
      return;
    if (scipy.distance("order", diag(t)) > 1e-6) {
      (void)scipy.distance("abs t", abs(t)); // of another triangle
      return;
    }
    scipy.compare("order", diag(t));
    scipy.compare("abs t", abs(t));
    ++same_order;
  });
  CHECK(seen == (is_complex<T> ? 8 : 6));
  CHECK(same_order >= 2); // a number, and a triangle, which is its own Schur form
}

TEST_CASE_TEMPLATE("SciPy's answers: hessenberg, by moduli", T, double, std::complex<double>) {
  const int seen = each_case<T>("hessenberg", [](scipy_answer const& c, answers& scipy) {
    const auto [h, q] = linalg::hessenberg(matrix_of<T>(c, 0));
    scipy.compare("abs h", abs(h));
  });
  CHECK(seen == (is_complex<T> ? 7 : 5));
}
