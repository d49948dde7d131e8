#pragma once
#include <weft/mpi/distributed.hpp>
#include <weft/records/record.hpp>

#include <tuple>

// Ghosts of all fields in a record.
namespace weft {

namespace detail {

template <class X>
inline constexpr bool is_distributed = false;
template <class G>
inline constexpr bool is_distributed<mpi::distributed<G>> = true;

/// Returns references to the fields of a record that are divided among ranks, and to the fields of records within it.
template <class X>
WEFT_FN auto distributed_members(X& x) {
  if constexpr (is_distributed<X>)
    return std::tie(x);
  else if constexpr (Record<X>)
    return [&]<int... K>(std::integer_sequence<int, K...>) {
      return std::tuple_cat(distributed_members(access_of<X>::template get<K>(x))...);
    }(member_numbers<X>{});
  else
    return std::tuple<>();
}

} // namespace detail

namespace mpi {

/// Fills the ghosts of all fields in a record, in one message to each neighbour, as exchange(u, v). Members that are no
/// fields stay as they are.
template <Record Y>
WEFT_FN void exchange(Y& y) {
  std::apply(
      [](auto&... fields) {
        static_assert(sizeof...(fields) > 0,
                      "weft: mpi::exchange: the record has no field that is divided among ranks");
        if constexpr (sizeof...(fields) > 0)
          exchange(fields...);
      },
      detail::distributed_members(y));
}

} // namespace mpi
} // namespace weft
