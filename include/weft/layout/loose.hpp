#pragma once
#include <weft/layout/layout.hpp>

#include <cstdint>

namespace weft::detail {

/// A layout in plain arrays, with the offset of its first element. Transformations work on this form. They run twice:
/// at run time on numbers, and at compile time on what types know. Then an extent may be dyn (unknown), and a stride is
/// 1 (known to be 1) or 0 (unknown); the result has the static extents and the unit axis of the view. So each
/// transformation is written once.
template <int Capacity>
struct loose {
  int rank = 0;
  index_t offset = 0;
  static constexpr int room = Capacity > 0 ? Capacity : 1;
  index_t extent[std::size_t(room)];
  index_t stride[std::size_t(room)];

  /// Entries beyond the rank are not read, so at run time they are not set.
  WEFT_INLINE constexpr loose() {
    if (std::is_constant_evaluated())
      for (int k = 0; k < room; ++k)
        extent[k] = stride[k] = 0;
  }
  WEFT_INLINE constexpr void push(index_t n, index_t s) {
    extent[rank] = n;
    stride[rank] = s;
    ++rank;
  }
  WEFT_INLINE constexpr void turn(int k) { stride[k] = -stride[k]; }
};

/// Returns the layout that f makes of `in`: f(in), or what f.write(in, out) writes axis by axis. A transformation with
/// write() also writes into layouts of run-time rank.
template <class F, int C>
WEFT_INLINE constexpr auto written_loose(F const& f, loose<C> const& in) {
  if constexpr (requires(loose<C> out) { f.write(in, out); }) {
    loose<C> out;
    out.offset = in.offset;
    f.write(in, out);
    return out;
  } else {
    return f(in);
  }
}

/// The number of axes that a layout of static rank R (-1: run time) may have after `Change` more axes.
template <int R, int Change = 0>
inline constexpr int capacity = R < 0 ? max_rank : (Change > 0 ? R + Change : R);

template <int Change = 0, class Layout>
WEFT_INLINE constexpr auto loosen(Layout const& l) {
  loose<capacity<Layout::static_rank, Change>> out;
  out.rank = l.rank();
  l.read(out.extent, out.stride);
  return out;
}

/// Returns the compile-time facts about a layout type, as a `loose`.
template <class Layout, int Change = 0>
WEFT_FN constexpr auto loosen_static() {
  using order = view_order_t<typename Layout::order>;
  loose<capacity<Layout::static_rank, Change>> out;
  if constexpr (Layout::static_rank > 0) {
    out.rank = Layout::static_rank;
    for (int k = 0; k < out.rank; ++k)
      out.extent[k] = Layout::extents_type::statics[k];
    if (std::same_as<order, row_major>)
      out.stride[out.rank - 1] = 1;
    if (std::same_as<order, column_major>)
      out.stride[0] = 1;
  }
  return out;
}

/// Returns the result of F on the compile-time facts about Layout.
template <class Layout, class F>
WEFT_FN constexpr auto apply_to_static() {
  auto const full = written_loose(F{}, loosen_static<Layout, F::rank_change>());
  constexpr int rank = Layout::static_rank + F::rank_change;
  loose<rank> out;
  for (int k = 0; k < rank; ++k)
    out.push(full.extent[k], full.stride[k]);
  return out;
}

/// True if an F made without arguments gives the compile-time facts about its result.
template <class F>
inline constexpr bool is_static_transformation = requires { requires F::is_static; };

/// Computes the compile-time facts about a result: F applied to the facts about Layout. It is a type, because GCC 12
/// takes two values of one class for the same template argument if their arrays differ only in the positions of zeros.
template <class Layout, class F>
struct static_facts_of {
  WEFT_FN constexpr auto operator()() const {
    if constexpr (is_static_transformation<F>)
      return apply_to_static<Layout, F>();
    else
      return F::template static_facts<Layout>();
  }
};

/// The layout type that has the static extents and the unit axis of the `loose` that Facts{}() returns.
template <class Facts, class Indices = std::make_integer_sequence<int, Facts{}().rank>>
struct layout_from_static;
template <class Facts, int... K>
struct layout_from_static<Facts, std::integer_sequence<int, K...>> {
  static constexpr auto facts = Facts{}();
  static constexpr bool last = facts.rank > 0 && facts.stride[facts.rank > 0 ? facts.rank - 1 : 0] == 1;
  static constexpr bool first = facts.rank > 0 && facts.stride[0] == 1;
  using order = std::conditional_t<last, row_major, std::conditional_t<first, column_major, strided>>;
  using type = layout<extents<facts.extent[K]...>, order>;
};

/// The layout type of transformation F applied to Layout. F::rank_change is the number of axes that F adds. If
/// F::is_static, the parameters of F are all types. Otherwise F::static_facts, if it exists, applies F to the
/// compile-time facts about Layout, and F::result, if it exists, is the type itself.
template <class Layout, class F>
struct transformed {
  WEFT_FN static constexpr auto choose() {
    if constexpr (requires { typename F::template result<Layout>; }) {
      return typename F::template result<Layout>{};
    } else if constexpr (Layout::static_rank < 0) {
      return layout<dynamic_extents, strided>{};
    } else if constexpr (is_static_transformation<F> || requires { F::template static_facts<Layout>(); }) {
      return typename layout_from_static<static_facts_of<Layout, F>>::type{};
    } else {
      static_assert(Layout::static_rank + F::rank_change >= 0, "weft: the view would have a negative rank");
      static_assert(Layout::static_rank + F::rank_change <= max_rank, "weft: a rank is 0 to 16");
      return layout<dims<Layout::static_rank + F::rank_change>, strided>{};
    }
  }
  using type = decltype(choose());
};
template <class Layout, class F>
using transformed_t = typename transformed<Layout, F>::type;

template <class Layout>
struct placed {
  Layout layout;
  index_t offset;
};

template <class To, int C>
WEFT_INLINE constexpr To tighten([[maybe_unused]] loose<C> const& l) {
  if constexpr (is_dense<typename To::order> && To::extents_type::all_static)
    return To{};
  else
    return To(made_in_place{}, [&](auto& e, auto& s) {
      if constexpr (requires { e.count; })
        e.count = s.count = l.rank;
      int const rank = e.rank(); // a constant if the rank is static: then the loop unrolls
      for (int k = 0; k < rank; ++k) {
        e.set(k, l.extent[k]);
        s.set(k, l.stride[k]);
      }
    });
}

/// Shows a layout of run-time rank in the form of a `loose`. Extents and strides that it stores are not copied.
template <class Layout>
struct shown_layout {
  static constexpr bool stored = std::same_as<typename Layout::order, strided>;
  int rank;
  index_t offset = 0;
  index_t const *extent, *stride;
  index_t computed[stored ? 1 : max_rank];
  WEFT_INLINE constexpr explicit shown_layout(Layout const& l)
      : rank(l.rank()), extent(l.extents().values()), stride(stored ? l.stored_strides() : computed) {
    if constexpr (is_dense<typename Layout::order>)
      l.each_stride([&](int k, index_t s) { computed[k] = s; });
    else if constexpr (!stored)
      for (int k = 0; k < rank; ++k)
        computed[k] = l.stride(k);
  }
};

/// A layout of run-time rank under construction; push() adds an axis.
struct growing_layout {
  dynamic_extents &extents, &strides;
  index_t offset = 0;
  WEFT_INLINE constexpr void push(index_t n, index_t s) {
    extents.value[extents.count++] = n;
    strides.value[strides.count++] = s;
  }
  WEFT_INLINE constexpr void turn(int k) { strides.value[k] = -strides.value[k]; }
};

/// Returns the layout that f makes of l. Sets `offset` to the distance in elements from the first element of l to the
/// first element of the result. The result is built in its final place: a layout of run-time rank is stored number by
/// number, and a copy, which reads pairs of numbers, would wait for these stores.
template <class Layout, class F>
WEFT_INLINE constexpr transformed_t<Layout, F> transform_into(Layout const& l, F const& f, index_t& offset) {
  if constexpr (Layout::static_rank < 0 && requires(growing_layout out) { f.write(shown_layout<Layout>(l), out); }) {
    shown_layout<Layout> const in(l);
    // Without another `loose` between: reading again what has just been written took half the time of a view of
    // run-time rank.
    return transformed_t<Layout, F>(made_in_place{}, [&](dynamic_extents& e, dynamic_extents& s) {
      growing_layout out{e, s};
      f.write(in, out);
      offset = out.offset;
    });
  } else {
    auto const out = written_loose(f, loosen<F::rank_change>(l));
    offset = out.offset;
    return tighten<transformed_t<Layout, F>>(out);
  }
}
template <class Layout, class F>
WEFT_INLINE constexpr placed<transformed_t<Layout, F>> transform_layout(Layout const& l, F const& f) {
  index_t offset = 0;
  return {transform_into(l, f, offset), offset};
}

/// True if an axis argument is known at compile time.
template <class A>
inline constexpr bool is_static_axis = requires { A::value; };
template <class A>
inline constexpr int static_axis = 0;
template <class A>
  requires is_static_axis<A>
inline constexpr int static_axis<A> = A::value;

template <int R, class F>
WEFT_FN constexpr auto computed_extents() {
  if constexpr (R < 0)
    return dynamic_extents();
  else
    return []<int... K>(std::integer_sequence<int, K...>) {
      return extents<(F::at(K) < 0 ? dyn : F::at(K))...>();
    }(std::make_integer_sequence<int, R>());
}
/// The extents of rank R whose static extent k is F::at(k), or known only at run time if that is negative.
template <int R, class F>
using extents_by = decltype(computed_extents<R, F>());

/// The extents E with Change::of(n) instead of the static extent n of the axis A. If the axis is known only at run
/// time, so are all extents.
template <class E, class A, class Change>
struct extents_with_axis {
  WEFT_FN static constexpr index_t at(int k) {
    if constexpr (!is_static_axis<A>)
      return dyn;
    else
      return k == static_axis<A> ? Change::of(static_extent<E>(k)) : static_extent<E>(k);
  }
};

WEFT_API [[noreturn]] void throw_axis_twice(char const* operation, index_t axis, int rank);
WEFT_API [[noreturn]] void throw_index(char const* operation, index_t index, int axis, index_t extent);
WEFT_API [[noreturn]] void throw_unsigned_index(char const* operation, std::uint64_t index, int axis, index_t extent);
WEFT_API [[noreturn]] void throw_layout(char const* operation, char const* reason, index_t const* extents,
                                        index_t const* strides, int rank);
WEFT_API [[noreturn]] void throw_shapes(char const* operation, index_t const* a, int rank_a, index_t const* b,
                                        int rank_b, char const* reason);

WEFT_INLINE constexpr int check_axis(char const* operation, index_t axis, int rank) {
  if (axis < 0 || axis >= rank)
    throw_axis(operation, axis, rank);
  return static_cast<int>(axis);
}

/// Throws layout_error unless the rank of `out` is `rank`, its extents are 0 or more, and all its elements lie between
/// the first and the last element of `in` in memory. Used for transformations of the program.
WEFT_API void check_arrangement(index_t const* in_extents, index_t const* in_strides, int in_rank, index_t in_offset,
                                index_t const* out_extents, index_t const* out_strides, int out_rank,
                                index_t out_offset, int rank);

/// The layout that a transformation of the program works on, with room for every rank. Axes beyond max_rank are counted
/// and not stored; check_arrangement() then refuses the layout.
struct own_layout : loose<max_rank> {
  template <int C>
  WEFT_INLINE explicit own_layout(loose<C> const& in) {
    for (int k = 0; k < max_rank; ++k) {
      extent[k] = k < in.rank ? in.extent[k] : 0;
      stride[k] = k < in.rank ? in.stride[k] : 0;
    }
    rank = in.rank;
    offset = in.offset;
  }
  WEFT_INLINE void push(index_t n, index_t s) {
    if (rank >= 0 && rank < max_rank) {
      extent[rank] = n;
      stride[rank] = s;
    }
    ++rank;
  }
};

/// A transformation that the program defines: arrange(layout) returns a layout with `Change` more axes.
template <int Change, class F>
struct own_transformation {
  static constexpr int rank_change = Change;
  F arrange;
  template <int C>
  WEFT_FN loose<C> operator()(loose<C> const& in) const {
    own_layout const made = arrange(own_layout(in));
    check_arrangement(in.extent, in.stride, in.rank, in.offset, made.extent, made.stride, made.rank, made.offset,
                      in.rank + Change);
    loose<C> out;
    out.offset = made.offset;
    for (int k = 0; k < in.rank + Change; ++k)
      out.push(made.extent[k], made.stride[k]);
    return out;
  }
};

/// Returns n * m, or dyn if either is dyn.
WEFT_INLINE constexpr index_t times(index_t n, index_t m) {
  return n == dyn || m == dyn ? dyn : n * m;
}

} // namespace weft::detail
