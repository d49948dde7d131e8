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

  template <class F>
  WEFT_FN static void with_memory(char const* operation, R const& y, F f) {
    plain_vector<mpi_piece> pieces;
    for_each_field(y, [&](std::string_view, auto const& x) { add_piece(operation, x, pieces); });
    f(mpi_memory{pieces.data(), static_cast<int>(pieces.size())});
  }
  template <class F>
  WEFT_FN static void with_target(char const* operation, R& y, F f) {
    plain_vector<mpi_piece> pieces;
    for_each_field(y, [&](std::string_view, auto& x) {
      using M = std::remove_cvref_t<decltype(x)>;
      static_assert(mpi_operand<M>::is_received && (HasDtype<M> || Stored<M>),
                    "weft: mpi: the members of a record in a message are tensors, views and numbers");
      add_piece(operation, x, pieces);
    });
    f(mpi_memory{pieces.data(), static_cast<int>(pieces.size())});
  }

private:
  template <class X>
  WEFT_FN static void add_piece(char const* operation, X const& x, plain_vector<mpi_piece>& pieces) {
    static_assert(HasDtype<X> || Stored<X>,
                  "weft: mpi: the members of a record in a message are tensors, views and numbers");
    if constexpr (HasDtype<X> || Stored<X>)
      mpi_operand<X>::with_memory(operation, x, [&](mpi_memory const& m) { pieces.push_back(m.pieces[0]); });
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
