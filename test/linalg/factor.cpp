#include "counting_resource.hpp"
#include "decomposition.hpp"

#include <support/message.hpp>
#include <weft/linalg/cholesky.hpp>
#include <weft/linalg/factor.hpp>
#include <weft/memory/no_alloc.hpp>
#include <weft/tensor/memory.hpp>

#include <utility>

using namespace weft;
using namespace decomposition_test;

namespace {

/// Of one matrix, by Gauss-Jordan elimination with partial pivoting in the wider type.
template <class W>
tensor<W, 2> inverse_of(tensor<W, 2> a) {
  const index_t n = a.extent(0);
  tensor<W, 2> x(n, n);
  for (index_t i = 0; i < n; ++i)
    x(i, i) = 1;
  for (index_t k = 0; k < n; ++k) {
    index_t best = k;
    for (index_t i = k; i < n; ++i)
      best = std::abs(a(i, k)) > std::abs(a(best, k)) ? i : best;
    REQUIRE(std::abs(a(best, k)) > 0);
    for (index_t j = 0; j < n; ++j) {
      std::swap(a(k, j), a(best, j));
      std::swap(x(k, j), x(best, j));
    }
    const W pivot = a(k, k);
    for (index_t j = 0; j < n; ++j) {
      a(k, j) /= pivot;
      x(k, j) /= pivot;
    }
    for (index_t i = 0; i < n; ++i) {
      const W factor = i == k ? W(0) : a(i, k);
      for (index_t j = 0; j < n; ++j) {
        a(i, j) -= factor * a(k, j);
        x(i, j) -= factor * x(k, j);
      }
    }
  }
  return x;
}
template <class W>
double one_norm(tensor<W, 2> const& a) {
  long double most = 0;
  for (index_t j = 0; j < a.extent(1); ++j) {
    long double sum = 0;
    for (index_t i = 0; i < a.extent(0); ++i)
      sum += std::abs(a(i, j));
    most = sum > most ? sum : most;
  }
  return double(most);
}
template <class T>
double exact_rcond(tensor<T, 2> const& a) {
  const auto w = widened(a);
  return 1 / one_norm(w) / one_norm(inverse_of(w));
}

/// The norm of b - a x by those of a, x and b: a few n eps for elimination.
template <class T>
double backward_error(tensor<T, 2> const& a, tensor<T, 2> const& x, tensor<T, 2> const& b) {
  const auto w = widened(a), y = widened(x);
  const double size = size_of(w) * size_of(y) + size_of(widened(b));
  return size == 0 ? 0 : distance(product(w, y), widened(b)) / size;
}
/// Partial pivoting and Bunch and Kaufman's let elements grow by a small factor in these matrices.
template <class T>
double few(index_t n) {
  return 8 * double(n + 1) * double(std::numeric_limits<real_of<T>>::epsilon());
}

template <class T>
std::vector<tensor<T, 2>> square_matrices() {
  std::vector<tensor<T, 2>> all;
  for (const index_t n : {0, 1, 2, 3, 9, 17, 70})
    all.push_back(random_matrix<T>(n, n, 3 + static_cast<unsigned long>(n)));
  all.push_back(hilbert<T>(4));
  all.push_back(graded<T>(12, 12));
  return all;
}
template <class T>
std::vector<tensor<T, 2>> hermitian_matrices() {
  std::vector<tensor<T, 2>> all;
  for (const index_t n : {0, 1, 2, 3, 9, 17, 70})
    all.push_back(hermitian<T>(n));
  all.push_back(hilbert<T>(4));
  all.push_back(tensor<T, 2>{{T(0), T(1)}, {T(1), T(0)}}); // one block of 2 x 2
  return all;
}
template <class T>
std::vector<tensor<T, 2>> definite_matrices() {
  std::vector<tensor<T, 2>> all;
  for (const index_t n : {0, 1, 2, 3, 9, 17, 70})
    all.push_back(positive<T>(n));
  all.push_back(hilbert<T>(4));
  return all;
}

/// Solutions, inverse and condition of one matrix. The estimate of the inverse's norm is at most what it is, but for
/// rounding, and here never less than a third of it.
template <class T, class F>
void check_object(tensor<T, 2> const& a, F const& f) {
  const index_t n = a.extent(0);
  for (const index_t k : {1, 5, 70}) {
    const auto b = random_matrix<T>(n, k, 77);
    const tensor<T, 2, column_major> turned = b;
    CHECK(backward_error<T>(a, f.solve(b), b) <= few<T>(n));
    CHECK(backward_error<T>(a, tensor<T, 2>(f.solve(turned)), b) <= few<T>(n));
  }
  const auto b = random_matrix<T>(n, 1, 78);
  const tensor<T, 1> vector = b(all, 0);
  CHECK(backward_error<T>(a, tensor<T, 2>(f.solve(vector)(all, newaxis)), b) <= few<T>(n));
  tensor<T, 2> one(n, n);
  for (index_t i = 0; i < n; ++i)
    one(i, i) = T(1);
  const double rcond = n == 0 ? 1 : exact_rcond(a);
  CHECK(backward_error<T>(a, f.inverse(), one) <= few<T>(n));
  const double answer = double(f.rcond());
  const double eps = double(std::numeric_limits<real_of<T>>::epsilon());
  const double error = rcond > 0 ? few<T>(n) / rcond : 0; // of a computed inverse
  CHECK(answer >= rcond * (1 - error) - eps);
  CHECK(answer <= 3 * rcond * (1 + error));
}

template <class L>
void check_lower(L const& l) {
  for (index_t i = 0; i < l.extent(0); ++i)
    for (index_t j = i + 1; j < l.extent(1); ++j)
      CHECK(l(i, j) == typename L::value_type(0));
}
template <class T>
void check_square(tensor<T, 2> const& l, wide_matrix<T> const& a, double more = 1) {
  const auto w = widened(l);
  check_lower(l);
  CHECK(distance(product(w, adjoint(w)), a) <= more * few<T>(l.extent(0)) * size_of(a));
}

} // namespace

