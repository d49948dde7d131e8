#include "product/blas_turn.hpp"

#if defined(WEFT_WITH_BLAS)

#include "product/cblas.hpp"
#include "run/system.hpp"
#include "run/threads.hpp"

#include <weft/linalg/limits.hpp>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>

// Errors of OpenBLAS if threads call it without turns, and their remedies (OpenBLAS 0.3.21 of Debian 12, two cores, 8
// threads with products of 10 ... 512):
// - The serial build hands out its work memory without a lock: 25 of 874350 numbers were wrong. At most one caller
//   may be inside BLAS.
// - Work memory is a table of fixed size: "too many memory regions", then a crash, with 300 threads on the OpenMP build
//   and 1000 on the pthread build. At most as many callers are inside as the table has room for.
// - Callers that each want all threads wait for each other by yielding (pthread) or spinning (OpenMP): 42 and 57 s for
//   work that takes 0.5 s on one thread of BLAS each. A caller that comes while another is inside gets one thread.
// - The threads of libgomp do not survive fork, and a child that needs them waits for ever. A child gets one thread.
// If a program asks weft for a number of threads, BLAS gets at most that number, by the same means: the pthread build
// has one number for the process, which is lowered during the call; the OpenMP build has one for each calling thread.

namespace weft::detail {
namespace {

enum class build_kind : char { other, serial, pthread, openmp };

build_kind kind_of_build() {
  if (openblas_get_parallel == nullptr || openblas_get_num_threads == nullptr || openblas_set_num_threads == nullptr)
    return build_kind::other;
  int const parallel = openblas_get_parallel();
  return parallel == 0 ? build_kind::serial : parallel == 1 ? build_kind::pthread : build_kind::openmp;
}

/// Returns the number of seats: how many callers may be inside BLAS at once. The table of work memory has 2 *
/// MAX_THREADS places, at least 50, and the threads of BLAS may take MAX_THREADS of them. Half of the other places are
/// seats. The rest is for callers that entered without a seat, while there were not more callers than seats.
int seats_of(build_kind kind) {
  if (kind == build_kind::serial)
    return 1;
  char const key[] = "MAX_THREADS=";
  char const* const found = openblas_get_config == nullptr ? nullptr : std::strstr(openblas_get_config(), key);
  int const most = found == nullptr ? 0 : std::atoi(found + std::strlen(key));
  return (std::max(50, 2 * most) - most) / 2;
}

struct room {
  build_kind const kind = kind_of_build();
  int const seats = seats_of(kind);
  // Functions of the OpenMP runtime that OpenBLAS uses; null if the process has none.
  int (*const omp_get_max_threads)() = loaded_function_as<int()>("omp_get_max_threads");
  void (*const omp_set_num_threads)(int) = loaded_function_as<void(int)>("omp_set_num_threads");

  std::atomic<int> callers{0};  ///< running threads that have called BLAS
  std::atomic<int> inside{0};   ///< calls in progress that may start threads, if several threads call or a limit is set
  std::atomic<int> lowered{0};  ///< pthread: the number of threads to restore; 0: not lowered
  std::atomic<int> low{0};      ///< pthread: the number of threads that `lowered` was replaced by
  std::mutex mutex;             ///< guards lowering, and `left` and `taken`
  std::condition_variable left; ///< signals that a seat is free
  int taken = 0;                ///< seats that callers hold

  room() { at_fork(before_fork, in_parent, in_child); }

  /// If there is one seat, the mutex itself is the seat: a turn takes 13 ns instead of 24.
  void acquire_seat() {
    if (seats == 1)
      return mutex.lock();
    std::unique_lock lock(mutex);
    left.wait(lock, [this] { return taken < seats; });
    ++taken;
  }
  void give_seat() {
    if (seats == 1)
      return mutex.unlock();
    {
      std::lock_guard lock(mutex);
      --taken;
    }
    left.notify_one();
  }

