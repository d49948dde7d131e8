#include "math/scalar_angle.hpp"

#include <cmath>
#include <cstring>

#include <windows.h>

namespace weft::detail {
namespace {

using function = double (*)(double);

/// Returns the function of this name in msvcrt.dll, which every Windows has; there it serves any angle (measured with
/// Wine 8). Returns `otherwise` if it is not found.
function of_the_system(char const* name, function otherwise) noexcept {
  const HMODULE library = LoadLibraryA("msvcrt.dll");
  const FARPROC found = library != nullptr ? GetProcAddress(library, name) : nullptr;
  if (found == nullptr)
    return otherwise;
  function out;
  std::memcpy(&out, &found, sizeof out);
  return out;
}

} // namespace

double scalar_sin(double x) noexcept {
  static function const sine = of_the_system("sin", std::sin);
  return sine(x);
}
double scalar_cos(double x) noexcept {
  static function const cosine = of_the_system("cos", std::cos);
  return cosine(x);
}

} // namespace weft::detail
