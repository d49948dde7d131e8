#include "../src/lapack/routines.hpp"

// Links only where the library has all routines of LAPACK that weft calls.
template <class T>
bool has_all() {
  using of = weft::detail::lapack<T>;
  auto* volatile factorise = of::potrf;
  auto* volatile eliminate = of::getrf;
  auto* volatile invert = of::getri;
  auto* volatile reflect = of::geqrf;
  auto* volatile form_q = of::orgqr;
  auto* volatile decompose = of::gesdd;
  auto* volatile symmetric = of::syevd;
  auto* volatile general = of::geev;
  auto* volatile approximate = of::gelsd;
  auto* volatile reflect_pivoted = of::geqp3;
  auto* volatile approximate_by_qr = of::gelsy;
  auto* volatile symmetric_pair = of::sygvd;
  auto* volatile general_pair = of::ggev;
  auto* volatile to_triangle = of::gees;
  auto* volatile to_hessenberg = of::gehrd;
  auto* volatile form_hessenberg = of::orghr;
  auto* volatile sylvester = of::trsyl;
  return factorise && eliminate && invert && reflect && form_q && decompose && symmetric && general && approximate &&
         reflect_pivoted && approximate_by_qr && symmetric_pair && general_pair && to_triangle && to_hessenberg &&
         form_hessenberg && sylvester;
}

int main() {
  return has_all<float>() && has_all<double>() && has_all<std::complex<float>>() && has_all<std::complex<double>>() ? 0
                                                                                                                    : 1;
}
