#include "iterated_operators.hpp"

#include <support/message.hpp>
#include <weft/linalg/eigsh.hpp>
#include <weft/linalg/structured.hpp>
#include <weft/memory/no_alloc.hpp>

#include <numbers>
#include <optional>

using namespace weft;
using namespace iterated_test;

namespace {

/// The eigenvalues of the 5-point operator, ascending.
std::vector<double> laplacian_values(index_t rows, index_t columns) {
  std::vector<double> values;
  for (index_t i = 1; i <= rows; ++i)
    for (index_t j = 1; j <= columns; ++j)
      values.push_back(4 - 2 * std::cos(std::numbers::pi * double(i) / double(rows + 1)) -
                       2 * std::cos(std::numbers::pi * double(j) / double(columns + 1)));
  std::sort(values.begin(), values.end());
  return values;
}

/// |a v - value v| of each, and how far the vectors are from orthonormal, in the wider type.
template <class T, class R>
double error_of_pairs(stencil const& a, R const& r) {
  using W = wide_of<T>;
  const index_t n = a.size(), k = r.values.size();
  REQUIRE(r.vectors.shape() == shape(n, k));
  wide_real_of<T> worst = 0;
  std::vector<W> x(static_cast<std::size_t>(n)), y(x);
  for (index_t c = 0; c < k; ++c) {
    for (index_t i = 0; i < n; ++i)
      x[static_cast<std::size_t>(i)] = W(r.vectors(i, c));
    a.run(x.data(), y.data());
    wide_real_of<T> off = 0;
    for (index_t i = 0; i < n; ++i)
      off += std::norm(y[static_cast<std::size_t>(i)] - wide_real_of<T>(r.values(c)) * x[static_cast<std::size_t>(i)]);
    worst = std::max(worst, std::sqrt(off));
    for (index_t d = 0; d <= c; ++d) {
      W total(c == d ? -1 : 0);
      for (index_t i = 0; i < n; ++i)
        total += conjugate(W(r.vectors(i, d))) * x[static_cast<std::size_t>(i)];
      worst = std::max(worst, std::abs(total));
    }
  }
  return static_cast<double>(worst);
}

} // namespace

TEST_CASE_TEMPLATE("eigsh: both ends of the 5-point operator, eigenvalues that are there twice too", T, float, double,
                   std::complex<double>) {
  const double tolerance = sizeof(real_of<T>) == 4 ? 5e-5 : 1e-10;
  for (auto const& [rows, columns] : {std::pair<index_t, index_t>{1, 1}, {2, 2}, {20, 20}, {14, 25}}) {
    auto a = laplacian(rows, columns);
    if constexpr (is_complex<T>) { // a diagonal of moduli 1 makes it of the same eigenvalues
      a.east = std::complex<double>(-0.6, 0.8);
      a.west = std::conj(a.east);
    }
    const auto known = laplacian_values(rows, columns);
    const index_t n = a.size(), k = n < 6 ? n : 6;
    for (const auto which : {linalg::smallest, linalg::largest}) {
      const linalg::linear_operator op([&](auto const& x, auto& y) { a(x, y); }, shape(rows, columns));
      const auto r = linalg::eigsh<T>(op, k, which, {.tolerance = tolerance});
      INFO(to_string(r.report));
      CHECK(r.report.converged());
      CHECK(r.report.residuals.size() == r.report.iterations + 1);
      for (index_t c = 0; c < k; ++c) {
        const index_t place = which == linalg::smallest ? c : n - k + c;
        CHECK(std::abs(double(r.values(c)) - known[static_cast<std::size_t>(place)]) < 100 * tolerance);
      }
      const double error = error_of_pairs<T>(a, r);
      CHECK(error < 20 * tolerance);
      CHECK(r.report.residual <= tolerance);
    }
  }
}

namespace {

constexpr index_t matrix_order = 60;

/// 1 thirty times, 2, and -3.
tensor<double, 2> three_values() {
  tensor<double, 2> d(matrix_order, matrix_order);
  for (index_t k = 0; k < matrix_order; ++k)
    d(k, k) = k < 30 ? 1.0 : k == 59 ? -3.0 : 2.0;
  return d;
}
tensor<double, 2> symmetric_numbers() {
  const auto half = random_matrix<double>(matrix_order, matrix_order, 1);
  return half + transpose(half);
}

} // namespace

