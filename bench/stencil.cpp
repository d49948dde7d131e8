// What does an expression over shifted windows cost? The mean of five points, in both orders.
#include "ratio.hpp"
#include "twins/twins.h"

#include <weft/weft.hpp>

using weft::tensor, weft::index_t, weft::range, weft::end;

namespace {

template <class Order>
auto stencil(index_t n) {
  return [n](bench::runner& run) {
    tensor<double, 2, Order> u(n + 2, n + 2), out(n + 2, n + 2);
    for (index_t i = 0; i < u.size(); ++i)
      u.data()[i] = double(i % 101) - 50;
    const auto in = range(1, end - 1), before = range(0, end - 2), after = range(2, end);
    run(out.data(), out.size(),
        [&] { out(in, in) = 0.2 * (u(in, in) + u(before, in) + u(after, in) + u(in, before) + u(in, after)); },
        [&] { twin_stencil(n, out.data(), u.data()); });
  };
}

} // namespace

int main(int argc, char** argv) {
  for (index_t n : {37, 100, 1000}) {
    const bench::bar allowed{n == 37 ? 1.5 : 1.15};
    bench::compare("stencil/row-major/" + std::to_string(n), allowed, stencil<weft::row_major>(n));
    bench::compare("stencil/column-major/" + std::to_string(n), allowed, stencil<weft::column_major>(n));
  }
  return bench::run_all(argc, argv);
}
