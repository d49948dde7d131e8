#include "big.hpp"
#include "expressions.hpp"
#include "overlap_case.hpp"

#include <weft/eval/kernel.hpp>

// Elements that cannot be copied as bytes, and elements of an odd size.
namespace {

struct triple {
  double x, y, z;

  triple() = default;
  explicit triple(int n) : x(n), y(n + 1), z(-n) {}
  triple(double a, double b, double c) : x(a), y(b), z(c) {}
  friend triple operator+(triple const& a, triple const& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend triple operator*(triple const& a, triple const& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
  friend bool operator==(triple const&, triple const&) = default;
};
static_assert(sizeof(triple) == 24 && weft::detail::is_bytewise<triple>);
static_assert(!weft::detail::is_bytewise<grid::big>);

/// Too large for the buffers of the loop, though it can be copied as bytes.
struct page {
  int value[20];

  page() = default;
  explicit page(int n) {
    for (int k = 0; k < 20; ++k)
      value[k] = n + k;
  }
  friend page operator+(page const& a, page const& b) {
    page c;
    for (int k = 0; k < 20; ++k)
      c.value[k] = a.value[k] + b.value[k];
    return c;
  }
  friend bool operator==(page const&, page const&) = default;
};
static_assert(!weft::detail::is_bytewise<page>);

} // namespace

template <>
struct weft::is_scalar<triple> : std::true_type {};

using namespace grid;

namespace {

std::vector<list> some_shapes(dice& r) {
  std::vector<list> all{{31}, {32}, {1025}, {3, 700}, {33, 31}};
  for (int rank = 0; rank <= 4; ++rank)
    for (list const& extents : shapes(r, rank, 20))
      if (oracle::count(extents) < 300)
        all.push_back(extents);
  return all;
}

} // namespace

TEST_CASE("elements that own memory, in every shape and order") {
  dice r(7);
  for (list const& extents : some_shapes(r))
    for (order const target : {order::row_major, order::mixed, order::padded})
      run_all<big, one_leaf, two_leaves_and_a_constant, plus_equals, with_generator>(r, extents, target);
}

TEST_CASE("elements of 24 and of 80 bytes, in every shape and order") {
  dice r(8);
  for (list const& extents : some_shapes(r))
    for (order const target : writable) {
      run_all<triple, one_leaf, two_leaves_and_a_constant, plus_equals, with_generator>(r, extents, target);
      run_all<page, one_leaf, with_generator>(r, extents, target);
    }
}

TEST_CASE("elements that own memory, where target and operands overlap") {
  dice r(9);
  tally one, two;
  for (int n = 0; n < 1000; ++n) {
    const pair_of_views v(r);
    check_overlap<big>(
        v, one, [](auto& t, auto& a, auto&) { t = a; },
        [](auto& t, auto& a, auto&) { return weft::explain(t, a); },
        [](big const&, big const& a, big const&) { return a; });
    check_overlap<big>(
        v, two, [](auto& t, auto& a, auto& b) { t += a - b; },
        [](auto& t, auto& a, auto& b) { return weft::explain(t, t + (a - b)); },
        [](big const& t, big const& a, big const& b) { return t + (a - b); });
  }
  CHECK(one.none > 100);
  CHECK(one.some > 100);
}
