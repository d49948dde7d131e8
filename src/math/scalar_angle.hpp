#pragma once

// Sines and cosines of any angle. MinGW-w64 replaces the functions of the system by instructions of the x87, whose pi
// has 66 bits: beyond angles of 2^63 no digit of their results is right.
namespace weft::detail {

#if defined(_WIN32)
double scalar_sin(double x) noexcept; // math/windows/scalar_angle.cpp
double scalar_cos(double x) noexcept;
#else
inline double scalar_sin(double x) noexcept {
  return __builtin_sin(x);
}
inline double scalar_cos(double x) noexcept {
  return __builtin_cos(x);
}
#endif

} // namespace weft::detail
