#pragma once
#include <weft/base/overflow.hpp>
#include <weft/index/affine.hpp>
#include <weft/layout/slice.hpp>

// Subscripts of index notation, and the layout of an access a(i + 1, j): an affine access to strided memory is strided.
namespace weft::detail {

/// The largest number of indices in a statement, _0 ... _7. Numbers from max_indices on name the axes that an access
/// takes whole.
inline constexpr int max_indices = 8;
struct index_range {
  index_t first, count;
};
/// Only the ranges of indices in use are set: setting all of them would take as long as a small statement.
struct index_ranges {
  index_range of[max_indices + max_rank];
};

template <int... K>
struct index_list {
  static constexpr int count = sizeof...(K);
  static constexpr unsigned symbols = (0u | ... | (1u << K));
};
template <class A, class B>
struct joined_lists;
template <int... J, int... K>
struct joined_lists<index_list<J...>, index_list<K...>> {
  using type = index_list<J..., K...>;
};
template <class A, class B>
using joined_indices = typename joined_lists<A, B>::type;
/// Describes loops: their indices, from the outermost loop to the innermost, and the number of values of each index if
/// types know it, else dyn.
template <class Order, class Counts>
struct index_loops;
template <int... K, index_t... N>
struct index_loops<index_list<K...>, weft::extents<N...>> {
  using order = index_list<K...>;
  /// Returns the number of values of an index, dyn if it is known only at run time.
  WEFT_FN static constexpr index_t count_of(int symbol) {
    index_t n = dyn;
    ((n = K == symbol ? N : n), ...);
    return n;
  }
};

/// A subscript that is given as text, after parsing.
struct text_subscript {
  affine_terms terms;
  std::string text;
};
/// A subscript that is the value of index _K minus its first value. It names elements of an axis that was made for the
/// range of _K, and so begins at 0.
template <int K>
struct relative_index {};

template <class S>
inline constexpr bool is_text_subscript = std::same_as<S, text_subscript>;
/// A bit for each index in a subscript. It is 0 for text, whose indices are known only at run time.
template <class S>
inline constexpr unsigned symbols_in = 0;
template <IndexForm S>
inline constexpr unsigned symbols_in<S> = S::symbols;
template <int K>
inline constexpr unsigned symbols_in<relative_index<K>> = 1u << K;
/// K if the subscript is index _K, or _K plus or minus a number; else -1.
template <class S>
inline constexpr int shifted_in = -1;
template <IndexForm S>
inline constexpr int shifted_in<S> = S::shifted;
template <int K>
inline constexpr int shifted_in<relative_index<K>> = K;
/// K if the subscript is index _K and nothing else; else -1.
template <class S>
inline constexpr int plain_in = -1;
template <int K>
inline constexpr int plain_in<index_symbol<K>> = K;

template <int K, class S>
WEFT_INLINE constexpr index_t coefficient_in([[maybe_unused]] S const& s) {
  if constexpr (is_text_subscript<S>)
    return K < max_indices ? s.terms.coefficient[K < max_indices ? K : 0] : 0;
  else if constexpr ((symbols_in<S> >> K & 1u) == 0)
    return 0;
  else if constexpr (IndexForm<S>)
    return s.template coefficient<K>();
  else
    return 1;
}
template <class S>
WEFT_INLINE constexpr index_t offset_in(S const& s, index_t extent, [[maybe_unused]] index_ranges const& ranges) {
  if constexpr (is_text_subscript<S>)
    return s.terms.offset;
  else if constexpr (IndexForm<S>)
    return s.offset();
  else if constexpr (std::same_as<S, end_index>)
    return extent + s.from_end;
  else
    return -ranges.of[shifted_in<S>].first;
}
template <class S>
WEFT_FN std::string text_of_subscript(S const& s) {
  if constexpr (is_text_subscript<S>)
    return s.text;
  else if constexpr (IndexForm<S>)
    return to_string(s);
  else if constexpr (std::same_as<S, end_index>)
    return s.from_end == 0 ? "end" : "end - " + std::to_string(-s.from_end);
  else
    return "_" + std::to_string(shifted_in<S>);
}

/// Returns K if the subscript is index _K and nothing else, else -1. Text is looked at too.
template <class S>
WEFT_INLINE int plain_index([[maybe_unused]] S const& s) {
  if constexpr (is_text_subscript<S>) {
    int k = -1, count = s.terms.offset == 0 ? 0 : 2;
    for (int j = 0; j < max_indices; ++j)
      if (s.terms.coefficient[j] != 0) {
        k = j;
        count += s.terms.coefficient[j] == 1 ? 1 : 2;
      }
    return count == 1 ? k : -1;
  } else {
    return plain_in<S>;
  }
}

/// The least and the greatest value of a subscript over the ranges of its indices. Callers check leaves_64_bits once,
/// at the end.
struct reach_of_subscript {
  index_t first, least, greatest; ///< first: for the first values of the indices; least, greatest: its bounds
  bool leaves_64_bits = false;