TEST_CASE("eigsh: matrices with few values; what is refused") {
  const tensor<double, 2> d = three_values();
  const auto few = linalg::eigsh(d, 4, linalg::smallest);
  CHECK(few.report.converged());
  CHECK(all_close(few.values, tensor<double, 1>{-3, 1, 1, 1}, 1e-12, 0.0));
  const auto same = linalg::eigsh(tensor<double, 2>(2.0 * d - d), 4, linalg::smallest);
  CHECK(same.values == few.values);
  const auto other = linalg::eigsh(d, 4, linalg::smallest, {.seed = 5});
  CHECK(other.values(0) == doctest::Approx(-3));
  CHECK(other.vectors != few.vectors);
  CHECK(support::message_of([&] { (void)linalg::eigsh(d, 61, linalg::largest); }) ==
        "weft: linalg::eigsh: the number of wanted values is at least 1 and at most the least extent of the matrix");
  CHECK(support::message_of([&] { (void)linalg::eigsh(tensor<double, 2>(2, 3), 1, linalg::largest); }) ==
        "weft: linalg::eigsh: shape (2,3): the matrix is not square");
}

TEST_CASE("eigsh: what ends it; the report's residual is the true one") {
  const index_t n = matrix_order;
  const tensor<double, 2> s = symmetric_numbers();
  const auto early = linalg::eigsh(s, 3, linalg::largest, {.iterations = 1, .tolerance = 1e-14});
  CHECK(early.report.end == linalg::iterative_end::iterations);
  CHECK(early.report.residual > 1e-14);
  double worst = 0, most = 0;
  for (index_t c = 0; c < 3; ++c) {
    double off = 0;
    for (index_t i = 0; i < n; ++i) {
      double total = -early.values(c) * early.vectors(i, c);
      for (index_t j = 0; j < n; ++j)
        total += s(i, j) * early.vectors(j, c);
      off += total * total;
    }
    worst = std::max(worst, std::sqrt(off));
    most = std::max(most, std::abs(early.values(c)));
  }
  CHECK(early.report.residual == doctest::Approx(worst / most).epsilon(0.3)); // the largest that was seen is near
  const auto hidden = linalg::eigsh(s, 3, linalg::largest, {.tolerance = 1e-19});
  CHECK(hidden.report.end == linalg::iterative_end::stagnation);
  CHECK(hidden.report.residual < 1e-13);
  int told = 0;
  std::optional<no_alloc_scope> none;
  const auto stopped = linalg::eigsh(s, 3, linalg::largest, {.tolerance = 0, .progress = [&](auto const& state) {
                                                               CHECK(state.iteration == ++told);
                                                               if (told == 1)
                                                                 none.emplace();
                                                               if (told == 3)
                                                                 none.reset();
                                                               return told < 3;
                                                             }});
  CHECK(stopped.report.end == linalg::iterative_end::stopped);
  CHECK(stopped.values(2) == doctest::Approx(early.values(2)).epsilon(1e-3));
  const tensor<double, 2> broken(shape(3, 3), std::numeric_limits<double>::quiet_NaN());
  CHECK(linalg::eigsh(broken, 1, linalg::largest).report.end == linalg::iterative_end::breakdown);
}

