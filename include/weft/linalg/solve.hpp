#pragma once
#include <weft/eval/gather.hpp>
#include <weft/linalg/batch.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/linalg/small_batch.hpp>
#include <weft/linalg/small_solve.hpp>
#include <weft/ops/complex.hpp>
#include <weft/ops/rearrange.hpp>

namespace weft {

namespace detail {

/// How matrices are factored. lu: P a = L U, or P a^T = L U if the elements of a row lie nearer to each other than the
/// elements of a column. cholesky: a = L L^H. ldlt: a = L D L^H with exchanges; qr: a = Q R of matrices of any shape;
/// LAPACK computes both. triangle: a is its own factor, and is read where it lies. tridiagonal: one diagonal on either
/// side of the main one. band: other bands, which LAPACK factors.
enum class factor_kind : char { lu, cholesky, ldlt, qr, triangle, tridiagonal, band };

/// Matrices that are overwritten by their factors. Each lies without gaps along its columns. For lu it may lie so along
/// either axis, and if `packed` has memory for one matrix, it has any strides; for cholesky and triangle too. A matrix
/// of bands, of order n, lies column by column, 2 below + above + 1 elements for a column, so it has n rows here. The
/// first `below` elements of a column are free, and element (i, j) of the matrix is element below + above + i - j of
/// column j.
struct factor_job {
  char const* operation;
  factor_kind kind;
  dtype type;
  strided_matrices matrices;
  void* beside; ///< for each matrix its row exchanges, n integers; qr: min(m, n) factors of reflections, and then R
  void* room = nullptr;
  index_t room_bytes = 0;
  bool upper = false; ///< cholesky, triangle: the upper triangle is read; cholesky then factors its transposed one
  bool unit = false;  ///< triangle: the diagonal is 1, whatever is stored there
  bool conj = false;  ///< triangle: its elements are conjugated
  index_t below = 0, above = 0;
  void* packed = nullptr;   ///< lu: memory for one matrix
  index_t* zeros = nullptr; ///< for each matrix the first pivot that is 0, or -1; null: a singular matrix is refused
  void* norms = nullptr;    ///< the 1-norms of the matrices; null: they are not computed

  WEFT_INLINE factor_job(char const* name, factor_kind k, dtype t, strided_matrices const& a, void* more)
      : operation(name), kind(k), type(t), matrices(a), beside(more) {}
  WEFT_INLINE factor_job(factor_job const&) = default;
  WEFT_INLINE factor_job& operator=(factor_job const&) = default;
  WEFT_INLINE ~factor_job() = default;

  /// Returns the number of rows of a solution.
  WEFT_INLINE index_t order() const {
    bool const bands = kind == factor_kind::tridiagonal || kind == factor_kind::band;
    return bands ? matrices.matrix.rows : matrices.matrix.cols;
  }
};
/// Factors the matrices. Throws linalg_error if a matrix is singular, or not positive definite, or has NaN or
/// infinities, or a pivot leaves the range.
WEFT_API void factor_matrices(factor_job const& job);
/// room_for_factors returns the bytes of `room` for factoring the matrices, and then solving for x or, if `inverse`,
/// inverting. room_for_solution returns the bytes for solving or inverting alone. 0: no room is needed.
WEFT_API index_t room_for_factors(factor_job const& job, bool inverse, strided_matrices const& x);
WEFT_API index_t room_for_solution(factor_job const& job, bool inverse, strided_matrices const& x);
/// Replaces x by the inverse of the matrices times x. The leading axes of x are the leading axes of the matrices,
/// broadcast. Throws linalg_error if a finite column of x becomes one that is not finite, and x is lost; so does
/// invert_with.
WEFT_API void solve_with(factor_job const& job, strided_matrices const& x);
/// Sets x to the inverse of the matrices.
WEFT_API void invert_with(factor_job const& job, strided_matrices const& x);

/// Notes a factorisation of matrices and the solutions x, or the inverses, for explain(). The names are as in BLAS and
/// LAPACK: own lu n=100 columns=3 batch=2; own inverse n=100; own dtrsm(N) n=100 columns=3, with the letters of own
/// dtrmm; own tridiagonal n=100 columns=3; dgbtrf n=100 below=2 above=1 columns=3.
WEFT_API void note_solution(session& s, factor_job const& job, bool inverse, strided_matrices const& x);
/// Notes the solutions of `count` small systems for explain(); columns < 0: the inverses of the matrices.
WEFT_API void note_small_solution(session& s, index_t count, index_t n, index_t columns);

/// True if the matrices of an operand are copied row by row without turning them.
template <class E>
WEFT_FN bool lies_by_rows(E const& e) {
  if constexpr (requires { e.place; }) {
    int const r = e.place.rank();
    index_t const down = e.place.stride(r - 2), across = e.place.stride(r - 1);
    return (across < 0 ? -across : across) <= (down < 0 ? -down : down);
  } else {
    return std::same_as<deduced_order<E const&>, row_major>;
  }
}

/// Memory of a session: a number of elements, whatever shape they are used in.
template <class U>
using session_memory = strided_leaf<U, layout<extents<dyn>, dense<row_major>>, storage_ref>;
/// Returns temporary memory of a session; null for 0 bytes.
WEFT_FN inline session_memory<char> new_room(index_t bytes, session& s) {
  if (bytes == 0)
    return {nullptr, {}, {}};
  return new_temporary<char>(weft::shape(bytes), s);
}

/// Matrices, in temporaries of a session or where they lie, that are factored. x are the solutions, or, if `inverse`,
/// the inverses.
template <class T>
class factored_matrices {
public:
  factor_job job; ///< the caller may change it before factor()