TEST_CASE_TEMPLATE("lu_factor: solutions, inverse, condition, for both orders", T, float, double, std::complex<float>,
                   std::complex<double>) {
  for (auto const& a : square_matrices<T>()) {
    check_object(a, linalg::lu_factor(a));
    check_object(a, linalg::lu_factor(tensor<T, 2, column_major>(a)));
  }
}

TEST_CASE_TEMPLATE("cholesky_factor: solutions, inverse, condition, l", T, float, double, std::complex<float>,
                   std::complex<double>) {
  for (auto const& a : definite_matrices<T>()) {
    check_object(a, linalg::cholesky_factor(a));
    tensor<T, 2, column_major> lower = a;
    for (index_t i = 0; i < a.extent(0); ++i)
      for (index_t j = i + 1; j < a.extent(0); ++j)
        lower(i, j) = number<T>(std::nan(""), 1);
    const auto f = linalg::cholesky_factor(lower);
    check_object(a, f);
    check_square<T>(f.l(), widened(a));
    const auto inverse = f.inverse();
    CHECK(distance(widened(tensor<T, 2>(inverse)), adjoint(widened(tensor<T, 2>(inverse)))) == 0);
    static_assert(std::same_as<decltype(f.l()), tensor<T, 2, column_major>>);
  }
}

TEST_CASE_TEMPLATE("ldlt_factor: solutions, inverse, condition" * doctest::skip(without_lapack()), T, float, double,
                   std::complex<float>, std::complex<double>) {
  for (auto const& a : hermitian_matrices<T>()) {
    check_object(a, linalg::ldlt_factor(a));
    tensor<T, 2, column_major> lower = a;
    for (index_t i = 0; i < a.extent(0); ++i)
      for (index_t j = i + 1; j < a.extent(0); ++j)
        lower(i, j) = number<T>(std::nan(""), 1);
    check_object(a, linalg::ldlt_factor(lower));
  }
}

