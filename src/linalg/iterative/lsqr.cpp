#include "linalg/iterative/history.hpp"
#include "product/types.hpp"

namespace weft::detail {

/// LSQR: the bidiagonalisation of Golub and Kahan, and the least squares of its matrix by rotations. Where a claim of
/// convergence does not hold it begins again from there, for what is left.
template <class T>
void run_lsqr(iterative_job& job) {
  using R = real_t<T>;
  using linalg::iterative_end;
  const index_t n = job.n, m = job.m;
  const applied<T> a(job.a), adjoint(job.adjoint);
  const vectors<T> of_x(n), of_b(m);
  T const* const b = static_cast<T const*>(job.b);
  T* const x = static_cast<T*>(job.x);
  vector_room<T> room(2 * m + 3 * n);
  T *const u = room.data(), *const at = u + m, *const v = at + m, *const w = v + n, *const z = w + n;
  history h(job);
  const R size_of_b = of_b.norm(b);
  const auto beside = [&](R size) { return static_cast<double>(size) / static_cast<double>(size_of_b); };
  const auto residual = [&] { // u = b - a x
    a(x, u);
    return of_b.safe_root(of_b.leave(b, u), u);
  };
  if (size_of_b == 0) {
    of_x.clear(x);
    h.begin(0);
    return h.converge();
  }
  R beta = size_of_b;
  of_b.copy(b, u);
  h.begin(1);
  const double tolerance = job.options->tolerance;
  constexpr double epsilon = std::numeric_limits<R>::epsilon();
  double last = -1;
  R size_of_a = 0; // from below, of all that was seen
  for (bool ends = false; !ends;) {
    of_b.scale(1 / beta, u, u);
    adjoint(u, v);
    R alpha = of_x.norm(v);
    if (alpha != 0) {
      of_x.scale(1 / alpha, v, v);
      of_x.copy(v, w);
    }
    R square_of_a = 0, square_of_d = 0, phi_bar = beta, rho_bar = alpha;
    bool small = !(alpha > 0); // the gradient is 0
    while (!small) {
      if (!h.goes_on()) {
        ends = true;
        break;
      }
      // beta u = a v - alpha u, alpha v = a^H u - beta v
      a(v, at);
      of_b.follow(at, -alpha, u);
      beta = of_b.norm(u);
      square_of_a += alpha * alpha + beta * beta;
      if (beta > 0) {
        of_b.scale(1 / beta, u, u);
        adjoint(u, z);
        of_x.follow(z, -beta, v);
        alpha = of_x.norm(v);
        if (alpha > 0)
          of_x.scale(1 / alpha, v, v);
      } else {
        alpha = 0;
      }
      const R rho = std::hypot(rho_bar, beta), c = rho_bar / rho, s = beta / rho;
      const R theta = s * alpha, phi = c * phi_bar;
      rho_bar = -c * alpha;
      phi_bar = s * phi_bar;
      of_x.add(T(phi / rho), w, x);
      const R of_w = of_x.norm(w) / rho;
      square_of_d += of_w * of_w;
      of_x.follow(v, -theta / rho, w);
      size_of_a = std::max(size_of_a, std::sqrt(square_of_a));
      if (!h.add(beside(phi_bar))) {
        ends = true;
        break;
      }
      const double gradient = static_cast<double>(alpha * std::abs(c)) / static_cast<double>(size_of_a);
      small = h.is_small(job.residual) || gradient <= tolerance || !(alpha > 0);
      if (!small && std::sqrt(static_cast<double>(square_of_a) * static_cast<double>(square_of_d)) * epsilon >= 1) {
        h.end(iterative_end::stagnation, "a is too ill-conditioned for its type: roundings hide the rest");
        ends = true;
        break;
      }
    }
    beta = residual();
    h.replace(beside(beta));
    if (ends)
      return;
    if (!std::isfinite(beta) || alpha != alpha) {
      h.end(iterative_end::breakdown, "a residual is not finite: the operator gives NaN or overflows");
      return;
    }
    adjoint(u, z);
    const double left = beta == 0 ? 0.0 : static_cast<double>(of_x.norm(z)) / static_cast<double>(beta);
    const double gradient = size_of_a == 0 ? 0.0 : left / static_cast<double>(size_of_a);
    if (h.is_small(job.residual) || gradient <= tolerance || beta == 0)
      return h.converge();
    const double reached = std::min(gradient, job.residual);
    if (last >= 0 && !(reached < 0.5 * last)) {
      h.end(iterative_end::stagnation, hidden_by_roundings);
      return;
    }
    last = reached;
  }
}

#define WEFT_RUN(T) template void run_lsqr<T>(iterative_job&);
WEFT_EACH_PRODUCT(WEFT_RUN)
#undef WEFT_RUN

} // namespace weft::detail
