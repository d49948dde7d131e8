#pragma once
#include <weft/linalg/contraction_run.hpp>
#include <weft/linalg/einsum_text.hpp>

#include <string_view>

namespace weft {

namespace detail {

/// The element type of a contraction: the type of the products of all operands. A single operand is treated as if it
/// were multiplied by itself.
template <class... T>
struct contraction_type;
template <class T>
struct contraction_type<T> {
  using type = product_t<T, T>;
};
template <class T, class U>
struct contraction_type<T, U> {
  using type = product_t<T, U>;
};
template <class T, class U, class V, class... Rest>
struct contraction_type<T, U, V, Rest...> : contraction_type<product_t<T, U>, V, Rest...> {};

/// True if the product of two T is a T; false for numbers with units, whose products have other units.
template <class T>
concept multiplies_into_itself =
    requires(T const& a) { requires std::is_same_v<std::remove_cvref_t<decltype(a * a)>, T>; };

/// Makes e an operand in memory, with elements T, and returns the factor that was taken off e. The memory that the slot
/// points to belongs to e or to the slot.
template <class T, class E>
WEFT_FN auto fill_slot(contraction_slot& slot, axis_names const& names, E const& e, session& s) {
  auto const fill = [&](auto&& leaf, bool conj) {
    slot.data = leaf.data;
    slot.conj = conj;
    for (int k = 0; k < names.rank; ++k)
      slot.place.push(names.name[k], leaf.place.extent(k), leaf.place.stride(k));
    if constexpr (std::is_same_v<decltype(leaf.keep), storage_ref>)
      slot.keep = std::move(leaf.keep);
  };
  using operand = product_operand<E>;
  if constexpr (std::is_same_v<typename E::value_type, T>) {
    fill(operand::leaf(e, s), operand::conj);
    return operand::factor(e);
  } else {
    auto values = new_temporary<T>(e.extents(), s);
    assign(values.template borrowed<T>(), e, s);
    fill(std::move(values), false);
    return unit_or_zero<1>{};
  }
}

/// The function object of einsum, of N operands.
template <class T, class Extents, int N>
struct einsum_operation : result_of<T, Extents> {
  static constexpr deferred_traits traits{.accumulates = true};
  static constexpr bool comparable = true;

  axis_names names[std::size_t(N + 1)]; ///< names of the axes of each operand, then of the result

  template <class Target, class... E>
  WEFT_FN void evaluate(Target const& target, session& s, E const&... operands) const {
    accumulate(target, T(1), T(0), s, operands...);
  }
  /// Computes target = alpha * the contraction + beta * target; old elements are not read where beta is 0.
  template <class L, class... E>
  WEFT_FN void accumulate(strided_leaf<T, L> const& target, T alpha, T beta, session& s, E const&... operands) const {
    target.keep.check("einsum");
    contraction_slot slots[std::size_t(2 * N)];
    int k = 0;
    T factor = alpha;
    ((factor = store_as<T>(multiply(fill_slot<T>(slots[k], names[k], operands, s), factor)), ++k), ...);
    contraction_slot& to = slots[2 * N - 1];
    to.data = target.data;
    for (int i = 0; i < names[N].rank; ++i)
      to.place.push(names[N].name[i], target.place.extent(i), target.place.stride(i));
    contract(slots, N, factor, beta, to, s);
  }
};

template <class Extents, class... E>
WEFT_FN auto make_einsum(einsum_term const* terms, E... e) {
  constexpr int n = sizeof...(E);
  using T = typename contraction_type<typename E::value_type...>::type;
  static_assert(multiplies_into_itself<T>, "weft: einsum: a product of two elements is an element of the same type");
  if constexpr (has_halves<E...>) {
    auto product = make_einsum<Extents>(terms, as_floats(e)...);
    if constexpr (is_half<T>)
      return cast<T>(product);
    else
      return product;
  } else if constexpr (multiplies_into_itself<T>) {
    einsum_operation<T, Extents, n> operation{};
    dynamic_extents const shapes[] = {convert_extents<dynamic_extents>(e.extents())...};
    dynamic_extents const shape = einsum_shape(terms, n, shapes, operation.names);
    return make_deferred("einsum", operation, convert_extents<Extents>(shape), std::move(e)...);
  } else {
    return refused_value{};
  }
}

} // namespace detail

/// The contraction of tensors that a text describes, as NumPy's einsum: einsum<"bij,bjk->bik">(a, b) has the elements
/// c(b, i, k) = sum over j of a(b, i, j) * b(b, j, k). Each operand has a letter for each axis. Axes with the same
/// letter share one index and have one extent; an operand whose extent is 1 there repeats along it. The letters behind
/// -> are the axes of the result, and the products are summed over all other indices. Without ->, the axes of the
/// result are the indices that stand in the text once, in the order of their characters, capitals first. A letter that
/// stands twice in one operand selects its diagonal, of one extent. An ellipsis, ..., stands for the other axes of an
/// operand; these axes broadcast together, aligned at the last one. A result without an ellipsis is summed over these
/// axes too, which NumPy refuses; without ->, the result has an ellipsis if an operand has one. Spaces are ignored.
///
/// Lazy, and deferred, as matmul: computed once for each assignment it stands in; alpha * einsum(...) + beta * target
/// takes factors along. The rank of the result is static unless the result has axes under the ellipsis of an operand of
/// run-time rank. Extents that the types give are static too. The result has the element type of the products, and
/// operands of other types are converted first. conj(a) and a factor of an operand need no copy: products take them
/// along.
///
/// Operands are multiplied in pairs. Up to 6 operands are multiplied in the order with the fewest multiplications; of
/// more operands, the pair with a small product comes first. An index that only one operand has is summed first. If the
/// axes of a pair join to axes of matrices, whatever their strides, the pair is one product of matrices, a stack of
/// products, or a product of vectors, as matmul makes them (gemm, gemv, ger, dot or weft's own). If they do not join,
/// the pair is a stack, or an operand or the result is copied, whichever moves fewer elements. A pair without a sum,
/// and sums of products along the same axes of both, are computed by loops over elements. explain() shows this:
/// `contractions` has a line for each step.
///
/// The compiler refuses a text that is wrong, and ranks and static extents that do not fit. Other shapes throw
/// shape_error when the expression is built; an intermediate result with more than 16 axes throws it when the
/// expression is assigned.
template <detail::static_text Text, Tensorial... X>
  requires(sizeof...(X) > 0)
[[nodiscard]] WEFT_FN auto einsum(X&&... operands) {
  using description = detail::static_einsum<Text, typename detail::captured_t<X>::extents_type...>;
  description::check();
  if constexpr (description::fits) {
    using extents = decltype(description::extents_of_result());
    return detail::make_einsum<extents>(description::text.terms, detail::capture(static_cast<X&&>(operands))...);
  } else {
    return detail::refused_value{};
  }
}

/// The contraction that a text describes, if the text is known only when the program runs. The rank of the result is
/// then known only at run time too. Throws parse_error, which shows the place of the mistake, if the text is wrong, and
/// shape_error if the operands do not fit it.
template <Tensorial... X>
  requires(sizeof...(X) > 0)
[[nodiscard]] WEFT_FN auto einsum(std::string_view text, X&&... operands) {
  constexpr int n = sizeof...(X);
  detail::einsum_term terms[std::size_t(n + 1)];
  detail::read_einsum_text(text, n, terms);
  return detail::make_einsum<dynamic_extents>(terms, detail::capture(static_cast<X&&>(operands))...);
}

} // namespace weft
