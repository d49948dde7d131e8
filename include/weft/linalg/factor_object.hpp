#pragma once
#include <weft/linalg/lu.hpp>
#include <weft/linalg/solve.hpp>
#include <weft/linalg/workspace.hpp>

namespace weft {

namespace detail {

/// Marks the constructors that factor their operand.
struct at_once {};

/// The memory of a factor object: the packed factors of its matrices, and facts about each matrix.
class owned_factors {
public:
  WEFT_API owned_factors(char const* operation, factor_kind kind, dtype type, dynamic_extents const& shape,
                         bool by_rows);
  WEFT_API owned_factors(owned_factors const& other);
  WEFT_API owned_factors(owned_factors&& other) noexcept;
  WEFT_API owned_factors& operator=(owned_factors other) noexcept;
  WEFT_API ~owned_factors();

  WEFT_FN char const* operation() const { return job_.operation; }
  WEFT_FN strided_matrices const& matrices() const { return job_.matrices; }
  /// Returns the memory into which the caller puts the matrices that factor() factors. Until factor() has returned,
  /// there are no factors.
  WEFT_API strided_matrices const& to_be_factored();
  WEFT_API void factor();
  /// Overwrites the right sides x with the solutions. Its temporary memory is `room`; if that is null, it allocates.
  WEFT_API void solve(strided_matrices const& x, linalg::workspace* room) const;
  WEFT_FN void solve_here(strided_matrices const& x) { solve(x, &room_); }
  WEFT_API void invert(strided_matrices const& x) const;
  /// Computes x = Q x, or x = Q^H x if `adjoint`.
  WEFT_API void apply(strided_matrices const& x, bool adjoint) const;
  /// Writes the first columns of Q to x, which is all 0 before.
  WEFT_API void form_q(strided_matrices const& x) const;
  /// Returns factor_job::beside: for each matrix its row exchanges, or for qr factors of reflections and then R.
  WEFT_FN void* beside() const { return job_.beside; }
  /// Writes the determinants to `values`: real numbers, except for lu. If `logarithms` is not null, it gets the
  /// logarithms of their moduli, and `values` gets their signs.
  WEFT_API void determinants(void* values, void* logarithms) const;
  WEFT_API void reciprocal_conditions(void* values) const;
  /// Returns memory for the vectors that update() reads: one for each matrix, one behind the other.
  WEFT_API void* vectors();
  WEFT_API void update(char const* operation, bool down);
  /// Throws linalg_error if there are no factors, because the last factorisation failed.
  WEFT_API void require_factors() const;

private:
  void allocate();
  void place_arrays();
  factor_job job_;
  storage_ref memory_;
  linalg::workspace room_;
  bool ready_ = false;
};

WEFT_API [[noreturn]] void throw_no_vectors(char const* operation, index_t const* a, int rank_a, index_t const* x,
                                            int rank_x);
WEFT_API [[noreturn]] void throw_other_shape(char const* operation, index_t const* a, int rank_a, index_t const* b,
                                             int rank_b);
/// Throws shape_error: the leading axes of the right side x are not the leading axes of a and x, broadcast.
WEFT_API [[noreturn]] void throw_too_small(char const* operation, dynamic_extents const& a, dynamic_extents const& x);
WEFT_API void require_apart(char const* operation, dynamic_extents const& extents, dynamic_extents const& strides);

/// True if an in-place form may write X; otherwise the compiler refuses X.
template <class X>
WEFT_FN constexpr bool has_memory_to_write() {
  static_assert(Stored<X>, "weft: linalg: an in-place form overwrites a tensor or a view: an expression has no memory");
  if constexpr (Stored<X>) {
    using element = std::remove_pointer_t<decltype(std::declval<X&>().window().window_leaf().data)>;
    static_assert(!std::is_const_v<element>,
                  "weft: linalg: what an in-place form overwrites only reads here: its elements are const");
    return !std::is_const_v<element>;
  } else {
    return false;
  }
}
/// Returns the leaf of a tensor or a view whose memory an in-place form writes.
template <class X>
WEFT_FN auto written_leaf(char const* operation, X& x) {
  auto const leaf = x.window().window_leaf();
  if (leaf.keep.was_moved())
    throw_moved_target();
  leaf.keep.check(operation);
  require_apart(operation, convert_extents<dynamic_extents>(leaf.place.extents()),
                convert_extents<dynamic_extents>(leaf.place.strides()));
  return leaf;
}

/// The element type of solutions with factors of T: T, or its complex if the right side is complex.
template <class T, class V>
using solution_value = std::conditional_t<is_complex<V> && !is_complex<T>, std::complex<T>, T>;
template <class T, class V>
WEFT_FN constexpr bool solves_without_loss() {
  constexpr bool fits = std::integral<V> || sizeof(real_t<V>) <= sizeof(real_t<T>);
  static_assert(fits, "weft: linalg: the right side has wider elements than the factors: cast<T>(b) narrows them");
  return fits;
}

/// Calls f(matrices) with the matrices of x. If the factors are real and x is complex, calls f twice, with the real and
/// with the imaginary parts of x.
template <class T, class V, class L, class K, class F>
WEFT_FN void for_matrices_of(strided_leaf<V, L, K> const& x, int tail, F const& f) {
  strided_matrices m = matrices_of(x, tail);
  if constexpr (std::same_as<T, V>) {
    f(m);
  } else {
    static_assert(std::same_as<V, std::complex<T>>,
                  "weft: linalg: the elements of an in-place operand are those of the factors, or their complex");
    m.matrix.row_stride *= 2;
    m.matrix.col_stride *= 2;
    for (int k = 0; k < m.step.rank(); ++k)
      m.step.set(k, 2 * m.step.entry(k));
    f(m);
    m.data = static_cast<T*>(m.data) + 1;
    f(m);
  }
}

/// Returns a leaf of a tensor's own memory.
template <class T, auto Shape, class Order>
WEFT_FN auto own_leaf(tensor<T, Shape, Order>& t) {
  using place = typename tensor<T, Shape, Order>::layout_type;
  return strided_leaf<T, place>(t.data(), place(t.shape()), {});
}

/// Returns a tensor of the x with a x = b, for factors with elements T of matrices a of shape `shape_of_a`.
/// solve(matrices) overwrites right sides with elements T by solutions.
template <class T, Shape S, class B, class Solve>
WEFT_FN auto solution_by_factors(char const* operation, S const& shape_of_a, B const& b, Solve const& solve) {
  if constexpr (solves_without_loss<T, value_t<B>>()) {
    auto const y = capture(b);
    auto const shape = solution_extents(operation, shape_of_a, y.extents());
    using V = solution_value<T, value_t<B>>;
    tensor<V, shape_argument<std::remove_const_t<decltype(shape)>>, deduced_order<B const&>> x(uninit, shape);
    session s;
    assign(own_leaf(x), y, s);
    for_matrices_of<T>(own_leaf(x), y.rank() == 1 ? 1 : 2, solve);
    return x;
  }
}

} // namespace detail

namespace linalg {

/// The base class of all factor objects: see lu_factorisation, and the others. Determinants are of type D.
template <class T, auto Shape, class Order, class D = T>
class factor_object {
public:
  using value_type = T;
  using extents_type = detail::extents_for_t<Shape>;
  static constexpr int static_rank = extents_type::static_rank;

