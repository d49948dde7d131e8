// What does an operand cost whose axes lie in another order than the target's?
#include "ratio.hpp"
#include "twins/twins.h"

#include <weft/weft.hpp>

using weft::tensor, weft::index_t;

int main(int argc, char** argv) {
  for (index_t n : {100, 2048})
    bench::compare("transpose/transpose(A) + B/" + std::to_string(n), {1.2}, [n](bench::runner& run) {
      tensor<double, 2> a(n, n), b(n, n), c(n, n);
      for (index_t i = 0; i < n * n; ++i) {
        a.data()[i] = double(i % 1009);
        b.data()[i] = 0.5;
      }
      run(c.data(), n * n, [&] { c = weft::transpose(a) + b; },
          [&] { twin_transpose(n, c.data(), a.data(), b.data()); });
    });
  bench::compare("transpose/permute(a, 1, 0, 2) * 2/96", {1.2}, [](bench::runner& run) {
    const index_t n = 96;
    tensor<double, 3> a(n, n, n), out(n, n, n);
    for (index_t i = 0; i < n * n * n; ++i)
      a.data()[i] = double(i % 1009);
    run(out.data(), n * n * n, [&] { out = weft::permute(a, 1, 0, 2) * 2; },
        [&] { twin_permute(n, out.data(), a.data()); });
  });
  return bench::run_all(argc, argv);
}
