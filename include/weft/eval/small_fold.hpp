#pragma once
#include <weft/eval/fold_pass.hpp>
#include <weft/eval/one_run.hpp>
#include <weft/eval/small_report.hpp>

// Folds in small statements (eval/small.hpp). The values of each result are taken in row-major order. If the last axes
// are folded, the values along them are a row, and are merged as in fold_row. Rows are added one after the other. If
// the last axis is kept, values are added one by one. For any layout, the bits are the same as in a
// deterministic_scope.
WEFT_KERNELS_BEGIN
namespace weft::detail {

/// Returns the work of a fold in a small form; not_small if it has none (eval/small.hpp).
template <class R, class E>
WEFT_FN constexpr index_t small_fold_work() {
  if constexpr (small_work<E> < not_small && is_number<folded_t<R>>)
    if constexpr (count_of(typename E::extents_type{}) <=
                  (requires { R::accepts_numbers; } ? small_limits::searched : small_limits::folded))
      return count_of(typename E::extents_type{}) * (requires { R::total; } ? 1 : long_function) + small_work<E>;
  return not_small;
}
/// Element numbers need no values of their own: in a small fold they follow from the order of the values.
template <class A, class N>
inline constexpr index_t small_work<node<with_number, A, N>> = small_work<A>;
template <class A, class N, class How>
struct core_type<node<with_number, A, N>, small_access<How>> : core_type<A, small_access<How>> {
  template <int J>
  WEFT_INLINE static constexpr auto of(small_access<How> access, node<with_number, A, N> const& e) {
    return core_type<A, small_access<How>>::template of<J>(access, get<0>(e.children));
  }
};

template <class T>
struct small_numbered {
  using element_type = T;
  using value_type = numbered<T>;
  static constexpr bool is_memory = true;
  T const* begin;
  WEFT_INLINE constexpr value_type operator()(index_t i) const { return {begin[i], i}; }
  WEFT_INLINE constexpr T const& element(index_t i) const { return begin[i]; }
  WEFT_INLINE constexpr index_t number(index_t i) const { return i; }
};
template <class How, class R, class T, index_t Count>
WEFT_FN constexpr auto small_row() {
  if constexpr (requires { R::accepts_numbers; })
    return std::type_identity<small_numbered<T>>{};
  else if constexpr (How::expands)
    return std::type_identity<written_values<T, Count>>{};
  else
    return std::type_identity<buffered_values<T>>{};
}

/// The axes of an operand of shape S that a fold keeps, and the axes that it folds.
template <Shape S, class Axes>
struct small_axes;
template <Shape S, int... K>
struct small_axes<S, axes_t<K...>> {
  static constexpr unsigned bits = (0u | ... | (1u << K));
  /// Returns how many axes before axis k are folded (goes), or kept.
  WEFT_FN static constexpr int before(int k, bool goes) {
    int n = 0;
    for (int j = 0; j < k; ++j)
      n += (bits >> j & 1u) == unsigned(goes) ? 1 : 0;
    return n;
  }
  static constexpr int going = before(S::static_rank, true), staying = S::static_rank - going;
  WEFT_FN static constexpr index_t nth(int n, bool goes) {
    for (int k = 0; k < S::static_rank; ++k)
      if ((bits >> k & 1u) == unsigned(goes) && n-- == 0)
        return S::statics[k];
    return 1;
  }
  /// Returns the number of values in a row: the product of the extents of the last axes, as long as they are folded or
  /// have extent 1.
  WEFT_FN static constexpr index_t count_row() {
    index_t n = 1;
    for (int k = S::static_rank - 1; k >= 0 && (S::statics[k] == 1 || (bits >> k & 1u) != 0); --k)
      n *= S::statics[k];
    return n;
  }
  static constexpr index_t row = count_row();
  template <bool Goes, int... N>
  WEFT_FN static constexpr extents<nth(N, Goes)...> shape_of(std::integer_sequence<int, N...>) {
    return {};
  }
  using gone = decltype(shape_of<true>(std::make_integer_sequence<int, going>{}));
  using kept = decltype(shape_of<false>(std::make_integer_sequence<int, staying>{}));
};

/// Gathers the values of one result into an array.
template <class Axes, class Values>
struct small_line {
  static constexpr bool total = Values::total;
  using value_type = typename Values::value_type;
  value_type* to;
  Values const& from;
  index_t const* kept; ///< the end of the numbers in the index of the result
  WEFT_INLINE constexpr void operator()(index_t number, index_t const* gone) const {
    to[number] = value_at(gone, std::make_integer_sequence<int, Axes::going + Axes::staying>{});
  }

private:
  template <int... K>
  WEFT_INLINE constexpr value_type value_at(index_t const* gone, std::integer_sequence<int, K...>) const {
    index_t const index[] = {((Axes::bits >> K & 1u) != 0 ? gone[Axes::before(K, true) - Axes::going]
                                                          : kept[Axes::before(K, false) - Axes::staying])...,
                             0};
    return from.at(index + sizeof...(K));
  }
};
/// Adds the values of `line`, in rows of Row values.
template <class How, index_t Row, class R, class T, int... N>
WEFT_INLINE constexpr void fold_rows(R const& reducer, typename R::accumulator& total, T const* line,
                                     std::integer_sequence<int, N...>) {
  using values = typename decltype(small_row<How, R, T, Row>())::type;
  if constexpr (std::is_same_v<How, in_constants>) {
    constexpr index_t count = index_t(sizeof...(N)) * Row;
    for (index_t i = 0; i < count; ++i)
      if constexpr (requires { R::accepts_numbers; })
        reducer.add(total, numbered<T>{line[i], i});
      else
        reducer.add(total, line[i]);
  } else if constexpr (Row == 1 && !requires { R::accepts_numbers; })
    (reducer.add(total, line[N]), ...);
  else if constexpr (requires { R::accepts_numbers; })
    fold_row(reducer, total, values{line}, index_t(sizeof...(N)) * Row);
  else
    (fold_row(reducer, total, values{line + N * Row}, Row), ...);
}
/// Computes the results of a fold of small values.
template <class How, class Axes, class R, class Values>
struct small_results {
  static constexpr bool total = false; // a fold cannot be part of a loop over vectors
  using value_type = typename Values::value_type;
  static constexpr index_t count = count_of(typename Axes::gone{});
  fold_pass<R> const& pass;
  Values const& from;
  folded_t<R>* to;
  WEFT_INLINE constexpr void operator()(index_t number, index_t const* kept) const {
    value_type line[std::size_t(count)];
    for_small<How, typename Axes::gone>(small_line<Axes, Values>{line, from, kept});
    typename R::accumulator partial = pass.reducer.start();
    fold_rows<How, Axes::row>(pass.reducer, partial, line, std::make_integer_sequence<int, int(count / Axes::row)>{});
    if constexpr (std::is_same_v<How, in_constants>)
      to[number] = store_as<folded_t<R>>(pass.reducer.finish(partial, count));
    else
      pass.finish(to + number, index_t(sizeof(*to)), &partial, 1, count);
  }
};
template <class How, class Axes, class R, class Values>
WEFT_INLINE constexpr void fold_small(R const& reducer, Values const& values, folded_t<R>* to) {
  using axes = small_axes<typename Values::extents_type, Axes>;
  auto const compute = [&](fold_pass<R> const& pass) {
    for_small<How, typename axes::kept>(small_results<How, axes, R, Values>{pass, values, to});
  };
  if constexpr (std::is_same_v<How, in_constants>)
    compute(fold_pass<R>{reducer});
  else
    fold_in_passes(reducer, compute);
}
template <int... K>
WEFT_FN constexpr axes_t<K...> all_axes(std::integer_sequence<int, K...>) {
  return {};
}

/// True if the fold of all elements of e is small. It is not if it is one run that is long enough for a call with
/// vectors.
template <class R, class E>
WEFT_FN constexpr bool is_small_fold() {
  using whole = layout<typename E::extents_type, dense<row_major>>;
  if constexpr (small_fold_work<R, E>() < not_small)
    return WEFT_VIRTUAL_LOOPS == 0 && small_fold_work<R, E>() <= small_limits::written_out &&
           (count_of(typename E::extents_type{}) <= small_limits::folded_run || !lies_like<whole, E>);
  else
    return false;
}

} // namespace weft::detail
WEFT_KERNELS_END
