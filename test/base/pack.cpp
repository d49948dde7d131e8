#include <weft/base/pack.hpp>

#include <concepts>
#include <doctest/doctest.h>
#include <memory>
#include <string>
#include <type_traits>

using weft::get;
using weft::make_pack;
using weft::pack;

namespace {

struct empty {};

static_assert(pack<>::count == 0 && pack<int, double, empty>::count == 3);
static_assert(std::is_trivially_copyable_v<pack<int, double>>);
static_assert(sizeof(pack<>) == 1 && sizeof(pack<empty>) == 1);
static_assert(sizeof(pack<empty, double>) == sizeof(double), "an empty child takes no room");

static_assert(get<0>(make_pack(1, 2.5)) == 1 && get<1>(make_pack(1, 2.5)) == 2.5);
static_assert(get<2>(make_pack(7, 7, 8)) == 8, "children of one type are told apart by their place");
static_assert(std::same_as<decltype(make_pack(1, 2.5)), pack<int, double>>);
static_assert(std::same_as<decltype(get<0>(std::declval<pack<int>&>())), int&>);
static_assert(std::same_as<decltype(get<0>(std::declval<pack<int> const&>())), int const&>);

/// Knows how often it has been moved.
struct traveller {
  int value, moves = 0;
  explicit traveller(int v) : value(v) {}
  traveller(traveller&& other) : value(other.value), moves(other.moves + 1) {}
};
struct maker {
  static traveller make(int v) { return traveller(v); }
  static std::string make(char const* text) { return text; }
};
template <class... T, class... X>
void check_made(X... x) {
  const pack<T...> p(weft::made_by<maker>{}, x...);
  CHECK(get<0>(p).value == 5);
  CHECK(get<0>(p).moves == 0);
  if constexpr (sizeof...(T) > 1)
    CHECK(get<1>(p) == "weft");
  if constexpr (sizeof...(T) > 2)
    CHECK(get<2>(p).value == 7);
}
} // namespace

TEST_CASE("made_by: the children are what the maker returns, in place and in order") {
  check_made<traveller>(5);
  check_made<traveller, std::string>(5, "weft");
  check_made<traveller, std::string, traveller>(5, "weft", 7);
}

TEST_CASE("a pack holds what it is made of: lvalues are copied, rvalues moved in") {
  std::string name = "weft";
  auto owner = std::make_unique<int>(3);
  int const* const where = owner.get();
  auto p = make_pack(name, std::move(owner), empty{});
  name = "changed";
  CHECK(get<0>(p) == "weft");
  CHECK(get<1>(p).get() == where);
  get<0>(p) += "!";
  CHECK(get<0>(p) == "weft!");
  const auto q = make_pack(get<0>(p), 1);
  CHECK(get<0>(q) == "weft!");
}

TEST_CASE("structured bindings take a pack apart") {
  const auto [n, name] = make_pack(3, std::string("weft"));
  CHECK((n == 3 && name == "weft"));
  auto p = make_pack(1, 2.5, std::string("a"));
  auto& [a, b, c] = p;
  a = 7;
  c += "b";
  CHECK((get<0>(p) == 7 && b == 2.5 && get<2>(p) == "ab"));
  auto [owner] = make_pack(std::make_unique<int>(3)); // moved, not copied
  CHECK(*owner == 3);
  static_assert(std::is_trivially_default_constructible_v<pack<int, double, int>>);
  static_assert(std::is_trivially_copyable_v<pack<int, double, int>>);
}

TEST_CASE("pack: child by child, one, two and more are copied and moved") {
  using weft::detail::by_child;
  const pack<std::string> one(std::string("a"));
  const pack<std::string, int> two(std::string("b"), 2);
  pack<int, std::string, std::string> three(3, std::string("c"), std::string("d"));
  CHECK(get<0>(pack<std::string>(by_child{}, one)) == "a");
  const pack<std::string, int> second(by_child{}, two);
  CHECK((get<0>(second) == "b" && get<1>(second) == 2));
  const pack<int, std::string, std::string> third(by_child{}, std::as_const(three));
  CHECK((get<0>(third) == 3 && get<1>(third) == "c" && get<2>(third) == "d" && get<1>(three) == "c"));
  const pack<int, std::string, std::string> moved(by_child{}, std::move(three));
  CHECK((get<0>(moved) == 3 && get<1>(moved) == "c" && get<2>(moved) == "d"));
  pack<std::unique_ptr<int>> owner(std::make_unique<int>(4));
  const pack<std::unique_ptr<int>> owned(by_child{}, std::move(owner));
  CHECK((*get<0>(owned) == 4 && get<0>(owner) == nullptr));
}