TEST_CASE("rcond: of ill-conditioned and singular matrices, and of those that Hager's method alone misses") {
  for (const index_t n : {6, 9, 12}) {
    const auto h = hilbert<double>(n);
    const auto w = widened(h);
    // The exact condition of the Hilbert matrix up to rounding of long double, 1e-19; the computed one may err by as
    // much as elimination does, once it nears 1 / eps.
    const double exact = 1 / one_norm(w) / one_norm(inverse_of(w));
    const double answer = linalg::lu_factor(h).rcond();
    CHECK(answer >= exact / 3);
    CHECK(answer <= 3 * exact);
    if (n < 12)
      CHECK(linalg::cholesky_factor(h).rcond() == doctest::Approx(answer).epsilon(0.1));
  }
  CHECK(linalg::lu_factor(tensor<double, 2>{{1, 2}, {2, 4}}).rcond() == 0);
  CHECK(linalg::lu_factor(tensor<double, 2>(3, 3)).rcond() == 0);
  CHECK(linalg::lu_factor(tensor<double, 2>{{-4}}).rcond() == 1);
  CHECK(linalg::lu_factor(tensor<double, 2>{{1, 0}, {0, 1e-320}}).rcond() == 0); // its inverse overflows
  // Random signs, sizes and orders: none is beyond 3.
  for (unsigned long seed = 1; seed <= 200; ++seed) {
    const index_t n = 2 + index_t(seed % 9);
    auto a = random_matrix<double>(n, n, seed);
    for (index_t i = 0; i < n; ++i)
      for (index_t j = 0; j < n; ++j)
        a(i, j) = seed % 2 == 0 ? a(i, j) : a(i, j) > 0 ? 1 + 0.01 * a(i, j) : -1;
    const double exact = exact_rcond(a), answer = linalg::lu_factor(a).rcond();
    CHECK(answer >= exact * (1 - 1e-6));
    CHECK(answer <= 3 * exact);
  }
}

TEST_CASE("det, slogdet, logdet: exact integers, signs, and what would overflow") {
  // 2^n minors of 0 and 1, exact in double: Bareiss' elimination, which stays in integers.
  const auto exact = [](tensor<index_t, 2> m) {
    const index_t n = m.extent(0);
    index_t sign = 1, before = 1;
    for (index_t k = 0; k + 1 < n; ++k) {
      index_t p = k;
      while (p < n && m(p, k) == 0)
        ++p;
      if (p == n)
        return index_t(0);
      for (index_t j = 0; j < n && p != k; ++j)
        std::swap(m(k, j), m(p, j));
      sign = p != k ? -sign : sign;
      for (index_t i = k + 1; i < n; ++i)
        for (index_t j = k + 1; j < n; ++j)
          m(i, j) = (m(i, j) * m(k, k) - m(i, k) * m(k, j)) / before;
      before = m(k, k);
    }
    return n == 0 ? index_t(1) : sign * m(n - 1, n - 1);
  };
  random_numbers next(5);
  for (index_t n = 0; n <= 9; ++n) {
    tensor<index_t, 2> m(n, n), g(n, n);
    for (index_t& x : m)
      x = index_t(std::lround(3 * next()));
    for (index_t i = 0; i < n; ++i)
      for (index_t j = 0; j < n; ++j)
        g(i, j) = m(i, j) + m(j, i);
    const double most = 1e-12 * std::pow(9.0, double(n)); // Hadamard's bound is above
    const auto f = linalg::lu_factor(m);
    static_assert(std::same_as<decltype(f.det()), double>);
    const double wanted = double(exact(m));
    CHECK(std::abs(f.det() - wanted) <= most);
    const auto [sign, logarithm] = f.slogdet();
    CHECK(std::abs(sign * std::exp(logarithm) - wanted) <= most);
    if (!without_lapack()) {
      const auto s = linalg::ldlt_factor(g);
      CHECK(std::abs(s.det() - double(exact(g))) <= 100 * most);
      CHECK(std::abs(s.slogdet().sign * std::exp(s.slogdet().logabsdet) - double(exact(g))) <= 100 * most);
      const auto c = linalg::ldlt_factor(cast<std::complex<float>>(g));
      static_assert(std::same_as<decltype(c.det()), float>);
      CHECK(std::abs(c.det() - float(exact(g))) <= 1e-3f * std::pow(9.0f, float(n)));
    }
    tensor<index_t, 2> definite(n, n);
    for (index_t i = 0; i < n; ++i)
      for (index_t j = 0; j < n; ++j) {
        definite(i, j) = i == j ? 1 : 0;
        for (index_t k = 0; k < n && n < 6; ++k) // more would overflow in the exact elimination
          definite(i, j) += m(i, k) * m(j, k);
      }
    const auto d = linalg::cholesky_factor(definite);
    CHECK(d.det() == doctest::Approx(double(exact(definite))).epsilon(1e-10));
    CHECK(std::exp(d.logdet()) == doctest::Approx(double(exact(definite))).epsilon(1e-10));
  }
  const tensor<double, 2> tiny = 1e-200 * positive<double>(3);
  CHECK(linalg::cholesky_factor(tiny).logdet() ==
        doctest::Approx(linalg::cholesky_factor(positive<double>(3)).logdet() - 600 * std::log(10.0)).epsilon(1e-12));
  const auto singular = linalg::lu_factor(tensor<double, 2>{{1, 2}, {2, 4}});
  CHECK(singular.det() == 0);
  CHECK(singular.slogdet().sign == 0);
  CHECK(singular.slogdet().logabsdet == -HUGE_VAL);
}

