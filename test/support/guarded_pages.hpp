#pragma once
#include <weft/memory/storage.hpp>

#include <cstddef>
#include <map>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <new>

#if defined(_WIN32)
#include <windows.h>
#undef far // tests have these names
#undef near
#undef small
#else
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace support {

/// Whole pages between two that may not be touched: who reads or writes beside them ends the program.
class guarded_pages {
public:
#if defined(_WIN32)
  explicit guarded_pages(std::size_t bytes = 1)
      : bytes_((bytes + page() - 1) / page() * page()),
        first_(VirtualAlloc(nullptr, bytes_ + 2 * page(), MEM_RESERVE, PAGE_NOACCESS)) {
    if (first_ == nullptr || VirtualAlloc(begin(), bytes_, MEM_COMMIT, PAGE_READWRITE) == nullptr)
      throw std::bad_alloc();
  }
  ~guarded_pages() { VirtualFree(first_, 0, MEM_RELEASE); }
#else
  explicit guarded_pages(std::size_t bytes = 1)
      : bytes_((bytes + page() - 1) / page() * page()),
        first_(mmap(nullptr, bytes_ + 2 * page(), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
    if (first_ == MAP_FAILED || mprotect(begin(), bytes_, PROT_READ | PROT_WRITE) != 0)
      throw std::bad_alloc();
  }
  ~guarded_pages() { munmap(first_, bytes_ + 2 * page()); }
#endif
  guarded_pages(guarded_pages const&) = delete;
  guarded_pages& operator=(guarded_pages const&) = delete;

  char* begin() const { return static_cast<char*>(first_) + page(); }
  char* end() const { return begin() + bytes_; }
  /// The first n elements, or the last.
  template <class T>
  T* elements(std::size_t n, bool last) const {
    return static_cast<T*>(static_cast<void*>(last ? end() - n * sizeof(T) : begin()));
  }

private:
#if defined(_WIN32)
  static constexpr std::size_t page() { return 4096; }
#else
  static std::size_t page() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }
#endif
  std::size_t bytes_;
  void* first_;
};

/// The memory resource of weft while it lives: each block ends where pages end, but for what its alignment takes.
class guarded_resource final : public std::pmr::memory_resource {
public:
  guarded_resource() : before_(weft::set_memory_resource(this)) {}
  guarded_resource(guarded_resource const&) = delete;
  guarded_resource& operator=(guarded_resource const&) = delete;
  ~guarded_resource() override { weft::set_memory_resource(before_); }

private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    const std::size_t whole = (bytes + alignment - 1) / alignment * alignment;
    const std::lock_guard<std::mutex> lock(mutex_);
    auto pages = std::make_unique<guarded_pages>(whole);
    void* const first = pages->end() - whole;
    blocks_.emplace(first, std::move(pages));
    return first;
  }
  void do_deallocate(void* p, std::size_t, std::size_t) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    blocks_.erase(p);
  }
  bool do_is_equal(std::pmr::memory_resource const& other) const noexcept override { return this == &other; }

  std::mutex mutex_;
  std::map<void*, std::unique_ptr<guarded_pages>> blocks_;
  std::pmr::memory_resource* before_;
};

} // namespace support
