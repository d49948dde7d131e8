// What does a fused expression over contiguous memory cost, written with operators and inside map?
#include "ratio.hpp"
#include "twins/twins.h"

#include <weft/weft.hpp>

using weft::tensor, weft::index_t;

int main(int argc, char** argv) {
  for (index_t n : {1000, 3001, 30000}) {
    const std::string size = std::to_string(n);
    bench::compare("fused/operators/" + size, {1.1}, [n](bench::runner& run) {
      tensor<double, 1> a(weft::shape(n), 1.5), b(weft::shape(n), 2.25), c(weft::shape(n), 0.75), d(n);
      run(d.data(), n, [&] { d = a * b + c * 2 - a / (b + 1); },
          [&] { twin_fused(n, d.data(), a.data(), b.data(), c.data()); });
    });
    bench::compare("fused/map/" + size, {1.1}, [n](bench::runner& run) {
      tensor<double, 1> a(weft::shape(n), 1.5), b(weft::shape(n), 2.25), c(weft::shape(n), 0.75), d(n);
      run(d.data(), n,
          [&] { d = weft::map([](double x, double y, double z) { return x * y + z * 2 - x / (y + 1); }, a, b, c); },
          [&] { twin_fused(n, d.data(), a.data(), b.data(), c.data()); });
    });
  }
  return bench::run_all(argc, argv);
}
