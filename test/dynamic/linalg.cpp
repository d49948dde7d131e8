#include <support/message.hpp>
#include <weft/dynamic/generate.hpp>
#include <weft/dynamic/linalg.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/linalg/solve.hpp>
#include <weft/ops/complex.hpp>
#include <weft/ops/equal.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <type_traits>
#include <vector>

using namespace weft;

namespace {

using support::message_of;
using numbers = std::vector<double>;
using c128 = std::complex<double>;

constexpr dtype floating[] = {dtype::float32, dtype::float64, dtype::complex64, dtype::complex128};
dtype real_of(dtype t) {
  return t == dtype::complex64 ? dtype::float32 : t == dtype::complex128 ? dtype::float64 : t;
}

/// The matrix that most tests are of: symmetric, positive definite.
any_tensor definite(dtype t) {
  return cast(any_expr<>(tensor<int, 2>{{4, 1, 2}, {1, 5, 3}, {2, 3, 6}}), t);
}
any_tensor tall(dtype t) {
  return cast(any_expr<>(tensor<int, 2>{{1, 2}, {3, 4}, {5, 6}}), t);
}

/// Each element of x has this real part, and no imaginary one, to roundings of its type; and x has this type.
void check_near(any_tensor const& x, dtype type, numbers const& wanted) {
  CHECK(x.dtype() == type);
  any_tensor const z = cast(x, dtype::complex128);
  auto const v = z.as<c128>();
  REQUIRE(v.size() == static_cast<index_t>(wanted.size()));
  double const most = real_of(type) == dtype::float32 ? 2e-5 : 2e-13;
  for (index_t i = 0; i < v.size(); ++i) {
    CAPTURE(i);
    CHECK(std::abs(v.data()[i] - wanted[static_cast<std::size_t>(i)]) <= most * (1 + std::abs(wanted[std::size_t(i)])));
  }
}
/// x and y agree to roundings.
void check_close(any_tensor const& x, any_tensor const& y) {
  CHECK(x.shape() == y.shape());
  CHECK(all_close(x, y, 1e-4, 1e-4));
}
any_tensor adjoint(any_tensor const& x) {
  return conj(transpose(x));
}

} // namespace

TEST_CASE("linalg: what NumPy finds of one matrix, in each floating type") {
  for (dtype t : floating) {
    CAPTURE(to_string(t));
    dtype const r = real_of(t);
    any_tensor const a = definite(t), c = tall(t);
    any_tensor const b(tensor<float, 1>{1, 2, 3});
    check_near(linalg::solve(a, b), t, {0, 1.0 / 7, 3.0 / 7});
    check_near(linalg::inv(a), t, {0.3, 0, -0.1, 0, 2.0 / 7, -1.0 / 7, -0.1, -1.0 / 7, 0.2714285714285714});
    check_near(linalg::det(a), t, {70});
    check_near(linalg::cholesky(a), t, {2, 0, 0, 0.5, 2.179449471770337, 0, 1, 1.1470786693528088, 1.9194297398747862});
    check_near(linalg::eigvalsh(a), r, {2.1943971674224088, 3.3867701566075477, 9.418832675970037});
    check_near(linalg::svdvals(c), r, {9.525518091565107, 0.5143005806586443});
    check_near(linalg::pinv(c), t,
               {-1.3333333333333337, -1.0 / 3, 2.0 / 3, 1.0833333333333335, 1.0 / 3, -0.4166666666666665});
    check_near(linalg::norm(c, 1), r, {12});
    check_near(linalg::norm(c, 2), r, {9.525518091565107});
    check_near(linalg::norm(c, linalg::inf), r, {11});
    check_near(linalg::norm(c, linalg::frobenius), r, {9.539392014169456});
    check_near(linalg::norm(c, linalg::nuclear), r, {10.039818672223753});
    check_near(linalg::norm(c), r, {9.539392014169456});
    check_near(linalg::cond(a), r, {4.292218754107138});
    check_near(linalg::cond(a, 1), r, {5.657142857142857});
    check_near(linalg::cond(a, linalg::frobenius), r, {5.669467095138408});
    check_near(linalg::matrix_power(a, 3), t, {145, 165, 225, 165, 295, 345, 225, 345, 445});
    check_near(linalg::matrix_power(a, -1), t, {0.3, 0, -0.1, 0, 2.0 / 7, -1.0 / 7, -0.1, -1.0 / 7, 0.2714285714285714});
    any_tensor const turn = cast(any_expr<>(tensor<int, 2>{{0, 1}, {-1, 0}}), t);
    check_near(linalg::expm(turn), t, {0.5403023058681397, 0.8414709848078966, -0.8414709848078965, 0.5403023058681397});
    auto const [sign, logabsdet] = linalg::slogdet(-1 * a);
    check_near(sign, t, {-1});
    check_near(logabsdet, r, {4.2484952420493585});
    CHECK(linalg::matrix_rank(c) == any_tensor(tensor<std::int64_t, 0>(shape(), 2)));
    check_near(linalg::solve_sylvester(cast(any_expr<>(tensor<int, 2>{{1, 2}, {0, 3}}), t), tensor<float, 2>{{4}},
                                       tensor<float, 2>{{1}, {2}}),
               t, {0.08571428571428572, 0.2857142857142857});
  }
}