  WEFT_COPIED(factor_object);

  /// The shape of the factored operand.
  [[nodiscard]] WEFT_FN extents_type shape() const { return shape_; }

  /// Factors other matrices of the same shape, in the memory of this object. Throws linalg_error as the first
  /// factorisation does; there are then no factors, and functions that need them throw linalg_error too.
  template <Tensorial A>
  WEFT_FN void refactor(A const& a) {
    detail::refuse_followed<A>();
    auto const e = detail::capture(a);
    auto const mine = detail::convert_extents<dynamic_extents>(shape_),
               other = detail::convert_extents<dynamic_extents>(e.extents());
    if (!(mine == other))
      detail::throw_other_shape(owned_.operation(), mine.values(), mine.rank(), other.values(), other.rank());
    factor(e);
  }

  /// The determinant, as linalg::det; a real number for Hermitian matrices. Throws shape_error unless a is square, as
  /// inverse and rcond do.
  [[nodiscard]] WEFT_FN auto det() const {
    detail::require_square(owned_.operation(), shape_);
    return detail::number_for_each<D, Order>(shape_, [&](D* values) { owned_.determinants(values, nullptr); });
  }
  /// The inverse of each matrix, in a tensor. n^3 multiplications and additions. Throws linalg_error if a is singular,
  /// which for QR means that its rank is not full, or if the inverse overflows.
  [[nodiscard]] WEFT_FN auto inverse() const {
    detail::require_square(owned_.operation(), shape_);
    tensor<T, Shape, Order> x(uninit, shape_);
    owned_.invert(detail::matrices_of(detail::own_leaf(x), 2));
    return x;
  }
  /// For each matrix, 1 divided by its condition number in the 1-norm; 0 if the matrix is singular, or its inverse
  /// overflows; 1 for 0 x 0. The norm of the inverse is estimated from below by some 10 solutions, from two starts
  /// (Hager, Condition estimates, SIAM J. Sci. Stat. Comput. 5, 1984; Higham, FORTRAN codes for estimating the
  /// one-norm, ACM Trans. Math. Softw. 14, 1988), so the answer is too large, rarely by a factor of 3. About 10 n^2
  /// multiplications and additions.
  [[nodiscard]] WEFT_FN auto rcond() const {
    using R = detail::real_t<T>;
    detail::require_square(owned_.operation(), shape_);
    return detail::number_for_each<R, Order>(shape_, [&](R* values) { owned_.reciprocal_conditions(values); });
  }

protected:
  template <class E>
  WEFT_FN factor_object(char const* operation, detail::factor_kind kind, bool by_rows, E const& e)
      : shape_(e.extents()),
        owned_(operation, kind, dtype_of<T>, detail::convert_extents<dynamic_extents>(e.extents()), by_rows) {
    factor(e);
  }
  template <class E>
  WEFT_FN void factor(E const& e) {
    detail::strided_matrices const& m = owned_.to_be_factored();
    detail::pack_matrices(static_cast<T*>(m.data), detail::convert_extents<dynamic_extents>(shape_), 2,
                          m.matrix.col_stride == 1, e);
    owned_.factor();
  }

