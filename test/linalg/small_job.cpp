#include "small_matrices.hpp"

#include <support/isa.hpp>
#include <weft/linalg/small_batch.hpp>
#include <weft/linalg/small_job.hpp>

using namespace weft;
using namespace small_test;

TEST_CASE("every instruction set: batches of small matrices write their results and nothing else") {
  support::for_each_isa([] {
    for (const index_t n : {2, 3, 4})
      for (const index_t count : {1, 7, 16, 21}) {
        // The batch in front, and as the last axis; between matrices there is room that stays as it is.
        for (const bool last : {false, true}) {
          const index_t size = n * n, pad = 3, step = last ? 1 : size + pad;
          const index_t row = last ? n * (count + pad) : n, column = last ? count + pad : 1;
          std::vector<double> a(static_cast<std::size_t>((size + pad) * (count + pad)), 5.0), x(a.size(), -7.0);
          random_numbers random(7);
          for (index_t k = 0; k < count; ++k)
            for (index_t i = 0; i < n; ++i)
              for (index_t j = 0; j < n; ++j)
                a[static_cast<std::size_t>(k * step + i * row + j * column)] = random() + (i == j ? 2.0 : 0.0);
          detail::small_batch job{
              detail::small_task::check, dtype::float64, count, n, {a.data(), step, row, column}, {}};
          CHECK(detail::run_small_batch(job));
          job.task = detail::small_task::inverse;
          job.x = {x.data(), step, row, column};
          CHECK(detail::run_small_batch(job));
          std::vector<bool> written(x.size(), false);
          for (index_t k = 0; k < count; ++k)
            for (index_t i = 0; i < n; ++i)
              for (index_t j = 0; j < n; ++j) {
                double total = i == j ? -1.0 : 0.0;
                for (index_t l = 0; l < n; ++l)
                  total += a[static_cast<std::size_t>(k * step + i * row + l * column)] *
                           x[static_cast<std::size_t>(k * step + l * row + j * column)];
                CHECK(std::abs(total) < 1e-12);
                written[static_cast<std::size_t>(k * step + i * row + j * column)] = true;
              }
          for (std::size_t k = 0; k < x.size(); ++k)
            CHECK((written[k] || x[k] == -7.0));
        }
      }
  });
}
