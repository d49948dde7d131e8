#include "dynamic/program/operations.hpp"

#include <weft/dynamic/pick.hpp>
#include <weft/dynamic/random.hpp>
#include <weft/dynamic/result_type.hpp>
#include <weft/ops/choice.hpp>

#include <limits>

namespace weft::detail {

namespace {

/// Calls draw(std::type_identity<T>) for the floating type T of t. Throws dtype_error unless t is float32 or float64.
template <class F>
any_tensor drawn_as(char const* operation, dtype t, F const& draw) {
  if (t != dtype::float32 && t != dtype::float64)
    throw_elements(operation, t);
  return with_dtype(types_t<float, double>{}, t, [&](auto type) { return any_tensor(draw(type)); });
}

bool has_integer(dtype t, untyped_integer x) {
  iinfo_result const info = iinfo(t);
  return x.negative ? static_cast<std::int64_t>(x.value) >= info.min : x.value <= info.max;
}
bool is_below(untyped_integer a, untyped_integer b) {
  return a.negative != b.negative ? a.negative : a.value < b.value; // modulo 2^64, negative values keep their order
}

} // namespace

any_tensor untyped_uniform(dtype t, dynamic_extents const& shape, untyped_source const& source) {
  return drawn_as("random_uniform", t,
                  [&]<class T>(std::type_identity<T>) { return random_uniform<T>(shape, source.seed, source.stream); });
}
any_tensor untyped_normal(dtype t, dynamic_extents const& shape, untyped_source const& source) {
  return drawn_as("random_normal", t,
                  [&]<class T>(std::type_identity<T>) { return random_normal<T>(shape, source.seed, source.stream); });
}
any_tensor untyped_exponential(dtype t, dynamic_extents const& shape, untyped_source const& source) {
  return drawn_as("random_exponential", t, [&]<class T>(std::type_identity<T>) {
    return random_exponential<T>(shape, source.seed, source.stream);
  });
}

any_tensor untyped_integers(dtype t, dynamic_extents const& shape, untyped_integer low, untyped_integer high,
                            untyped_source const& source) {
  constexpr char const* name = "random_integers";
  if (!is_integer(t))
    throw_elements(name, t);
  if (!is_below(low, high))
    throw_index_reason(name, "high must be above low");
  untyped_integer last = high;
  last.value -= 1;
  last.negative = high.negative || high.value == 0;
  if (!has_integer(t, low) || !has_integer(t, last))
    throw_index_reason(name, (to_string(t) + " does not have all the numbers").c_str());
  auto const draw =
      integers_from<std::uint64_t>(source_of(name, source.seed, source.stream), low.value, high.value - low.value);
  return cast(any_expr<>(drawn(draw, shape)), t); // modulo 2^n, as in random_integers of a typed tensor
}

any_tensor untyped_choice(any_expr<> const& x, index_t n, any_expr<> const* weights, bool replace,
                          untyped_source const& source) {
  constexpr char const* name = "random_choice";
  index_t const count = check_choice(x.shape(), n, replace);
  random_source const from = source_of(name, source.seed, source.stream);
  any_tensor places(uninit, dtype::int64, shape(n));
  auto const to = places.as<index_t, 1>();
  if (weights == nullptr) {
    auto const any = integers_from<index_t>(from, 0, count > 0 ? static_cast<std::uint64_t>(count) : 1);
    place_among const place{any, permutation_of(from, count), replace};
    for (index_t i = 0; i < n; ++i)
      to(i) = place(i);
  } else {
    if (!(weights->shape() == x.shape()))
      throw_shape_reason(name, "there is not one weight for each element");
    any_tensor values(uninit, dtype::float64, x.shape());
    values(ellipsis) = *weights;
    choose_by_weight(values.as<double, 1>().data(), count, to.data(), n, from.seed, from.stream, replace);
  }
  return untyped_take(x, places, 0);
}

} // namespace weft::detail
