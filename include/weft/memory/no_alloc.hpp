#pragma once
#include <weft/base/config.hpp>

namespace weft {

/// While an object of this class lives, evaluation in its thread allocates no memory. A statement that would allocate
/// throws an error that says how many bytes, before it touches its target. So a program finds out where its inner loop
/// allocates, in a release build too. doc/allocation.md says what allocates. Scopes nest; each ends in the thread in
/// which it began.
///
/// Builds with checks (WEFT_CHECK_BOUNDS) look for integers over 0 and shifts by too many places before they write.
/// This check allocates nothing, unless a divisor should not be computed twice: if a divisor takes long, as a function
/// of <cmath>, or calls a function of the program, the whole result is computed into a temporary. The same holds for
/// concatenate, pad, tile, take and sort, which store part by part, if a part has such a quotient.
class [[nodiscard]] no_alloc_scope {
public:
  [[nodiscard]] WEFT_API no_alloc_scope() noexcept; // GCC 12 does not warn by the [[nodiscard]] of the class alone
  no_alloc_scope(no_alloc_scope const&) = delete;
  no_alloc_scope& operator=(no_alloc_scope const&) = delete;
  WEFT_API ~no_alloc_scope();
};

} // namespace weft
