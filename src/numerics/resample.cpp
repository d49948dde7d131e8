#include <weft/numerics/resample.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace weft::detail {

namespace {

/// The elements that one element of the result reads, and their weights: of the whole, summed to 1.
struct resampled_element {
  index_t first;
  std::vector<double> weights;
};

/// Element j of m covers [j, j + 1) n / m of the n elements.
resampled_element of_area(index_t j, index_t n, index_t m) {
  double const scale = static_cast<double>(n) / static_cast<double>(m), from = static_cast<double>(j) * scale;
  double const to = static_cast<double>(j + 1) * scale;
  resampled_element out{std::min(static_cast<index_t>(from), n - 1), {}};
  for (index_t i = out.first; i < n && static_cast<double>(i) < to; ++i) {
    double const part = std::min(to, static_cast<double>(i + 1)) - std::max(from, static_cast<double>(i));
    if (part > 1e-12 * scale) // smaller ones come from rounding, and a neighbour that is NaN must not be read
      out.weights.push_back(part / scale);
    else if (out.weights.empty())
      out.first = i + 1;
  }
  return out;
}
/// The centre of element j of m is at (j + 1/2) n / m - 1/2, counted in elements from centre to centre.
resampled_element of_centres(index_t j, index_t n, index_t m) {
  double const centre = (static_cast<double>(j) + 0.5) * static_cast<double>(n) / static_cast<double>(m) - 0.5;
  double const within = std::clamp(centre, 0.0, static_cast<double>(n - 1));
  index_t const first = std::min(static_cast<index_t>(within), std::max<index_t>(n - 2, 0));
  double const t = within - static_cast<double>(first);
  return t == 0 ? resampled_element{first, {1.0}} : resampled_element{first, {1 - t, t}};
}

template <class T>
void resample_lines(numerics::resampling method, T const* from, index_t outer, index_t n, index_t inner, T* to,
                    index_t m) {
  std::vector<double> row(static_cast<std::size_t>(inner));
  for (index_t j = 0; j < m; ++j) {
    resampled_element const e = method == numerics::resampling::area ? of_area(j, n, m) : of_centres(j, n, m);
    for (index_t o = 0; o < outer; ++o) {
      T const* in = from + (o * n + e.first) * inner;
      std::fill(row.begin(), row.end(), 0.0);
      for (double const weight : e.weights) {
        for (index_t i = 0; i < inner; ++i)
          row[static_cast<std::size_t>(i)] += weight * static_cast<double>(in[i]);
        in += inner;
      }
      std::transform(row.begin(), row.end(), to + (o * m + j) * inner, [](double x) { return static_cast<T>(x); });
    }
  }
}

} // namespace

void resample_axis(numerics::resampling method, double const* from, index_t outer, index_t n, index_t inner, double* to,
                   index_t m) {
  resample_lines(method, from, outer, n, inner, to, m);
}
void resample_axis(numerics::resampling method, float const* from, index_t outer, index_t n, index_t inner, float* to,
                   index_t m) {
  resample_lines(method, from, outer, n, inner, to, m);
}

} // namespace weft::detail
