#include "iterated_matrices.hpp"

#include <support/message.hpp>
#include <weft/linalg/iterative.hpp>
#include <weft/memory/no_alloc.hpp>
#include <weft/sparse/preconditioner.hpp>

#include <functional>
#include <string>
#include <utility>

using namespace weft;
using namespace sparse_test;

namespace {

template <class T>
tensor<T, 2> product_of(tensor<T, 2> const& a, tensor<T, 2> const& b) {
  return matmul(a, b);
}

/// A dense matrix as the sum of its parts.
template <class T>
struct parts {
  tensor<T, 2> below, diagonal, above;
  explicit parts(tensor<T, 2> const& a)
      : below(a.extent(0), a.extent(0)), diagonal(a.extent(0), a.extent(0)), above(a.extent(0), a.extent(0)) {
    for (index_t i = 0; i < a.extent(0); ++i)
      for (index_t j = 0; j < a.extent(0); ++j)
        (j < i ? below : j > i ? above : diagonal)(i, j) = a(i, j);
  }
};

/// The formula of symmetric over-relaxation, in dense matrices.
template <class T>
tensor<T, 2> dense_ssor(tensor<T, 2> const& a, double omega) {
  using R = decltype(std::real(T()));
  const parts<T> p(a);
  const T by(static_cast<R>(1 / omega));
  const tensor<T, 2> left = by * p.diagonal + p.below, right = by * p.diagonal + p.above;
  tensor<T, 2> inverse(a.extent(0), a.extent(0));
  for (index_t i = 0; i < a.extent(0); ++i)
    inverse(i, i) = T(static_cast<R>(omega / (2 - omega))) / a(i, i);
  return product_of(product_of(left, inverse), right);
}

/// Elimination in a dense matrix where updates outside of the pattern are dropped: L and U in one.
template <class T>
tensor<T, 2> dense_ilu0(tensor<T, 2> a) {
  const tensor<T, 2> pattern = a;
  for (index_t k = 0; k < a.extent(0); ++k)
    for (index_t i = k + 1; i < a.extent(0); ++i) {
      if (pattern(i, k) == T(0))
        continue;
      a(i, k) /= a(k, k);
      for (index_t j = k + 1; j < a.extent(0); ++j)
        if (pattern(i, j) != T(0))
          a(i, j) -= a(i, k) * a(k, j);
    }
  return a;
}
template <class T>
tensor<T, 2> product_of_factors(tensor<T, 2> const& lu) {
  const parts<T> p(lu);
  tensor<T, 2> left = p.below;
  for (index_t i = 0; i < lu.extent(0); ++i)
    left(i, i) = T(1);
  return product_of<T>(left, p.diagonal + p.above);
}
/// The dense matrix of ic0, by the factor with roots of Cholesky.
template <class T>
tensor<T, 2> dense_ic0(tensor<T, 2> const& a) {
  tensor<T, 2> l = parts<T>(a).below;
  for (index_t i = 0; i < a.extent(0); ++i) {
    for (index_t k = 0; k < i; ++k) {
      if (a(i, k) == T(0))
        continue;
      for (index_t j = 0; j < k; ++j)
        l(i, k) -= l(i, j) * conjugated(l(k, j));
      l(i, k) /= l(k, k);
    }
    auto pivot = std::real(a(i, i));
    for (index_t j = 0; j < i; ++j)
      pivot -= std::norm(l(i, j));
    l(i, i) = T(std::sqrt(pivot));
  }
  return product_of(l, conjugate_transposed(l));
}

/// z of m(r, z) is what a dense matrix makes r of.
template <class K, class M>
void check_inverse(M const& m, tensor<typename K::value, 2> const& dense, double factor = 1) {
  using T = typename K::value;
  static_assert(std::is_same_v<typename M::value_type, T>);
  const auto r = some_vector<T>(dense.extent(0), 77);
  tensor<T, 1> z(r.size());
  z.fill(T(99));
  m(r, z);
  CHECK(apart(eval(matmul(dense, z)), r) < factor * K::small);
}

using of_real = kind<double, row_major, std::int32_t>;

sparse<double> of_rows(std::initializer_list<std::initializer_list<double>> rows) {
  return to_sparse(tensor<double, 2>(rows));
}
/// All four.
template <class S, class F>
void with_each(S const& s, F const& f) {
  f(linalg::jacobi(s));
  f(linalg::ssor(s, 1.3));
  f(linalg::ilu0(s));
  f(linalg::ic0(s));
}
/// The linalg_error of f.
template <class F>
void check_error(F const& f, char const* routine, index_t row, std::string const& text) {
  try {
    f();
    FAIL_CHECK("no error");
  } catch (linalg_error const& e) {
    CHECK(std::string(e.routine()) == routine);
    CHECK(e.position() == row);
    CHECK(e.batch_index() == 0);
    CHECK(std::string(e.what()) == std::string("weft: linalg::") + routine + ": " + text + " (" + routine + ")");
  }
}

} // namespace

