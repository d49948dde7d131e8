#pragma once
#include <weft/dynamic/any_expr.hpp>
#include <weft/dynamic/any_subscript.hpp>
#include <weft/eval/compiled.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>

// any_expr<>: an expression whose element type is known at run time. At the end stand the functions that ops/ and
// linalg/ call for such operands. Kernels are looked up in src, by the types of the operands, promoted as C++ and
// scalar_beside promote them.
namespace weft {

template <>
class any_expr<any_element, runtime_rank>;
class any_tensor;
class any_view;

namespace detail {

/// An operand of an operation on untyped ones. A scalar adapts to the others.
struct untyped_operand {
  program_ref program;
  bool is_scalar = false;
};

[[nodiscard]] WEFT_API dtype dtype_of_program(program_part const& program);
[[nodiscard]] WEFT_API dynamic_extents const& extents_of_program(program_part const& program);
WEFT_API [[noreturn]] void throw_dtype(char const* operation, dtype is, dtype wanted);
WEFT_API [[noreturn]] void throw_elements(char const* operation, dtype is);

/// An operation of all_operations; takes its operands over. dtype_error where it is none for elements of such
/// types, shape_error unless the operands broadcast.
[[nodiscard]] WEFT_API program_ref untyped_call(int operation, untyped_operand* operands, int count);
/// As by cast<to>; dtype_error for complex elements that are to become real.
[[nodiscard]] WEFT_API program_ref cast_program(program_ref const& program, dtype to);
/// As an assignment converts; dtype_error, with the name of the operation, where that needs cast<to>.
[[nodiscard]] WEFT_API program_ref stored_program(char const* operation, program_ref const& program, dtype to);
/// With its elements in memory, computed once for each evaluation.
[[nodiscard]] WEFT_API program_ref evaluated_later(program_ref const& program);
/// Writes the elements, row by row, into a block of memory.
WEFT_API void write_program(program_ref const& program, storage_ref const& to);
/// Writes the one element of an expression of rank 0, stored as a `to`.
WEFT_API void write_element(program_ref const& program, dtype to, void* out);

/// The arguments of a reduction.
struct untyped_reduction_arguments {
  unsigned axes = 0; ///< bits
  bool keep = false;
  index_t ddof = 0;
};
/// Throws dtype_error where the reduction is none of such elements.
[[nodiscard]] WEFT_API program_ref untyped_fold(int reducer, program_ref const& operand,
                                                untyped_reduction_arguments const& arguments);
[[nodiscard]] WEFT_API program_ref untyped_matmul(untyped_operand const& a, untyped_operand const& b);
[[nodiscard]] WEFT_API program_ref isclose_program(untyped_operand const& a, untyped_operand const& b, double rtol,
                                                   double atol);

/// The program of an untyped operand, and an any_expr<> of a program.
struct untyped_access {
  WEFT_FN static any_view view_of(any_tensor& x);
  WEFT_FN static any_view view_of(any_view const& x);
  /// Throws layout_error if the memory has died; checked builds only.
  template <class X>
  WEFT_FN static void check(X const& view, char const* operation) {
    view.keep_.check(operation);
  }
  template <class F>
  WEFT_FN static any_view windowed_view(any_view const& x, F const& f);
  /// The same memory, as elements of another type of the same size.
  WEFT_FN static any_tensor relabelled(any_tensor&& bytes, dtype t);
  template <class X>
  WEFT_FN static program_ref program(X&& x) {
    if constexpr (requires { static_cast<X&&>(x).taken(); })
      return static_cast<X&&>(x).taken();
    else
      return x.program();
  }
  WEFT_FN static any_expr<> expression_of(program_ref p);
};

/// The part of a program that an operand becomes.
template <class X>
WEFT_FN auto as_untyped(X&& x) {
  if constexpr (Untyped<X>) {
    return untyped_operand{untyped_access::program(static_cast<X&&>(x)), false};
  } else if constexpr (Scalar<X>) {
    using S = std::remove_cvref_t<X>;
    static_assert(HasDtype<S>, "weft: a scalar beside something untyped is a number that has a dtype");
    if constexpr (HasDtype<S>)
      return untyped_operand{constant_part(dtype_of<S>, &x, dynamic_extents(0)), true};
    else
      return untyped_operand{};
  } else {
    refuse_followed<X>();
    return untyped_operand{to_program(capture(static_cast<X&&>(x))), false};
  }
}

} // namespace detail

/// An expression of which element type and rank are known at run time: what operations on an any_tensor give. It is an
/// operand of arithmetic, comparisons, functions, where(), reductions and matmul, and of the functions that view; the
/// element type of a result is the one that the static types would have. It shares the memory of an any_tensor, borrows
/// that of a named tensor, and computes when an any_tensor is made of it or assigned from it, when it is printed, and
/// when a number is asked of rank 0: double(sum(a)). e.as<double>() is that expression as an any_expr<double>, for
/// typed code. Operands of another type than an operation is computed in, as integers of 8 and 16 bits always are, take
/// a step that converts them.
template <>
class any_expr<any_element, runtime_rank> {
public:
  using weft_untyped = void;
  static constexpr int static_rank = -1;

