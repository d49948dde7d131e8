#pragma once
#include <weft/linalg/batch.hpp>
#include <weft/linalg/structured_product.hpp>
#include <weft/ops/complex.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/memory.hpp>

#include <type_traits>
#include <utility>

// The operands that iterative methods take as matrices: a matrix in memory, or a callable that multiplies by it.
namespace weft {

namespace linalg {

/// Marks an operator whose adjoint is not known.
struct no_adjoint_t {};
inline constexpr no_adjoint_t no_adjoint{};

/// A linear operator on tensors of one shape, whose results have one shape too. It is given by callables:
/// linear_operator a(f, shape(n)) for a symmetric or Hermitian one, linear_operator a(f, adjoint, shape_of_x,
/// shape_of_y) for others. f(x, y) writes the elements of y, for views of row-major memory, `view<const T, ...>` and
/// `view<T, ...>`, of these shapes; or f(x) returns y, a tensor or an expression. adjoint likewise multiplies by the
/// conjugate transposed.
template <class F, class G, class X, class Y>
struct linear_operator {
  F apply;
  G adjoint;
  X shape_of_x;
  Y shape_of_y;

  WEFT_FN linear_operator(F f, G g, X const& of_x, Y const& of_y)
      : apply(static_cast<F&&>(f)), adjoint(static_cast<G&&>(g)), shape_of_x(of_x), shape_of_y(of_y) {}
  /// An operator that is symmetric or Hermitian, or whose adjoint the methods do not need.
  WEFT_FN linear_operator(F f, X const& of_both)
    requires(std::same_as<X, Y> && std::same_as<G, no_adjoint_t>)
      : apply(static_cast<F&&>(f)), shape_of_x(of_both), shape_of_y(of_both) {}
  WEFT_COPIED(linear_operator);
};
template <class F, Shape X>
linear_operator(F, X) -> linear_operator<F, no_adjoint_t, X, X>;

} // namespace linalg

namespace detail {

/// A linear operator for the compiled part. If `matrix` is not null, it is a matrix in memory. Otherwise `apply` is
/// called with `count` packed vectors, one behind the other. If both are null, there is no operator.
struct erased_operator {
  void const* self = nullptr;
  void (*apply)(void const* self, index_t count, void const* x, void* y) = nullptr;
  void const* matrix = nullptr;
  matrix_shape shape = {};

  WEFT_FN erased_operator erased() const { return *this; }
};

/// Describes a matrix that is no tensor, so that methods can multiply by it. Components above linalg specialise it. The
/// matrix has extent() and shape() as a tensor has, and its form has
///   exists = true, value_type,
///   in_memory<T>(a): an object that multiplies by a in the type T, with extent() and erased<Adjoint>(), which returns
///                    an erased_operator,
///   factors_of_shifted<T>(operation, a, shift): a factor object of a - shift times the identity.
template <class A>
struct matrix_form {
  static constexpr bool exists = false;
};
/// A matrix that is no tensor, and has a matrix_form.
template <class A>
concept FormedMatrix = matrix_form<std::remove_cvref_t<A>>::exists;
/// A tensor or a FormedMatrix: a method takes its shape from it.
template <class A>
concept ShapedMatrix = Tensorial<A> || FormedMatrix<A>;

template <class X>
inline constexpr bool is_linear_operator = false;
template <class F, class G, class X, class Y>
inline constexpr bool is_linear_operator<linalg::linear_operator<F, G, X, Y>> = true;

/// Computes y = f(x), for an f that is called as f(x, y) or as f(x).
template <class F, class X, class Y>
WEFT_FN void apply_callable(F& f, X const& x, Y& y) {
  if constexpr (std::is_invocable_v<F&, X const&, Y&>) {
    f(x, y);
  } else {
    static_assert(std::is_invocable_v<F&, X const&>,
                  "weft: linalg: an operator is called as f(x, y), which writes y, or as f(x), which returns it");
    y(ellipsis) = f(x);
  }
}

/// A callable as a linear operator on tensors of the shapes X and Y.
template <class T, class F, class X, class Y>
struct callable_operator {
  F* f;
  X of_x;
  Y of_y;

  WEFT_FN erased_operator erased() const { return {this, &apply}; }

private:
  WEFT_FN static void apply(void const* self, index_t count, void const* from, void* to) {
    auto const& me = *static_cast<callable_operator const*>(self);
    index_t const n = count_of(me.of_x), m = count_of(me.of_y);
    for (index_t k = 0; k < count; ++k) {
      auto const x = borrow(static_cast<T const*>(from) + k * n, me.of_x);
      auto y = borrow(static_cast<T*>(to) + k * m, me.of_y);
      apply_callable(*me.f, x, y);
    }
  }
};
template <class T, class F, class X, class Y>
WEFT_FN callable_operator<T, F, X, Y> operator_of_callable(F& f, X const& of_x, Y const& of_y) {
  return {&f, of_x, of_y};
}

/// A matrix of a structured type as a linear operator; with Adjoint, its conjugate transposed.
template <class T, class A, bool Adjoint>
struct structured_operator {
  A const* a;

