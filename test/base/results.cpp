#include <weft/base/results.hpp>

#include <array>
#include <concepts>
#include <doctest/doctest.h>
#include <map>
#include <memory>
#include <string>
#include <vector>

using weft::detail::one_for_each_axis;
using weft::detail::results_in;

namespace {
using three = results_in<std::array<std::string, 3>>;
using list = results_in<std::vector<std::string>>;
using table = results_in<std::map<std::string, int>>;

static_assert(std::same_as<one_for_each_axis<3, std::string>, three>);
static_assert(std::same_as<one_for_each_axis<-1, std::string>, list>);

template <class C>
constexpr bool hands_out_values =
    std::same_as<decltype(std::declval<C>()[0]), std::string> &&
    std::same_as<decltype(std::declval<C>().at(0)), std::string> &&
    std::same_as<decltype(std::declval<C>().front()), std::string> &&
    std::same_as<decltype(std::declval<C>().back()), std::string> &&
    std::same_as<decltype(std::declval<C&>()[0]), std::string&> &&
    std::same_as<decltype(std::declval<C const&>()[0]), std::string const&> &&
    std::same_as<decltype(std::declval<C&>().back()), std::string&> &&
    std::same_as<decltype(std::declval<C const&>().front()), std::string const&>;
static_assert(hands_out_values<three> && hands_out_values<list>);
static_assert(!hands_out_values<std::vector<std::string>>);
static_assert(std::same_as<decltype(std::declval<table>()["a"]), int>);
static_assert(std::same_as<decltype(std::declval<table>().at("a")), int>);
static_assert(std::same_as<decltype(std::declval<table&>()["a"]), int&>);

template <class C>
concept Walked = requires(C&& c) { static_cast<C&&>(c).begin(); } && requires(C&& c) { static_cast<C&&>(c).end(); } &&
                 requires(C&& c) { static_cast<C&&>(c).cbegin(); } && requires(C&& c) { static_cast<C&&>(c).rbegin(); };
template <class C>
concept Pointed = requires(C&& c) { static_cast<C&&>(c).data(); };
static_assert(Walked<three&> && Walked<three const&> && Walked<list&> && Walked<table&>);
static_assert(!Walked<three> && !Walked<list> && !Walked<table>);
static_assert(Pointed<three&> && Pointed<list const&> && !Pointed<three> && !Pointed<list>);
} // namespace

TEST_CASE("results are the container they are in") {
  three r(std::array<std::string, 3>{"a", "b", "c"});
  auto [a, b, c] = r;
  CHECK(a + b + c == "abc");
  auto& [x, y, z] = r;
  x = "d";
  CHECK(r[0] == "d");
  CHECK(std::get<2>(r) == "c");
  std::array<std::string, 3> plain = r;
  CHECK(plain == r);
  CHECK(r.size() == 3);
  std::string all;
  for (std::string const& s : three(std::array<std::string, 3>{"p", "q", "r"}))
    all += s;
  CHECK(all == "pqr");
  table t(std::map<std::string, int>{{"k", 7}});
  CHECK(t["k"] == 7);
  CHECK(t.find("k")->second == 7);
  CHECK(std::as_const(t).at("k") == 7);
}

TEST_CASE("an element of results without a name is moved out") {
  using owner = std::unique_ptr<int>;
  std::vector<owner> made;
  made.push_back(std::make_unique<int>(5));
  int const* const where = made[0].get();
  const owner kept = results_in<std::vector<owner>>(std::move(made))[0];
  CHECK(kept.get() == where);
}