TEST_CASE("linalg: factors have their shapes and types, and multiply to the matrix") {
  for (dtype t : floating) {
    CAPTURE(to_string(t));
    dtype const r = real_of(t);
    any_tensor const a = definite(t), c = tall(t);
    auto const [p, l, u] = linalg::lu(a);
    check_near(l, t, {1, 0, 0, 0.25, 1, 0, 0.5, 0.5263157894736842, 1});
    check_near(u, t, {4, 1, 2, 0, 4.75, 2.5, 0, 0, 3.6842105263157894});
    check_near(p, t, {1, 0, 0, 0, 1, 0, 0, 0, 1});
    auto const thin = linalg::qr(c);
    CHECK(thin.q.shape() == shape(3, 2));
    check_close(matmul(thin.q, thin.r), c);
    auto const square = linalg::qr(c, linalg::full_matrices);
    CHECK(square.q.shape() == shape(3, 3));
    check_close(matmul(square.q, square.r), c);
    auto const taken = linalg::qr(c, linalg::pivoted);
    CHECK(taken.p == any_tensor(tensor<std::int64_t, 1>{1, 0}));
    check_near(abs(taken.r), r, {7.483314773547883, 5.879747322073337, 0, 0.6546536707079759});
    CHECK(linalg::qr(c, linalg::full_matrices, linalg::pivoted).r.shape() == shape(3, 2));
    auto const parts = linalg::svd(c);
    CHECK(parts.u.shape() == shape(3, 2));
    check_near(parts.s, r, {9.525518091565107, 0.5143005806586443});
    check_close(matmul(parts.u * parts.s, parts.vh), c);
    CHECK(linalg::svd(c, linalg::full_matrices).u.shape() == shape(3, 3));
    auto const [values, vectors] = linalg::eigh(a);
    check_near(values, r, {2.1943971674224088, 3.3867701566075477, 9.418832675970037});
    check_close(matmul(vectors * values, adjoint(vectors)), a);
    auto const schur = linalg::schur(a);
    check_close(matmul(matmul(schur.z, schur.t), adjoint(schur.z)), a);
    auto const hessenberg = linalg::hessenberg(a);
    check_close(matmul(matmul(hessenberg.q, hessenberg.h), adjoint(hessenberg.q)), a);
    check_close(matmul(c, linalg::null_space(c)), any_tensor(t, shape(3, 0)));
    check_close(matmul(linalg::orth(c), matmul(adjoint(linalg::orth(c)), c)), c);
    auto const [x, residuals, rank, s] = linalg::lstsq(c, tensor<float, 1>{1, 0, 2});
    check_close(x, cast(any_expr<>(tensor<double, 1>{0, 0.25}), t));
    check_near(residuals, r, {1.5});
    CHECK(rank == any_tensor(tensor<std::int64_t, 0>(shape(), 2)));
    check_near(s, r, {9.525518091565107, 0.5143005806586444});
    check_close(linalg::lstsq(c, tensor<float, 1>{1, 0, 2}, linalg::by_qr).x, x);
  }
}

