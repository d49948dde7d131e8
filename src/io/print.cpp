#include "io/number_text.hpp"

#include <weft/base/scalar.hpp>
#include <weft/dynamic/dispatch.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <ios>
#include <type_traits>
#include <utility>

namespace weft {
namespace detail {
namespace {

// Printing has three steps: finding the offsets of the elements that are shown, making a text of equal width for each
// of them, and putting brackets around the texts. The rules (when to use exponents, what to pad) are NumPy's since 2.3.
using offsets = std::vector<index_t>;

// ---------------------------------------------------------------- words

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
words complex_words(void const* data, offsets const& shown, print_options const& options) {
  std::vector<F> re, im;
  for (index_t offset : shown) {
    auto const& z = element<std::complex<F>>(data, offset);
    re.push_back(z.real());
    im.push_back(z.imag());
  }
  words out = float_words(re, options, options.sign), imaginary = float_words(im, options, sign_mode::plus);
  for (std::size_t k = 0; k < out.size(); ++k) {
    std::string& imaginary_text = imaginary[k];
    out[k] += imaginary_text.insert(imaginary_text.find_last_not_of(' ') + 1, 1, 'j');
  }
  return out;
}

template <class T>
words number_words(void const* data, offsets const& shown, print_options const& options) {
  if constexpr (is_floating<T>) {
    std::vector<computed_t<T>> values;
    for (index_t offset : shown)
      values.push_back(written_alike(element<T>(data, offset)));
    return float_words(values, options, options.sign);
  } else {
    auto const negative = [&](index_t offset) { return element<T>(data, offset) < T(0); };
    bool const has_room = options.sign == sign_mode::space && std::any_of(shown.begin(), shown.end(), negative);
    char const* const sign = options.sign == sign_mode::plus                 ? "+"
                             : options.sign == sign_mode::space && !has_room ? " "
                                                                             : "";
    words out;
    for (index_t offset : shown)
      out.push_back((negative(offset) ? "" : sign) + std::to_string(element<T>(data, offset)));
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
std::string scalar_text(std::complex<F> z) {
  std::string const re = lone_text(z.real(), true), im = lone_text(z.imag(), true);
  if (z.real() == 0 && !std::signbit(z.real()))
    return im + "j";
  return "(" + re + (im[0] == '-' ? "" : "+") + im + "j)";
}

std::string scalar_text(untyped_view const& a) {
  switch (a.type) {
  case dtype::boolean:
    return element<bool>(a.data, 0) ? "True" : "False";
  case dtype::float32:
    return lone_text(element<float>(a.data, 0), false);
  case dtype::float16:
    return lone_text(written_alike(element<float16>(a.data, 0)), false);
  case dtype::bfloat16:
    return lone_text(written_alike(element<bfloat16>(a.data, 0)), false);
  case dtype::float64:
    return lone_text(element<double>(a.data, 0), false);
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
      : rank_(rank), extents_(extents), strides_(strides),
        edge_(std::clamp<index_t>(options.edge_items, 1, index_t(1) << 61)),
        limit_(std::max<index_t>(options.line_width, 0) -
               rank) { // one column for each bracket that may close behind an element
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

  /// Returns the elements of the last axis, broken into lines. The first line is not indented: the brackets before it
  /// take as many columns.
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
  return with_dtype(a.type, [&]<class T>(std::type_identity<T>) {
    if constexpr (std::is_same_v<T, bool>)
      return bool_words(a.data, shown);
    else if constexpr (is_complex<T>)
      return complex_words<real_t<T>>(a.data, shown, options);
    else
      return number_words<T>(a.data, shown, options);
  });
}

} // namespace

} // namespace detail

namespace {

#if defined(_WIN32)
// GCC for Windows may free the memory of a thread before it destroys the objects in it. So there is a pointer, which
// needs no destructor: the options that a thread sets are never freed.
thread_local print_options* own_options = nullptr;

print_options const& options_here() {
  static print_options const usual;
  return own_options == nullptr ? usual : *own_options;
}
print_options& own_options_here() {
  if (own_options == nullptr)
    own_options = new print_options;
  return *own_options;
}
#else
thread_local print_options own_options;

print_options const& options_here() {
  return own_options;
}
print_options& own_options_here() {
  return own_options;
}
#endif

} // namespace

print_options set_print_options(print_options const& options) {
  return std::exchange(own_options_here(), options);
}
print_options current_print_options() {
  return options_here();
}

namespace detail {

stream_options options_for(std::ios_base const& stream) {
  stream_options out{options_here(), false};
  print_options& o = out.options;
  print_options const usual;
  auto const form = stream.flags() & std::ios_base::floatfield;
  bool const fixed = form == std::ios_base::fixed, scientific = form == std::ios_base::scientific;
  if ((fixed || scientific || stream.precision() != 6) && o.precision == usual.precision && o.floats == usual.floats &&
      o.suppress_small == usual.suppress_small && o.notation == usual.notation) {
    // A precision below 0 means 6, as in printf; a double has at most 1074 digits after its point.
    o.precision = stream.precision() < 0 ? 6 : static_cast<int>(std::min<std::streamsize>(stream.precision(), 1100));
    if (fixed || scientific) {
      o.floats = float_mode::fixed;
      o.notation = fixed ? notation_mode::positional : notation_mode::scientific;
    }
    out.has_digits = true;
  }
  if (o.sign == usual.sign && (stream.flags() & std::ios_base::showpos))
    o.sign = sign_mode::plus;
  return out;
}

namespace {

/// Returns the text of a single floating-point number: it has a digit after its point, or no point.
std::string lone_word(std::string word, print_options const& options) {
  if (word.ends_with('.'))
    options.floats == float_mode::fixed ? word.pop_back() : word.push_back('0');
  return word;
}

} // namespace

std::string format_array(untyped_view const& a, print_options const& options, bool rank_0_too) {
  frame f(a.rank, a.extents, a.strides, options);
  if (f.empty())
    return "[]";
  offsets const shown = f.shown();
  if (a.rank == 0 && rank_0_too)
    return lone_word(number_words(a, shown, options)[0], options);
  std::string scalar = a.rank == 0 ? scalar_text(a) : "";
  if (!scalar.empty())
    return scalar;
  if (a.rank == 0)
    return number_words(a, shown, {})[0];
  return f.around(number_words(a, shown, options));
}

std::string format_array(printable_view const& a, print_options const& options) {
  frame f(a.rank, a.extents, a.strides, options);
  if (f.empty())
    return "[]";
  words texts;
  for (index_t offset : f.shown())
    texts.push_back(a.text(static_cast<char const*>(a.data) + offset * static_cast<index_t>(a.item_size), a.stream));
  return a.rank == 0 ? texts[0] : f.around(align_right(std::move(texts)));
}

} // namespace detail
} // namespace weft
