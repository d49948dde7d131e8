#include "counting_resource.hpp"

#include <weft/linalg/workspace.hpp>

#include <doctest/doctest.h>

#include <utility>

using namespace weft;

TEST_CASE("workspace: grows, keeps what it has, and gives it back") {
  linalg_test::counting_resource resource;
  {
    linalg::workspace w;
    CHECK(w.bytes() == 0);
    CHECK(detail::room_in(w, 0) == nullptr);
    CHECK(resource.taken == 0);
    char* const first = static_cast<char*>(detail::room_in(w, 100));
    first[99] = 1;
    CHECK(w.bytes() >= 100);
    CHECK(detail::room_in(w, 60) == first);
    CHECK(resource.taken == 1);
    static_cast<char*>(detail::room_in(w, 5000))[4999] = 1;
    CHECK(resource.taken == 2);
    CHECK(resource.held == 1);
    void* const second = detail::room_in(w, 5000);
    linalg::workspace moved = std::move(w);
    CHECK(w.bytes() == 0); // NOLINT: a workspace that was moved from is empty
    CHECK(moved.bytes() >= 5000);
    CHECK(detail::room_in(moved, 5000) == second);
    w = std::move(moved);
    CHECK(detail::room_in(w, 5000) == second);
    CHECK(resource.taken == 2);
  }
  CHECK(resource.held == 0);
}