  WEFT_FN factored_matrices(char const* operation, factor_kind kind, strided_matrices const& x, bool inverse)
      : job(operation, kind, dtype_of<T>, x, nullptr), x_(x), inverse_(inverse) {}

  /// Returns memory, packed by rows or by columns, to which the caller writes matrices of this shape.
  template <Shape S>
  WEFT_FN auto place(S const& shape, bool by_rows, session& s) {
    memory_ = new_temporary<T>(weft::shape(count_of(shape)), s);
    strided_leaf<T, layout<S, strided>> packed(memory_.data, packed_layout(shape, 2, by_rows), {});
    job.matrices = matrices_of(packed, 2);
    if (job.kind != factor_kind::cholesky) {
      pivots_ = new_temporary<index_t>(weft::shape(count_of(leading_axes(shape, 1))), s);
      job.beside = pivots_.data;
    }
    return packed;
  }
  WEFT_FN void factor(session& s) {
    if (job.matrices.size() != 0)
      job.room_bytes = room_for_factors(job, inverse_, x_);
    room_ = new_room(job.room_bytes, s);
    job.room = room_.data;
    described(s, [&](session& t) { note_solution(t, job, inverse_, x_); });
    compute(s, [&] { factor_matrices(job); });
  }
  /// Factors a copy of a.
  template <class A>
  WEFT_FN void factor(A const& a, session& s) {
    assign(place(convert_extents<dims<A::static_rank>>(a.extents()), lies_by_rows(a), s), a, s);
    factor(s);
  }
  template <class L, class B>
  WEFT_FN void solve(strided_leaf<T, L> const& target, B const& b, session& s) const {
    assign(target, b, s);
    compute(s, [&] { solve_with(job, x_); });
  }
  WEFT_FN void invert(session& s) const {
    compute(s, [&] { invert_with(job, x_); });
  }

private:
  strided_matrices x_;
  bool inverse_;
  session_memory<T> memory_{nullptr, {}, {}};
  session_memory<index_t> pivots_{nullptr, {}, {}};
  session_memory<char> room_{nullptr, {}, {}};
};

/// The function object of solve.
template <class T, class Extents, class Order>
struct solve_operation : solution_of_small<T, Extents, Order, false> {
  template <class L, class A, class B>
  WEFT_FN void evaluate(strided_leaf<T, L> const& target, session& s, A const& a, B const& b) const {
    if (solve_small_batch(target, s, a, b, note_small_solution))
      return;
    factored_matrices<T> factors("linalg::solve", factor_kind::lu, matrices_of(target, b.rank() == 1 ? 1 : 2), false);
    factors.factor(a, s);
    factors.solve(target, b, s);
  }
};

template <index_t N, index_t K, class T>
WEFT_SLOW void solve_with_care(T const* a, T const* b, T* to) {
  session s;
  solve_operation<T, extents<N, K>, row_major>().evaluate(small_leaf<N, K>(to), s, small_leaf<N, N>(a),
                                                          small_leaf<N, K>(b));
}

/// The function object of inv.
template <class T, class Extents, class Order>
struct inv_operation : result_of<T, Extents, Order> {
  static constexpr deferred_traits traits{.into_target = true, .refuses_late = true};
  static constexpr bool comparable = true;
  static constexpr bool inverts = true;

  template <class L, class A>
  WEFT_FN void evaluate(strided_leaf<T, L> const& target, session& s, A const& a) const {
    if (invert_small_batch(target, s, a, note_small_solution))
      return;
    factored_matrices<T> factors("linalg::inv", factor_kind::lu, matrices_of(target, 2), true);
    factors.factor(a, s);
    factors.invert(s);
  }

