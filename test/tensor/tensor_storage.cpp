#include <weft/tensor/tensor_storage.hpp>

#include <complex>
#include <cstdint>
#include <doctest/doctest.h>
#include <stdexcept>
#include <string>
#include <type_traits>

using namespace weft;

namespace {
template <class T, auto Shape, class Order = row_major>
using storage = detail::tensor_storage<T, detail::extents_for_t<Shape>, Order>;

/// Counts what lives, and may refuse to be copied.
struct counted {
  static inline int alive = 0, copies = 0, copies_left = 1000;
  int value = 0;
  counted() { ++alive; }
  counted(counted const& other) : value(other.value) {
    ++alive;
    ++copies;
  }
  counted& operator=(counted const& other) {
    if (copies_left-- == 0)
      throw std::runtime_error("no more copies");
    value = other.value;
    ++copies;
    return *this;
  }
  ~counted() { --alive; }
};
} // namespace

static_assert(storage<double, fixed<3, 3>>::inside && sizeof(storage<double, fixed<3, 3>>) == 72);
static_assert(alignof(storage<double, fixed<3, 3>>) == alignof(double));
static_assert(alignof(storage<unsigned char, fixed<3>>) == 1);
static_assert(std::is_trivially_copyable_v<storage<double, fixed<3, 3>>>);
static_assert(std::is_trivially_copyable_v<storage<std::complex<float>, fixed<2>>>);
static_assert(!std::is_trivially_copyable_v<storage<std::string, fixed<2>>>);
static_assert(storage<double, fixed<512>>::inside && !storage<double, fixed<513>>::inside); // 4 KiB
static_assert(storage<char, fixed<4096>>::inside && !storage<char, fixed<4097>>::inside);
static_assert(!storage<double, fixed<dyn, 3>>::inside && !storage<double, 0>::inside == false);
static_assert(std::is_nothrow_move_constructible_v<storage<double, 2>> &&
              std::is_nothrow_move_assignable_v<storage<double, 2>> &&
              std::is_nothrow_default_constructible_v<storage<double, 2>>);

TEST_CASE("no_extents: 0 wherever an extent can be") {
  CHECK(detail::no_extents<dims<2>>() == shape(0, 0));
  CHECK(detail::no_extents<extents<dyn, 3>>() == shape(0, 3));
  CHECK(detail::no_extents<dynamic_extents>() == shape(0));
  CHECK(detail::no_extents<extents<>>().rank() == 0);
}

TEST_CASE("more bytes than an index counts are refused") {
  CHECK_THROWS_AS((storage<double, 1>(shape(index_t(1) << 61), uninit)), shape_error);
}

TEST_CASE("memory is aligned to 64 bytes, from 2 MiB up to a page; what is asked for zeroed is zero") {
  for (const index_t n : {0, 1, 3, 1000, 262143, 262144, 300000}) {
    storage<double, 1> s(shape(n), true);
    const auto address = reinterpret_cast<std::uintptr_t>(s.data());
    CHECK(address % (n * 8 >= index_t(2) << 20 ? 4096u : 64u) == 0);
    bool zero = true;
    for (index_t k = 0; k < n; ++k)
      zero = zero && s.data()[k] == 0.0;
    CHECK(zero);
  }
  storage<std::complex<double>, 1> z(shape(100), true);
  for (index_t k = 0; k < 100; ++k)
    CHECK(z.data()[k] == 0.0);
}

TEST_CASE("the default has no memory where it has no elements") {
  CHECK(storage<double, 2>().memory() == nullptr);
  CHECK(storage<double, 2>().place().extents() == shape(0, 0));
  CHECK(storage<double, runtime_rank>().place().extents() == shape(0));
  const storage<double, fixed<40, 40>> large;
  CHECK(large.data()[1599] == 0.0);
}

TEST_CASE("copies are deep, moves hand the block over and leave extents 0") {
  storage<int, fixed<dyn, 2>> a(extents<dyn, 2>{{3}}, true);
  for (int k = 0; k < 6; ++k)
    a.data()[k] = k;
  int* const memory = a.data();
  auto b = a;
  CHECK(b.data() != memory);
  CHECK(b.data()[5] == 5);
  auto c = std::move(a);
  CHECK(c.data() == memory);
  CHECK(a.place().extents() == shape(0, 2));
  CHECK(a.memory() == nullptr);
  a = std::move(c);
  CHECK(a.data() == memory);
  CHECK(c.place().extents() == shape(0, 2));
  auto& self = a;
  a = std::move(self);
  CHECK(a.data() == memory);
  CHECK(a.place().extents() == shape(3, 2));
  int* const other = b.data();
  b = a; // as many elements: no new memory
  CHECK(b.data() == other);
  b = c;
  CHECK(b.place().size() == 0);
}

TEST_CASE("large static shapes lose their memory when moved from, and get it again when they are written") {
  using large = storage<int, fixed<2000>>;
  large a(extents<2000>{}, true);
  a.data()[1999] = 7;
  large b = std::move(a);
  CHECK(b.data()[1999] == 7);
  CHECK_THROWS_AS(a.check_present("test"), layout_error);
  CHECK_NOTHROW(b.check_present("test"));
  large c = a; // a copy of nothing
  CHECK_THROWS_AS(c.check_present("test"), layout_error);
  c = b;
  CHECK(c.data()[1999] == 7);
  c = a;
  CHECK_THROWS_AS(c.check_present("test"), layout_error);
  a.restore();
  CHECK(a.data()[1999] == 0);
}

TEST_CASE("elements with constructors: each one ends once, also when a copy throws") {
  counted::alive = 0;
  {
    storage<counted, 1> a(shape(5), uninit);
    CHECK(counted::alive == 5);
    a.data()[4].value = 3;
    storage<counted, 1> b = a;
    CHECK(counted::alive == 10);
    CHECK(b.data()[4].value == 3);
    counted::copies_left = 2;
    CHECK_THROWS_AS((storage<counted, 1>(a)), std::runtime_error);
    CHECK(counted::alive == 10);
    counted::copies_left = 1000;
    b = storage<counted, 1>(shape(2), true);
    CHECK(counted::alive == 7);
    [[maybe_unused]] const storage<counted, fixed<3>> inside;
    CHECK(counted::alive == 10);
  }
  CHECK(counted::alive == 0);
}
