#include "interpreter.hpp"

#include <weft/ops/classify.hpp>
#include <weft/ops/complex.hpp>
#include <weft/ops/power.hpp>
#include <weft/ops/rounding.hpp>
#include <weft/ops/select.hpp>
#include <weft/ops/special.hpp>
#include <weft/ops/trigonometry.hpp>

namespace numpy {

static void add_functions(table& t) {
  t["negate"] = [](call const& c) {
    return c.with<double, whole, complex128, int8_t>(0, [](auto const& a) { return kept(-a); });
  };
  t["abs"] = [](call const& c) {
    return c.with<double, whole, complex128, complex64, int8_t>(0, [](auto const& a) { return kept(abs(a)); });
  };
  t["sign"] = [](call const& c) { return c.with<double>(0, [](auto const& a) { return kept(sign(a)); }); };
  t["square"] = [](call const& c) {
    return c.with<double, whole, complex64, uint16_t>(0, [](auto const& a) { return kept(square(a)); });
  };
  t["floor"] = [](call const& c) { return kept(floor(c.real(0))); };
  t["ceil"] = [](call const& c) { return kept(ceil(c.real(0))); };
  t["trunc"] = [](call const& c) { return kept(trunc(c.real(0))); };
  t["rint"] = [](call const& c) { return kept(rint(c.real(0))); };
  t["sqrt"] = [](call const& c) { return kept(sqrt(c.real(0))); };
  t["isnan"] = [](call const& c) { return c.with<double, complex64>(0, [](auto const& a) { return kept(isnan(a)); }); };
  t["isinf"] = [](call const& c) { return kept(isinf(c.real(0))); };
  t["isfinite"] = [](call const& c) {
    return c.with<double, complex128>(0, [](auto const& a) { return kept(isfinite(a)); });
  };
  t["signbit"] = [](call const& c) { return kept(signbit(c.real(0))); };
  t["nan_to_num"] = [](call const& c) { return kept(nan_to_num(c.real(0))); };
}
static void add_conversions(table& t) {
  t["reciprocal"] = [](call const& c) { return kept(reciprocal(c.real(0))); };
  t["to_float"] = [](call const& c) { return kept(cast<float>(c.real(0))); };
  t["to_double"] = [](call const& c) {
    return c.with<whole, bool, float, int8_t, uint16_t, int32_t>(0,
                                                                 [](auto const& a) { return kept(cast<double>(a)); });
  };
  t["to_complex"] = [](call const& c) {
    return c.with<double, complex64, uint8_t>(0, [](auto const& a) { return kept(cast<complex128>(a)); });
  };
  t["to_complex64"] = [](call const& c) {
    return c.with<double, complex128, int16_t>(0, [](auto const& a) { return kept(cast<complex64>(a)); });
  };
  t["to_int8"] = [](call const& c) {
    return c.with<whole, int32_t, uint8_t, bool>(0, [](auto const& a) { return kept(cast<int8_t>(a)); });
  };
  t["to_uint16"] = [](call const& c) {
    return c.with<whole, int16_t, int8_t>(0, [](auto const& a) { return kept(cast<uint16_t>(a)); });
  };
  t["conj"] = [](call const& c) {
    return c.with<complex128, complex64>(0, [](auto const& a) { return kept(conj(a)); });
  };
  t["abs2"] = [](call const& c) {
    return c.with<complex128, complex64>(0, [](auto const& a) { return kept(abs2(a)); });
  };
  t["arg"] = [](call const& c) { return kept(arg(c.as<complex64>(0))); };
}
static void add_long_functions(table& t) {
  t["real_of_product"] = [](call const& c) { return kept(real(c.as<complex128>(0) * c.as<complex128>(1))); };
  t["to_whole"] = [](call const& c) { return kept(cast<whole>(where(isfinite(c.real(0)), c.real(0), 0.0))); };
  t["exp"] = [](call const& c) { return c.with<double, complex128>(0, [](auto const& a) { return kept(exp(a)); }); };
  t["expm1"] = [](call const& c) { return kept(expm1(c.real(0))); };
  t["log"] = [](call const& c) { return kept(log(c.real(0))); };
  t["log1p"] = [](call const& c) { return kept(log1p(c.real(0))); };
  t["cbrt"] = [](call const& c) { return kept(cbrt(c.real(0))); };
  t["sin"] = [](call const& c) { return kept(sin(c.real(0))); };
  t["cos"] = [](call const& c) { return kept(cos(c.real(0))); };
  t["tanh"] = [](call const& c) { return kept(tanh(c.real(0))); };
  t["atan"] = [](call const& c) { return kept(atan(c.real(0))); };
  t["atan2"] = [](call const& c) { return kept(atan2(c.real(0), c.real(1))); };
  t["hypot"] = [](call const& c) { return kept(hypot(c.real(0), c.real(1))); };
  t["logaddexp"] = [](call const& c) { return kept(logaddexp(c.real(0), c.real(1))); };
  t["pow"] = [](call const& c) { return kept(pow(c.real(0), c.real(1))); };
}

const commands_of_source added(add_functions), conversions_added(add_conversions),
    long_functions_added(add_long_functions);

} // namespace numpy
