#pragma once
#include <weft/linalg/small_batch.hpp>

// The code that all decompositions share. A decomposition is a description: a table of results, the form in which the
// compiled part takes the matrices, the function that computes, and the forms of small matrices. From the description
// this file derives shapes, memory, batches in lanes and small static matrices. Gradients and untyped matrices take the
// same results (grad/computed.hpp, src/linalg/dynamic).
namespace weft::detail {

/// An extent of a result: the rows or the columns of the matrix, or the smaller of both.
enum class result_axis : char { rows, columns, least };

template <result_axis A, class S>
inline constexpr index_t static_along = A == result_axis::rows      ? static_rows<S>
                                        : A == result_axis::columns ? static_columns<S>
                                                                    : least_extent(static_rows<S>, static_columns<S>);
WEFT_FN constexpr index_t extent_along(result_axis a, matrix_batch const& b) {
  return a == result_axis::rows || (a == result_axis::least && b.rows < b.columns) ? b.rows : b.columns;
}

/// A result that is one number, for a single matrix.
template <class T>
struct number_result {
  T values[1]{};
  WEFT_INLINE constexpr T* data() { return values; }
  WEFT_INLINE constexpr T release() const { return values[0]; }
};

/// A result with elements T, whose axes are the axes of the batch followed by Axes. Without Axes it is one number for
/// each matrix. Matrices are written in the order that the caller asks for if InOrder, or if lanes write them; else
/// column by column.
template <class T, bool InOrder, result_axis... Axes>
struct result_form {
  static constexpr int tail = sizeof...(Axes);

  template <class Order, class S>
  WEFT_FN static auto of_batch(S const& shape, matrix_batch const& b, bool in_order) {
    if constexpr (tail == 0 && S::static_rank == 2) {
      return number_result<T>{};
    } else {
      auto const extents = ending_in<static_along<Axes, S>...>(shape, extent_along(Axes, b)...);
      return batch_result<T, std::remove_const_t<decltype(extents)>, Order>(
          extents, tail, tail < 2 || ((InOrder || in_order) && std::same_as<Order, row_major>));
    }
  }
  template <class Order, class S>
  WEFT_INLINE static constexpr auto of_small() {
    if constexpr (tail == 0)
      return number_result<T>{};
    else
      return small_result<T, Order, static_along<Axes, S>...>{};
  }
  /// Returns the memory to which lanes write the result.
  WEFT_FN static small_operand<void> in_lanes(T* data, matrix_batch const& b, bool by_rows) {
    index_t const n[] = {extent_along(Axes, b)..., 1};
    if constexpr (tail == 2)
      return packed_small(data, n[0], n[1], by_rows);
    else
      return {data, n[0], tail, 0};
  }
};
template <class T, result_axis Rows, result_axis Columns>
using ordered_form = result_form<T, true, Rows, Columns>;
template <class T, result_axis Rows, result_axis Columns>
using by_columns_form = result_form<T, false, Rows, Columns>;
template <class T, result_axis Axis>
using vector_form = result_form<T, true, Axis>;
template <class T>
using scalar_form = result_form<T, true>;
template <class... R>
struct result_table {};

/// The arguments of a compiled decomposition. `a` has `count` matrices m x n, one behind the other, which are
/// overwritten; `b` has the second matrices of pairs, or is null. `to` has the results in the order of the table;
/// further entries are null. One of the results may have the memory of `a`.
struct decomposition_job {
  char const* operation;
  dtype type;
  index_t count, m, n;
  bool a_by_rows, by_rows; ///< a lies row by row; ordered results are written row by row
  bool full;
  void *a, *b, *to[3];
};

/// The base class of descriptions. A description also has `name`, the table results<T>, compute(job) and, for several
/// results, make(results...). If it has a form for small matrices, small_form<M, N>(a, results...) computes it, and
/// returns false if it has no answer. If it has a form in lanes, `task` names it; the results are x, vectors and right
/// of the small_batch.
struct decomposition {
  static constexpr bool square = false;    ///< matrices that are not square are refused
  static constexpr bool in_order = false;  ///< the compiled part takes matrices in the order of the result
  static constexpr bool full = false;      ///< factors are square
  static constexpr int in_place = -1;      ///< the result in whose memory the matrices are decomposed; -1: none
  static constexpr index_t small_most = 0; ///< the largest extent of static matrices that have a small form
  static constexpr index_t lanes_most = 0; ///< the largest extent of matrices that lanes decompose
  static constexpr bool any_shape = false; ///< small matrices of any shape have a small form
  static constexpr bool keeps = true;      ///< small forms read the matrix where it lies, and do not overwrite it

