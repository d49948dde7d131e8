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
    plain_vector<mpi_part> parts;
    for_each_field(y, [&](std::string_view, auto const& x) { add_part(operation, x, parts); });
    f(mpi_memory{parts.data(), static_cast<int>(parts.size())});
  }
  template <class F>
  WEFT_FN static void with_target(char const* operation, R& y, F f) {
    plain_vector<mpi_part> parts;
    for_each_field(y, [&](std::string_view, auto& x) {
      using M = std::remove_cvref_t<decltype(x)>;
      static_assert(mpi_operand<M>::is_received && (HasDtype<M> || Stored<M>),
                    "weft: mpi: the members of a record in a message are tensors, views and numbers");
      add_part(operation, x, parts);
      require_target(operation, parts[parts.size() - 1]);
    });
    f(mpi_memory{parts.data(), static_cast<int>(parts.size())});
  }

private:
  template <class X>
  WEFT_FN static void add_part(char const* operation, X const& x, plain_vector<mpi_part>& parts) {
    static_assert(HasDtype<X> || Stored<X>,
                  "weft: mpi: the members of a record in a message are tensors, views and numbers");
    if constexpr (HasDtype<X> || Stored<X>)
      mpi_operand<X>::with_memory(operation, x, [&](mpi_memory const& m) { parts.push_back(m.parts[0]); });
  }
};

} // namespace detail

namespace mpi {

/// Returns a record of the sums over all ranks, member by member, as allreduce of each: a message for each member, which
/// is a tensor or a number.
template <Record R>
  requires(!detail::SingleOperand<R>)
[[nodiscard]] WEFT_FN auto allreduce(communicator const& world, R const& y, operation how) {
  return detail::remade_record<"", R>(
      y, [&]<detail::static_text>(auto const& x) { return allreduce(world, detail::values_of_field(x), how); });
}

} // namespace mpi
} // namespace weft
