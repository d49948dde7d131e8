// The linear algebra of PolyBench 4.2 (Pouchet and Yuki 2016), from its definitions, as a user writes it first: products,
// factors, solutions. Matrices are n x n.
#include "twins/polybench.h"
#include "ratio.hpp"

#include <weft/linalg.hpp>
#include <weft/weft.hpp>

using weft::tensor, weft::index_t, weft::range, weft::end, weft::all, weft::matmul, weft::transpose, weft::dot;

namespace {

double const alpha = 1.5, beta = 1.2;

/// Numbers from 0 to 1.
tensor<double, 2> matrix(index_t n, index_t seed) {
  tensor<double, 2> a(n, n);
  for (index_t i = 0; i < a.size(); ++i)
    a.data()[i] = double((i * (seed + 3) + seed) % 97) / 97;
  return a;
}
tensor<double, 1> vector(index_t n, index_t seed) {
  return matrix(n, seed)(0, all);
}
/// Symmetric, with a diagonal that is larger than the sum of a row.
tensor<double, 2> dominant(index_t n) {
  tensor<double, 2> const a = matrix(n, 1);
  return a + transpose(a) + 2.0 * double(n) * weft::eye<double>(n);
}

auto gemm(index_t n) {
  return [n](bench::runner& run) {
    auto const a = matrix(n, 1), b = matrix(n, 2), first = matrix(n, 3);
    auto c = first;
    bench::run_from(
        run, first, c, [&] { c = alpha * matmul(a, b) + beta * c; },
        [&] { twin_gemm(n, alpha, beta, c.data(), a.data(), b.data()); });
  };
}

auto two_products(index_t n) {
  return [n](bench::runner& run) {
    auto const a = matrix(n, 1), b = matrix(n, 2), c = matrix(n, 3), first = matrix(n, 4);
    tensor<double, 2> d(n, n), t(n, n);
    bench::run_from(
        run, first, d, [&] { d = alpha * matmul(matmul(a, b), c) + beta * d; },
        [&] { twin_2mm(n, alpha, beta, d.data(), t.data(), a.data(), b.data(), c.data()); });
  };
}

auto three_products(index_t n) {
  return [n](bench::runner& run) {
    auto const a = matrix(n, 1), b = matrix(n, 2), c = matrix(n, 3), d = matrix(n, 4);
    tensor<double, 2> g(n, n), e(n, n), f(n, n);
    run(
        g.data(), g.size(), [&] { g = matmul(matmul(a, b), matmul(c, d)); },
        [&] { twin_3mm(n, g.data(), e.data(), f.data(), a.data(), b.data(), c.data(), d.data()); });
  };
}

auto gemver(index_t n) {
  return [n](bench::runner& run) {
    auto const first = matrix(n, 1);
    auto const u1 = vector(n, 2), v1 = vector(n, 3), u2 = vector(n, 4), v2 = vector(n, 5), y = vector(n, 6),
               z = vector(n, 7), start = vector(n, 8);
    tensor<double, 2> a(n, n);
    tensor<double, 1> x(n), w(n);
    run(
        w.data(), n,
        [&] {
          a = first, x = start;
          a += weft::outer(u1, v1) + weft::outer(u2, v2);
          x += beta * matmul(transpose(a), y) + z;
          w = alpha * matmul(a, x);
        },
        [&] {
          a = first, x = start;
          twin_gemver(n, alpha, beta, a.data(), x.data(), w.data(), u1.data(), v1.data(), u2.data(), v2.data(),
                      y.data(), z.data());
        });
  };
}

auto gesummv(index_t n) {
  return [n](bench::runner& run) {
    auto const a = matrix(n, 1), b = matrix(n, 2);
    auto const x = vector(n, 3);
    tensor<double, 1> y(n);
    run(
        y.data(), n, [&] { y = alpha * matmul(a, x) + beta * matmul(b, x); },
        [&] { twin_gesummv(n, alpha, beta, y.data(), a.data(), b.data(), x.data()); });
  };
}

auto symm(index_t n) {
  return [n](bench::runner& run) {
    auto const a = matrix(n, 1), b = matrix(n, 2), first = matrix(n, 3);
    auto c = first;
    bench::run_from(
        run, first, c, [&] { c = alpha * matmul(weft::symmetric(a), b) + beta * c; },
        [&] { twin_symm(n, alpha, beta, c.data(), a.data(), b.data()); });
  };
}

/// weft writes all of a product whose lower triangle is asked for, and keeps that.
auto syrk(index_t n) {
  return [n](bench::runner& run) {
    auto const a = matrix(n, 1), first = matrix(n, 3);
    auto c = first;
    bench::run_from(
        run, first, c, [&] { c = weft::tril(alpha * matmul(a, transpose(a)) + beta * c) + weft::triu(c, 1); },
        [&] { twin_syrk(n, alpha, beta, c.data(), a.data()); });
  };
}
auto syr2k(index_t n) {
  return [n](bench::runner& run) {
    auto const a = matrix(n, 1), b = matrix(n, 2), first = matrix(n, 3);
    auto c = first;
    bench::run_from(
        run, first, c,
        [&] {
          c = weft::tril(alpha * matmul(a, transpose(b)) + alpha * matmul(b, transpose(a)) + beta * c) +
              weft::triu(c, 1);
        },
        [&] { twin_syr2k(n, alpha, beta, c.data(), a.data(), b.data()); });
  };
}

auto trmm(index_t n) {
  return [n](bench::runner& run) {
    auto const a = matrix(n, 1), first = matrix(n, 2);
    auto b = first;
    run(
        b.data(), b.size(), [&] { b = alpha * matmul(transpose(weft::unit_lower(a)), first); },
        [&] {
          b = first;
          twin_trmm(n, alpha, b.data(), a.data());
        });
  };
}

auto atax(index_t n) {
  return [n](bench::runner& run) {
    auto const a = matrix(n, 1);
    auto const x = vector(n, 2);
    tensor<double, 1> y(n), t(n);
    run(
        y.data(), n, [&] { y = matmul(transpose(a), matmul(a, x)); },
        [&] { twin_atax(n, y.data(), t.data(), a.data(), x.data()); });
  };
}

auto bicg(index_t n) {
  return [n](bench::runner& run) {
    auto const a = matrix(n, 1);
    auto const p = vector(n, 2), r = vector(n, 3);
    tensor<double, 2> qs(2, n);
    run(
        qs.data(), qs.size(),
        [&] {
          qs(0, all) = matmul(a, p);
          qs(1, all) = matmul(transpose(a), r);
        },
        [&] { twin_bicg(n, qs.data(), a.data(), p.data(), r.data()); });
  };
}

auto mvt(index_t n) {
  return [n](bench::runner& run) {
    auto const a = matrix(n, 1);
    auto const y1 = vector(n, 2), y2 = vector(n, 3);
    tensor<double, 2> x(2, n);
    run(
        x.data(), x.size(),
        [&] {
          x = 0;
          x(0, all) += matmul(a, y1);
          x(1, all) += matmul(transpose(a), y2);
        },
        [&] {
          x = 0;
          twin_mvt(n, x.data(), a.data(), y1.data(), y2.data());
        });
  };
}

auto doitgen(index_t n) {
  return [n](bench::runner& run) {
    tensor<double, 3> first(n, n, n);
    for (index_t i = 0; i < first.size(); ++i)
      first.data()[i] = double(i % 89) / 89;
    auto const c = matrix(n, 2);
    auto a = first;
    tensor<double, 1> row(n);
    bench::run_from(run, first, a, [&] { a = matmul(a, c); }, [&] { twin_doitgen(n, a.data(), row.data(), c.data()); });
  };
}

auto cholesky(index_t n) {
  return [n](bench::runner& run) {
    auto const first = dominant(n);
    auto a = first;
    bench::run_from(
        run, first, a,
        [&] {
          for (index_t i = 0; i < n; ++i) {
            for (index_t j = 0; j < i; ++j)
              a(i, j) = (a(i, j) - dot(a(i, range(0, j)), a(j, range(0, j)))) / a(j, j);
            a(i, i) = std::sqrt(a(i, i) - dot(a(i, range(0, i)), a(i, range(0, i))));
          }
        },
        [&] { twin_cholesky(n, a.data()); });
  };
}

void factor(tensor<double, 2>& a) {
  for (index_t i = 0; i < a.extent(0); ++i) {
    for (index_t j = 0; j < i; ++j)
      a(i, j) = (a(i, j) - dot(a(i, range(0, j)), a(range(0, j), j))) / a(j, j);
    a(i, range(i, end)) -= matmul(a(i, range(0, i)), a(range(0, i), range(i, end)));
  }
}
auto lu(index_t n) {
  return [n](bench::runner& run) {
    auto const first = dominant(n);
    auto a = first;
    bench::run_from(run, first, a, [&] { factor(a); }, [&] { twin_lu(n, a.data()); });
  };
}
auto ludcmp(index_t n) {
  return [n](bench::runner& run) {
    auto const first = dominant(n);
    auto const b = vector(n, 2);
    auto a = first;
    tensor<double, 1> x(n), y(n);
    run(
        x.data(), n,
        [&] {
          a = first;
          factor(a);
          for (index_t i = 0; i < n; ++i)
            y(i) = b(i) - dot(a(i, range(0, i)), y(range(0, i)));
          for (index_t i = n - 1; i >= 0; --i)
            x(i) = (y(i) - dot(a(i, range(i + 1, end)), x(range(i + 1, end)))) / a(i, i);
        },
        [&] {
          a = first;
          twin_ludcmp(n, x.data(), a.data(), y.data(), b.data());
        });
  };
}

auto trisolv(index_t n) {
  return [n](bench::runner& run) {
    auto const l = dominant(n);
    auto const b = vector(n, 2);
    tensor<double, 1> x(n);
    run(
        x.data(), n,
        [&] {
          for (index_t i = 0; i < n; ++i)
            x(i) = (b(i) - dot(l(i, range(0, i)), x(range(0, i)))) / l(i, i);
        },
        [&] { twin_trisolv(n, x.data(), l.data(), b.data()); });
  };
}

auto durbin(index_t n) {
  return [n](bench::runner& run) {
    tensor<double, 1> r = 0.01 * vector(n, 2), y(n), z(n);
    run(
        y.data(), n,
        [&] {
          double a = -r(0), b = 1;
          y(0) = a;
          for (index_t k = 1; k < n; ++k) {
            b *= 1 - a * a;
            a = -(r(k) + dot(weft::reverse(r(range(0, k)), 0), y(range(0, k)))) / b;
            y(range(0, k)) += a * weft::reverse(y(range(0, k)), 0);
            y(k) = a;
          }
        },
        [&] { twin_durbin(n, y.data(), z.data(), r.data()); });
  };
}

auto gramschmidt(index_t n) {
  return [n](bench::runner& run) {
    auto const first = dominant(n);
    auto a = first;
    tensor<double, 2> q(n, n), r(n, n);
    run(
        q.data(), q.size(),
        [&] {
          a = first;
          for (index_t k = 0; k < n; ++k) {
            auto const rest = range(k + 1, end);
            r(k, k) = norm(a(all, k));
            q(all, k) = a(all, k) / r(k, k);
            r(k, rest) = matmul(q(all, k), a(all, rest));
            a(all, rest) -= weft::outer(q(all, k), r(k, rest));
          }
        },
        [&] {
          a = first;
          twin_gramschmidt(n, q.data(), a.data(), r.data());
        });
  };
}

} // namespace

int main(int argc, char** argv) {
  auto const compare = [](std::string const& name, index_t n, auto const& kernel) {
    bench::compare("polybench/" + name + "/" + std::to_string(n), bench::bar{1}, kernel(n));
  };
  for (index_t n : {60, 200}) { // the sizes SMALL and MEDIUM of the suite, about
    compare("gemm", n, gemm);
    compare("2mm", n, two_products);
    compare("3mm", n, three_products);
    compare("symm", n, symm);
    compare("syrk", n, syrk);
    compare("syr2k", n, syr2k);
    compare("trmm", n, trmm);
    compare("gramschmidt", n, gramschmidt);
    compare("doitgen", n / 4, doitgen);
  }
  for (index_t n : {120, 400}) {
    compare("gemver", n, gemver);
    compare("gesummv", n, gesummv);
    compare("atax", n, atax);
    compare("bicg", n, bicg);
    compare("mvt", n, mvt);
    compare("cholesky", n, cholesky);
    compare("lu", n, lu);
    compare("ludcmp", n, ludcmp);
    compare("trisolv", n, trisolv);
    compare("durbin", n, durbin);
  }
  return bench::run_all(argc, argv);
}
