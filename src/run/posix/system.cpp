#include "run/system.hpp"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <new>

namespace weft::detail {

void ask_for_huge_pages([[maybe_unused]] void* first, [[maybe_unused]] std::size_t bytes) noexcept {
#if defined(MADV_HUGEPAGE)
  madvise(first, bytes, MADV_HUGEPAGE);
#endif
}

std::size_t page_bytes() noexcept {
  return static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

index_t cache_bytes([[maybe_unused]] int level) noexcept {
#if defined(_SC_LEVEL2_CACHE_SIZE) && defined(_SC_LEVEL3_CACHE_SIZE)
  if (const long bytes = sysconf(level == 2 ? _SC_LEVEL2_CACHE_SIZE : _SC_LEVEL3_CACHE_SIZE); bytes > 0)
    return bytes;
#endif
  return 0;
}

namespace {

struct beginning {
  void (*run)(void*);
  void* context;
};

void* begin_thread(void* of) {
  beginning const b = *static_cast<beginning*>(of);
  delete static_cast<beginning*>(of);
  b.run(b.context);
  return nullptr;
}

static_assert(sizeof(pthread_t) <= sizeof(thread_handle));

pthread_t thread_of(thread_handle thread) {
  pthread_t out{};
  std::memcpy(&out, &thread, sizeof out);
  return out;
}

} // namespace

bool start_thread(thread_handle& thread, void (*run)(void*), void* context) noexcept {
  std::unique_ptr<beginning> b(new (std::nothrow) beginning{run, context});
  if (b == nullptr)
    return false;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t made{};
  bool const started = pthread_create(&made, nullptr, begin_thread, b.get()) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (started)
    static_cast<void>(b.release()); // the new thread deletes its argument
  thread = 0;
  std::memcpy(&thread, &made, sizeof made);
  return started;
}
void join_thread(thread_handle thread) noexcept {
  pthread_join(thread_of(thread), nullptr);
}
void detach_thread(thread_handle thread) noexcept {
  pthread_detach(thread_of(thread));
}

void at_fork(void (*before)(), void (*in_parent)(), void (*in_child)()) {
  pthread_atfork(before, in_parent, in_child);
}

namespace {

/// Returns the lowest address of this thread's stack; null if it is not known.
char const* lowest_of_stack() noexcept {
#if defined(__APPLE__)
  const pthread_t self = pthread_self();
  return static_cast<char const*>(pthread_get_stackaddr_np(self)) - pthread_get_stacksize_np(self);
#elif defined(__linux__)
#if !defined(__GLIBC__)
  if (getpid() == syscall(SYS_gettid)) // for the first thread musl reports only the part that is mapped now
    return nullptr;
#endif
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return nullptr;
  void* lowest = nullptr;
  std::size_t bytes = 0;
  bool const told = pthread_attr_getstack(&attributes, &lowest, &bytes) == 0;
  pthread_attr_destroy(&attributes);
  return told ? static_cast<char const*>(lowest) : nullptr;
#else
  return nullptr;
#endif
}

} // namespace

std::size_t stack_left() noexcept {
  static thread_local char const* const lowest = lowest_of_stack();
  auto const here = static_cast<char const*>(__builtin_frame_address(0));
  return lowest != nullptr && here > lowest ? static_cast<std::size_t>(here - lowest) : SIZE_MAX;
}

// Looks the function up by name. A weak symbol would stay null in a program that is not position-independent.
void* loaded_function(char const* name) noexcept {
  return dlsym(RTLD_DEFAULT, name);
}

long process_id() noexcept {
  return getpid();
}

} // namespace weft::detail
