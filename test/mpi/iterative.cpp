#include <weft/mpi/iterative.hpp>

#include <weft/sparse/preconditioner.hpp>

#include "mpi/fields.hpp"
#include "mpi/rows.hpp"

#include <bit>
#include <cmath>
#include <complex>
#include <numbers>

#include <doctest/doctest.h>

using namespace weft;

namespace {

// Ranks that share a core take milliseconds for a sum, so there are as few iterations as tests can do with.
constexpr index_t n = 10;
constexpr double pi = std::numbers::pi;

/// Second differences with a slope, 2 + d on the diagonal: symmetric where `slope` is 0.
template <class T>
mpi::distributed_sparse<T> differences(mpi::row_division const& rows, T slope, T d = T(0)) {
  triplets<T> t(rows.count(), rows.extent());
  for (index_t i = 0; i < rows.count(); ++i) {
    index_t const j = rows.first() + i;
    t.add(i, j, T(2) + d);
    if (j > 0)
      t.add(i, j - 1, T(-1) - slope);
    if (j + 1 < rows.extent())
      t.add(i, j + 1, T(-1) + slope);
  }
  return {rows, sparse<T>(t)};
}
/// The solution that is wanted, by its index in the whole.
template <class T>
T solution(index_t i) {
  double const re = std::sin(0.3 * double(i) + 1), im = std::cos(0.7 * double(i));
  if constexpr (is_complex<T>)
    return T(static_cast<typename T::value_type>(re), static_cast<typename T::value_type>(im));
  else
    return static_cast<T>(re);
}
/// The right side of that solution: the sums of a row, written out.
template <class T>
mpi::distributed_vector<T> right_side(mpi::row_division const& rows, T slope, T d = T(0)) {
  mpi::distributed_vector<T> b(rows);
  for (index_t i = 0; i < rows.count(); ++i) {
    index_t const j = rows.first() + i;
    T sum = (T(2) + d) * solution<T>(j);
    if (j > 0)
      sum += (T(-1) - slope) * solution<T>(j - 1);
    if (j + 1 < rows.extent())
      sum += (T(-1) + slope) * solution<T>(j + 1);
    b.local()(i) = sum;
  }
  return b;
}
std::vector<mpi::row_division> uneven_and_even() {
  auto const divisions = row_divisions(n);
  return {divisions[1], divisions[0]};
}
template <class X>
double largest_error(X const& x) {
  using T = typename X::value_type;
  double most = 0;
  for (index_t i = 0; i < x.local().size(); ++i) {
    double const error =
        std::abs(std::complex<double>(x.local()(i)) - std::complex<double>(solution<T>(x.offset()[0] + i)));
    most = error < most ? most : error; // a NaN stays
  }
  return mpi::allreduce(x.world(), most, mpi::max);
}

} // namespace

TEST_CASE("cg, bicgstab and gmres solve the equations of the whole") {
  for (auto const& rows : uneven_and_even()) {
    auto const b = right_side<double>(rows, 0.0), skew = right_side<double>(rows, 0.3);
    auto const a = differences<double>(rows, 0.0), of_skew = differences<double>(rows, 0.3);
    auto const by_cg = linalg::cg(a, b, {.tolerance = 1e-12});
    CHECK(by_cg.report.converged());
    CHECK(by_cg.report.iterations <= n + 5);
    CHECK(largest_error(by_cg.x) < 1e-9);
    CHECK(by_cg.x.rows() == rows);
    auto const by_bicgstab = linalg::bicgstab(of_skew, skew, {.tolerance = 1e-12});
    CHECK(by_bicgstab.report.converged());
    CHECK(largest_error(by_bicgstab.x) < 1e-9);
    auto const by_gmres = linalg::gmres(of_skew, skew, {.tolerance = 1e-12, .restart = n});
    CHECK(by_gmres.report.converged());
    CHECK(by_gmres.report.iterations <= n);
    CHECK(largest_error(by_gmres.x) < 1e-9);
  }
}

TEST_CASE("complex and float equations, first values, and preconditioners of the diagonal block") {
  using C = std::complex<double>;
  for (auto const& rows : uneven_and_even()) {
    auto const c = linalg::gmres(differences<C>(rows, C(0.1, 0.2), C(0, 1)), right_side<C>(rows, C(0.1, 0.2), C(0, 1)),
                                 {.tolerance = 1e-12, .restart = n});
    CHECK(c.report.converged());
    CHECK(largest_error(c.x) < 1e-9);
    auto const f = linalg::cg(differences<float>(rows, 0, 1), right_side<float>(rows, 0, 1), {.tolerance = 1e-6});
    CHECK(f.report.converged());
    CHECK(largest_error(f.x) < 1e-4);
    auto const a = differences<double>(rows, 0.0);
    auto const block = linalg::ic0(a.diagonal_block());
    auto const m = [&](auto const& r, auto& z) { block(r.local(), z.local()); };
    auto const b = right_side<double>(rows, 0.0);
    auto const conditioned = linalg::cg(a, b, m, {.tolerance = 1e-12});
    CHECK(conditioned.report.converged());
    CHECK(largest_error(conditioned.x) < 1e-9);
    // The blocks are tridiagonal, so that ic0 has their whole factors: what is left has rank 2 for each end of a block.
    CHECK(conditioned.report.iterations <= 2 * ranks().size() + 1);
    auto const again = linalg::cg(a, b, linalg::no_preconditioner, conditioned.x, {.tolerance = 1e-10});
    CHECK(again.report.iterations == 0);
    CHECK(largest_error(again.x) < 1e-9);
  }
}

