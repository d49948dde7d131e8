// What do the other products cost beside the direct calls of BLAS that one would write by hand, on one thread?
#include "ratio.hpp"

#include <weft/weft.hpp>

#include <cblas.h>

#include <algorithm>

using weft::tensor, weft::index_t, weft::all, weft::range;

namespace {

tensor<double, 2> filled(index_t rows, index_t columns, index_t period) {
  tensor<double, 2> a(rows, columns);
  for (index_t i = 0; i < rows * columns; ++i)
    a.data()[i] = double(i % period) / double(period);
  return a;
}

tensor<double, 1> filled(index_t size, index_t period) {
  tensor<double, 1> x(size);
  for (index_t i = 0; i < size; ++i)
    x(i) = double(i % period) / double(period);
  return x;
}

std::string sized(char const* name, index_t n) { return std::string("products/") + name + "/" + std::to_string(n); }

void compare_vectors(index_t n) {
  bench::compare(sized("y = matmul(a, x)", n), {1.03}, [n](bench::runner& run) {
    tensor<double, 2> const a = filled(n, n, 97);
    tensor<double, 1> x(weft::shape(n), 0.5), y(n);
    run(y.data(), n, [&] { y = weft::matmul(a, x); }, [&] {
      const int m = int(n);
      cblas_dgemv(CblasRowMajor, CblasNoTrans, m, m, 1, a.data(), m, x.data(), 1, 0, y.data(), 1);
    });
  });
  bench::compare(sized("dot(x, y), n^2 elements", n), {1.03}, [n](bench::runner& run) {
    tensor<double, 1> const x = filled(n * n, 97), y = filled(n * n, 89);
    double sum = 0;
    run(&sum, 1, [&] { sum = weft::dot(x, y); }, [&] { sum = cblas_ddot(int(n * n), x.data(), 1, y.data(), 1); });
  });
}

/// One triangle and its mirror image, as one would write it.
void direct_gram(index_t n, double const* a, double* c) {
  const int m = int(n);
  cblas_dsyrk(CblasRowMajor, CblasLower, CblasNoTrans, m, m, 1, a, m, 0, c, m);
  constexpr index_t tile = 16;
  for (index_t i0 = 0; i0 < n; i0 += tile)
    for (index_t j0 = 0; j0 <= i0; j0 += tile)
      for (index_t i = i0; i < std::min(n, i0 + tile); ++i)
        for (index_t j = j0; j < std::min(i, j0 + tile); ++j)
          c[j * n + i] = c[i * n + j];
}

void compare_gram(index_t n) {
  bench::compare(sized("c = matmul(a, a^T)", n), {1.03}, [n](bench::runner& run) {
    tensor<double, 2> const a = filled(n, n, 97);
    tensor<double, 2> c(n, n);
    run(c.data(), n * n, [&] { c = weft::matmul(a, weft::transpose(a)); }, [&] { direct_gram(n, a.data(), c.data()); });
  });
}

/// Every second column of a: BLAS cannot take it, so both sides copy it first.
void compare_packed(index_t n) {
  bench::compare(sized("c = matmul(every second column, b)", n), {1.1}, [n](bench::runner& run) {
    tensor<double, 2> const a = filled(n, 2 * n, 97), b = filled(n, n, 89);
    tensor<double, 2> c(n, n);
    const auto every_second = a(all, range(0, 2 * n, 2));
    std::vector<double> packed(static_cast<std::size_t>(n * n));
    run(c.data(), n * n, [&] { c = weft::matmul(every_second, b); }, [&] {
      const int m = int(n);
      for (index_t i = 0; i < n; ++i)
        for (index_t j = 0; j < n; ++j)
          packed[std::size_t(i * n + j)] = a.data()[i * 2 * n + 2 * j];
      cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, m, m, 1, packed.data(), m, b.data(), m, 0, c.data(), m);
    });
  });
}

void compare_batch(index_t count, index_t n) {
  bench::compare(sized("1000 products of a batch", n), {1.1}, [count, n](bench::runner& run) {
    tensor<double, 2> const all_a = filled(count * n, n, 97), all_b = filled(count * n, n, 89);
    auto const a = weft::reshape(all_a, weft::shape(count, n, n)), b = weft::reshape(all_b, weft::shape(count, n, n));
    tensor<double, 3> c(count, n, n);
    run(c.data(), count * n * n, [&] { c = weft::matmul(a, b); }, [&] {
      const int m = int(n);
      for (index_t k = 0; k < count; ++k)
        cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, m, m, 1, a.data() + k * n * n, m,
                    b.data() + k * n * n, m, 0, c.data() + k * n * n, m);
    });
  });
}

/// Updates that BLAS has routines for and weft has loops.
void compare_updates(index_t n) {
  bench::compare(sized("y += 0.5 x as axpy, n^2 elements", n), {1.03}, [n](bench::runner& run) {
    tensor<double, 1> const x = filled(n * n, 97);
    tensor<double, 1> y(n * n);
    run(y.data(), n * n, [&] { y += 0.5 * x; }, [&] { cblas_daxpy(int(n * n), 0.5, x.data(), 1, y.data(), 1); });
  });
  bench::compare(sized("c += outer(x, y) as ger", n), {1.03}, [n](bench::runner& run) {
    tensor<double, 1> const x(weft::shape(n), 0.5), y(weft::shape(n), 0.25);
    tensor<double, 2> c(n, n);
    run(c.data(), n * n, [&] { c += weft::outer(x, y); }, [&] {
      const int m = int(n);
      cblas_dger(CblasRowMajor, m, m, 1, x.data(), 1, y.data(), 1, c.data(), m);
    });
  });
}

} // namespace

int main(int argc, char** argv) {
#ifdef OPENBLAS_VERSION
  openblas_set_num_threads(1);
#endif
  for (index_t n : {64, 256, 1024, 2048}) {
    compare_vectors(n);
    compare_gram(n);
  }
  for (index_t n : {64, 256, 1024}) {
    compare_packed(n);
    compare_updates(n);
  }
  for (index_t n : {8, 32, 64})
    compare_batch(1000, n);
  return bench::run_all(argc, argv);
}
