// What does it cost to fill the ghosts of a grid? One layer around n x n x n doubles, periodic.
#include "ratio.hpp"
#include "twins/twins.h"

#include <weft/field.hpp>

using weft::index_t;

namespace {

auto ghosts(index_t n) {
  return [n](bench::runner& run) {
    weft::field::grid<double, 3> u(weft::shape(n, n, n), weft::field::ghosts(1));
    double* const all = u.with_ghosts().data();
    for (index_t i = 0; i < u.with_ghosts().size(); ++i)
      all[i] = double(i % 101) - 50;
    run(
        all, u.with_ghosts().size(), [&] { weft::field::fill_ghosts(u, weft::field::periodic); },
        [&] { twin_ghosts(n, all); });
  };
}

} // namespace

int main(int argc, char** argv) {
  for (index_t n : {16, 32, 64, 128})
    bench::compare("ghosts/" + std::to_string(n), bench::bar{n == 16 ? 1.4 : 1.2}, ghosts(n));
  return bench::run_all(argc, argv);
}
