#pragma once
#include <weft/eval/few.hpp>
#include <weft/eval/fold_kernel.hpp>
#include <weft/eval/small_fold.hpp>

// Folds of few values (eval/few.hpp): each result has its values in a row of a buffer, in row-major order, joined as
// fold_row joins them.
WEFT_KERNELS_BEGIN
namespace weft::detail {

template <class A, class N>
inline constexpr bool has_few_form<node<with_number, A, N>> = has_few_form<A>;
template <class A, class N>
struct small_values<node<with_number, A, N>, in_bounds> : small_values<A, in_bounds> {
  WEFT_INLINE explicit small_values(node<with_number, A, N> const& e)
      : small_values<A, in_bounds>(get<0>(e.children)) {}
};

template <class T, int Rank, class Values>
struct to_few_rows {
  T* to;
  dims<Rank> const& steps;
  Values const& from;
  template <class... I>
  WEFT_INLINE void operator()(I... i) {
    int k = 0;
    index_t place = 0;
    ((place += i * steps.entry(k++)), ...);
    to[place] = from.at(i...);
  }
};

/// Adds a row of n values to each result; they lie `step` values apart. Compiled: there is a kernel for rows in memory,
/// because the operand is memory. Out of line: inlined, GCC 12 warns of longer rows than there are.
template <bool Compiled, class R, class T>
WEFT_SLOW void add_few(R const& reducer, typename R::accumulator* total, T const* row, index_t results, index_t step,
                       index_t n) {
  using values = typename decltype(small_row<in_bounds, R, T, 0>())::type;
  if (n == 1) {
    for (index_t r = 0; r < results; ++r)
      add_value(reducer, total[r], values{row + r * step}, 0);
  } else if constexpr (Compiled) {
    const fold_core<R, slot<T>> core{reducer, {}};
    const index_t position[] = {reinterpret_cast<index_t>(total), reinterpret_cast<index_t>(row)};
    const index_t bytes[] = {index_t(sizeof(*total)), step * index_t(sizeof(T))};
    fold_kind_of<folded_t<R>, R, slot<T>>().rows.run[chosen_isa](&core, {results, n, position, bytes, bytes, nullptr});
  } else {
    for (index_t r = 0; r < results; ++r)
      fold_row(reducer, total[r], values{row + r * step}, n);
  }
}

/// The folds of e over the axes in `reduced`, in row-major order.
template <class R, class E>
WEFT_FN void fold_few(R const& reducer, E const& e, unsigned reduced, folded_t<R>* to) {
  using values = small_values<E, in_bounds>;
  using T = typename values::value_type;
  constexpr int rank = E::static_rank;
  auto const& whole = e.extents();
  dims<rank> steps{};
  index_t count = 1, results = 1;
  for (int k = rank - 1; k >= 0; --k)
    if ((reduced >> k & 1u) != 0) {
      steps.set(k, count);
      count *= whole.entry(k);
    }
  for (int k = rank - 1; k >= 0; --k)
    if ((reduced >> k & 1u) == 0) {
      steps.set(k, results * count);
      results *= whole.entry(k);
    }
  T rows[few_elements];
  {
    const values from(e);
    to_few_rows<T, rank, values> gather{rows, steps, from};
    for_few<0>(whole, gather);
  }
  index_t row = 1; // see eval/small_fold.hpp
  for (int k = rank - 1; k >= 0 && (whole.entry(k) == 1 || (reduced >> k & 1u) != 0); --k)
    row *= whole.entry(k);
  if constexpr (requires { R::takes_numbers; })
    row = count;
  constexpr bool compiled = folds_bytes<folded_t<R>, R, slot<T>> && std::is_same_v<core_t<E>, slot<T>>;
  fold_in_passes(reducer, [&](fold_pass<R> const& pass) {
    typename R::accumulator partial[few_elements];
    fold_parts<R>::init(&pass, partial, results);
    for (index_t first = 0; first < count; first += row)
      add_few<compiled>(pass.reducer, partial, rows + first, results, count, row);
    pass.finish(to, index_t(sizeof(*to)), partial, results, count);
  });
}

/// True if all of E may be folded so: memory. Of other operands it would take a fifth longer to compile.
template <class R, class E>
WEFT_FN constexpr bool has_few_fold() {
  if constexpr (has_few_form<E> && WEFT_VIRTUAL_LOOPS == 0)
    return is_number<folded_t<R>>;
  else
    return false;
}

} // namespace weft::detail
WEFT_KERNELS_END
