#include "interpreter.hpp"

#include <weft/ops/classify.hpp>
#include <weft/ops/power.hpp>
#include <weft/ops/rounding.hpp>
#include <weft/ops/select.hpp>
#include <weft/ops/trigonometry.hpp>

namespace numpy {

void add_functions(table& t) {
  t["negate"] = [](call const& c) { return c.with<double, whole>(0, [](auto const& a) { return kept(-a); }); };
  t["abs"] = [](call const& c) { return c.with<double, whole>(0, [](auto const& a) { return kept(abs(a)); }); };
  t["sign"] = [](call const& c) { return c.with<double>(0, [](auto const& a) { return kept(sign(a)); }); };
  t["square"] = [](call const& c) { return c.with<double, whole>(0, [](auto const& a) { return kept(square(a)); }); };
  t["floor"] = [](call const& c) { return kept(floor(c.real(0))); };
  t["ceil"] = [](call const& c) { return kept(ceil(c.real(0))); };
  t["trunc"] = [](call const& c) { return kept(trunc(c.real(0))); };
  t["rint"] = [](call const& c) { return kept(rint(c.real(0))); };
  t["sqrt"] = [](call const& c) { return kept(sqrt(c.real(0))); };
  t["isnan"] = [](call const& c) { return kept(isnan(c.real(0))); };
  t["isinf"] = [](call const& c) { return kept(isinf(c.real(0))); };
  t["isfinite"] = [](call const& c) { return kept(isfinite(c.real(0))); };
  t["signbit"] = [](call const& c) { return kept(signbit(c.real(0))); };
  t["nan_to_num"] = [](call const& c) { return kept(nan_to_num(c.real(0))); };
  t["reciprocal"] = [](call const& c) { return kept(reciprocal(c.real(0))); };
  t["to_float"] = [](call const& c) { return kept(cast<float>(c.real(0))); };
  t["to_double"] = [](call const& c) {
    return c.with<whole, bool, float>(0, [](auto const& a) { return kept(cast<double>(a)); });
  };
  t["to_whole"] = [](call const& c) { return kept(cast<whole>(where(isfinite(c.real(0)), c.real(0), 0.0))); };
  t["exp"] = [](call const& c) { return kept(exp(c.real(0))); };
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
  t["pow"] = [](call const& c) { return kept(pow(c.real(0), c.real(1))); };
}

} // namespace numpy
