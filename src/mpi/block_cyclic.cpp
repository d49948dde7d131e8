#include "mpi/agreement.hpp"
#include "mpi/blacs_call.hpp"

#include <weft/mpi/distributed.hpp>

#include <algorithm>
#include <limits>
#include <string>

namespace weft::detail {

namespace {

constexpr index_t most = std::numeric_limits<int>::max();

std::string text_of(axis_array<index_t, 2> const& extents) {
  return shape_text(extents.data(), 2);
}
/// Throws for extents and blocks that ScaLAPACK cannot take. All ranks have the same, so all throw.
void require_extents(block_cyclic_place const& place) {
  if (place.extents[0] < 0 || place.extents[1] < 0)
    throw shape_error("weft: mpi::block_cyclic: the shape " + text_of(place.extents) + " has a negative extent");
  if (place.block < 1 || place.block > most)
    throw shape_error("weft: mpi::block_cyclic: a block has " + std::to_string(place.block) + " rows");
  index_t const rows = place.local_extent(0, 0), columns = place.local_extent(1, 0); // no rank has more
  if (std::max(place.extents[0], place.extents[1]) > most || (rows > 0 && columns > most / rows))
    throw shape_error("weft: mpi::block_cyclic: the integers of ScaLAPACK have 32 bits, too few for the shape " +
                      text_of(place.extents) + " on " + std::to_string(place.world.size()) + " ranks");
}

} // namespace

block_cyclic_place made_place(mpi::communicator const& world, axis_array<index_t, 2> counts,
                              axis_array<index_t, 2> const& extents, index_t block) {
  with_scalapack("mpi::block_cyclic", dtype::float64, [](auto) {});
  if (counts[0] == 0 || counts[1] == 0)
    divide_ranks(world, 2, counts.data());
  block_cyclic_place out{world, counts, extents, block};
  require_extents(out);
  static_cast<void>(blacs_context(world, grid_of(out)));
  return out;
}

void require_same_division(char const* operation, block_cyclic_place const& a, block_cyclic_place const& b) {
  if (a.world.word() != b.world.word() || a.counts != b.counts || a.block != b.block)
    throw layout_error(std::string("weft: ") + operation + ": the matrices are divided differently, one on " +
                       std::to_string(a.counts[0]) + " x " + std::to_string(a.counts[1]) + " ranks in blocks of " +
                       std::to_string(a.block) + ", the other on " + std::to_string(b.counts[0]) + " x " +
                       std::to_string(b.counts[1]) + " in blocks of " + std::to_string(b.block) +
                       (a.world.word() == b.world.word() ? "" : ", of another communicator") +
                       ": mpi::redistribute copies one to the division of the other");
}
void throw_two_shapes(char const* operation, block_cyclic_place const& a, block_cyclic_place const& b) {
  throw shape_error(std::string("weft: ") + operation + ": the matrices have the shapes " + text_of(a.extents) +
                    " and " + text_of(b.extents));
}
void require_divided_alike(char const* operation, block_cyclic_place const& a, block_cyclic_place const& b) {
  if (a.extents != b.extents)
    throw_two_shapes(operation, a, b);
  require_same_division(operation, a, b);
}

axis_array<index_t, 2> extents_of_root(char const* operation, mpi::communicator const& world,
                                       axis_array<index_t, 2> extents, int root, bool checked) {
  require_same_root(operation, world, root, checked);
  check_mpi(MPI_Bcast(extents.data(), 2, MPI_INT64_T, root, comm_of(world)), operation);
  return extents;
}

void copy_blocks(char const* operation, block_cyclic_operand const& from, block_cyclic_operand const& to, int root) {
  block_cyclic_place const& place = from.place != nullptr ? *from.place : *to.place;
  if (from.place != nullptr && to.place != nullptr) {
    if (from.place->extents != to.place->extents)
      throw_two_shapes(operation, *from.place, *to.place);
    require_same_ranks(operation, from.place->world, to.place->world);
  }
  if (place.extents[0] == 0 || place.extents[1] == 0)
    return;
  // On the root pgemr2d counts the whole in 32 bits too, and takes extents of fewer than 10^8.
  index_t const longest = std::max(place.extents[0], place.extents[1]);
  if ((from.place == nullptr || to.place == nullptr) &&
      (place.extents[0] > most / place.extents[1] || longest >= 100'000'000))
    throw shape_error(std::string("weft: ") + operation + ": the integers of ScaLAPACK have 32 bits, too few for " +
                      text_of(place.extents) + " on one rank");
  block_cyclic_place whole = place; // one block, on the root
  whole.block = longest;
  with_scalapack(operation, from.type, [&]<class T>(T) {
    auto const matrix_of = [&](block_cyclic_operand const& x) {
      return x.place != nullptr ? scalapack_matrix<T>(x) : scalapack_matrix<T>(whole, root, x.data);
    };
    auto const a = matrix_of(from), b = matrix_of(to);
    scalapack<T>::gemr2d(a.rows(), a.columns(), a.data(), 1, 1, a.descriptor(), b.data(), 1, 1, b.descriptor(),
                         blacs_context(place.world, grid_of(place)));
  });
}

} // namespace weft::detail
