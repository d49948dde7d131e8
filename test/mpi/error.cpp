#include <weft/mpi/error.hpp>

#include "mpi/ranks.hpp"

#include <weft/mpi/message.hpp>

#include <string>
#include <tuple>

#include <mpi.h>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("an error of MPI is an exception with its text") {
  static_assert(std::derived_from<mpi_error, error>);
  tensor<int, 1> const numbers{1, 2};
  int one = 0;
  auto sent = mpi::isend(ranks(), numbers, ranks().rank());
  try {
    mpi::recv(ranks(), one, ranks().rank());
    FAIL("a message was received into a shorter target");
  } catch (mpi_error const& e) {
    std::string const text = e.what();
    CHECK(text.starts_with("weft: mpi::recv: "));
    CHECK(text.find("truncate") != std::string::npos);
  }
  sent.wait();
}

TEST_CASE("a rank or a tag that does not exist is refused, as wildcards are") {
  double x = 1.0;
  int const me = ranks().rank();
  for (int const peer : {-1, MPI_PROC_NULL, MPI_ANY_SOURCE, ranks().size(), ranks().size() + 5}) {
    CHECK_THROWS_AS(mpi::send(ranks(), x, peer), mpi_error);
    CHECK_THROWS_AS(mpi::recv(ranks(), x, peer), mpi_error);
    CHECK_THROWS_AS(std::ignore = mpi::isend(ranks(), x, peer), mpi_error);
    CHECK_THROWS_AS(std::ignore = mpi::irecv(ranks(), x, peer), mpi_error);
  }
  for (int const tag : {-1, MPI_ANY_TAG, 32768}) {
    CHECK_THROWS_AS(mpi::send(ranks(), x, me, tag), mpi_error);
    CHECK_THROWS_AS(mpi::recv(ranks(), x, me, tag), mpi_error);
  }
  auto sent = mpi::isend(ranks(), 5.0, me, 32767);
  mpi::recv(ranks(), x, me, 32767);
  sent.wait();
  CHECK(x == 5.0);
}