namespace {

/// -u'' on n points, with phases that change no eigenvalue if T is complex.
template <class T>
tensor<T, 2> second_difference(index_t n) {
  tensor<T, 2> d(n, n);
  for (index_t i = 0; i < n; ++i) {
    d(i, i) = T(2);
    if (i + 1 < n) {
      T off(-1);
      if constexpr (is_complex<T>)
        off = std::polar(real_of<T>(1), real_of<T>(i));
      d(i, i + 1) = off;
      d(i + 1, i) = conjugate(off);
    }
  }
  return d;
}
/// The k of its eigenvalues nearest to a shift, ascending.
std::vector<double> nearest_values(index_t n, index_t k, double shift) {
  std::vector<double> values;
  for (index_t i = 1; i <= n; ++i)
    values.push_back(2 - 2 * std::cos(std::numbers::pi * double(i) / double(n + 1)));
  std::sort(values.begin(), values.end(),
            [&](double a, double b) { return std::abs(a - shift) < std::abs(b - shift); });
  values.resize(static_cast<std::size_t>(k));
  std::sort(values.begin(), values.end());
  return values;
}
/// How far the pairs are from eigenpairs of a dense matrix, and the vectors from orthonormal.
template <class D, class R>
double error_of_pairs_of(D const& d, R const& r) {
  const index_t n = d.extent(0), k = r.values.size();
  using T = typename D::value_type;
  double worst = 0;
  for (index_t c = 0; c < k; ++c) {
    for (index_t i = 0; i < n; ++i) {
      T total = -r.values(c) * r.vectors(i, c);
      for (index_t j = 0; j < n; ++j)
        total += d(i, j) * r.vectors(j, c);
      worst = std::max(worst, double(std::abs(total)));
    }
    for (index_t e = 0; e <= c; ++e) {
      T total(c == e ? -1 : 0);
      for (index_t i = 0; i < n; ++i)
        total += conjugate(r.vectors(i, e)) * r.vectors(i, c);
      worst = std::max(worst, double(std::abs(total)));
    }
  }
  return worst;
}

} // namespace

TEST_CASE_TEMPLATE("eigsh: nearest to a shift, by factors", T, float, double, std::complex<float>,
                   std::complex<double>) {
  const double small = 1000 * double(std::numeric_limits<real_of<T>>::epsilon());
  for (const index_t n : {1, 2, 7, 80}) {
    const auto d = second_difference<T>(n);
    const auto turned = reverse(reverse(d, 0), 1); // both strides are negative
    const index_t k = n < 4 ? n : 4;
    for (const double shift : {0.0, 1.3, 2.71, 9.0, -3.0}) {
      INFO(n, " ", shift);
      const auto known = nearest_values(n, k, shift);
      const auto check = [&](auto const& a) {
        const auto r = linalg::eigsh(a, k, linalg::nearest, {.tolerance = small, .shift = shift});
        INFO(to_string(r.report));
        CHECK(r.report.converged());
        CHECK(r.report.residual <= small);
        REQUIRE(r.values.size() == k);
        REQUIRE(r.vectors.shape() == shape(n, k));
        for (index_t c = 0; c < k; ++c)
          CHECK(std::abs(double(r.values(c)) - known[static_cast<std::size_t>(c)]) < 4 * small);
        CHECK(error_of_pairs_of(a, r) < 20 * small);
      };
      check(d);
      check(turned);
    }
  }
}

TEST_CASE("eigsh: nearest to an eigenvalue up to roundings, to one that is there twice, and to zero where it is slow") {
  for (const index_t n : {12, 60}) {
    const auto d = second_difference<double>(n);
    const auto all_values = nearest_values(n, n, 0);
    for (const double shift_of : {0.0, 0.1, 0.5, 1.0})
      for (const double off : {0.0, 1e-12, 1e-7}) {
        const double shift = all_values[static_cast<std::size_t>(shift_of * double(n - 1))] + off;
        INFO(n, " ", shift);
        const auto r = linalg::eigsh(d, 5, linalg::nearest, {.shift = shift});
        const auto known = nearest_values(n, 5, shift);
        INFO(to_string(r.report));
        CHECK(r.report.converged());
        for (index_t c = 0; c < 5; ++c)
          CHECK(std::abs(r.values(c) - known[static_cast<std::size_t>(c)]) < 1e-11);
        CHECK(error_of_pairs_of(d, r) < 1e-7);
      }
  }
  const index_t n = 60;
  const auto d = second_difference<double>(n);
  tensor<double, 2> twice(2 * n, 2 * n);
  twice(range(0, n), range(0, n)) = d;
  twice(range(n, 2 * n), range(n, 2 * n)) = d;
  const auto pairs = linalg::eigsh(twice, 6, linalg::nearest, {.shift = 1.0});
  const auto known = nearest_values(n, 3, 1.0);
  CHECK(pairs.report.converged());
  for (index_t c = 0; c < 6; ++c)
    CHECK(std::abs(pairs.values(c) - known[static_cast<std::size_t>(c / 2)]) < 1e-12);
  CHECK(error_of_pairs_of(twice, pairs) < 1e-7);

  // Of 400 points the smallest crowd: without the inverse 5 restarts do not find them.
  const auto large = second_difference<double>(400);
  CHECK(!linalg::eigsh(large, 3, linalg::smallest, {.iterations = 5}).report.converged());
  const auto quick = linalg::eigsh(large, 3, linalg::nearest, {.iterations = 5});
  CHECK(quick.report.converged());
  const auto least = nearest_values(400, 3, 0);
  for (index_t c = 0; c < 3; ++c)
    CHECK(std::abs(quick.values(c) / least[static_cast<std::size_t>(c)] - 1) < 1e-9);
}

