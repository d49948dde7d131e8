#include <weft/ops/random_distributions.hpp>
#include <weft/ops/special.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace weft::detail {

namespace {

constexpr double most_counted = 0x1p53;

/// The blocks of random words of one element, in order. The third word of their counters has the top bit set. In
/// counters of the distributions in `draw` it is not set, so no block is used twice. (Only 400 million rejected
/// integers in a row would set it.)
class word_blocks {
public:
  word_blocks(random_law law, bool narrow, random_source const& source, index_t number)
      : source_(source), number_(static_cast<std::uint64_t>(number)),
        word_(0x80000000 | (static_cast<std::uint32_t>(law) * 2 + (narrow ? 1 : 0)) << 24) {}
  philox_counter next() { return random_block(source_, number_, word_ | (round_++ & 0xffffff)); }

private:
  random_source source_;
  std::uint64_t number_;
  std::uint32_t word_, round_ = 0;
};

double first_fraction(philox_counter const& x) {
  return positive_fraction({x.word[0], x.word[1]});
}
double second_fraction(philox_counter const& x) {
  return positive_fraction({x.word[2], x.word[3]});
}
double normal_of(philox_counter const& x) {
  double const z = vector_value(math_function::normal_quantile, 0.5 * first_fraction(x));
  return (x.word[1] & 1) != 0 ? -z : z;
}

/// The number value * exp(exponent).
struct scaled {
  double value, exponent;
  double log() const { return std::log(value) + exponent; }
};
/// Draws a gamma variate. Below 1 it is a variate of a + 1 times u^(1 / a), whose exponent may be too small for exp.
scaled gamma_of(word_blocks& words, double a) {
  double exponent = 0;
  if (a < 1) {
    exponent = std::log(first_fraction(words.next())) / a;
    a += 1;
  }
  double const d = a - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  for (;;) {
    philox_counter const x = words.next();
    double const z = normal_of(x), root = 1 + c * z, u = second_fraction(x);
    if (root <= 0)
      continue;
    double const v = root * root * root, square = z * z;
    if (u < 1 - 0.0331 * square * square || std::log(u) < 0.5 * square + d * (1 - v + std::log(v)))
      return {d * v, exponent};
  }
}

/// Draws a number of Student's distribution: R. Bailey, Polar generation of random variates with the t-distribution
/// (Math. Comp. 62, 1994). With many degrees of freedom it is the method of G. Box and M. Muller. Nothing is rejected.
double student_t(philox_counter const& x, double freedom) {
  double const e = -2 * std::log(first_fraction(x)) / freedom;
  double const square = std::expm1(e), root = std::isfinite(square) ? std::sqrt(square) : std::exp(0.5 * e);
  return std::sqrt(freedom) * root * std::cos(2 * pi_v<double> * second_fraction(x));
}

/// The error of Stirling's formula for log(k!): lgamma(k + 1) - ((k + 1/2) log(k) - k + log(2 pi) / 2), k >= 1.
double stirling_error(double k) {
  if (k < 16)
    return op::lgamma::precisely(k + 1) - ((k + 0.5) * std::log(k) - k + 0.5 * std::log(2 * pi_v<double>));
  double const square = 1 / (k * k);
  return (1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1260 - square / 1680))) / k;
}
/// Returns x log(x / mean) + mean - x for x > 0: C. Loader, Fast and accurate computation of binomial probabilities
/// (2000). Near the mean it does not cancel.
double deviance(double x, double mean) {
  double const d = (mean - x) / x;
  return x * (d - std::log1p(d));
}
double log_poisson(double k, double mean) {
  return k == 0 ? -mean : -stirling_error(k) - deviance(k, mean) - 0.5 * std::log(2 * pi_v<double> * k);
}
double log_binomial(double k, double n, double p) {
  if (k == 0)
    return n * std::log1p(-p);
  if (k == n)
    return n * std::log(p);
  double const rest = n - k;
  return stirling_error(n) - stirling_error(k) - stirling_error(rest) - deviance(k, n * p) -
         deviance(rest, n * (1 - p)) + 0.5 * std::log(n / (2 * pi_v<double> * k * rest));
}

