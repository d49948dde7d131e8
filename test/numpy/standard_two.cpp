#include "standard.hpp"

#include <weft/ops/classify.hpp>
#include <weft/ops/piecewise.hpp>
#include <weft/ops/power.hpp>
#include <weft/ops/rounding.hpp>
#include <weft/ops/select.hpp>
#include <weft/ops/special.hpp>
#include <weft/ops/trigonometry.hpp>

// Functions of two operands and of three.
namespace numpy {
namespace {

template <class A, class B = A>
using of = pair_of<A, B>;
constexpr auto reals = pairs<of<double>, of<float>, of<float, double>>;
constexpr auto ordered = pairs<of<double>, of<float, double>, of<int8_t, uint8_t>, of<whole, uint64_t>>;

template <class H>
void add_functions(half<H> const& h) {
  h.two(reals, "atan2", [](auto const&, auto const& a, auto const& b) { return atan2(a, b); });
  h.two(reals, "copysign", [](auto const&, auto const& a, auto const& b) { return copysign(a, b); });
  h.two(reals, "hypot", [](auto const&, auto const& a, auto const& b) { return hypot(a, b); });
  h.two(reals, "logaddexp", [](auto const&, auto const& a, auto const& b) { return logaddexp(a, b); });
  h.two(reals, "nextafter", [](auto const&, auto const& a, auto const& b) { return nextafter(a, b); });
  h.two(pairs<of<double>, of<float, double>, of<complex128>, of<int32_t, double>, of<complex64, float>>, "pow",
        [](auto const&, auto const& a, auto const& b) { return pow(a, b); });
  h.two(pairs<of<int32_t>, of<int8_t, uint8_t>>, "pow_of_integers",
        [](auto const&, auto const& a, auto const& b) { return cast<whole>(pow(a, b)); });
}
template <class H>
void add_quotients(half<H> const& h) {
  constexpr auto divided = pairs<of<double>, of<float, double>, of<int8_t, uint8_t>, of<whole>>;
  h.two(divided, "floor_divide", [](auto const&, auto const& a, auto const& b) { return floor_divide(a, b); });
  h.two(divided, "remainder", [](auto const&, auto const& a, auto const& b) { return floor_modulo(a, b); });
}
template <class H>
void add_choices(half<H> const& h) {
  h.two(ordered, "maximum", [](auto const&, auto const& a, auto const& b) { return maximum(a, b); });
  h.two(ordered, "minimum", [](auto const&, auto const& a, auto const& b) { return minimum(a, b); });
  // Operand 0 is bounded from below by operand 1, and from above by 1 more.
  h.two(pairs<of<double>, of<float>, of<whole>>, "clip",
        [](auto const&, auto const& a, auto const& b) { return clamp(a, b, b + 1); });
  h.two(pairs<of<double>, of<int16_t>>, "clip_below",
        [](auto const&, auto const& a, auto const& b) { return maximum(a, b); });
  h.two(pairs<of<double>, of<float, double>, of<complex64, double>, of<bool>, of<int8_t, whole>>, "where",
        [](call const& c, auto const& a, auto const& b) {
          if constexpr (Untyped<decltype(a)>)
            return where(untyped(c, 2), a, b);
          else
            return where(c.mask(2), a, b);
        });
}

template <class H>
void add_all(half<H> const& h) {
  add_functions(h);
  add_quotients(h);
  add_choices(h);
}
const commands_of_source added([](table& t) {
  add_all(half<typed_half>{t});
  add_all(half<untyped_half>{t});
});

} // namespace
} // namespace numpy
