#pragma once
#include <weft/tensor/tensor.hpp>

#include <cstddef>
#include <random>
#include <span>
#include <vector>

// What the oracles of reductions work on: the lines of an operand over the axes in `bits`, in row-major order of what is
// left, each with its values in row-major order. Nothing but subscripts of weft is used.
namespace lines {

template <class X>
auto of(X const& x, unsigned bits) {
  using weft::index_t;
  const int rank = x.rank();
  index_t results = 1, size = 1;
  for (int k = 0; k < rank; ++k) {
    size *= x.extent(k);
    results *= (bits >> k & 1u) != 0 ? 1 : x.extent(k);
  }
  std::vector<std::vector<typename X::value_type>> out(static_cast<std::size_t>(results));
  for (index_t n = 0; n < size; ++n) {
    index_t index[weft::max_rank]{}, rest = n, place = 0, run = 1;
    for (int k = rank - 1; k >= 0; --k) {
      index[k] = rest % x.extent(k);
      rest /= x.extent(k);
      if ((bits >> k & 1u) == 0) {
        place += index[k] * run;
        run *= x.extent(k);
      }
    }
    out[static_cast<std::size_t>(place)].push_back(x[std::span(index, static_cast<std::size_t>(rank))]);
  }
  return out;
}

/// f of each line.
template <class L, class F>
auto each(L const& all, F f) {
  std::vector<decltype(f(all[0]))> out;
  for (auto const& line : all)
    out.push_back(f(line));
  return out;
}

template <class R>
auto flat(R const& r) {
  return std::vector<typename R::value_type>(r.begin(), r.end());
}

/// Numbers around `middle`, `spread` apart at most.
inline weft::tensor<double, 2> some(weft::index_t n, weft::index_t m, double middle, double spread) {
  weft::tensor<double, 2> a(n, m);
  std::mt19937 g(static_cast<unsigned>(n * 1000 + m));
  for (auto& v : a)
    v = middle + spread * (double(g() % 4001u) - 2000.0) / 2000.0;
  return a;
}

/// f(view) for a matrix of n rows and m columns, or what is left of it, in each stride class; all views have one type.
template <class F>
void for_each_stride_class(weft::tensor<double, 2> const& a, F f) {
  using namespace weft;
  using any = view<const double, 2>;
  const tensor<double, 2, column_major> columns = a;
  const tensor<double, 2> wide = [&] {
    tensor<double, 2> w(2 * a.extent(0), 3 * a.extent(1));
    for (index_t i = 0; i < a.extent(0); ++i)
      for (index_t j = 0; j < a.extent(1); ++j)
        w(2 * i, 3 * j) = a(i, j);
    return w;
  }();
  f(any(a));
  f(any(columns));
  f(any(wide(range(0, wide.extent(0), 2), range(0, wide.extent(1), 3))));
  f(any(a(range(a.extent(0) - 1, -1, -1), range(a.extent(1) - 1, -1, -1))));
  f(any(columns(all, range(a.extent(1) - 1, -1, -1))));
}

} // namespace lines
