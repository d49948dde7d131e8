#pragma once
#include <weft/base/config.hpp>

namespace weft {

/// While one lives, evaluation in this thread takes no memory: whatever would is refused with an error that says how
/// many bytes, before the target is touched. So a program finds out where its inner loop allocates, in a release build
/// too. The table in the README says what allocates. Scopes nest; each ends in the thread in which it began.
class [[nodiscard]] no_alloc_scope {
public:
  WEFT_API no_alloc_scope() noexcept;
  no_alloc_scope(no_alloc_scope const&) = delete;
  no_alloc_scope& operator=(no_alloc_scope const&) = delete;
  WEFT_API ~no_alloc_scope();
};

} // namespace weft
