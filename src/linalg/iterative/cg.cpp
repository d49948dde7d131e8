#include "linalg/iterative/history.hpp"
#include "product/types.hpp"

namespace weft::detail {

/// Conjugate gradients. x += alpha p waits for the loop that makes the next p, which reads p anyway: 11 vectors pass
/// through memory in place of 12.
template <class T>
void run_cg(iterative_job& job) {
  using R = real_t<T>;
  using linalg::iterative_end;
  const index_t n = job.n;
  const equation<T> e(job);
  auto const& v = e.space;
  vector_room<T> room((e.inverse.exists() ? 4 : 3) * n);
  T *const r = room.data(), *const p = r + n, *const q = p + n;
  T* const z = e.inverse.exists() ? q + n : r;
  history h(job);
  true_residuals checked;
  if (begins_solved(e, r, job, h))
    return;
  bool begins = true; // p is that of the steepest descent
  R rz = 0;
  while (h.goes_on()) {
    if (begins) {
      if (e.inverse.exists())
        e.inverse(r, z);
      rz = v.real_dot(r, z);
      v.copy(z, p);
      begins = false;
    }
    if (!(rz > 0)) {
      h.end(iterative_end::breakdown, "r^H m r is not positive: the preconditioner is not positive definite");
      break;
    }
    e.a(p, q);
    const R pq = v.real_dot(p, q);
    if (!(pq > 0)) {
      h.end(iterative_end::breakdown, pq == pq ? "p^H a p is not positive: the operator is not positive definite"
                                               : "p^H a p is not a number: the operator gives NaN or overflows");
      break;
    }
    const R alpha = rz / pq;
    const R square = v.step_residual(alpha, q, r);
    const double size = e.beside(v.safe_root(square, r));
    const bool known = h.add(size), small = h.is_small(size);
    const bool last = !known || small || h.count() >= job.options->iterations;
    if (!last && !e.inverse.exists()) {
      v.step_direction(alpha, square / rz, r, e.x, p);
      rz = square;
      continue;
    }
    v.add(T(alpha), p, e.x);
    if (!known)
      break;
    if (small) {
      if (checked.ends(e, r, h))
        return;
      begins = true;
    } else if (e.inverse.exists()) {
      e.inverse(r, z);
      const R next = v.real_dot(r, z);
      v.follow(z, next / rz, p);
      rz = next;
    }
  }
  h.replace(e.residual(r));
}

#define WEFT_RUN(T) template void run_cg<T>(iterative_job&);
WEFT_EACH_PRODUCT(WEFT_RUN)
#undef WEFT_RUN

} // namespace weft::detail
