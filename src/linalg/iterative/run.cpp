#include "linalg/iterative/history.hpp"
#include "product/types.hpp"

#include <weft/linalg/eigsh.hpp>

#include <cstdio>

namespace weft {
namespace detail {
namespace {

char const* name_of(iterative_method method) {
  constexpr char const* names[] = {"linalg::cg",   "linalg::bicgstab", "linalg::gmres",
                                   "linalg::lsqr", "linalg::eigsh",    "linalg::svds"};
  return names[static_cast<int>(method)];
}

template <class T>
void run_method(iterative_job& job) {
  switch (job.method) {
  case iterative_method::cg:
    return run_cg<T>(job);
  case iterative_method::bicgstab:
    return run_bicgstab<T>(job);
  case iterative_method::gmres:
    return run_gmres<T>(job);
  case iterative_method::lsqr:
    return run_lsqr<T>(job);
  case iterative_method::eigsh:
    return run_eigsh<T>(job);
  case iterative_method::svds:
    return run_svds<T>(job);
  }
}

} // namespace

void run_iterative(iterative_job& job) {
  auto const& o = *job.options;
  if (o.iterations < 0 || !(o.tolerance >= 0) || o.patience < 1 || o.restart < 1)
    throw_error(name_of(job.method), "iterations and tolerance are at least 0, patience and restart at least 1");
  if (job.type == dtype::float32)
    run_method<float>(job);
  else if (job.type == dtype::float64)
    run_method<double>(job);
  else if (job.type == dtype::complex64)
    run_method<c64>(job);
  else
    run_method<c128>(job);
}

linalg::convergence_report report_of(iterative_job const& job) {
  linalg::convergence_report r;
  r.end = job.end;
  r.iterations = job.iterations;
  r.residual = job.residual;
  r.residuals = borrow(job.residuals.data(), shape(job.iterations + 1));
  r.sentence = std::string(name_of(job.method)) + ": " + job.sentence;
  return r;
}

void throw_operator(char const* operation, index_t const* a, int rank_a, index_t const* b, int rank_b) {
  throw_shapes(operation, a, rank_a, b, rank_b,
               "the first is what the operator takes or gives, the second what it is given");
}

void require_wanted(char const* operation, index_t wanted, index_t most) {
  if (wanted < 1 || wanted > most)
    throw_shape_reason(operation,
                       "the number of wanted values is at least 1 and at most the least extent of the matrix");
}

void require_shift(char const* operation, bool has_matrix, double shift) {
  if (!has_matrix)
    throw_error(operation, "nearest eigenvalues need a matrix, which is factored: of an operator, eigsh of its inverse "
                           "finds them");
  if (!std::isfinite(shift))
    throw_error(operation, "options.shift is not finite");
}

} // namespace detail

namespace linalg {

std::string to_string(convergence_report const& report) {
  constexpr char const* ends[] = {"converged", "not converged", "breakdown", "stagnation", "stopped"};
  char numbers[64];
  std::snprintf(numbers, sizeof numbers, "%lld iterations, residual %.2g", static_cast<long long>(report.iterations),
                report.residual);
  return report.sentence + " (" + ends[static_cast<int>(report.end)] + " after " + numbers + ")";
}

} // namespace linalg
} // namespace weft
