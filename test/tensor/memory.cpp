#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/memory.hpp>

#include <array>
#include <doctest/doctest.h>
#include <functional>
#include <limits>
#include <memory>
#include <memory_resource>
#include <new>
#include <span>
#include <type_traits>
#include <vector>

using namespace weft;

namespace {
/// The part of std::mdspan that borrow() reads.
template <class T, std::size_t... E>
struct stub_mdspan {
  struct extents_type {
    std::array<std::size_t, sizeof...(E)> sizes;
    static constexpr std::size_t static_extent(std::size_t k) { return std::array<std::size_t, sizeof...(E)>{E...}[k]; }
    constexpr std::size_t extent(std::size_t k) const { return sizes[k]; }
  };
  T* pointer;
  extents_type shape;
  std::array<std::ptrdiff_t, sizeof...(E)> steps;
  static constexpr std::size_t rank() { return sizeof...(E); }
  T* data_handle() const { return pointer; }
  extents_type const& extents() const { return shape; }
  std::ptrdiff_t stride(std::size_t k) const { return steps[k]; }
  std::size_t size() const { return shape.extent(0); }
};

struct counting_resource : std::pmr::memory_resource {
  int allocations = 0, live = 0;
  std::size_t alignment = 0;
  void* do_allocate(std::size_t bytes, std::size_t align) override {
    ++allocations;
    ++live;
    alignment = align;
    return ::operator new(bytes, std::align_val_t(align));
  }
  void do_deallocate(void* p, std::size_t, std::size_t align) override {
    --live;
    ::operator delete(p, std::align_val_t(align));
  }
  bool do_is_equal(memory_resource const& other) const noexcept override { return this == &other; }
};

struct deleting {
  int* count;
  std::unique_ptr<int> token = std::make_unique<int>(0); // moves only
  void operator()(double const* p) const {
    ++*count;
    delete[] p;
  }
};
} // namespace

TEST_CASE("borrow: a pointer and a shape, rows or strides; the view writes and reads in place") {
  int memory[] = {0, 1, 2, 3, 4, 5};
  auto v = borrow(memory + 0, shape(2, 3));
  CHECK(v(1, 0) == 3);
  CHECK(v.ownership() == borrowed);
  v(1, 0) = 9;
  CHECK(memory[3] == 9);
  auto columns = borrow(memory + 0, shape(2, 3), strides(1, 2));
  CHECK(columns(1, 1) == 9);
  const auto back = borrow(memory + 5, shape(3), strides(-2));
  CHECK(back(2) == 1);
  const auto same = borrow(static_cast<int const*>(memory), shape(4, 2), strides(0, 1));
  static_assert(std::is_same_v<decltype(same), view<const int, 2> const>);
  CHECK(same(3, 1) == 1);
  const std::vector<int> sizes{2, 3};
  const auto d = borrow(memory + 0, shape(sizes));
  static_assert(std::is_same_v<decltype(d)::extents_type, dynamic_extents>);
  CHECK(d(0, 2) == 2);
  CHECK(borrow(memory + 0, shape(sizes), strides(sizes))(1, 1) == 5);
  CHECK(borrow(memory + 0, shape()).rank() == 0);
  CHECK_THROWS_AS(borrow(memory + 0, shape(2, -3)), shape_error);
  CHECK_THROWS_AS(borrow(memory + 0, shape(2, -3), strides(1, 1)), shape_error);
  CHECK_THROWS_AS(borrow(memory + 0, shape(sizes), strides(std::vector<int>{1})), shape_error);
}

TEST_CASE("borrow: containers, constant ones read-only") {
  std::vector<double> v{1, 2, 3};
  std::vector<double> const& cv = v;
  std::array<float, 2> a{4, 5};
  borrow(v) *= 2.0;
  CHECK(v[2] == 6);
  static_assert(std::is_same_v<decltype(borrow(cv))::element_type, const double>);
  CHECK(borrow(cv)(1) == 4);
  CHECK(borrow(a)(1) == 5);
  auto s = borrow(std::span(v).subspan(1)); // a temporary span is no temporary memory
  s = 0.0;
  CHECK(v == std::vector<double>{2, 0, 0});
  CHECK(borrow(std::span<const double>(v))(0) == 2);
  tensor<double, 1> t = borrow(v) + 1.0;
  CHECK(t == tensor<double, 1>{3, 1, 1});
}

TEST_CASE("borrow: mdspan, with its strides and static extents") {
  int memory[] = {0, 1, 2, 3, 4, 5};
  using matrix = stub_mdspan<int, std::numeric_limits<std::size_t>::max(), 3>;
  const matrix m{memory, {{2, 3}}, {1, 2}};
  auto v = borrow(m);
  static_assert(std::is_same_v<decltype(v), view<int, fixed<dyn, 3>>>);
  CHECK(v(1, 2) == 5);
  CHECK(v(0, 1) == 2);
  v(1, 1) = 7;
  CHECK(memory[3] == 7);
  CHECK(borrow(stub_mdspan<const int, 2>{memory, {{2}}, {4}})(1) == 4);
}

