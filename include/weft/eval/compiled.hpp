#pragma once
#include <weft/expr/half_operation.hpp>
#include <weft/expr/operation_list.hpp>

// The operations that the library has kernels of. An expression that is decided at run time uses these kernels, so that
// the program need not contain one.
namespace weft::detail {

/// True if X is Own<T> for one of the templates Own and a number type T; false for a class derived from such a type.
template <class X, template <class> class... Own>
inline constexpr bool is_made_by = false;
template <template <class> class M, class T, template <class> class... Own>
inline constexpr bool is_made_by<M<T>, Own...> = is_number<T> && (std::is_same_v<M<T>, Own<T>> || ...);

/// True for weft's own functions of elements: two function objects with the same bytes compute the same.
template <class F>
inline constexpr bool is_own_function = operation_number<F> >= 0;
template <class F, class... V>
inline constexpr bool is_own_function<half_operation<F, V...>> = is_own_function<F>;

/// True if F refuses some integers. The library's kernels of F refuse them in every build, the loops of a program only
/// in checked builds.
template <class F, class A>
inline constexpr bool refuses_integers = std::is_integral_v<A> && requires { typename F::refusal; };

/// The groups of element types that the library has kernels of F for.
template <class F>
inline constexpr unsigned kernel_groups = 0;
template <class F>
  requires(operation_number<F> >= 0)
inline constexpr unsigned kernel_groups<F> = F::domain::groups;

/// True if the library has a kernel for F on operands of these types that does the same as F in this build.
template <class F, class A, class... B>
inline constexpr bool has_compiled =
    (std::is_same_v<A, B> && ...) && (kernel_groups<F> & group_of<A>()) != 0 && !refuses_integers<F, A>;
template <class F, class A, class B>
  requires std::is_same_v<F, op::choose>
inline constexpr bool has_compiled<F, bool, A, B> = std::is_same_v<A, B> && (kernel_groups<F> & group_of<A>()) != 0;

} // namespace weft::detail
