#pragma once
#include <weft/grad/solutions.hpp>
#include <weft/linalg/structured.hpp>
#include <weft/linalg/structured_solve.hpp>

// Gradients of solutions, inverses and products of structured matrices, such as lower(a) and symmetric(a). They are the
// gradients for unstructured matrices, but only elements of the memory that the structure reads get them.
namespace weft::detail {

/// Returns a structured matrix with the same structure and settled operands. Its first child, which numbers its
/// diagonals, is no operand of the statement.
template <matrix_kind Kind, bool Sure, class N, class... C>
WEFT_FN auto settled_operand(node<op::structured<Kind, Sure>, N, C...> const& e, statement_record& r) {
  return unpack<sizeof...(C)>([&]<int... K>() {
    pack<decltype(settled_operand(get<K + 1>(e.children), r))...> settled{
        settled_operand(get<K + 1>(e.children), r)...};
    using made = node<op::structured<Kind, Sure>, N, decltype(settled_operand(get<K + 1>(e.children), r))...>;
    return made(e.function, gathered(pack<N>(N(get<0>(e.children))), std::move(settled)),
                convert_extents<typename made::extents_type>(e.extents()));
  });
}

template <class T, class Extents, class Order>
struct adjoint<structured_solution<T, Extents, Order>> : adjoint_of_solution {};
template <class T, class Extents, class Order>
struct adjoint<structured_inverse<T, Extents, Order>> : adjoint_of_inverse {};

/// The adjoint is that of any product of matrices. Elements that the structure does not read get no gradient.
template <class T, class Extents, bool OnRight>
struct adjoint<structured_product<T, Extents, OnRight>> : adjoint<matmul_operation<T, Extents>> {};

/// Returns x r^-T for an upper triangular r, which gradients of factors need.
template <class X, class R>
WEFT_FN auto over_transposed(X const& x, R const& r) {
  return matrices_transposed(linalg::solve(upper(r), matrices_transposed(x)));
}

} // namespace weft::detail
