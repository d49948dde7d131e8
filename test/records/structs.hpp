#pragma once
// Records of three levels with members of every kind, and the same members one by one.
#include <weft/records/record.hpp>
#include <weft/tensor/tensor.hpp>

#include <complex>
#include <random>

namespace structs {

namespace hana = boost::hana;

struct wall {
  BOOST_HANA_DEFINE_STRUCT(wall, (weft::tensor<float, 3>, heat), (double, area));
};
struct flow {
  BOOST_HANA_DEFINE_STRUCT(flow, (weft::tensor<double, 2>, u), (wall, border), (std::complex<double>, phase));
};
struct state {
  BOOST_HANA_DEFINE_STRUCT(state, (flow, inner), (weft::tensor<double, weft::fixed<3>>, spin),
                           (weft::tensor<double, 2, weft::column_major>, w), (weft::tensor<double>, any),
                           (weft::tensor<std::complex<double>, 1>, z), (float, t));
};

struct numbers {
  std::mt19937 engine;
  double operator()() { return std::uniform_real_distribution<double>(0.5, 2)(engine); }
  template <class X>
  void fill(X& x) {
    for (auto& value : x)
      value = static_cast<std::remove_reference_t<decltype(value)>>((*this)());
  }
};

inline state random_state(unsigned seed, weft::index_t n = 3) {
  numbers next{std::mt19937(seed)};
  state y{{weft::tensor<double, 2>(n, n + 2), {weft::tensor<float, 3>(2, n, 1), next()}, {next(), next()}},
          {},
          weft::tensor<double, 2, weft::column_major>(n, 4),
          weft::tensor<double>(weft::shape(2, n)),
          weft::tensor<std::complex<double>, 1>(n),
          static_cast<float>(next())};
  next.fill(y.inner.u);
  next.fill(y.inner.border.heat);
  next.fill(y.spin);
  next.fill(y.w);
  next.fill(y.any);
  next.fill(y.z);
  return y;
}

/// f of each pair of elements of two states, member by member, as loops by hand.
template <class F>
state by_hand(state const& a, state const& b, F const& f) {
  state out = a;
  const auto each = [&](auto& to, auto const& x, auto const& y) {
    auto from_x = x.begin();
    auto from_y = y.begin();
    for (auto& value : to)
      value = f(*from_x++, *from_y++);
  };
  each(out.inner.u, a.inner.u, b.inner.u);
  each(out.inner.border.heat, a.inner.border.heat, b.inner.border.heat);
  out.inner.border.area = f(a.inner.border.area, b.inner.border.area);
  out.inner.phase = f(a.inner.phase, b.inner.phase);
  each(out.spin, a.spin, b.spin);
  each(out.w, a.w, b.w);
  each(out.any, a.any, b.any);
  each(out.z, a.z, b.z);
  out.t = f(a.t, b.t);
  return out;
}

/// The largest distance of two elements, NaN if there is one; infinite where shapes differ.
inline double distance(state const& a, state const& b) {
  double most = 0;
  const auto worse = [&](double d) { most = d > most || d != d ? d : most; };
  const auto each = [&](auto const& x, auto const& y) {
    if (!(x.shape() == y.shape()))
      return worse(1.0 / 0.0);
    auto from = y.begin();
    for (auto const& value : x)
      worse(static_cast<double>(std::abs(value - *from++)));
  };
  each(a.inner.u, b.inner.u);
  each(a.inner.border.heat, b.inner.border.heat);
  worse(std::abs(a.inner.border.area - b.inner.border.area));
  worse(std::abs(a.inner.phase - b.inner.phase));
  each(a.spin, b.spin);
  each(a.w, b.w);
  each(a.any, b.any);
  each(a.z, b.z);
  worse(static_cast<double>(std::abs(a.t - b.t)));
  return most;
}

} // namespace structs
