// What does a loop written by hand over u(i, j) cost in a build with checks, as one is while a program is debugged? One
// program for each of -O0, -Og and -O2. The twin is the same loop over v[i * n + j] of a std::vector, which checks
// nothing; at -O2 that of a view is the same loop over a tensor, which checks the subscripts.
#include "ratio.hpp"

#include <weft/weft.hpp>

#include <string>
#include <vector>

using weft::tensor, weft::view, weft::index_t, weft::row_major;

namespace {

using numbers = std::vector<double>;

/// The optimisation, as the build file says it.
std::string const level = BENCH_LEVEL;

template <class U, class V>
[[gnu::noinline]] void stencil(U const& u, V& out, index_t m, index_t n) {
  for (index_t i = 1; i < m - 1; ++i)
    for (index_t j = 1; j < n - 1; ++j)
      out(i, j) = 0.25 * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1));
}
[[gnu::noinline]] void stencil(numbers const& u, numbers& out, index_t m, index_t columns) {
  const auto n = static_cast<std::size_t>(columns), last = static_cast<std::size_t>(m) - 1;
  for (std::size_t i = 1; i < last; ++i)
    for (std::size_t j = 1; j < n - 1; ++j)
      out[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
}

template <class U>
[[gnu::noinline]] double total(U const& u, index_t m, index_t n) {
  double s = 0;
  for (index_t i = 0; i < m; ++i)
    for (index_t j = 0; j < n; ++j)
      s += u(i, j);
  return s;
}
[[gnu::noinline]] double total(numbers const& u, index_t m, index_t columns) {
  const auto n = static_cast<std::size_t>(columns), last = static_cast<std::size_t>(m);
  double s = 0;
  for (std::size_t i = 0; i < last; ++i)
    for (std::size_t j = 0; j < n; ++j)
      s += u[i * n + j];
  return s;
}

/// A number that the compiler does not know.
index_t unknown(index_t n) {
  benchmark::DoNotOptimize(n);
  return n;
}

tensor<double, 2> filled() {
  tensor<double, 2> a(48, 60);
  for (index_t i = 0; i < a.size(); ++i)
    a.data()[i] = double(i % 97);
  return a;
}

/// Matrix is how the loop sees a tensor: as it is, or as a view of some kind.
template <class Matrix>
void both(std::string const& form, bool is_view) {
  const bool beside_tensor = level == "-O2" && is_view;
  const bench::bar bar{beside_tensor ? 3.0 : 2.0};
  bench::compare("checked " + level + "/stencil/" + form, bar, [=](bench::runner& run) {
    tensor<double, 2> a = filled(), b = filled(), c = filled();
    const numbers v(a.begin(), a.end());
    numbers w(b.begin(), b.end());
    Matrix u(a), out(b);
    const index_t m = unknown(48), n = unknown(60);
    double x = 0;
    const auto weft = [&] {
      stencil(u, out, m, n);
      x = out(5, 7);
    };
    if (beside_tensor)
      run(&x, 1, weft, [&] {
        stencil(a, c, m, n);
        x = c(5, 7);
      });
    else
      run(&x, 1, weft, [&] {
        stencil(v, w, m, n);
        x = w[5 * 60 + 7];
      });
  });
  bench::compare("checked " + level + "/sum/" + form, bar, [=](bench::runner& run) {
    tensor<double, 2> a = filled();
    const numbers v(a.begin(), a.end());
    const Matrix u(a);
    const index_t m = unknown(48), n = unknown(60);
    double s = 0;
    if (beside_tensor)
      run(&s, 1, [&] { s = total(u, m, n); }, [&] { s = total(a, m, n); });
    else
      run(&s, 1, [&] { s = total(u, m, n); }, [&] { s = total(v, m, n); });
  });
}

} // namespace

int main(int argc, char** argv) {
  static_assert(WEFT_CHECK_BOUNDS == 1, "this question is asked of builds with checks");
  both<tensor<double, 2>>("tensor", false);
  both<tensor<double>>("tensor, run-time rank", false);
  both<view<double, 2, row_major>>("view, row_major", true);
  both<view<double, 2>>("view", true);
  both<view<double>>("view, run-time rank", true);
  return bench::run_all(argc, argv);
}
