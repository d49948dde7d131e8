#include <weft/mpi/block_cyclic_linalg.hpp>

#include "mpi/ranks.hpp"

#include <weft/core.hpp>

#include <cmath>
#include <complex>
#include <initializer_list>
#include <limits>
#include <string>
#include <tuple>

#include <doctest/doctest.h>

using namespace weft;

namespace {

#define ELEMENT_TYPES float, double, std::complex<float>, std::complex<double>

/// An element of a wider type, for the oracle.
using wide = std::complex<long double>;
template <class T>
wide widened(T const& x) {
  return {static_cast<long double>(std::real(x)), static_cast<long double>(std::imag(x))};
}
template <class T>
using matrix = tensor<T, 2, column_major>;

/// A matrix that is the same on all ranks, with elements of both signs, and imaginary parts if they are complex.
template <class T>
matrix<T> numbers(index_t m, index_t n, unsigned seed) {
  same_numbers next(seed);
  matrix<T> out(m, n);
  for (index_t i = 0; i < m; ++i)
    for (index_t j = 0; j < n; ++j) {
      auto const re = static_cast<detail::real_t<T>>(next(-8, 8)), im = static_cast<detail::real_t<T>>(next(-8, 8));
      if constexpr (is_complex<T>)
        out(i, j) = T(re, im) / detail::real_t<T>(4);
      else
        out(i, j) = re / 4 + im / 64;
    }
  return out;
}
/// A Hermitian matrix with positive values.
template <class T>
matrix<T> definite(index_t n, unsigned seed) {
  auto a = numbers<T>(n, n, seed);
  for (index_t i = 0; i < n; ++i) {
    for (index_t j = 0; j < i; ++j)
      if constexpr (is_complex<T>)
        a(j, i) = std::conj(a(i, j));
      else
        a(j, i) = a(i, j);
    a(i, i) = T(static_cast<detail::real_t<T>>(8 * n + i));
  }
  return a;
}
/// Element (i, j) of op(a) op(b), op as in BLAS: 'N', 'T', 'C'.
template <class A>
wide element(A const& a, char op, index_t i, index_t j) {
  wide const x = op == 'N' ? widened(a(i, j)) : widened(a(j, i));
  return op == 'C' ? std::conj(x) : x;
}
/// Checks c = op(a) op(b) up to `bound`, element by element. NaN fails.
template <class A, class B, class C>
void check_product(A const& a, char op_a, B const& b, char op_b, C const& c, long double bound) {
  index_t const depth = op_a == 'N' ? a.extent(1) : a.extent(0);
  for (index_t i = 0; i < c.extent(0); ++i)
    for (index_t j = 0; j < c.extent(1); ++j) {
      wide sum = 0;
      for (index_t k = 0; k < depth; ++k)
        sum += element(a, op_a, i, k) * element(b, op_b, k, j);
      CHECK(std::abs(sum - widened(c(i, j))) <= bound);
    }
}
/// A bound for rounding errors of n steps with numbers up to `size`.
template <class T>
long double bound(index_t n, long double size) {
  return 16 * static_cast<long double>(n) * size * std::numeric_limits<detail::real_t<T>>::epsilon();
}
template <class T>
mpi::block_cyclic<T> dealt(matrix<T> const& a, index_t block) {
  return mpi::block_cyclic<T>::from_global(ranks(), a, block);
}
/// The matrix on rank 0, and one without elements elsewhere, as to_global.
template <class T>
matrix<T> on_root(matrix<T> const& a) {
  return ranks().rank() == 0 ? a : matrix<T>(0, 0);
}
/// Extents: fewer than a block, several rounds of blocks, and a last block that is not full.
constexpr index_t extents_tried[] = {1, 7, 24, 37};

} // namespace

