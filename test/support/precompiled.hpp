#pragma once
#include <weft/weft.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

// What nearly all tests include (test/CMakeLists.txt).
