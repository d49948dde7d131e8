#include "interpreter.hpp"

#include <weft/linalg/matmul.hpp>
#include <weft/linalg/tensordot.hpp>
#include <weft/linalg/vector.hpp>
#include <weft/ops/arithmetic.hpp>

namespace numpy {

void add_products(table& t) {
  t["matmul"] = [](call const& c) {
    return c.with<double, whole>(0, [&](auto const& a) {
      return kept(matmul(a, c.as<typename std::remove_cvref_t<decltype(a)>::value_type>(1)));
    });
  };
  t["matmul_transposed"] = [](call const& c) { return kept(2.0 * matmul(c.real(0), transpose(c.real(1)))); };
  t["add_matmul"] = [](call const& c) { return c.real(0) += matmul(c.real(1), c.real(2)), slot(); };
  t["assign_matmul"] = [](call const& c) { return c.real(0) = matmul(c.real(1), c.real(2)), slot(); };
  t["dot"] = [](call const& c) { return kept(dot(c.real(0), c.real(1))); };
  t["vdot"] = [](call const& c) { return kept(vdot(c.real(0), c.real(1))); };
  t["outer"] = [](call const& c) { return kept(outer(c.real(0), c.real(1))); };
  t["kron"] = [](call const& c) {
    if (c.real(0).rank() == 1)
      return kept(kron(c.real(0).as<1>(), c.real(1).as<1>()));
    return kept(kron(c.real(0).as<2>(), c.real(1).as<2>()));
  };
  t["cross"] = [](call const& c) { return kept(cross(c.real(0), c.real(1))); };
  t["tensordot"] = [](call const& c) { return kept(tensordot(c.real(0), c.real(1), c.axis(2))); };
  t["trace"] = [](call const& c) { return kept(trace(c.real(0))); };
}

} // namespace numpy