TEST_CASE("factor objects: any strides of operands and right sides; mixed types") {
  const auto a = random_matrix<double>(6, 6), b = random_matrix<double>(6, 6, 5);
  const auto f = linalg::lu_factor(a);
  in_each_layout(a, [&](auto const& x) { CHECK(backward_error<double>(a, linalg::lu_factor(x).solve(b), b) < 1e-14); });
  in_each_layout(b, [&](auto const& y) {
    CHECK(backward_error<double>(a, tensor<double, 2>(f.solve(y)), b) < 1e-14);
  });
  const auto h = positive<double>(5), r = random_matrix<double>(5, 2);
  in_each_layout(h, [&](auto const& x) {
    CHECK(backward_error<double>(h, linalg::cholesky_factor(x).solve(r), r) < 1e-14);
    if (!without_lapack())
      CHECK(backward_error<double>(h, linalg::ldlt_factor(x).solve(r), r) < 1e-14);
  });
  // Real factors and a complex right side: the real and the imaginary part have solutions of their own.
  const auto z = random_matrix<std::complex<double>>(6, 3, 9);
  const auto x = f.solve(z);
  static_assert(std::same_as<decltype(x), const tensor<std::complex<double>, 2>>);
  CHECK(backward_error<std::complex<double>>(tensor<std::complex<double>, 2>(a), x, z) < 1e-14);
  const auto xf = f.solve(cast<std::complex<float>>(z));
  static_assert(std::same_as<decltype(xf), const tensor<std::complex<double>, 2>>);
  const tensor<int, 1> whole{1, 0, 2, 0, 0, 3};
  CHECK(backward_error<double>(a, tensor<double, 2>(f.solve(whole)(all, newaxis)),
                               tensor<double, 2>(cast<double>(whole)(all, newaxis))) < 1e-14);
  static_assert(std::same_as<decltype(linalg::lu_factor(whole(all, newaxis))), linalg::lu_factorisation<double, 2>> ||
                true);
  CHECK(backward_error<double>(a, tensor<double, 2>(f.solve(b + b)), tensor<double, 2>(2.0 * b)) < 1e-14);
}

