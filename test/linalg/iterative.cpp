#include "counting_resource.hpp"
#include "iterated_operators.hpp"

#include <support/message.hpp>
#include <weft/linalg/iterative.hpp>
#include <weft/linalg/structured.hpp>
#include <weft/memory/no_alloc.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/spaced.hpp>

#include <optional>

using namespace weft;
using namespace iterated_test;
using linalg::iterative_end;
using linalg::iterative_options;

namespace {

enum class method { cg, bicgstab, gmres };

/// One of the three, with a preconditioner that multiplies by `diagonal`, or without.
template <class T>
auto solved(method which, stencil& a, std::vector<T> const& b, iterative_options const& options,
            std::vector<double> const& diagonal = {}) {
  const auto right = borrow(b.data(), shape(a.rows, a.columns));
  const auto inverse = [&](auto const& r, auto& z) {
    for (index_t k = 0; k < a.size(); ++k)
      z.data()[k] = r.data()[k] * static_cast<real_of<T>>(diagonal[static_cast<std::size_t>(k)]);
  };
  if (which == method::cg)
    return diagonal.empty() ? linalg::cg(a, right, options) : linalg::cg(a, right, inverse, options);
  if (which == method::bicgstab)
    return diagonal.empty() ? linalg::bicgstab(a, right, options) : linalg::bicgstab(a, right, inverse, options);
  return diagonal.empty() ? linalg::gmres(a, right, options) : linalg::gmres(a, right, inverse, options);
}

/// Solves, and checks that the report says what is there: the residual of x, the history, and its end.
template <class T>
void check_report(method which, stencil a, std::vector<T> const& b, iterative_options options,
                  std::vector<double> const& diagonal = {}) {
  const double roundings = 1000 * static_cast<double>(std::numeric_limits<real_of<T>>::epsilon());
  const auto [x, report] = solved(which, a, b, options, diagonal);
  REQUIRE(report.converged());
  REQUIRE(report.residuals.size() == report.iterations + 1);
  CHECK(report.residuals(0) == doctest::Approx(1));
  CHECK(report.residuals(report.iterations) == report.residual);
  CHECK(report.residual <= options.tolerance);
  CHECK(true_residual(a, b, x.data()) == doctest::Approx(report.residual).epsilon(0.01).scale(roundings / 10));
  for (int k = 1; k < report.iterations; k = k < 8 ? k + 1 : k + 7) {
    CHECK(report.residuals(k) > options.tolerance);
    options.iterations = k;
    const auto part = solved(which, a, b, options, diagonal);
    CHECK(part.report.end == iterative_end::iterations);
    CHECK(part.report.iterations == k);
    // Of so many iterations, as they are computed here, and of the long run's recurrence.
    const double residual = true_residual(a, b, part.x.data());
    CHECK(std::abs(part.report.residual - residual) <= roundings * (1 + residual));
    CHECK(std::abs(report.residuals(k) - residual) <= roundings * (1 + residual));
  }
}

std::vector<double> inverse_diagonal(stencil const& a) {
  std::vector<double> d;
  for (index_t k = 0; k < a.size(); ++k)
    d.push_back(1 / (a.centre.real() * a.weight(k) * a.weight(k)));
  return d;
}

} // namespace

TEST_CASE_TEMPLATE("cg, bicgstab, gmres: the 5-point operator; reports are true", T, float, double, std::complex<float>,
                   std::complex<double>) {
  const double tolerance = sizeof(real_of<T>) == 4 ? 1e-4 : 1e-9;
  for (auto const& [rows, columns] : {std::pair<index_t, index_t>{1, 1}, {1, 9}, {13, 11}}) {
    auto a = laplacian(rows, columns);
    if constexpr (is_complex<T>) { // Hermitian
      a.east = std::complex<double>(-0.6, 0.8);
      a.west = std::conj(a.east);
    }
    const auto b = some_numbers<T>(a.size(), 1);
    for (const method which : {method::cg, method::bicgstab, method::gmres})
      check_report(which, a, b, {.tolerance = tolerance, .restart = 12});
  }
}