TEST_CASE("in a deterministic_scope solutions have the same bits for any division") {
  deterministic_scope const same;
  auto const solved = [](mpi::row_division const& rows) {
    auto const by_cg = linalg::cg(differences<double>(rows, 0.0), right_side<double>(rows, 0.0), {.iterations = 7});
    auto const by_gmres =
        linalg::gmres(differences<double>(rows, 0.3), right_side<double>(rows, 0.3), {.iterations = 7, .restart = 4});
    CHECK(by_cg.report.iterations == 7);
    return std::pair(mpi::to_global(by_cg.x), mpi::to_global(by_gmres.x));
  };
  auto const wanted = solved(mpi::row_division::of_counts(ranks(), ranks().rank() == 0 ? n : 0));
  auto const equal = [](tensor<double, 1> const& a, tensor<double, 1> const& b) {
    bool same_bits = a.size() == b.size();
    for (index_t i = 0; same_bits && i < a.size(); ++i)
      same_bits = std::bit_cast<std::uint64_t>(a(i)) == std::bit_cast<std::uint64_t>(b(i));
    return same_bits;
  };
  for (auto const& rows : uneven_and_even()) {
    auto const got = solved(rows);
    CHECK(equal(got.first, wanted.first));
    CHECK(equal(got.second, wanted.second));
  }
}

TEST_CASE("an operator of fields exchanges their ghosts: Poisson's equation in a square") {
  index_t const m = 6;
  double const h = 1.0 / double(m + 1);
  auto const laplacian = [&](auto& x, auto& y) {
    x.exchange();
    auto const g = x.local().with_ghosts();
    index_t const rows = x.local().shape().entry(0), columns = x.local().shape().entry(1);
    auto const moved = [&](index_t i, index_t j) {
      return g(range(1 + i, rows + 1 + i), range(1 + j, columns + 1 + j));
    };
    y.local().interior() = 4.0 * moved(0, 0) - moved(-1, 0) - moved(1, 0) - moved(0, -1) - moved(0, 1);
  };
  for (auto const& c : process_grids({false, false})) {
    mpi::distributed<field::grid<double, 2>> b(c, shape(m, m), field::ghosts(1));
    auto const wave = [&](index_t i, index_t j) {
      return std::sin(pi * h * double(i + 1)) * std::sin(2 * pi * h * double(j + 1));
    };
    // The wave is an eigenvector of the differences.
    double const value = 4.0 - 2 * std::cos(pi * h) - 2 * std::cos(2 * pi * h);
    for (index_t i = 0; i < b.local().shape().entry(0); ++i)
      for (index_t j = 0; j < b.local().shape().entry(1); ++j)
        b.local()(i, j) = value * wave(b.offset()[0] + i, b.offset()[1] + j) + 1e-3 * value_at(b.offset()[0] + i, j);
    auto const exact = linalg::cg(laplacian, b, {.tolerance = 1e-13});
    CHECK(exact.report.converged());
    auto residual = exact.x, x = exact.x;
    laplacian(x, residual);
    residual.local().interior() -= b.local().interior();
    CHECK(norm(residual) <= 1e-12 * norm(b));
    for (index_t i = 0; i < b.local().shape().entry(0); ++i)
      for (index_t j = 0; j < b.local().shape().entry(1); ++j)
        b.local()(i, j) = value * wave(b.offset()[0] + i, b.offset()[1] + j);
    auto const diagonal = [](auto& r, auto& z) { z.local().interior() = r.local().interior() / 4.0; };
    auto const [u, report] = linalg::cg(laplacian, b, diagonal, {.tolerance = 1e-13});
    CHECK(report.iterations <= 2);
    double most = 0;
    for (index_t i = 0; i < b.local().shape().entry(0); ++i)
      for (index_t j = 0; j < b.local().shape().entry(1); ++j) {
        double const error = std::abs(u.local()(i, j) - wave(b.offset()[0] + i, b.offset()[1] + j));
        most = error < most ? most : error;
      }
    CHECK(most < 1e-12);
  }
}

