#include "interpreter.hpp"

#include <weft/ops/arithmetic.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/ops/pad.hpp>
#include <weft/ops/tile.hpp>

namespace numpy {

static void add_rearranging(table& t) {
  t["copy"] = [](call const& c) {
    return c.with<double, complex128, complex64, uint8_t, int16_t>(0, [](auto const& a) { return kept(copy(a)); });
  };
  t["by_columns"] = [](call const& c) {
    return c.with<double, complex64, complex128, int8_t, uint16_t>(0, [](auto const& a) {
      tensor<element_of<decltype(a)>, runtime_rank, column_major> b(a);
      return viewed(b.share());
    });
  };
  t["concatenate"] = [](call const& c) {
    return with_two<double, complex128, uint16_t>(
        c, [&](auto const& a, auto const& b) { return kept(concatenate(c.axis(0), a, b)); }, 1);
  };
  t["concatenate_three"] = [](call const& c) { return kept(concatenate(c.axis(0), c.real(1), c.real(2), c.real(3))); };
  t["stack"] = [](call const& c) {
    return with_two<double, complex64, int8_t>(
        c, [&](auto const& a, auto const& b) { return kept(stack(c.axis(0), a, b)); }, 1);
  };
  t["tile"] = [](call const& c) {
    return c.with<double, complex128, uint8_t>(0, [&](auto const& a) { return kept(tile(a, c.shape(1))); });
  };
  t["repeat_each"] = [](call const& c) { return kept(repeat(c.real(0), c.index(1), c.axis(2))); };
  t["repeat"] = [](call const& c) { return kept(repeat(c.real(0), c.number(1), c.axis(2))); };
  t["roll"] = [](call const& c) {
    return c.with<double, complex64, int16_t>(0, [&](auto const& a) { return kept(roll(a, c.number(1), c.axis(2))); });
  };
  t["roll_sum"] = [](call const& c) { return kept(roll(c.real(0), c.number(1), c.axis(2)) + c.real(0)); };
  t["pad"] = [](call const& c) {
    std::string const& word = c.word(3);
    const auto mode = word == "edge"      ? padding::edge
                      : word == "reflect" ? padding::reflect
                      : word == "wrap"    ? padding::wrap
                                          : padding::constant;
    return kept(pad(c.real(0), c.shape(1), c.shape(2), mode, 7.5));
  };
  // Into a view of memory that they may read.
  t["assign_concatenated"] = [](call const& c) {
    return c.real(0) = concatenate(c.axis(1), c.real(2), c.real(3)), slot();
  };
  t["assign_rolled"] = [](call const& c) { return c.real(0) = roll(c.real(1), c.number(2), c.axis(3)), slot(); };
}

const commands_of_source added(add_rearranging);

} // namespace numpy