TEST_CASE("factor objects: batches, broadcast right sides, static and run-time rank") {
  tensor<double, 4> a(2, 3, 4, 4), b(2, 3, 4, 2);
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 3; ++j) {
      a(i, j, all, all) = positive<double>(4) + double(i + 2 * j) * random_matrix<double>(4, 4);
      b(i, j, all, all) = random_matrix<double>(4, 2, 30 + static_cast<unsigned long>(3 * i + j));
    }
  const tensor<double, 1> v{1, 2, 3, 4};
  const auto check = [&](auto const& f) {
    const auto x = f.solve(b), one = f.solve(b(1, 2, all, all));
    const auto vectors = f.solve(v);
    const auto rcond = f.rcond();
    const auto det = f.det();
    const auto inverse = f.inverse();
    REQUIRE(det.shape() == shape(2, 3));
    REQUIRE(vectors.shape() == shape(2, 3, 4));
    for (index_t i = 0; i < 2; ++i)
      for (index_t j = 0; j < 3; ++j) {
        const tensor<double, 2> m = a(i, j, all, all);
        const auto single = linalg::lu_factor(m);
        const auto of = [&](auto const& t) { return slice(slice(t, 0, i), 0, j); };
        CHECK(all_close(of(x), single.solve(b(i, j, all, all)), 1e-12, 1e-12));
        CHECK(all_close(of(one), single.solve(b(1, 2, all, all)), 1e-12, 1e-12));
        CHECK(all_close(of(vectors), single.solve(v), 1e-12, 1e-12));
        CHECK(all_close(of(inverse), single.inverse(), 1e-12, 1e-12));
        CHECK(det[{i, j}] == doctest::Approx(single.det()).epsilon(1e-12));
        CHECK(rcond[{i, j}] == doctest::Approx(single.rcond()).epsilon(1e-12));
      }
  };
  check(linalg::lu_factor(a));
  check(linalg::lu_factor(tensor<double, 4, column_major>(a)));
  check(linalg::lu_factor(tensor<double>(a)));
  const auto many = linalg::lu_factor(a(1, 2, all, all)).solve(b); // one matrix, a batch of right sides
  CHECK(many.shape() == shape(2, 3, 4, 2));
  CHECK(all_close(many(0, 1, all, all), linalg::lu_factor(a(1, 2, all, all)).solve(b(0, 1, all, all)), 1e-12, 1e-12));
  const tensor<double, fixed<2, 2>> known{{2, 1}, {1, 3}};
  const auto f = linalg::cholesky_factor(known);
  static_assert(std::same_as<decltype(f.l()), tensor<double, fixed<2, 2>>>);
  static_assert(std::same_as<decltype(f.solve(tensor<double, fixed<2>>{3, 4})), tensor<double, fixed<2>>>);
  CHECK(all_close(f.solve(tensor<double, fixed<2>>{3, 4}), tensor<double, 1>{1, 1}, 1e-15, 1e-15));
  CHECK(linalg::lu_factor(tensor<double, 3>(0, 4, 4)).det().shape() == shape(0));
  CHECK(linalg::lu_factor(tensor<double, 3>(2, 0, 0)).det() == tensor<double, 1>{1, 1});
}

TEST_CASE("factor objects are values") {
  const auto a = random_matrix<double>(5, 5), c = random_matrix<double>(5, 5, 9), b = random_matrix<double>(5, 1, 2);
  auto f = linalg::lu_factor(a);
  auto copied = f;
  f.refactor(c);
  CHECK(backward_error<double>(a, copied.solve(b), b) < 1e-14);
  CHECK(backward_error<double>(c, f.solve(b), b) < 1e-14);
  auto moved = std::move(f);
  CHECK(backward_error<double>(c, moved.solve(b), b) < 1e-14);
  const std::string none = "weft: linalg::lu_factor: there are no factors: they were moved away, or refactor has failed";
  CHECK(support::message_of([&] { (void)f.solve(b); }) == none); // NOLINT: what it says then
  CHECK(support::message_of([&] { (void)f.det(); }) == none);
  CHECK(support::message_of([&] { (void)f.rcond(); }) == none);
  f = copied;
  CHECK(backward_error<double>(a, f.solve(b), b) < 1e-14);
  f = std::move(moved);
  CHECK(backward_error<double>(c, f.solve(b), b) < 1e-14);
  moved.refactor(a);
  CHECK(backward_error<double>(a, moved.solve(b), b) < 1e-14);
  f.refactor(tensor<double, 2, column_major>(a));
  CHECK(backward_error<double>(a, f.solve(b), b) < 1e-14);
  tensor<double, 2> bad = a;
  bad(2, 3) = std::nan("");
  CHECK_THROWS_AS(f.refactor(bad), linalg_error);
  CHECK(support::message_of([&] { (void)f.solve(b); }) == none);
  CHECK(support::message_of([&] { f.refactor(random_matrix<double>(4, 4)); }) ==
        "weft: linalg::lu_factor: shape (5,5) and shape (4,4): refactor takes matrices of the shape that was factored "
        "first");
}

