#pragma once
#include <weft/memory/storage.hpp>

namespace weft {

namespace linalg {
class workspace;
}

namespace detail {
/// Returns memory of `bytes` bytes in the workspace, which grows if it has less; null for 0 bytes. Earlier contents are
/// lost.
WEFT_API void* room_in(linalg::workspace& w, index_t bytes);
} // namespace detail

namespace linalg {

/// Memory in which the in-place forms and factor objects compute what they do not return. It is empty at first, takes
/// as much as a call needs from the memory resource, and keeps it: calls that need no more take none. Only one call at
/// a time may use it, and no call relies on contents that another left.
class workspace {
public:
  WEFT_INLINE workspace() = default;
  WEFT_INLINE workspace(workspace&& other) noexcept
      : memory_(static_cast<detail::storage_ref&&>(other.memory_)), bytes_(std::exchange(other.bytes_, 0)) {}
  WEFT_INLINE workspace& operator=(workspace&& other) noexcept {
    memory_ = static_cast<detail::storage_ref&&>(other.memory_);
    bytes_ = std::exchange(other.bytes_, 0);
    return *this;
  }
  WEFT_INLINE ~workspace() = default;

  /// The number of bytes that it holds.
  [[nodiscard]] WEFT_INLINE index_t bytes() const { return bytes_; }

private:
  friend void* detail::room_in(workspace& w, index_t bytes);
  detail::storage_ref memory_;
  index_t bytes_ = 0;
};

} // namespace linalg
} // namespace weft
