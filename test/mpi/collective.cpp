#include <weft/mpi/collective.hpp>

#include "mpi/ranks.hpp"

#include <weft/core.hpp>

#include "mpi/datatype.hpp"

#include <bit>
#include <cmath>
#include <complex>
#include <limits>
#include <string>
#include <tuple>

#include <doctest/doctest.h>

using namespace weft;

namespace {

int me() {
  return ranks().rank();
}
int all_of_them() {
  return ranks().size();
}

/// The sum of f(r) over all ranks.
template <class F>
auto over_ranks(F f) {
  auto out = f(0);
  for (int r = 1; r < all_of_them(); ++r)
    out = out + f(r);
  return out;
}

} // namespace

TEST_CASE("broadcast fills views of any strides on all ranks") {
  for (int root = 0; root < all_of_them(); ++root) {
    int memory[12];
    for (int& x : memory)
      x = -1;
    // Rank 0 has rows, the others columns from the end.
    auto const v =
        me() == 0 ? borrow(memory, shape(2, 3), strides(6, 2)) : borrow(memory + 11, shape(2, 3), strides(-1, -2));
    if (me() == root)
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 3; ++j)
          v(i, j) = 100 * root + 3 * i + j;
    mpi::broadcast(ranks(), v, root);
    int wanted[12];
    for (int& x : wanted)
      x = -1;
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 3; ++j)
        wanted[me() == 0 ? 6 * i + 2 * j : 11 - i - 2 * j] = 100 * root + 3 * i + j;
    for (int k = 0; k < 12; ++k)
      CHECK(memory[k] == wanted[k]);
  }
  double number = me() == 0 ? 2.5 : 0;
  mpi::broadcast(ranks(), number);
  CHECK(number == 2.5);
}

TEST_CASE("allreduce and reduce take numbers, tensors and expressions") {
  int const n = all_of_them();
  CHECK(mpi::allreduce(ranks(), me() + 1, mpi::sum) == n * (n + 1) / 2);
  CHECK(mpi::allreduce(ranks(), 2, mpi::prod) == 1 << n);
  CHECK(mpi::allreduce(ranks(), -me(), mpi::min) == 1 - n);
  CHECK(mpi::allreduce(ranks(), -me(), mpi::max) == 0);
  CHECK(mpi::allreduce(ranks(), me() == 0, mpi::max));
  CHECK(mpi::allreduce(ranks(), me() == 0, mpi::min) == (n == 1));
  CHECK_THROWS_AS(mpi::allreduce(ranks(), true, mpi::sum), dtype_error);
  tensor<double, 2> a(2, 3);
  for (int i = 0; i < 6; ++i)
    a(i / 3, i % 3) = me() + i;
  index_t const before = detail::most_mpi_count;
  for (index_t const limit : {before, index_t{4}, index_t{2}}) {
    detail::most_mpi_count = limit;
    tensor<double, 2> const s = mpi::allreduce(ranks(), transpose(a) * 2.0, mpi::sum);
    tensor<double, 2> const one = mpi::reduce(ranks(), a, mpi::max, n - 1);
    detail::most_mpi_count = before;
    CHECK(s.extent(0) == 3);
    for (int i = 0; i < 6; ++i) {
      CHECK(s(i % 3, i / 3) == 2 * over_ranks([&](int r) { return double(r + i); }));
      CHECK(one(i / 3, i % 3) == (me() == n - 1 ? n - 1 + i : me() + i));
    }
  }
}

