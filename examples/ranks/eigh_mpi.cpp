// The vibrations of a square membrane, by a matrix that is divided among ranks:  mpiexec -n 4 eigh_mpi [points]
//
// The matrix is Laplace's operator on points x points. Each rank fills its blocks by a statement on the indices that
// they have in the whole, so no rank ever holds the matrix. The output is the same for any number of ranks.
#include <weft/mpi.hpp>
#include <weft/weft.hpp>

#include <cmath>
#include <cstdlib>
#include <iomanip>
#include <iostream>

using namespace weft;

namespace {

using matrix = mpi::block_cyclic<double>;

/// The operator on the rows and columns of this rank: 4 on the diagonal, -1 for neighbours.
void fill_laplacian(matrix& a, index_t points) {
  tensor<index_t, 1> const rows = a.global_rows(), columns = a.global_columns();
  tensor<index_t, 2> const steps_i = abs(rows(all, newaxis) / points - columns / points),
                           steps_j = abs(rows(all, newaxis) % points - columns % points);
  a.local() = where(steps_i + steps_j == 0, 4.0, where(steps_i + steps_j == 1, -1.0, 0.0));
}
/// The norm of a matrix over all ranks.
double norm_of_all(matrix const& a) {
  return std::sqrt(mpi::allreduce(a.world(), sum(a.local() * a.local()), mpi::sum));
}
/// An exact value: the sum of those of two strings.
double exact_value(index_t points, index_t j, index_t k) {
  double const h = 3.141592653589793 / double(points + 1);
  return 4 - 2 * std::cos(h * double(j)) - 2 * std::cos(h * double(k));
}

int vibrations(mpi::communicator const& world, index_t points) {
  index_t const n = points * points;
  matrix a(world, shape(n, n), 16);
  fill_laplacian(a, points);
  auto const [values, vectors] = linalg::eigh(a);

  matrix scaled = vectors;
  scaled.local() *= values[scaled.global_columns()];
  matrix const rest = matmul(a, vectors) - scaled; // a v - v diag(values)
  bool const is_right =
      norm_of_all(rest) < 1e-12 * double(n) && std::abs(values(0) - exact_value(points, 1, 1)) < 1e-12;
  if (world.rank() == 0) {
    std::cout << "a matrix of " << n << " x " << n << " has the values\n" << std::fixed << std::setprecision(6);
    for (index_t k = 0; k < 4; ++k)
      std::cout << "  " << values(k) << '\n';
    std::cout << (is_right ? "each vector is one\n" : "wrong\n");
  }
  return is_right ? 0 : 1;
}

} // namespace

int main(int count, char** arguments) {
  index_t const points = count > 1 ? std::atoi(arguments[1]) : 12;
  return mpi::run([&](mpi::communicator const& world) { return vibrations(world, points); });
}