  template <class R>
  WEFT_INLINE static constexpr R make(R&& only) {
    return static_cast<R&&>(only);
  }
};

template <class D>
WEFT_FN bool uses_lanes(matrix_batch const& b) {
  index_t const most = b.rows > b.columns ? b.rows : b.columns;
  return (D::any_shape ? b.rows > 0 && b.columns > 0 : b.rows == b.columns) && most <= D::lanes_most &&
         is_small_batch(b.count, most);
}

template <bool Lanes, class Order, class T, class D, class S, class... R, class E, class... B>
WEFT_FN auto decompose_batch(D const& d, S const& shape, matrix_batch const& b, result_table<R...> table, E const& e,
                             B const&... right) {
  constexpr bool by_rows = std::same_as<Order, row_major>;
  return [&](auto&&... r) {
    if constexpr (Lanes) {
      if (!with_small_batch<T>(D::task, e, b.count, b.columns, [&](small_batch job) {
            small_operand<void>* to[] = {&job.x, &job.vectors, &job.right};
            int k = 0;
            ((*to[k++] = R::in_lanes(r.data(), b, by_rows)), ...);
            job.rows = b.rows;
            job.inner = extent_along(D::full ? result_axis::rows : result_axis::least, b);
            return run_small_batch(job);
          }))
        return decompose_batch<false, Order, T>(d, shape, b, table, e, right...);
    } else {
      decomposition_job job{D::name, dtype_of<T>, b.count, b.rows,  b.columns,    D::in_order && by_rows,
                            by_rows, D::full,     nullptr, nullptr, {r.data()...}};
      packed_elements<T> const room[] = {packed_elements<T>(D::in_place < 0 ? count_of(shape) : 0),
                                         packed_elements<T>(sizeof...(B) == 0 ? 0 : count_of(shape))};
      job.a = D::in_place < 0 ? room[0].data() : job.to[D::in_place < 0 ? 0 : D::in_place];
      job.b = room[1].data();
      pack_matrices(static_cast<T*>(job.a), shape, 2, D::in_order && by_rows, e);
      (pack_matrices(room[1].data(), shape, 2, D::in_order && by_rows, right), ...);
      d.compute(job);
    }
    return d.make(r.release()...);
  }(R::template of_batch<Order>(shape, b, Lanes)...);
}

/// Returns the results for captured matrices whose extents are known at run time, or that have no small form.
template <class Order, class T, class D, class E>
WEFT_FN auto decompose_matrices(D const& d, E const& e) {
  auto const& shape = e.extents();
  using S = std::remove_cvref_t<decltype(shape)>;
  std::conditional_t<D::square, square_batch, matrix_batch> const b(D::name, shape, D::square);
  constexpr typename D::template results<T> table{};
  if constexpr (D::lanes_most > 0 && may_be_small_batch<T, S>)
    if (uses_lanes<D>(b))
      return decompose_batch<true, Order, T>(d, shape, b, table, e);
  return decompose_batch<false, Order, T>(d, shape, b, table, e);
}
/// Decomposes a small matrix for which the small form had no answer; kept out of the short path.
template <class Order, index_t M, index_t N, class D, class T>
WEFT_SLOW constexpr auto decompose_leaf(D const& d, T const* a) {
  return decompose_matrices<Order, T>(d, small_leaf<M, N>(a));
}

template <class D, class E>
WEFT_FN constexpr bool is_small_decomposition() {
  if constexpr (D::small_most > 0 && is_small_matrix<E>())
    return (D::any_shape || is_small_square<E>()) && E::extents_type::statics[0] <= D::small_most &&
           E::extents_type::statics[1] <= D::small_most;
  return false;
}
template <class Order, class D, class E, class A, class... R>
WEFT_INLINE constexpr auto fill_small(D const& d, [[maybe_unused]] E const& e, A&& a, R&&... r) {
  using S = typename E::extents_type;
  constexpr index_t m = S::statics[0], n = S::statics[1];
  if (d.template small_form<int(m), int(n)>(a.rows(), r.values...))
    return d.make(r.release()...);
  if constexpr (D::keeps)
    return decompose_leaf<Order, m, n>(d, a.rows());
  else
    return decompose_matrices<Order, typename small_elements<E>::T>(d, e);
}
template <class Order, class D, class E, class... R>
WEFT_INLINE constexpr auto decompose_small(D const& d, E const& e, result_table<R...>) {
  using A = std::conditional_t<D::keeps, small_rows<E>, small_elements<E>>;
  return fill_small<Order>(d, e, A(e), R::template of_small<Order, typename E::extents_type>()...);
}

/// Returns the results of the decomposition that d describes, for each matrix of a.
template <class D, class X>
WEFT_FN constexpr auto decompose(D const& d, X const& a) {
  if constexpr (accepts_matrices<X>()) {
    using Order = deduced_order<X const&>;
    auto const e = capture(a);
    using E = std::remove_const_t<decltype(e)>;
    if constexpr (is_small_decomposition<D, E>())
      return decompose_small<Order>(d, e, typename D::template results<linear_t<X>>{});
    else
      return decompose_matrices<Order, linear_t<X>>(d, e);
  }
}

} // namespace weft::detail
