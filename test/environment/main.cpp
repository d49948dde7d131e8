// Prints what the variables of the environment come to; check.py runs it.
#include <weft/weft.hpp>

#include <iostream>

int main() {
  for (int k = 0; k < 2; ++k) { // whatever is read twice is complained of once
    const weft::build_report r = weft::build_info();
    std::cout << "isa " << r.isa << "\nproducts " << r.products << "\nthreads " << weft::num_threads() << "\nblas " << r.blas << "\n";
    for (auto const& sentence : r.advice)
      std::cout << "advice " << sentence << "\n";
  }
}
