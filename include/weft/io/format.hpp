#pragma once
#include <weft/base/config.hpp>
#include <weft/base/dtype.hpp>
#include <weft/base/index.hpp>

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>

namespace weft {

/// How many digits floating numbers have after the point, as in NumPy's floatmode.
enum class float_mode {
  fixed,        ///< exactly `precision` digits after the point, of the exact value
  unique,       ///< as many digits as distinguish each number from its neighbours; `precision` is ignored
  maxprec,      ///< the digits of `unique`, but at most `precision` after the point
  maxprec_equal ///< the same number of digits for all numbers: the most that maxprec gives one of them
};

/// The sign printed before a number that is not negative; in complex numbers, before the real part.
enum class sign_mode {
  minus, ///< only negative numbers have a sign
  plus,  ///< positive numbers have the sign +
  space  ///< positive numbers have a blank for a sign, unless a negative one has made room
};

/// Whether floating numbers are written with exponents.
enum class notation_mode {
  automatic,  ///< exponents if numbers are very large, very small, or differ very much
  positional, ///< never exponents
  scientific  ///< always exponents
};

/// NumPy's print options, with its defaults, and the option `notation`, which NumPy does not have.
struct print_options {
  /// The largest number of digits after the point. Numbers above 1100 count as 1100, because no double has more.
  index_t precision = 8;
  index_t threshold = 1000; ///< arrays with more elements are summarised
  index_t edge_items = 3;   ///< elements shown at each end of a summarised axis
  index_t line_width = 75;
  bool suppress_small = false; ///< true: no exponents for small numbers, nor for numbers beside much larger ones
  float_mode floats = float_mode::maxprec;           ///< digits after the point
  sign_mode sign = sign_mode::minus;                 ///< the sign of floating numbers and of integers
  std::string_view nan = "nan", inf = "inf";         ///< the texts for NaN and infinity, which must outlive the options
  notation_mode notation = notation_mode::automatic; ///< suppress_small is used only with `automatic`
};

/// Sets the options of this thread, which `<<` and to_string use if they are given none. Returns the previous options.
WEFT_API print_options set_print_options(print_options const& options);
/// Returns the options of this thread.
[[nodiscard]] WEFT_API print_options current_print_options();

/// Sets the options of this thread, and restores the previous ones when it dies.
class [[nodiscard]] print_scope {
public:
  [[nodiscard]] WEFT_FN explicit print_scope(print_options const& options) : before_(set_print_options(options)) {}
  print_scope(print_scope const&) = delete;
  print_scope& operator=(print_scope const&) = delete;
  WEFT_FN ~print_scope() { set_print_options(before_); }

private:
  print_options before_;
};

namespace detail {

/// Describes strided memory whose elements have no dtype. `text` returns the text of the element at an address, printed
/// with the flags and the precision of `stream` unless that is null.
struct printable_view {
  void const* data;
  std::size_t item_size;
  std::string (*text)(void const* element, std::ios_base const* stream);
  std::ios_base const* stream;
  int rank;
  index_t const* extents;
  index_t const* strides;
};

/// Returns the text that NumPy's str() gives for the array. The options do not apply to rank 0, which prints as the
/// scalar, unless rank_0_too is true.
WEFT_API std::string format_array(untyped_view const& a, print_options const& options = {}, bool rank_0_too = false);
/// Returns the text of an array whose elements have no dtype: their own texts, aligned to the right, in the brackets of
/// NumPy. The width of a text counts code points of UTF-8.
WEFT_API std::string format_array(printable_view const& a, print_options const& options = {});

/// The options of this thread, changed to the digits and the sign that a stream asks for, as operator<< says.
struct stream_options {
  print_options options;
  bool has_digits; ///< the stream sets the number of digits, also for rank 0
};
WEFT_API stream_options options_for(std::ios_base const& stream);

} // namespace detail
} // namespace weft