TEST_CASE_TEMPLATE("products are those of the whole matrices, transposed or not", T, ELEMENT_TYPES) {
  auto const a = numbers<T>(19, 12, 1), b = numbers<T>(12, 15, 2), at = numbers<T>(12, 19, 3),
             bt = numbers<T>(15, 12, 4);
  for (index_t const block : {1, 4, 32}) {
    auto const x = dealt(a, block), y = dealt(b, block), xt = dealt(at, block), yt = dealt(bt, block);
    check_product(a, 'N', b, 'N', mpi::to_global(matmul(x, y)), bound<T>(12, 16));
    check_product(at, 'T', b, 'N', mpi::to_global(matmul(transpose(xt), y)), bound<T>(12, 16));
    check_product(a, 'N', bt, 'C', mpi::to_global(matmul(x, conj(transpose(yt)))), bound<T>(12, 16));
    check_product(at, 'C', bt, 'T', mpi::to_global(matmul(conj(transpose(dealt(at, block))), transpose(yt))),
                  bound<T>(12, 16));
    CHECK(matmul(x, y).shape() == shape(19, 15));
    CHECK_THROWS_AS(std::ignore = matmul(x, x), shape_error);
    CHECK_THROWS_AS(std::ignore = matmul(x, dealt(b, block + 1)), layout_error);
  }
  auto const empty = mpi::to_global(matmul(dealt(matrix<T>(3, 0), 2), dealt(matrix<T>(0, 2), 2)));
  for (T const& zero : empty)
    CHECK(zero == T(0));
}

TEST_CASE_TEMPLATE("systems are solved by elimination and by Cholesky's method", T, ELEMENT_TYPES) {
  for (index_t const n : extents_tried) {
    auto a = numbers<T>(n, n, 5);
    for (index_t i = 0; i < n; ++i)
      a(i, n - 1 - i) += T(static_cast<detail::real_t<T>>(4 * n)); // needs exchanges of rows
    auto const d = definite<T>(n, 6), b = numbers<T>(n, 3, 7);
    auto const x = linalg::solve(dealt(a, 5), dealt(b, 5));
    check_product(a, 'N', mpi::to_global(x), 'N', on_root(b), bound<T>(n, 8));
    auto half = d;
    for (index_t i = 0; i < n; ++i)
      for (index_t j = i + 1; j < n; ++j)
        half(i, j) = T(std::numeric_limits<detail::real_t<T>>::quiet_NaN()); // never read
    auto const y = linalg::solve(positive_definite(dealt(half, 5)), dealt(b, 5));
    check_product(d, 'N', mpi::to_global(y), 'N', on_root(b), bound<T>(n, 8));
    auto const l = mpi::to_global(linalg::cholesky(dealt(half, 5)));
    check_product(l, 'N', l, 'C', on_root(d), bound<T>(n, 8 * static_cast<long double>(n)));
    for (index_t i = 0; i < l.extent(0); ++i)
      for (index_t j = i + 1; j < n; ++j)
        CHECK(l(i, j) == T(0));
  }
}

TEST_CASE_TEMPLATE("eigenvalues ascend on every rank, and vectors are orthonormal", T, ELEMENT_TYPES) {
  for (index_t const n : extents_tried)
    for (index_t const block : {3, 16}) {
      auto const a = definite<T>(n, 8);
      auto const [values, vectors] = linalg::eigh(dealt(a, block));
      CHECK(values.size() == n);
      matrix<T> scaled = mpi::to_global(vectors);
      long double const limit = bound<T>(n, 12 * static_cast<long double>(n));
      for (index_t k = 0; k < n; ++k) {
        if (k > 0)
          CHECK(values(k - 1) <= values(k));
        CHECK(mpi::allreduce(ranks(), values(k), mpi::max) == values(k));
        for (index_t i = 0; i < scaled.extent(0); ++i)
          scaled(i, k) *= values(k);
      }
      auto const v = mpi::to_global(vectors);
      check_product(scaled, 'N', v, 'C', on_root(a), limit);
      matrix<T> identity(v.extent(1), v.extent(1));
      for (index_t k = 0; k < v.extent(1); ++k)
        identity(k, k) = T(1);
      check_product(v, 'C', v, 'N', identity, bound<T>(n, 1));
    }
}

TEST_CASE_TEMPLATE("singular values descend on every rank, and restore the matrix", T, ELEMENT_TYPES) {
  for (auto const& [m, n] : {std::array<index_t, 2>{1, 1}, {17, 17}, {23, 9}, {9, 23}}) {
    auto const a = numbers<T>(m, n, 9);
    index_t const least = m < n ? m : n;
    auto const [u, s, vh] = linalg::svd(dealt(a, 4));
    CHECK(u.shape() == shape(m, least));
    CHECK(s.size() == least);
    CHECK(vh.shape() == shape(least, n));
    auto scaled = mpi::to_global(u);
    for (index_t k = 0; k < least; ++k) {
      CHECK((k == 0 || s(k - 1) >= s(k)));
      CHECK(s(k) >= 0);
      CHECK(mpi::allreduce(ranks(), s(k), mpi::max) == s(k));
      for (index_t i = 0; i < scaled.extent(0); ++i)
        scaled(i, k) *= s(k);
    }
    auto const right = mpi::to_global(vh);
    check_product(scaled, 'N', right, 'N', on_root(a), bound<T>(m + n, 16));
    matrix<T> identity(right.extent(0), right.extent(0));
    for (index_t k = 0; k < right.extent(0); ++k)
      identity(k, k) = T(1);
    check_product(right, 'N', right, 'C', identity, bound<T>(m + n, 1));
    auto const left = mpi::to_global(u);
    check_product(left, 'C', left, 'N', identity, bound<T>(m + n, 1));
  }
}

