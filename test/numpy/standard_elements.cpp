#include "standard.hpp"

#include <weft/ops/classify.hpp>
#include <weft/ops/complex.hpp>
#include <weft/ops/power.hpp>
#include <weft/ops/rounding.hpp>
#include <weft/ops/select.hpp>

namespace numpy {
namespace {

constexpr auto numbers = types<double, complex64, int8_t, uint16_t, whole>;
constexpr auto real_numbers = types<double, float, int16_t, uint8_t>;
constexpr auto floating = types<double, float, complex128, int32_t>;

template <class H>
void add_signs(half<H> const& h) {
  h.one(numbers, "abs", [](auto const&, auto const& a) { return abs(a); });
  h.one(numbers, "negative", [](auto const&, auto const& a) { return -a; });
  h.one(numbers, "positive", [](auto const&, auto const& a) { return +a; });
  h.one(numbers, "square", [](auto const&, auto const& a) { return square(a); });
  h.one(numbers, "sign", [](auto const&, auto const& a) { return sign(a); });
  h.one(types<double, float>, "signbit", [](auto const&, auto const& a) { return signbit(a); });
  h.one(types<int8_t, uint16_t, whole, int32_t>, "bitwise_invert", [](auto const&, auto const& a) { return ~a; });
  h.one(types<bool>, "logical_not", [](auto const&, auto const& a) { return !a; });
}
template <class H>
void add_rounding(half<H> const& h) {
  h.one(real_numbers, "ceil", [](auto const&, auto const& a) { return ceil(a); });
  h.one(real_numbers, "floor", [](auto const&, auto const& a) { return floor(a); });
  h.one(real_numbers, "trunc", [](auto const&, auto const& a) { return trunc(a); });
  h.one(real_numbers, "round", [](auto const&, auto const& a) { return rint(a); });
  h.one(floating, "isfinite", [](auto const&, auto const& a) { return isfinite(a); });
  h.one(floating, "isinf", [](auto const&, auto const& a) { return isinf(a); });
  h.one(floating, "isnan", [](auto const&, auto const& a) { return isnan(a); });
}
template <class H>
void add_parts(half<H> const& h) {
  h.one(types<double, complex64, complex128>, "conj", [](auto const&, auto const& a) { return conj(a); });
  h.one(types<complex64, complex128>, "imag", [](auto const&, auto const& a) { return imag(a); });
  h.one(types<double, complex64, complex128>, "real", [](auto const&, auto const& a) { return real(a); });
  h.one(floating, "reciprocal", [](auto const&, auto const& a) { return reciprocal(a); });
  h.one(floating, "sqrt", [](auto const&, auto const& a) { return sqrt(a); });
}

const commands_of_source added([](table& t) {
  add_signs(half<typed_half>{t});
  add_signs(half<untyped_half>{t});
  add_rounding(half<typed_half>{t});
  add_rounding(half<untyped_half>{t});
  add_parts(half<typed_half>{t});
  add_parts(half<untyped_half>{t});
});

} // namespace
} // namespace numpy
