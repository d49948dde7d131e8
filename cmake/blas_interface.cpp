#include "../src/product/cblas.hpp"

// The bytes of the integers of the BLAS that weft is configured with, as exit code. Links only where CBLAS is there too.
int main() {
  auto* volatile const needed = &weft::detail::cblas_dgemm;
  return needed == nullptr ? 0 : weft::detail::blas_int_bytes();
}
