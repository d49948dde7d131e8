#pragma once
#include "product/types.hpp"

#include <weft/linalg/gemm.hpp>
#include <weft/linalg/workspace.hpp>

#include <type_traits>

// Private to src: the products that blocked factorisations subtract, which are most of their work.
namespace weft::detail {

/// Returns a number of bytes, rounded up to whole cache lines.
template <class N>
constexpr N in_lines(N bytes) {
  return (bytes + 63) / 64 * 64;
}

/// Memory for the temporaries of one product after the other: the caller's memory, or, if it is too small, own memory
/// that grows.
class update_memory final : public scratch {
public:
  update_memory() : scratch(&allocate_from) {}
  update_memory(update_memory const&) = delete;
  update_memory(void* memory, index_t bytes)
      : scratch(&allocate_from), bytes_(static_cast<std::size_t>(bytes)), first_(static_cast<char*>(memory)) {}
  /// Makes room for the temporaries of one product, `bytes` bytes in all.
  void begin(std::size_t bytes);

private:
  static void* allocate_from(scratch& from, std::size_t bytes);
  linalg::workspace grown_;
  std::size_t bytes_ = 0, used_ = 0;
  char* first_ = nullptr;
};

/// One run of a factorisation. It computes, or it only plans: then it finds how much memory the products need.
class factor_run {
public:
  explicit factor_run(update_memory& memory) : memory_(&memory) {}
  factor_run() = default;

  bool plans() const { return memory_ == nullptr; }
  /// Returns a temporary of n elements, which is valid until the next one is taken; null if the run only plans.
  template <class T>
  T* allocate(index_t n) {
    std::size_t const bytes = static_cast<std::size_t>(n) * sizeof(T);
    if (plans()) {
      plan(bytes);
      return nullptr;
    }
    memory_->begin(bytes);
    return static_cast<T*>(memory_->allocate(bytes));
  }
  update_memory& memory() const { return *memory_; }
  void plan(std::size_t bytes);
  /// Returns the bytes of memory that the planned products need.
  index_t room() const { return room_; }

private:
  update_memory* memory_ = nullptr;
  index_t room_ = 0;
};

/// Computes c = alpha a b + beta c. c must not overlap a or b, and is not read if beta is 0.
template <class T>
void update_product(T alpha, matrix_operand<T const> const& a, matrix_operand<T const> const& b, T beta,
                    matrix_operand<T> const& c, factor_run& run) {
  gemm_plan const plan = plan_of<T>(alpha, a, b, beta, c);
  if (run.plans())
    return run.plan(plan.temporary_bytes);
  run.memory().begin(plan.temporary_bytes);
  run_product(plan, alpha, a, b, beta, c, run.memory());
}
/// Subtracts a b from c.
template <class T>
void subtract_product(matrix_operand<T> const& a, matrix_operand<T> const& b, matrix_operand<T> const& c,
                      factor_run& run) {
  update_product<T>(T(-1), {a.data, a.shape}, {b.data, b.shape}, T(1), c, run);
}

/// Returns the transposed and conjugated matrix.
template <class T>
matrix_operand<T> adjoint(matrix_operand<T> const& a) {
  matrix_operand<T> t = transposed(a);
  t.shape.conj = is_complex<std::remove_const_t<T>> && !t.shape.conj;
  return t;
}

/// Returns how many of n rows or columns are in the first part of a matrix that is divided: about half of them, in
/// whole blocks. n is above `block`.
constexpr index_t upper_half(index_t n, index_t block) {
  return (n / 2 + block - 1) / block * block;
}

} // namespace weft::detail