TEST_CASE_TEMPLATE("bicgstab, gmres: a convection operator that is not symmetric", T, double, std::complex<double>) {
  auto a = convection(12, 17);
  if constexpr (is_complex<T>)
    a.centre += std::complex<double>(0, 2);
  const auto b = some_numbers<T>(a.size(), 2);
  const std::vector<double> nearly(b.size(), 0.15);
  for (const method which : {method::bicgstab, method::gmres}) {
    check_report(which, a, b, {.tolerance = 1e-10, .restart = 9});
    check_report(which, a, b, {.tolerance = 1e-10, .restart = 9}, nearly);
  }
}

TEST_CASE("cg, bicgstab, gmres: an ill-conditioned operator needs its preconditioner") {
  auto a = laplacian(15, 14);
  a.scaled = 4; // squared, so that the condition is above 1e8
  const auto b = some_numbers<double>(a.size(), 3);
  for (const method which : {method::cg, method::bicgstab, method::gmres}) {
    const iterative_options options{.iterations = 150, .tolerance = 1e-7, .restart = 40};
    const auto without = solved(which, a, b, options);
    CHECK(!without.report.converged());
    CHECK(without.report.residual > 1e-4);
    CHECK(true_residual(a, b, without.x.data()) == doctest::Approx(without.report.residual).epsilon(1e-6));
    const auto with = solved(which, a, b, options, inverse_diagonal(a));
    CHECK(with.report.converged());
    CHECK(true_residual(a, b, with.x.data()) <= 1.001e-7);
    CHECK(with.report.iterations < 100);
  }
  // A tolerance that roundings do not allow is not claimed.
  for (const method which : {method::cg, method::bicgstab, method::gmres}) {
    const auto hidden = solved(which, a, b, {.iterations = 5000, .tolerance = 1e-18}, inverse_diagonal(a));
    CHECK(hidden.report.end == iterative_end::stagnation);
    CHECK(hidden.report.residual < 1e-8);
    CHECK(true_residual(a, b, hidden.x.data()) == doctest::Approx(hidden.report.residual).epsilon(0.5));
  }
}

