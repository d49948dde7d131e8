#include "mpi/datatype.hpp"

#include <weft/eval/loop.hpp>

#include <algorithm>
#include <list>
#include <string>
#include <utility>
#include <vector>

namespace weft::detail {

index_t most_mpi_count = index_t{1} << 30;
index_t most_packed_bytes = index_t{1} << 20;

ordered_layout::ordered_layout(mpi_piece const& piece) : type(piece.type) {
  for (int k = 0; k < piece.rank; ++k) {
    index_t const n = piece.extents[k], step = piece.strides[k];
    count *= n;
    if (n == 1)
      continue;
    if (rank > 0 && strides[rank - 1] == step * n) {
      extents[rank - 1] *= n;
      strides[rank - 1] = step;
    } else {
      extents[rank] = n;
      strides[rank++] = step;
    }
  }
}

namespace {

/// Returns `n` copies of a type, `bytes` apart from each other; the first is at address 0. `n` is at least 1.
owned_type copies_of(MPI_Datatype type, index_t n, MPI_Aint bytes) {
  MPI_Datatype out = MPI_DATATYPE_NULL;
  if (n <= most_mpi_count) {
    check_mpi(MPI_Type_create_hvector(static_cast<int>(n), 1, bytes, type, &out), "mpi::datatype");
    return owned_type(out);
  }
  index_t const blocks = n / most_mpi_count, rest = n % most_mpi_count;
  owned_type const block = copies_of(type, most_mpi_count, bytes);
  owned_type whole = copies_of(block.get(), blocks, bytes * most_mpi_count);
  if (rest == 0)
    return whole;
  owned_type const last = copies_of(type, rest, bytes);
  int const counts[] = {1, 1};
  MPI_Aint const places[] = {0, bytes * most_mpi_count * blocks};
  MPI_Datatype const types[] = {whole.get(), last.get()};
  check_mpi(MPI_Type_create_struct(2, counts, places, types, &out), "mpi::datatype");
  return owned_type(out);
}

/// Returns nested vectors, the last axis inside.
owned_type new_datatype(ordered_layout const& layout) {
  auto const item = static_cast<MPI_Aint>(item_size(layout.type));
  owned_type out;
  MPI_Datatype inner = element_type(layout.type);
  for (int k = layout.rank - 1; k >= 0; --k) {
    out = copies_of(inner, layout.extents[k], layout.strides[k] * item);
    inner = out.get();
  }
  if (layout.rank == 0)
    out = copies_of(inner, 1, item);
  return out;
}
owned_type committed(owned_type type) {
  MPI_Datatype handle = type.get();
  check_mpi(MPI_Type_commit(&handle), "mpi::datatype");
  return type;
}

struct kept_type {
  ordered_layout layout;
  owned_type type;
};
/// The types that were used last, the latest first. A halo of three axes has 26 pieces. MPI frees a type that is
/// dropped when the messages of it have ended.
constexpr std::size_t most_types = 128;

} // namespace

MPI_Datatype datatype_of(ordered_layout const& layout) {
  auto& types = cleared_at_end<std::list<kept_type>>();
  for (auto at = types.begin(); at != types.end(); ++at)
    if (at->layout == layout) {
      types.splice(types.begin(), types, at);
      return at->type.get();
    }
  types.push_front({layout, committed(new_datatype(layout))});
  if (types.size() > most_types)
    types.pop_back();
  return types.front().type.get();
}

owned_type resized_type(mpi_piece const& piece, index_t bytes) {
  owned_type const one = new_datatype(ordered_layout(piece));
  MPI_Datatype out = MPI_DATATYPE_NULL;
  check_mpi(MPI_Type_create_resized(one.get(), 0, static_cast<MPI_Aint>(bytes), &out), "mpi::datatype");
  return committed(owned_type(out));
}

namespace {

/// True for elements that lie in runs of at most two cache lines.
bool has_short_runs(ordered_layout const& layout) {
  index_t const run = layout.rank > 0 && layout.strides[layout.rank - 1] == 1 ? layout.extents[layout.rank - 1] : 1;
  return !layout.is_dense() && run * static_cast<index_t>(item_size(layout.type)) <= 128;
}

/// Blocks that messages have left, for the next ones: a new block of 128 KiB takes as long as the copy into it. Never
/// destroyed: a request may end later than the objects of this file. Only the thread that calls MPI uses it.
using block_list = std::vector<std::unique_ptr<packed_block>>;
constexpr std::size_t most_blocks = 32; // of 1 MiB at most
block_list& kept_blocks() {
  static auto& kept = *new block_list();
  kept.reserve(most_blocks);
  return kept;
}
void keep(packed_block* left) {
  std::unique_ptr<packed_block> one(left);
  if (kept_blocks().size() < most_blocks) // so there is room, and nothing throws
    kept_blocks().push_back(std::move(one));
}
std::shared_ptr<packed_block> taken_block(index_t bytes) {
  block_list& kept = kept_blocks();
  if (kept.empty())
    kept.push_back(std::make_unique<packed_block>());
  auto one = std::move(kept.back());
  kept.pop_back();
  if (one->size() < static_cast<std::size_t>(bytes))
    *one = packed_block(static_cast<std::size_t>(bytes));
  return {one.release(), &keep};
}

} // namespace

mpi_buffer::mpi_buffer(mpi_memory const& memory, bool may_pack) {
  if (memory.count == 1) {
    ordered_layout const layout(memory.pieces[0]);
    bytes_ = layout.count * static_cast<index_t>(item_size(layout.type));
    data_ = memory.pieces[0].data;
    if (may_pack && bytes_ != 0 && bytes_ <= most_packed_bytes && has_short_runs(layout)) {
      packed_ = taken_block(bytes_);
      piece_ = memory.pieces[0];
      data_ = packed_->data();
    }
    bool const simple = packed_ != nullptr || (layout.is_dense() && layout.count <= most_mpi_count);
    count_ = layout.count == 0 ? 0 : simple ? static_cast<int>(layout.count) : 1;
    type_ = simple || layout.count == 0 ? element_type(layout.type) : datatype_of(layout);
    return;
  }
  std::vector<int> counts;
  std::vector<MPI_Aint> places;
  std::vector<MPI_Datatype> types;
  for (int k = 0; k < memory.count; ++k) {
    ordered_layout const layout(memory.pieces[k]);
    if (layout.count == 0)
      continue;
    bytes_ += layout.count * static_cast<index_t>(item_size(layout.type));
    counts.push_back(1);
    types.push_back(datatype_of(layout));
    check_mpi(MPI_Get_address(memory.pieces[k].data, &places.emplace_back()), "mpi::datatype");
  }
  data_ = MPI_BOTTOM;
  count_ = counts.empty() ? 0 : 1;
  if (count_ == 0)
    return;
  MPI_Datatype out = MPI_DATATYPE_NULL;
  check_mpi(MPI_Type_create_struct(static_cast<int>(counts.size()), counts.data(), places.data(), types.data(), &out),
            "mpi::datatype");
  owned_ = committed(owned_type(out));
  type_ = owned_.get();
}

void copy_dense(mpi_piece const& piece, std::byte* copy, bool packs) {
  ordered_layout const layout(piece);
  auto const item = static_cast<index_t>(item_size(layout.type));
  index_t steps[max_rank], dense[max_rank], step = item;
  for (int k = layout.rank - 1; k >= 0; --k) {
    steps[k] = layout.strides[k] * item;
    dense[k] = step;
    step *= layout.extents[k];
  }
  auto const strided = reinterpret_cast<index_t>(piece.data), packed = reinterpret_cast<index_t>(copy);
  if (packs)
    copy_strided(layout.rank, layout.extents, item, packed, dense, strided, steps);
  else
    copy_strided(layout.rank, layout.extents, item, strided, steps, packed, dense);
}
void mpi_buffer::copy_packed(bool packs) const {
  if (packed_ != nullptr)
    copy_dense(piece_, packed_->data(), packs);
}

bool holds_elements(mpi_memory const& memory) {
  return std::any_of(memory.pieces, memory.pieces + memory.count,
                     [](mpi_piece const& piece) { return ordered_layout(piece).count != 0; });
}

void require_target(char const* operation, mpi_memory const& memory) {
  for (int p = 0; p < memory.count; ++p) {
    ordered_layout const layout(memory.pieces[p]);
    for (int k = 0; layout.count > 0 && k < layout.rank; ++k)
      if (layout.strides[k] == 0)
        throw_layout_reason(operation, "elements of the target share memory");
  }
}

} // namespace weft::detail
