#pragma once
#include <weft/base/config.hpp>
#include <weft/base/dtype.hpp>
#include <weft/base/index.hpp>

#include <cstddef>
#include <string>

namespace weft {

/// NumPy's print options, with its defaults.
struct print_options {
  int precision = 8;        ///< most digits after the point
  index_t threshold = 1000; ///< more elements than this are summarised
  int edge_items = 3;       ///< elements shown at each end of a summarised axis
  int line_width = 75;
  bool suppress_small = false; ///< small numbers, and those beside much larger ones, are written without exponents too
};

/// What `<<` and to_string take where no options are given, on this thread. Returns what was set before.
WEFT_API print_options set_print_options(print_options const& options);
/// The options of this thread.
WEFT_API print_options current_print_options();

/// The options of this thread while it lives.
class print_scope {
public:
  WEFT_FN explicit print_scope(print_options const& options) : before_(set_print_options(options)) {}
  print_scope(print_scope const&) = delete;
  print_scope& operator=(print_scope const&) = delete;
  WEFT_FN ~print_scope() { set_print_options(before_); }

private:
  print_options before_;
};

namespace detail {

/// Strided memory of elements that have no dtype: `text` prints the element at an address.
struct printable_view {
  void const* data;
  std::size_t item_size;
  std::string (*text)(void const* element);
  int rank;
  index_t const* extents;
  index_t const* strides;
};

/// What NumPy's str() gives for the array; the options do not touch rank 0, which prints as the scalar.
WEFT_API std::string format_array(untyped_view const& a, print_options const& options = {});
/// The same frame; the texts are aligned to the right. Width counts code points of UTF-8.
WEFT_API std::string format_array(printable_view const& a, print_options const& options = {});

} // namespace detail
} // namespace weft
