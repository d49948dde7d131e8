#include "math/scalar_angle.hpp"

#include <cmath>

#include <windows.h>

namespace weft::detail {
namespace {

using function = double (*)(double);

/// What the library of each Windows calls so.
function of_the_system(char const* name, function otherwise) noexcept {
  const HMODULE library = LoadLibraryA("msvcrt.dll");
  const FARPROC found = library ? GetProcAddress(library, name) : nullptr;
  return found ? reinterpret_cast<function>(reinterpret_cast<void*>(found)) : otherwise;
}

} // namespace

double scalar_sin(double x) noexcept {
  static const function sine = of_the_system("sin", std::sin);
  return sine(x);
}
double scalar_cos(double x) noexcept {
  static const function cosine = of_the_system("cos", std::cos);
  return cosine(x);
}

} // namespace weft::detail
