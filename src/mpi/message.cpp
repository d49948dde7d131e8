#include "mpi/datatype.hpp"

#include <cstdio>
#include <string>
#include <vector>

namespace weft {

namespace detail {

struct request_state {
  mpi_buffer buffer;
  bool is_send;
  int peer;
  std::shared_ptr<void const> kept;
  MPI_Request handle = MPI_REQUEST_NULL;
};

namespace {

constexpr char const* name_of(bool is_send) {
  return is_send ? "mpi::isend" : "mpi::irecv";
}

/// Throws shape_error if a message was shorter than its target. Bytes are counted, because the pieces of a record may
/// have elements of several types.
void check_received(char const* operation, MPI_Status const& status, index_t wanted) {
  MPI_Count found = 0;
  check_mpi(MPI_Get_elements_x(&status, MPI_BYTE, &found), operation);
  if (found != wanted)
    throw shape_error(std::string("weft: ") + operation + ": the message of rank " + std::to_string(status.MPI_SOURCE) +
                      " has " + std::to_string(found) + " bytes, and its target takes " + std::to_string(wanted));
}

/// Memory of sends that were dropped. Never freed: MPI may read it until the program ends.
std::vector<std::shared_ptr<void const>>& memory_of_dropped_sends() {
  static auto& all = *new std::vector<std::shared_ptr<void const>>();
  return all;
}

void drop(request_state& state) noexcept {
  if (mpi_is_ended())
    return;
  std::fprintf(stderr, "weft: a request of %s %s rank %d was dropped unfinished: wait() ends it\n",
               name_of(state.is_send), state.is_send ? "to" : "from", state.peer);
  if (state.is_send) {
    MPI_Request_free(&state.handle);
    try {
      memory_of_dropped_sends().push_back(std::move(state.kept));
    } catch (...) {
      new std::shared_ptr<void const>(std::move(state.kept)); // NOLINT: MPI reads the memory until the program ends
    }
  } else {
    MPI_Cancel(&state.handle);
    MPI_Wait(&state.handle, MPI_STATUS_IGNORE);
  }
}

void require_address(char const* operation, mpi::communicator const& world, int peer, int tag) {
  constexpr int most_tag = 32767; // that every MPI has
  if (peer < 0 || peer >= world.size())
    throw mpi_error(std::string("weft: ") + operation + ": there is no rank " + std::to_string(peer) + " among " +
                    std::to_string(world.size()));
  if (tag < 0 || tag > most_tag)
    throw mpi_error(std::string("weft: ") + operation + ": the tag " + std::to_string(tag) + " is not from 0 to " +
                    std::to_string(most_tag));
}

void check_end(request_state const& state, int code, MPI_Status const& status) {
  check_mpi(code, name_of(state.is_send));
  if (state.is_send)
    return;
  check_received(name_of(false), status, state.buffer.bytes());
  state.buffer.unpack();
}

} // namespace

void send_memory(mpi::communicator const& world, mpi_memory const& memory, int to, int tag) {
  require_address("mpi::send", world, to, tag);
  mpi_buffer const buffer(memory, true);
  buffer.pack();
  check_mpi(MPI_Send(buffer.data(), buffer.count(), buffer.type(), to, tag, comm_of(world)), "mpi::send");
}
void receive_memory(mpi::communicator const& world, mpi_memory const& memory, int from, int tag) {
  require_address("mpi::recv", world, from, tag);
  require_target("mpi::recv", memory);
  mpi_buffer const buffer(memory, true);
  MPI_Status status;
  check_mpi(MPI_Recv(buffer.data(), buffer.count(), buffer.type(), from, tag, comm_of(world), &status), "mpi::recv");
  check_received("mpi::recv", status, buffer.bytes());
  buffer.unpack();
}

mpi::request start_message(bool is_send, mpi::communicator const& world, mpi_memory const& memory, int peer, int tag,
                           std::shared_ptr<void const> kept) {
  char const* const name = name_of(is_send);
  require_address(name, world, peer, tag);
  if (!is_send)
    require_target(name, memory);
  auto state = std::make_unique<request_state>(request_state{mpi_buffer(memory, true), is_send, peer, std::move(kept)});
  mpi_buffer const& buffer = state->buffer;
  if (is_send && buffer.packed() != nullptr) {
    buffer.pack();
    state->kept = buffer.packed(); // MPI reads the copy alone
  }
  auto const call = [&](auto begin) {
    check_mpi(begin(buffer.data(), buffer.count(), buffer.type(), peer, tag, comm_of(world), &state->handle), name);
  };
  if (is_send)
    call(&MPI_Isend);
  else
    call(&MPI_Irecv);
  return mpi::request(std::move(state));
}
void end_message(mpi::request& one) noexcept {
  try {
    if (!mpi_is_ended())
      one.wait();
  } catch (std::exception const&) {
    return; // the message has ended all the same
  }
}

} // namespace detail

namespace mpi {

request::request() noexcept = default;
request::request(request&&) noexcept = default;
request::request(std::unique_ptr<detail::request_state> state) noexcept : state_(std::move(state)) {}
request& request::operator=(request&& other) noexcept {
  request dropped(std::move(*this));
  state_ = std::move(other.state_);
  return *this;
}
request::~request() {
  if (state_)
    detail::drop(*state_);
}

void request::wait() {
  if (!state_)
    return;
  MPI_Status status;
  int const code = MPI_Wait(&state_->handle, &status);
  auto const ended = std::move(state_);
  detail::check_end(*ended, code, status);
}
bool request::test() {
  if (!state_)
    return true;
  int has_ended = 0;
  MPI_Status status;
  int const code = MPI_Test(&state_->handle, &has_ended, &status);
  if (code == MPI_SUCCESS && has_ended == 0)
    return false;
  auto const ended = std::move(state_);
  detail::check_end(*ended, code, status);
  return true;
}
bool request::is_finished() const noexcept {
  return state_ == nullptr;
}

} // namespace mpi
} // namespace weft
