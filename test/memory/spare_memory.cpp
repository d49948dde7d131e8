#include <weft/base/config.hpp>
#include <weft/memory/storage.hpp>

#include <doctest/doctest.h>

#include <functional>
#include <memory_resource>
#include <thread>
#include <vector>

using namespace weft;
using namespace weft::detail;

// Blocks above 32 MiB: malloc of glibc takes those from the system each time, so what is written in one is found again
// only if it was kept.
namespace {

constexpr index_t mebibyte = index_t(1) << 20, page = 4096;
constexpr bool is_sanitized = sizeof(WEFT_TAG_SANITIZED) > 1;

/// How many pages of a block begin with a byte.
index_t pages_with(unsigned char byte, block* b, index_t bytes) {
  auto const* const p = static_cast<unsigned char const*>(block_data(b));
  index_t pages = 0;
  for (index_t k = page; k < bytes; k += page)
    pages += p[k] == byte;
  return pages;
}
void write_and_drop(unsigned char byte, index_t bytes) {
  block* const b = allocate_block(bytes, 1, false, nullptr);
  for (index_t k = 0; k < bytes; k += page)
    static_cast<unsigned char*>(block_data(b))[k] = byte;
  release(b);
}
index_t found_again(unsigned char byte, index_t bytes, bool zeroed = false) {
  block* const b = allocate_block(bytes, 1, zeroed, nullptr);
  const index_t pages = pages_with(byte, b, bytes);
  release(b);
  return pages;
}

} // namespace

TEST_CASE("spare memory: a large block that was freed serves the next one of about its size") {
  if (is_sanitized)
    return;
  write_and_drop(0xA7, 40 * mebibyte);
  CHECK(found_again(0xA7, 40 * mebibyte) > 10000);
  CHECK(found_again(0xA7, 35 * mebibyte) > 8900); // a quarter may be too much
  CHECK(found_again(0xA7, 35 * mebibyte) > 8900); // and it is known how large it is
  CHECK(found_again(0xA7, 36 * mebibyte) > 9100);
  CHECK(found_again(0xA7, 40 * mebibyte, true) == 0); // zeroed is zeroed
  for (index_t bytes : {70000 * index_t(1), 6 * mebibyte}) {
    write_and_drop(0xC3, bytes);
    CHECK(found_again(0xC3, bytes, true) == 0); // a smaller one is cleared
    CHECK(found_again(0, bytes) == (bytes - 1) / page);
  }
  write_and_drop(0xB8, 40 * mebibyte); // the one kept last comes first
  CHECK(found_again(0xB8, 40 * mebibyte) > 10000);
}

TEST_CASE("spare memory: it is no more than 64 MiB, and of malloc alone") {
  write_and_drop(0xC9, 80 * mebibyte);
  CHECK(found_again(0xC9, 80 * mebibyte) == 0);
  write_and_drop(0xDA, 40 * mebibyte);
  write_and_drop(0xEB, 50 * mebibyte); // in place of the other
  CHECK(found_again(0xDA, 40 * mebibyte) == 0);
  write_and_drop(0xFC, 33 * mebibyte);
  set_memory_resource(std::pmr::new_delete_resource());
  CHECK(found_again(0xFC, 33 * mebibyte) == 0);
  set_memory_resource(nullptr);
}

TEST_CASE("spare memory: no two threads hold one block") {
  const auto work = [](unsigned char id, index_t& wrong) {
    for (int k = 0; k < 300; ++k) {
      std::vector<block*> held;
      for (index_t size : {70000, 90000, 200000, 100000}) {
        held.push_back(allocate_block(size, 1, false, nullptr));
        static_cast<unsigned char*>(block_data(held.back()))[100] = id;
      }
      std::this_thread::yield();
      for (block* const b : held) {
        wrong += static_cast<unsigned char const*>(block_data(b))[100] != id;
        release(b);
      }
    }
  };
  index_t wrong[3] = {};
  std::thread one(work, static_cast<unsigned char>(1), std::ref(wrong[1])),
      two(work, static_cast<unsigned char>(2), std::ref(wrong[2]));
  work(3, wrong[0]);
  one.join();
  two.join();
  CHECK(wrong[0] + wrong[1] + wrong[2] == 0);
}
