#pragma once
#include <weft/dynamic/any_tensor.hpp>

#include <cstdint>

// Random numbers of an element type that is chosen at run time, by the names and with the errors of ops/random.hpp and
// choice.hpp: any_tensors, computed at once, with the numbers that the typed generators make, bit for bit.
namespace weft {

namespace detail {

/// A seed and a stream, which is checked where numbers are drawn.
struct untyped_source {
  std::uint64_t seed, stream;
};
/// An integer of any type.
struct untyped_integer {
  std::uint64_t value;
  bool negative;
  template <std::integral N>
  WEFT_FN constexpr untyped_integer(N n) : value(static_cast<std::uint64_t>(n)), negative(n < N(0)) {}
};
[[nodiscard]] WEFT_API any_tensor untyped_uniform(dtype t, dynamic_extents const& shape, untyped_source const& source);
[[nodiscard]] WEFT_API any_tensor untyped_normal(dtype t, dynamic_extents const& shape, untyped_source const& source);
[[nodiscard]] WEFT_API any_tensor untyped_exponential(dtype t, dynamic_extents const& shape,
                                                      untyped_source const& source);
[[nodiscard]] WEFT_API any_tensor untyped_integers(dtype t, dynamic_extents const& shape, untyped_integer low,
                                                   untyped_integer high, untyped_source const& source);
/// Null: no weights.
[[nodiscard]] WEFT_API any_tensor untyped_choice(any_expr<> const& x, index_t n, any_expr<> const* weights,
                                                 bool replace, untyped_source const& source);

} // namespace detail

/// Uniform in [0, 1): the numbers of random_uniform<T>(shape, seed, stream). dtype_error unless t is float32 or
/// float64, index_error for a stream of more than 32 bits.
template <Shape S>
[[nodiscard]] WEFT_FN any_tensor random_uniform(dtype t, S const& shape, std::uint64_t seed, std::uint64_t stream = 0) {
  return detail::untyped_uniform(t, detail::convert_extents<dynamic_extents>(shape), {seed, stream});
}
/// Normal with mean 0 and deviation 1; of the same types.
template <Shape S>
[[nodiscard]] WEFT_FN any_tensor random_normal(dtype t, S const& shape, std::uint64_t seed, std::uint64_t stream = 0) {
  return detail::untyped_normal(t, detail::convert_extents<dynamic_extents>(shape), {seed, stream});
}
/// Exponential with mean 1; of the same types.
template <Shape S>
[[nodiscard]] WEFT_FN any_tensor random_exponential(dtype t, S const& shape, std::uint64_t seed,
                                                    std::uint64_t stream = 0) {
  return detail::untyped_exponential(t, detail::convert_extents<dynamic_extents>(shape), {seed, stream});
}
/// Each of low, low + 1, ..., high - 1 with the same probability: the numbers of the typed one, whatever the type is.
/// dtype_error unless t is an integer type, index_error if there is no such number or one that t does not have.
template <std::integral A, std::integral B, Shape S>
[[nodiscard]] WEFT_FN any_tensor random_integers(dtype t, S const& shape, A low, B high, std::uint64_t seed,
                                                 std::uint64_t stream = 0) {
  return detail::untyped_integers(t, detail::convert_extents<dynamic_extents>(shape), low, high, {seed, stream});
}
/// n elements of a vector, each as likely, with or without replacement: the same as random_choice of a typed vector
/// gives.
template <Untyped X>
[[nodiscard]] WEFT_FN any_tensor random_choice(X const& x, index_t n, std::uint64_t seed, bool replace = true,
                                               std::uint64_t stream = 0) {
  return detail::untyped_choice(x, n, nullptr, replace, {seed, stream});
}
/// The same where each element is as likely as its weight, a number from 0 up, is to the sum of all.
template <class X, AnyTensorial W>
  requires detail::UntypedTensors<X, W>
[[nodiscard]] WEFT_FN any_tensor random_choice(X const& x, index_t n, std::uint64_t seed, W const& weights,
                                               bool replace = true, std::uint64_t stream = 0) {
  any_expr<> const each(weights);
  return detail::untyped_choice(any_expr<>(x), n, &each, replace, {seed, stream});
}

} // namespace weft
