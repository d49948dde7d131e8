#include "structured_matrices.hpp"

#include <support/explained.hpp>
#include <support/message.hpp>
#include <weft/linalg/structured_product.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/tensor/construct.hpp>
#include <weft/tensor/explain.hpp>

using namespace weft;
using namespace structured_test;

TEST_CASE_TEMPLATE("matmul: structured factors on both sides, transposed and conjugated, of halves and blocks", T, float,
                   double, std::complex<float>, std::complex<double>) {
  for (const index_t n : {0, 1, 2, 7, 31, 32, 33, 64, 65, 100})
    for (const index_t k : {1, 5, 40}) {
      const auto a = random_matrix<T>(n, n, 1 + static_cast<unsigned long>(n));
      const auto b = random_matrix<T>(n, k, 77), left = random_matrix<T>(k, n, 78);
      const auto check = [&](kind which, auto const& structured) {
        const auto dense = elements_of(which, a), turned = transposed_elements(dense);
        const tensor<T, 2> conjugated = conj(dense), both = conj(turned);
        CHECK(is_product<T>(tensor<T, 2>(matmul(structured, b)), dense, b));
        CHECK(is_product<T>(tensor<T, 2>(matmul(left, structured)), left, dense));
        CHECK(is_product<T>(tensor<T, 2>(matmul(transpose(structured), b)), turned, b));
        CHECK(is_product<T>(tensor<T, 2>(matmul(left, transpose(structured))), left, turned));
        CHECK(is_product<T>(tensor<T, 2>(matmul(conj(structured), b)), conjugated, b));
        CHECK(is_product<T>(tensor<T, 2>(matmul(left, conj(transpose(structured)))), left, both));
      };
      // NaN that is not read is in no result.
      check(kind::lower, lower(with_nan_unread(kind::lower, a)));
      check(kind::unit_upper, unit_upper(with_nan_unread(kind::unit_upper, a)));
      check(kind::symmetric, symmetric(with_nan_unread(kind::symmetric, a)));
      check(kind::hermitian, hermitian(with_nan_unread(kind::hermitian, a)));
    }
}

TEST_CASE_TEMPLATE("matmul: vectors, factors, and what is added", T, double, std::complex<float>) {
  const index_t n = 70;
  const auto a = random_matrix<T>(n, n), b = random_matrix<T>(n, 1, 77), old = random_matrix<T>(n, 1, 78);
  const tensor<T, 1> v = b(all, 0);
  const auto l = elements_of(kind::lower, a), h = elements_of(kind::hermitian, a);
  const tensor<T, 1> column = matmul(lower(a), v), row = matmul(v, hermitian(a));
  CHECK(is_product<T>(column(all, newaxis), l, b));
  CHECK(is_product<T>(row(newaxis, all), transposed_elements(b), h));
  CHECK(is_product<T>(tensor<T, 2>(matmul(lower(a), conj(b))), l, tensor<T, 2>(conj(b))));
  CHECK(is_product<T>(tensor<T, 2>(matmul(lower(conj(a)), b)), tensor<T, 2>(conj(l)), b));
  const T two(2), half(real_of<T>(0.5));
  tensor<T, 2> c = old, d = old, e = old;
  c = two * matmul(lower(a), b) + half * c;
  CHECK(is_product<T>(tensor<T, 2>(half * (c - half * old)), l, b));
  d += matmul(hermitian(a), two * b);
  CHECK(is_product<T>(tensor<T, 2>(half * (d - old)), h, b));
  CHECK(explain(c, two * matmul(lower(a), b) + half * c).temporaries == 0);
  // The target may be a factor.
  tensor<T, 2> own = a;
  own = matmul(lower(own), own);
  CHECK(is_product<T>(own, l, a));
  tensor<T, 2> twice = b;
  twice = matmul(hermitian(a), twice) + twice;
  CHECK(is_product<T>(tensor<T, 2>(twice - b), h, b));
}

