#include "standard.hpp"

#include <weft/ops/power.hpp>
#include <weft/ops/trigonometry.hpp>

namespace numpy {
namespace {

constexpr auto floating = types<double, float, complex128>;

template <class H>
void add_exponentials(half<H> const& h) {
  h.one(floating, "exp", [](auto const&, auto const& a) { return exp(a); });
  h.one(floating, "expm1", [](auto const&, auto const& a) { return expm1(a); });
  h.one(floating, "log", [](auto const&, auto const& a) { return log(a); });
  h.one(floating, "log1p", [](auto const&, auto const& a) { return log1p(a); });
  h.one(floating, "log2", [](auto const&, auto const& a) { return log2(a); });
  h.one(floating, "log10", [](auto const&, auto const& a) { return log10(a); });
}
template <class H>
void add_angles(half<H> const& h) {
  h.one(floating, "sin", [](auto const&, auto const& a) { return sin(a); });
  h.one(floating, "cos", [](auto const&, auto const& a) { return cos(a); });
  h.one(floating, "tan", [](auto const&, auto const& a) { return tan(a); });
  h.one(floating, "asin", [](auto const&, auto const& a) { return asin(a); });
  h.one(floating, "acos", [](auto const&, auto const& a) { return acos(a); });
  h.one(floating, "atan", [](auto const&, auto const& a) { return atan(a); });
  h.one(floating, "sinh", [](auto const&, auto const& a) { return sinh(a); });
  h.one(floating, "cosh", [](auto const&, auto const& a) { return cosh(a); });
  h.one(floating, "tanh", [](auto const&, auto const& a) { return tanh(a); });
  h.one(floating, "asinh", [](auto const&, auto const& a) { return asinh(a); });
  h.one(floating, "acosh", [](auto const&, auto const& a) { return acosh(a); });
  h.one(floating, "atanh", [](auto const&, auto const& a) { return atanh(a); });
}

const commands_of_source added([](table& t) {
  add_exponentials(half<typed_half>{t});
  add_exponentials(half<untyped_half>{t});
  add_angles(half<typed_half>{t});
  add_angles(half<untyped_half>{t});
});

} // namespace
} // namespace numpy
