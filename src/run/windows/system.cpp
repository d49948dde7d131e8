#include "run/system.hpp"

#include <windows.h>
// These need windows.h before them.
#include <process.h>
#include <psapi.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

namespace weft::detail {

// Large pages need a privilege that programs do not have.
void ask_for_huge_pages(void*, std::size_t) noexcept {}

std::size_t page_bytes() noexcept {
  SYSTEM_INFO info;
  GetSystemInfo(&info);
  return info.dwPageSize;
}

index_t cache_bytes(int level) noexcept {
  try {
    DWORD bytes = 0;
    GetLogicalProcessorInformation(nullptr, &bytes);
    std::vector<SYSTEM_LOGICAL_PROCESSOR_INFORMATION> caches(bytes / sizeof(SYSTEM_LOGICAL_PROCESSOR_INFORMATION));
    if (caches.empty() || GetLogicalProcessorInformation(caches.data(), &bytes) == 0)
      return 0;
    index_t most = 0;
    for (auto const& cache : caches)
      if (cache.Relationship == RelationCache && cache.Cache.Level == level && cache.Cache.Type != CacheInstruction)
        most = std::max(most, static_cast<index_t>(cache.Cache.Size));
    return most;
  } catch (std::bad_alloc const&) {
    return 0;
  }
}

namespace {

struct beginning {
  void (*run)(void*);
  void* context;
};

unsigned __stdcall begin_thread(void* of) {
  beginning const b = *static_cast<beginning*>(of);
  delete static_cast<beginning*>(of);
  b.run(b.context);
  return 0;
}

HANDLE handle_of(thread_handle thread) {
  return reinterpret_cast<HANDLE>(thread);
}

/// Keeps the DLL that this code is part of loaded until the process ends; returns false if the system refuses.
/// FreeLibrary does not wait for threads of the DLL. Code of the DLL cannot wait for them while it is unloaded, because
/// a thread that ends needs the lock that FreeLibrary holds.
bool stay_loaded() {
  HMODULE self = nullptr;
  return GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_PIN,
                            reinterpret_cast<LPCWSTR>(&begin_thread), &self) != 0;
}

} // namespace

bool start_thread(thread_handle& thread, void (*run)(void*), void* context) noexcept {
  std::unique_ptr<beginning> b(new (std::nothrow) beginning{run, context});
  if (b == nullptr || !stay_loaded())
    return false;
  thread = _beginthreadex(nullptr, 0, begin_thread, b.get(), 0, nullptr);
  if (thread == 0)
    return false;
  static_cast<void>(b.release()); // the new thread deletes its argument
  return true;
}
void join_thread(thread_handle thread) noexcept {
  WaitForSingleObject(handle_of(thread), INFINITE);
  CloseHandle(handle_of(thread));
}
void detach_thread(thread_handle thread) noexcept {
  CloseHandle(handle_of(thread));
}

void at_fork(void (*)(), void (*)(), void (*)()) {}

std::size_t stack_left() noexcept {
  auto const here = static_cast<char const*>(__builtin_frame_address(0));
  MEMORY_BASIC_INFORMATION reserved;
  if (VirtualQuery(here, &reserved, sizeof reserved) == 0)
    return SIZE_MAX;
  return static_cast<std::size_t>(here - static_cast<char const*>(reserved.AllocationBase));
}

void* loaded_function(char const* name) noexcept {
  HMODULE modules[1024];
  DWORD bytes = 0;
  if (EnumProcessModules(GetCurrentProcess(), modules, sizeof modules, &bytes) == 0)
    return nullptr;
  std::size_t const count = std::min<std::size_t>(std::size(modules), bytes / sizeof(HMODULE));
  for (std::size_t k = 0; k < count; ++k)
    if (FARPROC const found = GetProcAddress(modules[k], name); found != nullptr) {
      void* out = nullptr;
      std::memcpy(&out, &found, sizeof out);
      return out;
    }
  return nullptr;
}

long process_id() noexcept {
  return static_cast<long>(GetCurrentProcessId());
}

} // namespace weft::detail
