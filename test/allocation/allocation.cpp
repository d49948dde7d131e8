// The table of doc/allocation.md, measured: a counting memory resource sees what weft takes from it, and an
// operator new of our own whatever else is taken from the heap, which is nothing.
#include "heap.hpp"

#include <support/message.hpp>

#include <weft/weft.hpp>

#include <doctest/doctest.h>
#include <fstream>
#include <functional>
#include <map>
#include <memory_resource>
#include <string>
#include <vector>

using namespace weft;

namespace {

constexpr index_t n = 1000, width = 100;
const auto in = range(1, n - 1), lo = range(0, n - 2), hi = range(2, n);

struct operands {
  tensor<double, 1> a, b, c, d, u, v, x, y, t;
  tensor<double, 2> m, p, q, r;
  tensor<double> e, f;
  tensor<double, fixed<3, 3>> g, h;
  double s = 0;

  operands()
      : a(shape(n), 0.5), b(shape(n), 0.25), c(shape(n), 2.0), d(n), u(shape(n), 1.0), v(n), x(shape(width), 3.0),
        y(width), m(shape(width, width), 0.0), p(shape(width, width), 0.5), q(shape(width, width), 1.0), r(p),
        e(shape(5, 6, 7), 1.0), f(shape(5, 6, 7), 2.0), g(shape(3, 3), 1.0), h(shape(3, 3), 2.0) {
    for (index_t i = 0; i < n; ++i)
      a(i) = static_cast<double>(i);
    for (index_t i = 0; i < width; ++i)
      for (index_t j = 0; j < width; ++j)
        p(i, j) = static_cast<double>(i - 3 * j);
  }
  /// True if no element differs: what was refused has changed nothing.
  bool operator==(operands const& o) const {
    return a == o.a && d == o.d && u == o.u && v == o.v && x == o.x && y == o.y && t == o.t && m == o.m && p == o.p &&
           r == o.r && e == o.e && g == o.g && s == o.s;
  }
};

using statement = std::function<void(operands&)>;

/// Each row of the table as a program.
std::map<std::string, statement> statements() {
  return {
      {"d = a * b + 2.0 * c - a / (b + 1.0)", [](operands& o) { o.d = o.a * o.b + 2.0 * o.c - o.a / (o.b + 1.0); }},
      {"a += 2.0 * b", [](operands& o) { o.a += 2.0 * o.b; }},
      {"v(in) = 0.5 * (u(lo) + u(hi)); swap(u, v)",
       [](operands& o) {
         o.v(in) = 0.5 * (o.u(lo) + o.u(hi));
         swap(o.u, o.v);
       }},
      {"m = p * x + 1.0", [](operands& o) { o.m = o.p * o.x + 1.0; }},
      {"m = transpose(p) + q", [](operands& o) { o.m = transpose(o.p) + o.q; }},
      {"e = where(f > 1.0, f, 0.0)", [](operands& o) { o.e = where(o.f > 1.0, o.f, 0.0); }},
      {"g = matmul(g, h) + g", [](operands& o) { o.g = matmul(o.g, o.h) + o.g; }},
      {"a(hi) = a(lo)", [](operands& o) { o.a(hi) = o.a(lo); }},
      {"a = reverse(a, 0)", [](operands& o) { o.a = reverse(o.a, 0); }},
      {"p = reverse(p, 0)", [](operands& o) { o.p = reverse(o.p, 0); }},
      {"p = transpose(p)", [](operands& o) { o.p = transpose(o.p); }},
      {"t = a + b", [](operands& o) { o.t = o.a + o.b; }},
      {"eval(a + b)", [](operands& o) { o.s = eval(o.a + o.b)(0); }},
      {"copy(a)", [](operands& o) { o.s = copy(o.a)(0); }},
      {"d = concatenate(0, a(lo), x(pair))", [](operands& o) { o.d = concatenate(0, o.a(lo), o.x(range(0, 2))); }},
      {"m = maximum(matmul(p, q) + r, 0.0)", [](operands& o) { o.m = maximum(matmul(o.p, o.q) + o.r, 0.0); }},
      {"m = p - expand_dims(mean(p, 1), 1)", [](operands& o) { o.m = o.p - expand_dims(mean(o.p, 1), 1); }},
      {"s = dot(a, b)", [](operands& o) { o.s = dot(o.a, o.b); }},
      {"y = matmul(p, x)", [](operands& o) { o.y = matmul(o.p, o.x); }},
      {"m = 2.0 * matmul(p, transpose(q)) + 0.5 * m",
       [](operands& o) { o.m = 2.0 * matmul(o.p, transpose(o.q)) + 0.5 * o.m; }},
      {"m = matmul(reverse(p, 0), q)", [](operands& o) { o.m = matmul(reverse(o.p, 0), o.q); }},
      {"r = matmul(r, q)", [](operands& o) { o.r = matmul(o.r, o.q); }},
      {"m = matmul(matmul(p, q), r)", [](operands& o) { o.m = matmul(matmul(o.p, o.q), o.r); }},
  };
}

struct row {
  std::string code;
  std::int64_t blocks = 0;
  std::size_t bytes = 0;
};

/// The cells of a line | `code` | blocks | bytes |.
std::vector<row> rows_of_page() {
  std::vector<row> rows;
  std::ifstream page(WEFT_PAGE);
  std::string line;
  while (std::getline(page, line)) {
    if (line.rfind("| `", 0) != 0)
      continue;
    const auto end = line.find("` | "), second = line.find(" | ", end + 4);
    rows.push_back({line.substr(3, end - 3), std::stoll(line.substr(end + 4)),
                    static_cast<std::size_t>(std::stoull(line.substr(second + 3)))});
  }
  return rows;
}

/// Without BLAS products take panels for a loop of weft's own.
bool is_measured([[maybe_unused]] std::string const& code) {
#if defined(WEFT_TEST_BLAS)
  return true;
#else
  return code[0] == 'g' || (code.find("matmul") == std::string::npos && code.find("dot") == std::string::npos);
#endif
}

} // namespace

