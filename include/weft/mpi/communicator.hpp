#pragma once
#include <weft/mpi/error.hpp>

#include <concepts>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

// The start and the end of MPI, and groups of ranks. No header of weft includes <mpi.h>: a handle of MPI is kept in a
// word, because it is a pointer in Open MPI and an integer in MPICH.
namespace weft {

namespace detail {

using mpi_word = std::uintptr_t;

/// A handle of MPI: a pointer or an int.
template <class H>
concept MpiHandle = std::is_pointer_v<H> || std::same_as<H, int>;
template <MpiHandle H>
WEFT_FN mpi_word word_of_handle(H handle) {
  if constexpr (std::is_pointer_v<H>)
    return reinterpret_cast<mpi_word>(handle);
  else
    return static_cast<unsigned>(handle);
}
template <MpiHandle H>
WEFT_FN H handle_of_word(mpi_word word) {
  if constexpr (std::is_pointer_v<H>)
    return reinterpret_cast<H>(word);
  else
    return static_cast<int>(static_cast<unsigned>(word));
}

/// Prints the rank and the reason, and ends all ranks.
WEFT_API [[noreturn]] void end_all_ranks(char const* reason) noexcept;

} // namespace detail

namespace mpi {

/// Begins MPI, and ends it when destroyed. MPI calls are made by the thread that begins it (MPI_THREAD_FUNNELED);
/// weft's loops may use other threads. Where the program has called MPI_Init already, the environment
/// checks that, and leaves MPI_Finalize to the program.
///
/// A number of threads above 1 that set_num_threads or WEFT_NUM_THREADS asks for is taken for the threads of a node,
/// and divided by the ranks on the node, once for a process. The number of OMP_NUM_THREADS is that of each process by
/// convention, and stays.
///
/// If an exception leaves the scope of the environment, the other ranks might wait for this one for ever: all ranks are
/// ended instead. Throws mpi_error if MPI has been ended already, or if num_threads() is above 1 and MPI was begun for
/// programs of one thread.
class [[nodiscard]] WEFT_API environment {
public:
  [[nodiscard]] environment();
  /// Passes the arguments of main to MPI, which may remove some.
  [[nodiscard]] environment(int& argc, char**& argv);
  environment(environment const&) = delete;
  environment& operator=(environment const&) = delete;
  ~environment();

  /// Returns the number of ranks that share the memory of this one, itself among them.
  [[nodiscard]] int ranks_on_node() const noexcept { return on_node_; }

private:
  void begin(int* argc, char*** argv);

  int exceptions_ = std::uncaught_exceptions(), on_node_ = 1;
  bool ends_ = false;
};

/// A group of ranks that exchange messages: MPI_COMM_WORLD, or any MPI_Comm. It is a handle, and a copy is the same
/// communicator. Errors of MPI on it become exceptions: its error handler is set to MPI_ERRORS_RETURN.
class WEFT_API communicator {
public:
  /// All ranks of the program. Throws mpi_error unless MPI has begun.
  communicator();
  /// A communicator of the program, which frees it. Throws mpi_error for MPI_COMM_NULL.
  template <detail::MpiHandle H>
  WEFT_FN explicit communicator(H handle)
      : communicator(detail::word_of_handle(handle), std::is_pointer_v<H>, nullptr) {}

  /// Returns the number of this rank, from 0.
  [[nodiscard]] WEFT_FN int rank() const noexcept { return rank_; }
  /// Returns the number of ranks.
  [[nodiscard]] WEFT_FN int size() const noexcept { return size_; }
  /// Returns the communicator of the ranks that give the same color, in the order of key, then of rank. All ranks call
  /// it. It is freed with its last copy. Throws mpi_error on every rank if a color is negative.
  [[nodiscard]] communicator split(int color, int key = 0) const;
  /// Returns a communicator of the same ranks, whose messages meet no others. All ranks call it.
  [[nodiscard]] communicator duplicate() const;
  /// Returns the handle of MPI: world.native<MPI_Comm>().
  template <detail::MpiHandle H>
  [[nodiscard]] WEFT_FN H native() const {
    return detail::handle_of_word<H>(word_);
  }
  [[nodiscard]] WEFT_FN detail::mpi_word word() const noexcept { return word_; }

  communicator(detail::mpi_word word, bool is_pointer, std::shared_ptr<void const> owner);

private:
  detail::mpi_word word_;
  int rank_ = 0, size_ = 1;
  std::shared_ptr<void const> owner_;
};

/// Runs f(world), or f(), between the start and the end of MPI, and returns its int, or 0:
///   int main() { return mpi::run([](mpi::communicator const& world) { ... }); }
/// If a rank throws, its message is printed and all ranks end, so none waits for ever.
template <class F>
[[nodiscard]] WEFT_FN int run(F&& f) {
  environment const all;
  try {
    communicator const world;
    auto const call = [&]() -> decltype(auto) {
      if constexpr (std::invocable<F&, communicator const&>)
        return f(world);
      else
        return f();
    };
    if constexpr (std::is_void_v<decltype(call())>)
      call();
    else
      return static_cast<int>(call());
  } catch (std::exception const& e) {
    detail::end_all_ranks(e.what());
  } catch (...) {
    detail::end_all_ranks("an exception that is no std::exception");
  }
  return 0;
}

} // namespace mpi
} // namespace weft
