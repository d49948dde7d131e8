// What does broadcasting cost, known from the types and known from the extents at run time?
#include "ratio.hpp"
#include "twins/twins.h"

#include <weft/weft.hpp>

using weft::tensor, weft::index_t;

namespace {

void fill(double* p, index_t n, double step) {
  for (index_t i = 0; i < n; ++i)
    p[i] = double(i % 97) * step;
}

void by_type(index_t n, bench::runner& run) {
  tensor<double, 2> x(n, n), out(n, n);
  tensor<double, 1> row(n), column(n);
  fill(x.data(), n * n, 0.5);
  fill(row.data(), n, 0.25);
  fill(column.data(), n, 2);
  run(out.data(), n * n, [&] { out = x * row + column(weft::all, weft::newaxis); },
      [&] { twin_broadcast(n, out.data(), x.data(), row.data(), column.data()); });
}

void by_extent(index_t n, bench::runner& run) {
  tensor<double, 2> x(n, n), out(n, n), row(1, n), column(n, 1);
  fill(x.data(), n * n, 0.5);
  fill(row.data(), n, 0.25);
  fill(column.data(), n, 2);
  run(out.data(), n * n, [&] { out = x * row + column; },
      [&] { twin_broadcast(n, out.data(), x.data(), row.data(), column.data()); });
}

} // namespace

int main(int argc, char** argv) {
  for (index_t n : {37, 100, 1000}) {
    const bench::bar allowed{n == 37 ? 1.6 : 1.2};
    bench::compare("broadcast/by type/" + std::to_string(n), allowed, [n](bench::runner& run) { by_type(n, run); });
    bench::compare("broadcast/by extent/" + std::to_string(n), allowed, [n](bench::runner& run) { by_extent(n, run); });
  }
  return bench::run_all(argc, argv);
}
