// What does einsum cost beside the copies and the calls of BLAS that one would write by hand, on one thread?
#include "ratio.hpp"

#include <weft/weft.hpp>

#include <cblas.h>

#include <vector>

using weft::einsum, weft::tensor, weft::index_t;

namespace {

template <int Rank, class... N>
tensor<double, Rank> filled(index_t period, N... extents) {
  tensor<double, Rank> a(extents...);
  index_t n = 0;
  for (double& x : a)
    x = double(n++ % period) / double(period);
  return a;
}

std::string sized(char const* text, index_t n) {
  return std::string("contractions/") + text + "/" + std::to_string(n);
}

void product(int m, int n, int k, double const* a, double const* b, double* c) {
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1, a, k, b, n, 0, c, n);
}

/// to(x, y, z) = from(x, z, y)
void exchange_last(index_t n, double const* from, double* to) {
  for (index_t x = 0; x < n; ++x)
    for (index_t y = 0; y < n; ++y)
      for (index_t z = 0; z < n; ++z)
        to[(x * n + y) * n + z] = from[(x * n + z) * n + y];
}
/// to(x, y, z) = from(y, x, z)
void exchange_first(index_t n, double const* from, double* to) {
  for (index_t x = 0; x < n; ++x)
    for (index_t y = 0; y < n; ++y)
      for (index_t z = 0; z < n; ++z)
        to[(x * n + y) * n + z] = from[(y * n + x) * n + z];
}

/// The axes that are summed over lie in the opposite order: one operand is copied.
void compare_exchanged(index_t n) {
  bench::compare(sized("ijk,kjl->il", n), {1.1, 1000}, [n](bench::runner& run) {
    const auto a = filled<3>(97, n, n, n), b = filled<3>(89, n, n, n);
    tensor<double, 2> c(n, n);
    std::vector<double> copy(static_cast<std::size_t>(n * n * n));
    run(
        c.data(), n * n, [&] { c = einsum<"ijk,kjl->il">(a, b); },
        [&] {
          exchange_last(n, a.data(), copy.data());
          product(int(n), int(n), int(n * n), copy.data(), b.data(), c.data());
        });
  });
}
/// So do rows: einsum has a product for each i in place of a copy.
void compare_rows_apart(index_t n) {
  bench::compare(sized("jik,klm->ijlm", n), {1.1, 1000}, [n](bench::runner& run) {
    const auto a = filled<3>(97, n, n, n), b = filled<3>(89, n, n, n);
    tensor<double, 4> c(n, n, n, n);
    std::vector<double> copy(static_cast<std::size_t>(n * n * n));
    run(
        c.data(), n * n * n * n, [&] { c = einsum<"jik,klm->ijlm">(a, b); },
        [&] {
          exchange_first(n, a.data(), copy.data());
          product(int(n * n), int(n * n), int(n), copy.data(), b.data(), c.data());
        });
  });
}
void compare_stack(index_t n) {
  bench::compare(sized("bij,bjk->bik, 32 of them", n), {1.1, 1000}, [n](bench::runner& run) {
    const auto a = filled<3>(97, 32, n, n), b = filled<3>(89, 32, n, n);
    tensor<double, 3> c(32, n, n);
    run(
        c.data(), 32 * n * n, [&] { c = einsum<"bij,bjk->bik">(a, b); },
        [&] {
          for (index_t k = 0; k < 32; ++k)
            product(int(n), int(n), int(n), a.data() + k * n * n, b.data() + k * n * n, c.data() + k * n * n);
        });
  });
}
/// From the right, as the extents ask for it.
void compare_chain(index_t n) {
  bench::compare(sized("ij,jk,kl->il, l is 8", n), {1.1, 1000}, [n](bench::runner& run) {
    const auto a = filled<2>(97, n, n), b = filled<2>(89, n, n), d = filled<2>(83, n, 8);
    tensor<double, 2> c(n, index_t(8));
    std::vector<double> middle(static_cast<std::size_t>(8 * n));
    run(
        c.data(), 8 * n, [&] { c = einsum<"ij,jk,kl->il">(a, b, d); },
        [&] {
          product(int(n), 8, int(n), b.data(), d.data(), middle.data());
          product(int(n), 8, int(n), a.data(), middle.data(), c.data());
        });
  });
}

} // namespace

int main(int argc, char** argv) {
#ifdef OPENBLAS_VERSION
  openblas_set_num_threads(1);
#endif
  for (index_t n : {16, 32, 64}) {
    compare_exchanged(n);
    compare_stack(n);
  }
  for (index_t n : {16, 32})
    compare_rows_apart(n);
  for (index_t n : {64, 256})
    compare_chain(n);
  return bench::run_all(argc, argv);
}