TEST_CASE("eigsh: nearest to each eigenvalue of the 5-point operator up to roundings, most of which are there twice") {
  const index_t side = 9, n = side * side, k = 5;
  const auto known = laplacian_values(side, side);
  tensor<double, 2> d(n, n);
  const auto one = second_difference<double>(side);
  for (index_t i = 0; i < side; ++i)
    for (index_t j = 0; j < side; ++j)
      for (index_t l = 0; l < side; ++l) {
        d(i * side + l, j * side + l) += one(i, j);
        d(l * side + i, l * side + j) += one(i, j);
      }
  int asked = 0, converged = 0;
  for (const double shift : known) {
    auto wanted = known;
    std::sort(wanted.begin(), wanted.end(),
              [&](double a, double b) { return std::abs(a - shift) < std::abs(b - shift); });
    const double farthest = std::abs(wanted[static_cast<std::size_t>(k - 1)] - shift);
    try {
      const auto r = linalg::eigsh(d, k, linalg::nearest, {.shift = shift});
      ++asked;
      if (!r.report.converged()) {
        CHECK(r.report.end == linalg::iterative_end::stagnation);
        continue;
      }
      ++converged;
      CHECK(error_of_pairs_of(d, r) < 1e-6);
      for (index_t c = 0; c < k; ++c)
        CHECK(std::abs(r.values(c) - shift) < farthest + 1e-10);
    } catch (linalg_error const&) { // a pivot is 0
    }
  }
  INFO(asked, " ", converged);
  CHECK(asked >= 40);
  CHECK(converged >= asked - asked / 8); // 72 or 73 of 73, whatever the kernels
}

TEST_CASE("eigsh: nearest: types, structured matrices, errors") {
  const tensor<int, 2> whole{{2, -1, 0}, {-1, 2, -1}, {0, -1, 2}};
  const auto r = linalg::eigsh(whole, 1, linalg::nearest, {.shift = 1.9});
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(r.values)>, tensor<double, 1>>);
  CHECK(r.values(0) == doctest::Approx(2));
  const auto one = linalg::eigsh(symmetric(tensor<double, 2>(cast<double>(whole))), 2, linalg::nearest);
  CHECK(one.values(0) == doctest::Approx(2 - std::sqrt(2.0)));
  CHECK(one.values(1) == doctest::Approx(2));
  const tensor<double> of_any_rank = cast<double>(whole);
  CHECK(linalg::eigsh(of_any_rank, 1, linalg::nearest).values(0) == doctest::Approx(2 - std::sqrt(2.0)));
  const auto singular = [&] { (void)linalg::eigsh(whole, 1, linalg::nearest, {.shift = 2}); };
  CHECK_THROWS_AS(singular(), linalg_error);
  CHECK(support::message_of(singular).starts_with("weft: linalg::eigsh: the matrix is singular: pivot 2 is 0"));
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(support::message_of([&] { (void)linalg::eigsh(whole, 1, linalg::nearest, {.shift = infinity}); }) ==
        "weft: linalg::eigsh: options.shift is not finite");
  CHECK_THROWS_AS((void)linalg::eigsh(whole, 4, linalg::nearest), shape_error);
  const auto op = linalg::linear_operator([](auto const& x) { return 2.0 * x; }, shape(3));
  CHECK(support::message_of([&] { (void)linalg::eigsh(op, 1, linalg::nearest); }) ==
        "weft: linalg::eigsh: nearest eigenvalues need a matrix, which is factored: of an operator, eigsh of its "
        "inverse finds them");
  tensor<double, 2> broken{{1, 2}, {2, std::numeric_limits<double>::quiet_NaN()}};
  CHECK_THROWS_AS((void)linalg::eigsh(broken, 1, linalg::nearest), linalg_error);
}
