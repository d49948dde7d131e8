#include "standard.hpp"

#include <weft/ops/arithmetic.hpp>
#include <weft/ops/compare.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/select.hpp>

// Operators of two operands, of one type and of types that are promoted.
namespace numpy {
namespace {

template <class A, class B = A>
using of = pair_of<A, B>;
constexpr auto numbers = pairs<of<double>, of<float, double>, of<complex64, double>, of<int8_t, uint8_t>,
                               of<uint16_t, whole>, of<int32_t, float>>;
constexpr auto ordered = pairs<of<double>, of<float, double>, of<int8_t, uint8_t>, of<whole, uint64_t>>;
constexpr auto integers = pairs<of<whole>, of<int8_t, uint8_t>, of<uint16_t, int32_t>>;

template <class H>
void add_arithmetic(half<H> const& h) {
  h.two(numbers, "add", [](auto const&, auto const& a, auto const& b) { return a + b; });
  h.two(numbers, "subtract", [](auto const&, auto const& a, auto const& b) { return a - b; });
  h.two(numbers, "multiply", [](auto const&, auto const& a, auto const& b) { return a * b; });
  h.two(pairs<of<double>, of<float, double>, of<complex64, double>, of<int8_t, float>>, "divide",
        [](auto const&, auto const& a, auto const& b) { return a / b; });
  h.two(integers, "divide_integers", [](auto const&, auto const& a, auto const& b) { return cast<double>(a) / b; });
}
template <class H>
void add_comparisons(half<H> const& h) {
  h.two(numbers, "equal", [](auto const&, auto const& a, auto const& b) { return equal(a, b); });
  h.two(numbers, "not_equal", [](auto const&, auto const& a, auto const& b) { return not_equal(a, b); });
  h.two(ordered, "less", [](auto const&, auto const& a, auto const& b) { return a < b; });
  h.two(ordered, "less_equal", [](auto const&, auto const& a, auto const& b) { return a <= b; });
  h.two(ordered, "greater", [](auto const&, auto const& a, auto const& b) { return a > b; });
  h.two(ordered, "greater_equal", [](auto const&, auto const& a, auto const& b) { return a >= b; });
}
template <class H>
void add_masks(half<H> const& h) {
  constexpr auto masks = pairs<of<bool>>;
  h.two(masks, "logical_and", [](auto const&, auto const& a, auto const& b) { return a && b; });
  h.two(masks, "logical_or", [](auto const&, auto const& a, auto const& b) { return a || b; });
  h.two(masks, "logical_xor", [](auto const&, auto const& a, auto const& b) { return not_equal(a, b); });
}
template <class H>
void add_bits(half<H> const& h) {
  h.two(integers, "bitwise_and", [](auto const&, auto const& a, auto const& b) { return a & b; });
  h.two(integers, "bitwise_or", [](auto const&, auto const& a, auto const& b) { return a | b; });
  h.two(integers, "bitwise_xor", [](auto const&, auto const& a, auto const& b) { return a ^ b; });
  h.two(integers, "bitwise_left_shift", [](auto const&, auto const& a, auto const& b) { return a << b; });
  h.two(integers, "bitwise_right_shift", [](auto const&, auto const& a, auto const& b) { return a >> b; });
}

template <class H>
void add_all(half<H> const& h) {
  add_arithmetic(h);
  add_comparisons(h);
  add_masks(h);
  add_bits(h);
}
const commands_of_source added([](table& t) {
  add_all(half<typed_half>{t});
  add_all(half<untyped_half>{t});
});

} // namespace
} // namespace numpy
