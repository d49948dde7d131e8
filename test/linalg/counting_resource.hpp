#pragma once
#include <weft/memory/storage.hpp>

#include <cstddef>
#include <memory_resource>

namespace linalg_test {

/// The memory resource of weft while it lives; counts what is taken.
class counting_resource final : public std::pmr::memory_resource {
public:
  counting_resource() : before_(weft::set_memory_resource(this)) {}
  counting_resource(counting_resource const&) = delete;
  counting_resource& operator=(counting_resource const&) = delete;
  ~counting_resource() override { weft::set_memory_resource(before_); }
  int taken = 0;
  int held = 0;

private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    ++taken;
    ++held;
    return std::pmr::new_delete_resource()->allocate(bytes, alignment);
  }
  void do_deallocate(void* p, std::size_t bytes, std::size_t alignment) override {
    --held;
    std::pmr::new_delete_resource()->deallocate(p, bytes, alignment);
  }
  bool do_is_equal(std::pmr::memory_resource const& other) const noexcept override { return this == &other; }

  std::pmr::memory_resource* before_;
};

} // namespace linalg_test