TEST_CASE("matmul: two structured factors, windows, and factors that are evaluated first") {
  const index_t n = 40;
  const auto a = random_matrix<double>(n, n), b = random_matrix<double>(n, n, 9);
  const auto l = elements_of(kind::lower, a), s = elements_of(kind::symmetric, b);
  CHECK(is_product<double>(tensor<double, 2>(matmul(lower(a), symmetric(b))), l, s));
  CHECK(is_product<double>(tensor<double, 2>(matmul(symmetric(b), lower(a))), s, l));
  CHECK(is_product<double>(tensor<double, 2>(matmul(lower(a), transpose(lower(a)))), l, transposed_elements(l)));
  // A block on the diagonal has the structure of the whole; another window has none.
  const tensor<double, 2> block = l(range(3, 20), range(3, 20)), other = l(range(0, 10), range(5, 15));
  const auto columns = random_matrix<double>(17, 2), fewer = random_matrix<double>(10, 2);
  CHECK(is_product<double>(tensor<double, 2>(matmul(lower(a)(range(3, 20), range(3, 20)), columns)), block, columns));
  CHECK(is_product<double>(tensor<double, 2>(matmul(lower(a)(range(0, 10), range(5, 15)), fewer)), other, fewer));
  CHECK(explain(matmul(lower(a)(range(3, 20), range(3, 20)), columns)).blas[0] == "own dtrmm(L,N) m=17 n=2");
  CHECK(explain(matmul(lower(a)(range(0, 10), range(5, 15)), fewer)).blas[0].find("trmm") == std::string::npos);
  const tensor<double, 2> sums = a + b;
  CHECK(is_product<double>(tensor<double, 2>(matmul(lower(a + b), b)), elements_of(kind::lower, sums), b));
  const tensor<double, 2> ab = matmul(a, b);
  const tensor<double, 2> of_product = matmul(symmetric(matmul(a, b)), b);
  const tensor<double, 2> apart = matmul(symmetric(ab), b);
  CHECK(all_close(of_product, apart, 1e-13, 1e-13));
  CHECK(all_close(tensor<double, 2>(matmul(matmul(lower(a), b), b)), matmul(tensor<double, 2>(matmul(l, b)), b), 1e-12,
                  1e-12));
  // Of two types, and of integers.
  CHECK(tensor<int, 2>(matmul(lower(tensor<int, 2>{{1, 9}, {2, 3}}), tensor<int, 2>{{1, 2}, {3, 4}})) ==
        tensor<int, 2>{{1, 2}, {11, 16}});
  CHECK(tensor<double, 2>(matmul(symmetric(tensor<float, 2>{{1, 9}, {2, 3}}), tensor<double, 2>{{1}, {2}})) ==
        tensor<double, 2>{{5}, {8}});
}

TEST_CASE("matmul: batches of structured matrices are broadcast") {
  tensor<double, 3> a(3, 35, 35), b(3, 35, 4);
  for (index_t k = 0; k < 3; ++k) {
    a(k, all, all) = random_matrix<double>(35, 35, 20 + static_cast<unsigned long>(k));
    b(k, all, all) = random_matrix<double>(35, 4, 30 + static_cast<unsigned long>(k));
  }
  const auto a_of = [&](index_t k) { return tensor<double, 2>(a(k, all, all)); };
  const auto b_of = [&](index_t k) { return tensor<double, 2>(b(k, all, all)); };
  const tensor<double, 3> each = matmul(lower(a), b), one = matmul(symmetric(a_of(1)), b),
                          turned = matmul(transpose(lower(a), 1, 2), b);
  const tensor<double, 4> crossed = matmul(lower(a)(newaxis, all, all, all), b(all, newaxis, all, all));
  const tensor<double> any = matmul(lower(tensor<double>(a)), tensor<double>(b));
  const tensor<double, 2> vectors = matmul(lower(a), b_of(0)(all, 0));
  const tensor<double, 3> planes = transpose(lower(a)); // all axes: no matrices are left
  for (index_t k = 0; k < 3; ++k) {
    const auto l = elements_of(kind::lower, a_of(k));
    CHECK(is_product<double>(each(k, all, all), l, b_of(k)));
    CHECK(is_product<double>(one(k, all, all), elements_of(kind::symmetric, a_of(1)), b_of(k)));
    CHECK(is_product<double>(turned(k, all, all), transposed_elements(l), b_of(k)));
    CHECK(is_product<double>(vectors(k, all)(all, newaxis), l, tensor<double, 2>(b_of(0)(all, range(0, 1)))));
    for (index_t i = 0; i < 3; ++i)
      CHECK(is_product<double>(crossed(i, k, all, all), l, b_of(i)));
    CHECK(tensor<double, 2>(planes(all, all, k)) == transposed_elements(l));
  }
  CHECK(any == each);
  CHECK(explain(matmul(lower(a), b)).blas[0] == "own dtrmm(L,N) m=35 n=4 batch=3");
  CHECK(tensor<double, 3>(matmul(lower(tensor<double, 3>(0, 4, 4)), tensor<double, 2>(4, 2))).shape() == shape(0, 4, 2));
}
