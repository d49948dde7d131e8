#pragma once
#include <support/blas_name.hpp>

#include <algorithm>

#include <dlfcn.h>

namespace support {

/// Threads among which OpenBLAS may divide a call that this thread makes now; 1 of another library.
inline int blas_threads() {
  const auto number = [](char const* name, int usual) {
    auto* const f = reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, name));
    return f == nullptr ? usual : f();
  };
  const int all = number(WEFT_BLAS_NAME(openblas_get_num_threads), 1);
  return std::min(all, number("omp_get_max_threads", all)); // OpenMP keeps a number for each thread
}

} // namespace support