TEST_CASE("adopt: the deleter runs once, when the last view goes") {
  int count = 0;
  {
    view<double, 1> row;
    {
      auto* const p = new double[6]{0, 1, 2, 3, 4, 5};
      auto v = adopt(p, shape(2, 3), deleting{&count});
      CHECK(v.ownership() == shared);
      const auto copied = v;
      row.rebind(v(1, all));
      v(1, 2) = 9;
    }
    CHECK(count == 0);
    CHECK(row(2) == 9);
  }
  CHECK(count == 1);
  CHECK_THROWS_AS(adopt(new double[1], shape(-1), deleting{&count}), shape_error);
  CHECK(count == 2);
  std::unique_ptr<double[]> owner(new double[2]{1, 2});
  const auto d = owner.get_deleter();
  const auto v = adopt(owner.release(), shape(2), d);
  CHECK(v(1) == 2);
  bool called = false;
  static const double constant[] = {1, 2};
  {
    const std::function<void(double const*)> note = [&](double const*) { called = true; };
    const auto c = adopt(&constant[0], shape(2), note);
    static_assert(std::is_same_v<decltype(c)::element_type, const double>);
    const auto e = own(c + 1.0);
    CHECK(e(1) == 3);
  }
  CHECK(called);
}

TEST_CASE("adopt: a container that is moved in; one of another size stays where it was") {
  std::vector<int> v{1, 2, 3, 4};
  int const* const p = v.data();
  CHECK_THROWS_AS(adopt(std::move(v), shape(2, 3)), shape_error);
  CHECK(v.size() == 4);
  auto m = adopt(std::move(v), shape(2, 2));
  CHECK(m.data() == p);
  CHECK(m(1, 0) == 3);
  const auto e = transpose(m) * 1;
  m.rebind({});
  CHECK(e(0, 1) == 3); // the expression keeps the vector
}

TEST_CASE("share: outlives the tensor, is written through, ends with the last view") {
  view<double, 1> row;
  {
    tensor<double, 2> a{{1, 2}, {3, 4}};
    const auto s = a.share();
    row.rebind(s(1, all));
    a(1, 1) = 5;
    tensor<double, 2> b = a; // deep
    b(1, 0) = 7;
  }
  CHECK(row == tensor<double, 1>{3, 5});
}

TEST_CASE("copy and eval give tensors of their own") {
  tensor<int, 2> a{{1, 2}, {3, 4}};
  auto c = copy(a(all, 1));
  static_assert(std::is_same_v<decltype(c), tensor<int, 1>>);
  c(0) = 9;
  CHECK(a(0, 1) == 2);
  static_assert(std::is_same_v<decltype(copy(transpose(a))), tensor<int, 2, column_major>>);
  CHECK(copy(transpose(a)).data()[1] == 2);
  auto e = eval(a + a);
  static_assert(std::is_same_v<decltype(e), tensor<int, 2>>);
  CHECK(e == tensor<int, 2>{{2, 4}, {6, 8}});
  int const* const memory = e.data();
  CHECK(eval(std::move(e)).data() == memory);
  CHECK(eval(a).data() != a.data());
  const auto window = a(range(0, 1), all);
  CHECK(copy(window).size() == 2); // of a window its elements only
}

TEST_CASE("own copies what an expression reads, with its order; an operand that is deferred is evaluated now") {
  tensor<double, 2> a{{1, 2}, {3, 4}};
  tensor<double, 2, column_major> f{{1, 2}, {3, 4}};
  auto e = own(a + f * 2.0);
  auto g = own(-f);
  auto r = own(reshape(a + a, shape(4)) - 1.0);
  auto l = own(a);
  auto z = own(ones<double>(shape(2)) * 3.0);
  static_assert(std::is_same_v<decltype(eval(g)), tensor<double, 2, column_major>>);
  static_assert(!decltype(r)::is_deferred);
  a = 0.0;
  f = 0.0;
  CHECK(e == tensor<double, 2>{{3, 6}, {9, 12}});
  CHECK(g(0, 1) == -2);
  CHECK(r == tensor<double, 1>{1, 3, 5, 7});
  CHECK(l(1, 1) == 4);
  CHECK(z(1) == 3);
}

TEST_CASE("tensors and temporaries come from the memory resource; each block goes back to its own") {
  counting_resource resource;
  tensor<double, 2> before(3, 3);
  auto* const old = set_memory_resource(&resource);
  CHECK(memory_resource() == &resource);
  {
    tensor<double, 2> a(100, 100);
    CHECK(resource.allocations == 1);
    CHECK(resource.alignment == 64);
    bool zero = true;
    for (double x : a)
      zero = zero && x == 0;
    CHECK(zero);
    a = reverse(a, 0) + a; // needs a temporary
    CHECK(resource.allocations == 2);
    tensor<double, 2> b = std::move(a);
    tensor<double, 2> nothing;
    [[maybe_unused]] const tensor<double, fixed<3, 3>> inside;
    [[maybe_unused]] const auto e = b + 1.0;
    CHECK(resource.allocations == 2);
    tensor<double, 1> large(1 << 18);
    CHECK(resource.alignment == 4096);
    before = b;
  }
  CHECK(set_memory_resource(old) == &resource);
  CHECK(resource.live == 1); // before
  before = tensor<double, 2>(1, 1);
  CHECK(resource.live == 0);
  CHECK(resource.allocations == 4);
}