  WEFT_FN erased_operator erased() const { return {this, &apply}; }

private:
  WEFT_FN static void apply(void const* self, index_t count, void const* from, void* to) {
    auto const& a = *static_cast<structured_operator const*>(self)->a;
    index_t const n = a.extent(Adjoint ? 0 : 1), m = a.extent(Adjoint ? 1 : 0);
    for (index_t k = 0; k < count; ++k) {
      auto const x = borrow(static_cast<T const*>(from) + k * n, weft::shape(n));
      auto y = borrow(static_cast<T*>(to) + k * m, weft::shape(m));
      if constexpr (Adjoint)
        y = matmul(conj(transpose(a)), x);
      else
        y = matmul(a, x);
    }
  }
};
/// Returns a captured matrix as an erased_operator, or as an object whose erased() returns one. With Adjoint, the
/// operator is the conjugate transposed matrix.
template <class T, bool Adjoint, class M>
WEFT_FN auto operator_of_matrix(M const& m) {
  if constexpr (Structured<M>) {
    return structured_operator<T, M, Adjoint>{&m};
  } else if constexpr (requires { m.template erased<Adjoint>(); }) {
    return m.template erased<Adjoint>();
  } else {
    matrix_shape const place = matrix_of(m.place, false, false, Adjoint && is_complex<T>);
    return erased_operator{nullptr, nullptr, m.data, Adjoint ? transposed(place) : place};
  }
}

WEFT_API [[noreturn]] void throw_operator(char const* operation, index_t const* a, int rank_a, index_t const* b,
                                          int rank_b);
/// Throws shape_error unless tensors of the shape `given` fit an operator of the shape `wanted`.
template <Shape S, Shape W>
WEFT_FN void require_operand(char const* operation, S const& given, W const& wanted) {
  auto const g = convert_extents<dynamic_extents>(given), w = convert_extents<dynamic_extents>(wanted);
  if (g.rank() != w.rank() || !(g == w))
    throw_operator(operation, w.values(), w.rank(), g.values(), g.rank());
}

/// Returns the operand that multiplications by the matrix read. It is the matrix as captured, if its elements are T and
/// it lies in memory or has a structured type; else its elements are computed once.
template <class T, Tensorial A>
  requires(!FormedMatrix<A>)
WEFT_FN auto matrix_in_memory(A const& a) {
  static_assert(rank_of<A> < 0 || rank_of<A> == 2, "weft: linalg: rank mismatch: an iterative method takes one matrix");
  auto const e = [&] {
    if constexpr (rank_of<A> < 0)
      return capture(as<2>(a));
    else
      return capture(a);
  }();
  using E = std::remove_const_t<decltype(e)>;
  constexpr bool has_form = Structured<E> || requires {
    e.data;
    e.place;
  };
  if constexpr (has_form && std::same_as<value_t<E>, T>)
    return e;
  else
    return capture(tensor<T, 2>(e));
}
template <class T, FormedMatrix A>
WEFT_FN auto matrix_in_memory(A const& a) {
  return matrix_form<A>::template in_memory<T>(a);
}

/// The element type in which iterative methods compute with a matrix.
template <class A>
struct matrix_value {
  using type = double;
};
template <Tensorial A>
  requires(!FormedMatrix<A>)
struct matrix_value<A> {
  using type = linear_t<A>;
};
template <FormedMatrix A>
struct matrix_value<A> {
  using type = linear_value<typename matrix_form<A>::value_type>;
};
/// The element type in which iterative methods compute with an operator and a right side.
template <class A, class B>
WEFT_FN constexpr auto iterated_value() {
  if constexpr (ShapedMatrix<A>)
    return std::type_identity<promote_t<typename matrix_value<A>::type, linear_t<B>>>();
  else
    return std::type_identity<linear_t<B>>();
}
template <class A, class B>
using iterated_t = typename decltype(iterated_value<A, B>())::type;

/// Calls g(forward, adjoint, shape of x, shape of y) for an operator in any of its forms. The adjoint is null if it is
/// not known or not needed. For a plain callable, x and y have the shape of b.
template <class T, bool Adjoint, class A, Shape S, class G>
WEFT_FN auto with_operator(char const* operation, A& a, S const& of_b, G const& g) {
  using plain = std::remove_cvref_t<A>;
  auto const give = [&](auto const& of_x, auto const& of_y, auto const& forward, auto const& adjoint) {
    require_operand(operation, of_b, of_y);
    if constexpr (Adjoint)
      return g(forward.erased(), adjoint.erased(), of_x, of_y);
    else
      return g(forward.erased(), erased_operator{}, of_x, of_y);
  };
  if constexpr (ShapedMatrix<plain>) {
    if constexpr (Tensorial<plain>)
      refuse_followed<A&>();
    auto const m = matrix_in_memory<T>(a);
    return give(weft::shape(m.extent(1)), weft::shape(m.extent(0)), operator_of_matrix<T, false>(m),
                operator_of_matrix<T, true>(m));
  } else if constexpr (is_linear_operator<plain>) {
    static_assert(!Adjoint || !std::same_as<std::remove_const_t<decltype(a.adjoint)>, linalg::no_adjoint_t>,
                  "weft: linalg: the method needs the adjoint: linear_operator(f, adjoint, shape_of_x, shape_of_y)");
    return give(a.shape_of_x, a.shape_of_y, operator_of_callable<T>(a.apply, a.shape_of_x, a.shape_of_y),
                operator_of_callable<T>(a.adjoint, a.shape_of_y, a.shape_of_x));
  } else {
    static_assert(!Adjoint,
                  "weft: linalg: the method needs a matrix, or linear_operator(f, adjoint, shape_of_x, shape_of_y)");
    return give(of_b, of_b, operator_of_callable<T>(a, of_b, of_b), erased_operator{});
  }
}

} // namespace detail
} // namespace weft
