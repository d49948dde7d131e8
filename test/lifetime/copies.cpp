// Copying a node copies no elements.
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/memory.hpp>

#include <doctest/doctest.h>
#include <memory_resource>
#include <utility>

using namespace weft;

namespace {
/// A number that counts how often it is copied.
struct counting {
  static inline int copies = 0;
  int value = 0;
  counting() = default;
  counting(int v) : value(v) {}
  counting(counting const& other) : value(other.value) { ++copies; }
  counting& operator=(counting const& other) {
    value = other.value;
    ++copies;
    return *this;
  }
  friend counting operator+(counting const& a, counting const& b) { return {a.value + b.value}; }
};

struct counting_resource : std::pmr::memory_resource {
  int allocations = 0, live = 0;
  void* do_allocate(std::size_t bytes, std::size_t align) override {
    ++allocations;
    ++live;
    return std::pmr::new_delete_resource()->allocate(bytes, align);
  }
  void do_deallocate(void* p, std::size_t bytes, std::size_t align) override {
    --live;
    std::pmr::new_delete_resource()->deallocate(p, bytes, align);
  }
  bool do_is_equal(memory_resource const& other) const noexcept override { return this == &other; }
};

struct scoped_resource {
  counting_resource resource;
  std::pmr::memory_resource* old = set_memory_resource(&resource);
  ~scoped_resource() { set_memory_resource(old); }
};
} // namespace

TEST_CASE("building, copying, moving and viewing an expression over a moved tensor copies no element") {
  tensor<counting, 1> a(5), b(5);
  a(2) = 7;
  counting::copies = 0;
  auto e = std::move(a) + b;
  auto f = e;
  const auto g = std::move(e);
  const auto r = reverse(g, 0);
  const auto v = tensor<counting, 2>(3, 3)(1, all);
  const auto w = v;
  CHECK(counting::copies == 0);
  CHECK(f(2).value == 7);
  CHECK(r(2).value == 7);
}

TEST_CASE("a tensor that moves into a node is not allocated again, and freed once with the last copy") {
  scoped_resource scope;
  auto& resource = scope.resource;
  {
    tensor<double, 1> a(1000);
    double const* const memory = a.data();
    CHECK(resource.allocations == 1);
    auto e = std::move(a) + 1.0;
    {
      auto f = e;
      auto g = transpose(f);
      CHECK(g(0) == 1);
    }
    auto v = tensor<double, 2>(3, 3)(0, all);
    auto u = v;
    CHECK(resource.allocations == 2);
    CHECK(resource.live == 2);
    CHECK(get<0>(e.children).data == memory);
    CHECK(e(999) == 1);
  }
  CHECK(resource.live == 0);
}

TEST_CASE("a tensor of small static shape moves into the node itself, without memory") {
  scoped_resource scope;
  auto e = tensor<double, fixed<2, 2>>{{1, 2}, {3, 4}} + 1.0;
  tensor<double, fixed<2, 2>> t = e + e;
  CHECK(t(1, 1) == 10);
  CHECK(scope.resource.allocations == 0);
}

TEST_CASE("evaluating into a tensor that has the shape allocates nothing") {
  tensor<double, 2> a(20, 30), b(20, 30), c(20, 30);
  scoped_resource scope;
  a = b + 2.0 * c;
  a += b;
  a(all, range(0, 10)) = c(all, range(5, 15));
  a(0, all) = a(1, all);
  a.fill(1);
  CHECK(scope.resource.allocations == 0);
}
