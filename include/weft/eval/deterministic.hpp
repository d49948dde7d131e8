#pragma once
#include <weft/base/config.hpp>

namespace weft {

/// While an object of this class lives, reductions in its thread combine values in an order that depends only on
/// shapes. So the same values give the same bits in any layout (row-major, column-major, transposed, reversed, with
/// gaps) and for any number of threads, on one processor. Values that do not lie in row-major order are copied first,
/// which costs time; for others it costs nothing. Scopes nest.
///
/// Not covered are products, which BLAS computes, and reductions of expressions with generated numbers (arange,
/// linspace) that repeat along an axis. The compiler decides whether a product is rounded before it is added: GCC fuses
/// the two where the processor can. So the variance of a static shape and of a run-time one may differ; with
/// -ffp-contract=off they have the same bits.
class [[nodiscard]] deterministic_scope {
public:
  [[nodiscard]] WEFT_API deterministic_scope() noexcept; // GCC 12 does not warn by the [[nodiscard]] of the class alone
  deterministic_scope(deterministic_scope const&) = delete;
  deterministic_scope& operator=(deterministic_scope const&) = delete;
  WEFT_API ~deterministic_scope();
};

namespace detail {
/// Returns true while this thread is in a deterministic_scope.
WEFT_API bool deterministic() noexcept;
} // namespace detail

} // namespace weft
