#pragma once
#include <weft/mpi/collective.hpp>
#include <weft/records/fields.hpp>

// Records in messages: all members are one message, from and to where they lie.
namespace weft {

namespace detail {

template <Record R>
  requires(!Storable<R> && !HasDtype<R>)
struct mpi_operand<R> {
  static constexpr bool is_sent = true, is_received = true;

  template <bool IsTarget, class F>
  WEFT_FN static void with_memory(char const* operation, R const& y, F const& f) {
    plain_vector<mpi_piece> pieces;
    for_each_field(y, [&]<class X>(std::string_view, X const& x) {
      constexpr bool is_piece = (HasDtype<X> || Stored<X>) && (!IsTarget || mpi_operand<X>::is_received);
      static_assert(is_piece, "weft: mpi: the members of a record in a message are tensors, views and numbers");
      if constexpr (is_piece)
        mpi_operand<X>::template with_memory<IsTarget>(operation, x,
                                                       [&](mpi_memory const& m) { pieces.push_back(m.pieces[0]); });
    });
    f(mpi_memory{pieces.data(), static_cast<int>(pieces.size())});
  }
};

} // namespace detail

namespace mpi {

/// Returns a record of the sums over all ranks, member by member, as allreduce of each: a message for each member.
/// Members are tensors and numbers.
template <Record R>
  requires(!detail::SingleOperand<R>)
[[nodiscard]] WEFT_FN auto allreduce(communicator const& world, R const& y, operation how) {
  return detail::remade_record<"", R>(
      y, [&]<detail::static_text>(auto const& x) { return allreduce(world, detail::values_of_field(x), how); });
}

} // namespace mpi
} // namespace weft
