// How prices, production and the years explain employment: least squares of columns that hardly differ in direction.
//   regression [table.npy]      observations in rows, float64; the first column is what the others explain
#include "common.hpp"

#include <weft/weft.hpp>

#include <string>

using namespace weft;

namespace {

int explain_first_column(std::string const& path) {
  const auto table = load_npy<double, 2>(path);
  const index_t n = table.extent(0), variables = table.extent(1) - 1;
  if (variables < 1 || n <= variables + 1)
    throw shape_error(path + ": shape " + to_string(table.shape()) + " has too few columns or rows");
  const auto response = table(all, 0);
  const auto columns = table(all, range(1, variables + 1));
  const tensor<double, 1> means = mean(columns, 0);
  const tensor<double, 2> centred = columns - means;
  const tensor<double, 1> lengths = sqrt(sum(square(centred), 0));
  const tensor<double, 2> scaled = centred / lengths;
  const auto [x, residuals, rank, s] = linalg::lstsq(concatenate(1, ones<double>(n, 1), scaled), response);
  const double explained = 1 - residuals / sum(square(response - mean(response)));
  std::printf("%td observations of %td variables, rank %td, condition number %.3f\n\n", n, variables, rank,
              s(0) / s(s.size() - 1));

  // In the units of the table.
  const tensor<double, 1> slopes = x(range(1, variables + 1)) / lengths;
  constexpr char const* names[] = {"prices", "product", "unemployed", "army", "population", "year"};
  std::printf("%-10s %18.6f\n", "intercept", x(0) - sum(means * slopes));
  for (index_t k = 0; k < variables; ++k)
    std::printf("%-10s %18.6f\n", variables == 6 ? names[k] : ("column " + std::to_string(k + 1)).c_str(), slopes(k));
  std::printf("\nR^2        %18.6f\n", explained);

  // Columns are centred, so the coefficients solve the normal equations without the intercept too.
  const tensor<double, 1> solved = linalg::solve(matmul(transpose(scaled), scaled), matmul(transpose(scaled), response));
  check(all_close(solved, x(range(1, variables + 1)), 1e-9, 0), "the solution of the normal equations");
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  if (argc > 2) {
    std::fprintf(stderr, "usage: regression [table.npy]\n");
    return 1;
  }
  return run("regression", [&] { return explain_first_column(argc > 1 ? argv[1] : WEFT_EXAMPLE_DATA "longley.npy"); });
}