TEST_CASE("doc/allocation.md says what each statement allocates, and a no_alloc_scope refuses the others") {
  const auto programs = statements();
  const auto rows = rows_of_page();
  CHECK(rows.size() == programs.size());
  for (row const& expected : rows) {
    CAPTURE(expected.code);
    const auto found = programs.find(expected.code);
    REQUIRE(found != programs.end());
    if (!is_measured(expected.code))
      continue;
    quiet_resource resource; // outlives the operands, which may hold its blocks
    operands first;
    found->second(first); // what is done once: checked builds make a table of the blocks that are watched
    operands o, again;
    const operands before = o;
    std::pmr::memory_resource* const usual = set_memory_resource(&resource);
    heap::calls = 0;
    heap::counting = true;
    found->second(again);
    heap::counting = false;
    const std::int64_t blocks = resource.blocks;
    const std::size_t bytes = resource.bytes;
    const std::string refusal = support::message_of([&] {
      const no_alloc_scope none;
      found->second(o);
    });
    again = operands(); // its blocks go back to the resource
    set_memory_resource(usual);
    CHECK(blocks == expected.blocks);
    CHECK(bytes == expected.bytes);
    if (blocks == 0) {
      CHECK(heap::calls == 0);
      CHECK(refusal == "no error");
      continue;
    }
    CHECK(refusal.rfind("weft: no_alloc_scope: ", 0) == 0);
    CHECK(refusal.find("would have been allocated") != std::string::npos);
    CHECK(o == before);
  }
}

namespace {

/// Blocks that a statement takes, from weft's resource or from the heap.
template <class F>
std::int64_t blocks_of(F const& f) {
  f(); // what is done once
  quiet_resource resource;
  std::pmr::memory_resource* const usual = set_memory_resource(&resource);
  heap::calls = 0;
  heap::counting = true;
  f();
  heap::counting = false;
  set_memory_resource(usual);
  return resource.blocks + static_cast<std::int64_t>(heap::calls);
}
/// What the types promise is so; what they do not promise is counted, and returned.
template <class Target, class X>
std::int64_t check_promise(Target&& target, X const& x) {
  const std::int64_t blocks = blocks_of([&] { static_cast<Target&&>(target) = x; });
  if (is_allocation_free<Target, X>)
    CHECK(blocks == 0);
  return blocks;
}

} // namespace

TEST_CASE("is_allocation_free: statements that the types promise to take no memory take none") {
  operands o;
  tensor<float, 2> single(width, width);
  view<double> any = o.m;
  check_promise(o.d(ellipsis), o.a * o.b + 2.0 * o.c - o.a / (o.b + 1.0));
  check_promise(o.m(ellipsis), o.p * o.x + 1.0);
  check_promise(o.m(ellipsis), transpose(o.p) + o.q);
  check_promise(o.m(all, range(0, width, 2)), 2.0 * reverse(o.q(all, range(0, width / 2)), 1));
  check_promise(o.m(range(width - 1, -1, -1), all), exp(transpose(o.p)) / (1.0 + exp(transpose(o.p))));
  check_promise(o.e(ellipsis), where(o.f > 1.0, o.f, 0.0));
  check_promise(any(ellipsis), o.q + o.x);
  check_promise(single(ellipsis), o.p * 0.5);
  check_promise(o.g, o.g + 2.0 * o.h);
  check_promise(o.g, 1.0);
  check_promise(o.y(ellipsis), arange(0.0, double(width), 1.0));
  check_promise(o.m(ellipsis), map([](double a, double b) { return a < b ? a : b; }, o.p, o.x));
  check_promise(o.v(in), 0.5 * (o.u(lo) + o.u(hi)));
  check_promise(o.a(hi), o.a(lo));
  // Fourteen operands and a target are the most that have their tables on the stack.
  const auto four = o.a + o.b * o.c + o.u;
  check_promise(o.d(ellipsis), four * four + four - o.a * o.b);
  static_assert(is_allocation_free<decltype(o.d(ellipsis)), decltype(four * four + four - o.a * o.b)>);
  static_assert(!is_allocation_free<decltype(o.d(ellipsis)), decltype(four * four + four * four)>);
  static_assert(is_allocation_free<decltype(o.m(ellipsis)), decltype(o.p * o.x + 1.0)>);
  static_assert(is_allocation_free<tensor<double, fixed<3, 3>>&, decltype(o.g + 2.0 * o.h)>);
  static_assert(!is_allocation_free<tensor<double, 2>&, decltype(o.p + o.q)>); // of another shape it would
  static_assert(!is_allocation_free<decltype(o.m(ellipsis)), decltype(o.p - expand_dims(mean(o.p, 1), 1))>);
  CHECK(check_promise(o.t, o.a + o.b) == 0); // has the shape already, the second time
  CHECK(check_promise(o.m(ellipsis), o.p - expand_dims(mean(o.p, 1), 1)) > 0);
}
