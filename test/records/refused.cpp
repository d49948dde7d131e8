#include "structs.hpp"

#include <doctest/doctest.h>

#include <weft/records/refused.hpp>

#include <boost/hana/equal.hpp>
#include <boost/hana/less.hpp>
#include <boost/hana/not_equal.hpp>

#include <string>

using namespace weft;
namespace hana = boost::hana;

namespace {

// Operators of the program's own are better than those that refuse, whether by value, by reference, or templates.
struct offset {
  double by;
};
struct position {
  BOOST_HANA_DEFINE_STRUCT(position, (tensor<double, 1>, at), (double, time));
  friend bool operator==(position const& a, position const& b) { return a.time == b.time; }
};
std::string operator+(position const&, offset) {
  return "position + offset";
}
std::string operator%(position, int) {
  return "position % int";
}
template <class T>
std::string operator-(T const&, offset) {
  return "any - offset";
}
std::string operator*(offset const&, position&) {
  return "offset * position";
}

} // namespace

TEST_CASE("operators of the program are called, not those that refuse") {
  position p{tensor<double, 1>{1, 2}, 3};
  position const q{tensor<double, 1>{2, 2}, 3};
  CHECK(p + offset{1} == "position + offset");
  CHECK(q + offset{1} == "position + offset");
  CHECK(p % 2 == "position % int");
  CHECK(p - offset{1} == "any - offset");
  CHECK(offset{2} * p == "offset * position");
  CHECK((p == q && !(p != q) && q == q));
}

TEST_CASE("tuples and maps keep the operators of Hana") {
  auto const a = hana::make_tuple(1, 2.0), b = hana::make_tuple(1, 3.0);
  CHECK((a == a && a != b && a < b));
}
