#include "linalg/iterative/basis.hpp"
#include "product/types.hpp"

namespace weft::detail {

/// Subspace iteration from a random beginning (Halko, Martinsson and Tropp, Finding structure with randomness:
/// probabilistic algorithms for constructing approximate matrix decompositions, SIAM Rev. 53, 2011, algorithms 4.4 and
/// 5.1). With orthonormal Q of its space and A^H Q = P R, A is near to Q R^H P^H, whose singular values are those of
/// the small R^H; the next step's A P says how near.
template <class T>
void run_svds(iterative_job& job) {
  using R = real_t<T>;
  using linalg::iterative_end;
  const index_t n = job.n, m = job.m, k = job.wanted, l = job.basis;
  const applied<T> a(job.a), adjoint(job.adjoint);
  const vectors<T> of_x(n), of_y(m);
  vector_room<T> room(2 * l * m + l * n + m + 3 * l * l + l * orthonormal_basis<T>::rows);
  vector_room<R> values(l);
  const orthonormal_basis<T> q(of_y, room.data()), next(of_y, q[l]), p(of_x, next[l]);
  T *const r = p[l], *const g = r + l * l, *const w = g + l * l, *const spare = w + l * l;
  T* const block = spare + m;
  R* const s = values.data();
  random_numbers random(job.options->seed);
  history h(job);
  const auto orthonormalise = [&](orthonormal_basis<T> const& basis) { // r: its columns are found one by one
    std::fill_n(r, l * l, T(0));
    for (index_t j = 0; j < l; ++j) {
      const R size = basis.add(j, r + j * l, random);
      r[j * l + j] = T(size);
    }
  };
  random.fill(reinterpret_cast<R*>(p[0]), l * n * vectors<T>::parts);
  orthonormalise(p);
  a(l, p[0], q[0]);
  h.begin(1);
  while (h.goes_on()) {
    orthonormalise(q);
    adjoint(l, q[0], p[0]);
    orthonormalise(p); // A^H Q = P R, R(i, j) at r[j * l + i]
    for (index_t i = 0; i < l; ++i)
      for (index_t j = 0; j < l; ++j)
        g[i * l + j] = conjugate_if(true, r[i * l + j]);
    jacobi_singular(l, g, s, w);
    a(l, p[0], next[0]);
    R worst = 0;
    for (index_t i = 0; i < k; ++i) {
      of_y.clear(spare);
      for (index_t j = 0; j < l; ++j) {
        of_y.add(w[j * l + i], next[j], spare);
        of_y.add(-s[i] * g[j * l + i], q[j], spare);
      }
      worst = std::max(worst, of_y.norm(spare));
    }
    const double size = s[0] == 0 ? static_cast<double>(worst) : static_cast<double>(worst / s[0]);
    const bool goes_on = h.add(size);
    const bool small = h.is_small(size);
    constexpr double epsilon = std::numeric_limits<R>::epsilon();
    const bool hidden = size <= 4 * epsilon * std::sqrt(static_cast<double>(std::max(m, n)));
    for (index_t i = 0; i < k; ++i)
      static_cast<R*>(job.values)[i] = s[i];
    const bool last = !goes_on || small || hidden || h.count() >= job.options->iterations || job.options->progress;
    if (last) {
      std::copy_n(p[0], l * n, static_cast<T*>(job.x));
      std::copy_n(q[0], l * m, static_cast<T*>(job.vectors));
      const orthonormal_basis<T> right(of_x, static_cast<T*>(job.x)), left(of_y, static_cast<T*>(job.vectors));
      right.recombine(l, k, w, block);
      left.recombine(l, k, g, block);
    }
    if (!goes_on)
      return;
    if (small)
      return h.converge();
    if (hidden) {
      h.end(iterative_end::stagnation, "the tolerance is below the roundings of the singular values");
      return;
    }
    std::copy_n(next[0], l * m, q[0]);
  }
}

#define WEFT_RUN(T) template void run_svds<T>(iterative_job&);
WEFT_EACH_PRODUCT(WEFT_RUN)
#undef WEFT_RUN

} // namespace weft::detail
