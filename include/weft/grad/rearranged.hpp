#pragma once
#include <weft/grad/picked.hpp>
#include <weft/linalg/special_matrices.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/ops/diag.hpp>
#include <weft/ops/tile.hpp>

// Gradients of joined, padded, rolled, tiled and repeated operands: the gradient of each element of a result is added
// to the gradient of the element that it is a copy of, in as many loops as the forward function needs.
namespace weft::detail {

/// The adjoint of joined operands: each gets its part of the gradient.
template <class T, class Extents>
struct adjoint<concatenation<T, Extents>> {
  template <class F, class L, class G, class... E>
  WEFT_FN static void hand_on(F const& f, L const&, G const& g, E const&... operands) {
    index_t at = 0;
    (hand_entry(f.axis, g, at, operands), ...);
  }

private:
  template <class G, class E>
  WEFT_FN static void hand_entry(int axis, G const& g, index_t& at, E const& entry) {
    index_t const n = entry.extents()[axis];
    hand_to(entry, window_of_leaf(g, range_selector<int>{axis, at, n}));
    at += n;
  }
  template <class G, class E>
  WEFT_FN static void hand_entry(int axis, G const& g, index_t& at, expression_list<E> const& list) {
    for (E const& entry : list.entries)
      hand_entry(axis, g, at, entry);
  }
};

/// The adjoint of block_diagonal: each block gets its part of the gradient, in the order of block_diagonal::evaluate. A
/// vector is a block of one row.
template <class T, class Extents>
struct adjoint<block_diagonal<T, Extents>> {
  template <class F, class L, class G, class... E>
  WEFT_FN static void hand_on(F const&, L const&, G const& g, E const&... blocks) {
    index_t row = 0, column = 0;
    (hand_block(g, row, column, blocks), ...);
  }

private:
  template <class G, class E>
  WEFT_FN static void hand_block(G const& g, index_t& row, index_t& column, E const& block) {
    int const rank = block.rank(), rows = g.rank() - 2;
    index_t const m = rank == 1 ? 1 : block.extents()[rank - 2], n = block.extents()[rank - 1];
    auto const entry =
        window_of_leaf(window_of_leaf(g, range_selector<int>{rows, row, m}), range_selector<int>{rows + 1, column, n});
    row += m;
    column += n;
    if (entry.place.size() == 0)
      return;
    if constexpr (E::static_rank == 1)
      hand_to(block, window_of_leaf(entry, axis_slicer<int>{rows, 0}));
    else if constexpr (E::static_rank < 0)
      rank == 1 ? hand_to(block, window_of_leaf(entry, axis_slicer<int>{rows, 0})) : hand_to(block, entry);
    else
      hand_to(block, entry);
  }
};

/// The adjoint of padding and rolling: an element of the operand gets the sum of the gradients of all its copies.
template <class T, class Extents>
struct adjoint<continuation<T, Extents>> {
  template <class F, class L, class G, class E>
  WEFT_FN static void hand_on(F const& f, L const&, G const& g, E const& e) {
    collect_gradient(e, [&](auto const& target) { add_from(0, f, target, target.extents(), g); });
  }

private:
  /// Adds the gradients from `axis` on, by the same runs as continuation::evaluate_from.
  template <class F, class U, class S, class N, class G>
  WEFT_FN static void add_from(int axis, F const& f, gradient_target<U, S> const& target, N const& n, G const& g) {
    if (axis == n.rank()) {
      if (may_repeat(target.place))
        return add_singly(target, gradient_values<U>(g));
      return set_or_add(target, g, false);
    }
    pad_run r;
    index_t const total = g.place.extent(axis);
    for (index_t p = 0; p < total; p += r.count) {
      r = find_pad_run(f.axes[axis], n[axis], p - f.axes[axis].before, 1, total - p);
      if (r.source < 0)
        continue;
      auto const to = window_of_leaf(target, step_selector{axis, r.source, r.count, r.step});
      gradient_target<U, S> const entry(
          to.data, {convert_extents<S>(to.place.extents()), convert_extents<S>(to.place.strides())}, {});
      add_from(axis + 1, f, entry, n, window_of_leaf(g, step_selector{axis, p, r.count, 1}));
    }
  }
};

/// The adjoint of repetition: an element gets the sum of the gradients of all its copies.
template <class T, class Extents>
struct adjoint<repetition<T, Extents>> {
  template <class F, class L, class G, class E>
  WEFT_FN static void hand_on(F const& f, L const&, G const& g, E const& e) {
    unsigned at_once = 0, one_by_one = 0; // bit k: how copies along axis k are added
    int rank = e.extents().rank();
    for (int k = 0; k < e.extents().rank(); ++k)
      if (f.times[k] > 1 && e.extents()[k] > 1)
        (rank < max_rank ? ++rank, at_once : one_by_one) |= 1u << k;
    if (g.place.size() != 0)
      collect_gradient(e, [&](auto const& target) { add_from(0, f, target, g, at_once, one_by_one); });
  }

private:
  template <class F, class U, class S, class G>
  WEFT_FN static void add_from(int axis, F const& f, gradient_target<U, S> const& target, G const& g, unsigned at_once,
                               unsigned one_by_one) {
    if (one_by_one >> axis == 0)
      return add_copies(window_of_leaf(target, axis_splitter{f.times, at_once, f.inner, true}),
                        window_of_leaf(g, axis_splitter{f.times, at_once, f.inner, false}));
    bool const whole = (one_by_one >> axis & 1u) == 0;
    index_t const n = target.extents()[axis], copies = whole ? 1 : f.times[axis];
    for (index_t j = 0; j < copies; ++j)
      add_from(axis + 1, f, target,
               window_of_leaf(
                   g, step_selector{axis, f.inner ? j : j * n, whole ? g.extents()[axis] : n, f.inner ? copies : 1}),
               at_once, one_by_one);
  }
  /// Adds the copies in `from`, summed, to the target, which has extent 1 along the axes of the copies.
  template <class To, class From>
  WEFT_FN static void add_copies(To const& to, From const& from) {
    unsigned summed = 0;
    for (int k = 0; k < to.place.rank(); ++k)
      if (to.place.extent(k) != from.place.extent(k))
        summed |= 1u << k;
    using U = std::remove_pointer_t<decltype(to.data)>;
    gradient_target<U, dynamic_extents> const target(to.data, {to.place.extents(), to.place.strides()}, {});
    add_to_target<false>(target, from, summed, false);
  }
};

/// The adjoint of diag for an operand whose rank is known at run time.
template <class T>
struct adjoint<diag_operation<T>> {
  template <class F, class L, class G, class E>
  WEFT_FN static void hand_on(F const& f, L const&, G const& g, E const& e) {
    diagonal_at<index_t> const of{f.place};
    if (g.place.rank() == 2)
      hand_to(e, window_of_leaf(g, of));
    else
      hand_to(window_of(e, of), g);
  }
};

} // namespace weft::detail
