#if __has_include(<fmt/format.h>)
#define FMT_HEADER_ONLY
#endif
#include <weft/io/fmt.hpp>
#include <weft/ops/arithmetic.hpp>

#include <doctest/doctest.h>

#if __has_include(<fmt/format.h>)
#include <fmt/ranges.h>

using namespace weft;

TEST_CASE("fmt: tensors, views, expressions, shapes, also where <fmt/ranges.h> is included") {
  tensor<double, 1> const a{1, 1.0 / 3.0};
  CHECK(fmt::format("{} and {:.2}", a, 2.0 * a) == to_string(a) + " and [2.   0.67]");
  CHECK(fmt::format("{:.1}|{}|{}", a(range(0, 2)), a.shape(), any_tensor(a)) == "[1.  0.3]|(2)|" + to_string(a));
  CHECK_THROWS_AS(static_cast<void>(fmt::format(fmt::runtime("{:x}"), a)), fmt::format_error);
}
#endif
