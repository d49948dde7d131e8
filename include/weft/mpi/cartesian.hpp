#pragma once
#include <weft/field/grid.hpp>
#include <weft/mpi/communicator.hpp>

namespace weft {

namespace detail {

/// Sets the entries of `counts` that are 0, so that the product is the number of ranks, as MPI_Dims_create does. All
/// ranks call it.
WEFT_API void divide_ranks(mpi::communicator const& world, int rank, index_t* counts);
[[nodiscard]] WEFT_API mpi::communicator cartesian_communicator(mpi::communicator const& world, int rank,
                                                                index_t const* counts, bool const* periodic);

} // namespace detail

namespace mpi {

/// The ranks of a communicator as a grid of R axes. Ranks count in row-major order. A periodic axis is closed to a
/// ring. Messages between its ranks meet no others.
template <int R>
class cartesian {
  static_assert(R > 0 && R <= max_rank, "weft: mpi::cartesian: a grid of ranks has 1 to 16 axes");
  using flags = detail::axis_array<bool, R>;

public:
  static constexpr int static_rank = R;

  /// Divides the ranks among the axes as evenly as possible. All ranks of the communicator call it.
  WEFT_FN explicit cartesian(communicator const& world, flags const& periodic = {})
      : cartesian(world, weft::detail::axis_array<index_t, R>{}, periodic) {}
  /// Divides the ranks as given; where the number of an axis is 0, MPI chooses it. Throws mpi_error unless the product
  /// is the number of ranks. All ranks give the same numbers.
  WEFT_FN cartesian(communicator const& world, detail::axis_array<index_t, R> const& counts, flags const& periodic)
      : counts_(counts), periodic_(periodic), world_(made(world)) {}

  /// Returns the communicator of the grid. It has the ranks of the communicator that the grid was made of.
  [[nodiscard]] WEFT_FN communicator const& world() const WEFT_LIFETIMEBOUND { return world_; }
  /// Returns the numbers of ranks along the axes.
  [[nodiscard]] WEFT_FN detail::axis_array<index_t, R> const& counts() const WEFT_LIFETIMEBOUND { return counts_; }
  [[nodiscard]] WEFT_FN bool is_periodic(index_t axis) const {
    return periodic_[static_cast<std::size_t>(detail::asked_axis("mpi::cartesian", axis, R))];
  }
  /// Returns the coordinates of a rank, its index along each axis of the grid.
  [[nodiscard]] WEFT_FN detail::axis_array<index_t, R> coordinates(int rank) const {
    detail::axis_array<index_t, R> out{};
    index_t rest = rank;
    for (std::size_t k = std::size_t(R); k-- > 0; rest /= counts_[k])
      out[k] = rest % counts_[k];
    return out;
  }
  /// Returns the coordinates of this rank.
  [[nodiscard]] WEFT_FN detail::axis_array<index_t, R> coordinates() const { return coordinates(world_.rank()); }
  /// Returns the rank that is next to this one in a direction, a side for each axis; -1 beyond an end that is not
  /// periodic, which send() and recv() refuse.
  [[nodiscard]] WEFT_FN int neighbour(detail::axis_array<field::side, R> const& direction) const {
    detail::axis_array<index_t, R> const here = coordinates();
    index_t rank = 0;
    for (std::size_t k = 0; k < std::size_t(R); ++k) {
      index_t const to = here[k] + static_cast<int>(direction[k]), n = counts_[k];
      if (!periodic_[k] && (to < 0 || to >= n))
        return -1;
      rank = rank * n + (to + n) % n;
    }
    return static_cast<int>(rank);
  }

private:
  WEFT_FN communicator made(communicator const& world) {
    detail::divide_ranks(world, R, counts_.data());
    return detail::cartesian_communicator(world, R, counts_.data(), periodic_.data());
  }

  detail::axis_array<index_t, R> counts_{};
  flags periodic_{};
  communicator world_;
};

} // namespace mpi
} // namespace weft
