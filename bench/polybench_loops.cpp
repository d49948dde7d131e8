// The other kernels of PolyBench 4.2: statistics, dynamic programming, stencils. bench/scan.cpp has adi and deriche.
#include "ratio.hpp"
#include "twins/polybench.h"

#include <weft/weft.hpp>

#include <algorithm>
#include <cmath>

using weft::tensor, weft::index_t, weft::range, weft::end, weft::all, weft::axis, weft::matmul, weft::transpose;

namespace {

tensor<double, 2> data(index_t n) {
  tensor<double, 2> x(n, n);
  for (index_t i = 0; i < x.size(); ++i)
    x.data()[i] = double((i * 7 + i * i % 11) % 97) / 9.7;
  return x;
}

auto correlation(index_t n) {
  return [n](bench::runner& run) {
    auto const first = data(n);
    tensor<double, 2> x(n, n), out(n, n);
    tensor<double, 1> m(n), s(n);
    run(
        out.data(), out.size(),
        [&] {
          x = first;
          m = mean(x, axis<0>);
          s = stddev(x, axis<0>);
          s = where(s <= 0.1, 1.0, s);
          x = (x - m) / (std::sqrt(double(n)) * s);
          out = matmul(transpose(x), x);
          diagonal(out) = 1.0;
        },
        [&] {
          x = first;
          twin_correlation(n, out.data(), x.data(), m.data(), s.data());
        });
  };
}

auto covariance(index_t n) {
  return [n](bench::runner& run) {
    auto const first = data(n);
    tensor<double, 2> x(n, n), out(n, n);
    tensor<double, 1> m(n);
    run(
        out.data(), out.size(),
        [&] {
          x = first - mean(first, axis<0>);
          out = matmul(transpose(x), x) / (double(n) - 1);
        },
        [&] {
          x = first;
          twin_covariance(n, out.data(), x.data(), m.data());
        });
  };
}

auto floyd_warshall(index_t n) {
  return [n](bench::runner& run) {
    tensor<double, 2> const first = data(n);
    auto path = first;
    bench::run_from(
        run, first, path,
        [&] {
          for (index_t k = 0; k < n; ++k)
            path = minimum(path, path(all, range(k, k + 1)) + path(k, all));
        },
        [&] { twin_floyd_warshall(n, path.data()); });
  };
}

auto nussinov(index_t n) {
  return [n](bench::runner& run) {
    tensor<double, 2> table(n, n);
    tensor<double, 1> bases(n);
    for (index_t i = 0; i < n; ++i)
      bases(i) = double((i + 1) % 4);
    run(
        table.data(), table.size(),
        [&] {
          table = 0.0;
          for (index_t i = n - 1; i >= 0; --i)
            for (index_t j = i + 1; j < n; ++j) {
              double best = std::max(table(i, j), table(i, j - 1));
              if (i + 1 < n) {
                double const pair = i < j - 1 && bases(i) + bases(j) == 3 ? 1 : 0;
                best = std::max({best, table(i + 1, j), table(i + 1, j - 1) + pair});
              }
              if (j > i + 1)
                best = std::max(best, max(table(i, range(i + 1, j)) + table(range(i + 2, j + 1), j)));
              table(i, j) = best;
            }
        },
        [&] {
          table = 0.0;
          twin_nussinov(n, table.data(), bases.data());
        });
  };
}

auto fdtd_2d(index_t n, index_t steps) {
  return [n, steps](bench::runner& run) {
    tensor<double, 3> first(3, n, n);
    for (index_t i = 0; i < first.size(); ++i)
      first.data()[i] = double(i % 83) / 83;
    auto fields = first;
    tensor<double, 1> const source = weft::arange(0.0, double(steps), 1.0);
    bench::run_from(
        run, first, fields,
        [&] {
          auto const ex = fields(0, all, all), ey = fields(1, all, all), hz = fields(2, all, all);
          auto const rest = range(1, end), start = range(0, end - 1);
          for (index_t t = 0; t < steps; ++t) {
            ey(0, all) = source(t);
            ey(rest, all) -= 0.5 * (hz(rest, all) - hz(start, all));
            ex(all, rest) -= 0.5 * (hz(all, rest) - hz(all, start));
            hz(start, start) -= 0.7 * (ex(start, rest) - ex(start, start) + ey(rest, start) - ey(start, start));
          }
        },
        [&] { twin_fdtd_2d(n, steps, fields.data(), source.data()); });
  };
}

/// Takes steps of which each computes `other` of u, and then u of `other`.
template <class X, class F>
void alternate(index_t steps, X& u, X& other, F const& f) {
  for (index_t t = 0; t < steps; ++t) {
    f(other, u);
    f(u, other);
  }
}

/// Half a step of diffusion in three dimensions.
void diffuse(tensor<double, 3>& to, tensor<double, 3> const& u) {
  auto const in = range(1, end - 1), before = range(0, end - 2), after = range(2, end);
  to(in, in, in) = 0.125 * (u(after, in, in) - 2.0 * u(in, in, in) + u(before, in, in)) +
                   0.125 * (u(in, after, in) - 2.0 * u(in, in, in) + u(in, before, in)) +
                   0.125 * (u(in, in, after) - 2.0 * u(in, in, in) + u(in, in, before)) + u(in, in, in);
}
auto heat_3d(index_t n, index_t steps) {
  return [n, steps](bench::runner& run) {
    tensor<double, 3> first(n, n, n);
    for (index_t i = 0; i < first.size(); ++i)
      first.data()[i] = double(i % 83) / 83;
    auto u = first, other = first;
    bench::run_from(
        run, first, u, [&] { alternate(steps, u, other, diffuse); },
        [&] { twin_heat_3d(n, steps, u.data(), other.data()); });
  };
}

void mean_of_3(tensor<double, 1>& to, tensor<double, 1> const& u) {
  auto const in = range(1, end - 1), before = range(0, end - 2), after = range(2, end);
  to(in) = 0.33333 * (u(before) + u(in) + u(after));
}
auto jacobi_1d(index_t n, index_t steps) {
  return [n, steps](bench::runner& run) {
    tensor<double, 1> const first = data(n)(0, all);
    auto u = first, other = first;
    bench::run_from(
        run, first, u, [&] { alternate(steps, u, other, mean_of_3); },
        [&] { twin_jacobi_1d(n, steps, u.data(), other.data()); });
  };
}

void mean_of_5(tensor<double, 2>& to, tensor<double, 2> const& u) {
  auto const in = range(1, end - 1), before = range(0, end - 2), after = range(2, end);
  to(in, in) = 0.2 * (u(in, in) + u(in, before) + u(in, after) + u(after, in) + u(before, in));
}
auto jacobi_2d(index_t n, index_t steps) {
  return [n, steps](bench::runner& run) {
    auto const first = data(n);
    auto u = first, other = first;
    bench::run_from(
        run, first, u, [&] { alternate(steps, u, other, mean_of_5); },
        [&] { twin_jacobi_2d(n, steps, u.data(), other.data()); });
  };
}

/// The sums of a row are a statement; its recurrence is a scan.
auto seidel_2d(index_t n, index_t steps) {
  return [n, steps](bench::runner& run) {
    auto const first = data(n);
    auto u = first;
    tensor<double, 1> row(n);
    bench::run_from(
        run, first, u,
        [&] {
          auto const in = range(1, end - 1), before = range(0, end - 2), after = range(2, end);
          for (index_t t = 0; t < steps; ++t)
            for (index_t i = 1; i < n - 1; ++i) {
              row(in) = u(i - 1, before) + u(i - 1, in) + u(i - 1, after) + u(i, in) + u(i, after) + u(i + 1, before) +
                        u(i + 1, in) + u(i + 1, after);
              weft::scan(
                  0, [](double left, double sum) { return (left + sum) / 9; }, weft::into(u(i, range(0, end - 1))),
                  row(in));
            }
        },
        [&] { twin_seidel_2d(n, steps, u.data()); });
  };
}

} // namespace

int main(int argc, char** argv) {
  auto const compare = [](std::string const& name, index_t n, auto const& setup) {
    bench::compare("polybench/" + name + "/" + std::to_string(n), bench::bar{1}, setup);
  };
  for (index_t n : {90, 250}) { // the sizes SMALL and MEDIUM of the suite, about
    compare("correlation", n, correlation(n));
    compare("covariance", n, covariance(n));
    compare("floyd-warshall", n, floyd_warshall(n));
    compare("nussinov", n, nussinov(n));
    compare("fdtd-2d", n, fdtd_2d(n, 10));
    compare("jacobi-1d", n, jacobi_1d(n, 10));
    compare("jacobi-2d", n, jacobi_2d(n, 10));
    compare("seidel-2d", n, seidel_2d(n, 10));
  }
  for (index_t n : {20, 40})
    compare("heat-3d", n, heat_3d(n, 10));
  return bench::run_all(argc, argv);
}
