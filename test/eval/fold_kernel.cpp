#include <weft/eval/fold_kernel.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/reducers.hpp>

#include <algorithm>
#include <doctest/doctest.h>
#include <vector>

using namespace weft;

TEST_CASE("kernels of folds: rows into results of their own, and rows into one row of results") {
  using sum = reducer::sum<double>;
  using core = detail::slot<double>;
  detail::fold_kind const& kind = detail::fold_kind_of<double, sum, core>();
  CHECK(kind.operands == 2);
  CHECK(kind.acc_size == index_t(sizeof(double)));
  double const values[3][4] = {{1, 2, 3, 4}, {10, 20, 30, 40}, {5, 5, 5, 5}};
  detail::fold_core<sum, core> const fold{};
  index_t const step[] = {sizeof(double), 4 * sizeof(double)};
  for (int level = 0; level <= detail::isa_level(); ++level) {
    double rows[3] = {0.5, 0, 0}, columns[4] = {100, 0, 0, 0};
    index_t const to_rows[] = {reinterpret_cast<index_t>(rows), reinterpret_cast<index_t>(values)};
    kind.rows.run[level](&fold, {3, 4, to_rows, step, step, nullptr});
    CHECK(rows[0] == 10.5);
    CHECK(rows[1] == 100);
    CHECK(rows[2] == 20);
    index_t const to_columns[] = {reinterpret_cast<index_t>(columns), reinterpret_cast<index_t>(values)};
    kind.columns.run[level](&fold, {3, 4, to_columns, step, step, nullptr});
    CHECK(columns[0] == 116);
    CHECK(columns[1] == 27);
    CHECK(columns[2] == 38);
    CHECK(columns[3] == 49);
  }
}

TEST_CASE("kernels of folds: rows of results from windows, the last vector of a row written twice") {
  using sum = reducer::sum<float>;
  using core = detail::core_node<op::times, detail::slot<float>, detail::slot<float>>;
  detail::fold_kind const& kind = detail::fold_kind_of<float, sum, core>();
  constexpr index_t size = sizeof(float), columns = 150, rows = 2;
  std::vector<float> image(columns + 3), out(rows * columns + 2, -7.0F);
  for (index_t i = 0; i < columns + 3; ++i)
    image[std::size_t(i)] = static_cast<float>(i % 11);
  float const weight[] = {2, -1, 4};
  detail::fold_core<sum, core> const fold{};
  for (unsigned const held : {1U, 2U}) {
    detail::kernel_variant const& windows = kind.windows[held - 1];
    CHECK(windows.held == held);
    int const of_image = held == 1 ? 1 : 0, of_weight = 1 - of_image;
    index_t offset[6], position[3] = {reinterpret_cast<index_t>(out.data() + 1)}, step[3] = {columns * size};
    position[1 + of_image] = reinterpret_cast<index_t>(image.data());
    position[1 + of_weight] = reinterpret_cast<index_t>(weight);
    step[1 + of_image] = size; // the second row of results begins one element later
    step[1 + of_weight] = 0;
    for (int v = 0; v < 3; ++v)
      offset[2 * v + of_image] = offset[2 * v + of_weight] = v * size;
    for (int level = 0; level <= detail::isa_level(); ++level)
      for (index_t const n : {index_t(5), index_t(17), index_t(64), columns}) {
        std::fill(out.begin(), out.end(), -7.0F);
        windows.run[level](&fold, detail::window_frame{{rows, n, position, step, nullptr, nullptr}, 3, offset, false});
        index_t wrong = 0;
        for (index_t k = 0; k < rows * columns; ++k) {
          auto const at = [&](index_t i) { return image[std::size_t(k / columns + k % columns + i)]; };
          float const expected = k % columns < n ? 2 * at(0) - at(1) + 4 * at(2) : -7.0F;
          wrong += out[std::size_t(k + 1)] == expected ? 0 : 1;
        }
        CHECK(wrong == 0);
        CHECK(out.front() == -7.0F);
        CHECK(out.back() == -7.0F);
      }
  }
}