TEST_CASE("iterative methods: breakdown and stagnation are said") {
  const auto says = [](auto const& result, iterative_end why, char const* words) {
    CHECK(result.report.end == why);
    INFO(result.report.sentence);
    CHECK(result.report.sentence.find(words) != std::string::npos);
    CHECK(to_string(result.report).find(words) != std::string::npos);
  };
  const tensor<double, 1> b{1, 2, 3, 4};
  const tensor<double, 2> indefinite = diagonal_matrix(tensor<double, 1>{1, -1, 1, -1});
  says(linalg::cg(indefinite, b), iterative_end::breakdown, "the operator is not positive definite");
  const tensor<double, 2> good{{4, 1, 0, 0}, {1, 4, 1, 0}, {0, 1, 4, 1}, {0, 0, 1, 4}};
  says(linalg::cg(good, b, [](auto const& r) { return -1.0 * r; }), iterative_end::breakdown,
       "the preconditioner is not positive definite");
  const tensor<double, 2> skew{{0, 1, 0, 0}, {-1, 0, 0, 0}, {0, 0, 0, 1}, {0, 0, -1, 0}};
  says(linalg::bicgstab(skew, b), iterative_end::breakdown, "orthogonal");
  const tensor<double, 2> singular{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 0}};
  says(linalg::gmres(singular, b), iterative_end::breakdown, "singular");
  const tensor<double, 2> shift{{0, 0, 0, 1}, {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
  const tensor<double, 1> first{1, 0, 0, 0};
  const auto stuck = linalg::gmres(shift, first, {.restart = 3});
  says(stuck, iterative_end::stagnation, "between two restarts");
  CHECK(stuck.report.residual == 1);
  const auto whole = linalg::gmres(shift, first, {.restart = 4});
  CHECK(whole.report.converged());
  CHECK(whole.x == tensor<double, 1>{0, 0, 0, 1});
  for (int which = 0; which < 4; ++which) {
    const auto broken = [](auto const&, auto& y) { y.fill(std::numeric_limits<double>::quiet_NaN()); };
    const linalg::linear_operator both(broken, broken, shape(4), shape(4));
    const auto report = which == 0   ? linalg::cg(broken, b).report
                        : which == 1 ? linalg::bicgstab(broken, b).report
                        : which == 2 ? linalg::gmres(broken, b).report
                                     : linalg::lsqr(both, b).report;
    CHECK(report.end == iterative_end::breakdown);
  }
  // A right side that the singular operator never gives: the residual stays above what it cannot give.
  const auto flat = [](auto const& x, auto& y) { // of the second differences with free ends
    for (index_t i = 0; i < 40; ++i)
      y(i) = (i > 0 ? x(i) - x(i - 1) : 0.0) + (i < 39 ? x(i) - x(i + 1) : 0.0);
  };
  const auto never = linalg::cg(flat, tensor<double, 1>(ones<double>(40) + arange<double>(40)),
                                {.iterations = 100000, .patience = 100});
  CHECK((never.report.end == iterative_end::stagnation || never.report.end == iterative_end::breakdown));
  CHECK(never.report.iterations < 10000);
}

TEST_CASE("iterative methods: the program is told of each step, and may stop") {
  auto a = laplacian(9, 8);
  const auto b = some_numbers<double>(a.size(), 4);
  for (const method which : {method::cg, method::bicgstab, method::gmres}) {
    std::vector<double> told;
    int expected = 1;
    iterative_options options{.restart = 5, .progress = [&](linalg::iterative_state const& s) {
                                CHECK(s.iteration == expected++);
                                told.push_back(s.residual);
                                return true;
                              }};
    const auto whole = solved(which, a, b, options);
    REQUIRE(index_t(told.size()) == whole.report.iterations);
    for (int k = 0; k < whole.report.iterations; ++k)
      CHECK(told[static_cast<std::size_t>(k)] == doctest::Approx(whole.report.residuals(k + 1)).epsilon(1e-6));
    options.progress = [](linalg::iterative_state const& s) { return s.iteration < 4; };
    const auto stopped = solved(which, a, b, options);
    CHECK(stopped.report.end == iterative_end::stopped);
    CHECK(stopped.report.iterations == 4);
    CHECK(true_residual(a, b, stopped.x.data()) == doctest::Approx(stopped.report.residual));
    CHECK(stopped.report.residual < 0.9);
  }
}

TEST_CASE("iterative methods: where they begin, and numbers whose squares leave the range") {
  auto a = laplacian(9, 8);
  const auto b = some_numbers<double>(a.size(), 4);
  const auto right = borrow(b.data(), shape(9, 8));
  const auto exact = linalg::cg(a, right, {.tolerance = 1e-12});
  const auto at_once = linalg::cg(a, right, linalg::no_preconditioner, exact.x, {.tolerance = 1e-11});
  CHECK(at_once.report.iterations == 0);
  CHECK(at_once.x == exact.x);
  const tensor<double, 2> near = exact.x + 1e-3;
  const auto from_near = linalg::gmres(a, right, linalg::no_preconditioner, near);
  CHECK(from_near.report.residuals(0) < 0.01);
  CHECK(from_near.report.converged());
  CHECK(true_residual(a, b, from_near.x.data()) <= 1.0001e-8);
  const auto by_two = linalg::bicgstab(a, right, [](auto const& r) { return 0.25 * r; }, near);
  CHECK(by_two.report.converged());
  CHECK(true_residual(a, b, by_two.x.data()) <= 1.0001e-8);
  const auto nothing = linalg::cg(a, zeros<double>(9, 8), linalg::no_preconditioner, near);
  CHECK(nothing.report.converged());
  CHECK(nothing.x == tensor<double, 2>(9, 8));
  for (const double size : {1e-250, 1e250}) {
    const auto far = linalg::cg(a, tensor<double, 2>(size * right), {.tolerance = 1e-9});
    (void)far; // cg multiplies squares by each other; the norms do not overflow
    const auto safe = linalg::gmres(a, tensor<double, 2>(size * right), {.tolerance = 1e-9});
    CHECK(safe.report.converged());
    CHECK(all_close(tensor<double, 2>(safe.x / size), exact.x, 1e-6, 1e-6));
  }
}

TEST_CASE("iterative methods: forms of operators and right sides") {
  const tensor<double, 2> m{{4, 1, 0}, {1, 5, 2}, {0, 2, 6}};
  const tensor<double, 1> b{1, 2, 3};
  const tensor<double, 1> x = linalg::solve(m, b);
  const iterative_options options{.tolerance = 1e-12};
  const auto check = [&](auto const& found) {
    CHECK(found.report.converged());
    CHECK(all_close(found.x, x, 1e-10, 0.0));
  };
  static_assert(std::same_as<decltype(linalg::cg(m, b).x), tensor<double, 1>>);
  check(linalg::cg(m, b, options));
  check(linalg::gmres(tensor<double, 2, column_major>(m), b, options));
  check(linalg::bicgstab(2.0 * m - m, b, options));
  check(linalg::cg(symmetric(m), b, options));
  check(linalg::cg(tensor<double>(m), b, options));
  check(linalg::cg(tensor<int, 2>(cast<int>(m)), cast<int>(b), options));
  check(linalg::cg([&](auto const& p) { return matmul(m, p); }, reverse(tensor<double, 1>{3, 2, 1}, 0), options));
  check(linalg::lsqr(m, b, options));
  const linalg::linear_operator known([&](auto const& p, auto& q) { q = matmul(m, p); }, shape(3));
  check(linalg::cg(known, b, options));
  const tensor<double, fixed<3>> small = b;
  static_assert(std::same_as<decltype(linalg::cg(known.apply, small).x), tensor<double, fixed<3>>>);
  check(linalg::cg(known.apply, small, options));
  const tensor<std::complex<double>, 1> turned = b * std::complex<double>(0, 1);
  const auto z = linalg::gmres(m, turned, options);
  CHECK(all_close(imag(z.x), x, 1e-10, 1e-12));
  CHECK(support::message_of([&] { (void)linalg::cg(m, tensor<double, 1>(4)); }) ==
        "weft: linalg::cg: shape (3) and shape (4): the first is what the operator takes or gives, the second what it "
        "is given");
  CHECK(support::message_of([&] { (void)linalg::gmres(tensor<double, 2>(3, 4), b); }) ==
        "weft: linalg::gmres: shape (4) and shape (3): the first is what the operator takes or gives, the second what "
        "it is given");
  CHECK(support::message_of([&] { (void)linalg::cg(m, b, {.iterations = -1}); }) ==
        "weft: linalg::cg: iterations and tolerance are at least 0, patience and restart at least 1");
}

TEST_CASE_TEMPLATE("lsqr: least squares of both shapes, true residuals, ill-conditioned", T, double,
                   std::complex<float>) {
  const double roundings = static_cast<double>(std::numeric_limits<real_of<T>>::epsilon());
  for (auto const& [m, n] : {std::pair<index_t, index_t>{25, 10}, {10, 25}, {12, 12}}) {
    const auto a = random_matrix<T>(m, n, 5);
    const auto values = some_numbers<T>(m, 6);
    const auto b = borrow(values.data(), shape(m));
    const auto [x, report] = linalg::lsqr(a, b, {.tolerance = 200 * roundings});
    CHECK(report.converged());
    // The gradient a^H (b - a x) is 0 but for roundings, and the residual is the true one.
    wide_real_of<T> gradient = 0, size = 0, whole = 0;
    std::vector<wide_of<T>> left;
    for (index_t i = 0; i < m; ++i) {
      auto total = wide_of<T>(b(i));
      for (index_t j = 0; j < n; ++j)
        total -= wide_of<T>(a(i, j)) * wide_of<T>(x(j));
      left.push_back(total);
      size += std::norm(total);
      whole += std::norm(wide_of<T>(b(i)));
    }
    for (index_t j = 0; j < n; ++j) {
      wide_of<T> total(0);
      for (index_t i = 0; i < m; ++i)
        total += conjugate(wide_of<T>(a(i, j))) * left[static_cast<std::size_t>(i)];
      gradient += std::norm(total);
    }
    const double residual = static_cast<double>(std::sqrt(size / whole));
    CHECK(std::abs(report.residual - residual) <= 100 * roundings);
    CHECK(static_cast<double>(std::sqrt(gradient)) <= 20000 * roundings);
    CHECK((residual > 0.1) == (m > n));
  }
  tensor<T, 2> hilbert(40, 40);
  for (index_t i = 0; i < 40; ++i)
    for (index_t j = 0; j < 40; ++j)
      hilbert(i, j) = number<T>(1 / static_cast<double>(i + j + 1), 0);
  const auto right = some_numbers<T>(40, 9);
  const auto hidden = linalg::lsqr(hilbert, borrow(right.data(), shape(40)), {.tolerance = roundings / 100});
  CHECK(hidden.report.end == iterative_end::stagnation);
  const tensor<T, 1> ones_only(shape(8), number<T>(1, 0));
  const tensor<T, 2> none(8, 5);
  const auto zero = linalg::lsqr(none, ones_only);
  CHECK(zero.report.converged());
  CHECK(zero.report.residual == doctest::Approx(1));
}

TEST_CASE("iterative methods: no memory is taken per step") {
  auto a = laplacian(30, 31);
  const auto b = some_numbers<double>(a.size(), 7);
  const auto right = borrow(b.data(), shape(30, 31));
  const tensor<double, 2> matrix = 40.0 * eye<double>(30) + random_matrix<double>(30, 30, 8);
  for (int which = 0; which < 5; ++which) {
    std::optional<no_alloc_scope> none;
    index_t last = 0;
    const iterative_options options{
        .iterations = 40, .tolerance = 0, .restart = 7, .progress = [&](linalg::iterative_state const& s) {
          last = s.iteration;
          if (s.iteration == 1)
            none.emplace();
          if (s.iteration == 30)
            none.reset();
          return s.iteration < 30;
        }};
    if (which == 0)
      (void)linalg::cg(a, right, options);
    else if (which == 1)
      (void)linalg::bicgstab(a, right, [](auto const& r, auto& z) { z = 0.25 * r; }, options);
    else if (which == 2)
      (void)linalg::gmres(a, right, options);
    else if (which == 3)
      (void)linalg::cg(
          [](auto const& x, auto& y) {
            y = 3.0 * x;
            y(range(1, end), all) -= x(range(0, end - 1), all);
            y(range(0, end - 1), all) -= x(range(1, end), all);
          },
          right, options);
    else
      (void)linalg::lsqr(matrix, tensor<double, 1>(right(all, 0)), options);
    CHECK(last >= 15); // a matrix of 30 columns may be done before
    none.reset();
  }
}

// Options may allow more iterations than there is memory for residuals: room for them is made as they come.
TEST_CASE("iterative methods: residuals of more iterations than room is made for at first") {
  const index_t n = 150;
  const tensor<double, 2> a = 2.0 * eye<double>(n) - eye<double>(shape(n, n), 1) - eye<double>(shape(n, n), -1);
  const tensor<double, 1> b = ones<double>(shape(n));
  index_t told = 0;
  bool in_order = true;
  const auto r = linalg::gmres(a, b,
                               {.iterations = 20000,
                                .tolerance = 0,
                                .patience = std::numeric_limits<index_t>::max(),
                                .restart = 2,
                                .progress = [&](linalg::iterative_state const& s) {
                                  in_order = in_order && s.iteration == ++told;
                                  return true;
                                }});
  CHECK(in_order);
  CHECK(told == 20000);
  CHECK(r.report.iterations == 20000);
  REQUIRE(r.report.residuals.size() == 20001);
  CHECK(r.report.residuals(0) == 1);
  bool descends = true;
  for (index_t k = 0; k < 19999; ++k)
    descends = descends && r.report.residuals(k + 1) <= r.report.residuals(k) * (1 + 1e-9);
  CHECK(descends);
}

TEST_CASE("cg: inner products of several pieces") {
  constexpr index_t n = 50'000;
  tensor<double, 1> diagonal(n), b(n);
  for (index_t i = 0; i < n; ++i) {
    diagonal(i) = static_cast<double>(1 + i % 3);
    b(i) = diagonal(i) * static_cast<double>(i); // each piece has another share of the sum
  }
  const auto [x, report] = linalg::cg([&](auto const& v, auto& to) { to = diagonal * v; }, b, {.iterations = 1});
  long double left = 0, whole = 0, weighted = 0;
  for (index_t i = 0; i < n; ++i) {
    const long double rest = static_cast<long double>(b(i)) - static_cast<long double>(diagonal(i)) * x(i);
    left += rest * rest;
    whole += static_cast<long double>(b(i)) * b(i);
    weighted += static_cast<long double>(b(i)) * b(i) * diagonal(i);
  }
  CHECK(report.residual == doctest::Approx(static_cast<double>(std::sqrt(left / whole))).epsilon(1e-12));
  // The step is the one of least error in the norm of the operator: x = (b, b) / (b, A b) b.
  CHECK(x(n - 1) == doctest::Approx(static_cast<double>(whole / weighted * b(n - 1))).epsilon(1e-12));
}
