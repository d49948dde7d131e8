#pragma once
#include <weft/base/config.hpp>
#include <weft/base/dtype.hpp>
#include <weft/base/index.hpp>

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>

namespace weft {

/// How many digits floating numbers have after the point, as NumPy's floatmode says it.
enum class float_mode {
  fixed,        ///< exactly as many as the precision, of the exact value
  unique,       ///< as many as tell each number from its neighbours, whatever the precision
  maxprec,      ///< the same, but no more than the precision
  maxprec_equal ///< as many in all numbers as the longest of them has by maxprec
};

/// The sign printed before a number that is not negative; in complex numbers, before the real part.
enum class sign_mode {
  minus, ///< nothing: only negative numbers have a sign
  plus,  ///< +
  space  ///< a blank, unless a negative number among them makes room anyway
};

/// Whether floating numbers are written with exponents.
enum class notation_mode {
  automatic,  ///< where they are very large, very small, or differ very much
  positional, ///< never
  scientific  ///< always
};

/// NumPy's print options, with its defaults, and whether there are exponents.
struct print_options {
  index_t precision = 8;    ///< most digits after the point; more than 1100, which no double has, count as that
  index_t threshold = 1000; ///< more elements than this are summarised
  index_t edge_items = 3;   ///< elements shown at each end of a summarised axis
  index_t line_width = 75;
  bool suppress_small = false; ///< small numbers, and those beside much larger ones, are written without exponents too
  float_mode floats = float_mode::maxprec;           ///< digits after the point
  sign_mode sign = sign_mode::minus;                 ///< of floating numbers and of integers
  std::string_view nan = "nan", inf = "inf";         ///< their names, texts that live as long as the options are in use
  notation_mode notation = notation_mode::automatic; ///< suppress_small counts where it is automatic
};

/// Sets the options that `<<` and to_string use where no options are given, on this thread. Returns the options before.
WEFT_API print_options set_print_options(print_options const& options);
/// The options of this thread.
[[nodiscard]] WEFT_API print_options current_print_options();

/// The options of this thread while it lives.
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

/// Strided memory of elements that have no dtype: `text` prints the element at an address, with the flags and the
/// precision of a stream if there is one.
struct printable_view {
  void const* data;
  std::size_t item_size;
  std::string (*text)(void const* element, std::ios_base const* stream);
  std::ios_base const* stream;
  int rank;
  index_t const* extents;
  index_t const* strides;
};

/// The text that NumPy's str() gives for the array. The options do not touch rank 0, which prints as the scalar, unless
/// that is asked for.
WEFT_API std::string format_array(untyped_view const& a, print_options const& options = {}, bool rank_0_too = false);
/// That frame around the texts of elements without a dtype, aligned to the right. Width counts code points of UTF-8.
WEFT_API std::string format_array(printable_view const& a, print_options const& options = {});

/// The options of this thread with the digits and the sign that a stream asks for, as operator<< says.
struct stream_options {
  print_options options;
  bool has_digits; ///< of the stream's; they hold for rank 0 too
};
WEFT_API stream_options options_for(std::ios_base const& stream);

} // namespace detail
} // namespace weft
