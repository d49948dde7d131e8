#include <weft/linalg/inline_product.hpp>

#include "gemm_oracle.hpp"

using namespace linalg_test;

namespace {

template <index_t M, index_t N, index_t K, class T>
void check_inline() {
  generator g{std::uint64_t(M * 100 + N * 10 + K)};
  for (int kind = 0; kind < writable_classes; ++kind)
    for (int sample = 0; sample < 3; ++sample) {
      guarded<T> a(M, K, stride_class(sample)), b(K, N, stride_class((kind + sample) % all_classes));
      guarded<T> c(M, N, stride_class(kind));
      T const alpha = sample == 1 ? T(2) : T(1), beta = sample == 2 ? T(3) : T(0);
      a.fill(g);
      b.fill(g);
      if (beta != T{}) // what is left is NaN
        c.fill(g);
      guarded<T> const before = c;
      run_inline<M, N, K>(alpha, a.read(), b.read(), beta, c.write());
      INFO("strides " << kind << " sample " << sample << " of " << M << " x " << N << " x " << K);
      CHECK(wrong_elements(alpha, a, b, beta, before, c) == 0);
    }
}

} // namespace

TEST_CASE_TEMPLATE("run_inline: rows of one vector, of overlapping ones, and shorter than any", T, float, double) {
  check_inline<2, 2, 2, T>();
  check_inline<3, 3, 3, T>();
  check_inline<1, 5, 4, T>();
  check_inline<4, 1, 6, T>();
  check_inline<6, 6, 6, T>();
  check_inline<2, 17, 1, T>();
}

TEST_CASE("run_inline: other elements") {
  check_inline<2, 3, 2, std::complex<double>>();
  check_inline<2, 3, 2, int>();
}

TEST_CASE("run_inline: the target is an operand") {
  double m[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  double const square[9] = {30, 36, 42, 66, 81, 96, 102, 126, 150};
  matrix_operand<double const> const a{m, {3, 3, 3, 1}};
  run_inline<3, 3, 3>(1.0, a, a, 0.0, matrix_operand<double>{m, {3, 3, 3, 1}});
  for (int e = 0; e < 9; ++e)
    CHECK(m[e] == square[e]);
}
