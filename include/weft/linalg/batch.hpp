#pragma once
#ifdef WEFT_WITHOUT_LINALG
#error "weft: this library was built without the component linalg: -DWEFT_COMPONENTS=all, or a list with linalg"
#endif
#include <weft/base/dtype.hpp>
#include <weft/eval/assign.hpp>
#include <weft/linalg/operand.hpp>
#include <weft/tensor/tensor.hpp>

// Operands and results of linear algebra. The last two axes of an operand are a matrix, and the axes in front number
// the matrices of a batch. The compiled part works on matrices that lie one behind the other without gaps, each column
// by column. A matrix that lies row by row is its transposed matrix column by column. Operands are copied to this form
// once, whatever their strides, and results are computed in their final memory if it has this form.
namespace weft::detail {

/// The element type of results: the type of the operand, double for integers, float for 16 bits.
template <class T>
using linear_value = std::conditional_t<HasDtype<T> && !std::integral<T>, computed_t<T>, double>;
template <class X>
using linear_t = linear_value<value_t<X>>;

/// True if X is an operand of linear algebra; otherwise the compiler refuses X with a message. Variables are refused
/// too, unless Deferred: the result is then a deferred operation, whose gradient is known (grad/).
template <class X, bool Deferred = false>
WEFT_FN constexpr bool accepts_matrices() {
  using T = value_t<X>;
  static_assert(HasDtype<T>, "weft: linalg: the elements are float, double, their complex, or integers");
  static_assert(rank_of<X> < 0 || rank_of<X> >= 2,
                "weft: linalg: rank mismatch: it takes a matrix, or a batch of matrices in the last two axes");
  if constexpr (!Deferred)
    refuse_followed<X>();
  return HasDtype<T> && (rank_of<X> < 0 || rank_of<X> >= 2);
}

/// Returns the static extent of the axis k, counted from the last axis, which is 1; dyn if the types do not know it.
template <class S>
WEFT_FN constexpr index_t static_from_last(int k) {
  if constexpr (S::static_rank < 0)
    return dyn;
  else
    return k <= S::static_rank ? S::statics[S::static_rank - k] : dyn;
}
template <class S>
inline constexpr index_t static_rows = static_from_last<S>(2);
template <class S>
inline constexpr index_t static_columns = static_from_last<S>(1);
WEFT_FN constexpr index_t least_extent(index_t m, index_t n) {
  return m == dyn || n == dyn ? dyn : m < n ? m : n;
}

/// The extents S without the last `Without` ones, and Tail behind them.
template <class S, int Without, class Lead, index_t... Tail>
struct extents_ending;
template <class S, int Without, int... K, index_t... Tail>
struct extents_ending<S, Without, std::integer_sequence<int, K...>, Tail...> {
  using type = extents<S::statics[K]..., Tail...>;
};
template <class S, int Without, index_t... Tail>
WEFT_FN constexpr auto ending_type() {
  if constexpr (S::static_rank < 0)
    return dynamic_extents{};
  else
    return
        typename extents_ending<S, Without, std::make_integer_sequence<int, S::static_rank - Without>, Tail...>::type{};
}
/// Returns the leading axes of a batch, followed by axes of the extents n. Tail has the same extents, or dyn where an
/// extent is known only at run time.
template <index_t... Tail, Shape S, class... N>
WEFT_FN auto ending_in(S const& whole, N... n) {
  constexpr int without = S::static_rank < 0 ? 0 : 2;
  using to = decltype(ending_type<S, without, Tail...>());
  dynamic_extents e(check_rank(whole.rank() - 2 + int(sizeof...(N))));
  int k = 0;
  for (; k < whole.rank() - 2; ++k)
    e.set(k, whole.entry(k));
  (e.set(k++, n), ...);
  return convert_extents<to>(e);
}

WEFT_API [[noreturn]] void throw_no_matrix(char const* operation, index_t const* extents, int rank);
WEFT_API [[noreturn]] void throw_not_square(char const* operation, index_t const* extents, int rank);

/// The number of the matrices in an operand, and the rows and columns of each.
struct matrix_batch {
  index_t count = 1, rows = 0, columns = 0;

