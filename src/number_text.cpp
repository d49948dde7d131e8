#include "number_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <type_traits>

namespace weft::detail {
namespace {

/// A finite number in decimal: digits[0] . digits[1] ... times 10^exponent.
struct decimal {
  bool negative;
  std::string digits;
  int exponent;
};

template <class F>
std::string to_text(F x, std::chars_format format, int precision = -1) {
  std::size_t const widest = 64 + std::numeric_limits<F>::max_exponent10; // sign, point and exponent included
  std::string text(widest + static_cast<std::size_t>(std::max(precision, 0)), '\0');
  char *const first = text.data(), *const last = first + text.size();
  auto const result =
      precision < 0 ? std::to_chars(first, last, x, format) : std::to_chars(first, last, x, format, precision);
  text.resize(static_cast<std::size_t>(result.ptr - first));
  return text;
}

/// The shortest digits that read back as x, or with a precision the exact value rounded to that many after the first.
template <class F>
decimal to_decimal(F x, int precision = -1) {
  std::string const text = to_text(std::abs(x), std::chars_format::scientific, precision);
  std::size_t const e = text.find('e');
  decimal d{std::signbit(x), text.substr(0, 1), std::stoi(text.substr(e + 1))};
  if (e > 1)
    d.digits += text.substr(2, e - 2);
  return d;
}

/// A number cut at its point, so that a column of them can be aligned there: "-1" "25", or "-1" "25" "e+10".
struct number_text {
  std::string whole, fraction, exponent;
};

void drop_zeros(std::string& fraction) {
  fraction.erase(fraction.find_last_not_of('0') + 1);
}

template <class F>
number_text positional(F x, int precision) {
  decimal const d = to_decimal(x);
  std::string const sign = d.negative ? "-" : "";
  int const count = static_cast<int>(d.digits.size());
  if (count - 1 - d.exponent > precision) {
    std::string const text = to_text(std::abs(x), std::chars_format::fixed, precision);
    std::size_t const point = std::min(text.find('.'), text.size());
    std::string fraction = text.substr(std::min(point + 1, text.size()));
    drop_zeros(fraction);
    return {sign + text.substr(0, point), fraction, ""};
  }
  if (d.exponent < 0)
    return {sign + "0", std::string(static_cast<std::size_t>(-d.exponent - 1), '0') + d.digits, ""};
  std::string digits = d.digits;
  std::size_t const whole = static_cast<std::size_t>(d.exponent) + 1;
  digits.resize(std::max(digits.size(), whole), '0');
  std::string fraction = digits.substr(whole);
  drop_zeros(fraction);
  return {sign + digits.substr(0, whole), fraction, ""};
}

std::string exponent_text(int exponent) {
  std::string const digits = std::to_string(std::abs(exponent));
  return (exponent < 0 ? "e-" : "e+") + std::string(digits.size() < 2 ? 1 : 0, '0') + digits;
}

/// With `fill`, exactly `precision` digits after the point. Those beyond the shortest are of the exact value, as in
/// NumPy: a float32 1.1 beside one of eight digits is 1.10000002 in both.
template <class F>
number_text scientific(F x, int precision, bool fill) {
  decimal d = to_decimal(x);
  int const fraction_digits = static_cast<int>(d.digits.size()) - 1;
  if (fraction_digits > precision || (fill && fraction_digits < precision))
    d = to_decimal(x, precision);
  std::string fraction = d.digits.substr(1);
  if (!fill)
    drop_zeros(fraction);
  return {(d.negative ? "-" : "") + d.digits.substr(0, 1), fraction, exponent_text(d.exponent)};
}

/// The common form of a set of numbers, found by a first pass over them.
template <class F>
class float_column {
public:
  float_column(std::vector<F> const& values, print_options const& options, bool always_signed)
      : precision_(options.precision), suppress_small_(options.suppress_small), always_signed_(always_signed) {
    choose_notation(values);
    std::size_t finite = 0, longest = 0;
    for (F x : values) {
      if (!std::isfinite(x))
        continue;
      ++finite;
      number_text const t = text(x, false);
      left_ = std::max(left_, t.whole.size());
      longest = std::max(longest, t.fraction.size());
      exponent_ = std::max(exponent_, t.exponent.size());
    }
    right_ = longest + exponent_;
    if (scientific_)
      precision_ = static_cast<int>(longest);
    if (finite != values.size())
      widen_for_names(values);
  }