TEST_CASE("operators of vectors are called with views") {
  for (auto const& rows : uneven_and_even()) {
    auto const a = differences<double>(rows, 0.0, 1.0);
    auto const shifted = [&](auto const& x, auto& y) { y.local() = matmul(a, x).local() + 0.5 * x.local(); };
    auto const b = right_side<double>(rows, 0.0, 1.5);
    auto const solved = linalg::cg(shifted, b, {.tolerance = 1e-12});
    CHECK(solved.report.converged());
    CHECK(largest_error(solved.x) < 1e-9);
  }
}

TEST_CASE("eigsh finds the ends of the spectrum, and the rows of the vectors") {
  for (auto const& rows : {uneven_and_even()[0]}) {
    auto const a = differences<double>(rows, 0.0);
    auto const [values, vectors, report] = linalg::eigsh(a, 3, linalg::largest, {.tolerance = 1e-10});
    CHECK(report.converged());
    CHECK(vectors.shape() == shape(rows.count(), 3));
    for (index_t k = 0; k < 3; ++k) {
      double const angle = double(n - 2 + k) * pi / double(n + 1);
      CHECK(std::abs(values(k) - (2 - 2 * std::cos(angle))) < 1e-9);
      double along = 0;
      for (index_t i = 0; i < rows.count(); ++i)
        along += vectors(i, k) * std::sin(angle * double(rows.first() + i + 1)) * std::sqrt(2.0 / double(n + 1));
      CHECK(std::abs(std::abs(mpi::allreduce(ranks(), along, mpi::sum)) - 1) < 1e-9);
    }
    auto const small = linalg::eigsh(a, n, linalg::smallest); // all of them
    for (index_t k = 0; k < n; ++k)
      CHECK(std::abs(small.values(k) - (2 - 2 * std::cos(double(k + 1) * pi / double(n + 1)))) < 1e-9);
    CHECK_THROWS_AS((void)linalg::eigsh(a, n + 1, linalg::largest), shape_error);
    CHECK_THROWS_AS((void)linalg::eigsh(a, 2, linalg::nearest), error);
  }
}

TEST_CASE("a callback of one rank ends the method on all, and other options are found") {
  mpi::row_division const rows(ranks(), n);
  auto const a = differences<double>(rows, 0.0);
  auto const b = right_side<double>(rows, 0.0);
  linalg::iterative_options options;
  int calls = 0;
  if (ranks().rank() == ranks().size() - 1)
    options.progress = [&](linalg::iterative_state const& s) {
      ++calls;
      return s.iteration < 3;
    };
  auto const stopped = linalg::cg(a, b, options);
  CHECK(stopped.report.end == linalg::iterative_end::stopped);
  CHECK(stopped.report.iterations == 3);
  CHECK(calls == (ranks().rank() == ranks().size() - 1 ? 3 : 0));
  if (ranks().size() > 1)
    CHECK_THROWS_AS((void)linalg::cg(a, b, {.tolerance = ranks().rank() == 0 ? 1e-8 : 1e-9}), mpi_error);
  CHECK_THROWS_AS((void)linalg::cg(a, mpi::distributed_vector<double>(mpi::row_division(ranks(), n + 1))), shape_error);
  CHECK_THROWS_AS((void)linalg::cg(a, b, {.tolerance = -1}), error);
  mpi::row_division const last(mpi::row_division::of_counts(ranks(), ranks().rank() + 1 == ranks().size() ? n : 0));
  mpi::distributed_sparse<double> const across(rows, last, sparse<double>(rows.count(), n));
  if (ranks().size() > 1) {
    CHECK_THROWS_AS((void)linalg::cg(a, b, linalg::no_preconditioner, mpi::distributed_vector<double>(last)),
                    shape_error);
    CHECK_THROWS_AS((void)linalg::cg(across, b), shape_error);
    CHECK_THROWS_AS((void)linalg::eigsh(across, 2, linalg::largest), shape_error);
  }
}

TEST_CASE("right sides of 0, of one element, and ones whose squares overflow") {
  mpi::row_division const rows(ranks(), n), one(ranks(), 1);
  auto const a = differences<double>(rows, 0.0);
  auto const zero = linalg::cg(a, mpi::distributed_vector<double>(rows));
  CHECK(zero.report.iterations == 0);
  CHECK(norm(zero.x) == 0.0);
  auto const single = linalg::gmres(differences<double>(one, 0.0), right_side<double>(one, 0.0));
  CHECK(largest_error(single.x) < 1e-12);
  for (bool const exact : {false, true}) {
    auto const scope = exact ? std::make_unique<deterministic_scope>() : nullptr;
    auto b = right_side<double>(rows, 0.0);
    b.local() *= 1e200;
    auto solved = linalg::gmres(a, b, {.tolerance = 1e-10, .restart = n});
    CHECK(solved.report.converged());
    solved.x.local() *= 1e-200;
    CHECK(largest_error(solved.x) < 1e-6);
  }
}
