// What does a rank cost that is known at run time only? The twin is the same line with static rank.
#include "ratio.hpp"

#include <weft/weft.hpp>

#include <algorithm>

using weft::tensor, weft::index_t;

namespace {

template <class T, class S>
T filled(S const& shape, double step) {
  T a(shape);
  for (index_t i = 0; i < a.size(); ++i)
    a.data()[i] = 1 + double(i % 97) * step;
  return a;
}

template <class T, class S>
struct operands {
  T a, b, c, d;
  explicit operands(S const& s)
      : a(filled<T>(s, 0.5)), b(filled<T>(s, 0.25)), c(filled<T>(s, 2)), d(s) {}
  void fused() { d = a * b + c * 2 - a / (b + 1); }
};

template <class S>
void fused(S const& shape, bench::runner& run) {
  operands<tensor<double>, S> x(shape);
  operands<tensor<double, S::static_rank>, S> y(shape);
  // Both results go through the memory of one, for the comparison; the copies are outside of the timed loops.
  bool compared = false;
  run(x.d.data(), x.d.size(), [&] { x.fused(); },
      [&] {
        y.fused();
        if (!compared)
          std::copy(y.d.data(), y.d.data() + y.d.size(), x.d.data());
        compared = true;
      });
}

template <class T, class R>
void stencil(index_t n, T& out, R const& u) {
  using weft::range;
  const auto in = range(1, n - 1), before = range(0, n - 2), after = range(2, n);
  out(in, in) = 0.25 * (u(before, in) + u(after, in) + u(in, before) + u(in, after));
}

} // namespace

int main(int argc, char** argv) {
  const bench::bar allowed{1.15, 150};
  // Not 1000: blocks of 8000 bytes come to lie 8192 bytes apart, where loads wait for stores to the same place of
  // another page; which of the two sides that hits is chance.
  bench::compare("runtime rank/fused (1100)", allowed, [](bench::runner& run) { fused(weft::shape(1100), run); });
  bench::compare("runtime rank/fused (30000)", allowed, [](bench::runner& run) { fused(weft::shape(30000), run); });
  bench::compare("runtime rank/fused (10,10,11)", allowed, [](bench::runner& run) { fused(weft::shape(10, 10, 11), run); });
  bench::compare("runtime rank/fused (100,100)", allowed, [](bench::runner& run) { fused(weft::shape(100, 100), run); });
  for (index_t n : {37, 100, 1000})
    bench::compare("runtime rank/stencil (" + std::to_string(n) + ")", allowed, [n](bench::runner& run) {
      tensor<double, 2> u = filled<tensor<double, 2>>(weft::shape(n, n), 0.5), out(n, n);
      tensor<double> v = u;
      weft::view<double> into(out);
      run(out.data(), out.size(), [&] { stencil(n, into, v); }, [&] { stencil(n, out, u); });
    });
  return bench::run_all(argc, argv);
}
