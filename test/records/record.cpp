#include <doctest/doctest.h>

#include <weft/records/record.hpp>

#include <weft/tensor/tensor.hpp>

#include <boost/hana/map.hpp>

#include <map>
#include <string>
#include <vector>

using namespace weft;
namespace hana = boost::hana;

namespace {

struct flow {
  BOOST_HANA_DEFINE_STRUCT(flow, (tensor<double, 2>, u), (view<double, 1>, edge), (float, time));
};
struct state {
  BOOST_HANA_DEFINE_STRUCT(state, (flow, inner), (tensor<int, fixed<2>>, count), (std::complex<double>, phase));
};
struct adapted {
  tensor<double, 1> x;
  double kept_out;
  double h;
};

template <class R>
std::vector<std::string> paths_of(R const& y) {
  std::vector<std::string> out;
  for_each_field(y, [&](std::string_view path, auto const&) { out.emplace_back(path); });
  return out;
}

} // namespace
BOOST_HANA_ADAPT_STRUCT(adapted, x, h);

TEST_CASE("Hana Structs, tuples and maps are records; tensors and numbers are none") {
  using pair = hana::tuple<tensor<double, 1>, double>;
  const auto masses = hana::make_map(hana::make_pair(BOOST_HANA_STRING("a"), 1.0));
  using table = decltype(masses);
  static_assert(Record<state> && Record<state const&> && Record<adapted> && Record<pair> && Record<table>);
  static_assert(!Record<tensor<double, 1>> && !Record<double> && !Record<std::string> && !Record<state*>);
}

TEST_CASE("paths name the fields, those of records within records too, in the order of the members") {
  tensor<double, 1> edge(3);
  const state y{{tensor<double, 2>(2, 2), edge, 1.0F}, {}, {}};
  CHECK(paths_of(y) == std::vector<std::string>{"inner.u", "inner.edge", "inner.time", "count", "phase"});
  CHECK(paths_of(adapted{{}, 0, 0}) == std::vector<std::string>{"x", "h"});
  CHECK(paths_of(hana::make_tuple(1.0, hana::make_tuple(2.0F, y), 3)) ==
        std::vector<std::string>{"0", "1.0", "1.1.inner.u", "1.1.inner.edge", "1.1.inner.time", "1.1.count",
                                 "1.1.phase", "2"});
  CHECK(paths_of(hana::make_map(hana::make_pair(BOOST_HANA_STRING("mass"), 2.0),
                                hana::make_pair(BOOST_HANA_STRING("v"), tensor<double, 1>(2)))) ==
        std::vector<std::string>{"mass", "v"});
}

TEST_CASE("a member with a number above nine keeps both digits") {
  const auto y = hana::make_tuple(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  const auto paths = paths_of(y);
  CHECK(paths.size() == 12);
  CHECK(paths[9] == "9");
  CHECK(paths[11] == "11");
}

TEST_CASE("fields are the members themselves, and may be written") {
  tensor<double, 1> edge(3);
  state y{{tensor<double, 2>(2, 2), edge, 1.0F}, {}, {}};
  for_each_field(y, [](std::string_view path, auto& x) {
    if (path != "inner.u")
      x = 2;
  });
  CHECK(edge(1) == 2);
  CHECK(y.inner.time == 2);
  CHECK(y.count(1) == 2);
  CHECK(y.phase == 2.0);
  CHECK(y.inner.u(0, 0) == 0);

  auto table = hana::make_map(hana::make_pair(BOOST_HANA_STRING("mass"), 2.0));
  for_each_field(table, [](std::string_view, double& x) { x = 7; });
  CHECK(table[BOOST_HANA_STRING("mass")] == 7);
}
