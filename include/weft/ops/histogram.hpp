#pragma once
#include <weft/tensor/memory.hpp>

namespace weft {

/// The result of histogram(). counts(i) is the number of values x with edges(i) <= x < edges(i + 1), or the sum of
/// their weights. The last bin also has the values that equal its upper edge.
template <class C, class E = double>
struct histogram_result {
  tensor<C, 1> counts; ///< of the values in each bin, or the sums of their weights
  tensor<E, 1> edges;  ///< of the bins, ascending: one more than bins

  WEFT_INLINE histogram_result(tensor<C, 1>&& c, tensor<E, 1>&& e) : counts(std::move(c)), edges(std::move(e)) {}
  WEFT_COPIED(histogram_result);
};

namespace detail {

/// Writes bins + 1 edges spread evenly from lo to hi; if lo == hi, from lo - 0.5 to hi + 0.5.
WEFT_API void spread_edges(double lo, double hi, double* edges, index_t bins);
/// Writes edges spread evenly from the smallest to the largest value; from 0 to 1 if n == 0.
WEFT_API void spread_edges_around(double const* values, index_t n, double* edges, index_t bins);
WEFT_API void check_edges(double const* edges, index_t count);
WEFT_API index_t check_bins(index_t bins);
/// Counts the values in each bin. If `even` is true, the bins have one width, and a bin is found without a search.
WEFT_API void count_between(double const* values, index_t n, double const* edges, index_t bins, bool even,
                            index_t* counts);
WEFT_API void sum_between(double const* values, double const* weights, index_t n, double const* edges, index_t bins,
                          bool even, double* sums);

/// Writes the number of the bin of each value; -1 if it is in none.
WEFT_API void find_bins(double const* values, index_t n, double const* edges, index_t bins, bool even, index_t* bin);

/// Returns the number of bins for bincount: the largest value + 1, and at least `least`. If is_unsigned, the values are
/// unsigned, stored modulo 2^64. Throws error for a negative value, shape_error for one that needs too many bins.
WEFT_API index_t bins_for(index_t const* values, index_t n, index_t least, bool is_unsigned);

// All types below depend on the operands: a tensor<double, 1> that does not would be instantiated by each file that
// includes this header.

/// The type of counts or sums: a vector of C.
template <class X, class C>
using bins_t = tensor<std::enable_if_t<Tensorial<X>, C>, 1>;

/// Copies the elements of x, in row-major order, to a vector.
template <class T, class X>
WEFT_FN tensor<T, 1> elements_of(X&& x) {
  auto const e = capture(static_cast<X&&>(x));
  using place = layout<typename std::remove_const_t<decltype(e)>::extents_type, dense<row_major>>;
  tensor<T, 1> values(uninit, count_of(e.extents()));
  session s;
  assign(strided_leaf<T, place>(values.data(), place(e.extents()), {}), e, s);
  return values;
}
template <class W>
WEFT_FN auto weights_of(char const* operation, index_t values, W&& w) {
  auto weights = elements_of<double>(static_cast<W&&>(w));
  check_count(operation, weights.size(), values);
  return weights;
}

/// The elements of an operand in row-major order: where they lie, or in a copy.
template <class V>
struct elements_in_order {
  V copy;
  double const* first = copy.data();
  index_t count = copy.size();
};
/// Returns the elements of x as doubles. A named tensor or view of doubles is not copied if it is dense.
template <class X>
WEFT_FN auto doubles_of(X&& x) {
  using result = elements_in_order<bins_t<X, double>>;
  if constexpr (std::is_lvalue_reference_v<X>) {
    auto const e = capture(x);
    if constexpr (std::same_as<typename std::remove_const_t<decltype(e)>::value_type, double> &&
                  requires { footprint_of(e, nullptr, nullptr); }) {
      e.keep.check("histogram");
      if (is_gapless(e.place, true))
        return result{{}, e.data, e.place.size()};
    }
  }
  return result{elements_of<double>(static_cast<X&&>(x))};
}

template <class X, class E, class... W>
WEFT_FN auto histogram_of(X const& x, E edges, bool even, W&&... w) {
  using C = std::conditional_t<sizeof...(W) == 0, index_t, double>;
  index_t const bins = edges.size() - 1;
  tensor<C, 1> counts(bins);
  if constexpr (sizeof...(W) == 0)
    count_between(x.first, x.count, edges.data(), bins, even, counts.data());
  else
    sum_between(x.first, weights_of("histogram", x.count, static_cast<W&&>(w)...).data(), x.count, edges.data(), bins,
                even, counts.data());
  return histogram_result<C>{std::move(counts), std::move(edges)};
}

template <class X>
concept RealTensorial = Tensorial<X> && (std::is_arithmetic_v<value_t<X>> || is_half<value_t<X>>);

} // namespace detail

/// Counts the values of x in each of `bins` bins of one width, from the smallest value to the largest: auto [counts,
/// edges] = histogram(x, 20). Throws error if a value is NaN or infinite. A last argument gives each value a weight;
/// the weights are then summed. Values and edges are compared as double; x is copied, unless it is a named tensor or
/// view of doubles without gaps. The density, whose integral is 1, is counts / (sum(counts) * diff(edges)). Throws
/// shape_error for less than one bin.
template <detail::RealTensorial X, detail::RealTensorial... W>
  requires(sizeof...(W) <= 1)
[[nodiscard]] WEFT_FN auto histogram(X&& x, index_t bins, W&&... weights) {
  detail::refuse_followed<X, W...>();
  auto const values = detail::doubles_of(static_cast<X&&>(x));
  detail::bins_t<X, double> edges(detail::check_bins(bins) + 1);
  detail::spread_edges_around(values.first, values.count, edges.data(), bins);
  return detail::histogram_of(values, std::move(edges), true, static_cast<W&&>(weights)...);
}
/// Counts the values in bins of one width from lo to hi. Values outside, and NaN, are not counted.
template <detail::RealTensorial X, detail::RealTensorial... W>
  requires(sizeof...(W) <= 1)
[[nodiscard]] WEFT_FN auto histogram(X&& x, index_t bins, double lo, double hi, W&&... weights) {
  detail::refuse_followed<X, W...>();
  detail::bins_t<X, double> edges(detail::check_bins(bins) + 1);
  detail::spread_edges(lo, hi, edges.data(), bins);
  return detail::histogram_of(detail::doubles_of(static_cast<X&&>(x)), std::move(edges), true,
                              static_cast<W&&>(weights)...);
}
/// Counts the values in bins between given edges, found by bisection. Throws error if the edges do not ascend.
template <detail::RealTensorial X, detail::RealTensorial E, detail::RealTensorial... W>
  requires(sizeof...(W) <= 1)
[[nodiscard]] WEFT_FN auto histogram(X&& x, E&& edges, W&&... weights) {
  detail::refuse_followed<X, E, W...>();
  auto places = detail::elements_of<double>(static_cast<E&&>(edges));
  detail::check_edges(places.data(), places.size());
  return detail::histogram_of(detail::doubles_of(static_cast<X&&>(x)), std::move(places), false,
                              static_cast<W&&>(weights)...);
}

/// Counts how often each integer 0, 1, ... occurs in x, up to the largest element. The result has at least min_length
/// elements. Throws an error for a negative element.
template <Tensorial X>
  requires std::integral<detail::value_t<X>>
[[nodiscard]] WEFT_FN auto bincount(X&& x, index_t min_length = 0) {
  auto const values = detail::elements_of<index_t>(static_cast<X&&>(x));
  detail::bins_t<X, index_t> counts(
      detail::bins_for(values.data(), values.size(), min_length, std::unsigned_integral<detail::value_t<X>>));
  for (index_t v : values)
    ++counts.data()[v];
  return counts;
}
/// Sums the weights of the elements that equal 0, 1, ...
template <Tensorial X, detail::RealTensorial W>
  requires std::integral<detail::value_t<X>>
[[nodiscard]] WEFT_FN auto bincount(X&& x, W&& weights, index_t min_length = 0) {
  detail::refuse_followed<W>();
  auto const values = detail::elements_of<index_t>(static_cast<X&&>(x));
  auto const w = detail::weights_of("bincount", values.size(), static_cast<W&&>(weights));
  detail::bins_t<X, double> sums(
      detail::bins_for(values.data(), values.size(), min_length, std::unsigned_integral<detail::value_t<X>>));
  for (index_t i = 0; i < values.size(); ++i)
    sums.data()[values.data()[i]] += w.data()[i];
  return sums;
}

} // namespace weft
