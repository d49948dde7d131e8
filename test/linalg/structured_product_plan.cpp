#include "structured_matrices.hpp"

#include <support/explained.hpp>
#include <support/message.hpp>
#include <weft/linalg/structured_product.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/tensor/construct.hpp>
#include <weft/tensor/explain.hpp>

using namespace weft;
using namespace structured_test;

TEST_CASE("matmul: a diagonal matrix multiplies rows or columns in the loop around it") {
  const tensor<double, 1> v{2, 3, 4};
  const auto b = random_matrix<double>(3, 5), c = random_matrix<double>(5, 3);
  const auto d = diagonal_of<double>(v);
  CHECK(is_product<double>(tensor<double, 2>(matmul(diagonal_matrix(v), b)), d, b));
  CHECK(is_product<double>(tensor<double, 2>(matmul(c, diagonal_matrix(v))), c, d));
  CHECK(is_product<double>(tensor<double, 2>(matmul(transpose(diagonal_matrix(v)), b)), d, b));
  CHECK(tensor<double, 1>(matmul(diagonal_matrix(v), v)) == tensor<double, 1>{4, 9, 16});
  CHECK(tensor<double, 1>(matmul(v, diagonal_matrix(v))) == tensor<double, 1>{4, 9, 16});
  const auto plan = explain(matmul(diagonal_matrix(v), b) + b);
  CHECK(plan.blas.empty());
  CHECK(plan.loops == 1);
  CHECK(plan.temporaries == 0);
  const tensor<std::complex<double>, 1> z{{1, 2}, {3, 4}};
  const tensor<std::complex<double>, 2> one{{{1, 0}, {0, 0}}, {{0, 0}, {1, 0}}};
  const tensor<std::complex<double>, 2> conjugated = matmul(conj(diagonal_matrix(z)), one);
  CHECK(conjugated(1, 1) == std::complex<double>(3, -4));
  // A window of it is no diagonal matrix.
  const tensor<double, 2> part = d(range(0, 2), range(1, 3));
  CHECK(is_product<double>(tensor<double, 2>(matmul(diagonal_matrix(v)(range(0, 2), range(1, 3)), b(range(0, 2), all))),
                           part, tensor<double, 2>(b(range(0, 2), all))));
  CHECK(is_product<double>(tensor<double, 2>(matmul(reverse(diagonal_matrix(v), 0), b)), tensor<double, 2>(reverse(d, 0)),
                           b));
  const tensor<double, 2> both{{1, 2, 3}, {4, 5, 6}};
  const tensor<double, 3> batch = matmul(diagonal_matrix(both), b), right = matmul(c, diagonal_matrix(both));
  for (index_t k = 0; k < 2; ++k) {
    const auto mine = diagonal_of<double>(tensor<double, 1>(both(k, all)));
    CHECK(is_product<double>(batch(k, all, all), mine, b));
    CHECK(is_product<double>(right(k, all, all), c, mine));
  }
  CHECK(is_product<double>(tensor<double, 2>(tensor<double>(matmul(diagonal_matrix(tensor<double>(v)), b)).as<2>()), d, b));
  CHECK(is_product<double>(tensor<double, 2>(matmul(diagonal_matrix(v), lower(d))), d, d));
  CHECK(is_product<double>(tensor<double, 2>(matmul(lower(d), diagonal_matrix(v))), d, d));
  CHECK(tensor<double, 2>(matmul(diagonal_matrix(tensor<double, 1>(0)), tensor<double, 2>(0, 3))).shape() == shape(0, 3));
}

TEST_CASE("explain: products with structured matrices, half of the operations for a triangle") {
  const index_t n = 100, k = 30;
  const auto a = random_matrix<double>(n, n), b = random_matrix<double>(n, k), w = random_matrix<double>(k, n);
  const auto text = [](auto const& e) {
    const auto plan = explain(e);
    REQUIRE(plan.blas.size() == 1);
    return plan.blas[0];
  };
  CHECK(text(matmul(lower(a), b)) == "own dtrmm(L,N) m=100 n=30");
  CHECK(text(matmul(w, lower(a))) == "own dtrmm(R,N) m=30 n=100");
  CHECK(text(matmul(upper(a), b)) == "own dtrmm(L,T) m=100 n=30");
  CHECK(text(matmul(transpose(lower(a)), b)) == "own dtrmm(L,T) m=100 n=30");
  CHECK(text(matmul(symmetric(a), b)) == "own dsymm(L) m=100 n=30");
  CHECK(text(matmul(w, hermitian(a))) == "own dsymm(R) m=30 n=100");
  const auto z = random_matrix<std::complex<float>>(9, 9);
  CHECK(text(matmul(hermitian(z), z)) == "own chemm(L) m=9 n=9");
  CHECK(text(matmul(symmetric(z), z)) == "own csymm(L) m=9 n=9");
  CHECK(text(matmul(conj(lower(z)), z)) == "own ctrmm(L,R) m=9 n=9");
  CHECK(text(matmul(conj(upper(z)), z)) == "own ctrmm(L,C) m=9 n=9");
  const auto half = explain(matmul(lower(a), b)), whole = explain(matmul(a, b));
  CHECK(half.flops == n * n * k);
  CHECK(half.flops * 2 == whole.flops);
  CHECK(half.bytes_read == (n * (n + 1) / 2 + n * k) * 8);
  CHECK(half.bytes_written == n * k * 8);
  tensor<double, 2> c(n, k);
  CHECK(explain(c, matmul(lower(a), b)).loops == 0);
}

TEST_CASE("explain: products with structured matrices take the memory that was said, of a resource that counts") {
  support::call_counter none;
  for (const index_t n : {3, 40, 100, 300})
    for (const index_t k : {1, 9, 300}) {
      const auto a = random_matrix<double>(n, n), b = random_matrix<double>(n, k), w = random_matrix<double>(k, n);
      tensor<double, 2> x(n, k), square = a;
      tensor<double, 2, column_major> y(k, n);
      support::check_explained([&] { return explain(x, matmul(lower(a), b)); }, [&] { x = matmul(lower(a), b); }, none);
      support::check_explained([&] { return explain(y, matmul(w, symmetric(a))); },
                               [&] { y = matmul(w, symmetric(a)); }, none);
      support::check_explained([&] { return explain(x, 2.0 * matmul(lower(a + a), b) + x); },
                               [&] { x = 2.0 * matmul(lower(a + a), b) + x; }, none);
      support::check_explained([&] { return explain(square, matmul(lower(square), a)); },
                               [&] { square = matmul(lower(square), a); }, none);
    }
}

TEST_CASE("matmul: shapes that do not fit structured factors") {
  const tensor<double, 2> a(3, 3), b(4, 2);
  CHECK(support::message_of([&] { (void)matmul(lower(a), b); }) == support::message_of([&] { (void)matmul(a, b); }));
  CHECK_THROWS_AS((void)matmul(symmetric(a), tensor<double, 1>(4)), shape_error);
  CHECK_THROWS_AS((void)matmul(b, lower(a)), shape_error);
  CHECK_THROWS_AS((void)matmul(diagonal_matrix(tensor<double, 1>(1)), b), shape_error); // it does not broadcast
  CHECK_THROWS_AS((void)matmul(diagonal_matrix(tensor<double, 1>(4)), tensor<double, 2>(1, 4)), shape_error);
  CHECK_THROWS_AS((void)matmul(lower(tensor<double, 3>(2, 4, 4)), tensor<double, 3>(3, 4, 2)), shape_error);
}
