#pragma once
#include <weft/io/print_typed.hpp>
#include <weft/records/record.hpp>

#include <ostream>

namespace weft {

/// Writes the fields of a record, one or more lines for each: its path, and its elements as a tensor prints them.
///   inner.u:
///   [[1 2]
///    [3 4]]
///   inner.time: 2
template <class Traits, Record R>
WEFT_FN std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, R const& y) {
  bool first = true;
  for_each_field(y, [&](std::string_view path, auto const& x) {
    out << (first ? "" : "\n") << path << ':';
    if constexpr (Scalar<decltype(x)>)
      out << ' ' << x;
    else
      out << (x.rank() > 1 ? '\n' : ' ') << x;
    first = false;
  });
  return out;
}

} // namespace weft
