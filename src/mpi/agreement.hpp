#pragma once
#include "mpi/library.hpp"

#include <weft/mpi/message.hpp>

#include <cstdint>
#include <functional>
#include <string>

namespace weft::detail {

/// The reason of a rank against its own call: the number of its type among the errors that ranks hand on, 0 for none.
struct refusal {
  std::int64_t kind = 0;
  std::string text;
};
/// Calls f(), and returns what it throws; an error of another type as mpi_error.
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
};

/// Compares the calls of all ranks if `checked`. Throws the same error on each if they differ: mpi_error for another
/// function, root or operation, dtype_error for another element type, shape_error for another shape. If all calls
/// agree, each rank throws the error that require_own(), which looks at the call of its rank, threw on the first rank
/// where it threw. An unchecked call throws the error of its own rank.
void require_agreement(
    mpi::communicator const& world, collective_call const& call, bool checked,
    std::function<void()> const& require_own = [] {});

} // namespace weft::detail