  WEFT_INLINE constexpr explicit reach_of_subscript(index_t offset) : first(offset), least(offset), greatest(offset) {}
  /// Adds an index with a coefficient. `step` grows by the distance in memory, along an axis with this stride, of one
  /// step.
  WEFT_INLINE constexpr void add(index_t coefficient, index_range const& range, index_t stride, index_t& step) {
    if (coefficient == 0)
      return;
    index_t begin = 0, reach = 0;
    leaves_64_bits |= multiply_overflows(coefficient, range.first, &begin);
    leaves_64_bits |= multiply_overflows(coefficient, range.count - 1, &reach);
    leaves_64_bits |= add_overflows(first, begin, &first);
    leaves_64_bits |= add_overflows(least, begin, &least);
    leaves_64_bits |= add_overflows(greatest, begin, &greatest);
    leaves_64_bits |= add_overflows(least, reach < 0 ? reach : 0, &least);
    leaves_64_bits |= add_overflows(greatest, reach < 0 ? 0 : reach, &greatest);
    index_t move = 0; // no error: a subscript inside the axis stays within the memory
    if (range.count > 1 && !multiply_overflows(coefficient, stride, &move))
      leaves_64_bits |= add_overflows(step, move, &step);
  }
};

[[nodiscard]] WEFT_API std::string text_of_reach(reach_of_subscript const& r);
WEFT_API [[noreturn]] void throw_outside(int axis, std::string const& subscript, reach_of_subscript const& r,
                                         index_t extent, unsigned symbols, index_ranges const& ranges);
/// Throws layout_error if two indices may have one offset. The check compares one axis after the other, so it also
/// refuses some layouts without such indices.
WEFT_API void check_distinct(char const* operation, dynamic_extents const& extents, dynamic_extents const& strides);
/// Throws error for an expression of indices that stands for a value and needs more than 64 bits.
WEFT_API [[noreturn]] void throw_value(std::string const& expression);
WEFT_API [[noreturn]] index_t throw_unranged(int symbol);

/// Makes the layout of an access under loops over indices with known ranges. An index that is in no subscript gets an
/// axis of extent 1, which broadcasts.
/// @post out(j...) == in(s(i)...), where i are the first values of the indices, plus j
template <class Loops, class... S>
struct affine_slicer;
template <int... K, index_t... N, class... S>
struct affine_slicer<index_loops<index_list<K...>, extents<N...>>, S...> {
  static constexpr int loops = sizeof...(K), taken = sizeof...(S);
  static constexpr int rank_change = loops - taken;
  static constexpr unsigned symbols = (0u | ... | symbols_in<S>);
  static constexpr bool has_text = (is_text_subscript<S> || ...);
  template <int J>
  static constexpr bool is_present = has_text || (symbols >> J & 1u) != 0;

  pack<S...> const& subscripts;
  index_ranges const& ranges;

  template <int R>
  WEFT_FN static constexpr bool fits() {
    static_assert(R < 0 || R == taken, "weft: index notation has a subscript for each axis");
    return R < 0 || R == taken;
  }

