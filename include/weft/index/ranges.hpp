#pragma once
#include <weft/index/access.hpp>

// The ranges of the indices of a statement. An index that is a whole subscript, as i in a(i, j + 1), runs over the
// extent of that axis.
namespace weft::detail {

/// The number of values that an expression gives each index; -1 for an index to which it gives none.
struct found_counts {
  index_t of[max_indices] = {-1, -1, -1, -1, -1, -1, -1, -1};
  WEFT_INLINE void note(int symbol, index_t extent) {
    if (of[symbol] >= 0 && of[symbol] != extent)
      throw_counts(symbol, of[symbol], extent);
    of[symbol] = extent;
  }
  WEFT_API [[noreturn]] static void throw_counts(int symbol, index_t a, index_t b);
};

template <unsigned Wanted, class E>
WEFT_INLINE void find_counts(E const& e, found_counts& found);
template <unsigned Wanted, class S>
WEFT_INLINE void find_by(S const& s, index_t extent, found_counts& found) {
  if constexpr (is_gathering<S>)
    find_counts<Wanted>(s, found);
  else if (int const k = plain_index(s); k >= 0 && (Wanted >> k & 1u) != 0)
    found.note(k, extent);
}
template <unsigned Wanted, class E, class... S, int... A>
WEFT_INLINE void find_by_each(index_access<E, S...> const& e, found_counts& found, std::integer_sequence<int, A...>) {
  (find_by<Wanted>(get<A>(e.subscripts), e.operand.extents().entry(A), found), ...);
}
template <unsigned Wanted, class E, class... S>
WEFT_INLINE void find_in(index_access<E, S...> const& e, found_counts& found) {
  find_by_each<Wanted>(e, found, std::make_integer_sequence<int, int(sizeof...(S))>{});
}
template <unsigned Wanted, class R, class Over, class E>
WEFT_INLINE void find_in(index_fold<R, Over, E> const& e, found_counts& found) {
  find_counts<(Wanted & ~Over::symbols)>(e.operand, found);
}
template <unsigned Wanted, class F, class... C>
WEFT_INLINE void find_in(node<F, C...> const& e, found_counts& found) {
  unpack<sizeof...(C)>([&]<int... At>() { (find_counts<Wanted>(get<At>(e.children), found), ...); });
}
template <unsigned Wanted, class E>
WEFT_INLINE void find_counts([[maybe_unused]] E const& e, [[maybe_unused]] found_counts& found) {
  if constexpr (names_indices<E> && !IndexForm<E> && Wanted != 0)
    find_in<Wanted>(e, found);
}

/// Returns the number of values of index k if the types of the operands of E know it, else dyn.
template <class E>
struct static_count_in {
  WEFT_FN static constexpr index_t of(int) { return dyn; }
};
template <class F, class... C>
struct static_count_in<node<F, C...>> {
  WEFT_FN static constexpr index_t of(int k) {
    index_t n = dyn;
    ((n = n == dyn ? static_count_in<C>::of(k) : n), ...);
    return n;
  }
};
template <class E, class... S>
struct static_count_in<index_access<E, S...>> {
  WEFT_FN static constexpr index_t of(int k) {
    constexpr int plain[] = {plain_in<S>..., -1};
    for (int a = 0; a < int(sizeof...(S)); ++a)
      if (plain[a] == k && E::extents_type::statics[a] != dyn)
        return E::extents_type::statics[a];
    return dyn;
  }
};
template <class R, class Over, class E>
struct static_count_in<index_fold<R, Over, E>> {
  WEFT_FN static constexpr index_t of(int k) {
    return (Over::symbols >> k & 1u) != 0 ? dyn : static_count_in<E>::of(k);
  }
};

/// A bit for each index that is a whole subscript of a target. A target has no subscripts of text.
template <class Target>
inline constexpr unsigned ranged_by_target = 0;
template <class E, class... S>
inline constexpr unsigned ranged_by_target<index_access<E, S...>> =
    (0u | ... | (plain_in<S> < 0 ? 0u : 1u << (plain_in<S> < 0 ? 0 : plain_in<S>)));

/// Sets the ranges of the indices Symbols: by the target for an index that is a whole subscript of it, else by the
/// right side e. Throws index_error for an index that has no range.
template <unsigned Symbols, class Target, class E>
WEFT_INLINE void find_ranges(Target const& target, E const& e, index_ranges& ranges) {
  found_counts found;
  constexpr unsigned by_target = ranged_by_target<Target>;
  find_counts<(Symbols & by_target)>(target, found);
  find_counts<(Symbols & ~by_target)>(e, found);
  for (int k = 0; k < max_indices; ++k)
    if ((Symbols >> k & 1u) != 0)
      ranges.of[k] = {0, found.of[k] < 0 ? throw_unranged(k) : found.of[k]};
}

/// Sets the ranges of the indices of a reduction, by its operand.
template <class R, int... J, class E>
WEFT_INLINE void find_ranges_of_fold(index_fold<R, index_list<J...>, E> const& e, index_ranges& ranges) {
  found_counts found;
  find_counts<index_list<J...>::symbols>(e.operand, found);
  ((ranges.of[J] = {0, found.of[J] < 0 ? throw_unranged(J) : found.of[J]}), ...);
}

/// A range for each index; together they are a box. narrow() makes it smaller.
struct index_box {
  index_t first[max_indices], last[max_indices]; ///< the first and the last value of each index in `bounded`
  unsigned bounded = 0;                          ///< a bit for each index for which narrow() was called

