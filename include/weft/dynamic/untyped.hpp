#pragma once
#include <weft/dynamic/any_expr.hpp>
#include <weft/dynamic/any_subscript.hpp>
#include <weft/eval/compiled.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/reduce.hpp>

// any_expr<> is an expression whose element type is known at run time. The functions that ops/ and linalg/ call for
// such operands are at the end. src looks kernels up by the types of the operands, after promotion by the rules of C++
// and of scalar_beside.
namespace weft {

template <>
class any_expr<any_element, runtime_rank>;
class any_tensor;
class any_view;

namespace detail {

/// An operand of an operation on untyped operands. The type of a scalar adapts to the others.
struct untyped_operand {
  program_ref program;
  bool is_scalar = false;
};

[[nodiscard]] WEFT_API dtype dtype_of_program(program_part const& program);
[[nodiscard]] WEFT_API dynamic_extents const& extents_of_program(program_part const& program);
WEFT_API [[noreturn]] void throw_dtype(char const* operation, dtype is, dtype wanted);
WEFT_API [[noreturn]] void throw_elements(char const* operation, dtype is);

/// Returns the program of an operation, which is a number in all_operations. Moves the operands into it. Throws
/// dtype_error if the operation has no kernel for elements of these types, and shape_error unless the operands
/// broadcast.
[[nodiscard]] WEFT_API program_ref untyped_call(int operation, untyped_operand* operands, int count);
/// Returns the program with its elements converted as by cast<to>. Throws dtype_error for a conversion from complex to
/// real.
[[nodiscard]] WEFT_API program_ref cast_program(program_ref const& program, dtype to);
/// Returns the program with its elements converted as an assignment converts them. Throws dtype_error, which names the
/// operation, where that needs cast<to>.
[[nodiscard]] WEFT_API program_ref stored_program(char const* operation, program_ref const& program, dtype to);
/// Returns a program that reads the elements of `program` from memory. They are computed once for each evaluation.
[[nodiscard]] WEFT_API program_ref evaluated_later(program_ref const& program);
/// Evaluates the program and writes its elements in row-major order to a block of memory.
WEFT_API void write_program(program_ref const& program, storage_ref const& to);
/// Evaluates an expression of rank 0, converts its one element to the type `to`, and writes it to `out`.
WEFT_API void write_element(program_ref const& program, dtype to, void* out);

/// The arguments of a reduction.
struct untyped_reduction_arguments {
  unsigned axes = 0; ///< the axes to reduce: bit k stands for axis k
  bool keep = false;
  index_t ddof = 0;
};
/// Returns the program of a reduction. Throws dtype_error if the reduction has no kernel for elements of this type.
[[nodiscard]] WEFT_API program_ref untyped_fold(int reducer, program_ref const& operand,
                                                untyped_reduction_arguments const& arguments);
[[nodiscard]] WEFT_API program_ref untyped_matmul(untyped_operand const& a, untyped_operand const& b);
[[nodiscard]] WEFT_API program_ref isclose_program(untyped_operand const& a, untyped_operand const& b, double rtol,
                                                   double atol);

/// Converts an untyped operand to its program or view, and a program to an any_expr<>.
struct untyped_access {
  WEFT_FN static any_view view_of(any_tensor& x);
  WEFT_FN static any_view view_of(any_view const& x);
  /// Throws layout_error if the memory of the view has been freed; only in checked builds.
  template <class X>
  WEFT_FN static void check(X const& view, char const* operation) {
    view.keep_.check(operation);
  }
  template <class F>
  WEFT_FN static any_view windowed_view(any_view const& x, F const& f);
  /// Returns the same memory with the element type t, which has the same size.
  WEFT_FN static any_tensor relabelled(any_tensor&& bytes, dtype t);
  /// Returns a tensor of row-major memory that a block holds, which may be of somebody else.
  WEFT_FN static any_tensor adopted(dtype t, dynamic_extents const& shape, storage_ref keep);
  template <class V>
  WEFT_FN static storage_ref const& keep_of(V const& view) {
    return view.keep_;
  }
  template <class X>
  WEFT_FN static program_ref program(X&& x) {
    if constexpr (requires { static_cast<X&&>(x).taken(); })
      return static_cast<X&&>(x).taken();
    else
      return x.program();
  }
  WEFT_FN static any_expr<> expression_of(program_ref p);
};

/// Returns an operand of any kind as part of a program.
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

/// An expression whose element type and rank are known at run time: the result of operations on any_tensors. It is an
/// operand of arithmetic, comparisons, functions, where(), reductions and matmul, and of the functions that return
/// views. The element type of a result is the one that typed operands would give. It shares ownership of the memory of
/// an any_tensor and borrows the memory of a named tensor. It is evaluated when an any_tensor is made of it or assigned
/// from it, when it is printed, and when an expression of rank 0 is converted to a number: double(sum(a)).
/// e.as<double>() is that expression as an any_expr<double>, for typed code. An operand takes a step that converts it
/// if the operation is computed in another type; this is always so for integers of 8 and 16 bits.
template <>
class any_expr<any_element, runtime_rank> {
public:
  using weft_untyped = void;
  static constexpr int static_rank = -1;

