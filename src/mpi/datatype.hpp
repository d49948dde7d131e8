#pragma once
#include "mpi/library.hpp"

#include <weft/mpi/message.hpp>

#include <cstddef>
#include <memory>
#include <vector>

namespace weft::detail {

/// The largest count that is given to MPI, whose counts are of 32 bits: larger ones become blocks. At least
/// 2; tests lower it.
WEFT_API extern index_t most_mpi_count;

/// The bytes of the longest message that weft packs. Tests set it to 0, so that MPI packs all.
WEFT_API extern index_t most_packed_bytes;

/// A layout in the order of its elements, with as few axes as possible: no axis of extent 1, and neighbours joined that
/// are one. Strides are in elements.
struct ordered_layout {
  dtype type;
  int rank = 0;
  index_t count = 1; ///< of all elements
  index_t extents[max_rank] = {}, strides[max_rank] = {};

  explicit ordered_layout(mpi_piece const& piece);
  [[nodiscard]] bool is_dense() const { return rank == 0 || (rank == 1 && strides[0] == 1); }
  friend bool operator==(ordered_layout const&, ordered_layout const&) = default;
};

/// Owns a datatype.
class owned_type {
public:
  owned_type() = default;
  explicit owned_type(MPI_Datatype type) : type_(type) {}
  owned_type(owned_type&& other) noexcept : type_(std::exchange(other.type_, MPI_DATATYPE_NULL)) {}
  owned_type& operator=(owned_type&& other) noexcept {
    std::swap(type_, other.type_);
    return *this;
  }
  ~owned_type() { free(); }
  void free() noexcept {
    if (type_ != MPI_DATATYPE_NULL && !mpi_is_ended()) // a request may end later than MPI
      MPI_Type_free(&type_);
    type_ = MPI_DATATYPE_NULL;
  }
  [[nodiscard]] MPI_Datatype get() const { return type_; }

private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

/// Throws layout_error if elements of a target share memory by a stride of 0.
void require_target(char const* operation, mpi_memory const& memory);
/// Returns the committed datatype of a layout that has elements. The types of the last layouts are kept.
[[nodiscard]] MPI_Datatype datatype_of(ordered_layout const& layout);
/// Returns a committed type like that of one piece, whose copies begin `bytes` after each other.
[[nodiscard]] owned_type resized_type(mpi_piece const& piece, index_t bytes);

/// Copies the elements of a piece to dense memory in row-major order, or back.
void copy_dense(mpi_piece const& piece, std::byte* copy, bool packs);

/// Memory for a dense copy of the elements of a message.
using packed_block = std::vector<std::byte>;

/// The arguments of MPI for a message: where the elements lie, or, if `may_pack`, a dense copy of one piece whose runs
/// are short. Open MPI packs such a piece too, element by element: 256 x 256 numbers that are 2 KB apart from each
/// other took 1.3 of the time of two of weft's copies, numbers closer to each other 0.95 to 1.1. Runs of 512 bytes and
/// more it copies from the memory of one rank to that of the other, in 0.1 to 0.7 of the time. The other rank may do
/// either.
class mpi_buffer {
public:
  explicit mpi_buffer(mpi_memory const& memory, bool may_pack = false);

  [[nodiscard]] void* data() const { return data_; }
  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] MPI_Datatype type() const { return type_; }
  /// The bytes of all elements, without gaps.
  [[nodiscard]] index_t bytes() const { return bytes_; }
  /// Returns the dense copy, null where there is none.
  [[nodiscard]] std::shared_ptr<void const> packed() const { return packed_; }
  /// Copies the elements to the dense copy, or back. Does nothing without one.
  void pack() const { copy_packed(true); }
  void unpack() const { copy_packed(false); }

private:
  void copy_packed(bool packs) const;

  void* data_ = nullptr;
  int count_ = 0;
  MPI_Datatype type_ = MPI_BYTE;
  index_t bytes_ = 0;
  owned_type owned_;
  mpi_piece piece_{}; ///< of the dense copy
  std::shared_ptr<packed_block> packed_;
};

} // namespace weft::detail
