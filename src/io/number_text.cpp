#include "io/number_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <type_traits>

namespace weft::detail {
namespace {

constexpr int all_digits = 400; // more than the shortest text of any number has after its point

/// A finite number in decimal: digits[0] . digits[1] digits[2] ... times 10^exponent.
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

/// Returns the shortest digits that read back as x; with a precision, the exact value rounded to `precision` digits
/// after the first.
template <class F>
decimal to_decimal(F x, int precision = -1) {
  std::string const text = to_text(std::abs(x), std::chars_format::scientific, precision);
  std::size_t const e = text.find('e');
  decimal d{std::signbit(x), text.substr(0, 1), std::stoi(text.substr(e + 1))};
  if (e > 1)
    d.digits += text.substr(2, e - 2);
  return d;
}

/// A number cut at its point, so that a column of numbers can be aligned there: "-1" "25", or "-1" "25" "e+10".
struct number_text {
  std::string whole, fraction, exponent;
};

void drop_zeros(std::string& fraction) {
  fraction.erase(fraction.find_last_not_of('0') + 1);
}

/// The number of digits after the point: at most `precision`, or with `fill` exactly `precision`. If more digits are
/// wanted than the shortest text has, they are the digits of the exact value, as in NumPy: if a tensor of float32 is
/// printed with eight digits, NumPy and weft print its element 1.1 as 1.10000002.
struct digit_rule {
  int precision;
  bool fill = false;
};

template <class F>
number_text positional(F x, digit_rule rule) {
  decimal const d = to_decimal(x);
  std::string const sign = d.negative ? "-" : "";
  int const digits_behind = static_cast<int>(d.digits.size()) - 1 - d.exponent;
  if (digits_behind > rule.precision || (rule.fill && digits_behind < rule.precision)) {
    std::string const text = to_text(std::abs(x), std::chars_format::fixed, rule.precision);
    std::size_t const point = std::min(text.find('.'), text.size());
    std::string fraction = text.substr(std::min(point + 1, text.size()));
    if (!rule.fill)
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

template <class F>
number_text scientific(F x, digit_rule rule) {
  decimal d = to_decimal(x);
  int const fraction_digits = static_cast<int>(d.digits.size()) - 1;
  if (fraction_digits > rule.precision || (rule.fill && fraction_digits < rule.precision))
    d = to_decimal(x, rule.precision);
  std::string fraction = d.digits.substr(1);
  if (!rule.fill)
    drop_zeros(fraction);
  return {(d.negative ? "-" : "") + d.digits.substr(0, 1), fraction, exponent_text(d.exponent)};
}

/// The common form of a list of numbers, which the constructor finds by a pass over them.
template <class F>
class float_column {
public:
  float_column(std::vector<F> const& values, print_options const& options, sign_mode sign)
      : options_(options), plus_(sign == sign_mode::plus ? "+" : "") {
    choose_notation(values);
    bool const fixed = options.floats == float_mode::fixed;
    rule_ = {options.floats == float_mode::unique ? all_digits
                                                  : static_cast<int>(std::clamp<index_t>(options.precision, 0, 1100)),
             fixed};
    std::size_t finite = 0, longest = 0;
    bool negative = false;
    for (F x : values) {
      if (!std::isfinite(x))
        continue;
      ++finite;
      negative = negative || std::signbit(x);
      number_text const t = text(x);
      left_ = std::max(left_, t.whole.size());
      longest = std::max(longest, t.fraction.size());
      exponent_ = std::max(exponent_, t.exponent.size());
    }
    right_ = longest + exponent_;
    if (scientific_ || options.floats == float_mode::maxprec_equal)
      rule_ = {static_cast<int>(longest), true};
    if (sign == sign_mode::space && !negative)
      ++left_;
    if (finite != values.size())
      widen_for_names(values, sign != sign_mode::minus);
  }

  std::string operator()(F x) const {
    if (!std::isfinite(x)) {
      std::string name = x < 0 ? "-" : plus_;
      name += std::isnan(x) ? options_.nan : options_.inf;
      return blanks(left_ + 1 + right_, width(name)) + name;
    }
    number_text t = text(x);
    if (scientific_ && t.exponent.size() < exponent_)
      t.exponent.insert(2, exponent_ - t.exponent.size(), '0');
    std::string const out = blanks(left_, t.whole.size()) + t.whole + "." + t.fraction + t.exponent;
    return out + blanks(left_ + 1 + right_, out.size());
  }

private:
  /// Chooses the notation. It compares in F, not in double: 1e-4f is below 1e-4, yet prints as 0.0001.
  void choose_notation(std::vector<F> const& values) {
    scientific_ = options_.notation == notation_mode::scientific;
    if (options_.notation != notation_mode::automatic)
      return;
    F const limit = std::is_same_v<F, float> ? F(1e6) : F(1e8); // float has 6 digits that always hold
    F smallest = std::numeric_limits<F>::infinity(), largest = 0;
    for (F x : values) {
      if (!std::isfinite(x) || x == 0)
        continue;
      smallest = std::min(smallest, std::abs(x));
      largest = std::max(largest, std::abs(x));
    }
    if (largest > 0)
      scientific_ =
          largest >= limit || (!options_.suppress_small && (smallest < F(1e-4) || largest / smallest > F(1000)));
  }

  number_text text(F x) const {
    number_text t = scientific_ ? scientific(x, rule_) : positional(x, rule_);
    if (t.whole[0] != '-')
      t.whole.insert(0, plus_);
    return t;
  }

  void widen_for_names(std::vector<F> const& values, bool room_for_sign) {
    bool const signed_inf =
        room_for_sign || std::find(values.begin(), values.end(), -std::numeric_limits<F>::infinity()) != values.end();
    std::size_t const name = std::max(width(options_.nan), width(options_.inf) + signed_inf), behind = right_ + 1;
    left_ = std::max(left_, name - std::min(name, behind));
  }

  print_options const& options_;
  std::string plus_;
  digit_rule rule_{};
  bool scientific_ = false;
  std::size_t left_ = 0, right_ = 0, exponent_ = 0;
};

} // namespace

template <class F>
words float_words(std::vector<F> const& values, print_options const& options, sign_mode sign) {
  float_column<F> const column(values, options, sign);
  words out;
  for (F x : values)
    out.push_back(column(x));
  return out;
}

template <class F>
std::string lone_text(F x, bool is_component) {
  if (std::isnan(x))
    return "nan";
  if (std::isinf(x))
    return x < 0 ? "-inf" : "inf";
  double const size = std::abs(static_cast<double>(x)), limit = std::is_same_v<F, float> ? 1e6 : 1e16;
  bool const plain = size == 0 || (size >= 1e-4 && size < limit);
  number_text t = plain ? positional(x, {all_digits}) : scientific(x, {all_digits});
  if (t.fraction.empty() && plain && !is_component)
    t.fraction = "0";
  return t.whole + (t.fraction.empty() ? "" : ".") + t.fraction + t.exponent;
}

template words float_words(std::vector<float> const&, print_options const&, sign_mode);
template words float_words(std::vector<double> const&, print_options const&, sign_mode);
template std::string lone_text(float, bool);
template std::string lone_text(double, bool);

} // namespace weft::detail
