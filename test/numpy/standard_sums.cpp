#include "standard.hpp"

#include <weft/ops/compare.hpp>
#include <weft/ops/nonzero.hpp>
#include <weft/ops/reduce.hpp>

// Reductions, of everything and over axes.
namespace numpy {
namespace {

constexpr auto numbers = types<double, float, complex128, whole, uint8_t>;
constexpr auto ordered = types<double, float, int16_t, uint64_t>;

template <class H>
void add_sums(half<H> const& h) {
  h.one(numbers, "sum",
        [](call const& c, auto const& a) { return over_axes(c, a, [](auto const&... x) { return sum(x...); }); });
  h.one(numbers, "prod",
        [](call const& c, auto const& a) { return over_axes(c, a, [](auto const&... x) { return prod(x...); }); });
  h.one(types<double, float, complex64, int32_t>, "mean",
        [](call const& c, auto const& a) { return over_axes(c, a, [](auto const&... x) { return mean(x...); }); });
  h.one(types<double, int16_t>, "var", [](call const& c, auto const& a) {
    return over_axes(c, a, [&](auto const&... x) { return var(x..., ddof(c.number(3))); });
  });
  h.one(types<double, float>, "std", [](call const& c, auto const& a) {
    return over_axes(c, a, [&](auto const&... x) { return stddev(x..., ddof(c.number(3))); });
  });
}
template <class X, class R>
slot over_one_axis(call const& c, X const& x, R const& r) {
  const auto axes = c.list(1);
  if (axes.empty())
    return stored(r(x));
  const int k = static_cast<int>(axes[0]);
  return c.number(2) != 0 ? stored(r(x, k, keep_dims)) : stored(r(x, k));
}
template <class H>
void add_extremes(half<H> const& h) {
  h.one(ordered, "max",
        [](call const& c, auto const& a) { return over_axes(c, a, [](auto const&... x) { return max(x...); }); });
  h.one(ordered, "min",
        [](call const& c, auto const& a) { return over_axes(c, a, [](auto const&... x) { return min(x...); }); });
  h.one(types<double, int8_t, whole>, "argmax", [](call const& c, auto const& a) {
    return over_one_axis(c, a, [](auto const&... x) { return argmax(x...); });
  });
  h.one(types<double, float, uint16_t>, "argmin", [](call const& c, auto const& a) {
    return over_one_axis(c, a, [](auto const&... x) { return argmin(x...); });
  });
}
template <class H>
void add_counts(half<H> const& h) {
  h.one(types<bool>, "all",
        [](call const& c, auto const& a) { return over_axes(c, a, [](auto const&... x) { return all_of(x...); }); });
  h.one(types<bool>, "any",
        [](call const& c, auto const& a) { return over_axes(c, a, [](auto const&... x) { return any_of(x...); }); });
  h.one(types<double, int32_t>, "all_numbers", [](call const& c, auto const& a) {
    return over_axes(c, not_equal(a, 0), [](auto const&... x) { return all_of(x...); });
  });
  h.one(types<float, uint8_t>, "any_number", [](call const& c, auto const& a) {
    return over_axes(c, not_equal(a, 0), [](auto const&... x) { return any_of(x...); });
  });
  h.one(types<double, complex64, int8_t, bool>, "count_nonzero", [](call const& c, auto const& a) {
    return over_axes(c, a, [](auto const&... x) { return count_nonzero(x...); });
  });
}

template <class H>
void add_all(half<H> const& h) {
  add_sums(h);
  add_extremes(h);
  add_counts(h);
}
const commands_of_source added([](table& t) {
  add_all(half<typed_half>{t});
  add_all(half<untyped_half>{t});
});

} // namespace
} // namespace numpy
