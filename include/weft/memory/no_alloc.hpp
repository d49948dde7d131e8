#pragma once
#include <weft/base/config.hpp>

namespace weft {

/// While one lives, evaluation in this thread takes no memory: whatever would is refused with an error that says how
/// many bytes, before the target is touched. So a program finds out where its inner loop allocates, in a release build
/// too. doc/allocation.md says what allocates. Scopes nest; each ends in the thread in which it began.
///
/// Builds with checks (WEFT_CHECK_BOUNDS) look for integers over 0 and shifts by too many places before they write.
/// This check takes no memory, except where a divisor should not be computed twice: the whole result goes by way of a
/// temporary where a divisor takes long, as a function of <cmath>, or calls one of the program. So does what
/// concatenate, pad, tile, take and sort would store part by part, where a part has such a quotient.
class [[nodiscard]] no_alloc_scope {
public:
  [[nodiscard]] WEFT_API no_alloc_scope() noexcept; // of the class alone GCC 12 says nothing
  no_alloc_scope(no_alloc_scope const&) = delete;
  no_alloc_scope& operator=(no_alloc_scope const&) = delete;
  WEFT_API ~no_alloc_scope();
};

} // namespace weft
