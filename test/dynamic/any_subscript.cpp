#include <support/message.hpp>
#include <weft/base/literals.hpp>
#include <weft/dynamic/any_subscript.hpp>
#include <weft/dynamic/any_tensor.hpp>

#include <doctest/doctest.h>

#include <array>
#include <vector>

using namespace weft;

namespace {

using support::message_of;
using numbers = std::vector<int>;

any_tensor counted() {
  any_tensor u(dtype::uint8, shape(3, 4));
  for (unsigned char i = 0; i < 12; ++i)
    static_cast<unsigned char*>(u.data())[i] = i;
  return u;
}
numbers values(any_tensor const& u) {
  auto const* const p = static_cast<unsigned char const*>(u.data());
  return {p, p + u.size()};
}

} // namespace

TEST_CASE("any_subscript: lists of subscripts that the program makes") {
  any_tensor u = counted();
  std::vector<any_subscript> list{range(2, -1, -1)};
  CHECK(values(u.at(list)) == numbers{8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3});
  list.push_back(end - 1);
  u.at(list) = 99;
  CHECK(values(u) == numbers{0, 1, 2, 99, 4, 5, 6, 99, 8, 9, 10, 99});
  CHECK(u.at({all, newaxis, ellipsis}).shape() == shape(3, 1, 4));
  CHECK(u.at({newaxis, range(1, end), newaxis}).shape() == shape(1, 2, 1, 4));
  CHECK(u.at({ellipsis, 0}).shape() == shape(3));
  using namespace weft::literals;
  CHECK(values(u.at({1_c, range(1_c, end - 1_c)})) == numbers{5, 6});
  CHECK(values(u.at({1, range(0, end, 2_c)})) == numbers{4, 6});
  std::array<any_subscript, 2> const corner{0, end - 1};
  CHECK(values(u.at(corner)) == numbers{99});
  CHECK(values(static_cast<any_tensor const&>(u).at(list)) == numbers{99, 99, 99});
  any_subscript const none[] = {any_subscript(), any_subscript()};
  CHECK(u.at(none).shape() == shape(3, 4));
  CHECK(message_of([&] { static_cast<void>(u.at({ellipsis, ellipsis})); }) ==
        "weft: subscript: more than one ellipsis");
  CHECK_THROWS_AS(static_cast<void>(u.at({0, 0, 0})), index_error);
  CHECK_THROWS_AS(static_cast<void>(u.at({0, range(0, 5)})), index_error);
  CHECK_THROWS_AS(static_cast<void>(u.at(std::vector<any_subscript>(17, newaxis))), index_error);
}
