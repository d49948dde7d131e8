// Do whole simulations cost what their loops cost? The steps of examples/simulation, each beside the same scheme in C,
// and in Fortran where there is a compiler for it.
#include "../examples/simulation/cavity.hpp"
#include "../examples/simulation/gray_scott.hpp"
#include "../examples/simulation/heat.hpp"
#include "../examples/simulation/poisson.hpp"
#include "../examples/simulation/shallow_water.hpp"
#include "../examples/simulation/sod.hpp"
#include "ratio.hpp"
#include "twins/twins.h"

#include <weft/ops/random.hpp>
#include <weft/weft.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace weft;

namespace {

/// The twins in C. Where they need memory, it is kept from call to call.
struct in_c {
  static constexpr char const* suffix = "";
  static double* room(index_t size) {
    static std::vector<double> memory;
    memory.resize(std::max(memory.size(), std::size_t(size)));
    return memory.data();
  }
  static constexpr auto heat = twin_heat;
  static constexpr auto cavity = twin_cavity;
  static constexpr auto gray_scott = twin_gray_scott;
  static void water(index_t n, double* h, double* hu, double* hv, double r) {
    twin_water(n, h, hu, hv, r, room(6 * (n + 2)));
  }
  static void poisson(index_t m, double* u, double const* f, double h) {
    twin_poisson(m, u, f, h, room(3 * m * (m + 1)));
  }
  static void sod(index_t n, double const* d, double const* m, double const* e, double h, double* slope_d,
                  double* slope_m, double* slope_e) {
    twin_sod(n, d, m, e, h, slope_d, slope_m, slope_e, room(8 * n));
  }
};
#if BENCH_FORTRAN
struct in_fortran {
  static constexpr char const* suffix = "/Fortran";
  static constexpr auto heat = fortran_heat;
  static constexpr auto water = fortran_water;
  static constexpr auto cavity = fortran_cavity;
  static constexpr auto gray_scott = fortran_gray_scott;
  static constexpr auto poisson = fortran_poisson;
  static constexpr auto sod = fortran_sod;
};
#endif

template <class Twin>
auto heat_step(index_t n) {
  return [n](bench::runner& run) {
    heat::grid u(shape(n, n, n), field::ghosts(1)), next = u;
    u.interior() = random_uniform(u.shape(), 1);
    auto const from = u.with_ghosts(), to = next.with_ghosts();
    run(to.data(), to.size(), [&] { heat::step(next, u, 0.1); }, [&] { Twin::heat(n, to.data(), from.data(), 0.1); });
  };
}

template <class Twin>
auto water_step(index_t n) {
  return [n](bench::runner& run) {
    tensor<double, 2> const start = 1.0 + 0.1 * random_uniform(shape(n + 2, n + 2), 1);
    shallow_water::water w{start, start, start};
    auto const begin = [&] {
      w.depth = start;
      w.hu = 0.1 * start;
      w.hv = 0.0;
    };
    run(
        w.depth.data(), w.depth.size(),
        [&] {
          begin();
          for (int k = 0; k < 4; ++k)
            shallow_water::step(w, 0.1);
        },
        [&] {
          begin();
          for (int k = 0; k < 4; ++k)
            Twin::water(n, w.depth.data(), w.hu.data(), w.hv.data(), 0.1);
        });
  };
}

template <class Twin>
auto cavity_step(index_t n) {
  return [n](bench::runner& run) {
    cavity::flow c(n, 0.1, 100);
    c.f *= 1.0 + 0.1 * random_uniform(c.f.shape(), 1);
    tensor<double, 3> start = c.f, to = c.f;
    run(
        to.data(), to.size(),
        [&] {
          for (int k = 0; k < 4; ++k)
            cavity::step(c);
          to = c.f;
          c.f = start;
        },
        [&] {
          for (int k = 0; k < 4; ++k) {
            Twin::cavity(n, c.f.data(), c.next.data(), c.lid, c.relaxation);
            std::swap(c.f, c.next);
          }
          to = c.f;
          c.f = start;
        });
  };
}

template <class Twin>
auto poisson_cycle(index_t n) {
  return [n](bench::runner& run) {
    auto grids = poisson::levels(n);
    poisson::values &u = grids[0].u, &f = grids[0].f;
    f = random_uniform(f.shape(), 1);
    run(
        u.data(), u.size(),
        [&] {
          u = 0.0;
          poisson::v_cycle(grids, 1 / double(n));
        },
        [&] {
          u = 0.0;
          Twin::poisson(n + 1, u.data(), f.data(), 1 / double(n));
        });
  };
}

template <class Twin>
auto gray_scott_step(index_t n) {
  return [n](bench::runner& run) {
    gray_scott::grid const none(shape(n, n), field::ghosts(1));
    gray_scott::state now{none, none}, next = now;
    now.u.interior() = random_uniform(none.shape(), 1);
    now.v.interior() = random_uniform(none.shape(), 2);
    auto const u = now.u.with_ghosts(), v = now.v.with_ghosts();
    auto const to_u = next.u.with_ghosts(), to_v = next.v.with_ghosts();
    run(
        to_v.data(), to_v.size(), [&] { gray_scott::step(next, now, {0.035, 0.06}); },
        [&] { Twin::gray_scott(n, to_u.data(), to_v.data(), u.data(), v.data(), 0.035, 0.06); });
  };
}

template <class Twin>
auto sod_slope(index_t n) {
  return [n](bench::runner& run) {
    tensor<double, 1> const one = 1.0 + random_uniform(shape(n + 4), 1);
    sod::gas const q{one, one - 1.5, 4.0 * one};
    sod::gas slope = 0.0 * q;
    sod::change change{0.1};
    run(
        slope.energy.data(), n + 4, [&] { change(0.0, q, slope); },
        [&] {
          Twin::sod(n + 4, q.density.data(), q.momentum.data(), q.energy.data(), 0.1, slope.density.data(),
                    slope.momentum.data(), slope.energy.data());
        });
  };
}

template <class Twin>
void compare_with() {
  auto const compare = [](char const* name, index_t n, auto setup) {
    bench::compare(name + std::to_string(n) + Twin::suffix, bench::bar{1}, setup(n));
  };
  for (index_t n : {32, 64, 128})
    compare("heat/", n, heat_step<Twin>);
  for (index_t n : {64, 256}) {
    compare("shallow_water/", n, water_step<Twin>);
    compare("cavity/", n, cavity_step<Twin>);
    compare("poisson/", n, poisson_cycle<Twin>);
    compare("gray_scott/", n, gray_scott_step<Twin>);
  }
  for (index_t n : {400, 10000})
    compare("sod/", n, sod_slope<Twin>);
}

} // namespace

int main(int argc, char** argv) {
  compare_with<in_c>();
#if BENCH_FORTRAN
  compare_with<in_fortran>();
#endif
  return bench::run_all(argc, argv);
}
