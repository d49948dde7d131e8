#include "../src/linalg/lapack/routines.hpp"

// Links only where the library has all routines of LAPACK that weft calls.
template <class... F>
bool are_there(F... routine) {
  using any = void (*)();
  any volatile const addresses[] = {reinterpret_cast<any>(routine)...}; // compilers know that no function lies at 0
  for (auto& address : addresses)
    if (any const found = address; found == nullptr)
      return false;
  return true;
}

template <class T>
bool has_all() {
  using of = weft::detail::lapack<T>;
  return are_there(of::getrf, of::getri, of::gbtrf, of::gbtrs, of::geqrf, of::geqp3, of::orgqr, of::ormqr, of::sytrf,
                   of::sytrs, of::gesdd, of::gelsd, of::gelsy, of::syevd, of::sygvd, of::geev, of::ggev, of::gees,
                   of::gehrd, of::orghr, of::trsyl);
}

int main() {
  return has_all<float>() && has_all<double>() && has_all<std::complex<float>>() && has_all<std::complex<double>>() ? 0
                                                                                                                    : 1;
}
