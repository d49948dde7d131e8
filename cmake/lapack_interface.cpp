#include "../src/lapack/routines.hpp"

// Links only where the library has all routines of LAPACK that weft calls.
template <class T>
bool has_all() {
  using of = weft::detail::lapack<T>;
  auto* volatile factorise = of::potrf;
  auto* volatile eliminate = of::getrf;
  auto* volatile invert = of::getri;
  auto* volatile eliminate_band = of::gbtrf;
  auto* volatile solve_band = of::gbtrs;
  auto* volatile reflect = of::geqrf;
  auto* volatile form_q = of::orgqr;
  auto* volatile decompose = of::gesdd;
  auto* volatile symmetric = of::syevd;
  auto* volatile general = of::geev;
  auto* volatile approximate = of::gelsd;
  return factorise && eliminate && invert && eliminate_band && solve_band && reflect && form_q && decompose &&
         symmetric && general && approximate;
}

int main() {
  return has_all<float>() && has_all<double>() && has_all<std::complex<float>>() && has_all<std::complex<double>>() ? 0
                                                                                                                    : 1;
}
