// What a statement costs before its first element: kinds of statements by 1, 4, 16 and 64 elements, of static shape and
// of static rank, beside loops by hand. Matrices are square.
#include "ratio.hpp"
#include "twins/twins.h"

#include <weft/weft.hpp>

#include <string>

using weft::tensor, weft::index_t, weft::fixed, weft::axis, weft::range;

namespace {

template <class M>
M counted(M m) {
  double n = 0.5;
  for (double& x : m)
    x = n += 0.25;
  return m;
}

/// Registers every kind for square matrices like `matrix`, and vectors like `vector`.
template <class M, class V>
void compare_kinds(M const& matrix, V const& vector, std::string const& shape, bench::bar allowed) {
  const index_t n = vector.extent(0);
  const auto compare = [&](char const* kind, auto statement, auto twin, auto out) {
    bench::compare("kinds/" + std::string(kind) + " " + shape, allowed, [=](bench::runner& run) {
      M a = counted(matrix), b = counted(matrix), c = counted(matrix);
      V x = counted(vector), y = counted(vector);
      auto& to = out(c, y);
      run(
          to.data(), to.size(), [&] { statement(c, y, a, b, x); },
          [&] { twin(n, to.data(), a.data(), b.data(), x.data()); });
    });
  };
  const auto to_matrix = [](M& c, V&) -> M& { return c; };
  const auto to_vector = [](M&, V& y) -> V& { return y; };
  compare("a + b", [](M& c, V&, M& a, M& b, V&) { c = a + b; }, twin_small_sum, to_matrix);
  compare(
      "transpose(a) * 2 - b", [](M& c, V&, M& a, M& b, V&) { c = transpose(a) * 2 - b; }, twin_small_transpose,
      to_matrix);
  compare("a + row", [](M& c, V&, M& a, M&, V& x) { c = a + x; }, twin_small_broadcast, to_matrix);
  compare(
      "a by columns, backwards", [](M& c, V&, M& a, M&, V&) { c = reverse(a, axis<0>) + 1; }, twin_small_reverse,
      to_matrix);
  compare("sum over rows", [](M&, V& y, M& a, M&, V&) { y = sum(a, axis<1>); }, twin_small_rows, to_vector);
  compare("sum over columns", [](M&, V& y, M& a, M&, V&) { y = sum(a, axis<0>); }, twin_small_columns, to_vector);
  compare("sum", [](M&, V& y, M& a, M&, V&) { y(0) = sum(a); }, twin_small_total, to_vector);
  compare("dot", [](M&, V& y, M&, M&, V& x) { y(0) = dot(x, x); }, twin_small_dot, to_vector);
  compare("matmul(a, x)", [](M&, V& y, M& a, M&, V& x) { y = matmul(a, x); }, twin_small_gemv, to_vector);
  compare("matmul(a, x) + x", [](M&, V& y, M& a, M&, V& x) { y = matmul(a, x) + x; }, twin_small_gemv_plus, to_vector);
  compare("matmul(a, b)", [](M& c, V&, M& a, M& b, V&) { c = matmul(a, b); }, twin_small_gemm, to_matrix);
  compare(
      "new a + b",
      [](M& c, V&, M& a, M& b, V&) {
        const M fresh = a + b;
        c(0, 0) = fresh(0, 0);
      },
      twin_small_new, to_matrix);
}

template <index_t N>
void compare_side() {
  const std::string side = "(" + std::to_string(N) + "," + std::to_string(N) + ")";
  compare_kinds(tensor<double, fixed<N, N>>(), tensor<double, fixed<N>>(), side + " static shape", {1.5, 1});
  compare_kinds(tensor<double, 2>(N, N), tensor<double, 1>(N), side + " static rank", {1, 25});
}

} // namespace

int main(int argc, char** argv) {
  compare_side<1>();
  compare_side<2>();
  compare_side<4>();
  compare_side<8>();
  return bench::run_all(argc, argv);
}
