#include <weft/mpi/halo.hpp>
#include <weft/ops/spaced.hpp>

#include "mpi/rows.hpp"

#include <vector>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("a plan names each column that outer rows read, and its messages bring their elements") {
  index_t const n = 24;
  for (auto const& rows : row_divisions(n)) {
    same_numbers draw(11);
    std::vector<index_t> offsets{0}, indices;
    for (index_t i = 0; i < n; ++i) {
      index_t const a = draw(0, int(n) - 1), b = draw(0, int(n) - 1);
      if (i < rows.first() || i >= rows.first() + rows.count())
        continue;
      if (i % 3 != 0) // rows of two entries, and of one
        indices.push_back(std::min(a, b));
      indices.push_back(i % 3 != 0 && a != b ? std::max(a, b) : n - 1);
      if (indices.size() >= 2 && i % 3 != 0 && indices[indices.size() - 2] == indices.back())
        indices.pop_back();
      offsets.push_back(index_t(indices.size()));
    }
    std::vector<index_t> const columns = indices;
    auto const plan = detail::planned_halo(ranks(), rows, rows.count(), offsets.data(), indices.data());
    tensor<double, 1> const own = 10.0 * (arange(double(rows.count())) + double(rows.first()));
    detail::halo_messages<double> messages(ranks(), plan);
    messages.start(own.data());
    double const* const read = messages.finish(own.data(), rows.first());
    for (index_t i = 0; i < rows.count(); ++i) {
      bool const is_inner = i >= plan.inner_first && i < plan.inner_last;
      double const* const x = is_inner ? own.data() : read;
      for (index_t e = offsets[std::size_t(i)]; e < offsets[std::size_t(i + 1)]; ++e)
        CHECK(x[indices[std::size_t(e)]] == 10.0 * double(columns[std::size_t(e)]));
    }
    for (index_t k = 1; k < plan.columns.size(); ++k)
      CHECK(plan.columns(k - 1) < plan.columns(k));
    if (ranks().size() == 1)
      CHECK(plan.inner_last - plan.inner_first == n);
  }
}
