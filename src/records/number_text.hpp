#pragma once
#include <charconv>
#include <cmath>
#include <string>

namespace weft::detail {

/// The shortest text that reads back as the number; of NaN, whose sign depends on the processor, the same everywhere.
inline std::string number_text(double x) {
  if (std::isnan(x))
    return "NaN";
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, x).ptr};
}

} // namespace weft::detail
