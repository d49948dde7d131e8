#pragma once
#include <weft/grad/solutions.hpp>
#include <weft/grad/variable.hpp>
#include <weft/linalg/structure.hpp>
#include <weft/ops/pad.hpp>
#include <weft/ops/triangle.hpp>

// Variables as results of functions that compute at once. A function of linear algebra that returns tensors or numbers
// returns variables if an operand is a variable or an expression with one. Each result gets its own node of the graph,
// also if a function has several results: the node keeps the parts of the decomposition that it needs, and hands on the
// gradient of its result. The gradients of all results are added, because a gradient is linear in the incoming
// gradient.
namespace weft::detail {

/// An operand that is a variable, or an expression with one.
template <class X>
concept Followed = Tensorial<X> && is_followed<captured_t<X>>;
/// A variable, or an expression with one, that is not marked with a structure such as symmetric(a).
template <class X>
concept FollowedMatrices = Followed<X> && !Structured<X>;

/// The function of the node of a variable that was computed at once. It calls how(result, gradient, operands...), which
/// hands the gradients to the operands.
template <class How, class T, class Place>
struct computed_task {
  How how;
  Place place;
  template <class... E>
  WEFT_FN void operator()(graph_value const& made, E const&... operands) const {
    strided_leaf<T const, Place> const result(static_cast<T const*>(made.data()), place, {});
    how(result, incoming_leaf<T>(made, place), operands...);
  }
};

struct variable_maker {
  /// Returns the variable that a leaf of the graph refers to.
  template <class T, class Layout>
  WEFT_FN static auto from(followed_leaf<T, Layout> const& e) {
    using variable = grad::variable<T, shape_argument<typename Layout::extents_type>>;
    return variable(typename variable::captured_type(e), 0);
  }
  /// Returns a variable with the elements of `values`, a number or tensor that was computed from the operands, and
  /// records its node.
  template <class R, class How, class... E>
  WEFT_FN static auto make(char const* name, R const& values, How how, pack<E...> const& operands) {
    auto const e = capture(values);
    using X = std::remove_const_t<decltype(e)>;
    using T = typename X::value_type;
    using variable = grad::variable<T, shape_argument<typename X::extents_type>>;
    using place = typename variable::layout_type;
    place const at(convert_extents<typename variable::extents_type>(e.extents()));
    graph_ref const value = new_value<T>(at.size());
    session s;
    assign(strided_leaf<T, place>(static_cast<T*>(value->data()), at, {}), e, s);
    record_maker(*value, name, computed_task<How, T, place>{std::move(how), at}, pack<E...>(operands));
    return variable(typename variable::captured_type(static_cast<T const*>(value->data()), at, value), 0);
  }
};

/// Returns the operands as the graph keeps them. Deferred operands are evaluated.
template <class... X>
WEFT_FN auto recorded_operands(X const&... x) {
  statement_record r;
  return settled_operands(make_pack(capture(x)...), r);
}
/// Fails to compile unless the functions of linear algebra take the element types.
template <class... X>
WEFT_FN constexpr void require_matrices() {
  ((void)accepts_matrices<X, true>(), ...);
}

/// Calls f(variable, values...) and returns its result. The values are the operands, without their graph. In f,
/// variable(result, how) turns a result into a variable whose gradient how(result, gradient, operands...) hands on.
template <class F, class... X>
WEFT_FN auto variables_of(char const* name, F const& f, X const&... x) {
  require_matrices<X...>();
  auto const operands = recorded_operands(x...);
  auto const variable = [&](auto const& result, auto how) {
    return variable_maker::make(name, result, std::move(how), operands);
  };
  return unpack<sizeof...(X)>([&]<int... K>() { return f(variable, unfollowed(get<K>(operands))...); });
}
/// Returns f(a) as a variable, whose gradient `how` hands on.
template <class X, class F, class How>
WEFT_FN auto computed_of(char const* name, X const& a, F const& f, How how) {
  return variables_of(name, [&](auto const& variable, auto const& x) { return variable(f(x), std::move(how)); }, a);
}

/// Returns numbers, one for each matrix of a batch, with two new axes, so that they broadcast to all elements of their
/// matrix.
template <class G>
WEFT_FN auto for_each_element(G const& g) {
  return g(ellipsis, newaxis, newaxis);
}
/// Returns vectors, one for each matrix of a batch, as rows or as columns.
template <class G>
WEFT_FN auto as_row(G const& g) {
  return g(ellipsis, newaxis, all);
}
template <class G>
WEFT_FN auto as_column(G const& g) {
  return g(ellipsis, newaxis);
}
/// Returns the first k rows or columns of each matrix, or the others.
template <class E>
WEFT_FN auto first_rows(E const& e, index_t k) {
  return e(ellipsis, range(0, k), all);
}
template <class E>
WEFT_FN auto rows_behind(E const& e, index_t k) {
  return e(ellipsis, range(k, e.extents()[e.rank() - 2]), all);
}
template <class E>
WEFT_FN auto first_columns(E const& e, index_t k) {
  return e(ellipsis, range(0, k));
}
template <class E>
WEFT_FN auto columns_behind(E const& e, index_t k) {
  return e(ellipsis, range(k, e.extents()[e.rank() - 1]));
}
/// Returns e with zeros added at the end of an axis, up to the given extent.
template <class E>
WEFT_FN auto filled_up(E const& e, int axis, index_t extent) {
  dynamic_extents const none = number_for_each_axis(0, e.rank());
  dynamic_extents behind = none;
  behind.set(axis, extent - e.extents()[axis]);
  return pad(e, none, behind);
}

/// Returns the gradient by the lower triangle of a symmetric matrix of which only that triangle is read. g is the
/// gradient by all elements; elements of g above the diagonal are added to the mirrored ones below it.
template <class M>
WEFT_FN auto in_lower_triangle(M const& g) {
  return tril(g) + tril(matrices_transposed(g), -1);
}

} // namespace weft::detail
