#pragma once
#include <weft/base/machine_vector.hpp>

#include "linalg/small/batch.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

// Private to src/linalg/small: the headers that the units of all instruction sets share.
