#pragma once
#include "product/types.hpp"

#include <weft/linalg/gemm.hpp>
#include <weft/linalg/workspace.hpp>

#include <type_traits>

// Private to src: what blocked factorisations do most, a product that is subtracted.
namespace weft::detail {

/// So many bytes in whole lines of the cache.
template <class N>
constexpr N in_lines(N bytes) {
  return (bytes + 63) / 64 * 64;
}

/// The temporaries of one product after the other, in memory of the caller; where that is too small, in memory that
/// grows.
class update_memory final : public scratch {
public:
  update_memory() : scratch(&take_from) {}
  update_memory(update_memory const&) = delete;
  update_memory(void* memory, index_t bytes)
      : scratch(&take_from), bytes_(static_cast<std::size_t>(bytes)), first_(static_cast<char*>(memory)) {}
  /// From now on a product takes its temporaries, so many bytes in all.
  void begin(std::size_t bytes);

private:
  static void* take_from(scratch& from, std::size_t bytes);
  linalg::workspace grown_;
  std::size_t bytes_ = 0, used_ = 0;
  char* first_ = nullptr;
};

/// What a factorisation is done in: it computes, or, where it only plans, finds the room that its products want.
class factor_run {
public:
  explicit factor_run(update_memory& memory) : memory_(&memory) {}
  factor_run() = default;

  bool plans() const { return memory_ == nullptr; }
  /// Temporaries of so many elements, which last until something else takes some; null where it only plans.
  template <class T>
  T* take(index_t n) {
    std::size_t const bytes = static_cast<std::size_t>(n) * sizeof(T);
    if (plans()) {
      plan(bytes);
      return nullptr;
    }
    memory_->begin(bytes);
    return static_cast<T*>(memory_->take(bytes));
  }
  update_memory& memory() const { return *memory_; }
  void plan(std::size_t bytes);
  /// Bytes of the memory for which it was planned.
  index_t room() const { return room_; }

private:
  update_memory* memory_ = nullptr;
  index_t room_ = 0;
};

/// c = alpha a b + beta c. c must not overlap a or b, and is not read where beta is 0.
template <class T>
void update_product(T alpha, matrix_operand<T const> const& a, matrix_operand<T const> const& b, T beta,
                    matrix_operand<T> const& c, factor_run& run) {
  gemm_plan const plan = plan_of<T>(alpha, a, b, beta, c);
  if (run.plans())
    return run.plan(plan.temporary_bytes);
  run.memory().begin(plan.temporary_bytes);
  run_product(plan, alpha, a, b, beta, c, run.memory());
}
/// c -= a b.
template <class T>
void subtract_product(matrix_operand<T> const& a, matrix_operand<T> const& b, matrix_operand<T> const& c,
                      factor_run& run) {
  update_product<T>(T(-1), {a.data, a.shape}, {b.data, b.shape}, T(1), c, run);
}

/// a transposed, and conjugated.
template <class T>
matrix_operand<T> adjoint(matrix_operand<T> const& a) {
  matrix_operand<T> t = transposed(a);
  t.shape.conj = is_complex<std::remove_const_t<T>> && !t.shape.conj;
  return t;
}

/// Where a matrix of n rows or columns, more than one block, is divided: whole blocks come first.
constexpr index_t upper_half(index_t n, index_t block) {
  return (n / 2 + block - 1) / block * block;
}

} // namespace weft::detail
