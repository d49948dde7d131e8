#include <weft/base/check.hpp>
#include <weft/linalg/gemm.hpp>

#include "gemm_oracle.hpp"

#include <string>

using namespace linalg_test;

namespace {

struct problem {
  index_t m, n, k;
  stride_class a, b, c;
  int scaling;
  bool conj_a = false, conj_b = false;
  index_t block = blas_block;
};

template <class T>
void check_problem(problem const& p) {
  double const alphas[] = {1, 2, -1.5, 0}, betas[] = {0, 0.5, 1, 2};
  T alpha = T(real_t<T>(alphas[p.scaling])), beta = T(real_t<T>(betas[p.scaling]));
  if constexpr (is_complex<T>)
    if (p.scaling == 2)
      alpha = T(-1.5, 0.25);
  generator g{std::uint64_t(p.m * 10007 + p.n * 101 + p.k)};
  guarded<T> a(p.m, p.k, p.a), b(p.k, p.n, p.b), c(p.m, p.n, p.c);
  a.fill(g);
  b.fill(g);
  if (beta != T{}) // what is left is NaN
    c.fill(g);
  a.shape.conj = p.conj_a;
  b.shape.conj = p.conj_b;
  guarded<T> const before = c;
  counting_scratch memory;
  gemm_plan const plan =
      plan_gemm(a.shape, b.shape, c.shape, info_of<T, T, T, T>(), facts_of(alpha, beta, false), 1, p.block);
  gemm<T>(plan, alpha, a.read(), b.read(), beta, c.write(), memory);
  INFO(route_text(plan) << " strides " << int(p.a) << int(p.b) << int(p.c) << " scaling " << p.scaling << " conj "
                   << p.conj_a << p.conj_b << " block " << p.block);
  CHECK(wrong_elements(alpha, a, b, beta, before, c) == 0);
  CHECK(memory.total == plan.temporary_bytes);
}

problem with_strides(index_t m, index_t n, index_t k, int a, int b, int c, int scaling) {
  return {m, n, k, stride_class(a), stride_class(b), stride_class(c), scaling};
}

bool with_blas() {
  matrix_shape const s{2, 2, 2, 1};
  return plan_gemm(s, s, s, info_of<double, double, double, double>()).route.way == product_way::blas;
}

matrix_shape conjugated(matrix_shape s) {
  s.conj = true;
  return s;
}
template <class T>
std::string text_of(matrix_shape const& a, matrix_shape const& b, matrix_shape const& c) {
  return route_text(plan_gemm(a, b, c, info_of<T, T, T, T>()));
}

} // namespace

TEST_CASE_TEMPLATE("gemm: all sizes, sampled strides and factors", T, float, double, std::complex<double>, int) {
  generator g{1};
  index_t const sizes[] = {0, 1, 2, 3, 7, 33};
  for (index_t const m : sizes)
    for (index_t const n : sizes)
      for (index_t const k : sizes)
        for (int sample = 0; sample < 16; ++sample) {
          problem p =
              with_strides(m, n, k, g.below(all_classes), g.below(all_classes), g.below(writable_classes), g.below(4));
          p.conj_a = is_complex<T> && g.below(2);
          p.conj_b = is_complex<T> && g.below(2);
          check_problem<T>(p);
        }
}

TEST_CASE_TEMPLATE("gemm: all strides of A, B and C", T, float, double, std::complex<float>, std::complex<double>,
                   int) {
  index_t const sizes[][3] = {{2, 3, 7}, {3, 2, 1}, {7, 1, 3}, {1, 7, 2}, {1, 1, 7}};
  int scaling = 0;
  for (auto const& [m, n, k] : sizes)
    for (int a = 0; a < all_classes; ++a)
      for (int b = 0; b < all_classes; ++b)
        for (int c = 0; c < writable_classes; ++c) {
          problem p = with_strides(m, n, k, a, b, c, scaling++ % 3);
          check_problem<T>(p);
          p.conj_a = is_complex<T>;
          p.conj_b = is_complex<T> && scaling % 2;
          if (is_complex<T>)
            check_problem<T>(p);
        }
}

TEST_CASE_TEMPLATE("gemm: extents beyond what one call takes are split", T, double, std::complex<double>) {
  index_t const sizes[][3] = {{7, 7, 7}, {33, 3, 2}, {1, 7, 33}, {7, 1, 7}, {1, 1, 33}};
  for (auto const& [m, n, k] : sizes)
    for (int both = 0; both < writable_classes * writable_classes; ++both) {
      problem p = with_strides(m, n, k, both % 7, both / 7, (both + both / 7) % 7, both % 3);
      p.block = 3;
      p.conj_a = is_complex<T>;
      check_problem<T>(p);
    }
}