TEST_CASE("minima keep NaN, and numbers of 16 bits and complex ones are reduced") {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  for (int at = 0; at < all_of_them(); ++at) {
    tensor<double, 1> const a{me() == at ? nan : 1.0 + me(), 1.0 - me()};
    auto const lo = mpi::allreduce(ranks(), a, mpi::min), hi = mpi::allreduce(ranks(), a, mpi::max);
    CHECK(std::isnan(lo(0)));
    CHECK(std::isnan(hi(0)));
    CHECK(lo(1) == 2.0 - all_of_them());
    CHECK(hi(1) == 1.0);
  }
  CHECK(float(mpi::allreduce(ranks(), float16(0.5f), mpi::sum)) == 0.5f * float(all_of_them()));
  CHECK(float(mpi::allreduce(ranks(), bfloat16(float(me())), mpi::max)) == float(all_of_them() - 1));
  std::complex<double> const i(0, 1);
  CHECK(mpi::allreduce(ranks(), i * double(me() + 1), mpi::sum) == i * over_ranks([](int r) { return r + 1.0; }));
  CHECK_THROWS_AS(mpi::allreduce(ranks(), i, mpi::max), dtype_error);
}

TEST_CASE("a root that is no rank is refused by every function that has one") {
  double x = 1;
  for (int const root : {-1, all_of_them()}) {
    CHECK_THROWS_AS(mpi::broadcast(ranks(), x, root), mpi_error);
    CHECK_THROWS_AS(std::ignore = mpi::reduce(ranks(), x, mpi::sum, root), mpi_error);
    CHECK_THROWS_AS(std::ignore = mpi::gather(ranks(), x, root), mpi_error);
    CHECK_THROWS_AS(mpi::scatter(ranks(), tensor<double, 1>(all_of_them()), x, root), mpi_error);
  }
}

TEST_CASE("extremes of zeros and of NaN have the same bits on every rank") {
  auto const bits = [](double x) { return std::bit_cast<std::uint64_t>(x); };
  double const nan = std::bit_cast<double>(0xfff8000000000000u + unsigned(me()));
  for (int at = 0; at < all_of_them() && all_of_them() > 1; ++at) {
    double const zero = me() == at ? -0.0 : 0.0;
    CHECK(bits(mpi::allreduce(ranks(), zero, mpi::min)) == bits(-0.0));
    CHECK(bits(mpi::allreduce(ranks(), zero, mpi::max)) == bits(0.0));
    CHECK(bits(mpi::allreduce(ranks(), -zero, mpi::max)) == bits(0.0));
    CHECK(bits(mpi::allreduce(ranks(), nan, mpi::min)) == bits(std::numeric_limits<double>::quiet_NaN()));
    auto const half = mpi::allreduce(ranks(), bfloat16(float(zero)), mpi::min);
    CHECK(std::signbit(float(half)));
  }
}

TEST_CASE("gather, allgather and scatter have the ranks along axis 0") {
  int const n = all_of_them();
  tensor<int, 2> whole(4, 6);
  for (int k = 0; k < 24; ++k)
    whole(k / 6, k % 6) = 100 * me() + k;
  auto const mine = whole(range(3, -1, -2), range(1, 6, 3)); // rows 3 and 1, columns 1 and 4
  auto const value = [](int r, int i, int j) { return 100 * r + 6 * (3 - 2 * i) + 1 + 3 * j; };
  for (int root = 0; root < n; ++root) {
    tensor<int, 3> const all_rows = mpi::gather(ranks(), mine, root);
    CHECK(all_rows.extent(0) == (me() == root ? n : 0));
    for (int r = 0; r < int(all_rows.extent(0)); ++r)
      for (int k = 0; k < 4; ++k)
        CHECK(all_rows(r, k / 2, k % 2) == value(r, k / 2, k % 2));
  }
  tensor<int, 3> const every = mpi::allgather(ranks(), mine);
  for (int r = 0; r < n; ++r)
    for (int k = 0; k < 4; ++k)
      CHECK(every(r, k / 2, k % 2) == value(r, k / 2, k % 2));
  tensor<int, 1> const numbers = mpi::allgather(ranks(), 3 * me());
  for (int r = 0; r < n; ++r)
    CHECK(numbers(r) == 3 * r);
  CHECK(mpi::allgather(ranks(), tensor<int, 2>(0, 3)).size() == 0);

  for (int const direction : {1, -1})
    for (int root = 0; root < n; ++root) {
      tensor<int, 3> shares(n, 2, 3);
      for (int k = 0; k < 6 * n; ++k)
        shares(k / 6, k % 6 / 3, k % 3) = 1000 * me() + k;
      tensor<int, 2> target(3, 2);
      mpi::scatter(ranks(), shares(range(direction > 0 ? 0 : n - 1, direction > 0 ? n : -1, direction)),
                   transpose(target), root);
      int const from = direction > 0 ? me() : n - 1 - me();
      for (int k = 0; k < 6; ++k)
        CHECK(target(k % 3, k / 3) == 1000 * root + 6 * from + k);
    }
  int share = -1;
  tensor<int, 1> const parts = arange(n) * 5;
  mpi::scatter(ranks(), parts, share);
  CHECK(share == 5 * me());
}

