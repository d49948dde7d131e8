#include "matmul_values.hpp"

#include <weft/linalg/matmul.hpp>
#include <weft/linalg/product.hpp>
#include <weft/ops/complex.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>

#include <complex>

// One product of two matrices: what of its operands is not computed but taken along, and targets that overlap a factor.
using namespace matmul_test;

namespace {

using detail::product_operand;
template <class E>
using node_of = std::remove_cvref_t<decltype(detail::capture(std::declval<E>()))>;
template <class E>
inline constexpr bool is_read_directly = product_operand<node_of<E>>::is_memory;
template <class E>
inline constexpr bool is_conjugated = product_operand<node_of<E>>::conj;

using reals = tensor<double, 2>;
using complexes = tensor<std::complex<double>, 2>;
using whole_numbers = tensor<int, 2>;

} // namespace

TEST_CASE("a product reads a scaled, negated or conjugated matrix where it lies; integers it computes first") {
  reals a(2, 2);
  complexes z(2, 2);
  whole_numbers n(2, 2);
  static_assert(is_read_directly<decltype((a))> && is_read_directly<decltype(2.0 * -transpose(a))>);
  static_assert(is_read_directly<decltype(-z * 3.0)> && is_read_directly<decltype(conj(z) * 2.0)>);
  static_assert(!is_read_directly<decltype(a + 1.0)> && !is_read_directly<decltype(a * a)>);
  static_assert(!is_read_directly<decltype(-n)> && !is_read_directly<decltype(n * 2)>); // they wrap in their own type
  static_assert(is_conjugated<decltype(conj(z))> && !is_conjugated<decltype(conj(conj(z)))>);
  static_assert(!is_conjugated<decltype(conj(a))>);
}

TEST_CASE("a factor of a conjugated operand is conjugated with it") {
  using C = std::complex<double>;
  complexes z(1, 1), one(1, 1);
  z(0, 0) = C(1, 2);
  one(0, 0) = 1;
  CHECK(complexes(matmul(conj(C(0, 1) * z), one))(0, 0) == C(-2, -1)); // conj(i (1 + 2i))
  CHECK(complexes(matmul(C(0, 1) * conj(z), one))(0, 0) == C(2, 1));
  CHECK(complexes(matmul(conj(-conj(C(3, 0) * z)), one))(0, 0) == C(-3, -6));
}

TEST_CASE("a product whose target overlaps a factor is that of the old values") {
  const index_t n = 6;
  const auto at = [](index_t i, index_t j) { return static_cast<double>((7 * i + 3 * j) % 11 - 5); };
  const auto other = [](index_t i, index_t j) { return static_cast<double>((2 * i + 5 * j) % 7 - 3); };
  for (int form = 0; form < 4; ++form) {
    reals a = filled(reals(n + 1, n + 1), at);
    const reals b = filled(reals(n, n), other);
    const auto from = a(range(0, n), range(0, n)), target = a(range(1, n + 1), range(1, n + 1));
    CAPTURE(form);
    switch (form) {
    case 0:
      target = matmul(from, b);
      break;
    case 1:
      target = matmul(transpose(b), transpose(from));
      break;
    case 2:
      target += matmul(from, b);
      break;
    default:
      target = matmul(target, b);
    }
    index_t wrong = 0;
    for (index_t i = 0; i < n; ++i)
      for (index_t j = 0; j < n; ++j) {
        double want = form == 2 ? at(i + 1, j + 1) : 0;
        for (index_t l = 0; l < n; ++l)
          want += form == 1   ? other(l, i) * at(j, l)
                  : form == 3 ? at(i + 1, l + 1) * other(l, j)
                              : at(i, l) * other(l, j);
        wrong += a(i + 1, j + 1) != want;
      }
    for (index_t j = 0; j <= n; ++j) // what is beside the target stays
      wrong += (a(0, j) != at(0, j)) + (a(j, 0) != at(j, 0));
    CHECK(wrong == 0);
  }
}

TEST_CASE("bytes of the distinct elements of a matrix") {
  const auto bytes = [](detail::matrix_shape const& m) {
    return detail::distinct_bytes(detail::matrix_operand<double>{nullptr, m});
  };
  CHECK(bytes({3, 4, 4, 1}) == 96);
  CHECK(bytes({3, 4, 0, 1}) == 32);
  CHECK(bytes({3, 4, 1, 0}) == 24);
  CHECK(bytes({1, 4, 0, 1}) == 32);
  CHECK(bytes({0, 4, 4, 1}) == 0);
}
