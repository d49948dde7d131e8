#pragma once
#include <weft/eval/pick.hpp>
#include <weft/ops/math.hpp>
#include <weft/tensor/view.hpp>

// Updates of elements picked by tensors of indices, once for each index: add_at(b, i, w). The assignment b(i) += w
// reads before it writes, so an index that occurs twice adds only once.
WEFT_KERNELS_BEGIN
namespace weft {

namespace detail {

/// Sets `to` to F(to, x), converted to T.
template <class F, class T>
WEFT_INLINE void update(T& to, T const& x) {
  to = store_as<T>(F{}(to, x));
}

/// The parameters of an update kernel.
struct update_job {
  index_t unit;   ///< bytes from one index to the next in the updated tensor
  index_t extent; ///< extent of the axis: each index must be less
  /// If not null, indices are checked: the first one out of range sets it, and ends the row.
  bool* failed;
};

/// Updates picked elements by the elements of a list. It has the operands of pick_body. Each element is updated in the
/// order of the indices.
template <class F, class T, class At>
struct update_body {
  WEFT_INLINE static void run(any_vector, void const* core, loop_frame const& frame) {
    update_job const job = *static_cast<update_job const*>(core);
    index_t const n = frame.columns, step = frame.column[0], along = frame.column[1], next = frame.column[2];
    bool const dense = next == index_t(sizeof(At)) && job.unit == size;
    if (next == 0 && step == size && along == size)
      update_rows(job, frame);
    else if (next == 0)
      each_picked_row(frame, [&](index_t item, index_t memory, index_t index) {
        memory += offset(index, job);
        for (index_t k = 0; k < n; ++k)
          update<F>(*reinterpret_cast<T*>(memory + k * along), *reinterpret_cast<T const*>(item + k * step));
      });
    else if (dense && step == size)
      each_picked_row(frame, [&](index_t item, index_t memory, index_t index) {
        T const* const from = reinterpret_cast<T const*>(item);
        update_list(job, memory, index, n, [from](index_t k) -> T const& { return from[k]; });
      });
    else if (dense && step == 0)
      each_picked_row(frame, [&](index_t item, index_t memory, index_t index) {
        update_list(job, memory, index, n, [value = *reinterpret_cast<T const*>(item)](index_t) { return value; });
      });
    else
      each_picked_row(frame, [&](index_t item, index_t memory, index_t index) {
        update_distinct(job, item, step, memory, index, next, n);
      });
  }

private:
  static constexpr index_t size = sizeof(T);

