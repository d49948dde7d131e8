#pragma once
#include <weft/dynamic/any_tensor.hpp>

#include <cstdint>

// Random numbers of an element type that is chosen at run time, with the names and the errors of ops/random.hpp and
// ops/choice.hpp. Results are any_tensors, computed at once. The numbers equal the ones of the typed generators, bit
// for bit.
namespace weft {

namespace detail {

/// The seed and the stream of a generator. The functions that draw numbers check the stream.
struct untyped_source {
  std::uint64_t seed, stream;
};
/// The value of an integer of any type: modulo 2^64, and whether it is negative.
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
/// Draws n elements of x. If `weights` is null, each element is as likely.
[[nodiscard]] WEFT_API any_tensor untyped_choice(any_expr<> const& x, index_t n, any_expr<> const* weights,
                                                 bool replace, untyped_source const& source);

} // namespace detail

/// Returns random numbers, uniform in [0, 1): the numbers of random_uniform<T>(shape, seed, stream). Throws dtype_error
/// unless t is float32 or float64, and index_error for a stream of more than 32 bits.
template <Shape S>
[[nodiscard]] WEFT_FN any_tensor random_uniform(dtype t, S const& shape, std::uint64_t seed, std::uint64_t stream = 0) {
  return detail::untyped_uniform(t, detail::convert_extents<dynamic_extents>(shape), {seed, stream});
}
/// Returns random numbers of the normal distribution with mean 0 and standard deviation 1. Throws the errors of
/// random_uniform.
template <Shape S>
[[nodiscard]] WEFT_FN any_tensor random_normal(dtype t, S const& shape, std::uint64_t seed, std::uint64_t stream = 0) {
  return detail::untyped_normal(t, detail::convert_extents<dynamic_extents>(shape), {seed, stream});
}
/// Returns random numbers of the exponential distribution with mean 1. Throws the errors of random_uniform.
template <Shape S>
[[nodiscard]] WEFT_FN any_tensor random_exponential(dtype t, S const& shape, std::uint64_t seed,
                                                    std::uint64_t stream = 0) {
  return detail::untyped_exponential(t, detail::convert_extents<dynamic_extents>(shape), {seed, stream});
}
/// Returns random integers, each of low, low + 1, ..., high - 1 with the same probability: the numbers of the typed
/// generator, whatever t is. Throws dtype_error unless t is an integer type, and index_error if low >= high or t cannot
/// hold one of the integers.
template <std::integral A, std::integral B, Shape S>
[[nodiscard]] WEFT_FN any_tensor random_integers(dtype t, S const& shape, A low, B high, std::uint64_t seed,
                                                 std::uint64_t stream = 0) {
  return detail::untyped_integers(t, detail::convert_extents<dynamic_extents>(shape), low, high, {seed, stream});
}
/// Returns n elements of a vector, each as likely, with or without replacement: the same elements that random_choice of
/// a typed vector returns.
template <Untyped X>
[[nodiscard]] WEFT_FN any_tensor random_choice(X const& x, index_t n, std::uint64_t seed, bool replace = true,
                                               std::uint64_t stream = 0) {
  return detail::untyped_choice(x, n, nullptr, replace, {seed, stream});
}
/// Returns n elements of a vector, drawn with a probability for each element: its weight, which is not negative,
/// divided by the sum of all weights.
template <class X, AnyTensorial W>
  requires detail::UntypedTensors<X, W>
[[nodiscard]] WEFT_FN any_tensor random_choice(X const& x, index_t n, std::uint64_t seed, W const& weights,
                                               bool replace = true, std::uint64_t stream = 0) {
  any_expr<> const each(weights);
  return detail::untyped_choice(any_expr<>(x), n, &each, replace, {seed, stream});
}

} // namespace weft
