// What do recurrences along an axis cost? Alternating directions, the filter of Deriche, vertical advection.
#include "ratio.hpp"
#include "twins/twins.h"

#include <weft/weft.hpp>

#include <array>

using weft::tensor, weft::index_t, weft::range, weft::end, weft::all, weft::scan, weft::into;

namespace {

void fill_some(tensor<double, 2>& u) {
  for (index_t i = 0; i < u.size(); ++i)
    u.data()[i] = double(i % 101) / 100;
}

auto adi(index_t n) {
  return [n](bench::runner& run) {
    tensor<double, 2> first(n, n), u(n, n), v(n, n), p(n, n), q(n, n);
    fill_some(first);
    double const a = -0.3, b = 1.6;
    auto const in = range(1, end - 1), before = range(0, end - 2), after = range(2, end), start = range(0, end - 1),
               rest = range(1, end);
    auto const eliminated = [=](double p1, double q1, double r) {
      double const w = 1 / (a * p1 + b);
      return std::array{-a * w, (r - a * q1) * w};
    };
    auto const substituted = [](double next, double pk, double qk) { return pk * next + qk; };
    run(
        u.data(), u.size(),
        [&] {
          u = first;
          v(0, in) = 1, v(end - 1, in) = 1, p(0, in) = 0, q(0, in) = 1;
          scan(0, eliminated, into(p(start, in), q(start, in)),
               -a * u(in, before) + (1 + 2 * a) * u(in, in) - a * u(in, after));
          scan(0, substituted, into(v(rest, in)).backward(), p(in, in), q(in, in));
          u(in, 0) = 1, u(in, end - 1) = 1, p(in, 0) = 0, q(in, 0) = 1;
          scan(1, eliminated, into(p(in, start), q(in, start)),
               -a * v(before, in) + (1 + 2 * a) * v(in, in) - a * v(after, in));
          scan(1, substituted, into(u(in, rest)).backward(), p(in, in), q(in, in));
        },
        [&] {
          u = first;
          twin_adi(n, u.data(), v.data(), p.data(), q.data(), a, b);
        });
  };
}

/// Both passes of the filter along an axis; y1 and y2 are their results.
template <int Axis>
void smooth(tensor<double, 2>& y1, tensor<double, 2>& y2, tensor<double, 2> const& x, double const* k) {
  double const a1 = k[0], a2 = k[1], a3 = k[2], a4 = k[3], b1 = k[4], b2 = k[5];
  auto const line = [](auto& a, index_t at) { return weft::slice(a, Axis, at); };
  auto const part = [](auto& a, index_t from, index_t to) { return weft::window(a, Axis, from, to); };
  index_t const last = x.extent(Axis) - 1;
  line(y1, 0) = a1 * line(x, 0);
  line(y1, 1) = a1 * line(x, 1) + a2 * line(x, 0) + b1 * line(y1, 0);
  scan(
      Axis, [=](double y, double z, double x0, double x1) { return a1 * x0 + a2 * x1 + b1 * y + b2 * z; }, into<2>(y1),
      part(x, 2, last), part(x, 1, last - 1));
  line(y2, last) = 0;
  line(y2, last - 1) = a3 * line(x, last);
  scan(
      Axis, [=](double y, double z, double x1, double x2) { return a3 * x1 + a4 * x2 + b1 * y + b2 * z; },
      into<2>(y2).backward(), part(x, 1, last - 1), part(x, 2, last));
}

auto deriche(index_t n) {
  return [n](bench::runner& run) {
    tensor<double, 2> x(n, n), y1(n, n), y2(n, n), out(n, n);
    fill_some(x);
    double const k[] = {-0.188, 0.114, -0.156, 0.188, 0.84, -0.607};
    run(
        out.data(), out.size(),
        [&] {
          smooth<1>(y1, y2, x, k);
          out = y1 + y2;
          smooth<0>(y1, y2, out, k);
          out = y1 + y2;
        },
        [&] { twin_deriche(n, out.data(), x.data(), y1.data(), y2.data(), k); });
  };
}

/// Slab by slab of the first axis: what the elimination leaves is in the second cache when it is substituted.
struct advected {
  tensor<double, 3> out, utens_stage, u_stage, u_pos, utens, wcon;
  tensor<double, 2> ccol, dcol, data;
  advected(index_t n, index_t m)
      : out(n, n, m), utens_stage(n, n, m), u_stage(n, n, m), u_pos(n, n, m), utens(n, n, m), wcon(n + 1, n, m),
        ccol(n, m), dcol(n, m), data(n, 1) {
    index_t i = 0;
    for (tensor<double, 3>* t : {&utens_stage, &u_stage, &u_pos, &utens, &wcon})
      for (double& x : *t)
        x = double(++i % 97) / 97;
  }
  void run_slab(index_t i) {
    double const dtr = 3.0 / 20.0, beta_m = 0.5 * (1 - 0.1), beta_p = 0.5 * (1 + 0.1);
    auto const low = range(0, end - 1), in = range(1, end - 1), below = range(0, end - 2), above = range(2, end);
    auto const u = u_stage(i, all, all), pos = u_pos(i, all, all), to = out(i, all, all);
    auto const w = [&](auto k) { return wcon(i + 1, all, k) + wcon(i, all, k); };
    auto const rhs = [&](auto k) { return dtr * pos(all, k) + utens(i, all, k) + utens_stage(i, all, k); };
    auto const g0 = 0.25 * w(1), g1 = -0.25 * w(end - 1);
    ccol(all, 0) = g0 * beta_p / (dtr - g0 * beta_p);
    dcol(all, 0) = (rhs(0) - g0 * beta_m * (u(all, 1) - u(all, 0))) / (dtr - g0 * beta_p);
    scan(
        1,
        [=](double c1, double d1, double wk, double w_above, double u_below, double uk, double u_above, double r) {
          double const gav = -0.25 * wk, gcv = 0.25 * w_above, a = gav * beta_p, c = gcv * beta_p, b = dtr - a - c;
          double const d = r - gav * beta_m * (u_below - uk) - gcv * beta_m * (u_above - uk),
                       divided = 1 / (b - c1 * a);
          return std::array{c * divided, (d - d1 * a) * divided};
        },
        into(ccol(all, low), dcol(all, low)), w(in), w(above), u(all, below), u(all, in), u(all, above), rhs(in));
    dcol(all, end - 1) =
        (rhs(end - 1) - g1 * beta_m * (u(all, end - 2) - u(all, end - 1)) - dcol(all, end - 2) * g1 * beta_p) /
        (dtr - g1 * beta_p - ccol(all, end - 2) * g1 * beta_p);
    data(all, 0) = dcol(all, end - 1);
    to(all, end - 1) = dtr * (dcol(all, end - 1) - pos(all, end - 1));
    scan(
        1,
        [=](double next, double, double c, double d, double p) {
          double const x = d - c * next;
          return std::array{x, dtr * (x - p)};
        },
        into(data, to).backward(), ccol(all, low), dcol(all, low), pos(all, low));
  }
};

auto vadv(index_t n, index_t m) {
  return [n, m](bench::runner& run) {
    advected a(n, m);
    run(
        a.out.data(), a.out.size(),
        [&] {
          for (index_t i = 0; i < n; ++i)
            a.run_slab(i);
        },
        [&] {
          twin_vadv(n, m, a.out.data(), a.utens_stage.data(), a.u_stage.data(), a.u_pos.data(), a.utens.data(),
                    a.wcon.data(), a.ccol.data(), a.dcol.data());
        });
  };
}

} // namespace

int main(int argc, char** argv) {
  for (index_t n : {100, 1000}) {
    bench::compare("scan/adi/" + std::to_string(n), bench::bar{1.2}, adi(n));
    bench::compare("scan/deriche/" + std::to_string(n), bench::bar{1.2}, deriche(n));
  }
  bench::compare("scan/vadv/60", bench::bar{1.2}, vadv(60, 60));
  bench::compare("scan/vadv/112", bench::bar{1.2}, vadv(112, 80));
  return bench::run_all(argc, argv);
}
