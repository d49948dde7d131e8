#include "interpreter.hpp"

#include <weft/linalg/matmul.hpp>
#include <weft/linalg/tensordot.hpp>
#include <weft/linalg/vector.hpp>
#include <weft/ops/arithmetic.hpp>

namespace numpy {

static void add_products(table& t) {
  t["matmul"] = [](call const& c) {
    return with_two<double, whole, complex128, complex64, int8_t>(
        c, [](auto const& a, auto const& b) { return kept(matmul(a, b)); });
  };
  t["matmul_transposed"] = [](call const& c) { return kept(2.0 * matmul(c.real(0), transpose(c.real(1)))); };
  t["add_matmul"] = [](call const& c) { return c.real(0) += matmul(c.real(1), c.real(2)), slot(); };
  t["assign_matmul"] = [](call const& c) { return c.real(0) = matmul(c.real(1), c.real(2)), slot(); };
  t["dot"] = [](call const& c) { return kept(dot(c.real(0), c.real(1))); };
  t["vdot"] = [](call const& c) {
    return with_two<double, complex128>(c, [](auto const& a, auto const& b) { return kept(vdot(a, b)); });
  };
  t["matmul_conj"] = [](call const& c) {
    return kept(matmul(c.as<complex128>(0), conj(transpose(c.as<complex128>(1)))));
  };
  t["outer"] = [](call const& c) {
    return with_two<double, complex64, uint8_t>(c, [](auto const& a, auto const& b) { return kept(outer(a, b)); });
  };
  t["kron"] = [](call const& c) { return kept(kron(c.real(0), c.real(1))); };
  t["cross"] = [](call const& c) {
    return with_two<double, int16_t>(c, [](auto const& a, auto const& b) { return kept(cross(a, b)); });
  };
  t["tensordot"] = [](call const& c) { return kept(tensordot(c.real(0), c.real(1), c.axis(2))); };
  t["trace"] = [](call const& c) {
    return c.with<double, complex128, int8_t>(0, [](auto const& a) { return kept(trace(a)); });
  };
}

const commands_of_source added(add_products);

} // namespace numpy