  extents_type shape_;
  detail::owned_factors owned_;
};

/// The base class of factor objects for square matrices.
template <class T, auto Shape, class Order, class D>
class square_factors : public factor_object<T, Shape, Order, D> {
  using base = factor_object<T, Shape, Order, D>;

protected:
  using base::owned_, base::shape_;

public:
  WEFT_COPIED(square_factors);

  /// Returns a tensor of the x with a x = b: shapes and broadcasting as in linalg::solve, computed at once. Its
  /// elements have the type of the factors; with real factors and a complex b they are complex. n^2 multiplications and
  /// additions for each column. Throws linalg_error if a is singular, or if the solution of a finite column overflows.
  template <Tensorial B>
  [[nodiscard]] WEFT_FN auto solve(B const& b) const {
    detail::refuse_followed<B>();
    return detail::solution_by_factors<T>(owned_.operation(), shape_, b,
                                          [&](detail::strided_matrices const& m) { owned_.solve(m, nullptr); });
  }
  /// x, a tensor or a view of any strides, holds b and becomes the solution; its leading axes are the leading axes of
  /// a, broadcast. It works in memory of this object, which grows when a call has more columns than every call before.
  /// Other calls take no memory, so they may stand in a no_alloc_scope. If it throws, x is as it was.
  template <Tensorial X>
  WEFT_FN void solve_in_place(X&& x) {
    overwrite<X>(x, [&](detail::strided_matrices const& m) { owned_.solve_here(m); });
  }
  /// Solves in the same way, in the workspace w and not in memory of this object, so that several threads may solve
  /// with one object.
  template <Tensorial X>
  WEFT_FN void solve_in_place(X&& x, workspace& w) const {
    overwrite<X>(x, [&](detail::strided_matrices const& m) { owned_.solve(m, &w); });
  }

protected:
  using base::base;
  /// Returns the signs of the determinants, and the logarithms of their moduli.
  WEFT_FN auto signs() const {
    return detail::signs_and_logarithms<D, Order>(
        shape_, [&](D* values, detail::real_t<T>* logarithms) { owned_.determinants(values, logarithms); });
  }

private:
  template <class X, class F>
  WEFT_FN void overwrite(std::remove_reference_t<X>& x, F const& f) const {
    if constexpr (detail::has_memory_to_write<X>()) {
      int const tail = x.rank() == 1 ? 1 : 2;
      auto const leaf = detail::written_leaf(owned_.operation(), x);
      auto const of_x = detail::convert_extents<dynamic_extents>(leaf.place.extents());
      auto const of_both =
          detail::convert_extents<dynamic_extents>(detail::solution_extents(owned_.operation(), shape_, of_x));
      if (!(of_both == of_x))
        detail::throw_too_small(owned_.operation(), detail::convert_extents<dynamic_extents>(shape_), of_x);
      detail::for_matrices_of<T>(leaf, tail, f);
    }
  }
};

} // namespace linalg
} // namespace weft
