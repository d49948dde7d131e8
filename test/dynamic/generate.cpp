#include <support/message.hpp>
#include <weft/dynamic/generate.hpp>
#include <weft/ops/complex.hpp>
#include <weft/ops/select.hpp>

#include <doctest/doctest.h>

#include <complex>
#include <cstdint>
#include <limits>
#include <vector>

using namespace weft;

namespace {

using support::message_of;
using numbers = std::vector<double>;

numbers values(any_tensor const& x) {
  any_tensor const u = real(cast(x, dtype::complex128));
  auto const v = u.as<double>();
  return numbers(v.data(), v.data() + v.size());
}

} // namespace

TEST_CASE("generate: zeros, ones, full and empty of every element type") {
  for (int n = 0; n <= static_cast<int>(dtype::bfloat16); ++n) {
    dtype const t = static_cast<dtype>(n);
    CAPTURE(to_string(t));
    CHECK(zeros(t, shape(2, 0)).shape() == shape(2, 0));
    CHECK(values(zeros(t, 2, 2)) == numbers{0, 0, 0, 0});
    CHECK(values(ones(t, shape(3))) == numbers{1, 1, 1});
    CHECK(values(ones(t, 1, 2)) == numbers{1, 1});
    CHECK(values(full(t, shape(2), true)) == numbers{1, 1});
    CHECK(full(t, shape(), true).rank() == 0);
    any_tensor const e = empty(t, 2, 3);
    CHECK(e.shape() == shape(2, 3));
    CHECK(e.dtype() == t);
    CHECK(empty(t, shape(0, 3)).dtype() == t);
    CHECK(eye(t, 2).dtype() == t);
    CHECK(values(eye(t, 3, 4, 1)) == numbers{0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1});
    CHECK(values(eye(t, shape(2, 2), -1)) == numbers{0, 0, 1, 0});
    CHECK(arange(t, 2).dtype() == t);
    CHECK(values(arange(t, 2)) == numbers{0, 1});
    CHECK(values(linspace(t, 0, 1, 2)) == numbers{0, 1});
  }
  CHECK(values(full(dtype::uint8, shape(1), -1)) == numbers{255});
  CHECK(values(full(dtype::float32, shape(1), 0.1)) == numbers{double(0.1f)});
  CHECK(message_of([] { static_cast<void>(full(dtype::int32, shape(2), 0.5)); }) ==
        "weft: full: the elements are float64, not int32");
  CHECK_THROWS_AS(static_cast<void>(zeros(dtype::int8, -1)), shape_error);
  CHECK_THROWS_AS(static_cast<void>(full(dtype::int8, shape(2, -1), 1)), shape_error);
  CHECK_THROWS_AS(static_cast<void>(empty(dtype::int8, shape(-2))), shape_error);
  CHECK_THROWS_AS(static_cast<void>(eye(dtype::int8, shape(2))), shape_error);
}

TEST_CASE("generate: like an operand") {
  any_tensor u(dtype::int16, shape(2, 3));
  CHECK(zeros_like(u) == zeros(dtype::int16, 2, 3));
  CHECK(ones_like(u(0, all)) == ones(dtype::int16, 3));
  CHECK(full_like(u, 7) == full(dtype::int16, shape(2, 3), 7));
  CHECK(same_shape_and_type(empty_like(u * 2.5), zeros(dtype::float64, 2, 3)));
  CHECK(zeros_like(u, dtype::float32) == zeros(dtype::float32, 2, 3));
  CHECK(ones_like(tensor<int, 1>(shape(2)), dtype::int8) == ones(dtype::int8, 2));
  CHECK(full_like(u(0, 0), 2.5, dtype::float64) == full(dtype::float64, shape(), 2.5));
  CHECK(empty_like(u, dtype::boolean).dtype() == dtype::boolean);
}

TEST_CASE("generate: arange, as np.arange with a dtype") {
  CHECK(values(arange(dtype::int16, 2, -3, -2)) == numbers{2, 0, -2});
  CHECK(values(arange(dtype::float32, 0, 1, 0.25)) == numbers{0, 0.25, 0.5, 0.75});
  CHECK(values(arange(dtype::complex64, 5)) == numbers{0, 1, 2, 3, 4});
  CHECK(values(arange(dtype::uint8, 254, 258)) == numbers{254, 255, 0, 1});
  CHECK(arange(dtype::float64, 3, 1).size() == 0);
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  any_tensor const high = arange(dtype::uint64, most - 1, most);
  CHECK(high.size() == 1);
  CHECK(high.as<std::uint64_t, 1>()(0) == most - 1);
  constexpr std::int64_t large = (std::int64_t(1) << 53) + 1; // no double
  CHECK(arange(dtype::int64, large, large + 1).as<std::int64_t, 1>()(0) == large);
  CHECK_THROWS_AS(static_cast<void>(arange(dtype::int8, 0, 3, 0)), shape_error);
}

TEST_CASE("generate: linspace, as np.linspace with a dtype") {
  CHECK(values(linspace(dtype::int32, -1, 2, 7)) == numbers{-1, -1, 0, 0, 1, 1, 2});
  CHECK(values(linspace(dtype::float32, 0.0, 1.0, 5, false)) ==
        numbers{0.0, 0.20000000298023224, 0.4000000059604645, 0.6000000238418579, 0.800000011920929});
  using c = std::complex<double>;
  any_tensor const z = linspace(dtype::complex128, 1, c(0, 2), 3);
  CHECK(z == any_tensor(tensor<c, 1>{c(1, 0), c(0.5, 1), c(0, 2)}));
  CHECK(linspace(dtype::float64, 0, 1).size() == 50);
  CHECK(linspace(dtype::float64, 0, 1, 0).size() == 0);
  CHECK_THROWS_AS(static_cast<void>(linspace(dtype::float64, 0, c(0, 1), 3)), dtype_error);
  CHECK_THROWS_AS(static_cast<void>(linspace(dtype::float64, 0, 1, -1)), shape_error);
}
