#pragma once
#include <weft/eval/few.hpp>
#include <weft/eval/fold_kernel.hpp>
#include <weft/eval/small_fold.hpp>

// The fold of all of few values (eval/few.hpp): in row-major order, joined as fold_row joins them.
WEFT_KERNELS_BEGIN
namespace weft::detail {

template <class A, class N>
inline constexpr bool has_few_form<node<with_number, A, N>> = has_few_form<A>;

/// Copies values into a row.
template <class T, class Values>
struct to_few_row {
  T* to;
  Values const& from;
  template <class... At>
  WEFT_INLINE void operator()(At... i) {
    *to++ = from.at(i...);
  }
};

/// Adds a row of n values. Compiled: there is a kernel for rows in memory, because the operand is memory. Out of line:
/// inlined, GCC 12 warns of longer rows than there are.
template <bool Compiled, class R, class T>
WEFT_SLOW void add_few(R const& reducer, typename R::accumulator& total, T const* row, index_t n) {
  if constexpr (Compiled) {
    const fold_core<R, slot<T>> core{reducer, {}};
    const index_t position[] = {reinterpret_cast<index_t>(&total), reinterpret_cast<index_t>(row)};
    fold_kind_of<folded_t<R>, R, slot<T>>().rows.run[chosen_isa](&core, frame_of_run(position, n, position));
  } else {
    fold_row(reducer, total, typename decltype(small_row<in_bounds, R, T, 0>())::type{row}, n);
  }
}

/// The fold of all elements of e, which has few.
template <class R, class E>
WEFT_FN folded_t<R> fold_few(R const& reducer, E const& e) {
  using values = small_values<E, in_bounds>;
  using T = typename values::value_type;
  auto const& whole = e.extents();
  T row[few_elements];
  const values from(e);
  to_few_row<T, values> gather{row, from};
  for_few<0>(whole, gather);
  constexpr bool compiled = folds_bytes<folded_t<R>, R, slot<T>> && std::is_same_v<core_t<E>, slot<T>>;
  folded_t<R> out{};
  fold_in_passes(reducer, [&](fold_pass<R> const& pass) {
    typename R::accumulator total = pass.reducer.start();
    const index_t count = count_of(whole);
    add_few<compiled>(pass.reducer, total, row, count);
    pass.finish(&out, index_t(sizeof(out)), &total, 1, count);
  });
  return out;
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