TEST_CASE_TEMPLATE("jacobi and ssor are their formulas", K, WEFT_SPARSE_KINDS) {
  using T = typename K::value;
  for (index_t n : {1, 2, 13, 40}) {
    CAPTURE(n);
    const auto d = dominant<T>(n, 0.2, 1);
    const auto s = K::of(d);
    check_inverse<K>(linalg::jacobi(s), parts<T>(d).diagonal);
    check_inverse<K>(linalg::ssor(s), dense_ssor(d, 1.0));
    for (double omega : {0.3, 1.0, 1.7})
      check_inverse<K>(linalg::ssor(s, omega), dense_ssor(d, omega), 10);
  }
}

TEST_CASE_TEMPLATE("ilu0 is elimination without fill", K, WEFT_SPARSE_KINDS) {
  using T = typename K::value;
  for (index_t n : {1, 2, 13, 40}) {
    CAPTURE(n);
    const auto d = dominant<T>(n, 0.2, 2);
    const auto m = linalg::ilu0(K::of(d));
    const auto whole = product_of_factors(dense_ilu0(d));
    check_inverse<K>(m, whole, 10);
    for (index_t i = 0; i < n; ++i) // what the factors say of themselves
      for (index_t j = 0; j < n; ++j)
        if (d(i, j) != T(0))
          CHECK(std::abs(whole(i, j) - d(i, j)) < K::small * 10);
    CHECK(m.lower().nonzeros() + m.upper().nonzeros() + n == to_sparse(d).nonzeros());
  }
  SUBCASE("exact where nothing fills in: full matrices, and tridiagonal ones") {
    const auto full = dominant<T>(9, 1.0, 3);
    check_inverse<K>(linalg::ilu0(K::of(full)), full, 10);
    auto band = full;
    for (index_t i = 0; i < 9; ++i)
      for (index_t j = 0; j < 9; ++j)
        if (j < i - 1 || j > i + 1)
          band(i, j) = T(0);
    check_inverse<K>(linalg::ilu0(K::of(band)), band, 10);
  }
}

TEST_CASE_TEMPLATE("ic0 is Cholesky's factor without fill, of the lower triangle", K, WEFT_SPARSE_KINDS) {
  using T = typename K::value;
  for (index_t n : {1, 2, 13, 40}) {
    CAPTURE(n);
    const auto d = positive<T>(n, 0.2, 4);
    const auto whole = dense_ic0(d);
    const auto m = linalg::ic0(K::of(d));
    check_inverse<K>(m, whole, 10);
    check_inverse<K>(linalg::ilu0(K::of(d)), whole, 10); // the same factors
    auto other = d;
    for (index_t i = 0; i < n; ++i)
      for (index_t j = i + 1; j < n; ++j)
        other(i, j) = (i + j) % 3 == 0 ? T(1000) : T(0);
    if constexpr (is_complex<T>)
      for (index_t i = 0; i < n; ++i)
        other(i, i) += T(0, 5);
    check_inverse<K>(linalg::ic0(K::of(other)), whole, 10);
    CHECK(to_dense(m.upper()) == conjugate_transposed(tensor<T, 2>(to_dense(m.lower()))));
  }
  const auto full = positive<T>(9, 1.0, 5);
  check_inverse<K>(linalg::ic0(K::of(full)), full, 10);
}

TEST_CASE_TEMPLATE("methods need fewer iterations, and find the same", K, WEFT_SPARSE_KINDS) {
  using T = typename K::value;
  const index_t n = 24;
  const auto s = laplacian<T, typename K::matrix::order_type, typename K::matrix::index_type>(n);
  const auto b = some_vector<T>(n * n, 6);
  const linalg::iterative_options options{.tolerance = K::small, .restart = 60};
  const auto plain = linalg::cg(s, b, options);
  REQUIRE(plain.report.converged());
  const auto jacobi = linalg::jacobi(s);
  const auto ssor = linalg::ssor(s, 1.7);
  const auto ilu0 = linalg::ilu0(s);
  const auto ic0 = linalg::ic0(s);
  const auto check = [&](auto const& with, index_t most) {
    CAPTURE(linalg::to_string(with.report));
    CHECK(with.report.converged());
    CHECK(with.report.iterations <= most);
    CHECK(apart(with.x, plain.x) < 1000 * K::small);
  };
  const index_t half = plain.report.iterations / 2;
  check(linalg::cg(s, b, jacobi, options), plain.report.iterations + 1);
  check(linalg::cg(s, b, ssor, options), half);
  check(linalg::cg(s, b, ilu0, options), half);
  check(linalg::cg(s, b, ic0, options), half);
  check(linalg::bicgstab(s, b, ilu0, options), half);
  check(linalg::bicgstab(s, b, ssor, options), half);
  check(linalg::gmres(s, b, ilu0, options), half);
  check(linalg::gmres(s, b, ic0, options), half);
  check(linalg::cg(s, b, ic0, plain.x, options), 1);
}

