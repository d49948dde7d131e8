#pragma once
#include <weft/grad/statement.hpp>
#include <weft/ops/complex.hpp>
#include <weft/ops/power.hpp>
#include <weft/ops/trigonometry.hpp>

// Complex numbers between real ones in a statement over variables, as in sum(abs2(fft::rfft(x))). The graph knows real
// elements alone. So a complex operand is recorded as two expressions, one of its real and one of its imaginary parts,
// and each operation on it as operations on these. A deferred operation with a complex result makes one value of the
// graph, in which both parts of an element lie side by side; complex_adjoint says what its gradient is.
namespace weft::detail {

/// The imaginary part of real elements.
struct no_part {};
template <class A>
inline constexpr bool is_no_part = std::is_same_v<A, no_part>;

/// How the deferred operation F with complex operands or results is recorded: parts(e, record) returns both parts of a
/// complex result, real_result(e, record) the leaf of a real one. The unspecialised one refuses F.
template <class F>
struct complex_adjoint {
  template <class E>
  WEFT_FN static auto parts(E const&, statement_record&) {
    static_assert(always_false<F>,
                  "weft: no gradient of this complex operation is known: the transforms have theirs in "
                  "weft/fft/gradients.hpp");
    return make_pack(constant_leaf<double>(0), no_part{});
  }
  template <class E>
  WEFT_FN static auto real_result(E const& e, statement_record& r) {
    return get<0>(parts(e, r));
  }
};

template <class A, class B>
WEFT_FN auto part_sum(A const& a, B const& b) {
  if constexpr (is_no_part<A>)
    return b;
  else if constexpr (is_no_part<B>)
    return a;
  else
    return make_binary<op::plus>(a, b);
}
template <class A, class B>
WEFT_FN auto part_difference(A const& a, B const& b) {
  if constexpr (is_no_part<B>)
    return a;
  else if constexpr (is_no_part<A>)
    return make_unary<op::negate>(b);
  else
    return make_binary<op::minus>(a, b);
}
template <class A, class B>
WEFT_FN auto part_product(A const& a, B const& b) {
  if constexpr (is_no_part<A> || is_no_part<B>)
    return no_part{};
  else
    return make_binary<op::times>(a, b);
}
template <class A, class B>
WEFT_FN auto part_quotient(A const& a, B const& b) {
  if constexpr (is_no_part<A>)
    return a;
  else
    return make_binary<op::divide>(a, b);
}

/// Returns the parts of F of complex operands, each a pack of its real and its imaginary part.
template <class F, class X, class... Y>
WEFT_FN auto combined_parts(X const& x, [[maybe_unused]] Y const&... y) {
  auto const& re = get<0>(x);
  auto const& im = get<1>(x);
  if constexpr (std::is_same_v<F, op::negate>) {
    return make_pack(make_unary<op::negate>(re), part_difference(no_part{}, im));
  } else if constexpr (std::is_same_v<F, op::conj>) {
    return make_pack(re, part_difference(no_part{}, im));
  } else if constexpr (requires { typename F::cast_type; }) {
    return make_pack(re, im);
  } else if constexpr (std::is_same_v<F, op::plus>) {
    return make_pack(part_sum(re, get<0>(y)...), part_sum(im, get<1>(y)...));
  } else if constexpr (std::is_same_v<F, op::minus>) {
    return make_pack(part_difference(re, get<0>(y)...), part_difference(im, get<1>(y)...));
  } else if constexpr (std::is_same_v<F, op::times>) {
    return make_pack(part_difference(part_product(re, get<0>(y)...), part_product(im, get<1>(y)...)),
                     part_sum(part_product(re, get<1>(y)...), part_product(im, get<0>(y)...)));
  } else if constexpr (std::is_same_v<F, op::divide>) {
    return quotient_parts(re, im, get<0>(y)..., get<1>(y)...);
  } else {
    static_assert(always_false<F>, "weft: no gradient of this function of complex elements is known: + - * / and conj "
                                   "have one, and real, imag, abs, abs2 and arg, whose results are real");
    return make_pack(re, im);
  }
}
template <class A, class B, class C, class D>
WEFT_FN auto quotient_parts(A const& a, B const& b, C const& c, D const& d) {
  if constexpr (is_no_part<D>) {
    return make_pack(part_quotient(a, c), part_quotient(b, c));
  } else {
    auto const size = part_sum(part_product(c, c), part_product(d, d));
    return make_pack(part_quotient(part_sum(part_product(a, c), part_product(b, d)), size),
                     part_quotient(part_difference(part_product(b, c), part_product(a, d)), size));
  }
}

/// Returns the real and the imaginary part of an operand, as the graph keeps them.
template <class E>
WEFT_FN auto parts_of_complex(E const& e, statement_record& r) {
  if constexpr (!is_complex<typename E::value_type>) {
    return make_pack(settled_operand(e, r), no_part{});
  } else if constexpr (!is_followed<E>) {
    auto const values = evaluated(e, r.work);
    return make_pack(part_of_leaf<0>(values), part_of_leaf<1>(values));
  } else {
    return parts_of_followed(e, r);
  }
}
template <class F, class... C>
WEFT_FN auto parts_of_followed(node<F, C...> const& e, statement_record& r) {
  return [&]<int... K>(std::integer_sequence<int, K...>) {
    return combined_parts<F>(parts_of_complex(get<K>(e.children), r)...);
  }(std::make_integer_sequence<int, int(sizeof...(C))>{});
}
template <class F, class L, class... C>
WEFT_FN auto parts_of_followed(deferred<F, L, C...> const& e, statement_record& r) {
  return complex_adjoint<F>::parts(e, r);
}

/// Returns F of a complex operand, where it is real.
template <class F, class X>
WEFT_FN auto real_of_parts(F, X const& x) {
  auto const& re = get<0>(x);
  auto const& im = get<1>(x);
  if constexpr (std::is_same_v<F, op::real>)
    return re;
  else if constexpr (std::is_same_v<F, op::imag> && is_no_part<std::remove_cvref_t<decltype(im)>>)
    return make_binary<op::times>(re, 0);
  else if constexpr (std::is_same_v<F, op::imag>)
    return im;
  else if constexpr (std::is_same_v<F, op::abs2>)
    return part_sum(part_product(re, re), part_product(im, im));
  else if constexpr (std::is_same_v<F, op::abs>)
    return make_binary<op::hypot>(re, im);
  else if constexpr (std::is_same_v<F, op::arg>)
    return make_binary<op::atan2>(im, re);
  else
    static_assert(always_false<F>, "weft: no gradient of this function of complex elements is known: real, imag, abs, "
                                   "abs2 and arg have one");
}

} // namespace weft::detail
