#include <weft/mpi/error.hpp>

#include "mpi/ranks.hpp"

#include <weft/mpi/message.hpp>

#include <string>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("an error of MPI is an exception with its text") {
  static_assert(std::derived_from<mpi_error, error>);
  try {
    mpi::send(ranks(), 1.0, ranks().size() + 5);
    FAIL("a message to a rank that does not exist was sent");
  } catch (mpi_error const& e) {
    std::string const text = e.what();
    CHECK(text.starts_with("weft: mpi::send: "));
    CHECK(text.find("rank") != std::string::npos);
  }
}