  /// Keeps the values of an index at which coefficient * _symbol + c lies in 0 ... extent - 1 for every c from least to
  /// greatest.
  WEFT_INLINE void narrow(int symbol, index_t coefficient, index_t least, index_t greatest, index_t extent) {
    if (coefficient == 1) // 0 <= least + i and greatest + i < extent
      keep(symbol, index_difference::of(0, least), index_difference::of(index_difference::of(extent, 1), greatest));
    else
      narrow_scaled(symbol, coefficient, least, greatest, extent);
  }
  /// Writes the range of each index in `symbols`. Throws index_error for an index that is not bounded.
  WEFT_INLINE void to_ranges(unsigned symbols, index_ranges& ranges) const {
    for (int k = 0; k < max_indices; ++k)
      if ((symbols >> k & 1u) != 0) {
        if ((bounded >> k & 1u) == 0)
          throw_unranged(k);
        ranges.of[k] = {first[k], last[k] < first[k] ? 0 : index_sum::of(index_difference::of(last[k], first[k]), 1)};
      }
  }

private:
  /// Cuts the range of an index down to its values from `from` to `to`.
  WEFT_INLINE void keep(int symbol, index_t from, index_t to) {
    bool const is_new = (bounded >> symbol & 1u) == 0;
    bounded |= 1u << symbol;
    first[symbol] = is_new || from > first[symbol] ? from : first[symbol];
    last[symbol] = is_new || to < last[symbol] ? to : last[symbol];
  }
  WEFT_API void narrow_scaled(int symbol, index_t coefficient, index_t least, index_t greatest, index_t extent);
};

/// Narrows the box of the indices Free such that the accesses of an expression stay inside. Only a subscript with
/// exactly one of these indices narrows it: with several, it is not defined which index gives way. `fixed` has the
/// ranges of the indices of the reductions around the expression, and a count of 1 for the other indices.
template <unsigned Free, class E>
WEFT_INLINE void narrow_box(E const& e, index_ranges const& fixed, index_box& box);
/// The bounds of a subscript, least ... greatest, if its index in Free is left out. `free` says how often the subscript
/// names an index in Free; `symbol` is the last of these, and `factor` its coefficient. `empty` is true if another
/// index has no values.
template <unsigned Free>
struct subscript_bounds {
  index_ranges const& fixed;
  index_t least, greatest, factor = 0;
  int free = 0, symbol = 0;
  bool empty = false;

  WEFT_INLINE void add(int k, index_t coefficient) {
    if (coefficient == 0)
      return;
    if ((Free >> k & 1u) != 0) {
      ++free;
      symbol = k;
      factor = coefficient;
      return;
    }
    empty = empty || fixed.of[k].count == 0;
    index_t const reach = index_product::of(coefficient, fixed.of[k].count - 1);
    index_t& end = reach < 0 ? least : greatest;
    end = index_sum::of(end, reach);
  }
  template <class S, int... K>
  WEFT_INLINE void add_each(S const& s, std::integer_sequence<int, K...>) {
    (add(K, coefficient_in<K>(s)), ...);
  }
};
template <unsigned Free, class S>
WEFT_INLINE void narrow_by(S const& s, index_t extent, index_ranges const& fixed, index_box& box) {
  if constexpr (is_gathering<S>) {
    narrow_box<Free>(s, fixed, box);
  } else {
    index_t const offset = offset_in(s, extent, fixed);
    subscript_bounds<Free> bounds{fixed, offset, offset};
    bounds.add_each(s, std::make_integer_sequence<int, max_indices>{});
    if (bounds.free == 1 && !bounds.empty)
      box.narrow(bounds.symbol, bounds.factor, bounds.least, bounds.greatest, extent);
  }
}
template <unsigned Free, class E, class... S, int... A>
WEFT_INLINE void narrow_by_each(index_access<E, S...> const& e, index_ranges const& fixed, index_box& box,
                                std::integer_sequence<int, A...>) {
  (narrow_by<Free>(get<A>(e.subscripts), e.operand.extents().entry(A), fixed, box), ...);
}
template <unsigned Free, class E, class... S>
WEFT_INLINE void narrow_in(index_access<E, S...> const& e, index_ranges const& fixed, index_box& box) {
  narrow_by_each<Free>(e, fixed, box, std::make_integer_sequence<int, int(sizeof...(S))>{});
}
template <unsigned Free, class R, int... J, class E>
WEFT_INLINE void narrow_in(index_fold<R, index_list<J...>, E> const& e, index_ranges const& fixed, index_box& box) {
  index_ranges inner = fixed;
  find_ranges_of_fold(e, inner);
  narrow_box<Free>(e.operand, inner, box);
}
template <unsigned Free, class F, class... C>
WEFT_INLINE void narrow_in(node<F, C...> const& e, index_ranges const& fixed, index_box& box) {
  unpack<sizeof...(C)>([&]<int... At>() { (narrow_box<Free>(get<At>(e.children), fixed, box), ...); });
}
template <unsigned Free, class E>
WEFT_INLINE void narrow_box([[maybe_unused]] E const& e, [[maybe_unused]] index_ranges const& fixed,
                            [[maybe_unused]] index_box& box) {
  if constexpr (names_indices<E> && !IndexForm<E>)
    narrow_in<Free>(e, fixed, box);
}

} // namespace weft::detail
