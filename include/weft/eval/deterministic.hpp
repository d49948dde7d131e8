#pragma once
#include <weft/base/config.hpp>

namespace weft {

/// While one lives, reductions of this thread combine values in an order that depends on shapes alone: the same values
/// give the same bits in any layout (row-major, column-major, transposed, reversed, with gaps) and for any number of
/// threads, on one processor. Values that do not lie in row-major order are copied together first, so there it costs
/// time; where they do it costs nothing. They nest.
///
/// Not covered: products, which are the BLAS's, and reductions of expressions with generated numbers (arange, linspace)
/// that repeat along an axis. Whether a product is rounded before it is added is the compiler's business: GCC fuses the
/// two where the processor can, which may tell the variance of a static shape from that of a run-time one; with
/// -ffp-contract=off they are the same bits.
class [[nodiscard]] deterministic_scope {
public:
  [[nodiscard]] WEFT_API deterministic_scope() noexcept; // of the class alone GCC 12 says nothing
  deterministic_scope(deterministic_scope const&) = delete;
  deterministic_scope& operator=(deterministic_scope const&) = delete;
  WEFT_API ~deterministic_scope();
};

namespace detail {
/// True while this thread is in a deterministic_scope.
WEFT_API bool deterministic() noexcept;
} // namespace detail

} // namespace weft