TEST_CASE("calls that differ are errors on every rank, which name a rank") {
  if (all_of_them() == 1 || !detail::checks_calls)
    return;
  auto const message = [](auto f) {
    try {
      f();
    } catch (error const& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  tensor<double, 2> a(2, me() == 1 ? 3 : 2);
  CHECK(message([&] { mpi::broadcast(ranks(), a); }) ==
        "weft: mpi::broadcast: rank 1 has shape (2,3), and rank 0 has (2,2)");
  CHECK(message([&] {
          if (me() == 1)
            mpi::barrier(ranks());
          else
            mpi::broadcast(ranks(), a);
        }) == "weft: rank 1 calls mpi::barrier, and rank 0 calls mpi::broadcast");
  CHECK(message([&] { mpi::broadcast(ranks(), a(0, 0), me() == 1 ? 1 : 0); }) ==
        "weft: mpi::broadcast: rank 1 has the root 1, and rank 0 the root 0");
  CHECK(message([&] { std::ignore = mpi::allreduce(ranks(), 1, me() == 1 ? mpi::sum : mpi::max); }) ==
        "weft: mpi::allreduce: rank 1 and rank 0 reduce by different operations");
  CHECK(message([&] {
          if (me() == 1)
            std::ignore = mpi::allgather(ranks(), 1);
          else
            std::ignore = mpi::allgather(ranks(), 1.0);
        }) == "weft: mpi::allgather: rank 1 has elements of int32, and rank 0 of float64");
  tensor<double, 3> const shares(all_of_them() + (me() == 1 ? 1 : 0), 2, 2);
  tensor<double, 2> square(2, 2);
  CHECK(
      message([&] { mpi::scatter(ranks(), shares, square, 1); }).starts_with("weft: mpi::scatter: the root has shape"));
  auto const repeated = borrow(square.data(), shape(2, 2), strides(me() == 1 ? 0 : 2, 1));
  CHECK(message([&] { mpi::broadcast(ranks(), repeated); }).find("share memory") != std::string::npos);
  CHECK(message([&] {
          if (me() == 1)
            std::ignore = ranks().duplicate();
          else
            mpi::barrier(ranks());
        }) == "weft: rank 1 calls mpi::communicator::duplicate, and rank 0 calls mpi::barrier");
  CHECK(mpi::allreduce(ranks(), 1, mpi::sum) == all_of_them()); // they still agree
}

TEST_CASE("sums of elements in different orders are refused on every rank") {
  if (all_of_them() == 1 || !detail::checks_calls)
    return;
  auto const call = [] {
    if (me() == 1)
      std::ignore = mpi::allreduce(ranks(), tensor<int, 2, column_major>(2, 2), mpi::sum);
    else
      std::ignore = mpi::allreduce(ranks(), tensor<int, 2>(2, 2), mpi::sum);
  };
  CHECK_THROWS_WITH_AS(call(), "weft: mpi::allreduce: rank 1 has elements in another order than rank 0", layout_error);
}
