// Compiled with -fno-openmp-simd.
#include <weft/linalg/build_info.hpp>

bool unheard_is_said() {
  for (auto const& sentence : weft::build_info().advice)
    if (sentence.find("-fopenmp-simd") != std::string::npos)
      return true;
  return false;
}
