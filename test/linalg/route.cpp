#include "gemm_oracle.hpp"

#include <weft/eval/deterministic.hpp>
#include <weft/eval/threads.hpp>
#include <weft/linalg/build_info.hpp>

#include <complex>
#include <string>

using namespace linalg_test;

// The route of a product is a function of shapes, types and settings: no memory is read, so none is needed here.

namespace {

using way = product_way;

matrix_shape every_second(index_t rows, index_t cols) {
  return {rows, cols, 2 * cols, 2};
}
matrix_shape backwards(index_t rows, index_t cols) {
  return {rows, cols, -cols, 1};
}

/// Of weft's own kernels, whoever computes products in this run: for alpha == 0 BLAS would read no factor.
template <class T>
product_route own_route(matrix_shape const& a, matrix_shape const& b, matrix_shape const& c, bool gram = false,
                        old_value old = old_value::ignored) {
  return plan_gemm(a, b, c, info_of<T, T, T, T>(), {.alpha_is_zero = true, .old = old, .gram = gram}).route;
}

} // namespace

TEST_CASE("route: what is done depends on shapes and strides alone") {
  using z = std::complex<double>;
  struct row {
    matrix_shape a, b, c;
    way is;
  };
  row const table[] = {
      {rows_of(0, 5), rows_of(5, 4), rows_of(0, 4), way::nothing},
      {rows_of(3, 0), rows_of(0, 4), rows_of(3, 4), way::scale},
      {rows_of(1, 5), rows_of(5, 1), rows_of(1, 1), way::dot},
      {rows_of(1, 1), {1, 1, 7, 9}, rows_of(1, 1), way::dot}, // strides that nobody reads
      {every_second(1, 64), rows_of(64, 1), rows_of(1, 1), way::dot},
      {rows_of(1, 5), {5, 1, -1, 1}, rows_of(1, 1), way::dot},
      {every_second(1, 16384), rows_of(16384, 1), rows_of(1, 1), way::dot},
      {every_second(1, 16385), rows_of(16385, 1), rows_of(1, 1), way::vector},
      {rows_of(1, 16385), {16385, 1, -1, 1}, rows_of(1, 1), way::vector},
      {rows_of(3, 4), rows_of(4, 1), rows_of(3, 1), way::vector},
      {rows_of(1, 3), every_second(3, 4), every_second(1, 4), way::vector},
      {rows_of(4, 4), rows_of(4, 4), rows_of(4, 4), way::direct},
      {every_second(4, 4), rows_of(4, 4), backwards(4, 4), way::direct},
      {rows_of(4, 32), columns_of(32, 32), rows_of(4, 32), way::direct}, // 8 KiB of B are copied
      {rows_of(4, 33), columns_of(33, 33), rows_of(4, 33), way::packed},
      {columns_of(32, 4), rows_of(4, 9), columns_of(32, 9), way::direct},
      {rows_of(4, 4), rows_of(4, 4), every_second(4, 4), way::packed},
      {rows_of(4, 384), rows_of(384, 4), rows_of(4, 4), way::direct},
      {rows_of(4, 385), rows_of(385, 4), rows_of(4, 4), way::packed},
      {rows_of(200, 200), rows_of(200, 200), rows_of(200, 200), way::packed},
  };
  for (row const& r : table) {
    CAPTURE(&r - table);
    CHECK(own_route<double>(r.a, r.b, r.c).way == r.is);
    CHECK(own_route<double>(r.a, r.b, r.c).threads == 1);
  }
  CHECK(own_route<float>(rows_of(4, 3), rows_of(3, 3), rows_of(4, 3)).way == way::packed); // 12 bytes fill no vector
  CHECK(own_route<double>(rows_of(4, 3), rows_of(3, 3), rows_of(4, 3)).way == way::direct);
  CHECK(own_route<z>(rows_of(3, 4), rows_of(4, 1), rows_of(3, 1)).way == way::packed);
  CHECK(own_route<int>(rows_of(3, 4), rows_of(4, 5), rows_of(3, 5)).way == way::blocked);
  CHECK(!own_route<double>(rows_of(4, 4), rows_of(4, 4), rows_of(4, 4)).swapped);
  CHECK(own_route<double>(rows_of(4, 4), rows_of(4, 4), columns_of(4, 4)).swapped);
}

TEST_CASE("route: half of C, where a matrix meets itself transposed and that pays") {
  auto const of = [](index_t n, index_t k, matrix_shape const& c, old_value old) {
    return own_route<double>(rows_of(n, k), columns_of(k, n), c, true, old).way;
  };
  CHECK(of(64, 50, rows_of(64, 64), old_value::ignored) == way::triangle);
  CHECK(of(64, 50, columns_of(64, 64), old_value::ignored) == way::triangle);
  CHECK(of(64, 50, rows_of(64, 64), old_value::added) == way::packed); // the old C need not be symmetric
  CHECK(of(64, 50, every_second(64, 64), old_value::ignored) == way::packed);
  CHECK(of(64, 31, rows_of(64, 64), old_value::ignored) == way::packed);
  CHECK(of(8, 8, rows_of(8, 8), old_value::ignored) == way::direct);
}

