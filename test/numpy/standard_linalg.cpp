#include "standard.hpp"

#include <weft/dynamic/linalg.hpp>
#include <weft/linalg/cholesky.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/linalg/matrix_function.hpp>
#include <weft/linalg/solve.hpp>
#include <weft/ops/compare.hpp>

// Decompositions of matrices and of stacks of them. Where signs or bases are free, what the factors make is compared.
namespace numpy {
namespace {

template <class A, class B = A>
using of = pair_of<A, B>;
constexpr auto matrices = types<double, complex128>;
/// The order of a norm: 1, 2, inf, fro, nuc.
template <class X>
slot norm_of(X const& a, std::string const& order) {
  if (order == "fro")
    return stored(linalg::norm(a, linalg::frobenius));
  if (order == "nuc")
    return stored(linalg::norm(a, linalg::nuclear));
  return stored(linalg::norm(a, std::strtod(order.c_str(), nullptr)));
}

template <class H>
void add_numbers(half<H> const& h) {
  h.one(matrices, "det", [](auto const&, auto const& a) { return linalg::det(a); });
  h.one(matrices, "slogdet", [](call const& c, auto const& a) {
    const auto [sign, logabsdet] = linalg::slogdet(a);
    return c.number(1) == 0 ? stored(sign) : stored(logabsdet);
  });
  h.one(types<double>, "matrix_rank", [](auto const&, auto const& a) { return linalg::matrix_rank(a); });
  h.one(matrices, "matrix_norm", [](call const& c, auto const& a) { return norm_of(a, c.word(1)); });
  h.one(matrices, "vector_norm", [](call const& c, auto const& a) { return norm_of(a, c.word(1)); });
  h.one(types<double, complex64, float>, "vector_norm_along",
        [](call const& c, auto const& a) { return over_axes(c, a, [](auto const&... x) { return norm(x...); }); });
  h.one(matrices, "svdvals", [](auto const&, auto const& a) { return linalg::svdvals(a); });
  h.one(matrices, "eigvalsh", [](auto const&, auto const& a) { return linalg::eigvalsh(a); });
}
template <class H>
void add_solutions(half<H> const& h) {
  h.two(pairs<of<double>, of<complex128>>, "solve",
        [](auto const&, auto const& a, auto const& b) { return linalg::solve(a, b); });
  h.one(matrices, "inv", [](auto const&, auto const& a) { return linalg::inv(a); });
  h.one(matrices, "pinv", [](auto const&, auto const& a) { return linalg::pinv(a); });
  h.one(types<double>, "matrix_power",
        [](call const& c, auto const& a) { return linalg::matrix_power(a, c.number(1)); });
}
template <class H>
void add_factors(half<H> const& h) {
  h.one(matrices, "cholesky", [](auto const&, auto const& a) { return linalg::cholesky(a); });
  h.one(types<double>, "cholesky_upper",
        [](auto const&, auto const& a) { return conj(matrix_transpose(linalg::cholesky(a))); });
  h.one(matrices, "qr", [](auto const&, auto const& a) {
    const auto [q, r] = linalg::qr(a);
    return stored(matmul(q, r));
  });
  h.one(matrices, "svd", [](auto const&, auto const& a) {
    const auto [u, s, vh] = linalg::svd(a);
    return stored(matmul(u * expand_dims(s, s.rank() - 1), vh));
  });
  h.one(matrices, "eigh", [](auto const&, auto const& a) {
    const auto [values, vectors] = linalg::eigh(a);
    return stored(matmul(vectors * expand_dims(values, values.rank() - 1), conj(matrix_transpose(vectors))));
  });
}

template <class H>
void add_all(half<H> const& h) {
  add_numbers(h);
  add_solutions(h);
  add_factors(h);
}
const commands_of_source added([](table& t) {
  add_all(half<typed_half>{t});
  add_all(half<untyped_half>{t});
});

} // namespace
} // namespace numpy