TEST_CASE("an unknown on a grid, and operators of which the matrix is a model") {
  const auto s = laplacian<double>(10);
  const auto m = linalg::ic0(s);
  const tensor<double, 2> b = reshape(some_vector<double>(100, 7), shape(10, 10));
  const auto product = [&](auto const& x, auto& y) {
    const tensor<double, 1> flat = reshape(x, shape(100));
    y(ellipsis) = reshape(tensor<double, 1>(matmul(s, flat)), shape(10, 10));
  };
  const auto [x, report] = linalg::cg(product, b, m, {.tolerance = 1e-12});
  CHECK(report.converged());
  CHECK(apart(eval(matmul(s, tensor<double, 1>(reshape(x, shape(100))))), reshape(b, shape(100))) < 1e-10);
}

TEST_CASE("preconditioners own what they need, and are copied and moved") {
  auto s = to_sparse(positive<double>(11, 0.3, 8));
  const auto r = some_vector<double>(11, 9);
  with_each(s, [&](auto const& made) {
    tensor<double, 1> wanted(11), z(11);
    made(r, wanted);
    auto values = s.values();
    values *= 2.0;
    auto copied = made;
    copied(r, z);
    CHECK(z == wanted);
    auto moved = std::move(copied);
    moved(r, z = 0.0);
    CHECK(z == wanted);
    copied = moved;
    moved = std::move(copied);
    moved(r, z = 0.0);
    CHECK(z == wanted);
    values *= 0.5;
  });
  std::function<void(view<const double, 1, row_major>, view<double, 1, row_major>)> any = linalg::ilu0(s);
  tensor<double, 1> z(11);
  any(r, z);
  CHECK(apart(eval(matmul(product_of_factors(dense_ilu0(tensor<double, 2>(to_dense(s)))), z)), r) < of_real::small);
}

TEST_CASE("vectors may be one, take no memory, and are checked") {
  const auto s = to_sparse(positive<double>(12, 0.3, 10));
  const auto r = some_vector<double>(12, 11);
  with_each(s, [&](auto const& m) {
    tensor<double, 1> z(12), same = r;
    {
      no_alloc_scope none;
      m(r, z);
      m(same, same);
    }
    CHECK(z == same);
    tensor<double, 2> grid(3, 4);
    m(reshape(r, shape(3, 4)), grid(ellipsis));
    CHECK(reshape(grid, shape(12)) == z);
    tensor<double, 1> large(24), other(13);
    CHECK_THROWS_AS(m(r, other), shape_error);
    CHECK_THROWS_AS(m(other, z), shape_error);
    CHECK_THROWS_AS(m(r, large(range(0, 24, 2))), layout_error);
    CHECK_THROWS_AS(m(large(range(0, 24, 2)), z), layout_error);
  });
  CHECK_THROWS_AS((void)linalg::cg(s, r, linalg::jacobi(laplacian<double>(3))), shape_error);
}

TEST_CASE("elements, orders, views") {
  const sparse<std::int32_t, column_major, std::int64_t> whole = laplacian<std::int32_t, column_major, std::int64_t>(4);
  const auto s = laplacian<double>(4);
  const auto r = some_vector<double>(16, 12);
  tensor<double, 1> x(16), y(16);
  linalg::ilu0(whole)(r, x);
  linalg::ilu0(s)(r, y);
  CHECK(x == y);
  linalg::jacobi(whole)(r, x);
  CHECK(x == eval(r / 4.0));
  const auto d = dominant<double>(14, 0.3, 13);
  const tensor<double, 2> turned = transpose(d);
  const auto named = to_sparse(d);
  check_inverse<of_real>(linalg::ilu0(transpose(named)), product_of_factors(dense_ilu0(turned)));
  check_inverse<of_real>(linalg::ssor(transpose(named), 1.2), dense_ssor(turned, 1.2));
  check_inverse<of_real>(linalg::jacobi(sparse_view<const double>(named)), parts<double>(d).diagonal);
}

