#include "mpi/agreement.hpp"

#include <weft/eval/threads.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace weft {

namespace detail {

void end_all_ranks(char const* reason) noexcept {
  int begun = 0;
  MPI_Initialized(&begun);
  int rank = 0, size = 1;
  if (begun != 0 && !mpi_is_ended()) {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
  }
  std::fprintf(stderr, "weft: rank %d of %d ends all ranks: %s\n", rank, size, reason);
  std::fflush(nullptr);
  if (begun != 0 && !mpi_is_ended())
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
  std::abort();
}

mpi::communicator owned_communicator(MPI_Comm comm) {
  std::shared_ptr<void const> owner(new MPI_Comm(comm), [](MPI_Comm* owned) {
    if (!mpi_is_ended())
      MPI_Comm_free(owned);
    delete owned;
  });
  return {word_of_handle(comm), std::is_pointer_v<MPI_Comm>, std::move(owner)};
}

} // namespace detail

namespace mpi {

using detail::check_mpi;

namespace {

bool has_begun() {
  int begun = 0;
  check_mpi(MPI_Initialized(&begun), "mpi::environment");
  return begun != 0;
}

/// Returns the number of ranks that share this one's memory.
int count_on_node() {
  MPI_Comm node = MPI_COMM_NULL;
  check_mpi(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node), "mpi::environment");
  int size = 1;
  MPI_Comm_size(node, &size);
  MPI_Comm_free(&node);
  return size;
}

/// Returns a positive number of the environment, or 0.
int number_of_environment(char const* name) {
  char const* const text = std::getenv(name);
  return text == nullptr ? 0 : std::max(0, std::atoi(text));
}
/// True if the number of threads was asked for by the program or by WEFT_NUM_THREADS. A program that asks for the
/// number of OMP_NUM_THREADS cannot be told from one that does not ask.
bool is_number_of_node() {
  return number_of_environment("WEFT_NUM_THREADS") > 0 || num_threads() != number_of_environment("OMP_NUM_THREADS");
}

} // namespace

environment::environment() {
  begin(nullptr, nullptr);
}
environment::environment(int& argc, char**& argv) {
  begin(&argc, &argv);
}

void environment::begin(int* argc, char*** argv) {
  if (detail::mpi_is_ended())
    throw mpi_error("weft: mpi::environment: MPI has been ended, and cannot begin again");
  int level = MPI_THREAD_SINGLE;
  if (has_begun()) {
    check_mpi(MPI_Query_thread(&level), "mpi::environment");
  } else {
    check_mpi(MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &level), "mpi::environment");
    ends_ = true;
  }
  if (level < MPI_THREAD_FUNNELED && num_threads() > 1)
    throw mpi_error("weft: mpi::environment: this MPI was begun for programs of one thread (MPI_THREAD_SINGLE)");
  on_node_ = count_on_node();
  static bool const divided = [](int ranks) {
    if (num_threads() > 1 && is_number_of_node())
      set_num_threads(std::max(1, num_threads() / ranks));
    return true;
  }(on_node_);
  static_cast<void>(divided);
}

environment::~environment() {
  if (std::uncaught_exceptions() > exceptions_)
    detail::end_all_ranks("an exception left the scope of its mpi::environment");
  if (ends_ && !detail::mpi_is_ended())
    MPI_Finalize();
}

communicator::communicator()
    : communicator(detail::word_of_handle(MPI_COMM_WORLD), std::is_pointer_v<MPI_Comm>, nullptr) {}

communicator::communicator(detail::mpi_word word, bool is_pointer, std::shared_ptr<void const> owner)
    : word_(word), owner_(std::move(owner)) {
  if (is_pointer != std::is_pointer_v<MPI_Comm>)
    throw mpi_error("weft: mpi::communicator: weft was built with another MPI than this program");
  if (!has_begun() || detail::mpi_is_ended())
    throw mpi_error("weft: mpi::communicator: MPI has not begun, or has ended: mpi::environment begins it");
  MPI_Comm const comm = native<MPI_Comm>();
  if (comm == MPI_COMM_NULL)
    throw mpi_error("weft: mpi::communicator: it is MPI_COMM_NULL");
  check_mpi(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN), "mpi::communicator");
  check_mpi(MPI_Comm_rank(comm, &rank_), "mpi::communicator");
  check_mpi(MPI_Comm_size(comm, &size_), "mpi::communicator");
}

communicator communicator::split(int color, int key) const {
  detail::require_agreement(*this, {.name = "mpi::communicator::split"}, true, [&] {
    if (color < 0)
      throw mpi_error("weft: mpi::communicator::split: rank " + std::to_string(rank_) + " gives the color " +
                      std::to_string(color) + ", and colors begin with 0");
  });
  MPI_Comm out = MPI_COMM_NULL;
  check_mpi(MPI_Comm_split(native<MPI_Comm>(), color, key, &out), "mpi::communicator::split");
  return detail::owned_communicator(out);
}
communicator communicator::duplicate() const {
  detail::require_agreement(*this, {.name = "mpi::communicator::duplicate"}, true);
  MPI_Comm out = MPI_COMM_NULL;
  check_mpi(MPI_Comm_dup(native<MPI_Comm>(), &out), "mpi::communicator::duplicate");
  return detail::owned_communicator(out);
}

} // namespace mpi
} // namespace weft
