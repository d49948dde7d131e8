#include "linalg/iterative/history.hpp"

#include <weft/linalg/eigsh.hpp>

#include <cstdio>

namespace weft {
namespace detail {
namespace {

/// The functions that run the methods, in the order of iterative_method.
constexpr void (*runs[])(iterative_job&) = {&run_cg, &run_bicgstab, &run_gmres, &run_lsqr, &run_eigsh, &run_svds};

char const* name_of(iterative_job const& job) {
  return names_of_methods[static_cast<int>(job.method)];
}

} // namespace

void run_iterative(iterative_job& job) {
  auto const& o = *job.options;
  if (o.iterations < 0 || !(o.tolerance >= 0) || o.patience < 1 || o.restart < 1)
    throw_error(name_of(job), "iterations and tolerance are at least 0, patience and restart at least 1");
  runs[static_cast<int>(job.method)](job);
}

linalg::convergence_report report_of(iterative_job const& job) {
  linalg::convergence_report r;
  r.end = job.end;
  r.iterations = job.iterations;
  r.residual = job.residual;
  r.residuals = borrow(job.residuals.data(), shape(job.iterations + 1));
  r.sentence = std::string(name_of(job)) + ": " + job.sentence;
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
