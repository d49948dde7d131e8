#pragma once
#include <weft/mpi/collective.hpp>
#include <weft/mpi/distributed.hpp>
#include <weft/tensor/tensor.hpp>

// Fields of one division moved to another one, and to one rank.
namespace weft {

namespace detail {

/// Returns the elements that two blocks share, as a box of the whole; false where they share none.
template <int R>
WEFT_FN bool shared_box(grid_box<R> const& a, grid_box<R> const& b, grid_box<R>& out) {
  bool shares = true;
  for (std::size_t k = 0; k < std::size_t(R); ++k) {
    index_t const first = a.first[k] > b.first[k] ? a.first[k] : b.first[k];
    index_t const a_end = a.first[k] + a.count[k], b_end = b.first[k] + b.count[k];
    out.first[k] = first;
    out.count[k] = (a_end < b_end ? a_end : b_end) - first;
    shares = shares && out.count[k] > 0;
  }
  return shares;
}
/// Returns a view of a box of the whole within a block, which has the box.
template <int R, class V>
WEFT_FN auto within_block(V const& interior, grid_box<R> const& block, grid_box<R> box) {
  for (std::size_t k = 0; k < std::size_t(R); ++k)
    box.first[k] -= block.first[k];
  return box_view<R>(interior, box);
}
/// Sends each rank what `from` and its block share, and receives likewise; `to_block(r)` is the block of a rank, and
/// `to` the memory of this rank's block.
template <int R, class U, class V, class F>
WEFT_FN void move_blocks(U const& u, V const& to, F const& to_block) {
  auto const& world = u.ranks().world();
  auto const from = u.local().interior();
  auto const from_mine = u.block_of(world.rank());
  auto const to_mine = to_block(world.rank());
  pending_exchange messages;
  grid_box<R> box;
  for (int r = 0; r < world.size(); ++r)
    if (shared_box(u.block_of(r), to_mine, box))
      messages.receive(world, piece_of_stored(within_block(to, to_mine, box)), r);
  for (int r = 0; r < world.size(); ++r)
    if (shared_box(from_mine, to_block(r), box))
      messages.send(world, piece_of_stored(within_block(from, from_mine, box)), r);
  messages.finish();
}

} // namespace detail

namespace mpi {

/// Returns the interiors of all ranks as one tensor on the root, in the order of its shape, and a tensor without
/// elements on other ranks. The pieces arrive where they lie in the result. Throws mpi_error for a root that
/// is no rank.
template <class T, int R, class Order>
[[nodiscard]] WEFT_FN tensor<T, R, Order> to_global(distributed<field::grid<T, R, Order>> const& u, int root = 0) {
  detail::require_same_root("mpi::to_global", u.ranks().world(), root, detail::checks_calls);
  bool const is_root = u.ranks().world().rank() == root;
  tensor<T, R, Order> out(is_root ? u.shape() : dims<R>{});
  detail::move_blocks<R>(u, out.window(), [&](int r) {
    detail::grid_box<R> whole{};
    for (std::size_t k = 0; r == root && k < std::size_t(R); ++k)
      whole.count[k] = u.shape().entry(int(k));
    return whole;
  });
  return out;
}
/// Copies the interior of a field to one that is divided by another process grid of the same ranks. Each rank sends
/// each other one what both hold. Ghosts are not written. Throws shape_error if the whole fields have different shapes,
/// and mpi_error if the process grids have other ranks.
template <class T, int R, class Order, class Other>
WEFT_FN void redistribute(distributed<field::grid<T, R, Order>> const& from,
                          distributed<field::grid<T, R, Other>>& to) {
  detail::require_same_root("mpi::redistribute", from.ranks().world(), 0, detail::checks_calls);
  if (!(from.shape() == to.shape()))
    detail::throw_shape_reason("mpi::redistribute", "the whole fields have different shapes");
  detail::require_same_ranks("mpi::redistribute", from.ranks().world(), to.ranks().world());
  detail::move_blocks<R>(from, to.local().interior(), [&](int r) { return to.block_of(r); });
}

} // namespace mpi
} // namespace weft
