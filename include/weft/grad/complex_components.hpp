#pragma once
#include <weft/grad/rearranged.hpp>
#include <weft/grad/statement.hpp>
#include <weft/ops/complex.hpp>
#include <weft/ops/power.hpp>
#include <weft/ops/trigonometry.hpp>

// Complex numbers between real ones in a statement over variables, as in sum(abs2(fft::rfft(x))). The graph knows real
// elements alone. So a complex operand is recorded as two expressions, one of its real and one of its imaginary
// components, and each operation on it as operations on these. A deferred operation with a complex result makes one
// value of the graph, in which both components of an element lie side by side; complex_adjoint says what its gradient
// is.
namespace weft::detail {

/// The imaginary component of real elements.
struct no_component {};
template <class A>
inline constexpr bool is_no_component = std::is_same_v<A, no_component>;

/// How the deferred operation F with complex operands or results is recorded: components(e, record) returns both
/// components of a complex result, real_result(e, record) the leaf of a real one. The unspecialised one refuses F.
template <class F>
struct complex_adjoint {
  template <class E>
  WEFT_FN static auto components(E const&, statement_record&) {
    static_assert(always_false<F>,
                  "weft: no gradient of this complex operation is known: the transforms have theirs in "
                  "weft/grad/transforms.hpp");
    return make_pack(constant_leaf<double>(0), no_component{});
  }
  template <class E>
  WEFT_FN static auto real_result(E const& e, statement_record& r) {
    return get<0>(components(e, r));
  }
};

template <class A, class B>
WEFT_FN auto component_sum(A const& a, B const& b) {
  if constexpr (is_no_component<A>)
    return b;
  else if constexpr (is_no_component<B>)
    return a;
  else
    return make_binary<op::plus>(a, b);
}
template <class A, class B>
WEFT_FN auto component_difference(A const& a, B const& b) {
  if constexpr (is_no_component<B>)
    return a;
  else if constexpr (is_no_component<A>)
    return make_unary<op::negate>(b);
  else
    return make_binary<op::minus>(a, b);
}
template <class A, class B>
WEFT_FN auto component_product(A const& a, B const& b) {
  if constexpr (is_no_component<A> || is_no_component<B>)
    return no_component{};
  else
    return make_binary<op::times>(a, b);
}
template <class A, class B>
WEFT_FN auto component_quotient(A const& a, B const& b) {
  if constexpr (is_no_component<A>)
    return a;
  else
    return make_binary<op::divide>(a, b);
}

/// Returns the components of F of complex operands, each a pack of its real and its imaginary component.
template <class F, class X, class... Y>
WEFT_FN auto combined_components(X const& x, [[maybe_unused]] Y const&... y) {
  auto const& re = get<0>(x);
  auto const& im = get<1>(x);
  if constexpr (std::is_same_v<F, op::negate>) {
    return make_pack(make_unary<op::negate>(re), component_difference(no_component{}, im));
  } else if constexpr (std::is_same_v<F, op::conj>) {
    return make_pack(re, component_difference(no_component{}, im));
  } else if constexpr (requires { typename F::cast_type; }) {
    return make_pack(re, im);
  } else if constexpr (std::is_same_v<F, op::plus>) {
    return make_pack(component_sum(re, get<0>(y)...), component_sum(im, get<1>(y)...));
  } else if constexpr (std::is_same_v<F, op::minus>) {
    return make_pack(component_difference(re, get<0>(y)...), component_difference(im, get<1>(y)...));
  } else if constexpr (std::is_same_v<F, op::times>) {
    return make_pack(component_difference(component_product(re, get<0>(y)...), component_product(im, get<1>(y)...)),
                     component_sum(component_product(re, get<1>(y)...), component_product(im, get<0>(y)...)));
  } else if constexpr (std::is_same_v<F, op::divide>) {
    return quotient_components(re, im, get<0>(y)..., get<1>(y)...);
  } else {
    static_assert(always_false<F>, "weft: no gradient of this function of complex elements is known: + - * / and conj "
                                   "have one, and real, imag, abs, abs2 and arg, whose results are real");
    return make_pack(re, im);
  }
}
template <class A, class B, class C, class D>
WEFT_FN auto quotient_components(A const& a, B const& b, C const& c, D const& d) {
  if constexpr (is_no_component<D>) {
    return make_pack(component_quotient(a, c), component_quotient(b, c));
  } else {
    auto const size = component_sum(component_product(c, c), component_product(d, d));
    return make_pack(component_quotient(component_sum(component_product(a, c), component_product(b, d)), size),
                     component_quotient(component_difference(component_product(b, c), component_product(a, d)), size));
  }
}

/// Returns the real and the imaginary component of an operand, as the graph keeps them.
template <class E>
WEFT_FN auto components_of_complex(E const& e, statement_record& r) {
  if constexpr (!is_complex<typename E::value_type>) {
    return make_pack(settled_operand(e, r), no_component{});
  } else if constexpr (!is_followed<E>) {
    auto const values = evaluated(e, r.work);
    return make_pack(component_of_leaf<0>(values), component_of_leaf<1>(values));
  } else {
    return components_of_followed(e, r);
  }
}
template <class F, class... C>
WEFT_FN auto components_of_followed(node<F, C...> const& e, statement_record& r) {
  return [&]<int... K>(std::integer_sequence<int, K...>) {
    return combined_components<F>(components_of_complex(get<K>(e.children), r)...);
  }(std::make_integer_sequence<int, int(sizeof...(C))>{});
}
template <class F, class L, class... C>
WEFT_FN auto components_of_followed(deferred<F, L, C...> const& e, statement_record& r) {
  return complex_adjoint<F>::components(e, r);
}

/// An operand that goes on beyond its ends, as one that fft::length lengthens, does so in both components.
template <class T, class Extents>
  requires is_complex<T>
struct complex_adjoint<continuation<T, Extents>> {
  template <class E>
  WEFT_FN static auto components(E const& e, statement_record& r) {
    auto const p = components_of_complex(get<0>(e.operands), r);
    auto const& re = get<0>(p);
    T const& beyond_ends = e.operation.value[0];
    using imaginary = std::remove_cvref_t<decltype(get<1>(p))>;
    if constexpr (is_no_component<imaginary>)
      return make_pack(component(e, re, beyond_ends.real(), r),
                       component(e, make_binary<op::times>(re, real_t<T>(0)), beyond_ends.imag(), r));
    else
      return make_pack(component(e, re, beyond_ends.real(), r), component(e, get<1>(p), beyond_ends.imag(), r));
  }

private:
  template <class E, class X>
  WEFT_FN static auto component(E const& e, X const& x, real_t<T> const& beyond_ends, statement_record& r) {
    using real_continuation = continuation<real_t<T>, Extents>;
    return settled_operand(deferred<real_continuation, typename E::layout_type, X>(
                               real_continuation(e.operation.axes, e.whole.rank(), beyond_ends), pack<X>(X(x)), e.whole,
                               e.place, e.offset, next_operand_id()),
                           r);
  }
};

/// Returns F of a complex operand, where it is real.
template <class F, class X>
WEFT_FN auto real_of_components(F, X const& x) {
  auto const& re = get<0>(x);
  auto const& im = get<1>(x);
  if constexpr (std::is_same_v<F, op::real>)
    return re;
  else if constexpr (std::is_same_v<F, op::imag> && is_no_component<std::remove_cvref_t<decltype(im)>>)
    return make_binary<op::times>(re, 0);
  else if constexpr (std::is_same_v<F, op::imag>)
    return im;
  else if constexpr (std::is_same_v<F, op::abs2>)
    return component_sum(component_product(re, re), component_product(im, im));
  else if constexpr (std::is_same_v<F, op::abs>)
    return make_binary<op::hypot>(re, im);
  else if constexpr (std::is_same_v<F, op::arg>)
    return make_binary<op::atan2>(im, re);
  else
    static_assert(always_false<F>, "weft: no gradient of this function of complex elements is known: real, imag, abs, "
                                   "abs2 and arg have one");
}

} // namespace weft::detail
