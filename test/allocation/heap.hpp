#pragma once
#include <atomic>
#include <cstdint>
#include <memory_resource>
#include <new>

/// What the program takes from operator new while `counting` is set.
namespace heap {
extern std::atomic<bool> counting;
extern std::atomic<std::int64_t> calls;
} // namespace heap

/// What the resource hands out comes from operator new(size, alignment), which is not counted.
class quiet_resource final : public std::pmr::memory_resource {
public:
  std::int64_t blocks = 0;
  std::size_t bytes = 0;

private:
  void* do_allocate(std::size_t size, std::size_t alignment) override {
    ++blocks;
    bytes += size;
    return ::operator new(size, std::align_val_t(alignment));
  }
  void do_deallocate(void* p, std::size_t, std::size_t alignment) override {
    ::operator delete(p, std::align_val_t(alignment));
  }
  bool do_is_equal(std::pmr::memory_resource const& other) const noexcept override { return this == &other; }
};