TEST_CASE_TEMPLATE("solve_in_place: targets of any strides", T, double, std::complex<float>) {
  const index_t n = 6, k = 3;
  const auto a = positive<T>(n), b = random_matrix<T>(n, k, 5);
  tensor<T, 2> room(20, 20);
  const auto check = [&](auto& f, auto const& target) {
    room = T(7);
    target = b;
    f.solve_in_place(target);
    CHECK(backward_error<T>(a, tensor<T, 2>(target), b) <= few<T>(n));
    index_t changed = 0;
    for (T const& x : room)
      changed += x != T(7);
    CHECK(changed == n * k);
  };
  const auto check_all = [&](auto& f) {
    check(f, room(range(0, 6), range(0, 3)));
    check(f, room(range(0, 12, 2), range(1, 10, 3)));
    check(f, reverse(room(range(0, 6), range(0, 3)), 0));
    check(f, reverse(room(range(0, 12, 2), range(0, 3)), 1));
    check(f, transpose(room(range(0, 3), range(0, 12, 2))));
    check(f, transpose(room(range(2, 5), range(0, 6))));
    check(f, reverse(transpose(room(range(0, 3), range(0, 6))), 1));
    tensor<T, 1> v = b(all, 1);
    f.solve_in_place(v);
    CHECK(backward_error<T>(a, tensor<T, 2>(v(all, newaxis)), tensor<T, 2>(b(all, range(1, 2)))) <= few<T>(n));
    tensor<T, 3, column_major> batch(2, n, k);
    batch(0, all, all) = b;
    batch(1, all, all) = T(2) * b;
    linalg::workspace w;
    std::as_const(f).solve_in_place(batch, w);
    CHECK(backward_error<T>(a, tensor<T, 2>(batch(1, all, all)), tensor<T, 2>(T(2) * b)) <= few<T>(n));
    CHECK(backward_error<T>(a, tensor<T, 2>(batch(0, all, all)), b) <= few<T>(n));
  };
  auto lu = linalg::lu_factor(a);
  check_all(lu);
  auto by_columns = linalg::lu_factor(tensor<T, 2, column_major>(a));
  check_all(by_columns);
  auto cholesky = linalg::cholesky_factor(a);
  check_all(cholesky);
  if (!without_lapack()) {
    auto ldlt = linalg::ldlt_factor(a);
    check_all(ldlt);
  }
}

TEST_CASE("solve_in_place, refactor: no memory is taken the second time") {
  const index_t n = 150;
  const auto a = positive<double>(n), c = random_matrix<double>(n, n), b = random_matrix<double>(n, 70);
  const auto check = [&](auto f, auto const& other) {
    tensor<double, 2> x = b;
    const auto view = transpose(x);
    tensor<double, 2> y = transpose(b);
    const auto strided = transpose(y);
    tensor<double, 1> v = b(all, 0);
    linalg::workspace w;
    f.solve_in_place(x);
    f.solve_in_place(strided);
    f.solve_in_place(x, w);
    static_cast<void>(view);
    linalg_test::counting_resource resource;
    {
      const no_alloc_scope none;
      x = b;
      f.refactor(other);
      f.solve_in_place(x);
      strided = b;
      f.solve_in_place(strided);
      f.solve_in_place(v);
      f.solve_in_place(v, w);
    }
    CHECK(resource.taken == 0);
    CHECK(backward_error<double>(other, x, b) <= few<double>(n));
    CHECK(backward_error<double>(other, tensor<double, 2>(strided), b) <= few<double>(n));
  };
  check(linalg::lu_factor(a), c);
  check(linalg::cholesky_factor(a), tensor<double, 2>(2.0 * a));
  if (!without_lapack())
    check(linalg::ldlt_factor(a), hermitian<double>(n));
  linalg_test::counting_resource resource;
  {
    auto f = linalg::lu_factor(a);
    const int taken = resource.taken;
    auto moved = std::move(f);
    CHECK(resource.taken == taken);
    CHECK(taken > 0);
  }
  CHECK(resource.held == 0);
}