  /// Throws shape_error if the rank of s is below 2, or if `square` and the matrices are not square.
  template <Shape S>
  WEFT_FN constexpr matrix_batch(char const* operation, S const& s, bool square) {
    auto const e = convert_extents<dynamic_extents>(s);
    if (e.rank() < 2)
      throw_no_matrix(operation, e.values(), e.rank());
    rows = e.entry(e.rank() - 2);
    columns = e.entry(e.rank() - 1);
    if (square && rows != columns)
      throw_not_square(operation, e.values(), e.rank());
    for (int k = 0; k < e.rank() - 2; ++k)
      count *= e.entry(k);
  }
};

/// A batch of square matrices; the compiler refuses static extents that differ.
struct square_batch : matrix_batch {
  template <Shape S>
  WEFT_FN constexpr square_batch(char const* operation, S const& s, bool = true) : matrix_batch(operation, s, true) {
    constexpr index_t m = static_rows<S>, n = static_columns<S>;
    static_assert(m == dyn || n == dyn || m == n, "weft: linalg: the matrix is not square: its static extents differ");
  }
};
template <Shape S>
WEFT_FN constexpr void require_square(char const* operation, S const& s) {
  (void)square_batch(operation, s);
}

/// Returns a layout without gaps. The matrices lie one behind the other, in row-major order of their batch. The last
/// `tail` axes, which are one matrix or one vector, are in row-major order if by_rows, else in column-major order.
template <Shape S>
WEFT_FN layout<S, strided> packed_layout(S const& s, int tail, bool by_rows) {
  auto steps = convert_extents<dims<S::static_rank>>(s);
  index_t run = 1;
  int const rank = s.rank(), first = rank - tail;
  for (int j = 0; j < rank; ++j) {
    int const k = by_rows || j >= tail ? rank - 1 - j : first + j;
    steps.set(k, run);
    run *= s.entry(k);
  }
  return layout<S, strided>(s, steps);
}

/// Writes e, broadcast to the shape s, to memory with the packed_layout of s.
template <class T, Shape S, class E>
WEFT_FN void pack_matrices(T* to, S const& s, int tail, bool by_rows, E const& e) {
  session run;
  assign(strided_leaf<T, layout<S, strided>>(to, packed_layout(s, tail, by_rows), {}), e, run);
}

/// Memory for n elements that the compiled part reads or writes; null if n is 0.
template <class T>
class packed_elements {
public:
  WEFT_FN explicit packed_elements(index_t n) {
    if (n == 0)
      return;
    memory_ = storage_ref::adopt(new_elements<T>(n, false));
    data_ = static_cast<T*>(block_data(memory_.get()));
  }
  WEFT_INLINE T* data() const { return data_; }

private:
  storage_ref memory_;
  T* data_ = nullptr;
};

/// Returns a copy of the matrices of an expression, with the packed_layout of its shape.
template <class T, class E>
WEFT_FN packed_elements<T> packed_copy(E const& e, bool by_rows) {
  packed_elements<T> out(count_of(e.extents()));
  pack_matrices(out.data(), e.extents(), 2, by_rows, e);
  return out;
}

/// A tensor that the compiled part fills. data() is the tensor's own memory if that has the order in which the compiled
/// part writes; else it is other memory, which release() copies into the tensor.
template <class T, Shape S, class Order>
class batch_result {
public:
  using tensor_type = tensor<T, shape_argument<S>, Order>;
  static constexpr bool row_wise = std::same_as<Order, row_major>;

  WEFT_FN batch_result(S const& s, int tail, bool by_rows)
      : values_(uninit, s), room_(is_packed(s, tail, by_rows) ? 0 : count_of(s)), tail_(tail), by_rows_(by_rows) {
    data_ = is_packed(s, tail, by_rows) ? values_.data() : room_.data();
  }
  batch_result(batch_result const&) = delete; // data_ may point into values_, where small tensors have their elements
  batch_result& operator=(batch_result const&) = delete;
  WEFT_INLINE ~batch_result() = default;