TEST_CASE_TEMPLATE("gemm: no factor is skipped", T, float, double, std::complex<double>) {
  using real = real_t<T>;
  real const bad[] = {std::numeric_limits<real>::quiet_NaN(), std::numeric_limits<real>::infinity()};
  index_t const sizes[][3] = {{3, 4, 5}, {1, 4, 5}, {3, 1, 5}, {1, 1, 5}, {3, 4, 1}};
  for (auto const& [m, n, k] : sizes)
    for (real const value : bad)
      for (real const factor : {real(1), real(0)})
        for (bool const in_a : {true, false}) { // bad * 0 is NaN, in the row or column that it meets
          guarded<T> a(m, k, stride_class::rows), b(k, n, stride_class::columns), c(m, n, stride_class::rows);
          for (auto* const matrix : {&a, &b})
            for (index_t i = 0; i < matrix->shape.rows; ++i)
              for (index_t j = 0; j < matrix->shape.cols; ++j)
                matrix->at(i, j) = T(0);
          for (index_t i = 0; k == 1 && i < m; ++i) // ger adds to what is there
            for (index_t j = 0; j < n; ++j)
              c.at(i, j) = T(0);
          (in_a ? a.at(m - 1, k / 2) : b.at(k / 2, n - 1)) = T(value);
          counting_scratch memory;
          gemm<T>(T(factor), a.read(), b.read(), T(k == 1 ? 1 : 0), c.write(), memory);
          for (index_t i = 0; i < m; ++i)
            for (index_t j = 0; j < n; ++j) {
              bool const met = in_a ? i == m - 1 : j == n - 1;
              CHECK(std::isnan(std::real(c.at(i, j))) == met);
            }
        }
}

TEST_CASE_TEMPLATE("gemm: a matrix by itself transposed, in the same memory", T, float, double, std::complex<float>,
                   std::complex<double>, int) {
  index_t const sizes[][2] = {{2, 3}, {32, 64}, {70, 33}};
  int scaling = 0;
  for (auto const& [n, k] : sizes)
    for (int kind = 0; kind < all_classes; ++kind)
      for (int step = 0; step < (n < 32 ? writable_classes : 1); ++step) // all targets for few elements, else one
        for (int conj = 0; conj < (is_complex<T> ? 4 : 1); ++conj, ++scaling) {
          int const kind_c = (3 * kind + conj + step) % writable_classes;
          T alpha = T(real_t<T>(scaling % 2 ? 2 : 1)), beta = T(real_t<T>(scaling % 5 ? 0 : 1));
          if constexpr (is_complex<T>)
            if (scaling % 3 == 0)
              alpha = T(2, -1);
          generator g{std::uint64_t(n + kind)};
          guarded<T> a(n, k, stride_class(kind)), c(n, n, stride_class(kind_c));
          a.fill(g);
          if (beta != T{})
            c.fill(g);
          guarded<T> b = a;
          b.shape = transposed(a.shape);
          a.shape.conj = conj & 1;
          b.shape.conj = conj & 2;
          matrix_operand<T const> const other{a.read().data, b.shape};
          CHECK(is_gram(a.read(), other));
          guarded<T> const before = c;
          counting_scratch memory;
          gemm_plan const plan =
              plan_gemm(a.shape, b.shape, c.shape, info_of<T, T, T, T>(), facts_of(alpha, beta, true));
          gemm<T>(plan, alpha, a.read(), other, beta, c.write(), memory);
          INFO(route_text(plan) << " strides " << kind << kind_c << " conj " << conj << " scaling " << scaling);
          CHECK(wrong_elements(alpha, a, b, beta, before, c) == 0);
          CHECK(memory.total == plan.temporary_bytes);
        }
}

TEST_CASE("is_gram: one matrix and its transposition") {
  double const m[12] = {};
  using matrix = matrix_operand<double const>;
  matrix const a{m, {3, 4, 4, 1}};
  CHECK(is_gram(a, transposed(a)));
  CHECK(is_gram(a, matrix{m, {4, 3, 1, 4}}));
  CHECK(is_gram(matrix{m, {1, 4, 77, 1}}, matrix{m, {4, 1, 1, 99}})); // strides that nobody reads
  CHECK(!is_gram(a, matrix{m + 1, {4, 3, 1, 4}}));
  CHECK(!is_gram(a, matrix{m, {4, 3, 3, 1}}));
  CHECK(!is_gram(a, matrix{m, {4, 2, 1, 4}}));
}