  /// Lowers the number of threads of BLAS to `most`. `lowered` is set last, because a caller that sees it set does not
  /// wait for the mutex and calls BLAS at once.
  void lower(int most) {
    if (lowered != 0 && low <= most)
      return;
    std::lock_guard lock(mutex);
    int const now = openblas_get_num_threads();
    if (now <= most)
      return;
    openblas_set_num_threads(most);
    low = most;
    if (lowered == 0)
      lowered = now;
  }
  /// Restores the number of threads. The last caller to leave does this; it sees a number that earlier callers lowered.
  /// A number that the program has set meanwhile stays. A caller that enters increments `inside` before it reads
  /// `lowered`; this function resets `lowered` before it reads `inside`. So either this function sees that caller and
  /// leaves the number as it is, or that caller waits in lower() for the mutex and lowers the number again.
  void raise() {
    while (lowered != 0 && inside == 0) {
      std::lock_guard lock(mutex);
      int const before = lowered.exchange(0);
      if (before == 0)
        return;
      if (inside != 0) {
        lowered = before; // the caller inside may have left before it saw `lowered`, so try again
        continue;
      }
      if (openblas_get_num_threads() == low)
        openblas_set_num_threads(before);
    }
  }

  /// Lowers the number of OpenMP threads of the calling thread to `most`. Returns the old number, to be restored, or 0
  /// if it was not lowered. OpenMP keeps a number for each thread, and OpenBLAS reads the number of the thread that
  /// calls it.
  int lower_here(int most) const {
    if (omp_get_max_threads == nullptr || omp_set_num_threads == nullptr)
      return 0;
    int const now = omp_get_max_threads();
    if (now > most)
      omp_set_num_threads(most);
    return now > most ? now : 0;
  }

  static void before_fork();
  static void in_parent();
  static void in_child();
};

/// Returns the one `room` of the process. It is never destroyed, because destructors of other static objects may
/// compute products.
room& the_room() {
  static room& only = *new room;
  return only;
}

void room::before_fork() {
  the_room().mutex.lock();
}
void room::in_parent() {
  the_room().mutex.unlock();
}

/// Resets the room in a child process, where the other threads are gone, and with them their seats. With OpenMP a
/// second caller counts as always inside, which keeps the child on one thread. In other builds the surplus caller costs
/// nanoseconds, and lets the next call raise the number that was lowered.
void room::in_child() {
  room& r = the_room();
  r.callers = 2;
  r.inside = r.kind == build_kind::openmp ? 1 : 0;
  r.taken = 0;
  ::new (&r.left) std::condition_variable;
  r.mutex.unlock();
}

struct caller {
  room& its_room = the_room();
  caller() { its_room.callers.fetch_add(1, std::memory_order_relaxed); }
  /// Does not read its_room: with GCC for Windows the memory of a thread may be freed before its objects are destroyed.
  ~caller() { the_room().callers.fetch_sub(1, std::memory_order_relaxed); }
};
thread_local caller this_caller;

bool may_start_threads(int level, double multiplications) {
  using namespace product_limits;
  return level == 1   ? multiplications > blas_divides_dot
         : level == 2 ? multiplications >= blas_divides_gemv
                      : multiplications > blas_divides_gemm;
}

} // namespace

blas_turn::blas_turn(int level, double multiplications) {
  bool const divisible = may_start_threads(level, multiplications);
  if (level == 1 && !divisible) // a short dot takes no work memory and no threads
    return;
  room& r = this_caller.its_room;
  int const callers = r.callers.load(std::memory_order_relaxed);
  int const budget = divisible ? blas_budget() : 0;
  if (r.kind == build_kind::other || (r.kind != build_kind::serial && callers <= 1 && budget == 0))
    return;
  if (r.kind == build_kind::serial || callers > r.seats) {
    r.acquire_seat();
    seated_ = true;
  }
  if (r.kind == build_kind::serial || !divisible)
    return;
  counted_ = true;
  int const most = r.inside.fetch_add(1) == 0 ? budget : 1;
  if (most == 0)
    return;
  if (r.kind == build_kind::pthread)
    r.lower(most);
  else
    omp_threads_ = r.lower_here(most);
}

void blas_turn::leave() const {
  room& r = the_room();
  if (omp_threads_ != 0)
    r.omp_set_num_threads(omp_threads_);
  if (counted_ && r.inside.fetch_sub(1) == 1)
    r.raise();
  if (seated_)
    r.give_seat();
}

} // namespace weft::detail

#endif
