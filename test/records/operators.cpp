#include <doctest/doctest.h>

#include <support/counting.hpp>

#include <weft/ops/rearrange.hpp>
#include <weft/records/operators.hpp>
#include <weft/tensor/view.hpp>

#include <boost/hana/map.hpp>

#include <cmath>
#include <random>
#include <vector>

using namespace weft;
namespace hana = boost::hana;

// Records of three levels with members of every kind and random shapes, strides and signs of strides, against the
// elements in a row, computed by C++ before anything is written.
namespace {

constexpr hana::string<'p'> plane_key{};
constexpr hana::string<'g'> gain_key{};
using window_map =
    decltype(hana::make_map(hana::make_pair(plane_key, view<double, 2>()), hana::make_pair(gain_key, 1.0F)));
struct inner {
  BOOST_HANA_DEFINE_STRUCT(inner, (tensor<double, fixed<2, 3>>, spin), (window_map, window), (double, level));
};
struct whole {
  using pair = hana::tuple<inner, view<float, 1>>;
  BOOST_HANA_DEFINE_STRUCT(whole, (tensor<double, 2>, u), (pair, parts), (int, count), (tensor<double>, any),
                           (view<double, 2>, other));
};

using engine_type = std::mt19937;
int up_to(engine_type& engine, int most) {
  return std::uniform_int_distribution<int>(0, most)(engine);
}
/// Returns a part of an axis of `length` with n places, at a random offset, step and sign.
auto part_of(engine_type& engine, index_t length, index_t n) {
  index_t const step = 1 + up_to(engine, int(length / (n > 0 ? n : 1)) - 1), span = n > 0 ? (n - 1) * step + 1 : 0;
  index_t const first = up_to(engine, int(length - span));
  if (n == 0)
    return range(first, first);
  return up_to(engine, 1) == 0 ? range(first, first + span, step) : range(first + span - 1, first - 1, -step);
}
struct sizes {
  index_t rows, columns, line;
};
/// Returns a part of a matrix with rows and columns of both signs.
view<double, 2> part_of(engine_type& engine, sizes n, tensor<double, 2>& plane) {
  return plane(part_of(engine, plane.extent(0), n.rows), part_of(engine, plane.extent(1), n.columns));
}
/// Returns a record whose views lie in `plane`, `line` and `other`.
whole random_whole(engine_type& engine, sizes n, tensor<double, 2>& plane, tensor<float, 1>& line,
                   tensor<double, 2>& other) {
  whole y;
  y.u = tensor<double, 2>(n.columns, n.rows);
  hana::at_key(hana::at_c<0>(y.parts).window, plane_key).rebind(part_of(engine, n, plane));
  y.other.rebind(part_of(engine, n, other));
  hana::at_c<1>(y.parts).rebind(line(part_of(engine, line.extent(0), n.line)));
  y.any = tensor<double>(shape(n.line, 1, n.rows));
  return y;
}

/// Calls f for each member, written out.
template <class R, class F>
void each_member(R& r, F const& f) {
  auto& first = hana::at_c<0>(r.parts);
  f(r.u);
  f(first.spin);
  f(hana::at_key(first.window, plane_key));
  f(hana::at_key(first.window, gain_key));
  f(first.level);
  f(hana::at_c<1>(r.parts));
  f(r.count);
  f(r.any);
  f(r.other);
}
template <class X, class F>
void each_element(X& x, F const& f) {
  if constexpr (Scalar<X>)
    f(x);
  else
    for (auto& value : x)
      f(value);
}
std::vector<double> elements_of(whole const& r) {
  std::vector<double> all;
  each_member(r, [&](auto const& x) { each_element(x, [&](auto value) { all.push_back(double(value)); }); });
  return all;
}
void fill(engine_type& engine, whole& r) {
  each_member(r, [&](auto& x) {
    each_element(x, [&](auto& value) { value = std::remove_reference_t<decltype(value)>(1 + up_to(engine, 7)); });
  });
}
/// Compares elements with those that `f` computes of the elements before. Products and sums of small integers are
/// exact in float.
template <class F>
void check_elements(std::vector<double> const& after, F const& f, std::vector<double> const& r,
                    std::vector<double> const& y) {
  REQUIRE(after.size() == r.size());
  for (std::size_t i = 0; i < r.size(); ++i) {
    INFO(i);
    CHECK(after[i] == f(r[i], y[i]));
  }
}
/// Runs into(r) = f(r, y), r += f(r, y) and whole(f(r, y)).
template <class F>
void check_statements(engine_type& engine, whole& r, whole& y, bool shares, F const& f) {
  support::counting_resource memory;
  auto const run = [&](auto const& statement, auto const& expected) {
    fill(engine, r);
    if (!shares)
      fill(engine, y);
    std::vector<double> const of_r = elements_of(r), of_y = elements_of(y);
    set_memory_resource(&memory);
    std::int64_t const made = memory.allocations();
    statement();
    CHECK((shares || memory.allocations() == made));
    set_memory_resource(nullptr);
    check_elements(elements_of(r), expected, of_r, of_y);
  };
  run([&] { into(r) = f(r, y); }, f);
  run([&] { r += f(r, y); }, [&](double a, double b) { return a + f(a, b); });
  run([&] { r -= y; }, [&](double a, double b) { return a - b; });
  run([&] { r *= 2; }, [&](double a, double) { return 2 * a; });
  std::vector<double> const of_r = elements_of(r), of_y = elements_of(y);
  whole const made = f(r, y);
  fill(engine, r);
  fill(engine, y);
  check_elements(elements_of(made), f, of_r, of_y);
}

} // namespace

TEST_CASE("statements of random records are those of their elements") {
  for (unsigned seed = 0; seed < 60; ++seed) {
    engine_type engine(seed);
    INFO(seed);
    sizes const n{up_to(engine, 4), up_to(engine, 4), up_to(engine, 12)};
    tensor<double, 2> plane(12, 9), other(12, 9), far_plane(12, 9), far_other(12, 9);
    tensor<float, 1> line(30), far_line(30);
    whole r = random_whole(engine, n, plane, line, other);
    // In every third case a member of y reads the memory of another member of r, which is written before it.
    bool const shares = seed % 3 == 0;
    whole y =
        shares ? random_whole(engine, n, other, line, plane) : random_whole(engine, n, far_plane, far_line, far_other);
    fill(engine, y);
    switch (seed % 4) {
    case 0:
      check_statements(engine, r, y, shares, [](auto const& a, auto const& b) { return a + 2 * b; });
      break;
    case 1:
      check_statements(engine, r, y, shares, [](auto const& a, auto const& b) { return b * a - 3; });
      break;
    case 2:
      check_statements(engine, r, y, shares, [](auto const&, auto const& b) { return -b; });
      break;
    default:
      check_statements(engine, r, y, shares, [](auto const& a, auto const& b) { return 8 - (b - a) * b; });
    }
  }
}
