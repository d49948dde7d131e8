// Classes of wrong answers that users of other libraries have met where matrices are views, by name. Each place in
// memory meets each function, in four element types; products in a wider type say what is right.
#include "peers_places.hpp"

#include <weft/linalg/matmul.hpp>
#include <weft/linalg/solve.hpp>
#include <weft/ops/generate.hpp>
#include <weft/tensor/construct.hpp>

using namespace weft;
using namespace peers_test;

TEST_CASE_TEMPLATE("peers' mistakes: solve, inv and products with them, at every place", T, float, double,
                   std::complex<float>, std::complex<double>) {
  for (const index_t n : {5, 1})
    for (std::size_t p = 0; p < places.size(); ++p) {
      place const& of_a = places[p];
      place const& of_b = places[(p * 5 + 3) % places.size()]; // each other one, once
      place const& of_x = places[(p * 8 + 1) % places.size()];
      INFO(of_a.mistake << "; right side: " << of_b.mistake << "; target: " << of_x.mistake << "; n = " << n);
      placed<T> a(of_a, n), b(of_b, n), x(of_x, n);
      a.fill(1, false);
      b.fill(50, false);
      const double most = bound<T>(n, n);
      const tensor<T, 3> solved = linalg::solve(a.view(), b.view()), inverse = linalg::inv(a.view()),
                         back = matmul(a.view(), linalg::solve(a.view(), b.view())),
                         one = matmul(linalg::inv(a.view()), a.view());
      const index_t matrices = of_a.matrices > of_b.matrices ? of_a.matrices : of_b.matrices;
      REQUIRE(solved.extent(0) == matrices);
      for (index_t k = 0; k < matrices; ++k) {
        const auto wide_a = widened(a.matrix(of_a.matrices == 1 ? 0 : k)),
                   wide_b = widened(b.matrix(of_b.matrices == 1 ? 0 : k));
        near(product(wide_a, wide_of_result<T>(solved, k)), wide_b, most);
        near(product(wide_a, wide_of_result<T>(inverse, k)), unit<T>(n), most);
        near(wide_of_result<T>(back, k), wide_b, most);
        near(wide_of_result<T>(one, k), unit<T>(n), most);
      }
      if (!of_x.is_target() || of_x.matrices != matrices)
        continue;
      // The target is a view: its elements are written, and no others.
      x.view() = linalg::solve(a.view(), b.view());
      CHECK(x.untouched() == room - matrices * n * n);
      for (index_t k = 0; k < matrices; ++k)
        near(widened(x.matrix(k)), wide_of_result<T>(solved, k), most);
      // Operand and target are one.
      if (of_b.is_target() && of_b.matrices == matrices) {
        b.view() = linalg::solve(a.view(), b.view());
        for (index_t k = 0; k < matrices; ++k)
          near(widened(b.matrix(k)), wide_of_result<T>(solved, k), most);
      }
    }
}

TEST_CASE("peers' mistakes: integer operands are not solved in integers") {
  const tensor<int, 2> a{{2, 1, 0}, {0, 4, 1}, {0, 1, 3}};
  const tensor<std::int64_t, 1> b{1, 1, 2};
  const auto x = eval(linalg::solve(a, b));
  static_assert(std::same_as<decltype(x), const tensor<double, 1>>);
  CHECK(all_close(matmul(a, x), tensor<double, 1>{1, 1, 2}, 1e-15, 1e-15));
  CHECK(all_close(matmul(linalg::inv(a), a), eye(3), 1e-15, 1e-15));
  CHECK(all_close(matmul(linalg::inv(reverse(a, 0)), reverse(a, 0)), eye(3), 1e-15, 1e-15));
  const tensor<std::uint8_t, 2> bytes{{200, 0}, {0, 100}}; // their products do not fit
  CHECK(all_close(linalg::solve(bytes, tensor<std::uint8_t, 1>{100, 200}), tensor<double, 1>{0.5, 2}, 1e-15, 0));
}
