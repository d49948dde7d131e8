#pragma once
#include "product/types.hpp"

#include <weft/linalg/gemm.hpp>
#include <weft/memory/storage.hpp>

// Private to src: what blocked factorisations do most, a product that is subtracted.
namespace weft::detail {

/// The temporaries of one product after the other. They lie in one block, which grows when a product wants more.
class update_memory final : public scratch {
public:
  update_memory() : scratch(&take_from) {}
  /// From now on a product takes its temporaries, so many bytes in all.
  void begin(std::size_t bytes);

private:
  static void* take_from(scratch& from, std::size_t bytes);
  storage_ref memory_{};
  std::size_t bytes_ = 0, used_ = 0;
  char* first_ = nullptr;
};

/// c -= a b. c must not overlap a or b.
template <class T>
void subtract_product(matrix_operand<T> const& a, matrix_operand<T> const& b, matrix_operand<T> const& c,
                      update_memory& memory) {
  matrix_operand<T const> const left{a.data, a.shape}, right{b.data, b.shape};
  gemm_plan const plan = plan_of<T>(T(-1), left, right, T(1), c);
  memory.begin(plan.temporary_bytes);
  run_product(plan, T(-1), left, right, T(1), c, memory);
}

/// Where a matrix of n rows or columns, more than one block, is divided: whole blocks come first.
constexpr index_t upper_half(index_t n, index_t block) {
  return (n / 2 + block - 1) / block * block;
}

} // namespace weft::detail
