#include <weft/eval/fold_pass.hpp>

#include <doctest/doctest.h>

using namespace weft;

namespace {

/// Adds numbers; doubts sums above `most`, then counts values in a second pass.
struct doubtful_sum {
  using accumulator = double;
  double most;
  bool shrunk = false;
  double start() const { return 0; }
  void add(double& a, double x) const { a += shrunk ? 1 : x; }
  void merge(double& a, double b) const { a += b; }
  double finish(double a, index_t) const { return a; }
  bool doubts(double, double result) const { return result > most; }
  void shrink() { shrunk = true; }
  void mend(double& result, double a, index_t) const {
    if (result > most)
      result = -a;
  }
};

} // namespace

TEST_CASE("passes of a fold: a second one where a result is in doubt, which mends that one alone") {
  const double values[2][3] = {{1, 2, 3}, {4, 5, 6}};
  const auto fold = [&](double most, double (&out)[2]) {
    int passes = 0;
    detail::fold_in_passes(doubtful_sum{most}, [&](detail::fold_pass<doubtful_sum> const& pass) {
      ++passes;
      double total[2];
      for (int r = 0; r < 2; ++r) {
        total[r] = pass.reducer.start();
        for (double x : values[r])
          pass.reducer.add(total[r], x);
      }
      pass.finish(out, sizeof(double), total, 2, 3);
    });
    return passes;
  };
  double out[2];
  CHECK(fold(100, out) == 1);
  CHECK(out[0] == 6);
  CHECK(out[1] == 15);
  CHECK(fold(10, out) == 2);
  CHECK(out[0] == 6);
  CHECK(out[1] == -3);
}
