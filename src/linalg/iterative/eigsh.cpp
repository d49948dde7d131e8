#include "linalg/iterative/basis.hpp"
#include "product/types.hpp"

namespace weft::detail {

/// Lanczos' method with full reorthogonalisation and thick restarts: what is kept are Ritz vectors, in whose space the
/// operator is diagonal but for one row (Wu and Simon, Thick-restart Lanczos method for large symmetric eigenvalue
/// problems, SIAM J. Matrix Anal. Appl. 22, 2000). All coefficients are those that were found, so that nothing has to
/// be known of which are 0. A space that began with one vector holds one eigenvector of each eigenvalue only: so what
/// has converged is kept and a random vector takes the place of what is left, until that changes no value.
template <class T>
void run_eigsh(iterative_job& job) {
  using R = real_t<T>;
  using linalg::iterative_end;
  const index_t n = job.n, k = job.wanted;
  const index_t m = std::min(n, std::max<index_t>(job.options->restart, 2 * k + 8));
  const applied<T> a(job.a);
  const vectors<T> space(n);
  vector_room<T> room((m + 2) * n + m * orthonormal_basis<T>::rows + m + 1);
  vector_room<R> small(3 * m * m + m + k);
  const orthonormal_basis<T> v(space, room.data());
  T *const spare = v[m + 1], *const block = spare + n, *const found = block + m * orthonormal_basis<T>::rows;
  R *const h_matrix = small.data(), *const work = h_matrix + m * m, *const s = work + m * m;
  R *const theta = s + m * m, *const before = theta + m;
  random_numbers random(job.options->seed);
  history h(job);
  true_residuals checked;
  bool has_before = false;
  v.fill(0, random);
  std::fill_n(h_matrix, m * m, R(0));
  h.begin(1);
  for (index_t kept = 0; h.goes_on();) {
    R beta = 0;
    for (index_t j = kept; j < m; ++j) {
      a(v[j], v[j + 1]);
      std::fill_n(found, m + 1, T(0));
      beta = v.add(j + 1, found, random);
      for (index_t i = 0; i <= j; ++i)
        h_matrix[i * m + j] = h_matrix[j * m + i] = std::real(found[i]);
      if (!std::isfinite(beta) || !std::isfinite(h_matrix[j * m + j])) {
        (void)h.add(std::numeric_limits<double>::quiet_NaN());
        return;
      }
      if (j + 1 < m)
        h_matrix[(j + 1) * m + j] = h_matrix[j * m + j + 1] = beta;
    }
    std::copy_n(h_matrix, m * m, work);
    jacobi_eigen(m, work, theta, s);
    if (!job.largest) { // the wanted ones first
      for (index_t i = 0; i < m / 2; ++i) {
        std::swap(theta[i], theta[m - 1 - i]);
        for (index_t r = 0; r < m; ++r)
          std::swap(s[r * m + i], s[r * m + m - 1 - i]);
      }
    }
    R most = 0, worst = 0;
    for (index_t i = 0; i < m; ++i)
      most = std::max(most, std::abs(theta[i]));
    if (m < n)
      for (index_t i = 0; i < k; ++i)
        worst = std::max(worst, std::abs(beta * s[(m - 1) * m + i]));
    const auto beside = [&](R size) { return most == 0 ? 0.0 : static_cast<double>(size) / static_cast<double>(most); };
    const bool goes_on = h.add(beside(worst));
    const bool last = !goes_on || m == n || h.count() >= job.options->iterations;
    const bool claims = h.is_small(beside(worst)) || worst <= 4 * std::numeric_limits<R>::epsilon() * most;
    kept = last || claims ? k : std::min(m - 1, k + (m - k) / 2);
    v.recombine(m, kept, s, block);
    if (claims || last) {
      worst = 0;
      for (index_t i = 0; i < k; ++i) {
        a(v[i], spare);
        space.add(T(-theta[i]), v[i], spare);
        worst = std::max(worst, space.norm(spare));
      }
      h.replace(beside(worst));
      const bool small_enough = h.is_small(beside(worst));
      bool confirmed = m == n || has_before;
      for (index_t i = 0; i < k && confirmed && m < n; ++i)
        confirmed =
            beside(std::abs(theta[i] - before[i])) <= job.options->tolerance + 8 * std::numeric_limits<R>::epsilon();
      if ((small_enough && confirmed) || last || (!small_enough && !checked.may_improve(beside(worst)))) {
        if (small_enough && confirmed)
          h.converge();
        else if (!small_enough && (m == n || !last))
          h.end(iterative_end::stagnation, "the tolerance is below the roundings of the eigenvalues");
        else if (goes_on)
          (void)h.goes_on();
        for (index_t i = 0; i < k; ++i)
          static_cast<R*>(job.values)[i] = theta[i];
        std::copy_n(v[0], k * n, static_cast<T*>(job.vectors));
        return;
      }
      if (small_enough) {
        std::copy_n(theta, k, before);
        has_before = true;
        v.fill(kept, random);
        space.copy(v[kept], v[m]);
      }
    }
    std::fill_n(h_matrix, m * m, R(0));
    for (index_t i = 0; i < kept; ++i)
      h_matrix[i * m + i] = theta[i];
    space.copy(v[m], v[kept]);
    for (index_t i = 0; i < k; ++i) // what there is if the callback ends it
      static_cast<R*>(job.values)[i] = theta[i];
    std::copy_n(v[0], k * n, static_cast<T*>(job.vectors));
  }
}

#define WEFT_RUN(T) template void run_eigsh<T>(iterative_job&);
WEFT_EACH_PRODUCT(WEFT_RUN)
#undef WEFT_RUN

} // namespace weft::detail
