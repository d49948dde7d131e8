#include "differences.hpp"

#include <weft/grad/norm.hpp>
#include <weft/grad/rearranged.hpp>

using namespace compared;

TEST_CASE("norm: of vectors, in each order") {
  for (const double p : {1.0, 2.0, 3.0, 1.5, -1.0, linalg::inf, -linalg::inf}) {
    CAPTURE(p);
    CHECK(worst([&](auto const& x) { return 2.0 * linalg::norm(x(0, all) * x(1, all), p); }, x0) < 1e-8);
  }
  const grad::variable<double, 1> large = tensor<double, 1>{1e200, 1e200};
  const grad::variable<double, 0> n = linalg::norm(large, 4);
  CHECK(n.item() == doctest::Approx(std::pow(2.0, 0.25) * 1e200));
  backward(n);
  CHECK(large.gradient().at(0) == doctest::Approx(std::pow(2.0, -0.75)));
  CHECK_THROWS_AS((void)linalg::norm(large, 0), error);
  for (const double p : {1.0, 1.5, 2.0, 3.0})
    CHECK(grad::gradient_of([&](auto const& x) { return linalg::norm(x, p); }, zeros<double>(3)) == zeros<double>(3));
}

TEST_CASE("norm: of matrices, in each order, and of batches") {
  for (const double p : {1.0, 2.0, linalg::inf}) {
    CAPTURE(p);
    CHECK(worst([&](auto const& x) { return 2.0 * linalg::norm(x * 3.0, p); }, x0) < 1e-8);
  }
  CHECK(worst([](auto const& x) { return linalg::norm(transpose(x), linalg::nuclear); }, x0) < 1e-8);
  CHECK(worst([](auto const& x) { return sum(linalg::norm(stack(0, x, x * x), linalg::frobenius) * v(range(0, 2))); },
              x0) < 1e-8);
}

TEST_CASE("norm: condition numbers, in each order, and of batches") {
  const tensor<double, 2> a0 = {{0.5, 1.7, 0.2}, {2.0, 0.3, -0.4}, {-0.3, 0.6, 1.4}};
  CHECK(worst([](auto const& a) { return 2.0 * linalg::cond(a * a); }, x0) < 1e-8); // not square
  CHECK(worst([](auto const& a) { return sum(linalg::cond(stack(0, a, transpose(a * a))) * v(range(0, 2))); }, a0) <
        1e-8);
  CHECK(worst([](auto const& a) { return sum(linalg::cond(stack(0, reverse(a, 0), a * a), 1) * v(range(0, 2))); }, a0) <
        1e-8);
  // jax.grad of jnp.linalg.cond(a, p), in float64
  CHECK(apart(grad::gradient_of([](auto const& a) { return linalg::cond(a); }, a0),
              {{1.2399286647155272, -0.5877126153013913, 1.1853441864479493},
               {0.27923205972836956, 1.1207377640815035, -1.0773217927064203},
               {-0.8999696561704592, 0.9865088875989327, -1.4610229420066023}}) < 1e-13);
  CHECK(apart(grad::gradient_of([](auto const& a) { return linalg::cond(a, 1); }, a0),
              {{1.7102596985561918, -2.206634934313216, 1.062148904949272},
               {0.7173059882284079, 1.8253589197450575, -0.878624256145942},
               {-1.7055648819588973, 2.1875711335848083, -1.0529726725091055}}) < 1e-13);
  CHECK(apart(grad::gradient_of([](auto const& a) { return linalg::cond(a, linalg::inf); }, a0),
              {{0.8096386515511187, -0.8936994951547869, 1.1834881928411163},
               {0.8399085323718786, 1.9094464384430285, -2.0914067835018866},
               {-2.039787300419485, 2.2515684955450057, -2.98165629979351}}) < 1e-13);
  CHECK(apart(grad::gradient_of([](auto const& a) { return linalg::cond(a, linalg::frobenius); }, a0),
              {{1.0173028139539928, -0.5186994545203516, 1.4660426992209548},
               {0.03744253608739734, 0.8883769232536354, -1.181916628556902},
               {-1.0210327763362277, 1.297920801669416, -1.299498563294825}}) < 1e-13);
  for (const double p : {1.0, 2.0, linalg::inf})
    CHECK(grad::variable(linalg::cond(grad::variable<double, 2>(a0), p)).item() ==
          doctest::Approx(linalg::cond(a0, p)));
}
TEST_CASE("norm: condition numbers of what has none") {
  const grad::variable<double, 2> singular = ones<double>(2, 2), wide = x0;
  CHECK_THROWS_AS((void)linalg::cond(singular, 1), linalg_error);
  CHECK_THROWS_AS((void)linalg::cond(wide, 1), shape_error);
  CHECK_THROWS_AS((void)linalg::cond(wide, 3), error);
  CHECK_THROWS_AS((void)linalg::cond(wide, linalg::nuclear), error);
}

TEST_CASE("norm: of a rank that is known at run time") {
  for (const double p : {1.0, 2.0, linalg::inf}) {
    CAPTURE(p);
    const auto f = [&](auto const& x) { return sum(2.0 * linalg::norm(x * 3.0, p)); };
    CHECK(worst_any_rank(f, v) < 1e-8);
    CHECK(worst_any_rank(f, x0) < 1e-8);
  }
  CHECK(worst_any_rank([](auto const& x) { return sum(linalg::norm(x, 3)); }, v) < 1e-8);
  CHECK(worst_any_rank([](auto const& x) { return sum(linalg::norm(transpose(x), linalg::nuclear)); }, x0) < 1e-8);
  CHECK(worst_any_rank([](auto const& x) { return sum(linalg::norm(stack(0, x, x * x), linalg::frobenius)); }, x0) <
        1e-8);
  CHECK(
      worst_any_rank([](auto const& x) { return sum(linalg::cond(x)) + sum(linalg::cond(matmul(x, transpose(x)), 1)); },
                     x0) < 1e-8);
  const grad::variable<double> number = tensor<double, 0>(2.0), vector = v;
  CHECK_THROWS_AS((void)linalg::norm(number, 1), shape_error);
  CHECK_THROWS_AS((void)linalg::norm(vector, linalg::nuclear), error);
  CHECK_THROWS_AS((void)linalg::cond(vector), shape_error);
}