TEST_CASE("route: BLAS or own kernels, by the setting") {
  auto const info = info_of<double, double, double, double>();
  auto const of = [&](index_t m, index_t n, index_t k) {
    return plan_gemm(rows_of(m, k), rows_of(k, n), rows_of(m, n), info).route;
  };
  std::string const products = weft::build_info().products;
  index_t const sizes[][3] = {{2, 2, 2}, {1, 1, 2}, {3, 1, 4}, {500, 500, 500}, {1, 1, 50000}, {400, 1, 400}};
  for (auto const& size : sizes) {
    index_t const m = size[0], n = size[1], k = size[2];
    CAPTURE(k);
    product_route const r = of(m, n, k);
    CHECK(r.own() != (r.way == way::blas));
    if (products == "own kernels")
      CHECK(r.own());
    else if (products == "BLAS")
      CHECK(r.way == way::blas);
    else if (m < 10)
      CHECK((r.own() || k > 10));         // small ones are always weft's
    weft::deterministic_scope const bits; // changes no route
    CHECK(of(m, n, k).way == r.way);
    CHECK(of(m, n, k).threads == r.threads);
  }
  // Where the size decides, and BLAS may take no more threads than weft. Beside kernels that BLAS names, whichever they
  // are, those for AVX-512 compute more than 128 x 128 x 128.
  if (products == "own kernels" || products == "BLAS")
    return;
  if (weft::build_info().blas_threads > 1) {
    weft::thread_scope const two{2}; // weft divides rows, of which there are too few
    CHECK(of(20, 1, 20000).way == way::blas);
  }
  weft::thread_scope const one{1};
  std::string const isa = weft::build_info().isa;
  CHECK((of(400, 1, 400).own() || isa == "baseline"));
  CHECK((of(200, 200, 200).own() || isa != "avx512" || weft::build_info().blas_core.empty()));
  // Rows beyond those of the largest square matrices do not count, columns do.
  CHECK((of(100000, 64, 64).own() || isa != "avx512"));
  auto const by_columns = [&](index_t m, index_t n, index_t k) {
    return plan_gemm(rows_of(m, k), rows_of(k, n), columns_of(m, n), info).route;
  };
  CHECK((by_columns(64, 100000, 64).own() || isa != "avx512"));
  if (of(1000, 1000, 1000).way == way::blas) { // there is a largest side
    CHECK(of(64, 100000, 64).way == way::blas);
    CHECK(of(100000, 600, 600).way == way::blas);
    CHECK(by_columns(100000, 64, 64).way == way::blas);
  }
}

TEST_CASE("route: build_info() names the largest products of own kernels") {
  auto const info = info_of<double, double, double, double>();
  auto const is_own = [&](index_t n) {
    return plan_gemm(rows_of(n, n), rows_of(n, n), rows_of(n, n), info).route.own();
  };
  std::string const text = weft::build_info().products, label = "BLAS above ";
  std::size_t const found = text.find(label);
  if (found == std::string::npos) {
    CHECK((text == "own kernels" || text == "BLAS"));
    return;
  }
  CHECK(text.rfind("own kernels, ", 0) == 0);
  bool const beside_threads = text.find("where it has more threads") < text.find(',', found);
  index_t const side = std::stoll(text.substr(found + label.size()));
  weft::thread_scope const one{1}; // BLAS too
  CHECK(is_own(side));
  CHECK(is_own(side + 1) == beside_threads);
}

TEST_CASE("route: threads, and the products of a stack shared out among them") {
  auto const info = info_of<double, double, double, double>();
  product_facts const own{.alpha_is_zero = true, .old = old_value::ignored};
  auto const stack = [&](index_t n, index_t count) {
    return plan_gemm(rows_of(n, n), rows_of(n, n), rows_of(n, n), info, own, count);
  };
  CHECK(stack(140, 1).route.threads == 1);
  CHECK(stack(140, 1).route.way == way::direct);
  weft::thread_scope const three{3};
  CHECK(stack(140, 1).route.way == way::packed); // a part of C for each
  CHECK(stack(140, 1).route.threads > 1);
  CHECK(stack(140, 1).sharing == 1);
  CHECK(stack(140, 11).sharing == 1); // fewer than four for each thread: each product is divided
  CHECK(stack(140, 11).route.threads > 1);
  CHECK(stack(140, 12).sharing == 3);
  CHECK(stack(140, 12).route.way == way::direct);
  CHECK(stack(140, 12).route.threads == 1);
  CHECK(stack(8, 12).sharing == 1); // too little for threads
  auto const sum = [&](index_t k) { return own_route<double>(rows_of(1, k), rows_of(k, 1), rows_of(1, 1)).threads; };
  CHECK(stack(64, 1).route.threads == 1); // 16 us in the narrowest machine vectors
  auto const with_vector = [&](index_t n) {
    return own_route<double>(rows_of(n, n), rows_of(n, 1), rows_of(n, 1)).threads;
  };
  CHECK(with_vector(350) == 1); // 16 us
  CHECK(with_vector(1000) == 3);
  CHECK(sum(16384) == 1);
  CHECK(sum(10'000'000) == 3);
}
