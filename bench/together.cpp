// What do several results of one loop cost? The fluxes of Euler's equations in one dimension, and a step of the shallow
// water equations by Lax and Friedrichs; by named expressions, and by a function of several results.
#include "ratio.hpp"
#include "twins/twins.h"

#include <weft/weft.hpp>

#include <array>

using weft::tensor, weft::index_t, weft::range, weft::end, weft::all, weft::together;

namespace {

struct euler {
  tensor<double, 1> r, m, e;
  tensor<double, 2> f;

  explicit euler(index_t n) : r(n), m(n), e(n), f(3, n) {
    for (index_t i = 0; i < n; ++i)
      r(i) = 1 + double(i % 7), m(i) = double(i % 11) - 5, e(i) = 40 + double(i % 13);
  }
};

auto fluxes_by_names(index_t n) {
  return [n](bench::runner& run) {
    euler s(n);
    run(
        s.f.data(), s.f.size(),
        [&] {
          auto const u = s.m / s.r;
          auto const p = 0.4 * (s.e - 0.5 * s.m * u);
          together(s.f(0, all), s.f(1, all), s.f(2, all)) = together(s.m, s.m * u + p, (s.e + p) * u);
        },
        [&] { twin_euler_fluxes(n, s.f.data(), s.r.data(), s.m.data(), s.e.data()); });
  };
}

auto fluxes_by_function(index_t n) {
  return [n](bench::runner& run) {
    euler s(n);
    auto const flux = [](double r, double m, double e) {
      double const u = m / r, p = 0.4 * (e - 0.5 * m * u);
      return std::array{m, m * u + p, (e + p) * u};
    };
    run(
        s.f.data(), s.f.size(),
        [&] { together(s.f(0, all), s.f(1, all), s.f(2, all)) = weft::map(flux, s.r, s.m, s.e); },
        [&] { twin_euler_fluxes(n, s.f.data(), s.r.data(), s.m.data(), s.e.data()); });
  };
}

struct water {
  tensor<double, 3> from, to;

  explicit water(index_t n) : from(3, n + 2, n + 2), to(3, n + 2, n + 2) {
    for (index_t i = 0; i < from.size(); ++i)
      from.data()[i] = i < from.size() / 3 ? 2 + double(i % 7) : double(i % 11) - 5;
  }
};
auto const in = range(1, end - 1), before = range(0, end - 2), after = range(2, end);
auto west(auto const& x) {
  return x(in, before);
}
auto east(auto const& x) {
  return x(in, after);
}
auto south(auto const& x) {
  return x(before, in);
}
auto north(auto const& x) {
  return x(after, in);
}
auto mean(auto const& x) {
  return 0.25 * (west(x) + east(x) + south(x) + north(x));
}

auto water_by_names(index_t n) {
  return [n](bench::runner& run) {
    water s(n);
    run(
        s.to.data(), s.to.size(),
        [&] {
          auto const h = s.from(0, all, all), a = s.from(1, all, all), b = s.from(2, all, all);
          auto const u = a / h, v = b / h;
          auto const au = a * u + 0.5 * h * h, bv = b * v + 0.5 * h * h;
          auto const bu = b * u, av = a * v;
          together(s.to(0, in, in), s.to(1, in, in), s.to(2, in, in)) =
              together(mean(h) - 0.1 * (east(a) - west(a) + north(b) - south(b)),
                       mean(a) - 0.1 * (east(au) - west(au) + north(av) - south(av)),
                       mean(b) - 0.1 * (north(bv) - south(bv) + east(bu) - west(bu)));
        },
        [&] { twin_shallow_water(n, s.to.data(), s.from.data()); });
  };
}

auto water_by_function(index_t n) {
  return [n](bench::runner& run) {
    water s(n);
    auto const step = [](double hw, double he, double hs, double hn, double aw, double ae, double as, double an,
                         double bw, double be, double bs, double bn) {
      double const uw = aw / hw, ue = ae / he, vs = bs / hs, vn = bn / hn;
      return std::array{
          0.25 * (hw + he + hs + hn) - 0.1 * (ae - aw + bn - bs),
          0.25 * (aw + ae + as + an) - 0.1 * (ae * ue + 0.5 * he * he - (aw * uw + 0.5 * hw * hw) + an * vn - as * vs),
          0.25 * (bw + be + bs + bn) - 0.1 * (bn * vn + 0.5 * hn * hn - (bs * vs + 0.5 * hs * hs) + be * ue - bw * uw)};
    };
    run(
        s.to.data(), s.to.size(),
        [&] {
          auto const h = s.from(0, all, all), a = s.from(1, all, all), b = s.from(2, all, all);
          together(s.to(0, in, in), s.to(1, in, in), s.to(2, in, in)) =
              weft::map(step, west(h), east(h), south(h), north(h), west(a), east(a), south(a), north(a), west(b),
                        east(b), south(b), north(b));
        },
        [&] { twin_shallow_water(n, s.to.data(), s.from.data()); });
  };
}

} // namespace

int main(int argc, char** argv) {
  for (index_t n : {1000, 30000, 1000000}) {
    bench::compare("together/euler/function/" + std::to_string(n), {n == 1000 ? 1.6 : 1.1}, fluxes_by_function(n));
    bench::compare("together/euler/names/" + std::to_string(n), {n == 1000 ? 4 : 2.0}, fluxes_by_names(n));
  }
  for (index_t n : {100, 1000}) {
    bench::compare("together/water/function/" + std::to_string(n), {1.1}, water_by_function(n));
    bench::compare("together/water/names/" + std::to_string(n), {2}, water_by_names(n));
  }
  return bench::run_all(argc, argv);
}
