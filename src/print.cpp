#include <weft/io/format.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

namespace weft::detail {
namespace {

// Printing has three steps: the offsets of the elements that are shown, one text of equal width for each of them, and
// the frame of brackets around the texts. The rules (when to go scientific, what to pad) are NumPy's since 2.3.
using offsets = std::vector<index_t>;
using words = std::vector<std::string>;

/// What a text of `size` lacks of `width`.
std::string blanks(std::size_t width, std::size_t size) {
  return std::string(width - std::min(width, size), ' ');
}

// ---------------------------------------------------------------- one floating number

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

// ---------------------------------------------------------------- a column of floating numbers

/// The common form of a set of numbers, found by a first pass over them.
template <class F>
class float_column {
public:
  float_column(std::vector<F> const& values, print_options const& options, bool always_signed)
      : precision_(options.precision), always_signed_(always_signed) {
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
      scientific_ = largest >= limit || smallest < F(1e-4) || largest / smallest > F(1000);
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
  bool always_signed_, scientific_ = false;
  std::size_t left_ = 0, right_ = 0, exponent_ = 0;
};

// ---------------------------------------------------------------- words

/// Columns on a terminal, as far as one code point is one column.
std::size_t width(std::string const& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

words align_right(words texts) {
  std::size_t widest = 0;
  for (std::string const& text : texts)
    widest = std::max(widest, width(text));
  for (std::string& text : texts)
    text.insert(0, blanks(widest, width(text)));
  return texts;
}

template <class T>
T const& element(void const* data, index_t offset) {
  return static_cast<T const*>(data)[offset];
}

template <class F>
words float_words(std::vector<F> const& values, print_options const& options, bool always_signed = false) {
  float_column<F> const column(values, options, always_signed);
  words out;
  for (F x : values)
    out.push_back(column(x));
  return out;
}

template <class F>
words complex_words(void const* data, offsets const& shown, print_options const& options) {
  std::vector<F> re, im;
  for (index_t offset : shown) {
    auto const& z = element<std::complex<F>>(data, offset);
    re.push_back(z.real());
    im.push_back(z.imag());
  }
  words out = float_words(re, options), imaginary = float_words(im, options, true);
  for (std::size_t k = 0; k < out.size(); ++k) {
    std::string& part = imaginary[k];
    out[k] += part.insert(part.find_last_not_of(' ') + 1, 1, 'j');
  }
  return out;
}

template <class T>
words number_words(void const* data, offsets const& shown, print_options const& options) {
  if constexpr (std::is_floating_point_v<T>) {
    std::vector<T> values;
    for (index_t offset : shown)
      values.push_back(element<T>(data, offset));
    return float_words(values, options);
  } else {
    words out;
    for (index_t offset : shown)
      out.push_back(std::to_string(element<T>(data, offset)));
    return align_right(std::move(out));
  }
}

words bool_words(void const* data, offsets const& shown) {
  words out;
  for (index_t offset : shown)
    out.push_back(element<bool>(data, offset) ? " True" : "False");
  return out;
}

// ---------------------------------------------------------------- rank 0

template <class F>
std::string scalar_text(F x, bool part_of_complex) {
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

template <class F>
std::string scalar_text(std::complex<F> z) {
  std::string const re = scalar_text(z.real(), true), im = scalar_text(z.imag(), true);
  if (z.real() == 0 && !std::signbit(z.real()))
    return im + "j";
  return "(" + re + (im[0] == '-' ? "" : "+") + im + "j)";
}

std::string scalar_text(untyped_view const& a) {
  switch (a.type) {
  case dtype::boolean:
    return element<bool>(a.data, 0) ? "True" : "False";
  case dtype::float32:
    return scalar_text(element<float>(a.data, 0), false);
  case dtype::float64:
    return scalar_text(element<double>(a.data, 0), false);
  case dtype::complex64:
    return scalar_text(element<std::complex<float>>(a.data, 0));
  case dtype::complex128:
    return scalar_text(element<std::complex<double>>(a.data, 0));
  default:
    return {};
  }
}

// ---------------------------------------------------------------- the frame

class frame {
public:
  frame(int rank, index_t const* extents, index_t const* strides, print_options const& options)
      : rank_(rank), extents_(extents), strides_(strides), edge_(std::max(options.edge_items, 1)),
        limit_(options.line_width - rank) { // one column for each bracket that may close behind an element
    index_t size = 1;
    for (int axis = 0; axis < rank; ++axis) {
      empty_ = empty_ || extents[axis] == 0;
      summarised_ = summarised_ || __builtin_mul_overflow(size, extents[axis], &size);
    }
    summarised_ = summarised_ || size > options.threshold;
  }

  bool empty() const { return empty_; }

  offsets shown() const {
    offsets out;
    collect(out, 0, 0);
    return out;
  }

  std::string around(words texts) {
    texts_ = std::move(texts);
    next_ = 0;
    return brackets(0);
  }

private:
  bool has_gap(int axis) const { return summarised_ && extents_[axis] > 2 * edge_; }
  index_t count(int axis) const { return has_gap(axis) ? 2 * edge_ : extents_[axis]; }

  void collect(offsets& out, int axis, index_t offset) const {
    if (axis == rank_)
      return out.push_back(offset);
    index_t const n = count(axis), skipped = extents_[axis] - n;
    for (index_t k = 0; k < n; ++k)
      collect(out, axis + 1, offset + (k < edge_ ? k : k + skipped) * strides_[axis]);
  }

  std::string brackets(int axis) {
    if (axis == rank_ - 1)
      return "[" + row() + "]";
    std::string const separator = std::string(static_cast<std::size_t>(rank_ - 1 - axis), '\n') +
                                  std::string(static_cast<std::size_t>(axis) + 1, ' ');
    std::string out = "[";
    for (index_t k = 0; k < count(axis); ++k) {
      if (k > 0)
        out += separator;
      if (k == edge_ && has_gap(axis))
        out += "..." + separator;
      out += brackets(axis + 1);
    }
    return out + "]";
  }

  /// The last axis, broken into lines. The first line stands where the indentation of the others ends.
  std::string row() {
    std::size_t const indent = static_cast<std::size_t>(rank_);
    std::string out, line;
    std::size_t used = indent;
    auto const add = [&](std::string const& word) {
      if (used > indent && static_cast<index_t>(used + width(word)) > limit_) {
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + "\n";
        line.assign(indent, ' ');
        used = indent;
      }
      line += word;
      used += width(word);
    };
    int const axis = rank_ - 1;
    for (index_t k = 0, n = count(axis); k < n; ++k) {
      if (k == edge_ && has_gap(axis)) {
        add("...");
        line += ' ';
        ++used;
      }
      add(texts_[next_++]);
      if (k == n - 1)
        break;
      line += ' ';
      ++used;
    }
    return out + line;
  }

  int rank_;
  index_t const* extents_;
  index_t const* strides_;
  index_t edge_, limit_;
  bool empty_ = false, summarised_ = false;
  words texts_;
  std::size_t next_ = 0;
};

words number_words(untyped_view const& a, offsets const& shown, print_options const& options) {
  switch (a.type) {
  case dtype::boolean:
    return bool_words(a.data, shown);
  case dtype::int8:
    return number_words<std::int8_t>(a.data, shown, options);
  case dtype::int16:
    return number_words<std::int16_t>(a.data, shown, options);
  case dtype::int32:
    return number_words<std::int32_t>(a.data, shown, options);
  case dtype::int64:
    return number_words<std::int64_t>(a.data, shown, options);
  case dtype::uint8:
    return number_words<std::uint8_t>(a.data, shown, options);
  case dtype::uint16:
    return number_words<std::uint16_t>(a.data, shown, options);
  case dtype::uint32:
    return number_words<std::uint32_t>(a.data, shown, options);
  case dtype::uint64:
    return number_words<std::uint64_t>(a.data, shown, options);
  case dtype::float32:
    return number_words<float>(a.data, shown, options);
  case dtype::float64:
    return number_words<double>(a.data, shown, options);
  case dtype::complex64:
    return complex_words<float>(a.data, shown, options);
  case dtype::complex128:
    return complex_words<double>(a.data, shown, options);
  }
  return {};
}

} // namespace

std::string format_array(untyped_view const& a, print_options const& options) {
  frame f(a.rank, a.extents, a.strides, options);
  if (f.empty())
    return "[]";
  offsets const shown = f.shown();
  std::string scalar = a.rank == 0 ? scalar_text(a) : "";
  if (!scalar.empty())
    return scalar;
  words texts = number_words(a, shown, options);
  return a.rank == 0 ? texts[0] : f.around(std::move(texts));
}

std::string format_array(printable_view const& a, print_options const& options) {
  frame f(a.rank, a.extents, a.strides, options);
  if (f.empty())
    return "[]";
  words texts;
  for (index_t offset : f.shown())
    texts.push_back(a.text(static_cast<char const*>(a.data) + offset * static_cast<index_t>(a.item_size)));
  return a.rank == 0 ? texts[0] : f.around(align_right(std::move(texts)));
}

} // namespace weft::detail
