// What does a view cost that is made, read and dropped?
#include "ratio.hpp"

#include <weft/weft.hpp>

using weft::tensor, weft::index_t, weft::all;

int main(int argc, char** argv) {
  bench::compare("row view/a(i, all)(j)", {0, 3}, [](bench::runner& run) {
    const index_t n = 64;
    tensor<double, 2> a(weft::shape(n, n), 1.5);
    double x = 0;
    index_t i = 0;
    run(&x, 1, [&] { x = a(i = (i + 1) & 63, all)(3); }, [&] { x = a.data()[(i = (i + 1) & 63) * n + 3]; });
  });
  bench::compare("row view/named", {0, 3}, [](bench::runner& run) {
    const index_t n = 64;
    tensor<double, 2> a(weft::shape(n, n), 1.5);
    double x = 0;
    index_t i = 0;
    run(&x, 1,
        [&] {
          i = (i + 1) & 63;
          const auto row = a(i, all);
          x = row(3) + row(row.extent(0) - 1);
        },
        [&] {
          i = (i + 1) & 63;
          double const* const row = a.data() + i * n;
          x = row[3] + row[n - 1];
        });
  });
  return bench::run_all(argc, argv);
}
