#include "standard.hpp"

#include <weft/dynamic/pick.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/mask_subscript.hpp>
#include <weft/ops/masked.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/take.hpp>

// Subscripts and compound assignments. What is written to is a copy of the first operand, in the order of its elements.
namespace numpy {
namespace {

template <class A, class B = A>
using of = pair_of<A, B>;
constexpr auto few = types<double, complex64, int8_t, bool>;
/// Every second row, backwards; columns from the second on.
constexpr auto rows = range(end - 1, -1, -2);
constexpr auto columns = range(1, end);

template <class H>
void add_reading(half<H> const& h) {
  h.one(few, "getitem", [](auto const&, auto const& a) { return copy(a)(rows, newaxis, columns); });
  h.one(few, "getitem_row", [](call const& c, auto const& a) { return copy(a)(end - c.number(1), ellipsis); });
  h.two(pairs<of<double, bool>, of<int8_t, bool>, of<complex64, bool>>, "getitem_mask",
        [](auto const&, auto const& a, auto const& m) {
          auto memory = copy(a);
          return stored(memory(m));
        });
  h.two(pairs<of<double, whole>, of<bool, int32_t>>, "getitem_indices", [](auto const&, auto const& a, auto const& i) {
    auto memory = copy(a);
    return stored(memory(all, i));
  });
  h.one(few, "T", [](auto const&, auto const& a) { return transpose(a); });
}
template <class H>
void add_writing(half<H> const& h) {
  constexpr auto written = pairs<of<double>, of<float, double>, of<double, int8_t>, of<int8_t, whole>>;
  h.two(written, "setitem", [](auto const&, auto const& a, auto const& b) {
    auto memory = copy(a);
    memory(rows, columns) = b;
    return memory;
  });
  h.two(pairs<of<double, bool>, of<int8_t, bool>>, "setitem_mask", [](auto const&, auto const& a, auto const& m) {
    auto memory = copy(a);
    memory(m) = reverse(a, 1);
    return memory;
  });
  h.two(pairs<of<double, whole>, of<int8_t, int32_t>>, "setitem_indices",
        [](auto const&, auto const& a, auto const& i) {
          auto memory = copy(a);
          memory(all, i) = std::int8_t(7);
          return memory;
        });
  h.two(written, "iadd", [](auto const&, auto const& a, auto const& b) {
    auto memory = copy(a);
    memory += b;
    return memory;
  });
  h.two(written, "isub", [](auto const&, auto const& a, auto const& b) {
    auto memory = copy(a);
    memory -= b;
    return memory;
  });
  h.two(written, "imul", [](auto const&, auto const& a, auto const& b) {
    auto memory = copy(a);
    memory *= b;
    return memory;
  });
  h.two(pairs<of<double>, of<float, double>, of<double, int8_t>>, "itruediv",
        [](auto const&, auto const& a, auto const& b) {
          auto memory = copy(a);
          memory /= b;
          return memory;
        });
}

const commands_of_source added([](table& t) {
  add_reading(half<typed_half>{t});
  add_reading(half<untyped_half>{t});
  add_writing(half<typed_half>{t});
  add_writing(half<untyped_half>{t});
});

} // namespace
} // namespace numpy