  /// Holds 0, as a double.
  WEFT_FN any_expr() : any_expr(0.0) {}
  /// Holds a number, tensor, view or expression.
  template <class X>
    requires(AnyOperand<X> && !std::same_as<std::remove_cvref_t<X>, any_expr>)
  WEFT_FN any_expr(X&& x) : program_(detail::as_untyped(static_cast<X&&>(x)).program) {}
  WEFT_FN any_expr(any_expr const&) = default;
  WEFT_FN any_expr& operator=(any_expr const&) & = default;
  template <class X>
      void operator=(X const&) && WEFT_REFUSED("weft: a part of an any_tensor or any_expr is an expression, to which "
                                               "nothing is written: x.as<double>() is a view");
  WEFT_FN ~any_expr() = default;

  [[nodiscard]] WEFT_FN weft::dtype dtype() const { return detail::dtype_of_program(*program_); }
  [[nodiscard]] WEFT_FN dynamic_extents const& shape() const { return detail::extents_of_program(*program_); }
  [[nodiscard]] WEFT_FN int rank() const { return shape().rank(); }
  [[nodiscard]] WEFT_FN index_t extent(index_t k) const {
    return shape().entry(detail::asked_axis("extent", k, rank()));
  }
  [[nodiscard]] WEFT_FN index_t size() const { return detail::count_of(shape()); }

  /// Returns the expression as one with elements of type T. Throws dtype_error if they are not of type T, and
  /// shape_error if the shape does not match S. cast<T>(e) converts elements.
  template <class T, auto S = runtime_rank>
  [[nodiscard]] WEFT_FN any_expr<T, S> as() const {
    if (dtype_of<T> != dtype())
      detail::throw_dtype("any_expr::as", dtype(), dtype_of<T>);
    return any_expr<T, S>(virtual_leaf<T, dynamic_extents>(program_, shape()));
  }
  /// Evaluates an expression of rank 0 and returns its one element. Throws shape_error for another rank, and
  /// dtype_error where an assignment would not convert the element to U.
  template <class U>
    requires(is_number<U> && HasDtype<U>)
  WEFT_FN explicit operator U() const {
    U value{};
    detail::write_element(program_, dtype_of<U>, &value);
    return value;
  }
  /// Returns the element or part that the subscripts select, as an expression.
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

/// Returns x with its elements converted to a type that is chosen at run time. Throws dtype_error for a conversion from
/// complex to real.
template <Untyped X>
[[nodiscard]] WEFT_FN any_expr<> cast(X const& x, dtype to) {
  return detail::untyped_access::expression_of(detail::cast_program(detail::untyped_access::program(x), to));
}

/// Returns the expression with copies of all memory that it reads. Deferred operands are computed now.
template <Untyped X>
[[nodiscard]] WEFT_FN any_expr<> own(X const& x) {
  return detail::untyped_access::expression_of(detail::owned_program(detail::untyped_access::program(x)));
}

namespace detail {

// The functions that ops/ and linalg/ call for untyped operands. A function with a static_assert deduces its return
// type, so that Clang compiles it at the call, and its message names the line of the call.

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
/// Returns a window of x as an expression. The overload in any_tensor.hpp returns a view for memory that may be written
/// to.
template <class X, class F>
WEFT_FN any_expr<> untyped_subview(answered_above, X const& x, F const& f) {
  return untyped_window(answered_above{}, x, f);
}
/// Returns a window that regroups elements, such as a reshape. The elements are first computed into memory.
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
  using named = reduction_axes<axis_arguments<A...>>; // a type that reports wrong arguments
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
