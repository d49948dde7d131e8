#include "support/counting.hpp"
#include "support/message.hpp"

#include <weft/memory/no_alloc.hpp>

#include <doctest/doctest.h>
#include <thread>
#include <type_traits>

using namespace weft;
using support::message_of;

static_assert(!std::is_copy_constructible_v<no_alloc_scope> && !std::is_copy_assignable_v<no_alloc_scope>);

namespace {
void take(index_t count) {
  detail::storage_ref::adopt(detail::allocate_block(count, 8, false, nullptr));
}
} // namespace

TEST_CASE("while a no_alloc_scope lives, this thread gets no block and no owner of adopted memory") {
  support::counting_resource resource;
  const support::memory_scope scope(resource);
  take(10);
  {
    const no_alloc_scope outer;
    CHECK(message_of([] { take(10); }) == "weft: no_alloc_scope: 80 bytes for elements would have been allocated");
    {
      const no_alloc_scope inner;
      CHECK_THROWS_AS(take(1), error);
    }
    CHECK_THROWS_AS(take(1), error);
    bool freed = false;
    CHECK_THROWS_AS(detail::adopt_block(&freed, &freed, [](void* f) { *static_cast<bool*>(f) = true; }), error);
    CHECK(!freed);
    CHECK(resource.allocations() == 1);
    std::thread([] { take(10); }).join();
    CHECK(resource.allocations() == 2);
  }
  take(10);
  CHECK(resource.allocations() == 3);
  CHECK(resource.live_blocks() == 0);
}