TEST_CASE("matrices without elements, and without entries beside the diagonal") {
  tensor<double, 1> empty(0);
  with_each(sparse<double>(), [&](auto const& m) { m(empty, empty); });
  with_each(sparse<double, column_major>(), [&](auto const& m) { m(empty, empty); });
  const tensor<double, 1> r{2, 4, 8};
  tensor<double, 1> z(3);
  const auto d = of_rows({{2, 0, 0}, {0, 4, 0}, {0, 0, 8}});
  linalg::ilu0(d)(r, z);
  CHECK(z == tensor<double, 1>{1, 1, 1});
  linalg::ic0(d)(r, z = 0.0);
  CHECK(z == tensor<double, 1>{1, 1, 1});
}

TEST_CASE("pivots that are missing, zero, negative, or no numbers") {
  using namespace linalg;
  const auto missing = of_rows({{1, 0, 1}, {0, 0, 1}, {1, 1, 1}});
  check_error([&] { (void)jacobi(missing); }, "jacobi", 1,
              "the element of the diagonal in row 1 is 0, or is not stored");
  check_error([&] { (void)ssor(missing); }, "ssor", 1, "row 1 has no entry on the diagonal");
  check_error([&] { (void)ilu0(missing); }, "ilu0", 1, "row 1 has no entry on the diagonal");
  check_error([&] { (void)ic0(missing); }, "ic0", 1, "row 1 has no entry on the diagonal");
  check_error([&] { (void)ilu0(sparse<double, column_major>(2, 2)); }, "ilu0", 0, "row 0 has no entry on the diagonal");
  check_error([&] { (void)jacobi(sparse<double>(2, 2)); }, "jacobi", 0,
              "the element of the diagonal in row 0 is 0, or is not stored");

  auto zero = of_rows({{1, 0}, {0, 1}});
  zero.values()(1) = 0;
  check_error([&] { (void)jacobi(zero); }, "jacobi", 1, "the element of the diagonal in row 1 is 0, or is not stored");
  check_error([&] { (void)ssor(zero); }, "ssor", 1, "the element of the diagonal in row 1 is 0, or is not stored");
  check_error([&] { (void)ilu0(zero); }, "ilu0", 1, "the pivot of row 1 is 0");
  check_error([&] { (void)ic0(zero); }, "ic0", 1, "the pivot of row 1 is 0");
  const auto singular = of_rows({{4, 0, 2}, {0, 1, 0}, {2, 0, 1}});
  check_error([&] { (void)ilu0(singular); }, "ilu0", 2, "the pivot of row 2 is 0");
  check_error([&] { (void)ic0(singular); }, "ic0", 2, "the pivot of row 2 is 0");
  const auto indefinite = of_rows({{1, 2}, {2, 1}});
  CHECK_NOTHROW((void)ilu0(indefinite));
  check_error([&] { (void)ic0(indefinite); }, "ic0", 1, "the pivot of row 1 is not positive");

  const double nan = std::numeric_limits<double>::quiet_NaN(), most = std::numeric_limits<double>::infinity();
  for (double bad : {nan, most, -most}) {
    auto s = of_rows({{4, 1}, {1, 4}});
    s.values()(3) = bad;
    check_error([&] { (void)jacobi(s); }, "jacobi", 1, "the pivot of row 1 is NaN or infinite");
    check_error([&] { (void)ssor(s); }, "ssor", 1, "the pivot of row 1 is NaN or infinite");
    check_error([&] { (void)ilu0(s); }, "ilu0", 1, "the pivot of row 1 is NaN or infinite");
    CHECK_THROWS_AS((void)ic0(s), linalg_error);
  }
  const auto tiny = of_rows({{1, 0}, {0, 1e-310}});
  const std::string leaves = "the pivot of row 1 is so small that its reciprocal leaves the range";
  check_error([&] { (void)jacobi(tiny); }, "jacobi", 1, leaves);
  check_error([&] { (void)ilu0(tiny); }, "ilu0", 1, leaves);
  check_error([&] { (void)ic0(tiny); }, "ic0", 1, leaves);
}

TEST_CASE("arguments that make no sense") {
  const sparse<double> wide(2, 3), s = laplacian<double>(2);
  CHECK_THROWS_AS((void)linalg::jacobi(wide), shape_error);
  CHECK_THROWS_AS((void)linalg::ssor(wide), shape_error);
  CHECK_THROWS_AS((void)linalg::ilu0(wide), shape_error);
  CHECK_THROWS_AS((void)linalg::ic0(wide), shape_error);
  CHECK(support::message_of([&] { (void)linalg::ilu0(wide); }).find("linalg::ilu0") != std::string::npos);
  for (double omega : {0.0, 2.0, -1.0, 3.0, std::numeric_limits<double>::quiet_NaN()})
    CHECK_THROWS_AS((void)linalg::ssor(s, omega), error);
}