  /// 0, as a double.
  WEFT_FN any_expr() : any_expr(0.0) {}
  /// A number, or what a tensor, view or expression is.
  template <class X>
    requires(AnyOperand<X> && !std::same_as<std::remove_cvref_t<X>, any_expr>)
  WEFT_FN any_expr(X&& x) : program_(detail::as_untyped(static_cast<X&&>(x)).program) {}
  any_expr(any_expr const&) = default;
  any_expr& operator=(any_expr const&) & = default;
  template <class X>
      void operator=(X const&) && WEFT_REFUSED("weft: a part of an any_tensor or any_expr is an expression, to which "
                                               "nothing is written: x.as<double>() is a view");
  ~any_expr() = default;

  [[nodiscard]] WEFT_FN weft::dtype dtype() const { return detail::dtype_of_program(*program_); }
  [[nodiscard]] WEFT_FN dynamic_extents const& shape() const { return detail::extents_of_program(*program_); }
  [[nodiscard]] WEFT_FN int rank() const { return shape().rank(); }
  [[nodiscard]] WEFT_FN index_t extent(index_t k) const {
    return shape().entry(detail::asked_axis("extent", k, rank()));
  }
  [[nodiscard]] WEFT_FN index_t size() const { return detail::count_of(shape()); }

  /// The expression as one of elements of type T; dtype_error if they are no T, shape_error if the rank is not S.
  /// cast<T>(e) converts.
  template <class T, auto S = runtime_rank>
  [[nodiscard]] WEFT_FN any_expr<T, S> as() const {
    if (dtype_of<T> != dtype())
      detail::throw_dtype("any_expr::as", dtype(), dtype_of<T>);
    return any_expr<T, S>(virtual_leaf<T, dynamic_extents>(program_, shape()));
  }
  /// The one element of an expression of rank 0, computed now; shape_error for another rank, dtype_error where an
  /// assignment would not convert it.
  template <class U>
    requires(is_number<U> && HasDtype<U>)
  WEFT_FN explicit operator U() const {
    U value{};
    detail::write_element(program_, dtype_of<U>, &value);
    return value;
  }
  /// An element, or a part, by subscripts: an expression.
  template <Subscript... A>
  [[nodiscard]] WEFT_FN any_expr operator()(A... a) const {
    detail::subscript_list<A...> const list(a...);
    return any_expr(made_of{}, detail::sliced_program(program_, list.at, list.count));
  }

