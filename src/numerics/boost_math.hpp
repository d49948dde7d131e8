#pragma once
#include <weft/base/check.hpp>

namespace weft::detail {

/// Throws the error of builds that found no headers of Boost.Math.
[[noreturn]] inline void throw_no_boost_math(char const* operation) {
  throw_error(operation, "this build of weft has no Boost.Math: install its headers (libboost-dev) and build it again");
}

} // namespace weft::detail
