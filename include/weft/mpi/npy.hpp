#pragma once
#include <weft/io/npy_typed.hpp>
#include <weft/mpi/redistribute.hpp>

#include <string>

// One file of a field that is divided among ranks, written and read by all of them through MPI-IO.
namespace weft {

namespace detail {

/// The place of a block in a file of NumPy.
struct npy_place {
  int rank;
  bool by_columns; ///< the file is in Fortran order
  index_t shape[max_rank], first[max_rank];
};
WEFT_API void save_block(std::string const& path, mpi::communicator const& world, npy_place const& place,
                         mpi_piece const& block, save_options const& options);
/// Throws on each rank alike, also unless the file has elements of the type of the block and the shape of `place`.
WEFT_API void load_block(std::string const& path, mpi::communicator const& world, npy_place const& place,
                         mpi_piece const& block);

/// Returns the place of this rank's block. save_npy writes Fortran order for memory that is column-major and not
/// row-major, so one axis that is longer than 1 makes no difference.
template <class T, int R, class Order>
WEFT_FN npy_place place_of_block(mpi::distributed<field::grid<T, R, Order>> const& u) {
  npy_place out{R, false, {}, {}};
  int long_axes = 0;
  auto const first = u.offset();
  for (int k = 0; k < R; ++k) {
    out.shape[k] = u.shape().entry(k);
    out.first[k] = first[static_cast<std::size_t>(k)];
    long_axes += out.shape[k] != 1;
  }
  out.by_columns = std::same_as<Order, column_major> && long_axes > 1;
  return out;
}

} // namespace detail

namespace mpi {

/// Writes the interiors of all ranks as one .npy file, with the bytes of save_npy of the whole tensor: each rank writes
/// the rows of its block. The new file has a name that begins with ".weft-" until it is complete, then that of the old
/// one; if it cannot be written, every rank throws io_error and the old file stays. A file for which the disk has no
/// room is refused before the blocks are written. All ranks call it, and see one file system.
template <class T, int R, class Order>
WEFT_FN void save_npy(std::string const& path, distributed<field::grid<T, R, Order>> const& u,
                      save_options const& options = {}) {
  detail::save_block(path, u.world(), detail::place_of_block(u), detail::piece_of_stored(u.mine()), options);
}
/// Reads a .npy file into the interiors of all ranks; ghosts are not written. The file may have either order of axes
/// and of bytes. Each rank reads its block in one collective call, into a copy. Throws on every rank alike: io_error,
/// dtype_error for elements of another type, shape_error for another shape.
template <class T, int R, class Order>
WEFT_FN void load_npy(std::string const& path, distributed<field::grid<T, R, Order>>& u) {
  detail::load_block(path, u.world(), detail::place_of_block(u), detail::piece_of_stored(u.mine()));
}

} // namespace mpi
} // namespace weft
