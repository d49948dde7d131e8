#pragma once
#include <weft/memory/storage.hpp>

namespace weft {

namespace linalg {
class workspace;
}

namespace detail {
/// Memory of `bytes` bytes in the workspace, which grows if it has less; null for 0 bytes. Earlier contents are lost.
WEFT_API void* room_in(linalg::workspace& w, index_t bytes);
} // namespace detail

namespace linalg {

/// Memory in which the in-place forms and factor objects compute what they do not return. It is empty at first, takes
/// what a call wants from the memory resource, and keeps it: calls that want no more take none. For one call at a
/// time; what is in it between two calls means nothing.
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

  /// How much it holds.
  [[nodiscard]] WEFT_INLINE index_t bytes() const { return bytes_; }

private:
  friend void* detail::room_in(workspace& w, index_t bytes);
  detail::storage_ref memory_;
  index_t bytes_ = 0;
};

} // namespace linalg
} // namespace weft
