// The headers without what GCC and Clang add to C++20, as another compiler would read them; linked with a library and
// files that have it.
#define WEFT_GNU 0
#include "overflow_case.hpp"

#include <weft/linalg/matmul.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/take.hpp>

#include <complex>
#include <cstdint>

#if WEFT_HAS_CLONES
#error "clones are made by attributes"
#endif

using namespace weft;

namespace {

/// Of each element type that the kernels take apart: the product of {{1, 2, 3}, {4, 5, 6}} and its transpose.
template <class T>
void check_product() {
  const tensor<T, 2> a{{T(1), T(2), T(3)}, {T(4), T(5), T(6)}};
  const tensor<T, 2> p = matmul(a, transpose(a));
  CHECK((p(0, 0) == T(14) && p(0, 1) == T(32) && p(1, 0) == T(32) && p(1, 1) == T(77)));
  const tensor<T, 1> v = matmul(a, a(1, all));
  CHECK((v(0) == T(32) && v(1) == T(77)));
}

} // namespace

TEST_CASE("config: plain C++20 computes the same") {
  check_overflows();
  check_product<double>();
  check_product<std::int32_t>();
  check_product<std::uint64_t>();
  check_product<std::complex<float>>();
  tensor<double, 2> x(shape(37, 5), 2.0);
  x(all, 1) = x(all, 0) * 3.0 + 1.0;
  CHECK(sum(x) == 37 * (4 * 2 + 7));
  const tensor<double, 2> picked = take(x, tensor<index_t, 1>{36, 0, 5}, 0);
  CHECK((picked.shape() == shape(3, 5) && picked(2, 1) == 7 && picked(2, 4) == 2));
}
