#pragma once

namespace weft::detail {

/// Held around each call of BLAS: it lets products run in any number of threads at once, which OpenBLAS leaves to its
/// callers to arrange. A program that calls from one thread pays for a comparison, about 3 ns.
/// Each hidden copy of weft has turns of its own.
class blas_turn {
public:
  /// level: 1 for a product of two vectors, 2 of a matrix and a vector, 3 of two matrices.
  blas_turn(int level, double multiplications);
  blas_turn(blas_turn const&) = delete;
  blas_turn& operator=(blas_turn const&) = delete;
  ~blas_turn() {
    if (seated_ || counted_)
      leave();
  }

private:
  void leave() const;

  bool seated_ = false, counted_ = false;
  int omp_threads_ = 0; ///< OpenMP threads of the calling thread before they were lowered; 0: not lowered
};

} // namespace weft::detail
