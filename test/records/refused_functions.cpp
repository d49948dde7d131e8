#include <doctest/doctest.h>

#include <weft/ops/equal.hpp>
#include <weft/ops/math.hpp>
#include <weft/records/refused_functions.hpp>

#include <boost/hana/define_struct.hpp>

#include <string>

using namespace weft;

namespace {

struct offset {
  double by;
};
struct position {
  BOOST_HANA_DEFINE_STRUCT(position, (tensor<double, 1>, at), (double, time));
};
struct plain {
  tensor<double, 1> u;
};
std::string exp(position const&) {
  return "exp of a position";
}
template <class T>
std::string pow(T const&, offset) {
  return "any to an offset";
}
std::string dot(position const&, offset) {
  return "position and offset";
}
plain copy(plain const& a) {
  return {a.u + 1.0};
}

} // namespace

TEST_CASE("functions of the program are called, not those that refuse") {
  position const p{tensor<double, 1>{1, 2}, 3};
  CHECK(exp(p) == "exp of a position");
  CHECK(pow(p, offset{1}) == "any to an offset");
  CHECK(dot(p, offset{1}) == "position and offset");
  CHECK(copy(plain{{1, 2}}).u == tensor<double, 1>{2, 3});
}

TEST_CASE("a struct is refused for its first member, and other classes are left to the compiler") {
  static_assert(detail::is_plain_struct<plain> && !detail::is_plain_struct<position>);
  static_assert(!detail::is_plain_struct<offset> && !detail::is_plain_struct<tensor<double, 1>>);
  static_assert(!detail::is_plain_struct<std::string> && !detail::is_plain_struct<double>);
  static_assert(detail::RecordMisfit<plain, plain> && !detail::RecordMisfit<offset, offset>);
  static_assert(detail::RecordMisfit<double, plain> && !detail::RecordMisfit<std::string, plain>);
}
