#include "io/npy_elements.hpp"
#include "mpi/agreement.hpp"
#include "mpi/datatype.hpp"

#include <weft/layout/walk.hpp>
#include <weft/mpi/npy.hpp>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace weft::detail {

namespace {

/// Returns the text of the first rank that has one, on every rank.
std::string first_text(mpi::communicator const& world, std::string const& mine) {
  int from = mine.empty() ? world.size() : world.rank();
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &from, 1, MPI_INT, MPI_MIN, comm_of(world)), "mpi::save_npy");
  if (from == world.size())
    return {};
  auto size = static_cast<std::int64_t>(mine.size());
  check_mpi(MPI_Bcast(&size, 1, MPI_INT64_T, from, comm_of(world)), "mpi::save_npy");
  std::string text = mine;
  text.resize(static_cast<std::size_t>(size));
  check_mpi(MPI_Bcast(text.data(), static_cast<int>(size), MPI_CHAR, from, comm_of(world)), "mpi::save_npy");
  return text;
}
[[noreturn]] void throw_io(char const* verb, std::string const& path, std::string const& reason) {
  throw io_error(std::string("weft: cannot ") + verb + " '" + path + "': " + reason);
}

/// A file that all ranks have open. After each step they agree whether it succeeded on all of them: a rank that left
/// out a call that the others make would let them wait for ever.
class shared_file {
public:
  shared_file(mpi::communicator const& world, std::string const& path, int mode) : world_(world) {
    step([&] { return MPI_File_open(comm_of(world), path.c_str(), mode, MPI_INFO_NULL, &file_); });
  }
  shared_file(shared_file const&) = delete;
  shared_file& operator=(shared_file const&) = delete;
  ~shared_file() {
    if (file_ != MPI_FILE_NULL)
      MPI_File_close(&file_);
  }

  /// Calls f(), which returns a code of MPI or throws, unless a step before has failed on some rank.
  template <class F>
  void step(F const& f) {
    if (error_.empty())
      error_ = first_text(world_, refusal_of([&] { check_mpi(f(), "MPI"); }).text);
  }
  void close() {
    step([&] { return MPI_File_close(&file_); });
  }
  [[nodiscard]] MPI_File handle() const { return file_; }
  /// Returns the error of the first rank that has one, the same on all ranks.
  [[nodiscard]] std::string const& error() const { return error_; }

private:
  mpi::communicator world_;
  MPI_File file_ = MPI_FILE_NULL;
  std::string error_;
};

/// Returns a piece with its axes in the order in which a file has them.
mpi_piece in_order(mpi_piece piece, bool by_columns) {
  if (by_columns) {
    std::reverse(piece.extents, piece.extents + piece.rank);
    std::reverse(piece.strides, piece.strides + piece.rank);
  }
  return piece;
}
/// A block in a file: its extents and the strides of the file, which go up, and the number of its first element.
struct block_of_file {
  mpi_piece piece;
  index_t first = 0, size = 1;

  block_of_file(npy_place const& place, bool by_columns, mpi_piece const& block) : piece(in_order(block, by_columns)) {
    index_t step = 1;
    for (int k = place.rank - 1; k >= 0; --k) {
      int const axis = by_columns ? place.rank - 1 - k : k;
      piece.strides[k] = step;
      first += place.first[axis] * step;
      step *= place.shape[axis];
      size *= piece.extents[k];
    }
  }
};

/// Shows the file's elements of a block to a rank, after `head` bytes.
int show_block(MPI_File file, std::size_t head, npy_place const& place, bool by_columns, mpi_piece const& block) {
  block_of_file const to(place, by_columns, block);
  MPI_Datatype const element = element_type(block.type);
  auto const item = static_cast<MPI_Offset>(item_size(block.type));
  MPI_Datatype const seen = to.size == 0 ? element : datatype_of(ordered_layout(to.piece));
  char const native[] = "native";
  return MPI_File_set_view(file, static_cast<MPI_Offset>(head) + to.first * item, element, seen, native, MPI_INFO_NULL);
}