  WEFT_INLINE static index_t offset(index_t index, update_job const& job) {
    return static_cast<index_t>(*reinterpret_cast<At const*>(index)) * job.unit;
  }
  template <class From>
  WEFT_INLINE static void update_list(update_job const& job, index_t memory, index_t index, index_t n,
                                      From const& from) {
    T* const to = reinterpret_cast<T*>(memory);
    At const* const at = reinterpret_cast<At const*>(index);
    if (job.failed != nullptr)
      update_in_fours<true>(job, to, at, n, from);
    else
      update_in_fours<false>(job, to, at, n, from);
  }
  /// Updates four elements at a time: for random elements of 80 MB this takes 0.9 of the time of one by one, because
  /// more loads are in flight at once (Zen 5). Prefetching their cache lines gains nothing more.
  template <bool Checked, class From>
  WEFT_INLINE static void update_in_fours(update_job const& job, T* to, At const* at, index_t n, From const& from) {
    std::size_t const extent = static_cast<std::size_t>(job.extent);
    auto const in_range = [extent](At i) { return !Checked || static_cast<std::size_t>(i) < extent; };
    index_t k = 0;
    for (; k + 4 <= n; k += 4) {
      At const a = at[k], b = at[k + 1], c = at[k + 2], d = at[k + 3];
      if (!(in_range(a) && in_range(b) && in_range(c) && in_range(d)))
        break;
      update<F>(to[a], from(k));
      update<F>(to[b], from(k + 1));
      update<F>(to[c], from(k + 2));
      update<F>(to[d], from(k + 3));
    }
    for (; k < n; ++k) {
      if (!in_range(at[k])) {
        *job.failed = true;
        return;
      }
      update<F>(to[at[k]], from(k));
    }
  }
  WEFT_INLINE static void update_distinct(update_job const& job, index_t item, index_t step, index_t memory,
                                          index_t index, index_t next, index_t n) {
    for (index_t k = 0; k < n; ++k, item += step, index += next) {
      At const i = *reinterpret_cast<At const*>(index);
      if (job.failed != nullptr && static_cast<std::size_t>(i) >= static_cast<std::size_t>(job.extent)) {
        *job.failed = true;
        return;
      }
      update<F>(*reinterpret_cast<T*>(memory + static_cast<index_t>(i) * job.unit), *reinterpret_cast<T const*>(item));
    }
  }
  /// Updates rows: each index picks contiguous elements. Count is the length of a short row, whose loop is unrolled; 0
  /// stands for any length.
  template <index_t Count = 0>
  WEFT_INLINE static void update_rows(update_job const& job, loop_frame const& frame) {
    if constexpr (Count == 0)
      switch (frame.columns) {
      case 2:
        return update_rows<2>(job, frame);
      case 3:
        return update_rows<3>(job, frame);
      case 4:
        return update_rows<4>(job, frame);
      default:
        break;
      }
    each_picked_row(frame, [n = Count == 0 ? frame.columns : Count, &job](index_t item, index_t memory, index_t index) {
      T* const to = reinterpret_cast<T*>(memory + offset(index, job));
      T const* const from = reinterpret_cast<T const*>(item);
      WEFT_SIMD_ROW
      for (index_t k = 0; k < n; ++k)
        update<F>(to[k], from[k]);
    });
  }
};

/// The shape of the indices of an axis. They are in memory that shares nothing with the target.
struct index_list_in_memory {
  index_t extent; ///< extent of the axis: each index must be less
  dynamic_extents const &extents, &strides;
};
/// Runs a kernel over all picked elements, in row-major order of the indices. Returns false if an index is out of
/// range; then nothing has been written. `copies` says that elements may be copied as bytes.
WEFT_API bool run_updates(kernel_variant const& kernel, pick_layout const& m, dynamic_extents const& steps,
                          pick_operands const& operands, index_list_in_memory const& indices, bool copies, session& s);

/// Calls f(leaf) with the elements of e as T, in memory that shares nothing with `written`. A constant gives a leaf of
/// rank 0.
template <class T, class E, class F>
WEFT_FN void with_update_values(E const& e, footprint const& written, session& s, F const& f) {
  if constexpr (requires { e.value; }) {
    T const value = store_as<T>(e.value);
    return f(strided_leaf<T const, layout<extents<>, dense<row_major>>>(&value, {}, {}));
  } else {
    if constexpr (std::same_as<T, typename E::value_type> && requires { footprint_of(e, nullptr, nullptr); })
      if (!reads_memory(e, written, s)) {
        e.keep.check("assignment");
        return f(e.template borrowed<T const>());
      }
    auto values = new_temporary<T>(e.extents(), s);
    assign(values.template borrowed<T>(), e, s);
    f(std::move(values).to_read());
  }
}

/// Updates target(i(k), ...) = F(target(i(k), ...), e(k, ...)) for each index k.
template <class F, class T, class L, class E, class At>
WEFT_FN void update_leaf(char const* operation, strided_leaf<T, L> const& target, E const& e, At const& i) {
  session s;
  target.keep.check(operation);
  int const axis = check_axis(operation, 0, target.place.rank());
  auto const whole = convert_extents<dynamic_extents>(target.extents());
  auto const picked = convert_extents<dynamic_extents>(i.extents());
  using shape_type = dims<picked_rank<L::static_rank, 1, At::static_rank>>;
  auto const shape = convert_extents<shape_type>(pick_axes(whole, whole, &axis, 1, picked, picked).extents);
  check_fits(shape, e.extents());
  index_t extents[max_rank], strides[max_rank];
  footprint const written = footprint_of(target, extents, strides);
  with_update_values<T>(e, written, s, [&](auto const& values) {
    auto const wide = window_of_leaf(values, broadcaster<shape_type>{shape});
    auto const steps = convert_extents<dynamic_extents>(wide.place.strides());
    auto const own = convert_extents<dynamic_extents>(target.place.strides());
    with_indices(i, &written, s, [&](auto const* index, dynamic_extents const& of, dynamic_extents const& at) {
      using kept = std::remove_cvref_t<decltype(*index)>;
      pick_layout const m = pick_axes(whole, own, &axis, 1, of, at);
      record(s, [&](session& t) {
        index_t const bytes = count_of(shape) * index_t(sizeof(T));
        note_moved(t, bytes, bytes_of_indices(m, sizeof(kept)));
        t.report->bytes_read += bytes; // an update reads the elements that it changes
        t.report->flops += count_of(shape);
      });
      pick_operands const operands{reinterpret_cast<index_t>(wide.data),
                                   reinterpret_cast<index_t>(target.data),
                                   reinterpret_cast<index_t>(index),
                                   sizeof(T),
                                   sizeof(kept),
                                   own[axis] * index_t(sizeof(T))};
      if (!run_updates(guided_kernel<update_body<F, T, kept>>(), m, steps, operands, {whole[axis], of, at},
                       is_bytewise<T>, s))
        refuse_picked(operation, axis, whole[axis], index, of, at);
    });
  });
}

template <class F, class V, class At, class X>
WEFT_FN void update_at(char const* operation, V&& v, At const& indices, X const& x) {
  refuse_followed<X const&, At const&>();
  static_assert(rank_of<V> != 0, "weft: add_at, max_at and min_at index the first axis: a tensor of rank 0 has none");
  auto const leaf = static_cast<V&&>(v).window().window_leaf();
  using T = std::remove_pointer_t<decltype(leaf.data)>;
  auto const e = capture<std::remove_const_t<T>>(x);
  using E = std::remove_const_t<decltype(e)>;
  if constexpr (rank_of<V> != 0 && may_store<T, E>()) {
    using place = layout<dims<picked_rank<rank_of<V>, 1, rank_of<At>>>, dense<row_major>>;
    if constexpr (may_fit<place, E>())
      update_leaf<F>(operation, leaf.template borrowed<T>(), e, capture(indices));
  }
}

} // namespace detail

/// Adds w(k, ...) to b(i(k), ...) for each index k, as np.add.at does: if an index occurs several times, all its values
/// are added, in row-major order of i. The assignment b(i) += w adds only once. b is a tensor or a view, i a tensor of
/// indices of its first axis. w, or a scalar, broadcasts to the shape of i followed by the other axes of b, and is
/// converted to the element type of b as by an assignment. i and w may read b: they are then copied first.
///
/// Negative indices never wrap. Throws index_error for an index that the axis does not have, and then nothing is
/// written; shape_error if w does not broadcast.
///
/// Tensors, views and scalars are read where they are, and so are indices of 8 bytes, or of 4 with a sign; expressions
/// and other types are evaluated into a temporary. It runs in one thread. If the indices do not fit the caches and b is
/// a much shorter vector, a copy of b is updated, which replaces b at the end: so indices are checked and used in one
/// pass. In a no_alloc_scope they are read twice instead.
template <Stored V, detail::IndexTensor At, Operand X>
WEFT_FN void add_at(V&& b, At const& i, X const& w) {
  static_assert(!std::same_as<detail::value_t<V>, bool>,
                "weft: a sum of bools is no bool: max_at is their or, and tensors of integers count");
  if constexpr (!std::same_as<detail::value_t<V>, bool>)
    detail::update_at<op::plus>("add_at", static_cast<V&&>(b), i, w);
}
/// Computes b(i(k), ...) = maximum(b(i(k), ...), w(k, ...)) for each index k, as np.maximum.at: a NaN on either side
/// stays. Indices, types and errors are as in add_at.
template <Stored V, detail::IndexTensor At, Operand X>
WEFT_FN void max_at(V&& b, At const& i, X const& w) {
  detail::update_at<op::maximum>("max_at", static_cast<V&&>(b), i, w);
}
/// Computes b(i(k), ...) = minimum(b(i(k), ...), w(k, ...)) for each index k, as np.minimum.at. All else is as in
/// max_at.
template <Stored V, detail::IndexTensor At, Operand X>
WEFT_FN void min_at(V&& b, At const& i, X const& w) {
  detail::update_at<op::minimum>("min_at", static_cast<V&&>(b), i, w);
}
template <Node V, class At, class X>
void add_at(V&&, At&&, X&&) WEFT_REFUSED("weft: add_at writes to a tensor or a view, not to an expression");
template <Node V, class At, class X>
void max_at(V&&, At&&, X&&) WEFT_REFUSED("weft: max_at writes to a tensor or a view, not to an expression");
template <Node V, class At, class X>
void min_at(V&&, At&&, X&&) WEFT_REFUSED("weft: min_at writes to a tensor or a view, not to an expression");
template <Stored V, class At, class X>
  requires(Scalar<At> || detail::ForeignRange<At>)
void add_at(V&&, At&&, X&&) WEFT_REFUSED("weft: indices are a tensor, as borrow(v) is; of one index: b(i) += w");
template <Stored V, class At, class X>
  requires(Scalar<At> || detail::ForeignRange<At>)
void max_at(V&&, At&&, X&&) WEFT_REFUSED("weft: indices are a tensor, as borrow(v) is");
template <Stored V, class At, class X>
  requires(Scalar<At> || detail::ForeignRange<At>)
void min_at(V&&, At&&, X&&) WEFT_REFUSED("weft: indices are a tensor, as borrow(v) is");

} // namespace weft
WEFT_KERNELS_END
