// What do decompositions and solutions cost beside the call of LAPACK that one would write by hand, and beside Eigen?
// On one thread. Matrices lie column by column, as LAPACK wants them, or row by row.
#include "ratio.hpp"
#include "twins/eigen_linalg.hpp"

#include <weft/weft.hpp>

#include <cblas.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

extern "C" {
void dgetrf_(int const*, int const*, double*, int const*, int*, int*);
void dgetri_(int const*, double*, int const*, int const*, double*, int const*, int*);
void dgesv_(int const*, int const*, double*, int const*, int*, double*, int const*, int*);
void dpotrf_(char const*, int const*, double*, int const*, int*, std::size_t);
void dgeqrf_(int const*, int const*, double*, int const*, double*, double*, int const*, int*);
void dorgqr_(int const*, int const*, int const*, double*, int const*, double const*, double*, int const*, int*);
void dsyevd_(char const*, char const*, int const*, double*, int const*, double*, double*, int const*, int*, int const*,
             int*, std::size_t, std::size_t);
void dgesdd_(char const*, int const*, int const*, double*, int const*, double*, double*, int const*, double*, int const*,
             double*, int const*, int*, int*, std::size_t);
void dgeev_(char const*, char const*, int const*, double*, int const*, double*, double*, double*, int const*, double*,
            int const*, double*, int const*, int*, std::size_t, std::size_t);
}

using weft::index_t, weft::tensor;
namespace linalg = weft::linalg;

namespace {

template <class Order>
using matrix = tensor<double, 2, Order>;

/// Far from singular, and from symmetric.
template <class Order>
matrix<Order> general(index_t n) {
  matrix<Order> a(n, n);
  for (index_t i = 0; i < n; ++i)
    for (index_t j = 0; j < n; ++j)
      a(i, j) = std::sin(double(1 + i * 7 + j * 13)) + (i == j ? 2 * std::sqrt(double(n)) : 0);
  return a;
}
/// Its eigenvalues are 1 and more.
template <class Order>
matrix<Order> positive(index_t n) {
  const matrix<Order> a = general<Order>(n);
  matrix<Order> p = weft::matmul(a, weft::transpose(a));
  for (index_t i = 0; i < n; ++i)
    p(i, i) += 1;
  return p;
}

/// Memory of a call of LAPACK, made once: the twin then pays for the call and for the copy of its matrix alone.
struct workspace {
  explicit workspace(index_t size)
      : n(int(size)), length(int(std::max<index_t>(4 * size * size + 72 * size, 1000))), a(size * size),
        u(size * size), v(size * size), s(size), t(size), work(length), pivots(size), more(8 * size + 10) {}
  int n, length;
  std::vector<double> a, u, v, s, t, work;
  std::vector<int> pivots, more;
  int info = 0;

