// doc/reference: Decompositions
#include "show.hpp"

#include <weft/linalg/eigsh.hpp>
#include <weft/linalg/iterative.hpp>
#include <weft/linalg/svds.hpp>

using namespace weft;

void decompositions() {
  // [operands of decompositions]
  tensor<double, 2> a{{4, 1}, {1, 3}}, tall{{1, 0}, {1, 1}, {1, 2}};
  tensor<double, 1> b{1, 2}, c{1, 3, 5};
  // [end]
  SHOW(linalg::cholesky(a));
  RUN(l, auto [p, l, u] = linalg::lu(a));
  RUN(abs(of_lu.u), linalg::lu_result of_lu = linalg::lu(a));
  SHOW(abs(linalg::qr(a).r));
  RUN(abs(of_qr.r), linalg::qr_result of_qr = linalg::qr(tall));
  SHOW(linalg::qr(tall, linalg::full_matrices).q.shape());
  RUN(of_pivoted.p, linalg::pivoted_qr_result of_pivoted = linalg::qr(a, linalg::pivoted));
  SHOW(linalg::svd(a).s);
  RUN(of_svd.vh.shape(), linalg::svd_result of_svd = linalg::svd(tall));
  SHOW(linalg::svd(tall, linalg::full_matrices).u.shape());
  SHOW(linalg::svdvals(a));
  RUN(of_eigh.values, linalg::eigh_result of_eigh = linalg::eigh(a));
  SHOW(linalg::eigvalsh(a));
  SHOW(linalg::eigvalsh(a, a));
  RUN(of_eig.values.shape(), linalg::eig_result of_eig = linalg::eig(a));
  SHOW(abs(linalg::eigvals(tensor<double, 2>{{0, 1}, {-1, 0}})));
  SHOW(linalg::eigvals(a, a));
  RUN(of_schur.t.shape(), linalg::schur_result of_schur = linalg::schur(a));
  RUN(of_hessenberg.h.shape(), linalg::hessenberg_result of_hessenberg = linalg::hessenberg(a));
  SHOW(linalg::solve(a, b));
  SHOW(linalg::solve_tridiagonal(tensor<double, 1>{1}, tensor<double, 1>{4, 3}, tensor<double, 1>{1}, b));
  SHOW(linalg::solve_banded(0, 1, tensor<double, 2>{{0, 1}, {4, 3}}, b));
  SHOW(linalg::solve_triangular(lower(a), b));
  SHOW(linalg::inv(a));
  RUN(f.solve(b), linalg::lu_factorisation f = linalg::lu_factor(a));
  SHOW(f.det());
  SHOW(f.slogdet().logabsdet);
  SHOW(f.inverse());
  SHOW(f.rcond());
  SHOW(f.shape());
  RUN(x, tensor<double, 1> x = b; f.solve_in_place(x));
  RUN(f.det(), f.refactor(2.0 * a));
  RUN(g.l(), linalg::cholesky_factorisation g = linalg::cholesky_factor(a));
  SHOW(g.logdet());
  RUN(g.det(), g.update(b));
  RUN(g.det(), g.downdate(b));
  RUN(h.det(), linalg::ldlt_factorisation h = linalg::ldlt_factor(a));
  RUN(q.solve(c), linalg::qr_factorisation q = linalg::qr_factor(tall));
  SHOW(q.apply_q(q.apply_qh(c)));
  SHOW(q.q().shape());
  SHOW(abs(q.r()));
  RUN(d, tensor d = a; linalg::cholesky_in_place(d));
  RUN(y, tensor e = a; tensor y = b; linalg::solve_in_place(e, y));
  RUN(i, tensor i = a; linalg::inv_in_place(i));
  RUN(w.bytes() > 0, linalg::workspace w; linalg::inv_in_place(i, w));
  SHOW(linalg::det(a));
  RUN(of_slogdet.sign, linalg::slogdet_result of_slogdet = linalg::slogdet(a));
  RUN(of_lstsq.x, linalg::lstsq_result of_lstsq = linalg::lstsq(tall, c));
  RUN(by_qr.rank, linalg::lstsq_qr_result by_qr = linalg::lstsq(tall, c, linalg::by_qr));
  SHOW(matmul(linalg::pinv(tall), c));
  SHOW(linalg::matrix_rank(tall));
  SHOW(linalg::null_space(tensor<double, 2>{{1, 1}}).shape());
  SHOW(linalg::orth(tall).shape());
  SHOW(trace(linalg::solve_sylvester(a, a, a)));
  SHOW(linalg::expm(a));
  SHOW(linalg::matrix_power(a, 3));
  SHOW(linalg::cond(a));
  SHOW(linalg::norm(a, 1));
  SHOW(linalg::norm(a, linalg::inf));
  SHOW(linalg::norm(a, linalg::frobenius));
  SHOW(linalg::norm(a, linalg::nuclear));
  RUN(linalg::norm(a, which), linalg::norm_kind which = linalg::frobenius);
  RUN(by_cg.x, linalg::iterative_solution by_cg = linalg::cg(a, b));
  SHOW(linalg::bicgstab(a, b).x);
  SHOW(linalg::gmres(a, b).x);
  SHOW(linalg::lsqr(tall, c).x);
  RUN(options.tolerance, linalg::iterative_options options{.tolerance = 1e-10});
  RUN(seen > 0.0, double seen = -1.0;
      linalg::iterative_progress watch = [&](linalg::iterative_state s) { seen = s.residual; return false; };
      auto stopped = linalg::cg(a, b, {.progress = watch}));
  SHOW(stopped.report.end == linalg::iterative_end::stopped);
  RUN(report.converged(), linalg::convergence_report report = linalg::cg(a, b, options).report);
  RUN(sentence.substr(0, sentence.find(',')), std::string sentence = linalg::to_string(report));
  SHOW(linalg::cg(a, b, linalg::no_preconditioner, by_cg.x).report.iterations);
  RUN(linalg::cg(twice, b).x, auto twice = linalg::linear_operator([](auto const& v) { return 2.0 * v; }, shape(2)));
  RUN(linalg::gmres(half, b).x,
      auto half = linalg::linear_operator([](auto const& v) { return 0.5 * v; }, linalg::no_adjoint, shape(2),
                                           shape(2)));
  SHOW(linalg::eigsh(a, 1, linalg::largest).values);
  SHOW(linalg::eigsh(a, 1, linalg::nearest, {.shift = 5.0}).values);
  RUN(lowest.values, linalg::eigsh_which lower_end = linalg::smallest;
      linalg::eigsh_result lowest = linalg::eigsh(a, 1, lower_end));
  SHOW(linalg::svds(tall, 1).s);
  RUN(leading.vh.shape(), linalg::svds_result leading = linalg::svds(tall, 1));
}
