#pragma once
#include <weft/base/index.hpp>

#include <cmath>
#include <limits>

// Operands of staged operations, of size 1, and lengths around those of a piece.
namespace {

using weft::index_t;

template <class T>
bool near(T x, long double expected) {
  return std::abs(static_cast<long double>(x) - expected) <=
         16 * static_cast<long double>(std::numeric_limits<T>::epsilon()) * (1 + std::abs(expected));
}

inline double seed(index_t i) {
  return std::fmod(0.37 * static_cast<double>(i), 2.0) - 0.9;
}

[[maybe_unused]] const index_t around_a_piece[] = {0, 1, 3, 15, 16, 17, 255, 256, 257, 511, 512, 513, 1000};

} // namespace
