#pragma once
#include <weft/ops/histogram.hpp>

namespace weft {

/// The result of histogram2d(). counts(i, j) is the number of pairs, or the sum of their weights, whose x lies in bin i
/// and whose y lies in bin j; edges are as in histogram.
template <class C, class E = double>
struct histogram2d_result {
  tensor<C, 2> counts;
  tensor<E, 1> x_edges, y_edges;

  WEFT_INLINE histogram2d_result(tensor<C, 2>&& c, tensor<E, 1>&& x, tensor<E, 1>&& y)
      : counts(std::move(c)), x_edges(std::move(x)), y_edges(std::move(y)) {}
  WEFT_COPIED(histogram2d_result);
};

namespace detail {

/// The number of bins, or their edges.
template <class B>
concept Bins = std::integral<std::remove_cvref_t<B>> || RealTensorial<B>;

/// One of the two coordinates: the edges of its bins, and the number of the bin of each value.
template <class V>
struct binned {
  V edges;
  tensor<index_t, 1> bin;

  template <class B>
  WEFT_FN binned(V const& values, B&& bins) : edges(edges_for(values, static_cast<B&&>(bins))), bin(values.size()) {
    constexpr bool even = std::integral<std::remove_cvref_t<B>>;
    find_bins(values.data(), values.size(), edges.data(), count(), even, bin.data());
  }
  WEFT_FN index_t count() const { return edges.size() - 1; }

private:
  template <class B>
  WEFT_FN static V edges_for(V const& values, B&& bins) {
    if constexpr (std::integral<std::remove_cvref_t<B>>) {
      V edges(check_bins(static_cast<index_t>(bins)) + 1);
      spread_edges_around(values.data(), values.size(), edges.data(), static_cast<index_t>(bins));
      return edges;
    } else {
      V edges = elements_of<double>(static_cast<B&&>(bins));
      check_edges(edges.data(), edges.size());
      return edges;
    }
  }
};

} // namespace detail

/// Counts the pairs of elements of x and y, in row-major order, in each bin of a grid: auto [counts, u, v] =
/// histogram2d(x, y, 10, 20). The bins of each coordinate are given as their number, then of one width from the
/// smallest value to the largest, or as a vector of edges that ascend; linspace(lo, hi, n + 1) makes n bins from lo to
/// hi. A last argument gives each pair a weight; the weights are then summed. Throws as histogram does; shape_error if
/// x, y and the weights have different numbers of elements.
template <detail::RealTensorial X, detail::RealTensorial Y, detail::Bins B, detail::Bins C, detail::RealTensorial... W>
  requires(sizeof...(W) <= 1)
[[nodiscard]] WEFT_FN auto histogram2d(X&& x, Y&& y, B&& x_bins, C&& y_bins, W&&... weights) {
  detail::refuse_followed<X, Y, W...>();
  using T = std::conditional_t<sizeof...(W) == 0, index_t, double>;
  using values = detail::bins_t<X, double>;
  values const u = detail::elements_of<double>(static_cast<X&&>(x)),
               v = detail::elements_of<double>(static_cast<Y&&>(y));
  detail::check_count("histogram2d", v.size(), u.size());
  detail::binned<values> rows(u, static_cast<B&&>(x_bins)), columns(v, static_cast<C&&>(y_bins));
  tensor<T, 2> counts(rows.count(), columns.count());
  auto const each = [&](auto const& weight) {
    for (index_t k = 0; k < u.size(); ++k)
      if (index_t const i = rows.bin(k), j = columns.bin(k); i >= 0 && j >= 0)
        counts(i, j) += weight(k);
  };
  if constexpr (sizeof...(W) == 0) {
    each([](index_t) { return T(1); });
  } else {
    auto const w = detail::weights_of("histogram2d", u.size(), static_cast<W&&>(weights)...);
    each([&](index_t k) { return w(k); });
  }
  return histogram2d_result<T>{std::move(counts), std::move(rows.edges), std::move(columns.edges)};
}

} // namespace weft
