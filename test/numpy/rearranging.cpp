#include "interpreter.hpp"

#include <weft/ops/arithmetic.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/ops/pad.hpp>
#include <weft/ops/tile.hpp>

namespace numpy {

void add_rearranging(table& t) {
  t["copy"] = [](call const& c) { return kept(copy(c.real(0))); };
  t["by_columns"] = [](call const& c) {
    tensor<double, runtime_rank, column_major> a(c.real(0));
    return viewed(a.share());
  };
  t["concatenate"] = [](call const& c) { return kept(concatenate(c.axis(0), c.real(1), c.real(2))); };
  t["concatenate_three"] = [](call const& c) { return kept(concatenate(c.axis(0), c.real(1), c.real(2), c.real(3))); };
  t["stack"] = [](call const& c) { return kept(stack(c.axis(0), c.real(1), c.real(2))); };
  t["tile"] = [](call const& c) { return kept(tile(c.real(0), c.shape(1))); };
  t["repeat_each"] = [](call const& c) { return kept(repeat(c.real(0), c.index(1), c.axis(2))); };
  t["repeat"] = [](call const& c) { return kept(repeat(c.real(0), c.number(1), c.axis(2))); };
  t["roll"] = [](call const& c) { return kept(roll(c.real(0), c.number(1), c.axis(2))); };
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

} // namespace numpy