  template <class T, auto S, class O>
  operator tensor<T, S, O>() const WEFT_REFUSED("weft: e.as<double, 2>() names what the elements and the rank are");

private:
  friend struct detail::untyped_access;
  struct made_of {};
  WEFT_FN any_expr(made_of, detail::program_ref&& p) : program_(static_cast<detail::program_ref&&>(p)) {}
  [[nodiscard]] WEFT_FN detail::program_ref const& program() const { return program_; }
  [[nodiscard]] WEFT_FN detail::program_ref taken() && { return static_cast<detail::program_ref&&>(program_); }
  detail::program_ref program_;
};

namespace detail {
WEFT_FN inline any_expr<> untyped_access::expression_of(program_ref p) {
  return any_expr<>(any_expr<>::made_of{}, static_cast<program_ref&&>(p));
}
} // namespace detail

/// As elements of another type, which the running program chooses; dtype_error for complex elements that are to become
/// real.
template <Untyped X>
[[nodiscard]] WEFT_FN any_expr<> cast(X const& x, dtype to) {
  return detail::untyped_access::expression_of(detail::cast_program(detail::untyped_access::program(x), to));
}

/// The expression with copies of all memory it reads; what is deferred is computed now.
template <Untyped X>
[[nodiscard]] WEFT_FN any_expr<> own(X const& x) {
  return detail::untyped_access::expression_of(detail::owned_program(detail::untyped_access::program(x)));
}

namespace detail {

// The answers to ops/ and linalg/. A function that may refuse deduces its return type: so Clang compiles it where it is
// called, and names that place.

template <class F, class... X>
WEFT_FN auto untyped_operation(answered_above, X&&... x) {
  constexpr int number = operation_number<F>;
  static_assert(number >= 0, "weft: this operation has no form for elements that are decided at run time: "
                             "visit(f, x) calls f with a typed view");
  if constexpr (number < 0) {
    return any_expr<>();
  } else {
    untyped_operand operand[] = {as_untyped(static_cast<X&&>(x))...};
    if constexpr (requires { typename F::straight; })
      std::swap(operand[0], operand[1]);
    return untyped_access::expression_of(untyped_call(number, operand, int(sizeof...(X))));
  }
}
template <class T, class X>
WEFT_FN any_expr<T> untyped_cast(answered_above, X const& x) {
  return untyped_access::expression_of(cast_program(untyped_access::program(x), dtype_of<T>)).template as<T>();
}
template <class T, class E, class X>
WEFT_FN virtual_leaf<T, E> stored_leaf(answered_above, X const& x, char const* operation) {
  program_ref const stored = stored_program(operation, untyped_access::program(x), dtype_of<T>);
  return {stored, extents_from_shape<E>(extents_of_program(*stored))};
}
template <class X, class F>
WEFT_FN any_expr<> untyped_window(answered_above, X const& x, F const& f) {
  program_ref const whole = untyped_access::program(x);
  return untyped_access::expression_of(window_of_program(whole, {&f, &apply_transformation<F>}));
}
/// A window: an expression here, a view of memory that may be written to (any_tensor.hpp).
template <class X, class F>
WEFT_FN any_expr<> untyped_part(answered_above, X const& x, F const& f) {
  return untyped_window(answered_above{}, x, f);
}
/// A window of elements that must lie in memory before they can be regrouped.
template <class X, class F>
WEFT_FN any_expr<> regrouped_untyped(answered_above, X const& x, F const& f) {
  return untyped_window(answered_above{}, untyped_access::expression_of(evaluated_later(untyped_access::program(x))),
                        f);
}
template <class A, class B>
WEFT_FN auto untyped_product(answered_above, A&& a, B&& b) {
  return untyped_access::expression_of(
      untyped_matmul(as_untyped(static_cast<A&&>(a)), as_untyped(static_cast<B&&>(b))));
}
template <class A, class B>
WEFT_FN any_expr<> untyped_closeness(answered_above, A&& a, B&& b, double rtol, double atol) {
  return untyped_access::expression_of(
      isclose_program(as_untyped(static_cast<A&&>(a)), as_untyped(static_cast<B&&>(b)), rtol, atol));
}

template <class A>
WEFT_FN void add_argument(untyped_reduction_arguments& to, [[maybe_unused]] char const* name, A argument,
                          [[maybe_unused]] int rank) {
  if constexpr (is_keep_dims<A>)
    to.keep = true;
  else if constexpr (AxisArgument<A>)
    name_axes(name, to.axes, argument, rank);
  else if constexpr (std::same_as<A, ddof>)
    to.ddof = argument.taken;
}
template <template <class> class R, class X, class O, class... A>
WEFT_FN auto untyped_reduction(answered_above, X const& x, O option, A... arguments) {
  constexpr reducer_place entry = place_of_reducer<R>;
  static_assert(entry.groups != 0, "weft: this reduction has no form for elements that are decided at run time: "
                                   "visit(f, x) calls f with a typed view");
  using named = reduction_axes<axis_arguments<A...>>; // refuses what is written wrongly
  if constexpr (entry.groups == 0) {
    return any_expr<>();
  } else if constexpr (!axes_fit<-1>(typename named::list{})) {
    return any_expr<>();
  } else {
    if constexpr ((std::same_as<A, ddof> || ...))
      static_assert(OptionOf<ddof, R<double>>, "weft: ddof is for var and stddev");
    constexpr char const* name = reducer_row<R, entry.groups>::name();
    program_ref const operand = untyped_access::program(x);
    int const rank = extents_of_program(*operand).rank();
    untyped_reduction_arguments told;
    add_argument(told, name, option, rank);
    (add_argument(told, name, arguments, rank), ...);
    if constexpr (axis_arguments<A...>::count == 0)
      told.axes = (1u << rank) - 1u;
    return untyped_access::expression_of(untyped_fold(entry.number, operand, told));
  }
}

} // namespace detail
} // namespace weft
