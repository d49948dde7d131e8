#include "mpi/agreement.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace weft::detail {

namespace {

/// A call in memory of a fixed size, which ranks exchange. The pieces behind the first are hashed into `others`.
struct call_record {
  char name[40] = "", reason[256] = "";
  std::int64_t root = 0, operation = 0, pieces = 0, type = -1, rank = 0, others = 0, refused = 0;
  std::int64_t extents[max_rank] = {}, strides[max_rank] = {};

  call_record(collective_call const& call, refusal const& why)
      : root(call.root), operation(call.operation), refused(why.kind) {
    std::strncpy(name, call.name, sizeof name - 1);
    std::strncpy(reason, why.text.c_str(), sizeof reason - 1);
    pieces = call.memory.count;
    for (int p = 0; p < call.memory.count; ++p)
      add(call.memory.pieces[p], p == 0, call.by_strides);
  }
  call_record() = default;

  void add(mpi_piece const& piece, bool first, bool by_strides) {
    if (first) {
      type = static_cast<std::int64_t>(piece.type);
      rank = piece.rank;
      std::copy_n(piece.extents, piece.rank, extents);
      if (by_strides)
        std::copy_n(piece.strides, piece.rank, strides);
      return;
    }
    mix(static_cast<std::int64_t>(piece.type));
    for (int k = 0; k < piece.rank; ++k)
      mix(piece.extents[k]);
    mix(-1);
  }
  /// FNV-1a, word by word.
  void mix(std::int64_t value) {
    others = static_cast<std::int64_t>((static_cast<std::uint64_t>(others) ^ static_cast<std::uint64_t>(value)) *
                                       1099511628211u);
  }
  [[nodiscard]] std::string shape() const {
    index_t n[max_rank];
    std::copy_n(extents, rank, n);
    return shape_text(n, static_cast<int>(rank));
  }
};
static_assert(std::is_trivially_copyable_v<call_record>);

std::string rank_text(std::size_t rank) {
  return "rank " + std::to_string(rank);
}

/// Throws the difference of two calls, if there is one.
void compare(call_record const& a, call_record const& b, std::size_t rank) {
  std::string const where = "weft: " + std::string(a.name) + ": " + rank_text(rank);
  if (std::strcmp(a.name, b.name) != 0)
    throw mpi_error("weft: " + rank_text(rank) + " calls " + b.name + ", and rank 0 calls " + a.name);
  if (a.root != b.root)
    throw mpi_error(where + " has the root " + std::to_string(b.root) + ", and rank 0 the root " +
                    std::to_string(a.root));
  if (a.operation != b.operation)
    throw mpi_error(where + " and rank 0 reduce by different operations");
  if (a.pieces != b.pieces || a.others != b.others)
    throw shape_error(where + " has a record of other members than rank 0");
  if (a.type != b.type)
    throw dtype_error(where + " has elements of " + to_string(static_cast<dtype>(b.type)) + ", and rank 0 of " +
                      to_string(static_cast<dtype>(a.type)));
  if (a.rank != b.rank || !std::equal(a.extents, a.extents + a.rank, b.extents))
    throw shape_error(where + " has shape " + b.shape() + ", and rank 0 has " + a.shape());
  if (!std::equal(a.strides, a.strides + a.rank, b.strides))
    throw layout_error(where + " has elements in another order than rank 0");
}

/// Types of errors by numbers from 1.
template <class... E>
struct numbered_errors {
  /// Returns the last number for an error of another type.
  static std::int64_t number_of(std::exception const& e) {
    std::int64_t number = 0;
    static_cast<void>(((++number, dynamic_cast<E const*>(&e) != nullptr) || ...));
    return number;
  }
  static void throw_number(std::int64_t wanted, std::string const& text) {
    std::int64_t number = 0;
    ((++number == wanted ? throw E(text) : void()), ...);
  }
};
/// The last type stands for all errors that are not in the list.
using errors_of_ranks = numbered_errors<shape_error, dtype_error, layout_error, io_error, mpi_error>;

} // namespace

refusal refusal_of(std::function<void()> const& f) {
  try {
    f();
  } catch (std::exception const& e) {
    return {errors_of_ranks::number_of(e), e.what()};
  }
  return {};
}

void throw_refusal(refusal const& why) {
  errors_of_ranks::throw_number(why.kind, why.text);
}

void require_agreement(mpi::communicator const& world, collective_call const& call, bool checked,
                       std::function<void()> const& require_own) {
  if (!checked || world.size() == 1)
    return require_own();
  call_record const mine(call, refusal_of(require_own));
  std::vector<call_record> all(static_cast<std::size_t>(world.size()));
  int const bytes = static_cast<int>(sizeof mine);
  check_mpi(MPI_Allgather(&mine, bytes, MPI_BYTE, all.data(), bytes, MPI_BYTE, comm_of(world)), call.name);
  for (std::size_t rank = 1; rank < all.size(); ++rank)
    compare(all[0], all[rank], rank);
  for (call_record const& one : all)
    throw_refusal({one.refused, one.reason});
}

} // namespace weft::detail
