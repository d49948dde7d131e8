#include <weft/field/policy.hpp>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("policy: each object is a policy of any element type") {
  CHECK(field::policy<double>(field::periodic).kind == field::boundary::periodic);
  CHECK(field::policy<double>(field::clamped).kind == field::boundary::clamped);
  CHECK(field::policy<double>(field::mirrored).kind == field::boundary::mirrored);
  CHECK(field::policy<double>(field::mirrored(field::edge_twice)).kind == field::boundary::mirrored_twice);
  CHECK(field::policy<double>(field::extrapolated).kind == field::boundary::extrapolated);
  field::policy<float> const padded = field::padded(2);
  CHECK(padded.kind == field::boundary::padded);
  CHECK(padded.value == 2.0f);
  static_assert(!std::is_convertible_v<field::padded_policy, field::policy<double>>); // it needs a value
}
