#include "iterated_operators.hpp"

#include <support/message.hpp>
#include <weft/linalg/svds.hpp>
#include <weft/memory/no_alloc.hpp>

#include <optional>

using namespace weft;
using namespace iterated_test;

namespace {

/// Columns that are orthonormal, by Gram and Schmidt in the wider type.
template <class T>
wide_matrix<T> orthonormal_columns(index_t m, index_t n, unsigned long seed) {
  wide_matrix<T> q = widened(random_matrix<T>(m, n, seed));
  for (index_t j = 0; j < n; ++j)
    for (int pass = 0; pass < 2; ++pass) {
      for (index_t i = 0; i < j; ++i) {
        wide_of<T> total(0);
        for (index_t r = 0; r < m; ++r)
          total += conjugate(q(r, i)) * q(r, j);
        for (index_t r = 0; r < m; ++r)
          q(r, j) -= total * q(r, i);
      }
      wide_real_of<T> size = 0;
      for (index_t r = 0; r < m; ++r)
        size += std::norm(q(r, j));
      for (index_t r = 0; r < m; ++r)
        q(r, j) /= std::sqrt(size);
    }
  return q;
}
/// A matrix with known singular values.
template <class T, class F>
tensor<T, 2> with_values(index_t m, index_t n, F const& value) {
  const index_t l = std::min(m, n);
  const auto u = orthonormal_columns<T>(m, l, 1), v = orthonormal_columns<T>(n, l, 2);
  tensor<T, 2> a(m, n);
  for (index_t i = 0; i < m; ++i)
    for (index_t j = 0; j < n; ++j) {
      wide_of<T> total(0);
      for (index_t k = 0; k < l; ++k)
        total += u(i, k) * static_cast<wide_real_of<T>>(value(k)) * conjugate(v(j, k));
      if constexpr (is_complex<T>)
        a(i, j) = number<T>(double(total.real()), double(total.imag()));
      else
        a(i, j) = static_cast<T>(total);
    }
  return a;
}
/// The largest of |a v - s u|, |a^H u - s v|, and of what is left to orthonormal vectors.
template <class T, class R>
double error_of(tensor<T, 2> const& a, R const& r) {
  const auto wide_a = widened(a), u = widened(r.u), vh = widened(r.vh);
  const index_t m = a.extent(0), n = a.extent(1), k = r.s.size();
  REQUIRE(r.u.shape() == shape(m, k));
  REQUIRE(r.vh.shape() == shape(k, n));
  wide_real_of<T> worst = 0;
  for (index_t c = 0; c < k; ++c) {
    const auto s = static_cast<wide_real_of<T>>(r.s(c));
    for (index_t i = 0; i < m; ++i) {
      wide_of<T> total = -s * u(i, c);
      for (index_t j = 0; j < n; ++j)
        total += wide_a(i, j) * conjugate(vh(c, j));
      worst = std::max(worst, std::abs(total));
    }
    for (index_t j = 0; j < n; ++j) {
      wide_of<T> total = -s * conjugate(vh(c, j));
      for (index_t i = 0; i < m; ++i)
        total += conjugate(wide_a(i, j)) * u(i, c);
      worst = std::max(worst, std::abs(total));
    }
    for (index_t d = 0; d < k; ++d) {
      wide_of<T> left(c == d ? -1 : 0), right(left);
      for (index_t i = 0; i < m; ++i)
        left += conjugate(u(i, c)) * u(i, d);
      for (index_t j = 0; j < n; ++j)
        right += vh(c, j) * conjugate(vh(d, j));
      worst = std::max({worst, std::abs(left), std::abs(right)});
    }
  }
  return static_cast<double>(worst);
}

} // namespace

TEST_CASE_TEMPLATE("svds: known singular values, of matrices and callables", T, float, double, std::complex<double>) {
  const double tolerance = sizeof(real_of<T>) == 4 ? 1e-5 : 1e-9;
  const auto value = [](index_t k) { return k == 2 ? std::pow(0.7, 1.0) : std::pow(0.7, double(k)); }; // one twice
  for (auto const& [m, n] : {std::pair<index_t, index_t>{40, 25}, {20, 50}, {4, 7}, {1, 3}}) {
    const auto a = with_values<T>(m, n, value);
    const index_t k = std::min<index_t>({5, m, n});
    const auto check = [&](auto const& r) {
      INFO(to_string(r.report));
      CHECK(r.report.converged());
      CHECK(r.report.residual <= tolerance);
      for (index_t c = 0; c < k; ++c)
        CHECK(std::abs(double(r.s(c)) - value(c == 0 ? 0 : c)) < 20 * tolerance);
      CHECK(error_of(a, r) < 20 * tolerance);
    };
    check(linalg::svds(a, k, {.tolerance = tolerance}));
    const linalg::linear_operator op([&](auto const& x) { return matmul(a, x); },
                                     [&](auto const& y, auto& x) { x = matmul(conj(transpose(a)), y); }, shape(n),
                                     shape(m));
    check(linalg::svds<T>(op, k, {.tolerance = tolerance, .seed = 3}));
  }
}