/// Throws io_error unless a call transferred `bytes` bytes.
void require_all(MPI_Status const& status, index_t bytes) {
  MPI_Count done = 0;
  check_mpi(MPI_Get_elements_x(&status, MPI_BYTE, &done), "MPI");
  if (done != bytes)
    throw io_error(std::to_string(done) + " of " + std::to_string(bytes) + " bytes of a rank");
}
int write_at(MPI_File file, MPI_Offset place, void const* bytes, index_t count) {
  MPI_Status status{};
  int const code = MPI_File_write_at(file, place, bytes, static_cast<int>(count), MPI_BYTE, &status);
  if (code == MPI_SUCCESS)
    require_all(status, count);
  return code;
}

/// Writes the elements of a block behind `head` bytes, each row of the file by a call of its own. In one call Open MPI
/// 4.1 writes distant rows together with the bytes between them, which it has read before without a lock, so old bytes
/// replaced new ones of other ranks: in 13 of 40 runs of a test with four ranks.
int write_rows(MPI_File file, std::size_t head, npy_place const& place, mpi_piece const& block) {
  block_of_file const to(place, place.by_columns, block);
  mpi_piece const from = in_order(block, place.by_columns);
  dynamic_extents extents(place.rank), strides[] = {extents, extents};
  for (int k = 0; k < place.rank; ++k) {
    extents.set(k, from.extents[k]);
    strides[0].set(k, from.strides[k]);
    strides[1].set(k, to.piece.strides[k]);
  }
  auto const item = static_cast<index_t>(item_size(block.type));
  index_t const step = row_step(strides[0]) * item;
  std::vector<std::byte> bytes;
  int code = MPI_SUCCESS;
  walk_rows(extents, strides, [&](index_t const*, index_t const* at, index_t n) {
    bytes.resize(static_cast<std::size_t>(n * item));
    auto const* const row = static_cast<std::byte const*>(block.data) + at[0] * item;
    for (index_t i = 0; i < n; ++i)
      std::memcpy(bytes.data() + i * item, row + i * step, static_cast<std::size_t>(item));
    auto const place_in_file = static_cast<MPI_Offset>(head) + (to.first + at[1]) * item;
    for (index_t done = 0; done < n * item && code == MPI_SUCCESS; done += most_mpi_count)
      code = write_at(file, place_in_file + done, bytes.data() + done, std::min(most_mpi_count, n * item - done));
  });
  return code;
}

/// Gives a new file its whole length. Throws io_error if that is too large, or if the disk has no room for it, before
/// anything is written.
void reserve(std::string const& path, std::uintmax_t bytes) {
  std::error_code code;
  std::filesystem::resize_file(path, bytes, code);
  if (code)
    throw io_error(code.message());
  auto const room = std::filesystem::space(path, code).available;
  if (!code && room < bytes)
    throw io_error("the file has " + std::to_string(bytes) + " bytes, and there is room for " + std::to_string(room));
}

/// Writes a whole new file. Returns the reason of a rank that could not.
std::string write_blocks(std::string const& path, mpi::communicator const& world, npy_place const& place,
                         mpi_piece const& block, bool sync) {
  std::string const head = npy_head(npy_descr(block.type), place.by_columns, place.rank, place.shape);
  shared_file file(world, path, MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_WRONLY);
  auto const whole = std::accumulate(place.shape, place.shape + place.rank, item_size(block.type),
                                     [](std::size_t a, index_t n) { return a * static_cast<std::size_t>(n); });
  file.step([&] {
    if (world.rank() != 0)
      return MPI_SUCCESS;
    reserve(path, head.size() + whole);
    return write_at(file.handle(), 0, head.data(), static_cast<index_t>(head.size()));
  });
  file.step([&] { return write_rows(file.handle(), head.size(), place, block); });
  if (sync)
    file.step([&] { return MPI_File_sync(file.handle()); });
  file.close();
  return file.error();
}

/// Returns the target of a path, whose links are followed.
std::filesystem::path target_of(std::string const& path) {
  std::error_code code;
  std::filesystem::path const target = std::filesystem::weakly_canonical(path, code);
  return code ? std::filesystem::path(path) : target;
}
/// Returns a name beside a file that no other file has.
std::filesystem::path name_beside(std::filesystem::path const& target) {
  auto const now = std::chrono::system_clock::now().time_since_epoch().count();
  auto const number = std::hash<std::string>{}(target.string() + std::to_string(now));
  return target.parent_path() / (".weft-mpi-" + std::to_string(number));
}
/// Gives the new file the name and the permissions of the target. Returns the reason where that fails.
std::string replace(std::filesystem::path const& fresh, std::filesystem::path const& target) {
  std::error_code code;
  if (auto const old = std::filesystem::status(target, code); std::filesystem::exists(old))
    std::filesystem::permissions(fresh, old.permissions(), code);
  std::filesystem::rename(fresh, target, code);
  return code ? code.message() : std::string();
}

} // namespace

