// A script of NumPy, ported: reads a table, fits a linear model by least squares, and describes the residuals.
//   measurements table.csv [folder]      the last column is what the others explain; writes residual.npy
#include "common.hpp"

#include <weft/io/csv.hpp>
#include <weft/ops/sort.hpp>
#include <weft/weft.hpp>

#include <iostream>
#include <string>

using namespace weft;

namespace {

int describe(std::string const& path, std::string const& folder) {
  // [script]
  const csv_table<double> table = load_csv_table<double>(path, {.header = true});
  const tensor<double, 2> data = compress(!any_of(isnan(table.values), 1), table.values, 0);
  const auto x = data(all, range(0, end - 1));
  const auto y = data(all, end - 1);

  const tensor<double, 2> z = (x - mean(x, 0)) / stddev(x, 0, ddof(1));
  const tensor<double, 2> design = concatenate(1, ones<double>(z.extent(0), 1), z);
  const auto [coefficients, squares, rank, s] = linalg::lstsq(design, y);
  std::cout << coefficients << ' ' << rank << '\n';

  const tensor<double, 1> residual = y - matmul(design, coefficients);
  std::cout << 1.0 - sum(square(residual)) / sum(square(y - mean(y))) << ' ' << stddev(residual, ddof(1)) << '\n';
  std::cout << percentile(residual, tensor<double, 1>{25, 50, 75}) << '\n';
  const tensor<index_t, 1> worst = argsort(-abs(residual))(range(0, 3));
  std::cout << worst << ' ' << residual(worst) << '\n';

  const auto [counts, edges] = histogram(residual, 4);
  std::cout << counts << ' ' << edges << '\n';
  std::cout << mean(sliding_window(residual, 0, 5), 1)(range(0, 4)) << '\n'; // a moving average
  save_npy(folder + "residual.npy", residual);
  // [end]
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3) {
    std::fputs("usage: measurements table.csv [folder]\n", stderr);
    return 2;
  }
  return run("measurements", [&] { return describe(argv[1], argc > 2 ? std::string(argv[2]) + "/" : std::string()); });
}
