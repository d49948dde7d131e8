#pragma once
#include <weft/field/grid.hpp>
#include <weft/ops/arithmetic.hpp>

namespace weft::field {

/// The policies of the two ends of an axis. A single policy applies to both.
template <class T>
struct policies {
  policy<T> lower, upper;
  template <class P>
    requires std::convertible_to<P const&, policy<T>>
  WEFT_FN constexpr policies(P const& both) : lower(both), upper(both) {}
  WEFT_FN constexpr policies(policy<T> const& l, policy<T> const& u) : lower(l), upper(u) {}
};

} // namespace weft::field

namespace weft::detail {

/// The memory of a grid whose elements can be copied as bytes: `item` bytes each. Extents and strides, in elements, are
/// of the memory with the ghosts.
struct ghost_memory {
  void* data;
  index_t item;
  int rank;
  index_t const *extents, *strides;
  field::width const* widths;
};
/// The policy of one end of an axis. `value` points to the value of `padded`.
struct ghost_end {
  field::boundary kind;
  void const* value;
};
/// The layers of the interior that fill the ghosts at one end of an axis. The ghost layer next to the edge takes layer
/// `first`, counted in the interior; each next ghost layer outwards takes one that is `step` layers further.
struct ghost_source {
  index_t first, step;
};
/// Returns the source of `width` layers, which is at least 1. check_policies() must have accepted the policy.
WEFT_API ghost_source source_of_ghosts(field::boundary kind, field::side s, index_t width, index_t extent);
/// Fills the ghost layers at both ends of an axis, except ends that are extrapolated. The layers include the ghosts of
/// the axes with a bit in `filled`. Ghosts and interior do not overlap, so no plan of a statement is needed: for 16^3
/// points, six statements took 2.3 times as long as hand-written loops.
WEFT_API void fill_ghost_axis(ghost_memory const& g, int axis, ghost_end const* ends, unsigned filled);
/// Fills all ghosts in the order that takes the shortest time, and returns true. If edges and corners depend on the
/// order of the axes, does nothing and returns false. `ends` has two entries for each axis.
WEFT_API bool fill_in_any_order(ghost_memory const& g, ghost_end const* ends);
/// Throws shape_error if a policy cannot fill its end of an axis, layout_error if a stride is 0, so that elements share
/// memory, and error if ghosts are extrapolated and the elements are no numbers. `ends` has two entries for each axis.
WEFT_API void check_policies(ghost_memory const& g, ghost_end const* ends, bool are_numbers);
WEFT_API [[noreturn]] void throw_policies(std::size_t given, int rank);

/// Returns a view of one layer of the memory across `axis`, with the elements of `box` along the other axes. `layer` is
/// counted from the first ghost.
template <int R, class V>
WEFT_FN auto ghost_layer(V const& whole, grid_box<R> box, int axis, index_t layer) {
  box.first[axis] = layer;
  box.count[axis] = 1;
  return box_view<R>(whole, box);
}

/// Fills the ghosts at one end of an axis by statements: for elements that cannot be copied as bytes, and for
/// extrapolation.
template <class T, int R, class Order>
WEFT_FN void fill_by_statements(view<T, R, Order> const& whole, grid_box<R> const& box, int axis, field::side s,
                                field::width const& w, field::policy<T> const& how) {
  bool const low = s == field::side::lower;
  index_t const width = low ? w.lower : w.upper, extent = whole.extent(axis) - w.lower - w.upper;
  index_t const edge = low ? w.lower : w.lower + extent - 1, out = low ? -1 : 1;
  auto const layer = [&](index_t at) { return ghost_layer(whole, box, axis, at); };
  for (index_t d = 1; d <= width; ++d) {
    index_t const at = edge + out * d;
    if (how.kind == field::boundary::padded) {
      layer(at).fill(how.value);
    } else if (how.kind != field::boundary::extrapolated) {
      ghost_source const from = source_of_ghosts(how.kind, s, width, extent);
      layer(at) = layer(w.lower + from.first + from.step * (d - 1));
    } else if constexpr (can_be_extrapolated<T>) { // check_policies has refused the others
      using factor = std::conditional_t<std::integral<T>, int, double>;
      layer(at) = layer(edge) + static_cast<factor>(d) * (layer(edge) - layer(edge - out));
    }
  }
}

/// Fills the ghosts. Where statements compute some of them it does so axis after axis: the layers of an axis include
/// the ghosts of the axes before it, so edges and corners are filled too.
template <class G, class T = typename G::value_type>
WEFT_FN void fill_all_ghosts(G& g, field::policies<T> const* how) {
  constexpr int R = G::static_rank;
  auto const whole = g.with_ghosts();
  constexpr bool writes = !std::is_const_v<typename decltype(whole)::element_type>;
  static_assert(writes, "weft: field::fill_ghosts: the grid is const");
  if constexpr (writes) {
    field::width widths[std::size_t(R)];
    index_t extents[std::size_t(R)], strides[std::size_t(R)];
    ghost_end ends[std::size_t(2 * R)];
    grid_box<R> box;
    for (int k = 0; k < R; ++k) {
      widths[k] = g.ghost_width(k);
      extents[k] = whole.extent(k);
      strides[k] = whole.stride(k);
      ends[2 * k] = {how[k].lower.kind, &how[k].lower.value};
      ends[2 * k + 1] = {how[k].upper.kind, &how[k].upper.value};
      box.first[k] = widths[k].lower;
      box.count[k] = extents[k] - widths[k].lower - widths[k].upper;
    }
    ghost_memory const memory{whole.data(), sizeof(T), R, extents, strides, widths};
    whole.window_leaf().keep.check("field::fill_ghosts");
    check_policies(memory, ends, can_be_extrapolated<T>);
    constexpr bool bytes = std::is_trivially_copyable_v<T>;
    if (bytes && fill_in_any_order(memory, ends))
      return;
    for (int k = 0; k < R; ++k) {
      if (bytes)
        fill_ghost_axis(memory, k, ends + 2 * k, (1u << k) - 1);
      for (auto const s : {field::side::lower, field::side::upper})
        if (auto const& p = s == field::side::lower ? how[k].lower : how[k].upper;
            !bytes || p.kind == field::boundary::extrapolated)
          fill_by_statements(whole, box, k, s, widths[k], p);
      box.first[k] = 0;
      box.count[k] = extents[k];
    }
  }
}

} // namespace weft::detail

