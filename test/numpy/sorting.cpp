#include "interpreter.hpp"

#include <weft/ops/arithmetic.hpp>
#include <weft/ops/searchsorted.hpp>
#include <weft/ops/sort.hpp>
#include <weft/ops/take.hpp>
#include <weft/ops/unique.hpp>

namespace numpy {

static void add_sorting(table& t) {
  t["sort"] = [](call const& c) {
    return c.with<double, whole, int8_t, uint16_t>(0, [&](auto const& a) { return kept(sort(a, c.axis(1))); });
  };
  t["sort_sum"] = [](call const& c) { return kept(sort(c.real(0) + c.real(1), c.axis(2))); };
  t["argsort"] = [](call const& c) {
    return c.with<double, uint8_t>(0, [&](auto const& a) { return kept(argsort(a, c.axis(1))); });
  };
  t["partition_place"] = [](call const& c) {
    return kept(slice(partition(c.real(0), c.number(1), c.axis(2)), c.axis(2), c.number(1)));
  };
  t["argpartition_place"] = [](call const& c) {
    const int k = c.axis(2);
    return kept(slice(take_along(c.real(0), argpartition(c.real(0), c.number(1), k), k), k, c.number(1)));
  };
  t["unique"] = [](call const& c) {
    return c.with<double, whole, int16_t>(0, [](auto const& a) { return kept(unique(a)); });
  };
  t["unique_all"] = [](call const& c) {
    const auto all = unique_all(c.real(0));
    std::string const& part = c.word(1);
    return part == "indices" ? kept(all.indices) : part == "inverse" ? kept(all.inverse) : kept(all.counts);
  };
  t["searchsorted"] = [](call const& c) {
    return kept(searchsorted(c.real(0), c.real(1), c.number(2) != 0 ? side::right : side::left));
  };
  t["assign_sorted"] = [](call const& c) { return c.real(0) = sort(c.real(1), c.axis(2)), slot(); };
}

const commands_of_source added(add_sorting);

} // namespace numpy