TEST_CASE_TEMPLATE("a matrix that cannot be taken is the same error on every rank", T, ELEMENT_TYPES) {
  auto const thrown = [](auto const& f) {
    index_t position = -2;
    try {
      std::ignore = f();
    } catch (linalg_error const& e) {
      position = e.position();
    }
    CHECK(mpi::allreduce(ranks(), position, mpi::min) == mpi::allreduce(ranks(), position, mpi::max));
    return position;
  };
  index_t const n = 11;
  auto singular = numbers<T>(n, n, 10);
  for (index_t i = 0; i < n; ++i)
    singular(i, 6) = T(0);
  auto indefinite = definite<T>(n, 11);
  indefinite(7, 7) = T(-3);
  auto broken = definite<T>(n, 12);
  broken(8, 3) = T(std::numeric_limits<detail::real_t<T>>::infinity());
  auto const b = dealt(numbers<T>(n, 2, 13), 2);
  CHECK(thrown([&] { return linalg::solve(dealt(singular, 2), b); }) == 6);
  CHECK(thrown([&] { return linalg::solve(positive_definite(dealt(indefinite, 2)), b); }) == 7);
  CHECK(thrown([&] { return linalg::cholesky(dealt(indefinite, 2)); }) == 7);
  index_t const place = 8 * n + 3;
  CHECK(thrown([&] { return linalg::solve(dealt(broken, 2), b); }) == place);
  CHECK(thrown([&] { return linalg::solve(positive_definite(dealt(broken, 2)), b); }) == place);
  CHECK(thrown([&] { return linalg::cholesky(dealt(broken, 2)); }) == place);
  CHECK(thrown([&] { return linalg::eigh(dealt(broken, 2)); }) == place);
  CHECK(thrown([&] { return linalg::svd(dealt(broken, 2)); }) == place);
}

TEST_CASE("values are NumPy's") {
  mpi::block_cyclic<double> a(ranks(), shape(7, 7), 2), b(ranks(), shape(7, 4), 2), right(ranks(), shape(7, 1), 2);
  a.local() = 1.0 / (a.global_rows()(all, newaxis) + a.global_columns() + 1.0) +
              where(equal(a.global_rows()(all, newaxis), a.global_columns()), 1.0, 0.0);
  auto const difference = eval(1.0 * b.global_rows()(all, newaxis) - 2.0 * b.global_columns());
  b.local() = difference * difference;
  right.local() = right.global_rows()(all, newaxis) + 1.0;
  auto const check = [](auto const& got, std::initializer_list<double> wanted) {
    index_t k = 0;
    for (double const x : wanted)
      CHECK(std::abs(got(k++) - x) < 1e-13 * std::abs(x) + 1e-14);
    CHECK(got.size() == k);
  };
  check(linalg::eigh(a).values, {1.000000003493899, 1.0000004856763363, 1.000029386368146, 1.00100858761077,
                                 1.0212897549083282, 1.2719201981493458, 2.660885338926931});
  auto const x = mpi::to_global(linalg::solve(a, right)), product = mpi::to_global(matmul(a, b));
  auto const lower = mpi::to_global(linalg::cholesky(a));
  b.local() += where(equal(b.global_rows()(all, newaxis), b.global_columns()), 1.0, 0.0);
  check(linalg::svd(b).s, {55.45766201109616, 46.91303254238408, 6.827525315971708, 1.0000000000000022});
  if (ranks().rank() != 0)
    return;
  check(x(all, 0), {-1.0727075783172042, -0.09552127741612725, 1.0904518107473105, 2.2747859366766243,
                    3.4347305549712037, 4.570556085527032, 5.686029409728264});
  check(product(2, all), {15.960714285714285, 5.224206349206349, 13.119444444444444, 39.64642857142857});
  check(lower(all, 0), {1.4142135623730951, 0.35355339059327373, 0.2357022603955158, 0.17677669529663687,
                        0.1414213562373095, 0.1178511301977579, 0.10101525445522105});
}