void save_block(std::string const& path, mpi::communicator const& world, npy_place const& place, mpi_piece const& block,
                save_options const& options) {
  require_agreement(world, {.name = "mpi::save_npy"}, true);
  static_cast<void>(npy_descr(block.type)); // throws for a type that the format lacks, before there is a file
  std::filesystem::path const target = world.rank() == 0 ? target_of(path) : std::filesystem::path();
  std::string const fresh = first_text(world, world.rank() == 0 ? name_beside(target).string() : std::string());
  std::string reason = write_blocks(fresh, world, place, block, options.sync);
  if (world.rank() == 0) {
    std::error_code ignored;
    if (reason.empty())
      reason = replace(fresh, target);
    if (!reason.empty())
      std::filesystem::remove(fresh, ignored);
  }
  if (std::string const why = first_text(world, reason); !why.empty())
    throw_io("write", path, why);
}

namespace {

/// Reads and checks the head of a file on one rank.
npy_header checked_head(std::string const& path, dtype wanted, npy_place const& place) {
  npy_file_reader const file(path);
  file.require_type(wanted);
  file.require_rank(place.rank);
  npy_header const head = file.header();
  if (!std::equal(place.shape, place.shape + place.rank, head.extents))
    throw shape_error("weft: cannot read '" + path + "': its shape is " + shape_text(head.extents, place.rank) +
                      ", and that of the field " + shape_text(place.shape, place.rank));
  return head;
}

/// Reads the head of a file on rank 0, for all ranks. Throws on each rank alike.
npy_header shared_head(std::string const& path, mpi::communicator const& world, dtype wanted, npy_place const& place) {
  npy_header head{};
  refusal why;
  if (world.rank() == 0)
    why = refusal_of([&] { head = checked_head(path, wanted, place); });
  why.text = first_text(world, why.text);
  check_mpi(MPI_Bcast(&why.kind, 1, MPI_INT64_T, 0, comm_of(world)), "mpi::load_npy");
  check_mpi(MPI_Bcast(&head, static_cast<int>(sizeof head), MPI_BYTE, 0, comm_of(world)), "mpi::load_npy");
  throw_refusal(why);
  return head;
}

} // namespace

void load_block(std::string const& path, mpi::communicator const& world, npy_place const& place,
                mpi_piece const& block) {
  require_agreement(world, {.name = "mpi::load_npy"}, true);
  npy_header const head = shared_head(path, world, block.type, place);
  mpi_piece const ordered = in_order(block, head.fortran_order);
  index_t const count = ordered_layout(ordered).count, item = static_cast<index_t>(item_size(block.type));
  std::unique_ptr<std::byte[]> bytes;
  mpi_piece dense{block.type, nullptr, 1, {count}, {1}};
  std::optional<mpi_buffer> buffer;
  shared_file file(world, path, MPI_MODE_RDONLY);
  file.step([&] {
    bytes.reset(new std::byte[static_cast<std::size_t>(count * item)]);
    dense.data = bytes.get();
    buffer.emplace(mpi_memory{&dense, 1});
    return MPI_SUCCESS;
  });
  file.step([&] { return show_block(file.handle(), head.data_offset, place, head.fortran_order, block); });
  file.step([&] {
    MPI_Status status{};
    int const code = MPI_File_read_at_all(file.handle(), 0, buffer->data(), buffer->count(), buffer->type(), &status);
    if (code == MPI_SUCCESS && buffer->bytes() != 0)
      require_all(status, buffer->bytes());
    return code;
  });
  file.close();
  if (!file.error().empty())
    throw_io("read", path, file.error());
  make_native(bytes.get(), count, block.type, head.swapped);
  copy_dense(ordered, bytes.get(), false);
}

} // namespace weft::detail
