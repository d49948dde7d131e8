// Small matrices, contractions and iterative methods by weft.
#include "linalg.hpp"

#include <weft/linalg/iterative.hpp>
#include <weft/weft.hpp>

namespace {

using namespace weft;
using peer::run;
using matrix = tensor<double, 2>;
using cube = tensor<double, 3>;

template <index_t N>
tensor<double, fixed<N, N>> small_matrix() {
  tensor<double, fixed<N, N>> a;
  peer::fill_matrix(0, a.data(), N);
  return a;
}
template <class... N>
auto operand(int k, N... extents) {
  tensor<double, int(sizeof...(N))> a(extents...);
  peer::fill(k, a.data(), a.size());
  return a;
}

void small_det(run& r, long n) {
  peer::with_size(n, [&]<index_t N> {
    const auto a = small_matrix<N>();
    double det = 0;
    r(1, [&] { det = linalg::det(a); }, det);
  });
}
void small_inverse(run& r, long n) {
  peer::with_size(n, [&]<index_t N> {
    const auto a = small_matrix<N>();
    tensor<double, fixed<N, N>> x;
    r(N * N, [&] { x = linalg::inv(a); }, x);
  });
}
void small_solve(run& r, long n) {
  peer::with_size(n, [&]<index_t N> {
    const auto a = small_matrix<N>();
    tensor<double, fixed<N>> b, x;
    peer::fill(1, b.data(), N);
    r(N, [&] { x = linalg::solve(a, b); }, x);
  });
}
void small_eigen(run& r, long n) {
  peer::with_size(n, [&]<index_t N> {
    const auto a = small_matrix<N>();
    tensor<double, fixed<N>> values;
    tensor<double, fixed<N, N>> vectors;
    r(
        N,
        [&] {
          auto e = linalg::eigh(a);
          values = e.values;
          vectors = e.vectors;
          peer::need(vectors.data());
        },
        values);
  });
}

cube matrices(long n) {
  cube a(peer::many, n, n);
  const auto all = peer::matrices(n);
  std::copy(all.begin(), all.end(), a.data());
  return a;
}
void many_det(run& r, long n) {
  const cube a = matrices(n);
  tensor<double, 1> det(peer::many);
  r(peer::many, [&] { det = linalg::det(a); }, det);
}
void many_inverse(run& r, long n) {
  const cube a = matrices(n);
  cube x(peer::many, n, n);
  r(x.size(), [&] { x = linalg::inv(a); }, x);
}
void many_solve(run& r, long n) {
  const cube a = matrices(n);
  const cube b = operand(1, peer::many, n, 1L);
  cube x(peer::many, n, 1);
  r(x.size(), [&] { x = linalg::solve(a, b); }, x);
}
void many_eigen(run& r, long n) {
  const cube a = matrices(n);
  matrix values;
  r(
      peer::many * n,
      [&] {
        auto e = linalg::eigh(a);
        values = std::move(e.values);
        peer::need(e.vectors.data());
      },
      values);
}

void einsum_exchanged(run& r, long n) {
  const cube a = operand(0, n, n, n), b = operand(1, n, n, n);
  matrix c(n, n);
  r(n * n, [&] { c = einsum<"ijk,kjl->il">(a, b); }, c);
}
void einsum_stack(run& r, long n) {
  const cube a = operand(0, peer::stacked, n, n), b = operand(1, peer::stacked, n, n);
  cube c(peer::stacked, n, n);
  r(c.size(), [&] { c = einsum<"bij,bjk->bik">(a, b); }, c);
}
void einsum_chain(run& r, long n) {
  const matrix a = operand(0, n, n), b = operand(1, n, n), c = operand(2, n, 8L);
  matrix d(n, 8);
  r(d.size(), [&] { d = einsum<"ij,jk,kl->il">(a, b, c); }, d);
}
void relu_product(run& r, long n) {
  const matrix a = operand(0, n, n), b = operand(1, n, n);
  const tensor<double, 1> bias = operand(2, n);
  matrix c(n, n);
  r(n * n, [&] { c = maximum(matmul(a, b) - double(n) + bias, 0.0); }, c);
}

void cg_method(run& r, long n) {
  matrix b = operand(0, n, n);
  b(0, all) = b(end - 1, all) = 0.0;
  b(all, 0) = b(all, end - 1) = 0.0;
  constexpr auto in = range(1, end - 1), lo = range(0, end - 2), hi = range(2, end);
  const auto poisson = [&](auto const& p, auto& q) {
    q(0, all) = q(end - 1, all) = 0.0;
    q(all, 0) = q(all, end - 1) = 0.0;
    q(in, in) = 4.0 * p(in, in) - p(lo, in) - p(hi, in) - p(in, lo) - p(in, hi);
  };
  matrix u;
  r(n * n, [&] { u = linalg::cg(poisson, b, {.iterations = peer::cg_steps, .tolerance = 1e-30}).x; }, u);
}

} // namespace

void add_linalg(peer::book& book) {
  book.add("small_det", small_det);
  book.add("small_inverse", small_inverse);
  book.add("small_solve", small_solve);
  book.add("small_eigen", small_eigen);
  book.add("many_det", many_det);
  book.add("many_inverse", many_inverse);
  book.add("many_solve", many_solve);
  book.add("many_eigen", many_eigen);
  book.add("einsum_exchanged", einsum_exchanged);
  book.add("einsum_stack", einsum_stack);
  book.add("einsum_chain", einsum_chain);
  book.add("relu_product", relu_product);
  book.add("cg_method", cg_method);
}
