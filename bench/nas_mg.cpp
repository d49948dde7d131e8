// Does multigrid in three dimensions cost what its loops cost? A V-cycle of the benchmark MG of NAS and one residual,
// beside C, and Fortran where there is a compiler for it.
#include "../examples/simulation/nas_mg.hpp"
#include "ratio.hpp"
#include "twins/twins.h"

#include <weft/ops/random.hpp>
#include <weft/weft.hpp>

using namespace weft;

namespace {

struct in_c {
  static constexpr char const* suffix = "";
  static constexpr auto residual = twin_mg_residual;
  static void cycle(index_t n, nas_mg::levels& l, double const* v) {
    std::vector<double*> us, rs;
    for (std::size_t k = 0; k < l.u.size(); ++k) {
      us.push_back(l.u[k].data());
      rs.push_back(l.r[k].data());
    }
    twin_mg(n, rs.data(), us.data(), v);
  }
};
#if BENCH_FORTRAN
struct in_fortran {
  static constexpr char const* suffix = "/Fortran";
  static constexpr auto residual = fortran_mg_residual;
  static void cycle(index_t n, nas_mg::levels& l, double const* v) {
    fortran_mg(n, l.u.back().data(), l.r.back().data(), v);
  }
};
#endif

template <class Twin>
auto cycle(index_t n) {
  return [n](bench::runner& run) {
    nas_mg::levels l(n);
    nas_mg::cube v(n + 2, n + 2, n + 2), &u = l.u.back();
    v = random_uniform(v.shape(), 1) - 0.5;
    nas_mg::fill_ghosts(v);
    run(
        u.data(), u.size(),
        [&] {
          u = 0.0;
          nas_mg::residual(l.r.back(), v, u);
          nas_mg::v_cycle(l, v);
        },
        [&] {
          u = 0.0;
          Twin::residual(n, l.r.back().data(), v.data(), u.data());
          Twin::cycle(n, l, v.data());
        });
  };
}
template <class Twin>
auto residual(index_t n) {
  return [n](bench::runner& run) {
    nas_mg::cube v(n + 2, n + 2, n + 2), u(n + 2, n + 2, n + 2), r(n + 2, n + 2, n + 2);
    v = random_uniform(v.shape(), 1);
    u = random_uniform(v.shape(), 2);
    run(
        r.data(), r.size(), [&] { nas_mg::residual(r, v, u); },
        [&] { Twin::residual(n, r.data(), v.data(), u.data()); });
  };
}

template <class Twin>
void compare_with() {
  for (index_t n : {32, 128}) {
    bench::compare("nas_mg/residual/" + std::to_string(n) + Twin::suffix, bench::bar{1}, residual<Twin>(n));
    bench::compare("nas_mg/cycle/" + std::to_string(n) + Twin::suffix, bench::bar{1}, cycle<Twin>(n));
  }
}

} // namespace

int main(int argc, char** argv) {
  compare_with<in_c>();
#if BENCH_FORTRAN
  compare_with<in_fortran>();
#endif
  return bench::run_all(argc, argv);
}
