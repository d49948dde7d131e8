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

template <class R, class T>
WEFT_INLINE auto row_of_few(T const* row) {
  using values = typename decltype(small_row<in_bounds, R, T, 0>())::type;
  return values{row};
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
  fold_in_passes(reducer, [&](fold_pass<R> const& pass) {
    using A = typename R::accumulator;
    if constexpr (folds_bytes<folded_t<R>, R, slot<T>> &&
                  std::is_same_v<core_t<E>, slot<T>>) { // a kernel that is there
      A partial[few_elements];
      fold_parts<R>::init(&pass, partial, results);
      const fold_core<R, slot<T>> c{pass.reducer, {}};
      const index_t position[] = {reinterpret_cast<index_t>(partial), reinterpret_cast<index_t>(rows)};
      const index_t step[] = {index_t(sizeof(A)), count * index_t(sizeof(T))};
      fold_kind_of<folded_t<R>, R, slot<T>>().rows.run[chosen_isa](&c, {results, count, position, step, step, nullptr});
      pass.finish(to, index_t(sizeof(*to)), partial, results, count);
    } else {
      for (index_t r = 0; r < results; ++r) {
        A partial = pass.reducer.start();
        fold_row(pass.reducer, partial, row_of_few<R, T>(rows + r * count), count);
        pass.finish(to + r, index_t(sizeof(*to)), &partial, 1, count);
      }
    }
  });
}

/// True if E can be folded so.
template <class R, class E>
WEFT_FN constexpr bool has_few_fold() {
  if constexpr (has_few_form<E> && WEFT_VIRTUAL_LOOPS == 0)
    return is_number<folded_t<R>>;
  else
    return false;
}

} // namespace weft::detail
WEFT_KERNELS_END
