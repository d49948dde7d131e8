#include <weft/eval/fold_kernel.hpp>
#include <weft/ops/reducers.hpp>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("kernels of folds: rows into results of their own, and rows into one row of results") {
  using sum = reducer::sum<double>;
  using core = detail::slot<double>;
  detail::fold_kind const& kind = detail::fold_kind_of<double, sum, core>();
  CHECK(kind.operands == 2);
  CHECK(kind.acc_size == index_t(sizeof(double)));
  const double values[3][4] = {{1, 2, 3, 4}, {10, 20, 30, 40}, {5, 5, 5, 5}};
  const detail::fold_core<sum, core> fold{};
  const index_t step[] = {sizeof(double), 4 * sizeof(double)};
  for (int level = 0; level <= detail::isa_level(); ++level) {
    double rows[3] = {0.5, 0, 0}, columns[4] = {100, 0, 0, 0};
    const index_t to_rows[] = {reinterpret_cast<index_t>(rows), reinterpret_cast<index_t>(values)};
    kind.rows.run[level](&fold, {3, 4, to_rows, step, step, nullptr});
    CHECK(rows[0] == 10.5);
    CHECK(rows[1] == 100);
    CHECK(rows[2] == 20);
    const index_t to_columns[] = {reinterpret_cast<index_t>(columns), reinterpret_cast<index_t>(values)};
    kind.columns.run[level](&fold, {3, 4, to_columns, step, step, nullptr});
    CHECK(columns[0] == 116);
    CHECK(columns[1] == 27);
    CHECK(columns[2] == 38);
    CHECK(columns[3] == 49);
  }
}
