#include "linalg/iterative/history.hpp"
#include "product/types.hpp"

namespace weft::detail {

/// Stabilised bi-conjugate gradients, preconditioned from the right: r is the residual of a x = b.
template <class T>
void run_bicgstab(iterative_job& job) {
  using R = real_t<T>;
  using linalg::iterative_end;
  const index_t n = job.n;
  const equation<T> e(job);
  auto const& v = e.space;
  const bool conditioned = e.inverse.exists();
  vector_room<T> room((conditioned ? 7 : 5) * n);
  T *const r = room.data(), *const shadow = r + n, *const p = shadow + n, *const u = p + n, *const t = u + n;
  T* const near_p = conditioned ? t + n : p;
  T* const near_s = conditioned ? near_p + n : r;
  history h(job);
  true_residuals checked;
  if (begins_solved(e, r, job, h))
    return;
  constexpr R epsilon = std::numeric_limits<R>::epsilon();
  T rho(1), alpha(1), omega(1);
  index_t began = -1;
  const auto begin = [&] {
    v.copy(r, shadow);
    v.clear(p);
    v.clear(u);
    rho = alpha = omega = T(1);
    began = h.count();
  };
  begin();
  while (h.goes_on()) {
    T next = v.dot(shadow, r);
    if (!(std::abs(next) > epsilon * v.norm(shadow) * v.norm(r))) {
      if (h.count() == began) {
        h.end(iterative_end::breakdown, "the residual and its shadow are orthogonal");
        break;
      }
      begin(); // with another shadow
      next = v.dot(shadow, r);
    }
    const T beta = next / rho * (alpha / omega);
    rho = next;
    // p = r + beta (p - omega u)
    v.add(-omega, u, p);
    if constexpr (is_complex<T>) {
      for (index_t k = 0; k < n; ++k)
        p[k] = r[k] + beta * p[k];
    } else {
      v.follow(r, beta, p);
    }
    if (conditioned)
      e.inverse(p, near_p);
    e.a(near_p, u);
    const T along = v.dot(shadow, u);
    if (!(std::abs(along) > epsilon * v.norm(shadow) * v.norm(u))) {
      h.end(iterative_end::breakdown, "a p and the shadow residual are orthogonal");
      break;
    }
    alpha = rho / along;
    v.add(-alpha, u, r);
    v.add(alpha, near_p, e.x);
    const R halfway = v.norm(r);
    if (h.is_small(e.beside(halfway))) {
      if (!h.add(e.beside(halfway)))
        break;
    } else {
      if (conditioned)
        e.inverse(r, near_s);
      e.a(near_s, t);
      const R size_of_t = v.norm(t);
      const T product = v.dot(t, r);
      if (!(std::abs(product) > epsilon * size_of_t * halfway)) {
        (void)h.add(e.beside(halfway));
        h.end(iterative_end::breakdown, "omega is 0: a s and s are orthogonal, as those of a skew operator are");
        break;
      }
      omega = product / size_of_t / size_of_t;
      v.add(omega, near_s, e.x);
      v.add(-omega, t, r);
      if (!h.add(e.beside(v.norm(r))))
        break;
    }
    if (h.is_small(job.residual)) {
      if (checked.ends(e, r, h))
        return;
      begin();
    }
  }
  h.replace(e.residual(r));
}

#define WEFT_RUN(T) template void run_bicgstab<T>(iterative_job&);
WEFT_EACH_PRODUCT(WEFT_RUN)
#undef WEFT_RUN

} // namespace weft::detail
