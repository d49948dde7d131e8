#pragma once
#include "mpi/library.hpp"

#include <weft/mpi/message.hpp>

#include <cstdint>
#include <functional>
#include <string>

namespace weft::detail {

/// Reasons of a rank against its own call.
enum class refusal_kind : std::int64_t { none, shape, type, layout, other };
struct refusal {
  refusal_kind kind = refusal_kind::none;
  std::string text;
};
/// Calls f(), and returns what it throws.
[[nodiscard]] refusal refusal_of(std::function<void()> const& f);
/// Throws a refusal, if there is one.
void throw_refusal(refusal const& why);

/// The call of a rank: the function, and the arguments that must agree on all ranks.
struct collective_call {
  char const* name;
  mpi_memory memory{nullptr, 0};
  int root = 0;
  int operation = 0;
  bool by_strides = false; ///< strides must agree too
  refusal refused{};       ///< thrown on every rank
};

/// Compares the calls of all ranks if `checked`. Throws the same error on each if they differ: mpi_error for another
/// function, root or operation, dtype_error for another element type, shape_error for another shape; then what a rank
/// has against its own call. Unchecked calls throw the last one on that rank alone.
void require_agreement(mpi::communicator const& world, collective_call const& call, bool checked);

} // namespace weft::detail