  std::string operator()(F x) const {
    if (!std::isfinite(x)) {
      std::string const name = std::isnan(x) ? (always_signed_ ? "+nan" : "nan")
                                             : (x < 0            ? "-inf"
                                                : always_signed_ ? "+inf"
                                                                 : "inf");
      return blanks(left_ + 1 + right_, name.size()) + name;
    }
    number_text t = text(x, true);
    if (scientific_ && t.exponent.size() < exponent_)
      t.exponent.insert(2, exponent_ - t.exponent.size(), '0');
    std::string const out = blanks(left_, t.whole.size()) + t.whole + "." + t.fraction + t.exponent;
    return out + blanks(left_ + 1 + right_, out.size());
  }

private:
  /// In F, not double: 1e-4f is below 1e-4, yet prints as 0.0001.
  void choose_notation(std::vector<F> const& values) {
    F const limit = std::is_same_v<F, float> ? F(1e6) : F(1e8); // float has 6 digits that always hold
    F smallest = std::numeric_limits<F>::infinity(), largest = 0;
    for (F x : values) {
      if (!std::isfinite(x) || x == 0)
        continue;
      smallest = std::min(smallest, std::abs(x));
      largest = std::max(largest, std::abs(x));
    }
    if (largest > 0)
      scientific_ = largest >= limit || (!suppress_small_ && (smallest < F(1e-4) || largest / smallest > F(1000)));
  }

  number_text text(F x, bool fill) const {
    number_text t = scientific_ ? scientific(x, precision_, fill) : positional(x, precision_);
    if (always_signed_ && t.whole[0] != '-')
      t.whole.insert(0, 1, '+');
    return t;
  }

  void widen_for_names(std::vector<F> const& values) {
    bool const signed_inf =
        always_signed_ || std::find(values.begin(), values.end(), -std::numeric_limits<F>::infinity()) != values.end();
    std::size_t const name = signed_inf ? 4 : 3, behind = right_ + 1;
    left_ = std::max(left_, name - std::min(name, behind));
  }

  int precision_;
  bool suppress_small_, always_signed_, scientific_ = false;
  std::size_t left_ = 0, right_ = 0, exponent_ = 0;
};

} // namespace

template <class F>
words float_words(std::vector<F> const& values, print_options const& options, bool always_signed) {
  float_column<F> const column(values, options, always_signed);
  words out;
  for (F x : values)
    out.push_back(column(x));
  return out;
}

template <class F>
std::string lone_text(F x, bool part_of_complex) {
  if (std::isnan(x))
    return "nan";
  if (std::isinf(x))
    return x < 0 ? "-inf" : "inf";
  constexpr int all_digits = 400; // the exponent stays within ±16 in positional notation
  double const size = std::abs(static_cast<double>(x)), limit = std::is_same_v<F, float> ? 1e6 : 1e16;
  bool const plain = size == 0 || (size >= 1e-4 && size < limit);
  number_text t = plain ? positional(x, all_digits) : scientific(x, all_digits, false);
  if (t.fraction.empty() && plain && !part_of_complex)
    t.fraction = "0";
  return t.whole + (t.fraction.empty() ? "" : ".") + t.fraction + t.exponent;
}

template words float_words(std::vector<float> const&, print_options const&, bool);
template words float_words(std::vector<double> const&, print_options const&, bool);
template std::string lone_text(float, bool);
template std::string lone_text(double, bool);

} // namespace weft::detail
