#include "standard.hpp"

#include <weft/dynamic/pick.hpp>
#include <weft/dynamic/sort.hpp>
#include <weft/ops/nonzero.hpp>
#include <weft/ops/searchsorted.hpp>
#include <weft/ops/sets.hpp>
#include <weft/ops/sort.hpp>
#include <weft/ops/unique.hpp>

// Sorting, searching and sets.
namespace numpy {
namespace {

template <class A, class B = A>
using of = pair_of<A, B>;
constexpr auto sorted = types<double, float, int8_t, uint64_t>;

template <class H>
void add_sorted(half<H> const& h) {
  h.one(sorted, "sort", [](call const& c, auto const& a) {
    const int k = c.axis(1);
    return c.number(2) != 0 ? stored(reverse(sort(a, k), k)) : stored(sort(a, k));
  });
  h.one(sorted, "argsort", [](call const& c, auto const& a) { return argsort(a, c.axis(1)); });
  h.two(pairs<of<double>, of<float, double>, of<int8_t, whole>>, "searchsorted",
        [](call const& c, auto const& a, auto const& b) {
          return searchsorted(a, b, c.number(2) != 0 ? side::right : side::left);
        });
}
template <class H>
void add_places(half<H> const& h) {
  h.one(types<double, complex64, int8_t, bool>, "nonzero",
        [](call const& c, auto const& a) { return nonzero(a)[static_cast<std::size_t>(c.number(1))]; });
}
template <class H>
void add_sets(half<H> const& h) {
  h.two(pairs<of<double>, of<float, double>, of<int8_t, uint8_t>, of<whole, uint64_t>>, "isin",
        [](call const&, auto const& a, auto const& b) { return isin(a, b); });
  h.one(sorted, "unique_values", [](auto const&, auto const& a) { return unique(a); });
  for (char const* name : {"unique_all", "unique_inverse", "unique_counts"})
    h.one(sorted, name, [](call const& c, auto const& a) {
      const auto [values, indices, inverse, counts] = unique_all(a);
      const whole k = c.number(1);
      return k == 0 ? stored(values) : k == 1 ? stored(indices) : k == 2 ? stored(inverse) : stored(counts);
    });
}

template <class H>
void add_all(half<H> const& h) {
  add_sorted(h);
  add_places(h);
  add_sets(h);
}
const commands_of_source added([](table& t) {
  add_all(half<typed_half>{t});
  add_all(half<untyped_half>{t});
});

} // namespace
} // namespace numpy
