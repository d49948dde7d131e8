#pragma once

#include <weft/linalg/contraction_run.hpp>

// Private to src: the code of contractions. Separate files compile it for each element type, because compiling it takes
// long.
namespace weft::detail {

template <class T>
void run_contraction(contraction_slot* slots, int count, T alpha, T beta, contraction_slot const& target, session& s) {
  contraction_run<T>(slots, count, s).run(alpha, beta, target);
}

#define WEFT_CONTRACTION(T)                                                                                            \
  template void run_contraction(contraction_slot*, int, T, T, contraction_slot const&, session&);

} // namespace weft::detail
