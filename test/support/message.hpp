#pragma once
#include <weft/base/check.hpp>

#include <string>

namespace support {

/// What the exception of f says; "no error" where it throws none of weft's.
template <class F>
std::string message_of(F f) {
  try {
    f();
  } catch (weft::error const& e) {
    return e.what();
  }
  return "no error";
}

} // namespace support
