// How ten measurements of patients explain the progress of their diabetes: least squares.
//   regression [table.npy]      observations in rows, float64; the last column is what the others explain
#include "common.hpp"

#include <weft/weft.hpp>

#include <string>

using namespace weft;

namespace {

int explain_last_column(std::string const& path) {
  const auto table = load_npy<double, 2>(path);
  const index_t n = table.extent(0), variables = table.extent(1) - 1;
  if (variables < 1 || n <= variables + 1)
    throw shape_error(path + ": shape " + to_string(table.shape()) + " has too few columns or rows");
  const tensor<double, 2> centred = table(all, range(0, variables)) - mean(table(all, range(0, variables)), 0);
  const tensor<double, 2> scaled = centred / sqrt(sum(square(centred), 0));
  const auto response = table(all, variables);
  const auto [x, residuals, rank, s] = linalg::lstsq(concatenate(1, ones<double>(n, 1), scaled), response);
  const double explained = 1 - residuals / sum(square(response - mean(response)));
  std::printf("%td observations of %td variables, rank %td, condition number %.3f\n\n", n, variables, rank,
              s(0) / s(s.size() - 1));
  constexpr char const* names[] = {"age", "sex", "bmi", "bp", "s1", "s2", "s3", "s4", "s5", "s6"};
  std::printf("%-10s %15.8f\n", "intercept", x(0));
  for (index_t k = 1; k <= variables; ++k)
    std::printf("%-10s %15.8f\n", variables == 10 ? names[k - 1] : ("column " + std::to_string(k)).c_str(), x(k));
  std::printf("\nR^2        %15.8f\n", explained);

  // Columns are centred, so the coefficients solve the normal equations without the intercept too.
  const tensor<double, 1> slopes = linalg::solve(matmul(transpose(scaled), scaled), matmul(transpose(scaled), response));
  check(all_close(slopes, x(range(1, variables + 1)), 1e-9, 0), "the solution of the normal equations");
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  if (argc > 2) {
    std::fprintf(stderr, "usage: regression [table.npy]\n");
    return 1;
  }
  return run("regression", [&] { return explain_last_column(argc > 1 ? argv[1] : WEFT_EXAMPLE_DATA "diabetes.npy"); });
}
