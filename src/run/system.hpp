#pragma once

#include <weft/base/index.hpp>

#include <cstddef>
#include <cstdint>

// Private to src: what weft asks of the operating system for memory and threads. posix/ and windows/ each hold one
// answer; CMake takes that of the target.
namespace weft::detail {

/// Whole huge pages for these bytes, where the system gives them: fewer page faults and TLB misses. A hint that may
/// fail.
void ask_for_huge_pages(void* first, std::size_t bytes) noexcept;

/// The bytes of a page of memory.
std::size_t page_bytes() noexcept;

/// The bytes of the data cache of this level; 0: the system does not say.
index_t cache_bytes(int level) noexcept;

/// A thread that the system knows by this number, until it is joined or detached.
using thread_handle = std::uintptr_t;

/// Starts run(context) in a thread that takes no signals, which go to the threads of the program. False where the
/// system has no thread left.
bool start_thread(thread_handle& thread, void (*run)(void*), void* context) noexcept;
void join_thread(thread_handle thread) noexcept;
void detach_thread(thread_handle thread) noexcept;

/// Has these called around each fork of the process, where processes fork.
void at_fork(void (*before)(), void (*in_parent)(), void (*in_child)());

/// How many bytes of its stack this thread has left; SIZE_MAX where the system does not say.
std::size_t stack_left() noexcept;

/// A function that this process has loaded, in whatever library; null: none.
void* loaded_function(char const* name) noexcept;
template <class F>
F* loaded_function_as(char const* name) noexcept {
  return reinterpret_cast<F*>(loaded_function(name));
}

long process_id() noexcept;

} // namespace weft::detail
