// Does multigrid in three dimensions cost what its loops cost? A V-cycle of the benchmark MG of NAS and one residual.
#include "../examples/simulation/nas_mg.hpp"
#include "ratio.hpp"
#include "twins/twins.h"

#include <weft/ops/random.hpp>
#include <weft/weft.hpp>

using namespace weft;

namespace {

auto cycle(index_t n) {
  return [n](bench::runner& run) {
    nas_mg::levels l(n);
    nas_mg::cube v(n + 2, n + 2, n + 2), &u = l.u.back();
    v = random_uniform(v.shape(), 1) - 0.5;
    nas_mg::fill_ghosts(v);
    std::vector<double*> us, rs;
    for (std::size_t k = 0; k < l.u.size(); ++k) {
      us.push_back(l.u[k].data());
      rs.push_back(l.r[k].data());
    }
    run(
        u.data(), u.size(),
        [&] {
          u = 0.0;
          nas_mg::residual(l.r.back(), v, u);
          nas_mg::v_cycle(l, v);
        },
        [&] {
          u = 0.0;
          twin_mg_residual(n, rs.back(), v.data(), us.back());
          twin_mg(n, rs.data(), us.data(), v.data());
        });
  };
}
auto residual(index_t n) {
  return [n](bench::runner& run) {
    nas_mg::cube v(n + 2, n + 2, n + 2), u(n + 2, n + 2, n + 2), r(n + 2, n + 2, n + 2);
    v = random_uniform(v.shape(), 1);
    u = random_uniform(v.shape(), 2);
    run(
        r.data(), r.size(), [&] { nas_mg::residual(r, v, u); },
        [&] { twin_mg_residual(n, r.data(), v.data(), u.data()); });
  };
}

} // namespace

int main(int argc, char** argv) {
  for (index_t n : {32, 128}) {
    bench::compare("nas_mg/residual/" + std::to_string(n), bench::bar{1}, residual(n));
    bench::compare("nas_mg/cycle/" + std::to_string(n), bench::bar{1}, cycle(n));
  }
  return bench::run_all(argc, argv);
}
