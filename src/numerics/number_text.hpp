#pragma once
#include <charconv>
#include <cmath>
#include <string>

namespace weft::detail {

/// Returns the shortest text that reads back as the same number. The text of NaN has no sign, because its sign depends
/// on the processor.
inline std::string number_text(double x) {
  if (std::isnan(x))
    return "NaN";
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, x).ptr};
}

} // namespace weft::detail
