#include <weft/mpi/distributed_reduce.hpp>
#include <weft/mpi/rows.hpp>

#include "mpi/rows.hpp"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("rows are divided evenly, or as the ranks say") {
  mpi::row_division const even(ranks(), 10);
  index_t sum_of_counts = 0;
  for (int r = 0; r < ranks().size(); ++r) {
    CHECK(even.first(r) == sum_of_counts);
    CHECK(std::abs(double(even.count(r)) - 10.0 / ranks().size()) < 1);
    sum_of_counts += even.count(r);
  }
  CHECK(sum_of_counts == 10);
  CHECK(even.extent() == 10);
  auto const own = mpi::row_division::of_counts(ranks(), 2 * ranks().rank() + 1);
  CHECK(own.extent() == ranks().size() * ranks().size()); // the sum of the first odd numbers
  for (int r = 0; r < ranks().size(); ++r) {
    CHECK(own.first(r) == r * r);
    CHECK(own.count(r) == 2 * r + 1);
  }
  CHECK(own.first() == own.first(ranks().rank()));
  CHECK(own.count() == own.count(ranks().rank()));
  auto const again = mpi::row_division::of_counts(ranks(), own.count());
  CHECK(own == again);
  if (ranks().size() > 1) {
    bool const same = own == mpi::row_division(ranks(), own.extent());
    CHECK(!same);
  }
  CHECK_THROWS_AS((void)mpi::row_division::of_counts(ranks(), ranks().rank() == 0 ? -1 : 2), shape_error);
}

TEST_CASE("reductions of a vector are those of all ranks") {
  for (auto const& rows : row_divisions(23)) {
    mpi::distributed_vector<double> u(rows), v(rows);
    CHECK(u.shape()[0] == 23);
    CHECK(u.offset()[0] == rows.first());
    CHECK(u.local().size() == rows.count());
    for (index_t i = 0; i < rows.count(); ++i) {
      u.local()(i) = double(rows.first() + i) - 7.0;
      v.local()(i) = double((rows.first() + i) * (rows.first() + i) % 5);
    }
    CHECK(sum(u) == 92.0); // 23 * 22 / 2 - 7 * 23
    CHECK((min)(u) == -7.0);
    CHECK((max)(u) == 15.0);
    CHECK(dot(u, v) == 194.0);
    CHECK(std::abs(norm(v) - std::sqrt(153.0)) < 1e-14);
    tensor<double, 1> const every = mpi::to_global(u, ranks().size() - 1);
    if (ranks().rank() == ranks().size() - 1)
      for (index_t i = 0; i < 23; ++i)
        CHECK(every(i) == double(i) - 7.0);
    else
      CHECK(every.size() == 0);
  }
}

TEST_CASE("a vector may be a view of the program's memory, backwards too") {
  for (auto const& rows : row_divisions(11)) {
    tensor<float, 1> memory(2 * rows.count());
    auto const backwards = flip(memory(range(0, memory.size(), 2)));
    mpi::distributed_vector v(rows, backwards);
    for (index_t i = 0; i < rows.count(); ++i)
      v.local()(i) = float(rows.first() + i);
    CHECK(sum(v) == 55.0f);
    for (index_t i = 0; i < rows.count(); ++i) {
      CHECK(memory(2 * (rows.count() - 1 - i)) == float(rows.first() + i));
      CHECK(memory(2 * i + 1) == 0.0f);
    }
    tensor<float, 1> const every = mpi::to_global(v);
    if (ranks().rank() == 0)
      for (index_t i = 0; i < 11; ++i)
        CHECK(every(i) == float(i));
  }
}

TEST_CASE("a vector of another number of elements, and products of vectors that are divided otherwise") {
  mpi::row_division const rows(ranks(), 6);
  using vector = mpi::distributed_vector<double>;
  CHECK_THROWS_AS(vector(rows, tensor<double, 1>(rows.count() + 1)), shape_error);
  vector const a(rows), b{mpi::row_division(ranks(), 7)};
  CHECK_THROWS_AS((void)dot(a, b), shape_error);
}