TEST_CASE("plan_gemm: half of the work where a matrix meets itself transposed, and one call for a column by a row") {
  if (!with_blas())
    return;
  using z = std::complex<double>;
  auto const text = []<class T>(T, matrix_shape const& a, matrix_shape const& b, matrix_shape const& c,
                                product_facts const& facts) {
    return route_text(plan_gemm(a, b, c, info_of<T, T, T, T>(), facts));
  };
  product_facts const gram{.old = old_value::ignored, .gram = true}, update{.old = old_value::added};
  auto const a = rows_of(64, 50), t = transposed(a), c = rows_of(64, 64);
  CHECK(text(1.0, a, t, c, gram) == "dsyrk(N) n=64 k=50");
  CHECK(text(1.0, t, a, rows_of(50, 50), gram) == "dsyrk(T) n=50 k=64");
  CHECK(text(z(1), a, t, c, gram) == "zsyrk(N) n=64 k=50");
  CHECK(text(z(1), a, conjugated(t), c, gram) == "zherk(N) n=64 k=50");
  CHECK(text(z(1), conjugated(t), a, rows_of(50, 50), gram) == "zherk(C) n=50 k=64");
  // Not of half of C: an old C that is added need not be symmetric, and small products gain nothing.
  CHECK(text(1.0, a, t, c, {.gram = true}) == "dgemm(N,T) m=64 n=64 k=50");
  CHECK(text(1.0, rows_of(8, 64), columns_of(64, 8), rows_of(8, 8), gram) == "dgemm(N,T) m=8 n=8 k=64");
  CHECK(text(z(1), a, conjugated(t), c, {.alpha_is_real = false, .old = old_value::ignored, .gram = true}) ==
        "zgemm(N,C) m=64 n=64 k=50");
  CHECK(text(1.0, rows_of(3, 1), rows_of(1, 4), rows_of(3, 4), update) == "dger m=3 n=4");
  CHECK(text(z(1), rows_of(3, 1), rows_of(1, 4), rows_of(3, 4), update) == "zgeru m=3 n=4");
  CHECK(text(z(1), rows_of(3, 1), conjugated(rows_of(1, 4)), rows_of(3, 4), update) == "zgerc m=3 n=4");
  CHECK(text(1.0, rows_of(3, 1), rows_of(1, 4), rows_of(3, 4), {}) == "dgemm(N,N) m=3 n=4 k=1");
}

TEST_CASE("gemv and dot") {
  double const a[] = {1, 2, 3, 4, 5, 6}, x[] = {1, 10, 100};
  double y[] = {7, -1, 8};
  counting_scratch memory;
  gemv<double>(2.0, matrix_operand<double const>{a, rows_of(2, 3)}, vector_operand<double const>{x + 2, 3, -1}, 1.0,
               vector_operand<double>{y, 2, 2}, memory);
  CHECK(y[0] == 7 + 2 * 123);
  CHECK(y[1] == -1);
  CHECK(y[2] == 8 + 2 * 456);
  CHECK(dot_of<double>(vector_operand<double const>{x, 3, 1}, vector_operand<double const>{a, 3, 2}, memory) == 531);
  CHECK(dot_of<double>(vector_operand<double const>{x, 3, 1}, vector_operand<double const>{a, 3, 0}, memory) == 111);
  CHECK(dot_of<double>(vector_operand<double const>{x, 0, 1}, vector_operand<double const>{a, 0, 2}, memory) == 0);
  std::complex<double> const z[] = {{1, 2}, {3, -1}}, w[] = {{2, 1}, {0, 5}};
  for (bool const first : {false, true})
    for (bool const second : {false, true}) {
      auto const p = first ? std::conj(z[0]) : z[0], q = first ? std::conj(z[1]) : z[1];
      auto const r = second ? std::conj(w[0]) : w[0], s = second ? std::conj(w[1]) : w[1];
      using vector = vector_operand<std::complex<double> const>;
      CHECK(dot_of<std::complex<double>>(vector{z, 2, 1, first}, vector{w, 2, 1, second}, memory) == p * r + q * s);
    }
}

