// How the header for C is used alone: see ops.cpp. Only builds with weft::c run it.
#include <weft/c/weft.h>

#include <weft/tensor/tensor.hpp>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("c/weft.h") {
  CHECK(weft_describe(nullptr).rank == -1);
}
