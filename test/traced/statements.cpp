#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "explained.hpp"

#include <weft/weft.hpp>

#include <map>
#include <random>
#include <string>

using namespace weft;
using trace::calls_of;

// Each decision about a statement is taken once, and explain() says what ran. All calls of weft's functions are counted
// (trace.hpp), whatever way they take.
namespace {

/// The functions that decide how a statement is done.
const std::string deciding[] = {"decide_map", "decide_fold",   "decide_short",  "decide_packed", "plan_overlap",
                                "enter_map",  "enter_fold",    "plan_gemm",     "route_of",      "route_of_packed",
                                "plan_blas",  "own_blocks_of", "decide_threads"};

/// Those that any of the statements asked.
std::map<std::string, int> asked;

template <class F>
void check_once(std::string const& what, F const& statement) {
  const auto calls = calls_of(statement);
  INFO(what);
  REQUIRE(!calls.empty());
  for (std::string const& name : deciding) {
    const int n = calls.contains(name) ? calls.at(name) : 0;
    INFO(name);
    CHECK(n <= 1);
    asked[name] += n;
  }
}

} // namespace

TEST_CASE("a decision is taken once for each statement") {
  for (const index_t n : {3, 20, 200}) {
    CAPTURE(n);
    tensor<double, 2> a(shape(n, n), 1.0), b(shape(n, n), 2.0), c(n, n);
    tensor<double, 1> x(shape(n), 1.0), y(n);
    check_once("product", [&] { c = matmul(a, b); });
    check_once("product with its transpose", [&] { c = matmul(a, transpose(a)); });
    check_once("product of windows", [&] { c(range(0, n, 2), all) = matmul(a(range(0, n, 2), all), b); });
    check_once("product added", [&] { c += 2.0 * matmul(transpose(a), b); });
    check_once("product with a vector", [&] { y = matmul(a, x); });
    check_once("product into an operand", [&] { c = matmul(c, b); });
    check_once("dot", [&] { y(0) = dot(x, y); });
    check_once("sum of rows", [&] { y = sum(a, 1); });
    check_once("sum of columns", [&] { y = sum(a, 0); });
    check_once("sum", [&] { y(0) = sum(a * transpose(b)); });
    check_once("map", [&] { c = a * x + transpose(b); });
    check_once("map over itself", [&] { c(all, range(0, n - 1)) = c(all, range(1, n)) * 2.0; });
    check_once("transposition in place", [&] { c = transpose(c) + 1.0; });
    check_once("running sum", [&] { c = cumsum(a, 1); });
  }
  // By what is this machine's BLAS the others are left out.
  for (char const* const name : {"decide_map", "decide_fold", "decide_short", "decide_packed", "plan_overlap",
                                 "enter_map", "enter_fold", "plan_gemm", "route_of"}) {
    INFO(std::string(name));
    CHECK(asked[name] > 0); // or it has another name by now
  }
}

namespace {

/// How often each kind of kernel of a product was called.
struct product_calls {
  int dot, vector, direct, packed, blas;
};
product_calls count_products(std::map<std::string, int> const& calls) {
  const auto of = [&](char const* name) { return calls.contains(name) ? calls.at(name) : 0; };
  return {of("run_dot"), of("run_vector"), of("run_by_rows"), of("run_packed"), of("run_blas")};
}
product_calls count_products(plan_report const& report) {
  product_calls n{};
  for (auto const& text : report.blas) {
    const auto begins = [&](char const* with) { return text.starts_with(with); };
    ++(begins("own dot")      ? n.dot
       : begins("own vector") ? n.vector
       : begins("own direct") ? n.direct
       : begins("own")        ? n.packed
                              : n.blas);
  }
  return n;
}

} // namespace

TEST_CASE("explain names the product that ran, its memory and how often") {
  std::mt19937 random(47);
  const auto below = [&](int n) { return index_t(random() % unsigned(n)); };
  constexpr index_t sides[] = {1, 2, 3, 7, 16, 33, 64, 130, 300};
  int kinds[5] = {};
  for (int sample = 0; sample < 400; ++sample) {
    const index_t m = sides[below(9)], n = sides[below(9)], k = sides[below(9)];
    tensor<double, 2> room_a(2 * m, 2 * k), room_b(2 * k, 2 * n), room_c(2 * m, 2 * n), turned_a(k, m), turned_b(n, k);
    room_a = 1.0, room_b = 2.0, room_c = 3.0, turned_a = 4.0, turned_b = 5.0;
    const index_t step_a = 1 + below(2), step_b = 1 + below(2), step_c = 1 + below(2);
    const int turn = int(below(4));
    view<double, 2> a = room_a(range(0, m), range(0, step_a * k, step_a)),
                    b = room_b(range(0, k), range(0, step_b * n, step_b)),
                    c = room_c(range(0, m), range(0, step_c * n, step_c));
    if (turn & 1)
      a.rebind(transpose(turned_a));
    if (turn & 2)
      b.rebind(transpose(turned_b));
    const auto statement = [&] { c(ellipsis) = matmul(a, b); };
    const auto calls = calls_of(statement);
    const plan_report report = explain(statement);
    const product_calls ran = count_products(calls), said = count_products(report);
    CAPTURE(to_string(report));
    CHECK(ran.dot == said.dot);
    CHECK(ran.vector == said.vector);
    CHECK(ran.direct == said.direct);
    CHECK(ran.packed == said.packed);
    CHECK(ran.blas == said.blas);
    CHECK((calls.contains("allocate_block") ? calls.at("allocate_block") : 0) == report.temporaries);
    kinds[0] += ran.dot, kinds[1] += ran.vector, kinds[2] += ran.direct, kinds[3] += ran.packed, kinds[4] += ran.blas;
  }
  CAPTURE(kinds[0] << ' ' << kinds[1] << ' ' << kinds[2] << ' ' << kinds[3] << ' ' << kinds[4]);
  CHECK(kinds[0] + kinds[1] + kinds[2] + kinds[3] + kinds[4] == 400);
}

TEST_CASE("explain says how many loops and temporaries maps, folds and running sums take") {
  std::mt19937 random(470);
  const auto below = [&](int n) { return index_t(random() % unsigned(n)); };
  constexpr index_t sides[] = {1, 2, 3, 5, 8, 17, 33};
  tensor<double, 2> room(80, 80), other(80, 80);
  room = 1.0, other = 2.0;
  trace::explained_statements all_of;
  for (int sample = 0; sample < 300; ++sample) {
    const index_t m = sides[below(7)], n = sides[below(7)];
    CAPTURE(m);
    CAPTURE(n);
    const bool overlaps = below(2) == 0;
    view<double, 2> to = trace::random_window(below, m, n).of(room, m, n),
                    from = trace::random_window(below, m, n).of(overlaps ? room : other, m, n),
                    more = trace::random_window(below, m, n).of(other, m, n);
    tensor<double, 1> row(shape(n), 0.5), column(shape(m), 0.25);
    all_of.check("map", [&] { to(ellipsis) = from * 2.0 + more; });
    all_of.check("map with a row", [&] { to(ellipsis) = (from + row) * more; });
    all_of.check("fold of rows", [&] { column = sum(from * more, 1); });
    all_of.check("fold of columns", [&] { row = max(from, 0); });
    all_of.check("fold of all", [&] { row(0) = sum(from); });
    all_of.check("running sum", [&] { to(ellipsis) = cumsum(from, 1); });
  }
  CHECK(all_of.temporaries > 0);
  CHECK(all_of.loops > 1000);
}
