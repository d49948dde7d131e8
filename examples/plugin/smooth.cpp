// A plug-in: takes the mean of neighbours, weights 1 2 1, along every axis.
#include "filter.hpp"

using namespace weft;

namespace {

class smooth final : public filter {
  char const* name() const override { return "smooth"; }

  void apply(view<const double> from, view<double> to) const override {
    to = from;
    for (int k = 0; k < to.rank(); ++k)
      if (const index_t last = to.extent(k) - 1; last > 1) {
        const auto inner = window(to, k, 1, last - 1);
        inner = 0.25 * window(to, k, 0, last - 2) + 0.5 * inner + 0.25 * window(to, k, 2, last);
      }
  }

  double roughness(view<const double, 2> u) const override {
    constexpr auto lo = range(0, end - 1), hi = range(1, end);
    return sum(square(u(hi, all) - u(lo, all))) + sum(square(u(all, hi) - u(all, lo)));
  }

  any_expr<double> edges(view<const double> from) const override {
    any_expr<double> squares = 0.0;
    for (int k = 0; k < from.rank(); ++k) {
      any_expr<double> next = from, before = from; // elements that have neighbours on both sides
      for (int j = 0; j < from.rank(); ++j) {
        const index_t last = from.extent(j) - 1;
        next = window(next, j, j == k ? 2 : 1, j == k ? last : last - 1);
        before = window(before, j, j == k ? 0 : 1, j == k ? last - 2 : last - 1);
      }
      squares = squares + square(0.5 * (next - before));
    }
    return sqrt(squares);
  }
};

} // namespace

extern "C" filter const* get_filter() {
  static const smooth instance;
  return &instance;
}