TEST_CASE("matrices over different process grids are refused, with both grids in the sentence") {
  int const n = ranks().size();
  mpi::cartesian<2> const column(ranks(), {n, 1}, {}), row(ranks(), {1, n}, {});
  auto const whole = definite<double>(6, 1);
  auto const a = mpi::block_cyclic<double>::from_global(column, whole, 2);
  auto const b = mpi::block_cyclic<double>::from_global(row, whole, 2);
  std::string const of_a = "one on " + std::to_string(n) + " x 1 ranks in blocks of 2",
                    of_b = "the other on 1 x " + std::to_string(n) + " in blocks of 2, of another communicator";
  for (auto const& text : {of_a, of_b}) {
    CHECK_THROWS_WITH_AS(std::ignore = matmul(a, b), doctest::Contains(text.c_str()), layout_error);
    CHECK_THROWS_WITH_AS(std::ignore = matmul(transpose(a), b), doctest::Contains(text.c_str()), layout_error);
    CHECK_THROWS_WITH_AS(std::ignore = linalg::solve(a, b), doctest::Contains(text.c_str()), layout_error);
    CHECK_THROWS_WITH_AS(std::ignore = linalg::solve(positive_definite(a), b), doctest::Contains(text.c_str()),
                         layout_error);
  }
  auto moved = dealt(matrix<double>(6, 6), 2);
  mpi::redistribute(a, moved);
  check_product(whole, 'N', whole, 'N', mpi::to_global(matmul(moved, dealt(whole, 2))), bound<double>(6, 3000));
}

TEST_CASE("ranks that call different decompositions get one error, which names them") {
  if (ranks().size() == 1 || !detail::checks_calls)
    return;
  auto const a = dealt(definite<double>(6, 1), 2);
  auto const call = [&] { // rank 1 takes a decomposition that the others do not
    if (ranks().rank() == 1)
      std::ignore = linalg::svd(a);
    else
      std::ignore = linalg::eigh(a);
  };
  CHECK_THROWS_WITH_AS(call(), "weft: rank 1 calls linalg::svd, and rank 0 calls linalg::eigh", mpi_error);
  CHECK(mpi::allreduce(ranks(), 1, mpi::sum) == ranks().size()); // they still agree
}

TEST_CASE("decompositions whose work memory is too large for ScaLAPACK's integers are refused") {
  // The least size that 2^31 elements on six ranks do not hold with its vectors.
  mpi::cartesian<2> const column(ranks(), {ranks().size(), 1}, {});
  detail::axis_array<index_t, 2> const extents{27'000 * index_t(ranks().size()), 27'000};
  auto const place = detail::made_place(column.world(), column.counts(), extents, 64);
  detail::block_cyclic_operand const none{&place, dtype::float64, nullptr};
  char const* const too_few = "the integers of ScaLAPACK have 32 bits, too few for its work on shape";
  CHECK_THROWS_WITH_AS(detail::svd_of_blocks(none, nullptr, none, none), doctest::Contains(too_few), shape_error);
  if (ranks().size() == 1)
    CHECK_THROWS_WITH_AS(detail::eigen_of_blocks(none, nullptr, none), doctest::Contains(too_few), shape_error);
}

TEST_CASE("shapes that do not fit are refused, and matrices without elements are taken") {
  auto const wide_one = dealt(numbers<double>(3, 4, 1), 2), b = dealt(numbers<double>(5, 1, 1), 2);
  CHECK_THROWS_AS(std::ignore = linalg::solve(wide_one, b), shape_error);
  CHECK_THROWS_AS(std::ignore = linalg::eigh(wide_one), shape_error);
  CHECK_THROWS_AS(std::ignore = linalg::cholesky(wide_one), shape_error);
  CHECK_THROWS_AS(std::ignore = linalg::solve(dealt(definite<double>(4, 1), 2), b), shape_error);
  auto const none = dealt(matrix<double>(0, 0), 2);
  CHECK(linalg::eigh(none).values.size() == 0);
  CHECK(linalg::cholesky(none).shape() == shape(0, 0));
  CHECK(linalg::solve(none, dealt(matrix<double>(0, 3), 2)).shape() == shape(0, 3));
  CHECK(linalg::svd(dealt(matrix<double>(0, 3), 2)).s.size() == 0);
  CHECK(linalg::solve(dealt(definite<double>(4, 1), 2), dealt(matrix<double>(4, 0), 2)).shape() == shape(4, 0));
}