TEST_CASE("linalg: eigenvalues of any matrix are complex") {
  any_tensor const a(tensor<float, 2>{{0, 1}, {-2, 2}});
  auto const [values, vectors] = linalg::eig(a);
  CHECK(values.dtype() == dtype::complex64);
  check_close(values, any_tensor(tensor<c128, 1>{c128(1, 1), c128(1, -1)}));
  check_close(matmul(a, vectors), vectors * values);
  check_close(linalg::eigvals(cast(a, dtype::int8)), any_tensor(tensor<c128, 1>{c128(1, 1), c128(1, -1)}));
  any_tensor const b(tensor<double, 2>{{1, 0, 0}, {0, 2, 0}, {0, 0, 4}});
  check_near(linalg::eigvalsh(definite(dtype::int32), b), dtype::float64,
             {0.7477108467194771, 2.4234227658496525, 4.82886638743087});
  check_near(linalg::eigh(definite(dtype::float32), b).values, dtype::float64,
             {0.7477108467194771, 2.4234227658496525, 4.82886638743087});
  any_tensor const c(tensor<int, 2>{{1, 2}, {3, 4}}), d(tensor<int, 2>{{2, 0}, {0, 1}});
  any_tensor const pair = real(linalg::eigvals(c, d));
  check_near(min(pair), dtype::float64, {-0.21221445044902623});
  check_near(max(pair), dtype::float64, {4.712214450449025});
  CHECK(linalg::eig(c, d).vectors.dtype() == dtype::complex128);
}

TEST_CASE("linalg: integers become double, views and expressions are evaluated, typed tensors take part") {
  for (dtype t : {dtype::boolean, dtype::int8, dtype::uint64, dtype::int32})
    CHECK(linalg::inv(any_tensor(eye(dtype::int8, 2))).dtype() == linalg::inv(cast(eye(dtype::int8, 2), t)).dtype());
  any_tensor a = definite(dtype::int16);
  check_near(linalg::det(a), dtype::float64, {70});
  check_near(linalg::det(a(range(2, -1, -1), range(2, -1, -1))), dtype::float64, {70});
  check_near(linalg::det(2 * transpose(a)), dtype::float64, {560});
  check_near(linalg::solve(tensor<float, 2>{{2, 0}, {0, 4}}, any_tensor(tensor<int, 1>{2, 2})), dtype::float64,
             {1, 0.5});
  check_near(linalg::solve(any_tensor(tensor<float, 2>{{2, 0}, {0, 4}}), tensor<float, 2>{{2, 4}, {2, 4}}(all, 1)),
             dtype::float32, {2, 1});
  any_tensor const z(tensor<c128, 2>{{c128(2, 1), 1}, {c128(0, 1), 3}});
  any_tensor const x = linalg::solve(z, tensor<std::complex<float>, 1>{1, std::complex<float>(0, 1)});
  check_close(x, any_tensor(tensor<c128, 1>{c128(0.4, -0.3), c128(-0.1, 0.2)}));
  CHECK(x.dtype() == dtype::complex128);
}

TEST_CASE("linalg: batches, and matrices without elements") {
  any_tensor const a(tensor<int, 3>{{{1, 2}, {3, 4}}, {{2, 0}, {0, 5}}});
  check_near(linalg::det(a), dtype::float64, {-2, 10});
  CHECK(linalg::inv(a).shape() == shape(2, 2, 2));
  CHECK(linalg::solve(a, any_tensor(tensor<int, 1>{1, 1})).shape() == shape(2, 2));
  CHECK(linalg::svd(a).s.shape() == shape(2, 2));
  CHECK(linalg::matrix_rank(a) == any_tensor(tensor<std::int64_t, 1>{2, 2}));
  CHECK(linalg::norm(a, 1).shape() == shape(2));
  CHECK(linalg::inv(any_tensor(dtype::float32, shape(0, 0))).shape() == shape(0, 0));
  check_near(linalg::det(any_tensor(dtype::float32, shape(0, 0))), dtype::float32, {1});
}

TEST_CASE("linalg: errors are those of typed tensors") {
  any_tensor const c = tall(dtype::float64);
  CHECK(message_of([&] { static_cast<void>(linalg::inv(c)); }) ==
        message_of([&] { static_cast<void>(eval(linalg::inv(c.as<double>()))); }));
  CHECK(message_of([&] { static_cast<void>(linalg::solve(c, c)); }) ==
        message_of([&] { static_cast<void>(eval(linalg::solve(c.as<double>(), c.as<double>()))); }));
  CHECK_THROWS_AS(static_cast<void>(linalg::inv(any_tensor(dtype::float32, shape(2, 2)))), linalg_error);
  CHECK_THROWS_AS(static_cast<void>(linalg::cholesky(any_tensor(dtype::float32, shape(2, 2)))), linalg_error);
  CHECK_THROWS_AS(static_cast<void>(linalg::qr(any_tensor(dtype::float32, shape(2)))), shape_error);
  CHECK_THROWS_AS(static_cast<void>(linalg::solve(any_tensor(dtype::float32, shape(2, 2)), c)), shape_error);
}
