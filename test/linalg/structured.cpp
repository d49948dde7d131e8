#include "structured_matrices.hpp"

#include <support/message.hpp>
#include <weft/io/print.hpp>
#include <weft/linalg/structured.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/tensor/construct.hpp>
#include <weft/tensor/memory.hpp>

using namespace weft;
using namespace structured_test;

TEST_CASE_TEMPLATE("structured matrices have the elements of what they stand for", T, float,
                   std::complex<double>) {
  for (const index_t n : {0, 1, 2, 5, 33}) {
    const auto a = random_matrix<T>(n, n, 3);
    for_each_kind(a, [&](kind k, auto const& e) {
      const tensor<T, 2> wanted = elements_of(k, a);
      CHECK(tensor<T, 2>(e) == wanted);
      CHECK(tensor<T, 2>(transpose(e)) == transposed_elements(wanted));
      CHECK(tensor<T, 2>(conj(e)) == tensor<T, 2>(conj(wanted)));
      CHECK(tensor<T, 2>(e + a) == tensor<T, 2>(wanted + a));
      CHECK(e.shape() == shape(n, n));
      if (n > 2) {
        CHECK(e(2, 1) == wanted(2, 1));
        CHECK(tensor<T, 2>(e(range(0, 2), range(1, n))) == tensor<T, 2>(wanted(range(0, 2), range(1, n))));
        CHECK(tensor<T, 2>(reverse(e, 0)) == tensor<T, 2>(reverse(wanted, 0)));
        CHECK(tensor<T, 1>(e(1, all)) == tensor<T, 1>(wanted(1, all)));
      }
    });
  }
}

TEST_CASE("structured matrices: operands of any strides, order and rank") {
  const auto a = random_matrix<double>(6, 6);
  const auto l = elements_of(kind::lower, a), s = elements_of(kind::symmetric, a), u = elements_of(kind::unit_upper, a);
  in_each_layout(a, [&](auto const& x) {
    CHECK(tensor<double, 2>(lower(x)) == l);
    CHECK(tensor<double, 2>(symmetric(x)) == s);
    CHECK(tensor<double, 2>(unit_upper(x)) == u);
  });
  tensor<double, 3> batch(2, 6, 6);
  batch(0, all, all) = a;
  batch(1, all, all) = 2.0 * a;
  const tensor<double, 3> lowers = lower(batch), symmetrics = symmetric(batch);
  CHECK(tensor<double, 2>(lowers(0, all, all)) == l);
  CHECK(tensor<double, 2>(lowers(1, all, all)) == tensor<double, 2>(2.0 * l));
  CHECK(tensor<double, 2>(symmetrics(1, all, all)) == tensor<double, 2>(2.0 * s));
  const tensor<double> any = a;
  CHECK(tensor<double>(lower(any)) == l);
  CHECK(tensor<double>(symmetric(any)) == s);
  const tensor<double, fixed<2, 2>> known{{1, 2}, {3, 4}};
  const tensor known_lower = lower(known);
  static_assert(std::same_as<decltype(known_lower), const tensor<double, fixed<2, 2>>>);
  CHECK(known_lower == tensor<double, 2>{{1, 0}, {3, 4}});
  CHECK(tensor<double, 2>(symmetric(tensor<double, fixed<2, 2>>{{1, 2}, {3, 4}})) ==
        tensor<double, 2>{{1, 3}, {3, 4}}); // of an rvalue
  CHECK(tensor<int, 2>(unit_lower(tensor<int, 2>{{7, 7}, {3, 7}})) == tensor<int, 2>{{1, 0}, {3, 1}});
}

TEST_CASE("structured matrices: printed, reduced, of expressions") {
  const tensor<double, 2> a{{1, 2}, {3, 4}};
  CHECK(to_string(lower(a)) == to_string(tensor<double, 2>{{1, 0}, {3, 4}}));
  CHECK(sum(upper(a)) == 7);
  CHECK(sum(symmetric(a + a)) == 22);
  CHECK(tensor<double, 2>(lower(matmul(a, a))) == tensor<double, 2>{{7, 0}, {15, 22}});
  CHECK(tensor<double, 2>(symmetric(matmul(a, a))) == tensor<double, 2>{{7, 15}, {15, 22}});
  tensor<double, 2> own = a;
  own = symmetric(own); // the target is read twice
  CHECK(own == tensor<double, 2>{{1, 3}, {3, 4}});
}

TEST_CASE("diagonal_matrix: of a vector, and of each of a batch") {
  const tensor<double, 1> v{1, 2, 3};
  const tensor<double, 2> d{{1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
  CHECK(tensor<double, 2>(diagonal_matrix(v)) == d);
  CHECK(tensor<double, 2>(transpose(diagonal_matrix(v))) == d);
  CHECK(tensor<double>(diagonal_matrix(tensor<double>(v))) == d);
  CHECK(tensor<double, 2>(diagonal_matrix(v + v)) == tensor<double, 2>(2.0 * d));
  CHECK(tensor<double, 2>(diagonal_matrix(reverse(v, 0))(range(0, 2), range(1, 3))) ==
        tensor<double, 2>{{0, 0}, {2, 0}});
  const tensor<double, 2> both{{1, 2}, {3, 4}};
  CHECK(tensor<double, 3>(diagonal_matrix(both)) == tensor<double, 3>{{{1, 0}, {0, 2}}, {{3, 0}, {0, 4}}});
  CHECK(tensor<double>(diagonal_matrix(tensor<double>(both))).shape() == shape(2, 2, 2));
  CHECK(tensor<double, 2>(diagonal_matrix(tensor<double, 1>(0))).shape() == shape(0, 0));
  const tensor<double, fixed<2>> known{5, 6};
  const tensor known_diagonal = diagonal_matrix(known);
  static_assert(std::same_as<decltype(known_diagonal), const tensor<double, fixed<2, 2>>>);
  CHECK(known_diagonal(1, 1) == 6);
}

TEST_CASE("structured matrices: what is refused") {
  const tensor<double, 2> a(2, 3);
  CHECK(support::message_of([&] { (void)lower(a); }) == "weft: lower: shape (2,3): the matrix is not square");
  CHECK(support::message_of([&] { (void)unit_upper(a); }) == "weft: unit_upper: shape (2,3): the matrix is not square");
  CHECK(support::message_of([&] { (void)hermitian(a); }) == "weft: hermitian: shape (2,3): the matrix is not square");
  CHECK_THROWS_AS((void)symmetric(tensor<double>(shape(4))), shape_error);
  CHECK_THROWS_AS((void)positive_definite(tensor<double, 3>(2, 3, 2)), shape_error);
  CHECK_THROWS_AS((void)diagonal_matrix(tensor<double>(shape())), shape_error);
}
