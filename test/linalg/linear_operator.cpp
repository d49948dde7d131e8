#include "iterated_operators.hpp"

#include <support/message.hpp>
#include <weft/linalg/linear_operator.hpp>

using namespace weft;
using namespace iterated_test;

namespace {

/// As the compiled part does; of a matrix element by element.
template <class T>
void apply(detail::erased_operator const& map, index_t count, T const* x, T* y) {
  if (map.matrix == nullptr)
    return map.apply(map.self, count, x, y);
  auto const& s = map.shape;
  for (index_t k = 0; k < count; ++k)
    for (index_t i = 0; i < s.rows; ++i) {
      y[k * s.rows + i] = T(0);
      for (index_t j = 0; j < s.cols; ++j) {
        const T element = static_cast<T const*>(map.matrix)[i * s.row_stride + j * s.col_stride];
        y[k * s.rows + i] += (s.conj ? conjugate(element) : element) * x[k * s.cols + j];
      }
    }
}
/// What an operator in any of its forms makes of vectors, and what its adjoint does.
template <class T, bool Adjoint, class A>
void check_map(A&& a, tensor<T, 2> const& matrix) {
  const index_t m = matrix.extent(0), n = matrix.extent(1);
  const auto x = some_numbers<T>(3 * n, 1), y = some_numbers<T>(3 * m, 2);
  std::vector<T> ax(static_cast<std::size_t>(3 * m)), ahy(static_cast<std::size_t>(3 * n));
  detail::with_operator<T, Adjoint>(
      "test", a, shape(m), [&](auto const& map, auto const& adjoint, auto const&, auto const&) {
        for (const index_t count : {1, 3}) {
          std::fill(ax.begin(), ax.end(), T(7));
          apply(map, count, x.data(), ax.data());
          for (index_t k = 0; k < count; ++k)
            for (index_t i = 0; i < m; ++i) {
              wide_of<T> total(0);
              for (index_t j = 0; j < n; ++j)
                total += wide_of<T>(matrix(i, j)) * wide_of<T>(x[static_cast<std::size_t>(k * n + j)]);
              CHECK(std::abs(wide_of<T>(ax[static_cast<std::size_t>(k * m + i)]) - total) < 1e-13L);
            }
          if constexpr (Adjoint) {
            apply(adjoint, count, y.data(), ahy.data());
            for (index_t k = 0; k < count; ++k)
              for (index_t j = 0; j < n; ++j) {
                wide_of<T> total(0);
                for (index_t i = 0; i < m; ++i)
                  total += conjugate(wide_of<T>(matrix(i, j))) * wide_of<T>(y[static_cast<std::size_t>(k * m + i)]);
                CHECK(std::abs(wide_of<T>(ahy[static_cast<std::size_t>(k * n + j)]) - total) < 1e-13L);
              }
          } else {
            CHECK((adjoint.apply == nullptr));
          }
        }
      });
}

} // namespace

TEST_CASE_TEMPLATE("linear operators: matrices and callables, and their adjoints", T, double, std::complex<double>) {
  const auto a = random_matrix<T>(5, 3, 3), square = random_matrix<T>(4, 4, 4);
  check_map<T, true>(a, a);
  check_map<T, true>(tensor<T, 2, column_major>(a), a);
  check_map<T, false>(T(1) * a, a);
  const auto writes = [&](auto const& x, auto& y) { y = matmul(a, x); };
  const auto returns = [&](auto const& y) { return matmul(conj(transpose(a)), y); };
  check_map<T, true>(linalg::linear_operator(writes, returns, shape(3), shape(5)), a);
  check_map<T, false>([&](auto const& x) { return matmul(square, x); }, square);
}

TEST_CASE("linear operators: shapes that do not fit") {
  const linalg::linear_operator a([](auto const& x) { return x; }, shape(2, 3));
  CHECK(a.shape_of_x == a.shape_of_y);
  CHECK(support::message_of([&] { detail::with_operator<double, false>("f", a, shape(6), [](auto&&...) {}); }) ==
        "weft: f: shape (2,3) and shape (6): the first is what the operator takes or gives, the second what it is "
        "given");
}