  template <class A>
  WEFT_FN static constexpr index_t small_work() {
    if constexpr (is_small_square<A>() && std::is_same_v<T, typename A::value_type>)
      if constexpr (detail::small_work<A> < not_small) {
        constexpr index_t n = A::extents_type::statics[0];
        return n * n * n + detail::small_work<A>;
      }
    return not_small;
  }
  template <class A>
  WEFT_FN static constexpr small_step small_step_of() {
    constexpr index_t n = A::extents_type::statics[0];
    return small_call_step<A>("inverse", n, 0, n * n * n);
  }
  template <class How, class X>
  WEFT_INLINE constexpr void evaluate_small(T* to, X const& x) const {
    constexpr index_t n = X::extents_type::statics[0];
    small_factor<T, How, X> const a(x);
    if (!small_inverse<int(n)>(a.rows(), to))
      with_care<n>(a.rows(), to);
    order_small<Order, n, n>(to);
  }

private:
  /// Inverts by elimination. A matrix that is singular or not finite goes to the general code, which throws.
  template <index_t N>
  WEFT_SLOW static constexpr void with_care(T const* a, T* to) {
    if (!eliminated_inverse<int(N)>(a, to))
      in_general<N>(a, to);
  }
  template <index_t N>
  WEFT_SLOW static void in_general(T const* a, T* to) {
    session s;
    inv_operation<T, extents<N, N>, row_major>().evaluate(small_leaf<N, N>(to), s, small_leaf<N, N>(a));
  }
};

/// The operations that solve with an expression A and invert it. Structured matrices have others
/// (linalg/structured_solve.hpp).
template <class A>
struct solver_of {
  template <class T, class Extents, class Order>
  using solve = solve_operation<T, Extents, Order>;
  template <class T, class Extents, class Order>
  using inv = inv_operation<T, Extents, Order>;
};

/// Returns the shape of the solutions of a x = b. Throws shape_error if the right side does not fit.
template <class A, class B>
WEFT_FN constexpr auto solution_extents(char const* operation, A const& a, B const& b) {
  constexpr int ra = A::static_rank, rb = B::static_rank;
  if constexpr (ra >= 0 && rb >= 0)
    require_static_fit<solves_for, extents<static_extent<A>(ra - 1)>,
                       extents<static_extent<B>(rb == 1 ? 0 : rb - 2)>>();
  auto const of_a = convert_extents<dynamic_extents>(a), of_b = convert_extents<dynamic_extents>(b);
  int const tail = of_b.rank() == 1 ? 1 : 2;
  index_t const n = of_a.entry(of_a.rank() - 1);
  if (of_b.rank() == 0 || of_b.entry(of_b.rank() - tail) != n)
    throw_right_side(operation, of_a.values(), of_a.rank(), of_b.values(), of_b.rank());
  if constexpr (ra == 2 && (rb == 1 || rb == 2)) {
    return convert_extents<B>(b);
  } else {
    dynamic_extents const lead = leading_of_both(operation, of_a, of_b, tail);
    constexpr int batch = ra < 0 || rb < 0 ? -1 : rb > 1 && rb > ra ? rb - 2 : ra - 2;
    if constexpr (rb == 1)
      return followed_by<rank_with<batch, 1>>(lead, n);
    else if constexpr (batch >= 0)
      return followed_by<rank_with<batch, 2>>(lead, n, of_b.entry(of_b.rank() - 1));
    else
      return tail == 1 ? followed_by<-1>(lead, n) : followed_by<-1>(lead, n, of_b.entry(of_b.rank() - 1));
  }
}

} // namespace detail

namespace linalg {

/// The x with a x = b, for a square matrix a. b is a vector of n elements if its rank is 1, else a matrix n x k, or a
/// batch; leading axes are broadcast, and a vector is solved with each matrix. Lazy, and deferred: computed once for
/// each assignment that it stands in, straight into a target that is apart from a and b. a is copied once and factored
/// by elimination with partial pivoting, on weft's products, so builds without LAPACK have it too; b is copied to the
/// target. n^3 / 3 + n^2 k multiplications and additions for each a. Batches of eight or more matrices of floats or
/// doubles, 2 x 2 to 8 x 8, are solved as many at a time as a machine vector has lanes. Throws linalg_error if a is
/// singular, which its zero pivot shows, if a is not finite, or if a pivot leaves the range; the target then is as it
/// was. Throws linalg_error also if a column of b that is finite has a solution that is not: "the solution overflows",
/// after which the target holds no solution. NaN and infinities in b affect only their own columns of x. Throws
/// shape_error if a is not square, or if b has not n rows. If the type says the structure of a (linalg/structured.hpp),
/// less is computed: triangles, as lower(a), are read where they lie, with n^2 k / 2 multiplications and additions;
/// positive_definite(a) is factored by Cholesky; diagonal_matrix(v) divides.
template <Tensorial A, Tensorial B>
[[nodiscard]] WEFT_FN constexpr auto solve(A&& a, B&& b) {
  static_assert(detail::rank_of<B> != 0 && HasDtype<detail::value_t<B>>,
                "weft: linalg::solve: the right side is a vector, a matrix or a batch of numbers");
  if constexpr (detail::accepts_matrices<A, true>() && detail::rank_of<B> != 0 && HasDtype<detail::value_t<B>>) {
    using T = detail::promote_t<detail::linear_t<A>, detail::linear_t<B>>;
    using Order = detail::deduced_order<B const&>;
    auto x = detail::capture(static_cast<A&&>(a));
    auto y = detail::capture(static_cast<B&&>(b));
    detail::require_square("linalg::solve", x.extents());
    auto const shape = detail::solution_extents("linalg::solve", x.extents(), y.extents());
    using operation =
        typename detail::solver_of<decltype(x)>::template solve<T, std::remove_const_t<decltype(shape)>, Order>;
    return detail::make_deferred("linalg::solve", operation{}, shape, std::move(x), std::move(y));
  }
}

/// The inverse of a square matrix, or of each matrix in a batch. It is deferred, and batches of small matrices are
/// computed in lanes, as by solve. n^3 multiplications and additions; for a triangle n^3 / 6. Throws linalg_error as
/// solve does, and if the inverse is not finite, after which the target holds no inverse. An inverse without a name
/// that matmul multiplies is not computed: matmul(inv(a), b) is solve(a, b).
template <Tensorial A>
[[nodiscard]] WEFT_FN constexpr auto inv(A&& a) {
  if constexpr (detail::accepts_matrices<A, true>()) {
    using T = detail::linear_t<A>;
    using Order = detail::deduced_order<A const&>;
    auto x = detail::capture(static_cast<A&&>(a));
    auto const shape = x.extents();
    detail::require_square("linalg::inv", shape);
    using operation =
        typename detail::solver_of<decltype(x)>::template inv<T, std::remove_const_t<decltype(shape)>, Order>;
    return detail::make_deferred("linalg::inv", operation{}, shape, std::move(x));
  }
}

} // namespace linalg

namespace detail {

/// The function object of the x with x a = b, which is computed from a^T x^T = b^T.
template <class T, class Extents, class Order>
struct solve_from_right : solution_of_small<T, Extents, Order, true> {
  template <class L, class B, class A>
  WEFT_FN void evaluate(strided_leaf<T, L> const& target, session& s, B const& b, A const& a) const {
    auto const turned = matrices_transposed(a);
    using solver = typename solver_of<std::remove_const_t<decltype(turned)>>::template solve<T, Extents, Order>;
    if constexpr (B::static_rank == 1)
      solver{}.evaluate(target, s, turned, b);
    else
      solver{}.evaluate(matrices_transposed(target), s, turned, matrices_transposed(b));
  }
};

/// True for an inverse without a name and without a window, so that nothing else can read it.
template <class X>
inline constexpr bool is_inverse = false;
template <class F, class A>
  requires(F::inverts)
inline constexpr bool is_inverse<deferred<F, whole_layout<F>, A>> = true;

/// True if one factor is an inverse, and the solution has the element type of the product.
template <class A, class B>
WEFT_FN constexpr bool multiplies_inverse() {
  if constexpr (is_inverse<A> || is_inverse<std::remove_cvref_t<B>>) {
    using U = value_t<A>;
    using V = value_t<B>;
    constexpr int other = is_inverse<A> ? rank_of<B> : rank_of<A>;
    if constexpr (HasDtype<U> && HasDtype<V> && other != 0 && (is_inverse<A> || other > 0))
      return std::same_as<promote_t<linear_value<U>, linear_value<V>>, product_t<U, V>>;
  }
  return false;
}
template <class A, class B>
concept InverseFactor = multiplies_inverse<A, B>();

/// A product with an inverse is computed as the solution of a x = b, or of x a = b, without the inverse.
template <class A, class B>
  requires InverseFactor<A, B>
struct multiplied<A, B> {
  template <class X, class Y, Shape S>
  WEFT_FN static auto of(X&& x, Y&& y, S const& shape) {
    using T = product_t<value_t<A>, value_t<B>>;
    if constexpr (is_inverse<A>) {
      auto matrix = get<0>(x.operands);
      using operation = typename solver_of<decltype(matrix)>::template solve<T, S, deduced_order<B const&>>;
      return make_deferred("matmul", operation{}, shape, std::move(matrix), static_cast<Y&&>(y));
    } else {
      using operation = solve_from_right<T, S, deduced_order<A const&>>;
      return make_deferred("matmul", operation{}, shape, static_cast<X&&>(x), get<0>(y.operands));
    }
  }
};

} // namespace detail
} // namespace weft
