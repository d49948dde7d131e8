#include "standard.hpp"

#include <weft/dynamic/products.hpp>
#include <weft/linalg/einsum.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/linalg/tensordot.hpp>
#include <weft/linalg/vector.hpp>

// Products.
namespace numpy {
namespace {

template <class A, class B = A>
using of = pair_of<A, B>;
constexpr auto factors = pairs<of<double>, of<float, double>, of<complex64, complex64>, of<int8_t, uint8_t>>;

template <class H>
void add_products(half<H> const& h) {
  h.two(factors, "matmul", [](auto const&, auto const& a, auto const& b) { return matmul(a, b); });
  h.two(factors, "vecdot", [](auto const&, auto const& a, auto const& b) { return vecdot(a, b); });
  h.two(pairs<of<double>, of<complex64, double>>, "vecdot_along",
        [](call const& c, auto const& a, auto const& b) { return vecdot(a, b, c.axis(2)); });
  h.two(factors, "outer", [](auto const&, auto const& a, auto const& b) { return outer(a, b); });
  h.two(pairs<of<double>, of<float, double>, of<int8_t>>, "cross",
        [](auto const&, auto const& a, auto const& b) { return cross(a, b); });
  h.two(pairs<of<double>, of<complex64>, of<int8_t, uint8_t>>, "tensordot",
        [](call const& c, auto const& a, auto const& b) { return tensordot(a, b, c.axis(2)); });
}
template <class H>
void add_diagonals(half<H> const& h) {
  h.one(types<double, complex64, int8_t, bool>, "diagonal",
        [](call const& c, auto const& a) { return diagonal(a, c.number(1)); });
  h.one(types<double, complex64>, "diagonal_of_stack",
        [](auto const&, auto const& a) { return einsum("...ii->...i", a); });
  h.one(types<double, complex64, int8_t>, "trace", [](auto const&, auto const& a) { return trace(a); });
}

const commands_of_source added([](table& t) {
  add_products(half<typed_half>{t});
  add_products(half<untyped_half>{t});
  add_diagonals(half<typed_half>{t});
  add_diagonals(half<untyped_half>{t});
});

} // namespace
} // namespace numpy