  WEFT_FN T* data() const { return data_; }
  WEFT_FN bool by_rows() const { return by_rows_; }
  WEFT_FN tensor_type release() {
    if (data_ != values_.data()) {
      S const s = values_.shape();
      session run;
      assign(strided_leaf<T, layout<S, dense<Order>>>(values_.data(), layout<S, dense<Order>>(s), {}),
             strided_leaf<T const, layout<S, strided>>(data_, packed_layout(s, tail_, by_rows_), {}), run);
    }
    return static_cast<tensor_type&&>(values_);
  }

private:
  WEFT_FN static bool is_packed(S const& s, int tail, bool by_rows) {
    bool const alike = tail < 2 || by_rows == row_wise;
    return alike && (row_wise || s.rank() <= tail || s.rank() == 1);
  }
  tensor_type values_;
  packed_elements<T> room_;
  T* data_;
  int tail_;
  bool by_rows_;
};

/// Returns the axes in front of the last `tail`.
template <Shape S>
WEFT_FN dynamic_extents leading_axes(S const& all, int tail) {
  dynamic_extents lead(all.rank() - tail);
  for (int k = 0; k < lead.rank(); ++k)
    lead.set(k, all.entry(k));
  return lead;
}
/// Returns the leading axes of a and b, broadcast, where the last `tail` axes of b are its right sides.
template <Shape A, Shape B>
WEFT_FN dynamic_extents leading_of_both(char const* operation, A const& a, B const& b, int tail) {
  return broadcast(operation, leading_axes(a, 2), leading_axes(b, tail));
}
/// Returns the leading axes `lead`, followed by the extents n.
template <int Rank, class... N>
WEFT_FN dims<Rank> followed_by(dynamic_extents const& lead, N... n) {
  dynamic_extents e(check_rank(lead.rank() + int(sizeof...(N))));
  int j = 0;
  for (; j < lead.rank(); ++j)
    e.set(j, lead.entry(j));
  (e.set(j++, n), ...);
  return convert_extents<dims<Rank>>(e);
}
template <int Rank, int More>
inline constexpr int rank_with = Rank < 0 ? -1 : Rank + More;
/// Returns the larger of two ranks; -1 if one of them is known only at run time.
WEFT_FN constexpr int larger_rank(int a, int b) {
  return a < 0 || b < 0 ? -1 : a > b ? a : b;
}
/// Returns the number of leading axes that a matrix and a right side have together; -1 if a rank is known only at run
/// time.
template <class A, class B>
WEFT_FN constexpr int batch_rank() {
  constexpr int a = rank_of<A>, b = rank_of<B>;
  return a < 0 || b < 0 ? -1 : b > 1 && b > a ? b - 2 : a - 2;
}

/// Throws shape_error: the right side b has another number of rows than the matrix a.
WEFT_API [[noreturn]] void throw_right_side(char const* operation, index_t const* a, int rank_a, index_t const* b,
                                            int rank_b);

/// Returns one number for each matrix of an operand of shape `whole`; fill(numbers) writes them. The result is a T if
/// the static rank is 2, so that there is one matrix, else a tensor.
template <class T, class Order, Shape S, class F>
WEFT_FN auto number_for_each(S const& whole, F const& fill) {
  if constexpr (S::static_rank == 2) {
    T value{};
    fill(&value);
    return value;
  } else {
    auto const s = ending_in<>(whole);
    batch_result<T, std::remove_const_t<decltype(s)>, Order> out(s, 0, true);
    fill(out.data());
    return out.release();
  }
}

} // namespace weft::detail

/// Linear algebra. Each function takes any tensor, view or expression of float, double, their complex, or integers,
/// which become double. The last two axes are a matrix, and the axes in front number the matrices of a batch. Results
/// are computed at once, unless the function says that it is lazy or deferred. A result has the order of the operand:
/// column_major if the operand has it, else row_major. Only the forms whose names end in _in_place change their
/// operands. A matrix with NaN or infinities is refused with linalg_error, which names the routine, LAPACK's or weft's
/// own, the place and the matrix. Shapes that do not fit are refused with shape_error, before anything is computed.
/// Functions that need LAPACK throw an error in builds without it, which names the option of CMake. For operands that
/// are variables (weft/grad.hpp), a function that computes at once returns variables if its gradient is known, and is
/// refused if not.
namespace weft::linalg {}
