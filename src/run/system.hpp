#pragma once

#include <weft/base/index.hpp>

#include <cstddef>
#include <cstdint>

// Private to src: the functions of the operating system that weft uses for memory and threads. posix/ and windows/ each
// implement them; CMake compiles one of the two.
namespace weft::detail {

/// Asks the system for huge pages in this memory: fewer page faults and TLB misses. The system may ignore it.
void ask_for_huge_pages(void* first, std::size_t bytes) noexcept;

/// Returns the bytes of a page of memory.
std::size_t page_bytes() noexcept;

/// Returns the bytes of the data cache of level 2 or 3; 0 if the system does not say.
index_t cache_bytes(int level) noexcept;

/// The number by which the system knows a thread until it is joined or detached.
using thread_handle = std::uintptr_t;

/// Starts run(context) in a new thread, which takes no signals: they go to the threads of the program. Returns false if
/// the system refuses a thread.
bool start_thread(thread_handle& thread, void (*run)(void*), void* context) noexcept;
void join_thread(thread_handle thread) noexcept;
void detach_thread(thread_handle thread) noexcept;

/// Registers functions that are called around each fork of the process. On Windows it does nothing.
void at_fork(void (*before)(), void (*in_parent)(), void (*in_child)());

/// Returns how many bytes of its stack this thread has left; SIZE_MAX if the system does not say.
std::size_t stack_left() noexcept;

/// Returns a function that this process has loaded, from any library; null if there is none of this name.
void* loaded_function(char const* name) noexcept;
template <class F>
F* loaded_function_as(char const* name) noexcept {
  return reinterpret_cast<F*>(loaded_function(name));
}

long process_id() noexcept;

} // namespace weft::detail
