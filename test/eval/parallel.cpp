#include "support/guarded.hpp"

#include <weft/eval/deterministic.hpp>
#include <weft/eval/parallel.hpp>
#include <weft/memory/no_alloc.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/reduce.hpp>
#include <weft/ops/select.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#if !defined(_WIN32)
#include <sys/wait.h>
#include <unistd.h>
#endif

#include <atomic>
#include <cfenv>
#include <chrono>
#include <doctest/doctest.h>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace weft;
using oracle::at;

namespace {

/// A piece that takes long enough for every thread to get one: those that are needed come, late on a busy machine.
void wait_a_little() {
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

template <class F>
void for_pieces(int threads, index_t pieces, F f) {
  const thread_scope scope{threads};
  detail::parallel_for(threads, pieces, [](void* context, index_t piece) { (*static_cast<F*>(context))(piece); }, &f);
}

/// The threads that work on a loop.
class thread_set {
public:
  void add_this_one() {
    const std::lock_guard lock(mutex_);
    ids_.insert(std::this_thread::get_id());
  }
  std::size_t size() const { return ids_.size(); }

private:
  std::mutex mutex_;
  std::set<std::thread::id> ids_;
};

} // namespace

TEST_CASE("each piece runs once, whatever their number and that of the threads") {
  for (int threads : {1, 2, 3, 8})
    for (index_t pieces : {0, 1, 2, 3, 7, 8, 1000}) {
      CAPTURE(threads);
      CAPTURE(pieces);
      std::vector<std::atomic<int>> runs(at(pieces));
      for_pieces(threads, pieces, [&](index_t n) { ++runs[at(n)]; });
      for (auto const& r : runs)
        CHECK(r == 1);
    }
}

TEST_CASE("a loop uses as many threads as it may, never more") {
  for (int threads : {1, 2, 4}) {
    thread_set seen;
    for_pieces(threads, 64, [&](index_t) {
      seen.add_this_one();
      wait_a_little();
    });
    CHECK(seen.size() <= at(threads));
    CHECK((threads == 1 || seen.size() > 1));
  }
  thread_set seen;
  const thread_scope two{2}; // the budget holds for callers that ask for more
  detail::parallel_for(
      8, 64,
      [](void* context, index_t) {
        static_cast<thread_set*>(context)->add_this_one();
        wait_a_little();
      },
      &seen);
  CHECK(seen.size() <= 2);
}

TEST_CASE("a loop inside a piece runs in the thread of the piece, and sees a budget of 1") {
  std::atomic<int> wrong{0}, runs{0};
  for_pieces(4, 16, [&](index_t) {
    wrong += num_threads() != 1;
    wrong += detail::threads_for(1e12) != 1;
    const auto here = std::this_thread::get_id();
    for_pieces(4, 8, [&](index_t) {
      wrong += std::this_thread::get_id() != here;
      ++runs;
    });
  });
  CHECK(wrong == 0);
  CHECK(runs == 16 * 8);
  const thread_scope four{4};
  CHECK(num_threads() == 4);
}

TEST_CASE("the exception of the lowest piece that threw reaches the caller, and all pieces below it have run") {
  for (int threads : {1, 2, 8}) {
    std::vector<std::atomic<int>> runs(100);
    const auto loop = [&] {
      for_pieces(threads, 100, [&](index_t n) {
        ++runs[at(n)];
        if (n == 90)
          throw std::logic_error("the second");
        if (n == 37) {
          wait_a_little();
          throw std::runtime_error("the first");
        }
      });
    };
    CHECK_THROWS_WITH_AS(loop(), "the first", std::runtime_error);
    for (std::size_t n = 0; n <= 37; ++n)
      CHECK(runs[n] == 1);
    int later = 0; // and the next loop is whole
    for_pieces(1, 5, [&](index_t) { ++later; });
    CHECK(later == 5);
  }
}

TEST_CASE("callers in several threads share the helpers; none waits for another's loop") {
  std::atomic<int> runs{0};
  std::vector<std::thread> callers;
  for (int t = 0; t < 8; ++t)
    callers.emplace_back([&] {
      for (int n = 0; n < 50; ++n)
        for_pieces(3, 16, [&](index_t) { ++runs; });
    });
  for (auto& t : callers)
    t.join();
  CHECK(runs == 8 * 50 * 16);
}

TEST_CASE("helpers round as their caller does, and are refused memory as it is") {
  std::atomic<int> upward{0}, refused{0};
  std::fesetround(FE_UPWARD);
  for_pieces(4, 32, [&](index_t) {
    upward += std::fegetround() == FE_UPWARD;
    wait_a_little();
  });
  std::fesetround(FE_TONEAREST);
  CHECK(upward == 32);
  const no_alloc_scope none;
  for_pieces(4, 32, [&](index_t) {
    try {
      const tensor<double, 1> t(1000);
    } catch (error const&) {
      ++refused;
    }
    wait_a_little();
  });
  CHECK(refused == 32);
}

#if !defined(_WIN32)
TEST_CASE("a forked child divides its loops among threads of its own" * doctest::skip(WEFT_TEST_FORK == 0)) {
  const auto runs_all = [] {
    std::atomic<int> runs{0};
    for_pieces(3, 32, [&](index_t) {
      ++runs;
      wait_a_little();
    });
    return runs == 32;
  };
  CHECK(runs_all());
  const pid_t child = fork();
  if (child == 0)
    std::_Exit(runs_all() ? 0 : 1);
  int status = 1;
  waitpid(child, &status, 0);
  CHECK(status == 0);
  CHECK(runs_all());
}
#endif

namespace {

/// a + 10 b, by whoever calls: a function that weft does not know is taken for a long one.
struct slow_sum {
  double operator()(double a, double b) const { return a + 10 * b; }
};

/// Values that differ from their neighbours on each axis; doubles hold them and their sums exactly.
oracle::array<double> values_for(oracle::list const& extents, index_t salt) {
  index_t n = 0;
  return oracle::make(extents, [&](oracle::list const&) { return static_cast<double>((n++ * 7919 + salt) % 100003); });
}

view<double> view_of(guarded<double>& g) {
  return borrow(g.data(), shape(g.place().extents), strides(g.place().strides));
}

/// target = a + 10 b with the target's memory in one order and the operands' in others, divided and not.
void check_orders(grid::dice& r, oracle::list const& extents, grid::order to, grid::order from) {
  const auto a = values_for(extents, 1), b = values_for(extents, 5);
  const auto want = oracle::map_to(extents, slow_sum{}, a, b);
  guarded<double> out(grid::make_place(r, extents, to), -1.0), in_a(grid::make_place(r, extents, from), -2.0, a),
      in_b(grid::make_place(r, extents, grid::order::row_major), -3.0, b);
  view<double> target = view_of(out);
  const auto e = map(slow_sum{}, view_of(in_a), view_of(in_b));
  const thread_scope three{3};
  CAPTURE(oracle::text(out.place()));
  CAPTURE(oracle::text(in_a.place()));
  CHECK(explain(target, e).threads > 1);
  target = e;
  CHECK(out.difference(want) == "");
}

} // namespace

TEST_CASE("divided maps: every shape, order and sign of strides gives what a loop by hand gives") {
  grid::dice r(5);
  for (oracle::list const& extents :
       {oracle::list{50021}, {3, 17021}, {17021, 3}, {211, 243}, {2, 129, 197}, {37, 3, 65, 7}})
    for (grid::order to : {grid::order::row_major, grid::order::column_major, grid::order::padded_mixed})
      for (grid::order from : {grid::order::row_major, grid::order::column_major, grid::order::padded_mixed})
        check_orders(r, extents, to, from);
}

TEST_CASE("divided maps: whole tensors, rows that repeat, generators, values that overlap") {
  const thread_scope four{4};
  const index_t n = 60007, rows = 301, columns = 203;
  tensor<double, 1> a(n), b(n), c(n);
  for (index_t i = 0; i < n; ++i)
    a(i) = static_cast<double>(i % 1013), b(i) = static_cast<double>(i % 7);
  CHECK(explain(c, map(slow_sum{}, a, b)).threads == 4);
  c = map(slow_sum{}, a, b);
  index_t wrong = 0;
  for (index_t i = 0; i < n; ++i)
    wrong += c(i) != static_cast<double>(i % 1013) + 10 * static_cast<double>(i % 7);
  CHECK(wrong == 0);

  tensor<double, 2> m(rows, columns);
  m = map(slow_sum{}, a(range(0, columns)),
          from_function(shape(rows, columns), [](index_t i, index_t j) { return static_cast<double>(i * 1000 + j); }));
  for (index_t i = 0; i < rows; ++i)
    for (index_t j = 0; j < columns; ++j)
      wrong += m(i, j) != static_cast<double>(j % 1013) + 10 * static_cast<double>(i * 1000 + j);
  CHECK(wrong == 0);

  // a(i) = a(i - 1) + 10 b(i): in place, in the direction that is safe, by one thread.
  const auto shifted = map(slow_sum{}, a(range(0, n - 1)), b(range(1, n)));
  CHECK(explain(a(range(1, n)), shifted).threads == 1);
  a(range(1, n)) = shifted;
  for (index_t i = 1; i < n; ++i)
    wrong += a(i) != static_cast<double>((i - 1) % 1013) + 10 * static_cast<double>(i % 7);
  CHECK(wrong == 0);
}

namespace {

struct axis_case {
  oracle::list lengths; // of three axes
  int goes;
};
/// How many sums along an axis are not those of a loop by hand.
index_t wrong_sums(tensor<double> const& sums, tensor<double, 3> const& x, oracle::list const& lengths, int goes) {
  index_t wrong = 0;
  oracle::list n = lengths;
  n[at(goes)] = 1;
  for (index_t i = 0; i < n[0]; ++i)
    for (index_t j = 0; j < n[1]; ++j)
      for (index_t k = 0; k < n[2]; ++k) {
        double want = 0;
        for (index_t l = 0; l < lengths[at(goes)]; ++l)
          want += x(goes == 0 ? l : i, goes == 1 ? l : j, goes == 2 ? l : k);
        wrong += sums.data()[(i * n[1] + j) * n[2] + k] != want;
      }
  return wrong;
}

} // namespace

TEST_CASE("divided folds of axes: the results of loops by hand, with the bits of one thread") {
  for (axis_case const& one : {axis_case{{2, 300, 500}, 0},
                               {{300, 2, 500}, 1},
                               {{500, 300, 2}, 2},
                               {{1, 700, 457}, 1},
                               {{3, 1000, 130}, 1},
                               {{65, 67, 71}, 0},
                               {{65, 67, 71}, 1},
                               {{65, 67, 71}, 2},
                               {{5, 9, 7000}, 2}})
    for (const bool by_columns : {false, true})
      for (const bool in_order : {false, true}) {
        const auto whole = shape(one.lengths[0], one.lengths[1], one.lengths[2]);
        INFO(one.lengths[0] << "," << one.lengths[1] << "," << one.lengths[2] << " axis " << one.goes << " columns "
                            << by_columns << " in order " << in_order);
        const tensor<double, 3> by_rows = from_function(whole, [](index_t i, index_t j, index_t k) { // exact sums
          return static_cast<double>((i * 7 + j * 5 + k * 3) % 1021 - 300);
        });
        const tensor<double, 3, column_major> turned = by_rows;
        const auto slow = [](double x) { return x; }; // a function of the program's own counts as a long one
        const auto fold_with = [&](int threads, auto const& reduced) {
          const thread_scope scope{threads};
          std::optional<deterministic_scope> ordered;
          if (in_order)
            ordered.emplace();
          CHECK(explain(reduced).threads == threads);
          return eval(reduced);
        };
        const auto check = [&](auto const& x) {
          const auto total = sum(map(slow, x), one.goes);
          const tensor<double> once = fold_with(1, total), divided = fold_with(3, total);
          CHECK(once == divided);
          const index_t wrong = wrong_sums(divided, by_rows, one.lengths, one.goes);
          CHECK(wrong == 0);
          const auto rounded = sum(map(slow, x) / 7.0, one.goes);
          CHECK(fold_with(1, rounded) == fold_with(3, rounded));
          const auto place = argmax(map(slow, x), one.goes);
          CHECK(fold_with(1, place) == fold_with(3, place));
        };
        by_columns ? check(turned) : check(by_rows);
      }
}

TEST_CASE("what a function throws in a divided map is the exception of the first element") {
  const thread_scope four{4};
  tensor<double, 1> a(100000), c(100000);
  for (index_t i = 0; i < a.size(); ++i)
    a(i) = static_cast<double>(i);
  const auto e = map(
      [](double x) {
        if (x >= 1234)
          throw std::runtime_error(std::to_string(static_cast<int>(x)));
        return x;
      },
      a);
  CHECK(explain(c, e).threads == 4);
  CHECK_THROWS_WITH_AS((c = e), "1234", std::runtime_error);
}

TEST_CASE("small loops stay in one thread") {
  const thread_scope four{4};
  tensor<double, 1> a(1000), c(1000);
  CHECK(explain(c, a + 1.0).threads == 1);
  CHECK(explain(c, map([](double x) { return x; }, a)).threads == 1);
  CHECK(detail::threads_for(0) == 1);
  CHECK(detail::threads_for(2 * detail::work_per_thread) == 2);
  CHECK(detail::threads_for(1e300) == 4);
}
