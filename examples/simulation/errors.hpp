#pragma once
#include <weft/base/index.hpp>

#include <cmath>
#include <cstdio>
#include <initializer_list>

/// Prints error(n) for grids of n points or cells along an axis, and the order: the power of 1 / n with which the error
/// falls from each grid to the next. `title` is the head of the first column.
template <class F>
void print_errors(char const* title, std::initializer_list<weft::index_t> sizes, F const& error) {
  std::printf("%-9s error     order\n", title);
  double coarser = 0;
  weft::index_t before = 0;
  for (weft::index_t const n : sizes) {
    double const e = error(n);
    std::printf("%6td    %.6f", n, e);
    if (before == 0)
      std::printf("      -\n");
    else
      std::printf("   %.2f\n", std::log(coarser / e) / std::log(double(n) / double(before)));
    coarser = e;
    before = n;
  }
}
