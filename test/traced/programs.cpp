#include "explained.hpp"

#include <weft/weft.hpp>

#include <doctest/doctest.h>

#include <random>

using namespace weft;

// Expressions that are decided at run time: explain() says what their programs run, and each is read once.
namespace {

/// Checks a statement that makes new expressions of its operands, each time it runs.
struct explained_programs : trace::explained_statements {
  int read = 0, bound = 0, straight = 0;
  template <class F>
  void check_program(char const* what, F const& statement) {
    check(what, statement);
    const auto calls = trace::calls_of(statement);
    const auto of = [&](char const* name) { return calls.contains(name) ? calls.at(name) : 0; };
    CAPTURE(what);
    CHECK(of("structure_reader") <= 1);
    CHECK(of("program_binder") <= of("structure_reader"));
    CHECK(of("run_map") + of("run_fold") + of("run_straight") == 1);
    loops += of("run_straight");
    straight += of("run_straight");
    for (char const* const decision : {"enter_map", "enter_fold", "decide_map", "decide_fold", "plan_overlap"})
      CHECK(of(decision) <= 1);
    read += of("structure_reader");
    bound += of("program_binder");
  }
  /// A fold of a program: the loop of the fold asks it for some values at a time, which run_map computes.
  template <class F>
  void check_fold(char const* what, F const& statement) {
    const auto calls = trace::calls_of(statement);
    const plan_report report = explain(statement);
    const auto of = [&](char const* name) { return calls.contains(name) ? calls.at(name) : 0; };
    CAPTURE(what);
    CHECK(report.loops == 1);
    CHECK(of("allocate_block") == report.temporaries);
    CHECK(of("structure_reader") <= 1);
    for (char const* const once : {"run_fold", "enter_fold", "decide_fold"})
      CHECK(of(once) == 1);
    loops += of("run_fold");
  }
};

} // namespace

TEST_CASE("explain says what programs of expressions run, and each is read once") {
  std::mt19937 random(4700);
  const auto below = [&](int n) { return index_t(random() % unsigned(n)); };
  constexpr index_t sides[] = {1, 2, 3, 5, 8, 17, 33};
  tensor<double, 2> room(80, 80), other(80, 80);
  room = 1.0, other = 2.0;
  explained_programs all_of;
  for (int sample = 0; sample < 200; ++sample) {
    const index_t m = sides[below(7)], n = sides[below(7)];
    CAPTURE(m);
    CAPTURE(n);
    const bool overlaps = below(2) == 0;
    view<double, 2> to = trace::random_window(below, m, n).of(room, m, n),
                    from = trace::random_window(below, m, n).of(overlaps ? room : other, m, n),
                    more = trace::random_window(below, m, n).of(other, m, n);
    tensor<double, 1> row(shape(n), 0.5), column(shape(m), 0.25);
    all_of.check_program("one call", [&] {
      const any_expr<double> e = from * 2.0 + more;
      to(ellipsis) = e;
    });
    all_of.check_program("steps", [&] {
      any_expr<double> e = from * 2.0;
      e = e + more;
      e = (e + row) * e;
      to(ellipsis) = e;
    });
    all_of.check_fold("sum of rows", [&] {
      any_expr<double> e = from * more;
      e = e - row;
      column = sum(e, 1);
    });
    any_tensor a(from), b(more), c(a);
    all_of.check_program("untyped", [&] { c = (a * 2.0 + b) / (b + 1.0); });
    all_of.check_program("untyped, transposed", [&] { c = transpose(transpose(a) * 2.0); });
  }
  CHECK(all_of.read == 400);  // one call is run without a program
  CHECK(all_of.bound == 200); // plans of the library's operations are kept
  CHECK(all_of.loops > 900);
  CHECK(all_of.straight > 100); // side by side, in at most 1024 elements
}