/// Returns the number at which the sum of probabilities reaches u. The probability of k + 1 is that of k times
/// factor(k + 1). Rounded sums may end below u: where probabilities vanish the search ends.
template <class Factor>
double inverted(double u, double probability, double most, Factor const& factor) {
  double k = 0;
  for (double sum = probability; u > sum && k < most && probability > 1e-20; sum += probability)
    probability *= factor(++k);
  return k;
}
/// Draws a whole number from 0 to `most` by transformed rejection. a, b and `shift` make a proposal of a uniform
/// number. A second uniform number v accepts it: at once if v <= steep and the proposal is in the middle, else by
/// log_ratio, the logarithm of the probability of a number divided by the height of the hat.
template <class LogRatio>
double rejected(word_blocks& words, double a, double b, double shift, double steep, double most,
                LogRatio const& log_ratio) {
  for (;;) {
    philox_counter const x = words.next();
    double const u = first_fraction(x) - 0.5, v = second_fraction(x), us = 0.5 - std::abs(u);
    if (us == 0)
      continue;
    double const k = std::floor((2 * a / us + b) * u + shift);
    if (us >= 0.07 && v <= steep)
      return k;
    if (k >= 0 && k <= most && !(us < 0.013 && v > us) && std::log(v / (a / (us * us) + b)) <= log_ratio(k))
      return k;
  }
}

double poisson(word_blocks& words, double mean) {
  if (mean < 10)
    return inverted(first_fraction(words.next()), std::exp(-mean), most_counted, [&](double k) { return mean / k; });
  double const b = 0.931 + 2.53 * std::sqrt(mean), a = -0.059 + 0.02483 * b;
  double const height = std::log(1.1239 + 1.1328 / (b - 3.4));
  return rejected(words, a, b, mean + 0.43, 0.9277 - 3.6224 / (b - 2), 2 * most_counted,
                  [&](double k) { return log_poisson(k, mean) - height; });
}
double binomial(word_blocks& words, double n, double p) {
  if (p > 0.5)
    return n - binomial(words, n, 1 - p);
  double const odds = p / (1 - p);
  if (n * p < 10)
    return inverted(first_fraction(words.next()), std::exp(n * std::log1p(-p)), n,
                    [&](double k) { return (n - k + 1) / k * odds; });
  double const deviation = std::sqrt(n * p * (1 - p)), b = 1.15 + 2.53 * deviation;
  double const mode = std::floor((n + 1) * p), of_mode = log_binomial(mode, n, p);
  double const height = std::log((2.83 + 5.1 / b) * deviation);
  return rejected(words, -0.0873 + 0.0248 * b + 0.01 * p, b, n * p + 0.5, 0.92 - 4.2 / b, n,
                  [&](double k) { return log_binomial(k, n, p) - of_mode - height; });
}

} // namespace

bool is_parameter(random_law law, int k, double x) {
  if (law == random_law::poisson)
    return x >= 0 && x <= most_counted;
  if (law == random_law::binomial)
    return k == 0 ? x >= 0 && x <= most_counted && x == std::floor(x) : x >= 0 && x <= 1;
  return x > 0 && std::isfinite(x);
}
void throw_parameter(random_law law, int k) {
  char const* const wanted = law == random_law::poisson    ? "the rate is a number of 0 to 2^53"
                             : law != random_law::binomial ? "a parameter is a positive finite number"
                             : k == 0                      ? "the trials are a whole number of 0 to 2^53"
                                                           : "a probability is a number of 0 to 1";
  throw_error(name_of_law(law), wanted);
}

double random_value(random_law law, bool narrow, random_source const& source, index_t number, double a, double b) {
  word_blocks words(law, narrow, source, number);
  if (law == random_law::poisson)
    return poisson(words, a);
  if (law == random_law::binomial)
    return binomial(words, a, b);
  if (law == random_law::student_t)
    return student_t(words.next(), a);
  scaled const x = gamma_of(words, law == random_law::chi_squared ? a / 2 : a);
  if (law == random_law::beta)
    return 1 / (1 + std::exp(gamma_of(words, b).log() - x.log()));
  double const value = x.exponent == 0 ? x.value : x.value * std::exp(x.exponent);
  return law == random_law::chi_squared ? 2 * value : value;
}

} // namespace weft::detail
