// Poisson's equation in a square by conjugate gradients, divided among ranks:  mpiexec -n 4 cg_mpi [points]
//
// Once with a sparse matrix whose rows are divided, and once with the stencil on a divided field. The methods are those
// of one machine. In a deterministic_scope the output is the same for any number of ranks.
#include <weft/mpi.hpp>
#include <weft/sparse.hpp>
#include <weft/weft.hpp>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <numbers>

using namespace weft;

namespace {

/// The right side at a point: the differences have the eigenvector sin sin there, and a hill stands beside it.
double right_side(index_t i, index_t j, index_t points) {
  double const h = 1.0 / double(points + 1), x = h * double(i + 1), y = h * double(j + 1);
  return std::sin(std::numbers::pi * x) * std::sin(std::numbers::pi * y) +
         std::exp(-50 * ((x - 0.7) * (x - 0.7) + y * y));
}

/// The rows of this rank: a row for each point, in row-major order.
mpi::distributed_sparse<double> matrix_of_points(mpi::row_division const& rows, index_t points) {
  triplets<double> t(rows.count(), rows.extent());
  for (index_t row = 0; row < rows.count(); ++row) {
    index_t const k = rows.first() + row, i = k / points, j = k % points;
    t.add(row, k, 4.0);
    if (i > 0)
      t.add(row, k - points, -1.0);
    if (i + 1 < points)
      t.add(row, k + points, -1.0);
    if (j > 0)
      t.add(row, k - 1, -1.0);
    if (j + 1 < points)
      t.add(row, k + 1, -1.0);
  }
  return {rows, sparse<double>(t)};
}

tensor<double, 1> by_matrix(mpi::communicator const& world, index_t points) {
  mpi::row_division const rows(world, points * points);
  auto const a = matrix_of_points(rows, points);
  mpi::distributed_vector<double> b(rows);
  for (index_t k = 0; k < rows.count(); ++k)
    b.local()(k) = right_side((rows.first() + k) / points, (rows.first() + k) % points, points);
  auto const block = linalg::ic0(a.diagonal_block()); // no messages: each rank solves with its own block
  auto const [u, report] = linalg::cg(a, b, [&](auto const& r, auto& z) { block(r.local(), z.local()); });
  double const rest = norm(mpi::distributed_vector(rows, tensor<double, 1>(b.local() - matmul(a, u).local())));
  double const relative = rest / norm(b);
  if (world.rank() == 0)
    std::cout << "matrix: converged " << report.converged() << ", residual below 1e-8: " << (relative < 1e-8) << '\n';
  return mpi::to_global(u);
}

tensor<double, 1> by_stencil(mpi::communicator const& world, index_t points) {
  mpi::cartesian<2> const ranks(world);
  mpi::distributed<field::grid<double, 2>> b(ranks, shape(points, points), field::ghosts(1));
  auto f = b.local().interior();
  for (index_t i = 0; i < f.extent(0); ++i)
    for (index_t j = 0; j < f.extent(1); ++j)
      f(i, j) = right_side(b.offset()[0] + i, b.offset()[1] + j, points);
  auto const differences = [](auto& x, auto& y) {
    x.exchange(); // beyond the square the ghosts stay 0
    auto const g = x.local().with_ghosts();
    auto const moved = [&](index_t i, index_t j) {
      return g(range(1 + i, g.extent(0) - 1 + i), range(1 + j, g.extent(1) - 1 + j));
    };
    y.local().interior() = 4.0 * moved(0, 0) - moved(-1, 0) - moved(1, 0) - moved(0, -1) - moved(0, 1);
  };
  auto const [u, report] = linalg::cg(differences, b);
  if (world.rank() == 0)
    std::cout << "stencil: " << report.sentence << ", " << report.iterations << " iterations\n";
  return tensor<double, 1>(reshape(mpi::to_global(u), shape(world.rank() == 0 ? points * points : 0)));
}

void poisson(mpi::communicator const& world, index_t points) {
  deterministic_scope const same_sums;
  auto const start = std::chrono::steady_clock::now();
  auto const u = by_matrix(world, points), v = by_stencil(world, points);
  double const seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (world.rank() != 0)
    return;
  std::cout << "both agree: " << (largest(abs(u - v)) < 1e-6 * largest(abs(u))) << '\n'
            << "middle row: " << v(range(points / 2 * points, points / 2 * points + points, points / 4)) << '\n';
  std::cerr << world.size() << " ranks: " << seconds << " s\n";
}

} // namespace

int main(int count, char** argument) {
  return mpi::run([&](mpi::communicator const& world) { poisson(world, count > 1 ? std::atol(argument[1]) : 32); });
}