TEST_CASE_TEMPLATE("cholesky_factor: update and downdate", T, float, double, std::complex<float>,
                   std::complex<double>) {
  using W = wide_of<T>;
  for (const index_t n : {1, 2, 5, 17, 64}) {
    const auto a = positive<T>(n);
    const auto x = random_matrix<T>(n, 1, 8);
    const tensor<T, 1> v = x(all, 0);
    const auto w = widened(a), outer = product(widened(x), adjoint(widened(x)));
    const wide_matrix<T> more = w + outer, less = w - W(0.01L) * outer;
    auto f = linalg::cholesky_factor(a);
    f.update(v);
    check_square<T>(f.l(), more);
    const auto b = random_matrix<T>(n, 2, 3);
    tensor<T, 2> rounded(n, n);
    for (index_t i = 0; i < n; ++i)
      for (index_t j = 0; j < n; ++j)
        rounded(i, j) = T(more(i, j));
    CHECK(backward_error<T>(rounded, f.solve(b), b) <= 3 * few<T>(n));
    const double exact = exact_rcond(rounded), answer = double(f.rcond());
    CHECK(answer >= exact / 3);
    CHECK(answer <= 3 * exact);
    f.downdate(v); // and back again
    check_square<T>(f.l(), w, 4);
    auto g = linalg::cholesky_factor(a);
    g.downdate(T(real_of<T>(0.1)) * v);
    check_square<T>(g.l(), less, 4);
    for (index_t i = 0; i < n; ++i) {
      CHECK(std::real(g.l()(i, i)) > 0);
      CHECK(std::imag(g.l()(i, i)) == 0);
    }
  }
}

