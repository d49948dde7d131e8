#include <weft/linalg/structure.hpp>
#include <weft/linalg/structured.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/tensor/tensor.hpp>

#include <doctest/doctest.h>

using namespace weft;
using detail::matrix_kind;
using detail::structure_of;

namespace {
template <class E>
constexpr bool is_structured = detail::Structured<E>;
} // namespace

TEST_CASE("structure_of: which triangle, of what is left in a view") {
  const tensor<double, 2> a(6, 6);
  const tensor<double, 3> batch(2, 6, 6);
  const auto l = lower(a);
  CHECK(structure_of(l).holds);
  CHECK(structure_of(l).lower);
  CHECK(structure_of(l).kind == matrix_kind::triangle);
  CHECK(!structure_of(upper(a)).lower);
  CHECK(!structure_of(transpose(l)).lower);
  CHECK(structure_of(transpose(transpose(l))).lower);
  CHECK(!structure_of(flip(l)).lower); // rows and columns backwards
  CHECK(structure_of(flip(l)).holds);
  CHECK(structure_of(l(range(1, 4), range(1, 4))).holds);
  CHECK(structure_of(l(range(2, 3), range(2, 3))).holds);
  CHECK(!structure_of(l(range(2, 3), range(3, 4))).holds);
  CHECK(!structure_of(l(range(0, 3), range(1, 4))).holds);
  CHECK(!structure_of(l(range(0, 3), range(0, 4))).holds);
  CHECK(!structure_of(reverse(l, 0)).holds);
  CHECK(!structure_of(l(range(0, 6, 2), range(0, 3))).holds);
  CHECK(!structure_of(l(range(0, 6, 2), range(0, 6, 2))).holds);
  CHECK(structure_of(lower(batch)).holds);
  CHECK(!structure_of(transpose(lower(batch))).holds);
  CHECK(!structure_of(transpose(lower(batch), 1, 2)).lower);
  CHECK(structure_of(lower(batch)(1, all, all)).holds);
  CHECK(structure_of(broadcast_to(l, shape(3, 6, 6))).holds);
  CHECK(!structure_of(broadcast_to(lower(tensor<double, 2>(1, 1)), shape(6, 6))).holds);
  CHECK(structure_of(lower(tensor<double>(a))).holds);
  CHECK(structure_of(lower(tensor<double, 2>(0, 0))).holds);
}

TEST_CASE("Structured: by types") {
  const tensor<double, 2> a(3, 3);
  const tensor<std::complex<float>, 2> z(3, 3);
  const tensor<double, 1> v(3);
  static_assert(is_structured<decltype(lower(a))>);
  static_assert(is_structured<decltype(conj(hermitian(z)))>);
  static_assert(!is_structured<decltype(lower(a) + a)>);
  static_assert(!is_structured<decltype(2.0 * lower(a))>);
  static_assert(!is_structured<decltype(lower(a)(1, all))>); // a vector
  static_assert(!is_structured<tensor<double, 2>>);
  static_assert(detail::structured_form<decltype(lower(a))>::sure);
  static_assert(detail::structured_form<decltype(transpose(conj(lower(a))))>::sure);
  static_assert(!detail::structured_form<decltype(reverse(lower(a), 0))>::sure);
  static_assert(!detail::structured_form<decltype(transpose(reverse(lower(a), 0)))>::sure);
  static_assert(detail::StructuredTriangle<decltype(unit_upper(a))>);
  static_assert(!detail::StructuredTriangle<decltype(symmetric(a))>);
  static_assert(detail::StructuredHalf<decltype(positive_definite(a))>);
  static_assert(!detail::StructuredHalf<decltype(diagonal_matrix(v))>);
  static_assert(detail::StructuredDiagonal<decltype(transpose(diagonal_matrix(v)))>);
  static_assert(!is_structured<decltype(reverse(diagonal_matrix(v), 0))>); // the type could not say so
  static_assert(!is_structured<decltype(diagonal_matrix(v)(range(0, 2), range(0, 2)))>);
  CHECK(structure_of(conj(lower(z))).conj);
  CHECK(!structure_of(conj(conj(lower(z)))).conj);
  CHECK(!structure_of(conj(lower(a))).conj); // real
}

TEST_CASE("read_diagonal: in the last axis, of what is transposed too") {
  const tensor<double, 1> v{1, 2, 3};
  const tensor<double, 2> both{{1, 2, 3}, {4, 5, 6}};
  const auto check = [](auto const& e, auto const& wanted) {
    const tensor<double> diagonal = detail::read_diagonal(e), all_of_it = wanted;
    CHECK(diagonal == all_of_it);
  };
  check(diagonal_matrix(v), v);
  check(transpose(diagonal_matrix(v)), v);
  check(diagonal_matrix(both), both);
  check(diagonal_matrix(tensor<double>(both)), both);
}
