// Classes of wrong answers that users of other libraries have met where matrices are views, by name. Each place in
// memory meets each function, in four element types; products in a wider type say what is right.
#include "decomposition.hpp"

#include <weft/linalg/eigen.hpp>
#include <weft/linalg/least_squares.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/linalg/qr.hpp>
#include <weft/linalg/solve.hpp>
#include <weft/linalg/svd.hpp>
#include <weft/ops/generate.hpp>
#include <weft/tensor/construct.hpp>
#include <weft/tensor/memory.hpp>

#include <string>

using namespace weft;
using namespace decomposition_test;

namespace {

/// Where element (i, j) of matrix k of a batch lies: offset + k strides[0] + i strides[1] + j strides[2]. There is room
/// for matrices of 5 x 5, and of 1 x 1 too.
struct place {
  char const* mistake;
  index_t matrices;
  index_t offset, strides[3];

  index_t at(index_t k, index_t i, index_t j) const { return offset + k * strides[0] + i * strides[1] + j * strides[2]; }
  /// Elements are met once, so it may be written to.
  bool is_target() const { return matrices == 1 || strides[0] != 0; }
};
constexpr index_t room = 400;
std::vector<place> const places{
    {"row by row", 2, 0, {25, 5, 1}},
    {"column by column", 2, 0, {25, 1, 5}},
    {"reversed view: rows (xtensor-blas 100)", 2, 20, {25, -5, 1}},
    {"reversed view: columns", 2, 4, {25, 5, -1}},
    {"reversed view: rows and columns", 2, 24, {25, -5, -1}},
    {"reversed view: of columns that are dense", 2, 4, {25, -1, 5}},
    {"reversed view: the matrices of a batch", 2, 25, {-25, 5, 1}},
    {"permuted view: the batch is the last axis (nda 43)", 2, 0, {1, 10, 2}},
    {"permuted view: the batch is between rows and columns", 2, 0, {5, 10, 1}},
    {"permuted view: transposed, the batch is last", 2, 0, {1, 2, 10}},
    {"permuted and reversed view", 2, 49, {-1, -2, -10}},
    {"padded rows", 2, 3, {50, 9, 1}},
    {"padded columns", 2, 3, {50, 1, 9}},
    {"padded batch", 2, 0, {131, 5, 1}},
    {"no dense axis", 2, 1, {150, 26, 3}},
    {"overlapping steps: rows closer than columns are long", 2, 0, {40, 3, 16}},
    {"axis of size 1 with the stride 0 (Strided.jl 21)", 1, 0, {0, 5, 1}},
    {"axis of size 1 with any stride", 1, 0, {7, 1, 5}},
    {"axis of size 1 with a negative stride", 1, 0, {-1, 5, 1}},
    {"batch with broadcast: one matrix for all", 2, 0, {0, 5, 1}},
    {"batch with broadcast: of columns, reversed", 2, 4, {0, -1, 5}},
};

/// Memory full of NaN, in which matrices lie.
template <class T>
class placed {
public:
  placed(place const& p, index_t n) : place_(p), n_(n), memory_(room) {
    memory_.fill(number<T>(std::nan(""), std::nan("")));
  }
  auto view() {
    return borrow(memory_.data() + place_.offset, shape(place_.matrices, n_, n_),
                  shape(place_.strides[0], place_.strides[1], place_.strides[2]));
  }
  /// Element by element, without a view.
  tensor<T, 2> matrix(index_t k) const {
    tensor<T, 2> a(n_, n_);
    for (index_t i = 0; i < n_; ++i)
      for (index_t j = 0; j < n_; ++j)
        a(i, j) = memory_(place_.at(k, i, j));
    return a;
  }
  void fill(unsigned long seed, bool hermitian) {
    for (index_t k = 0; k < place_.matrices; ++k) {
      auto a = random_matrix<T>(n_, n_, seed + static_cast<unsigned long>(k));
      for (index_t i = 0; i < n_; ++i) {
        a(i, i) += T(4); // well conditioned
        for (index_t j = 0; j < i && hermitian; ++j)
          a(i, j) = conjugate(a(j, i));
        if (hermitian)
          a(i, i) = T(std::real(a(i, i)));
      }
      for (index_t i = 0; i < n_; ++i)
        for (index_t j = 0; j < n_; ++j)
          memory_(place_.at(k, i, j)) = a(i, j);
    }
  }
  /// How many elements are still NaN.
  index_t untouched() const {
    index_t count = 0;
    for (T const& x : memory_)
      count += std::isnan(std::real(x)) ? 1 : 0;
    return count;
  }

private:
  place place_;
  index_t n_;
  tensor<T, 1> memory_;
};

/// Matrix k of a result; of one for all the only one.
template <class T, class X>
wide_matrix<T> wide_of_result(X const& x, index_t k) {
  return widened(tensor<T, 2>(x(x.extent(0) == 1 ? 0 : k, all, all)));
}
template <class T>
wide_matrix<T> unit(index_t n) {
  wide_matrix<T> one(n, n);
  for (index_t i = 0; i < n; ++i)
    one(i, i) = 1;
  return one;
}
template <class W>
void near(tensor<W, 2> const& a, tensor<W, 2> const& wanted, double tolerance) {
  CHECK(distance(a, wanted) <= tolerance * (1 + size_of(wanted)));
}

} // namespace

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

TEST_CASE_TEMPLATE("peers' mistakes: svd, eigh, qr and products of what they return, at every place" *
                       doctest::skip(without_lapack()),
                   T, float, double, std::complex<float>, std::complex<double>) {
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

TEST_CASE("peers' mistakes: integer operands of what LAPACK computes" * doctest::skip(without_lapack())) {
  const tensor<int, 2> a{{2, 1}, {1, 2}};
  CHECK(all_close(linalg::eigvalsh(a), tensor<double, 1>{1, 3}, 1e-15, 1e-15));
  CHECK(all_close(linalg::svdvals(a), tensor<double, 1>{3, 1}, 1e-15, 1e-15));
  const tensor<std::uint8_t, 2> column{{200}, {200}};
  CHECK(all_close(linalg::svdvals(column), tensor<double, 1>{200 * std::sqrt(2.0)}, 1e-15, 0));
  CHECK(all_close(linalg::lstsq(column, tensor<int, 1>{100, 300}).x, tensor<double, 1>{1}, 1e-15, 0));
}

TEST_CASE("peers' mistakes: views of a row, of a column and of nothing" * doctest::skip(without_lapack())) {
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
