#pragma once
#include <weft/memory/storage.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory_resource>
#include <mutex>
#include <new>

namespace support {

/// A memory resource that counts. The memory it gives is full of `garbage`, as memory that was used before is. Faults
/// are requests that break the rules: an alignment that is no power of 2, or memory given back that was not asked for
/// here, or with another size or alignment.
class counting_resource final : public std::pmr::memory_resource {
public:
  static constexpr unsigned char garbage = 0xCD;

  std::int64_t allocations() const { return read(allocations_); }
  std::int64_t live_blocks() const { return read(live_blocks_); }
  std::size_t live_bytes() const { return read(live_bytes_); }
  std::size_t peak_bytes() const { return read(peak_bytes_); }
  std::int64_t faults() const { return read(faults_); }
  /// Alignment asked for last.
  std::size_t alignment() const { return read(alignment_); }
  /// Every request from now on throws std::bad_alloc.
  void run_dry() { run_dry_after(0); }
  /// The same after so many requests.
  void run_dry_after(std::int64_t requests) {
    const std::lock_guard lock(mutex_);
    granted_ = requests;
  }

private:
  struct request {
    std::size_t bytes, alignment;
  };

  template <class T>
  T read(T const& value) const {
    const std::lock_guard lock(mutex_);
    return value;
  }
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    const std::lock_guard lock(mutex_);
    if (granted_ == 0)
      throw std::bad_alloc();
    granted_ -= granted_ > 0 ? 1 : 0;
    if (alignment == 0 || (alignment & (alignment - 1)) != 0)
      ++faults_;
    void* const p = ::operator new(bytes, std::align_val_t(alignment));
    std::memset(p, garbage, bytes);
    live_[p] = {bytes, alignment};
    ++allocations_;
    ++live_blocks_;
    live_bytes_ += bytes;
    peak_bytes_ = std::max(peak_bytes_, live_bytes_);
    alignment_ = alignment;
    return p;
  }
  void do_deallocate(void* p, std::size_t bytes, std::size_t alignment) override {
    const std::lock_guard lock(mutex_);
    const auto found = live_.find(p);
    if (found == live_.end()) {
      ++faults_;
      return;
    }
    if (found->second.bytes != bytes || found->second.alignment != alignment)
      ++faults_;
    --live_blocks_;
    live_bytes_ -= found->second.bytes;
    ::operator delete(p, std::align_val_t(found->second.alignment));
    live_.erase(found);
  }
  bool do_is_equal(std::pmr::memory_resource const& other) const noexcept override { return this == &other; }

  mutable std::mutex mutex_;
  std::map<void*, request> live_;
  std::int64_t allocations_ = 0, live_blocks_ = 0, faults_ = 0;
  std::size_t live_bytes_ = 0, peak_bytes_ = 0, alignment_ = 0;
  std::int64_t granted_ = -1; ///< below 0: any number
};

/// weft's memory comes from `resource` while this lives. Blocks may outlive it; the resource must outlive them.
class memory_scope {
public:
  explicit memory_scope(std::pmr::memory_resource& resource) : before_(weft::set_memory_resource(&resource)) {}
  memory_scope(memory_scope const&) = delete;
  memory_scope& operator=(memory_scope const&) = delete;
  ~memory_scope() { weft::set_memory_resource(before_); }

private:
  std::pmr::memory_resource* before_;
};

} // namespace support
