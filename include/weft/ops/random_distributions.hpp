#pragma once
#include <weft/ops/broadcast.hpp>
#include <weft/ops/random.hpp>

// Random numbers of distributions with parameters, as generators without memory. Each number is a pure function of the
// parameters, a seed, a stream and the row-major number of the element, as in ops/random.hpp. A number takes the blocks
// of Philox that it needs one after the other, because most methods reject some proposals. Parameters are numbers, or
// operands that broadcast to the shape. Numbers are checked when the generator is made, operands before a statement
// writes: weft::error.
//
// Nanoseconds for one double of an array of 1000, GCC 12 -O2, AVX-512; std is std::mt19937_64 with the distribution of
// std:
//                           weft   std
//   gamma, a = 2.5, 0.5    50, 77    38, 59
//   student_t, 3                58    60
//   poisson, 3, 100        17, 36    54, 90
//   binomial, 100, 0.3          75   140
namespace weft {

namespace detail {

/// The distributions with parameters.
enum class random_law : std::uint32_t { gamma, beta, chi_squared, student_t, poisson, binomial };
/// True if a law takes x as parameter number k.
WEFT_API bool is_parameter(random_law law, int k, double x);
/// Throws the error for a parameter that a law does not take.
WEFT_API [[noreturn]] void throw_parameter(random_law law, int k);
/// Draws the number of an element for parameters that the law takes. `narrow` is true for floats, which are
/// other numbers than doubles of the same seed.
WEFT_API double random_value(random_law law, bool narrow, random_source const& source, index_t number, double a,
                             double b = 0);

WEFT_FN constexpr char const* name_of_law(random_law law) {
  constexpr char const* names[] = {"random_gamma",     "random_beta",    "random_chi_squared",
                                   "random_student_t", "random_poisson", "random_binomial"};
  return names[static_cast<std::uint32_t>(law)];
}

} // namespace detail

namespace op {

/// Refuses values that a law does not take as parameter number K.
template <detail::random_law Law, int K>
struct refused_parameter {
  template <class A, class B>
  static constexpr bool possible = true;
  template <class A, class B>
  WEFT_INLINE static bool holds(B const& b) {
    return !detail::is_parameter(Law, K, static_cast<double>(b));
  }
  [[noreturn]] WEFT_INLINE static void report() { detail::throw_parameter(Law, K); }
};
/// Returns parameter number K of a law, its second operand; refusals are of operations of two.
template <detail::random_law Law, int K>
struct parameter_of_law : refusing<parameter_of_law<Law, K>, refused_parameter<Law, K>> {
  static constexpr char const* name = detail::name_of_law(Law);
  static constexpr bool total = true;
  template <class A, class B>
  WEFT_INLINE static constexpr double value(A const&, B const& b) {
    return static_cast<double>(b);
  }
};
/// Draws a number of a distribution from the number of an element and the parameters for it.
template <class T, detail::random_law Law>
struct drawn_from {
  static constexpr char const* name = detail::name_of_law(Law);
  static constexpr bool total = true;
  static constexpr int cost = detail::long_function;
  detail::random_source source;
  template <class... P>
  WEFT_INLINE T operator()(index_t n, P const&... parameters) const {
    return static_cast<T>(
        detail::random_value(Law, sizeof(T) < sizeof(double), source, n, static_cast<double>(parameters)...));
  }
};

} // namespace op

namespace detail {

template <random_law Law, int K, Shape S, class P>
WEFT_FN auto parameter_of(S const& shape, P&& p) {
  if constexpr (Tensorial<P>) {
    auto const none = capture<double>(0.0);
    auto operand = broadcast_to(capture(static_cast<P&&>(p)), shape);
    return node<op::parameter_of_law<Law, K>, std::remove_const_t<decltype(none)>, decltype(operand)>(
        {}, none, std::move(operand));
  } else {
    refuse_value<op::parameter_of_law<Law, K>, double>(static_cast<double>(p));
    return capture<double>(static_cast<double>(p));
  }
}
template <class F, random_law Law, int... K, Shape S, class... P>
WEFT_FN auto drawn_by(F const& f, std::integer_sequence<int, K...>, S const& shape, P&&... parameters) {
  auto n = element_numbers(F::name, shape);
  using made = node<F, decltype(n), decltype(parameter_of<Law, K>(shape, static_cast<P&&>(parameters)))...>;
  return made(f, std::move(n), parameter_of<Law, K>(shape, static_cast<P&&>(parameters))...);
}
template <class T, random_law Law, Shape S, class... P>
WEFT_FN auto drawn_from(S const& shape, std::uint64_t seed, std::uint64_t stream, P&&... parameters) {
  using F = op::drawn_from<T, Law>;
  return drawn_by<F, Law>(F{source_of(F::name, seed, stream)}, std::make_integer_sequence<int, int(sizeof...(P))>{},
                          shape, static_cast<P&&>(parameters)...);
}

} // namespace detail

/// Returns random numbers of the gamma distribution with the positive shape parameter a and scale 1, so with mean a and
/// variance a. By G. Marsaglia and W. Tsang, A simple method for generating gamma variables (ACM TOMS 26, 2000).
template <std::floating_point T = double, Shape S, AnyOperand A>
[[nodiscard]] WEFT_FN auto random_gamma(S const& shape, A&& a, std::uint64_t seed, std::uint64_t stream = 0) {
  return detail::drawn_from<T, detail::random_law::gamma>(shape, seed, stream, static_cast<A&&>(a));
}
/// Returns random numbers of the beta distribution on [0, 1] with positive parameters a and b: x / (x + y) of gamma
/// variates x and y, computed by logarithms, so that small parameters do not underflow.
template <std::floating_point T = double, Shape S, AnyOperand A, AnyOperand B>
[[nodiscard]] WEFT_FN auto random_beta(S const& shape, A&& a, B&& b, std::uint64_t seed, std::uint64_t stream = 0) {
  return detail::drawn_from<T, detail::random_law::beta>(shape, seed, stream, static_cast<A&&>(a), static_cast<B&&>(b));
}
/// Returns random numbers of the chi-squared distribution with a positive number of degrees of freedom: the double of
/// gamma variates.
template <std::floating_point T = double, Shape S, AnyOperand F>
[[nodiscard]]
WEFT_FN auto random_chi_squared(S const& shape, F&& freedom, std::uint64_t seed, std::uint64_t stream = 0) {
  return detail::drawn_from<T, detail::random_law::chi_squared>(shape, seed, stream, static_cast<F&&>(freedom));
}
/// Returns random numbers of Student's t distribution with a positive number of degrees of freedom. By R. Bailey, Polar
/// generation of random variates with the t-distribution (Mathematics of Computation 62, 1994).
template <std::floating_point T = double, Shape S, AnyOperand F>
[[nodiscard]]
WEFT_FN auto random_student_t(S const& shape, F&& freedom, std::uint64_t seed, std::uint64_t stream = 0) {
  return detail::drawn_from<T, detail::random_law::student_t>(shape, seed, stream, static_cast<F&&>(freedom));
}
/// Returns random whole numbers, as index_t, of the Poisson distribution with a rate, its mean, of 0 to 2^53. Rates
/// below 10 by inversion, others by W. Hormann, The transformed rejection method for generating Poisson random
/// variables (Insurance: Mathematics and Economics 12, 1993).
template <Shape S, AnyOperand M>
[[nodiscard]] WEFT_FN auto random_poisson(S const& shape, M&& rate, std::uint64_t seed, std::uint64_t stream = 0) {
  return detail::drawn_from<index_t, detail::random_law::poisson>(shape, seed, stream, static_cast<M&&>(rate));
}
/// Returns random whole numbers, as index_t, of the binomial distribution: how many of n trials, a whole number of 0 to
/// 2^53, succeed with probability p. Means below 10 by inversion, others by W. Hormann, The generation of binomial
/// random variates (J. Statistical Computation and Simulation 46, 1993), both for the less likely outcome.
template <Shape S, AnyOperand N, AnyOperand P>
[[nodiscard]]
WEFT_FN auto random_binomial(S const& shape, N&& n, P&& p, std::uint64_t seed, std::uint64_t stream = 0) {
  return detail::drawn_from<index_t, detail::random_law::binomial>(shape, seed, stream, static_cast<N&&>(n),
                                                                   static_cast<P&&>(p));
}

/// Returns the seed of part k of a program that has the given seed: random bits of Philox, so numbers of both and of
/// other parts are independent, but with a probability of 2^-64 for each pair. Seeds of parts may be split again.
///   auto x = random_normal(shape(n), random_split(seed, 0)), y = random_normal(shape(n), random_split(seed, 1));
[[nodiscard]] WEFT_INLINE constexpr std::uint64_t random_split(std::uint64_t seed, std::uint64_t k) {
  philox_counter const x = detail::random_block({seed, 0xffffffff}, k, 0xffffffff);
  return detail::join(x.word[0], x.word[1]);
}

} // namespace weft
