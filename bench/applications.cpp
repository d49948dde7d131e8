// Do whole simulations cost what their loops cost? The steps of examples/simulation, each beside the same scheme in C.
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

#include <memory_resource>

using namespace weft;

namespace {

auto heat_step(index_t n) {
  return [n](bench::runner& run) {
    heat::grid u(shape(n, n, n), field::ghosts(1)), next = u;
    u.interior() = random_uniform(u.shape(), 1);
    auto const from = u.with_ghosts(), to = next.with_ghosts();
    run(to.data(), to.size(), [&] { heat::step(next, u, 0.1); }, [&] { twin_heat(n, to.data(), from.data(), 0.1); });
  };
}

auto water_step(index_t n) {
  return [n](bench::runner& run) {
    tensor<double, 2> const start = 1.0 + 0.1 * random_uniform(shape(n + 2, n + 2), 1);
    shallow_water::water w{start, start, start};
    std::vector<double> work(std::size_t(6 * n + 12));
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
            twin_water(n, w.depth.data(), w.hu.data(), w.hv.data(), 0.1, work.data());
        });
  };
}

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
            twin_cavity(n, c.f.data(), c.next.data(), c.lid, c.relaxation);
            std::swap(c.f, c.next);
          }
          to = c.f;
          c.f = start;
        });
  };
}

auto poisson_cycle(index_t n) {
  return [n](bench::runner& run) {
    poisson::values u(n + 1, n + 1), f(n + 1, n + 1);
    f = random_uniform(f.shape(), 1);
    run(
        u.data(), u.size(),
        [&] {
          u = 0.0;
          poisson::v_cycle(u, f, 1 / double(n));
        },
        [&] {
          u = 0.0;
          twin_poisson(n + 1, u.data(), f.data(), 1 / double(n));
        });
  };
}

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
        [&] { twin_gray_scott(n, to_u.data(), to_v.data(), u.data(), v.data(), 0.035, 0.06); });
  };
}

auto sod_slope(index_t n) {
  return [n](bench::runner& run) {
    tensor<double, 1> const one = 1.0 + random_uniform(shape(n + 4), 1);
    sod::gas const q{one, one - 1.5, 4.0 * one};
    sod::gas slope = 0.0 * q;
    sod::change change{0.1};
    std::vector<double> work(std::size_t(8 * n + 32));
    run(
        slope.energy.data(), n + 4, [&] { change(0.0, q, slope); },
        [&] {
          twin_sod(n + 4, q.density.data(), q.momentum.data(), q.energy.data(), 0.1, slope.density.data(),
                   slope.momentum.data(), slope.energy.data(), work.data());
        });
  };
}

} // namespace

int main(int argc, char** argv) {
  auto const compare = [](char const* name, index_t n, auto setup) {
    bench::compare(name + std::to_string(n), bench::bar{1}, setup(n));
  };
  for (index_t n : {32, 64, 128})
    compare("heat/", n, heat_step);
  for (index_t n : {64, 256}) {
    compare("shallow_water/", n, water_step);
    compare("cavity/", n, cavity_step);
    compare("poisson/", n, poisson_cycle);
    compare("gray_scott/", n, gray_scott_step);
  }
  for (index_t n : {400, 10000})
    compare("sod/", n, sod_slope);
  return bench::run_all(argc, argv);
}