TEST_CASE("plan_gemm: the text says what BLAS will be told") {
  if (!with_blas())
    return;
  using z = std::complex<double>;
  CHECK(text_of<double>(rows_of(3, 5), columns_of(5, 4), rows_of(3, 4)) == "dgemm(N,T) m=3 n=4 k=5");
  CHECK(text_of<float>(columns_of(3, 5), rows_of(5, 4), columns_of(3, 4)) == "sgemm(T,N) m=3 n=4 k=5");
  CHECK(text_of<double>({3, 5, -5, 1}, rows_of(5, 4), rows_of(3, 4)) == "dgemm(N,N) m=3 n=4 k=5");
  CHECK(text_of<z>(conjugated(columns_of(3, 5)), conjugated(rows_of(5, 4)), rows_of(3, 4)) == "zgemm(C,N) m=3 n=4 k=5");
  CHECK(text_of<z>(rows_of(3, 5), conjugated(rows_of(5, 4)), columns_of(3, 4)) == "zgemm(N,R) m=3 n=4 k=5");
  CHECK(text_of<double>(rows_of(3, 4), rows_of(4, 1), rows_of(3, 1)) == "dgemv(N) m=3 n=4");
  CHECK(text_of<double>(columns_of(4, 3), rows_of(3, 1), rows_of(4, 1)) == "dgemv(T) m=3 n=4");
  CHECK(text_of<double>(rows_of(1, 3), rows_of(3, 4), rows_of(1, 4)) == "dgemv(T) m=3 n=4");
  CHECK(text_of<double>(rows_of(1, 4), columns_of(4, 3), rows_of(1, 3)) == "dgemv(N) m=3 n=4");
  CHECK(text_of<z>(conjugated(columns_of(4, 3)), rows_of(3, 1), rows_of(4, 1)) == "zgemv(C) m=3 n=4");
  CHECK(text_of<double>(rows_of(1, 5), rows_of(5, 1), rows_of(1, 1)) == "ddot n=5");
  CHECK(text_of<z>(rows_of(1, 5), rows_of(5, 1), rows_of(1, 1)) == "zdotu n=5");
  CHECK(text_of<z>(rows_of(1, 5), conjugated(rows_of(5, 1)), rows_of(1, 1)) == "zdotc n=5");
  CHECK(text_of<double>(rows_of(2, 3000000000), rows_of(3000000000, 2), rows_of(2, 2)) ==
        "dgemm(N,N) m=2 n=2 k=3000000000 calls=3");
}

TEST_CASE("plan_gemm: what is packed") {
  if (!with_blas())
    return;
  auto const info = info_of<double, double, double, double>();
  auto const plan = plan_gemm({3, 5, -5, 1}, rows_of(5, 4), {3, 4, 8, 2}, info);
  CHECK(plan.call.a.packed);
  CHECK(!plan.call.b.packed);
  CHECK(plan.call.c.packed);
  CHECK(plan.temporary_bytes == (15 + 12) * sizeof(double));
  CHECK(plan_gemm(rows_of(3, 5), {5, 1, -7, 0}, {3, 1, 2, 0}, info).temporary_bytes == 0);
  CHECK(plan_gemm(rows_of(3, 5), {5, 1, 0, 0}, {3, 1, 2, 0}, info).temporary_bytes == 5 * sizeof(double));
}

TEST_CASE("plan_gemm: without BLAS, and where there is nothing to multiply") {
  CHECK(text_of<int>(rows_of(3, 5), rows_of(5, 4), rows_of(3, 4)) == "blocked m=3 n=4 k=5");
  CHECK(text_of<double>(rows_of(3, 0), rows_of(0, 4), rows_of(3, 4)) == "scale m=3 n=4 k=0");
  CHECK(text_of<double>(rows_of(0, 5), rows_of(5, 4), rows_of(0, 4)) == "nothing m=0 n=4 k=5");
  auto const info = info_of<double, double, double, double>();
  auto const zero = plan_gemm(rows_of(2, 2), rows_of(2, 2), rows_of(2, 2), info, {.alpha_is_zero = true});
  CHECK(zero.route.own());
}

TEST_CASE("plan_gemm: the loop follows the order of C, and no operands are exchanged that may not commute") {
  auto const numbers = info_of<int, int, int, int>();
  CHECK(plan_gemm(rows_of(3, 5), rows_of(5, 4), columns_of(3, 4), numbers).route.swapped);
  CHECK(!plan_gemm(rows_of(3, 5), rows_of(5, 4), rows_of(3, 4), numbers).route.swapped);
  element_info const others{element_kind::other, false, false, 32, 32};
  CHECK(!plan_gemm(rows_of(3, 5), rows_of(5, 4), columns_of(3, 4), others).route.swapped);
}

TEST_CASE("plan_gemm: refusals") {
  auto const info = info_of<double, double, double, double>();
  CHECK_THROWS_WITH_AS(plan_gemm(rows_of(2, 3), rows_of(2, 4), rows_of(2, 4), info),
                       "gemm: a product of (2, 3) and (2, 4) does not fit into (2, 4)", weft::shape_error);
  CHECK_THROWS_AS(plan_gemm(rows_of(2, 3), rows_of(3, 4), rows_of(4, 2), info), weft::shape_error);
  index_t const huge = index_t(1) << 40;
  if (with_blas())
    CHECK_THROWS_AS(plan_gemm({huge, huge, 0, 0}, {huge, 2, 0, 1}, {huge, 2, 2, 1}, info), weft::linalg_error);
}