  template <class Layout>
  struct facts_of_result {
    WEFT_FN static constexpr bool is_same() {
      if constexpr (Layout::static_rank == taken && taken == loops && Layout::extents_type::all_static) {
        constexpr int order[] = {K..., 0}, plain[] = {plain_in<S>..., 0};
        for (int k = 0; k < taken; ++k)
          if (plain[k] != order[k] || Layout::extents_type::statics[k] != extents<N...>::statics[k])
            return false;
        return true;
      }
      return false;
    }
    /// Returns the index whose axis has stride 1, known at compile time, or -1. It is the index, plus or minus a
    /// number, in the subscript of the axis that has stride 1, unless another subscript has that index too.
    WEFT_FN static constexpr int unit_index() {
      using from = view_order_t<typename Layout::order>;
      constexpr int shifted[] = {shifted_in<S>..., -1};
      constexpr int index = shifted[taken == 0 || std::same_as<from, column_major> ? 0 : taken - 1];
      if constexpr (has_text || std::same_as<from, strided> || index < 0)
        return -1;
      else
        return (0 + ... + int(symbols_in<S> >> index & 1u)) == 1 ? index : -1;
    }
    WEFT_FN constexpr auto operator()() const {
      constexpr int unit = unit_index();
      loose<loops> out;
      (out.push(is_present<K> ? N : 1, K == unit ? 1 : 0), ...);
      return out;
    }
  };
  template <class Layout, bool Same>
  struct result_of_layout {
    using type = typename layout_from_static<facts_of_result<Layout>>::type;
  };
  template <class Layout>
  struct result_of_layout<Layout, true> {
    using type = Layout;
  };
  template <class Layout>
  using result = typename result_of_layout<Layout, facts_of_result<Layout>::is_same()>::type;

  template <int C>
  WEFT_INLINE constexpr auto operator()(loose<C> const& in) const {
    loose<(C > loops ? C : loops)> out;
    if (in.rank != taken)
      throw_subscripts(taken, in.rank);
    out.offset = in.offset;
    (out.push(is_present<K> ? ranges.of[K].count : 1, 0), ...);
    bool const empty = (false || ... || (is_present<K> && ranges.of[K].count == 0)); // then no subscript has a value
    if (!empty)
      steps(in, out, std::make_integer_sequence<int, taken>{});
    return out;
  }

private:
  template <int C, class Out, int... A>
  WEFT_INLINE constexpr void steps(loose<C> const& in, Out& out, std::integer_sequence<int, A...>) const {
    (step(get<A>(subscripts), in.extent[A], in.stride[A], A, out), ...);
  }
  template <class X, class Out>
  WEFT_INLINE constexpr void step(X const& s, index_t extent, index_t stride, int axis, Out& out) const {
    if constexpr (is_text_subscript<X>)
      for (int k = 0; k < max_indices; ++k)
        if (s.terms.coefficient[k] != 0 && ((false || ... || (k == K)) == false))
          throw_unranged(k);
    reach_of_subscript r(offset_in(s, extent, ranges));
    int loop = 0;
    (r.add(coefficient_in<K>(s), ranges.of[K], stride, out.stride[loop++]), ...);
    if (r.leaves_64_bits || r.least < 0 || r.greatest >= extent)
      refuse(s, axis, r, extent, ranges);
    out.offset += r.first * stride;
  }
  template <class X>
  WEFT_COLD [[noreturn]] static void refuse(X const& s, int axis, reach_of_subscript r, index_t extent,
                                            index_ranges const& ranges) {
    unsigned used = 0;
    ((used |= coefficient_in<K>(s) != 0 ? 1u << K : 0u), ...);
    throw_outside(axis, text_of_subscript(s), r, extent, used, ranges);
  }
};

/// Views a layout of run-time rank with the static rank N. Throws if its rank is not N.
template <int N>
struct rank_checker {
  static constexpr int rank_change = 0;
  template <class Layout>
  using result = layout<dims<N>, strided>;
  template <int C>
  WEFT_INLINE constexpr loose<C> operator()(loose<C> const& in) const {
    if (in.rank != N)
      throw_subscripts(N, in.rank);
    return in;
  }
};

} // namespace weft::detail
