// As peers_mistakes.cpp: of what LAPACK computes.
#include "peers_places.hpp"

#include <weft/linalg/eigen.hpp>
#include <weft/linalg/least_squares.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/linalg/qr.hpp>
#include <weft/linalg/solve.hpp>
#include <weft/linalg/svd.hpp>

using namespace weft;
using namespace peers_test;

TEST_CASE_TEMPLATE("peers' mistakes: svd, eigh, qr and products of what they return, at every place", T, float, double,
                   std::complex<float>, std::complex<double>) {
  for (const index_t n : {5, 1})
    for (place const& of_a : places) {
      INFO(of_a.mistake << "; n = " << n);
      placed<T> a(of_a, n), h(of_a, n);
      a.fill(1, false);
      h.fill(9, true);
      const double most = bound<T>(n, n);
      const auto [u, s, vh] = linalg::svd(a.view());
      const auto [values, vectors] = linalg::eigh(h.view());
      const auto [q, r] = linalg::qr(a.view());
      const tensor<T, 3> qr = matmul(q, r), gram = matmul(conj(transpose(q, 1, 2)), a.view()),
                         lifted = matmul(h.view(), vectors);
      for (index_t k = 0; k < of_a.matrices; ++k) {
        const auto wide_a = widened(a.matrix(k)), wide_h = widened(h.matrix(k));
        const auto wide_v = wide_of_result<T>(vectors, k);
        const auto on_diagonal = [&](auto const& numbers) {
          return diagonal_of<wide_of<T>>(tensor<real_of<T>, 1>(numbers(k, all)));
        };
        near(product(product(wide_of_result<T>(u, k), on_diagonal(s)), wide_of_result<T>(vh, k)), wide_a, most);
        near(product(product(wide_v, on_diagonal(values)), adjoint(wide_v)), wide_h, most);
        near(product(adjoint(wide_v), wide_v), unit<T>(n), most);
        near(wide_of_result<T>(qr, k), wide_a, most);
        near(wide_of_result<T>(gram, k), wide_of_result<T>(r, k), most);
        near(wide_of_result<T>(lifted, k), product(wide_v, on_diagonal(values)), most);
      }
    }
}

TEST_CASE("peers' mistakes: integer operands of what LAPACK computes") {
  const tensor<int, 2> a{{2, 1}, {1, 2}};
  CHECK(all_close(linalg::eigvalsh(a), tensor<double, 1>{1, 3}, 1e-15, 1e-15));
  CHECK(all_close(linalg::svdvals(a), tensor<double, 1>{3, 1}, 1e-15, 1e-15));
  const tensor<std::uint8_t, 2> column{{200}, {200}};
  CHECK(all_close(linalg::svdvals(column), tensor<double, 1>{200 * std::sqrt(2.0)}, 1e-15, 0));
  CHECK(all_close(linalg::lstsq(column, tensor<int, 1>{100, 300}).x, tensor<double, 1>{1}, 1e-15, 0));
}

TEST_CASE("peers' mistakes: views of a row, of a column and of nothing") {
  tensor<double, 2> memory(7, 9);
  memory.fill(std::nan(""));
  const auto row = memory(range(3, 4), range(8, 0, -2));
  const auto column = memory(range(6, -1, -2), range(2, 3));
  row = tensor<double, 2>{{1, 2, 2, 4}};
  CHECK(all_close(linalg::svdvals(row), tensor<double, 1>{5}, 1e-15, 0));
  CHECK(all_close(linalg::lstsq(row, tensor<double, 1>{25}).x, tensor<double, 1>{1, 2, 2, 4}, 1e-15, 0));
  CHECK(all_close(linalg::pinv(row), transpose(row) / 25.0, 1e-15, 0));
  column = tensor<double, 2>{{1}, {2}, {2}, {4}};
  CHECK(all_close(linalg::svdvals(column), tensor<double, 1>{5}, 1e-15, 0));
  CHECK(all_close(matmul(linalg::pinv(column), column), tensor<double, 2>{{1}}, 1e-15, 0));
  const auto nothing = memory(range(3, 3), range(0, 9, 3));
  CHECK(linalg::svdvals(nothing).shape() == shape(0));
  CHECK(linalg::lstsq(nothing, tensor<double, 1>(0)).x == tensor<double, 1>{0, 0, 0});
  CHECK(tensor<double, 2>(linalg::inv(memory(range(2, 2), range(5, 5)))).shape() == shape(0, 0));
}
