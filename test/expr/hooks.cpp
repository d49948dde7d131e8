// The optional members of classes: which of them a class has, and what it is refused for.
#include <weft/expr/hooks.hpp>

#include <doctest/doctest.h>

using namespace weft;

namespace hooked {

struct plain {};
struct misspelt_alone {
  static constexpr bool totl = true;
};
/// Each kind of member has one: data, a type, a template, a member that is not static, one that nobody may call.
struct several {
  static constexpr bool total = true;
  using partner = plain;
  template <class T>
  static constexpr T slopes(T const& x) {
    return x;
  }
  bool in_order = false;

private:
  static int cost() { return 1; }
};
struct right {
  using offers = hooks::list<hooks::total, hooks::cost>;
  static constexpr bool total = true;
  static constexpr int cost = 3;
};
struct derived : right {};
struct misspelt {
  using offers = hooks::list<hooks::total, hooks::cost>;
  static constexpr bool total = true;
  static constexpr int csot = 3;
};
struct unlisted {
  using offers = hooks::list<hooks::total>;
  static constexpr bool total = true;
  static constexpr bool slope_reads(int, int) { return true; }
};
struct of_another_kind {
  using offers = hooks::list<hooks::total, hooks::reads>;
  static constexpr bool total = true;
  void reads() const {}
};
struct derived_with_more : right {
  static constexpr bool repeatable = true;
};

} // namespace hooked

using namespace hooked;
using detail::hook_set, detail::hooks_in, detail::KeepsOffers, detail::operation_hooks, detail::set_of;

TEST_CASE("hooks: a member is found by its name, whatever it is") {
  CHECK(hooks_in<plain>() == 0);
  CHECK(hooks_in<misspelt_alone>() == 0);
  CHECK(hooks_in<several>() ==
        set_of(hooks::total, hooks::partner, hooks::slopes, hooks::in_order, hooks::cost));
  CHECK(hooks_in<derived>() == set_of(hooks::total, hooks::cost));
}

TEST_CASE("hooks: each kind of class has hooks of its own, and total is one of operations and of reducers") {
  const hook_set kinds[] = {operation_hooks, detail::reducer_hooks, detail::node_hooks, detail::deferred_hooks};
  hook_set every = 0, twice = 0;
  for (hook_set const kind : kinds) {
    twice |= every & kind;
    every |= kind;
  }
  CHECK(twice == set_of(hooks::total));
  CHECK(every == (set_of(hooks::evaluate_small) << 1) - 1);
  CHECK((operation_hooks & set_of(hooks::in_order)) == 0);
  CHECK((detail::node_hooks & set_of(hooks::reads)) != 0);
}

TEST_CASE("hooks: a class has what it lists, and lists what it has") {
  CHECK(KeepsOffers<plain, operation_hooks>);
  CHECK(KeepsOffers<misspelt_alone, operation_hooks>); // it lists nothing
  CHECK(KeepsOffers<right, operation_hooks>);
  CHECK(KeepsOffers<derived, operation_hooks>);
  CHECK(KeepsOffers<int (*)(int), operation_hooks>);
  CHECK_FALSE(KeepsOffers<misspelt, operation_hooks>);
  CHECK_FALSE(KeepsOffers<unlisted, operation_hooks>);
  CHECK_FALSE(KeepsOffers<of_another_kind, operation_hooks>);
  CHECK_FALSE(KeepsOffers<derived_with_more, operation_hooks>);
}
