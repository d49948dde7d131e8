#pragma once
#include <weft/grad.hpp>
#include <weft/weft.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

// The programs of jax_programs.txt, one statement for each operation, against values and gradients that JAX computed in
// float64. The graph and its sums are met in the combinations that nobody thought of.
namespace jax_programs {

using namespace weft;

template <class M>
struct given_matrix {
  M x;
  tensor<double, 2> gradient;
};

inline tensor<double, 2> read_matrix(std::istream& from, index_t rows, index_t columns) {
  tensor<double, 2> m(rows, columns);
  for (double& v : m)
    from >> v;
  return m;
}

template <class matrix>
matrix run_unary(std::string const& name, matrix const& x) {
  static const std::map<std::string, matrix (*)(matrix const&)> known{
      {"sin", [](matrix const& a) { return matrix(sin(a)); }},
      {"cos", [](matrix const& a) { return matrix(cos(a)); }},
      {"tanh", [](matrix const& a) { return matrix(tanh(a)); }},
      {"logistic", [](matrix const& a) { return matrix(logistic(a)); }},
      {"atan", [](matrix const& a) { return matrix(atan(a)); }},
      {"abs", [](matrix const& a) { return matrix(abs(a)); }},
      {"relu", [](matrix const& a) { return matrix(relu(a)); }},
      {"log1p_square", [](matrix const& a) { return matrix(log1p(square(a))); }},
      {"gauss", [](matrix const& a) { return matrix(exp(-square(a))); }},
      {"root", [](matrix const& a) { return matrix(sqrt(1.0 + a * a)); }},
      {"erf", [](matrix const& a) { return matrix(erf(a)); }},
      {"power", [](matrix const& a) { return matrix(pow(0.5 + abs(a), 1.5)); }},
      {"transpose", [](matrix const& a) { return matrix(transpose(a)); }},
      {"reverse_rows", [](matrix const& a) { return matrix(reverse(a, 0)); }},
      {"reverse_columns", [](matrix const& a) { return matrix(reverse(a, 1)); }},
      {"every_second_row", [](matrix const& a) { return matrix(a(range(0, end, 2), all)); }},
      {"last_columns", [](matrix const& a) { return matrix(a(all, range(a.extent(1) / 2, end))); }},
      {"sum_rows", [](matrix const& a) { return matrix(sum(a, 0, keep_dims)); }},
      {"mean_columns", [](matrix const& a) { return matrix(mean(a, 1, keep_dims)); }},
      {"max_rows", [](matrix const& a) { return matrix(max(a, 0, keep_dims)); }},
      {"min_columns", [](matrix const& a) { return matrix(min(a, 1, keep_dims)); }},
      {"cumsum_rows", [](matrix const& a) { return matrix(cumsum(a, 0)); }},
      {"logsumexp_columns", [](matrix const& a) { return matrix(logsumexp(a, 1, keep_dims)); }}};
  return known.at(name)(x);
}
template <class matrix>
matrix run_binary(std::string const& name, matrix const& x, matrix const& y) {
  using binary = matrix (*)(matrix const&, matrix const&);
  static const std::map<std::string, binary> known{
      {"matmul", [](matrix const& a, matrix const& b) { return matrix(matmul(a, b)); }},
      {"plus", [](matrix const& a, matrix const& b) { return matrix(a + b); }},
      {"minus", [](matrix const& a, matrix const& b) { return matrix(a - b); }},
      {"times", [](matrix const& a, matrix const& b) { return matrix(a * b); }},
      {"over", [](matrix const& a, matrix const& b) { return matrix(a / (1.0 + b * b)); }},
      {"minimum", [](matrix const& a, matrix const& b) { return matrix(minimum(a, b)); }},
      {"maximum", [](matrix const& a, matrix const& b) { return matrix(maximum(a, b)); }},
      {"where", [](matrix const& a, matrix const& b) { return matrix(where(a > b, a * b, b - a)); }},
      {"hypot", [](matrix const& a, matrix const& b) { return matrix(hypot(a, b)); }},
      {"atan2", [](matrix const& a, matrix const& b) { return matrix(atan2(a, b)); }}};
  return known.at(name)(x, y);
}

/// With variables of the type `matrix`.
template <class matrix>
void check() {
  std::ifstream file(WEFT_TEST_JAX_PROGRAMS);
  REQUIRE(file);
  int programs = 0;
  double worst = 0;
  std::string word, wanted_value;
  for (int length = 0; file >> word >> length >> wanted_value; ++programs) {
    INFO("program ", programs);
    REQUIRE(word == "program");
    std::vector<given_matrix<matrix>> given;
    std::vector<matrix> known;
    for (int k = 0; k < 3; ++k) {
      index_t rows = 0, columns = 0;
      file >> word >> rows >> columns;
      REQUIRE(word == "given");
      const tensor<double, 2> x = read_matrix(file, rows, columns);
      given.push_back({matrix(x), read_matrix(file, rows, columns)});
      known.push_back(given.back().x);
    }
    for (int k = 0; k < length; ++k) {
      std::size_t a = 0;
      int b = 0;
      file >> word >> a >> b;
      known.push_back(b < 0 ? run_unary(word, known.at(a)) : run_binary(word, known.at(a), known.at(std::size_t(b))));
    }
    REQUIRE(file);
    const grad::variable<double, 0> result = sum(known.back());
    const double value = std::stod(wanted_value);
    CHECK(std::abs(result.item() - value) <= 1e-11 * (1 + std::abs(value)));
    const auto found = grad::gradients(result, given[0].x, given[1].x, given[2].x);
    const tensor<double, 2> by[] = {get<0>(found), get<1>(found), get<2>(found)};
    double scale = 1;
    for (given_matrix<matrix> const& g : given)
      scale = std::max(scale, max(abs(g.gradient)));
    for (std::size_t k = 0; k < 3; ++k) {
      const double off = max(abs(by[k] - given[k].gradient)) / scale;
      CHECK(off <= 1e-9); // false for NaN
      worst = std::max(worst, off);
    }
  }
  CHECK(programs == 80);
  MESSAGE("largest difference beside the largest gradient: ", worst);
}

} // namespace jax_programs
