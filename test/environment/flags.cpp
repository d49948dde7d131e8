// What WEFT_ISA comes to where weft is compiled with flags for AVX2: with the two sources that decide it, by such flags.
#include "run/environment.hpp"
#include "run/isa.hpp"

#include <weft/eval/loop.hpp>

#include <iostream>

int main() {
  std::cout << weft::detail::isa_name(weft::detail::isa_level()) << "\n";
  for (auto const& sentence : weft::detail::ignored_environment())
    std::cout << sentence << "\n";
}