TEST_CASE_TEMPLATE("svds: vectors of values 0 are orthonormal too", T, float, double, std::complex<double>) {
  for (auto const& [m, n] : {std::pair<index_t, index_t>{1, 1}, {6, 5}, {3, 7}, {30, 20}})
    for (index_t rank : {0, 1, 2}) {
      tensor<T, 2> a(m, n); // with whole rows and columns of zeros, so that the values are 0 to the last bit
      for (index_t k = 0; k < std::min({rank, m, n}); ++k)
        a(m - 1 - k, n - 1 - k) = T(float(3 - k));
      const auto r = linalg::svds(a, std::min<index_t>({5, m, n}), {.tolerance = 1e-5});
      CHECK(error_of(a, r) < 1e-5);
    }
}

namespace {
tensor<double, 2> of_rank_three() {
  return with_values<double>(30, 20, [](index_t k) { return k < 3 ? 5.0 - double(k) : 0.0; });
}
tensor<double, 2> slowly_falling() {
  return with_values<double>(60, 50, [](index_t k) { return 1.0 / (1.0 + 0.1 * double(k)); });
}
} // namespace

TEST_CASE("svds: lower ranks, and the report's residual") {
  const auto low = of_rank_three();
  const auto r = linalg::svds(low, 5);
  CHECK(r.report.converged());
  CHECK(all_close(r.s(range(0, 3)), tensor<double, 1>{5, 4, 3}, 1e-12, 0.0));
  CHECK(std::abs(r.s(3)) < 1e-13);
  CHECK(std::abs(r.s(4)) < 1e-13);
  CHECK(linalg::svds(tensor<double, 2>(6, 5), 2).s == tensor<double, 1>{0, 0});
  const auto slow = slowly_falling();
  const auto few = linalg::svds(slow, 3, {.iterations = 2});
  CHECK(few.report.end == linalg::iterative_end::iterations);
  CHECK(few.report.residuals.size() == 3);
  double worst = 0;
  for (index_t c = 0; c < 3; ++c) {
    double off = 0;
    for (index_t i = 0; i < 60; ++i) {
      double total = -few.s(c) * few.u(i, c);
      for (index_t j = 0; j < 50; ++j)
        total += slow(i, j) * few.vh(c, j);
      off += total * total;
    }
    worst = std::max(worst, std::sqrt(off));
  }
  CHECK(few.report.residual == doctest::Approx(worst / few.s(0)).epsilon(1e-6));
  CHECK(few.s(0) == doctest::Approx(1).epsilon(0.02));
  CHECK(linalg::svds(slow, 3, {.iterations = 2}).u == few.u); // the same seed
}

TEST_CASE("svds: what ends it, no memory per step") {
  const auto low = of_rank_three(), slow = slowly_falling();
  const auto hidden = linalg::svds(low, 2, {.tolerance = 0});
  CHECK(hidden.report.end == linalg::iterative_end::stagnation);
  std::optional<no_alloc_scope> none;
  const auto stopped = linalg::svds(slow, 3, {.tolerance = 0, .progress = [&](auto const& state) {
                                                if (state.iteration == 1)
                                                  none.emplace();
                                                if (state.iteration == 4)
                                                  none.reset();
                                                return state.iteration < 4;
                                              }});
  CHECK(stopped.report.end == linalg::iterative_end::stopped);
  CHECK(stopped.s(0) == doctest::Approx(1).epsilon(0.01));
  CHECK(error_of(slow, stopped) < 0.1);
  // Vectors are delivered however the method ends: here no residual is less than the one before the first iteration.
  const auto impatient = linalg::svds(slow, 3, {.tolerance = 0, .patience = 1, .seed = 3});
  CHECK(impatient.report.end == linalg::iterative_end::stagnation);
  CHECK(impatient.report.iterations > 0);
  CHECK(impatient.s(0) == doctest::Approx(1).epsilon(0.1));
  CHECK(error_of(slow, impatient) < 0.3);
  const auto none_allowed = linalg::svds(slow, 3, {.iterations = 0});
  CHECK(none_allowed.report.end == linalg::iterative_end::iterations);
  CHECK(all_of(equal(none_allowed.s, 0.0)));
  CHECK(all_of(equal(none_allowed.u, 0.0)));
  CHECK(all_of(equal(none_allowed.vh, 0.0)));
  CHECK(support::message_of([&] { (void)linalg::svds(low, 0); }) ==
        "weft: linalg::svds: the number of wanted values is at least 1 and at most the least extent of the matrix");
}