namespace weft::field {

/// Fills the ghosts of a grid from its interior, including edges and corners: field::fill_ghosts(g, field::periodic).
/// Other policies are clamped, mirrored, mirrored(edge_twice), padded(value) and extrapolated (u(-k) = u(0) + k (u(0) -
/// u(1))). Edges and corners get the values that np.pad gives them. Only extrapolated ghosts allocate memory. Throws
/// shape_error if the interior has too few layers (mirrored needs one more than there are ghosts, extrapolated needs
/// two), and error if ghosts of bool, or of elements that are no numbers, are extrapolated; nothing is written then.
template <weft::detail::AnyGrid G>
WEFT_FN void fill_ghosts(G&& g, policy<typename std::remove_cvref_t<G>::value_type> const& everywhere) {
  constexpr int rank = std::remove_cvref_t<G>::static_rank;
  using ends = policies<typename std::remove_cvref_t<G>::value_type>;
  [&]<int... K>(std::integer_sequence<int, K...>) {
    ends const all[] = {(static_cast<void>(K), ends(everywhere))...};
    weft::detail::fill_all_ghosts(g, all);
  }(std::make_integer_sequence<int, rank>{});
}
/// Fills the ghosts of a grid by a policy for each axis, or for each end of an axis: field::fill_ghosts(g,
/// {field::periodic, {field::clamped, field::padded(0.0)}}). Also throws shape_error if only one end of an axis is
/// periodic.
template <weft::detail::AnyGrid G>
WEFT_FN void fill_ghosts(G&& g, std::initializer_list<policies<typename std::remove_cvref_t<G>::value_type>> axes) {
  if (axes.size() != static_cast<std::size_t>(std::remove_cvref_t<G>::static_rank))
    weft::detail::throw_policies(axes.size(), std::remove_cvref_t<G>::static_rank);
  weft::detail::fill_all_ghosts(g, axes.begin());
}
/// Fills the ghosts of a grid by policies in an array, one entry for each axis.
template <weft::detail::AnyGrid G, std::size_t N>
WEFT_FN void fill_ghosts(G&& g, std::array<policies<typename std::remove_cvref_t<G>::value_type>, N> const& axes) {
  static_assert(N == static_cast<std::size_t>(std::remove_cvref_t<G>::static_rank),
                "weft: field::fill_ghosts: one entry for each axis");
  weft::detail::fill_all_ghosts(g, axes.data());
}

} // namespace weft::field