  void take(tensor<double, 2, weft::column_major> const& m) { std::copy_n(m.data(), m.size(), a.data()); }
};

void lapack_solve(workspace& w, tensor<double, 2, weft::column_major> const& a, double const* b, double* x, int columns) {
  w.take(a);
  std::copy_n(b, index_t(w.n) * columns, x);
  dgesv_(&w.n, &columns, w.a.data(), &w.n, w.pivots.data(), x, &w.n, &w.info);
}
void lapack_inverse(workspace& w, tensor<double, 2, weft::column_major> const& a, double* to) {
  std::copy_n(a.data(), a.size(), to);
  dgetrf_(&w.n, &w.n, to, &w.n, w.pivots.data(), &w.info);
  dgetri_(&w.n, to, &w.n, w.pivots.data(), w.work.data(), &w.length, &w.info);
}
void lapack_cholesky(workspace& w, tensor<double, 2, weft::column_major> const& a, double* to) {
  std::copy_n(a.data(), a.size(), to);
  dpotrf_("L", &w.n, to, &w.n, &w.info, 1);
  for (index_t j = 1; j < w.n; ++j)
    std::fill_n(to + j * w.n, j, 0.0);
}
void lapack_qr(workspace& w, tensor<double, 2, weft::column_major> const& a, double* r) {
  w.take(a);
  dgeqrf_(&w.n, &w.n, w.a.data(), &w.n, w.t.data(), w.work.data(), &w.length, &w.info);
  for (index_t j = 0; j < w.n; ++j)
    for (index_t i = 0; i < w.n; ++i)
      r[j * w.n + i] = i <= j ? w.a[std::size_t(j * w.n + i)] : 0.0;
  dorgqr_(&w.n, &w.n, &w.n, w.a.data(), &w.n, w.t.data(), w.work.data(), &w.length, &w.info);
}
void lapack_eigh(workspace& w, tensor<double, 2, weft::column_major> const& a, double* values, bool vectors) {
  w.take(a);
  const int integers = int(w.more.size());
  dsyevd_(vectors ? "V" : "N", "L", &w.n, w.a.data(), &w.n, values, w.work.data(), &w.length, w.more.data(), &integers,
          &w.info, 1, 1);
}
void lapack_svd(workspace& w, tensor<double, 2, weft::column_major> const& a, double* values, bool vectors) {
  w.take(a);
  dgesdd_(vectors ? "S" : "N", &w.n, &w.n, w.a.data(), &w.n, values, w.u.data(), &w.n, w.v.data(), &w.n, w.work.data(),
          &w.length, w.more.data(), &w.info, 1);
}
void lapack_eig(workspace& w, tensor<double, 2, weft::column_major> const& a, double* moduli) {
  w.take(a);
  dgeev_("N", "V", &w.n, w.a.data(), &w.n, w.s.data(), w.t.data(), w.u.data(), &w.n, w.v.data(), &w.n, w.work.data(),
         &w.length, &w.info, 1, 1);
  for (index_t k = 0; k < w.n; ++k)
    moduli[k] = std::hypot(w.s[std::size_t(k)], w.t[std::size_t(k)]);
  std::sort(moduli, moduli + w.n);
}

template <class Order>
std::string line(char const* question, index_t n) {
  return std::string("linalg/") + question + (std::same_as<Order, weft::row_major> ? ", rows/" : "/") + std::to_string(n);
}
/// 1.05 of the call where the matrix lies as LAPACK wants it, 1.2 where it does not.
template <class Order>
constexpr bench::bar allowed{std::same_as<Order, weft::row_major> ? 1.2 : 1.05};
constexpr bench::bar own{1.0};

/// By weft itself.
template <class Order>
void add_own(index_t n) {
  using columns = tensor<double, 2, weft::column_major>;
  for (const int k : {1, int(n)})
    bench::compare(line<Order>(k == 1 ? "x = solve(a, b), a vector" : "x = solve(a, b), n columns", n), own,
                   [n, k](bench::runner& run) {
                     const auto a = general<Order>(n);
                     const columns c = a;
                     const matrix<Order> b(weft::shape(n, k), 0.5);
                     const columns of_c = b;
                     matrix<Order> x(n, k);
                     columns y(n, k);
                     double sum = 0;
                     workspace w(n);
                     run(&sum, 1, [&] { x = linalg::solve(a, b); sum = weft::sum(x); },
                         [&] { lapack_solve(w, c, of_c.data(), y.data(), k); sum = weft::sum(y); });
                   });
  bench::compare(line<Order>("x = inv(a), trace", n), own, [n](bench::runner& run) {
    const auto a = general<Order>(n);
    const columns c = a;
    matrix<Order> x(n, n);
    columns y(n, n);
    double trace = 0;
    workspace w(n);
    run(&trace, 1, [&] { x = linalg::inv(a); trace = weft::trace(x); },
        [&] { lapack_inverse(w, c, y.data()); trace = weft::trace(y); });
  });
  bench::compare(line<Order>("l = cholesky(a)", n), own, [n](bench::runner& run) {
    const auto a = positive<Order>(n);
    const columns c = a;
    columns l(n, n);
    std::vector<double> diagonal(std::size_t(n), 0.0);
    workspace w(n);
    run(diagonal.data(), n, [&] {
          const matrix<Order> lower = linalg::cholesky(a);
          for (index_t i = 0; i < n; ++i)
            diagonal[std::size_t(i)] = lower(i, i);
        }, [&] {
          lapack_cholesky(w, c, l.data());
          for (index_t i = 0; i < n; ++i)
            diagonal[std::size_t(i)] = l(i, i);
        });
  });
}

/// By LAPACK.
template <class Order>
void add_lapack(index_t n) {
  using columns = tensor<double, 2, weft::column_major>;
  bench::compare(line<Order>("qr(a)", n), allowed<Order>, [n](bench::runner& run) {
    const auto a = general<Order>(n);
    const columns c = a;
    columns r(n, n);
    std::vector<double> diagonal(std::size_t(n), 0.0);
    workspace w(n);
    run(diagonal.data(), n, [&] {
          const auto f = linalg::qr(a);
          for (index_t i = 0; i < n; ++i)
            diagonal[std::size_t(i)] = f.r(i, i);
        }, [&] {
          lapack_qr(w, c, r.data());
          for (index_t i = 0; i < n; ++i)
            diagonal[std::size_t(i)] = r(i, i);
        });
  });
  const auto values_of = [n](char const* question, auto matrices, auto by_weft, auto by_lapack) {
    bench::compare(line<Order>(question, n), allowed<Order>, [=](bench::runner& run) {
      const matrix<Order> a = matrices(n);
      const columns c = a;
      std::vector<double> values(std::size_t(n), 0.0);
      workspace w(n);
      run(values.data(), n, [&] { by_weft(a, values.data()); }, [&] { by_lapack(w, c, values.data()); });
    });
  };
  const auto store = [](auto const& values, double* to) { std::copy_n(values.data(), values.size(), to); };
  values_of("eigh(a)", positive<Order>, [=](auto const& a, double* to) { store(linalg::eigh(a).values, to); },
            [](workspace& w, columns const& a, double* to) { lapack_eigh(w, a, to, true); });
  values_of("eigvalsh(a)", positive<Order>, [=](auto const& a, double* to) { store(linalg::eigvalsh(a), to); },
            [](workspace& w, columns const& a, double* to) { lapack_eigh(w, a, to, false); });
  values_of("svd(a)", general<Order>, [=](auto const& a, double* to) { store(linalg::svd(a).s, to); },
            [](workspace& w, columns const& a, double* to) { lapack_svd(w, a, to, true); });
  values_of("svdvals(a)", general<Order>, [=](auto const& a, double* to) { store(linalg::svdvals(a), to); },
            [](workspace& w, columns const& a, double* to) { lapack_svd(w, a, to, false); });
  values_of("eig(a)", general<Order>, [=](auto const& a, double* to) {
              store(tensor<double, 1>(weft::abs(linalg::eig(a).values)), to);
              std::sort(to, to + a.extent(0));
            }, lapack_eig);
}

/// Eigen has blocks of its own for these, which are faster than OpenBLAS's on some processors.
void add_eigen(index_t n) {
  bench::compare("linalg/Eigen: x = solve(a, b), a vector/" + std::to_string(n), own, [n](bench::runner& run) {
    const auto a = general<weft::column_major>(n);
    const tensor<double, 1> b(weft::shape(n), 0.5);
    tensor<double, 1> x(n);
    const eigen_linalg other(a.data(), n);
    run(x.data(), n, [&] { x = linalg::solve(a, b); }, [&] { other.solve(b.data(), x.data()); });
  });
  bench::compare("linalg/Eigen: l = cholesky(a)/" + std::to_string(n), own, [n](bench::runner& run) {
    const auto a = positive<weft::column_major>(n);
    const eigen_linalg other(a.data(), n);
    std::vector<double> diagonal(std::size_t(n), 0.0);
    run(diagonal.data(), n, [&] {
          const auto l = linalg::cholesky(a);
          for (index_t i = 0; i < n; ++i)
            diagonal[std::size_t(i)] = l(i, i);
        }, [&] { other.cholesky(diagonal.data()); });
  });
  bench::compare("linalg/Eigen: eigvalsh(a)/" + std::to_string(n), own, [n](bench::runner& run) {
    const auto a = positive<weft::column_major>(n);
    const eigen_linalg other(a.data(), n);
    std::vector<double> values(std::size_t(n), 0.0);
    run(values.data(), n, [&] {
          const auto w = linalg::eigvalsh(a);
          std::copy_n(w.data(), n, values.data());
        }, [&] { other.eigenvalues(values.data()); });
  });
}

} // namespace

int main(int argc, char** argv) {
#ifdef OPENBLAS_VERSION
  openblas_set_num_threads(1);
#endif
  for (index_t n : {10, 100, 500}) {
    add_own<weft::column_major>(n);
    add_lapack<weft::column_major>(n);
    add_own<weft::row_major>(n);
    add_lapack<weft::row_major>(n);
    if (eigen_linalg::is_there)
      add_eigen(n);
  }
  return bench::run_all(argc, argv);
}