TEST_CASE("update, downdate: of batches, and what they refuse leaves the factors as they were") {
  tensor<double, 3> a(2, 3, 3);
  a(0, all, all) = positive<double>(3);
  a(1, all, all) = tensor<double, 2>{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  auto f = linalg::cholesky_factor(a);
  const tensor<double, 3> before = f.l();
  const tensor<double, 1> x{0, 1, 0};
  CHECK(support::message_of([&] { f.downdate(x); }) ==
        "weft: linalg::cholesky_factor: downdate: matrix 1 of the batch: the matrix is not positive definite, seen at "
        "column 1 (cholesky)");
  CHECK(f.l() == before);
  CHECK(support::message_of([&] { f.update(tensor<double, 1>{0, HUGE_VAL, 0}); }) ==
        "weft: linalg::cholesky_factor: update: matrix 0 of the batch: element (0,1) of the vector is NaN or infinite "
        "(cholesky)");
  CHECK(support::message_of([&] { f.update(tensor<double, 1>(4)); }) ==
        "weft: linalg::cholesky_factor: update: shape (2,3,3) and shape (4): it takes a vector of as many elements as "
        "the matrix has rows, or one for each matrix");
  CHECK_THROWS_AS(f.update(tensor<double, 2>(3, 3)), shape_error);
  CHECK_THROWS_AS(f.update(tensor<double, 1>(1)), shape_error);
  CHECK(f.l() == before);
  f.update(tensor<double, 2>{{1, 2, 3}, {0, 0, 2}});
  const auto l = f.l();
  const tensor<double, 2> wanted{{1, 0, 0}, {0, 1, 0}, {0, 0, std::sqrt(5.0)}};
  CHECK(all_close(l(1, all, all), wanted, 1e-15, 1e-15));
  tensor<double, 2> first = positive<double>(3);
  for (index_t i = 0; i < 3; ++i)
    for (index_t j = 0; j < 3; ++j)
      first(i, j) += double((i + 1) * (j + 1));
  check_square<double>(tensor<double, 2>(l(0, all, all)), widened(first));
}

TEST_CASE("factor objects: what is refused") {
  tensor<double, 3> a(2, 2, 2);
  a(0, all, all) = tensor<double, 2>{{1, 0}, {0, 1}};
  a(1, all, all) = tensor<double, 2>{{1, 2}, {2, 4}};
  auto f = linalg::lu_factor(a);
  tensor<double, 3> x(2, 2, 1);
  x = 3.0;
  try {
    f.solve_in_place(x);
    FAIL("not refused");
  } catch (linalg_error const& e) {
    CHECK(std::string(e.what()) ==
          "weft: linalg::lu_factor: matrix 1 of the batch: the matrix is singular: pivot 1 is 0 (lu)");
    CHECK(std::string(e.routine()) == "lu");
    CHECK(e.position() == 1);
    CHECK(e.batch_index() == 1);
  }
  CHECK(x == tensor<double, 3>(shape(2, 2, 1), 3.0));
  CHECK_THROWS_AS((void)f.inverse(), linalg_error);
  CHECK(f.det() == tensor<double, 1>{1, 0});
  CHECK(support::message_of([&] { (void)linalg::cholesky_factor(-1.0 * a); }) ==
        "weft: linalg::cholesky_factor: matrix 0 of the batch: the matrix is not positive definite, seen at column 0 "
        "(cholesky)");
  a(1, 0, 1) = HUGE_VAL;
  CHECK(support::message_of([&] { (void)linalg::lu_factor(a); }) ==
        "weft: linalg::lu_factor: matrix 1 of the batch: element (0,1) is NaN or infinite (lu)");
  CHECK(support::message_of([&] { (void)linalg::lu_factor(tensor<double, 2>(3, 2)); }) ==
        "weft: linalg::lu_factor: shape (3,2): the matrix is not square");
  CHECK(support::message_of([&] { (void)f.solve(tensor<double, 2>(3, 1)); }) ==
        "weft: linalg::lu_factor: shape (2,2,2) and shape (3,1): the right side has as many rows as the matrix");
  tensor<double, 2> narrow(2, 1);
  CHECK(support::message_of([&] { f.solve_in_place(narrow); }) ==
        "weft: linalg::lu_factor: shape (2,2,2) and shape (2,1): what is solved in place has the leading axes of both");
  double same = 1;
  auto g = linalg::lu_factor(tensor<double, 2>{{2, 1}, {1, 3}});
  CHECK(support::message_of([&] { g.solve_in_place(borrow(&same, shape(2, 3), shape(0, 0))); }) ==
        "weft: linalg::lu_factor: elements that are overwritten share memory: an axis has stride 0");
  CHECK(same == 1);
}

TEST_CASE("ldlt_factor: singular matrices, and builds without LAPACK") {
  const tensor<double, 2> a{{0, 0}, {0, 4}};
  if (without_lapack()) {
    CHECK(support::message_of([&] { (void)linalg::ldlt_factor(a); }).find("-DWEFT_WITH_BLAS=ON") != std::string::npos);
    return;
  }
  const auto f = linalg::ldlt_factor(a);
  CHECK(f.det() == 0);
  CHECK(f.rcond() == 0);
  CHECK(support::message_of([&] { (void)f.solve(tensor<double, 1>{1, 2}); }).find(" of D is 0 (dsytrf)") !=
        std::string::npos);
  CHECK(support::message_of([&] { (void)linalg::ldlt_factor(std::complex<float>(HUGE_VALF, 0) * cast<float>(a)); })
            .find("is NaN or infinite (chetrf)") != std::string::npos);
}
