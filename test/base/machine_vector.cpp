#include <weft/base/machine_vector.hpp>

#include <cmath>
#include <cstdint>

#include <doctest/doctest.h>

using namespace weft;

namespace {

template <class R, int Bytes>
void check_sum() {
  using lanes = detail::machine_vector<R, Bytes>;
  R from[std::size_t(lanes::width)], to[std::size_t(lanes::width) + 1] = {};
  R sum = 0;
  for (index_t k = 0; k < lanes::width; ++k) {
    from[k] = R(1 + k * k);
    sum = R(sum + from[k]);
  }
  to[lanes::width] = R(77);
  typename lanes::type v;
  lanes::load(v, from);
  CHECK(lanes::sum(v) == sum);
  lanes::store(v, to);
  for (index_t k = 0; k < lanes::width; ++k)
    CHECK(to[k] == from[k]);
  CHECK(to[lanes::width] == R(77));
}

/// Whatever was in the others, NaN too.
template <class R, int Bytes>
void check_keep_last() {
  using lanes = detail::machine_vector<R, Bytes>;
  for (index_t count = 0; count <= lanes::width; ++count) {
    R from[std::size_t(lanes::width)], to[std::size_t(lanes::width)];
    for (index_t k = 0; k < lanes::width; ++k)
      from[k] = k < lanes::width - count ? R(std::nan("")) : -R(k);
    typename lanes::type v;
    lanes::load(v, from);
    lanes::keep_last(v, count);
    lanes::store(v, to);
    for (index_t k = 0; k < lanes::width; ++k) {
      CAPTURE(count);
      CAPTURE(k);
      bool const kept = k >= lanes::width - count;
      CHECK(to[k] == (kept ? -R(k) : R(0)));
      CHECK(std::signbit(to[k]) == kept);
    }
  }
}

} // namespace

TEST_CASE_TEMPLATE("machine_vector: loads, stores and sums all lanes", R, float, double, std::uint32_t, std::uint64_t) {
  check_sum<R, 16>();
  check_sum<R, 32>();
  check_sum<R, 64>();
}

TEST_CASE("machine_vector: a sum is made by halves") {
  // Lane 0 and lane 2 are added first, and cancel.
  double const other[] = {1e300, 2, -1e300, 3};
  detail::machine_vector<double, 32>::type w;
  detail::machine_vector<double, 32>::load(w, other);
  CHECK(detail::machine_vector<double, 32>::sum(w) == 5);
}

TEST_CASE_TEMPLATE("machine_vector: the last lanes stay, the others are 0", R, float, double) {
  check_keep_last<R, 16>();
  check_keep_last<R, 32>();
  check_keep_last<R, 64>();
}
