#include "decomposition.hpp"

#include <support/message.hpp>
#include <weft/linalg/schur.hpp>

using namespace weft;
using namespace decomposition_test;

namespace {

/// a = z t z^H with orthonormal z.
template <class T>
void check_similar(tensor<T, 2> const& a, tensor<T, 2> const& t, tensor<T, 2> const& z) {
  const index_t n = a.extent(0);
  REQUIRE(t.shape() == a.shape());
  REQUIRE(z.shape() == a.shape());
  CHECK(orthogonality(z) <= bound<T>(n, n));
  const auto vectors = widened(z), wide = widened(a);
  CHECK(distance(product(product(vectors, widened(t)), adjoint(vectors)), wide) <= bound<T>(n, n) * size_of(wide));
}
/// Zeros below the diagonal, `band` diagonals further down.
template <class T>
void check_zeros(tensor<T, 2> const& t, index_t band) {
  for (index_t i = 0; i < t.extent(0); ++i)
    for (index_t j = 0; j + band < i; ++j)
      CHECK(t(i, j) == T(0));
}
template <class T>
void check_schur(tensor<T, 2> const& a, tensor<T, 2> const& t, tensor<T, 2> const& z) {
  check_similar<T>(a, t, z);
  check_zeros(t, is_complex<T> ? 0 : 1);
  if constexpr (!is_complex<T>)
    for (index_t i = 0; i + 1 < t.extent(0); ++i)
      if (t(i + 1, i) != 0) { // a block of a conjugate pair, alone and in its standard form
        CHECK(t(i, i) == t(i + 1, i + 1));
        CHECK((t(i + 1, i) < 0) != (t(i, i + 1) < 0));
        CHECK(t(i, i + 1) != 0);
        CHECK((i == 0 || t(i, i - 1) == 0));
        CHECK((i + 2 == t.extent(0) || t(i + 2, i + 1) == 0));
      }
}

} // namespace

TEST_CASE_TEMPLATE("schur, hessenberg: a is z t z^H and q h q^H, in both orders", T, float, double, std::complex<float>,
                   std::complex<double>) {
  for (auto const& a : square_matrices<T>()) {
    const auto [t, z] = linalg::schur(a);
    check_schur<T>(a, t, z);
    const auto [h, q] = linalg::hessenberg(a);
    check_similar<T>(a, h, q);
    check_zeros(h, 1);
    const tensor<T, 2, column_major> by_columns = a;
    const auto f = linalg::schur(by_columns);
    static_assert(std::same_as<decltype(f.t), tensor<T, 2, column_major>>);
    check_schur<T>(a, f.t, f.z);
    const auto g = linalg::hessenberg(by_columns);
    check_similar<T>(a, g.h, g.q);
    check_zeros(tensor<T, 2>(g.h), 1);
  }
}

TEST_CASE("schur: known eigenvalues on the diagonal") {
  const tensor<double, 2> turn{{1, -2, 0}, {2, 1, 0}, {0, 0, 5}};
  const auto f = linalg::schur(turn);
  // The blocks may stand in any order.
  const index_t pair = f.t(1, 0) != 0 ? 0 : 1;
  CHECK(f.t(pair, pair) == doctest::Approx(1).epsilon(1e-14));
  CHECK(f.t(pair + 1, pair) * f.t(pair, pair + 1) == doctest::Approx(-4).epsilon(1e-14));
  CHECK(f.t(2 - 2 * pair, 2 - 2 * pair) == doctest::Approx(5).epsilon(1e-14));
  // Complex on demand: the eigenvalues 1 + 2i, 1 - 2i, 5, of sum 7 and product 25.
  using C = std::complex<double>;
  const auto g = linalg::schur(cast<C>(turn));
  CHECK(std::abs(g.t(0, 0) + g.t(1, 1) + g.t(2, 2) - 7.0) < 1e-13);
  CHECK(std::abs(g.t(0, 0) * g.t(1, 1) * g.t(2, 2) - 25.0) < 1e-12);
}

TEST_CASE("schur, hessenberg: any strides, batches, static shapes") {
  const auto a = random_matrix<double>(6, 6);
  in_each_layout(a, [&](auto const& x) {
    const auto f = linalg::schur(x);
    check_schur<double>(a, tensor<double, 2>(f.t), tensor<double, 2>(f.z));
    const auto g = linalg::hessenberg(x);
    check_similar<double>(a, tensor<double, 2>(g.h), tensor<double, 2>(g.q));
  });
  tensor<double, 3> batch(3, 4, 4);
  for (index_t k = 0; k < 3; ++k)
    batch(k, all, all) = random_matrix<double>(4, 4, 10 + static_cast<unsigned long>(k));
  const auto check = [&](auto const& f) {
    for (index_t k = 0; k < 3; ++k)
      check_schur<double>(tensor<double, 2>(batch(k, all, all)), tensor<double, 2>(f.t(k, all, all)),
                          tensor<double, 2>(f.z(k, all, all)));
  };
  check(linalg::schur(batch));
  check(linalg::schur(tensor<double, 3, column_major>(batch)));
  CHECK(linalg::hessenberg(batch).q.shape() == shape(3, 4, 4));
  CHECK(linalg::schur(tensor<double, 3>(0, 4, 4)).t.shape() == shape(0, 4, 4));
  const tensor<int, fixed<2, 2>> whole{{1, 2}, {3, 4}};
  const auto f = linalg::schur(whole);
  static_assert(std::same_as<decltype(f.t), tensor<double, fixed<2, 2>>>);
  CHECK(f.t(0, 0) * f.t(1, 1) == doctest::Approx(-2).epsilon(1e-14));
}

TEST_CASE("schur, hessenberg: what is refused") {
  tensor<std::complex<float>, 3> a(2, 2, 2);
  a(1, 0, 1) = {0, HUGE_VALF};
  CHECK(support::message_of([&] { (void)linalg::schur(a); }) ==
        "weft: linalg::schur: matrix 1 of the batch: element (0,1) is NaN or infinite (cgees)");
  CHECK(support::message_of([&] { (void)linalg::hessenberg(a); }) ==
        "weft: linalg::hessenberg: matrix 1 of the batch: element (0,1) is NaN or infinite (cgehrd)");
  CHECK(support::message_of([&] { (void)linalg::schur(tensor<double, 2>(3, 2)); }) ==
        "weft: linalg::schur: shape (3,2): the matrix is not square");
}
