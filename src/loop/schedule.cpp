#include "loop/schedule.hpp"
#include "loop/stream.hpp"

namespace weft::detail {

kernel_variant const& pick_variant(map_kind const& kind, unsigned constant) {
  int best = 0; // a later variant holds at least as many operands as the one before it
  for (int v = 1; v < kind.variants; ++v)
    if (kind.variant[v].run[chosen_isa] != nullptr && (kind.variant[v].held & ~constant) == 0)
      best = v;
  return kind.variant[best];
}

namespace {

/// Returns true if the target is written with strides, without a buffer: a kernel does that, an element is cheap and
/// large enough, rows are long enough, and no operand is contiguous along another axis, which asks for tiles.
bool writes_strided(map_kind const& kind, nest const& n, overlap_plan const& overlap) {
  int const inner = n.rank - 1;
  if (kind.strided.run[chosen_isa] == nullptr || kind.cost > limits::strided_cost ||
      n.size(0) < limits::strided_bytes || overlap.asks_for_blocks() || inner < 0 || n.steps(inner)[0] == n.size(0) ||
      n.extents[inner] < limits::short_row)
    return false;
  for (int j = 1; j < n.operands; ++j)
    for (int k = 0; k < inner; ++k)
      if (n.steps(k)[j] == n.size(j) && n.steps(inner)[j] != 0)
        return false;
  return true;
}

/// Returns the axis along which a gathered operand is contiguous, if it and the rows are long enough for tiles; else
/// -1.
int axis_across(schedule const& s, nest const& n) {
  int const inner = n.rank - 1;
  if (inner < 1 || n.extents[inner] < limits::least_tile)
    return -1;
  for (int j = 1; j < n.operands; ++j)
    if (s.access(n, j) == operand_access::gathered)
      for (int k = 0; k < inner; ++k)
        if (n.steps(k)[j] == n.size(j) && n.extents[k] >= limits::least_tile)
          return k;
  return -1;
}

/// Cuts the last axis and axis `across` into tiles; `across` becomes the last axis but one.
void set_tiles(schedule& s, nest& n, int across) {
  int const inner = n.rank - 1;
  move_axis(n, across, inner - 1);
  s.tiled = true;
  for (int j = 1; j < n.operands; ++j)
    if (s.access(n, j) == operand_access::gathered && n.steps(inner - 1)[j] == n.size(j))
      s.set_access(j, operand_access::tiled);
}

void decide_tiles(schedule& s, nest& n) {
  int const across = axis_across(s, n);
  if (across < 0)
    return;
  set_tiles(s, n, across);
}

void stage(schedule& s, nest const& n, operand_access how) {
  if (s.is_direct())
    for (int j = 1; j < n.operands; ++j)
      s.set_access(j, s.access(n, j));
  s.set_access(0, how);
  ++s.staged;
  s.staged_bytes += n.size(0);
}

/// Returns true if nothing in memory is read twice: no operand repeats, and no two overlap unless they are the same
/// elements in the same order.
bool reads_each_once(nest const& n) {
  for (int j = 1; j < n.operands; ++j) {
    if (n.is_generated(j))
      continue;
    for (int k = 0; k < n.rank; ++k)
      if (n.steps(k)[j] == 0)
        return false;
    for (int i = 1; i < j; ++i)
      if (!n.is_generated(i) && !are_apart(n.range(i), n.range(j)) && !lie_at_one_place(n, i, j))
        return false;
  }
  return true;
}

/// Returns true if the target is larger than the caches, is not read, and is written in long rows, and nothing is read
/// twice. Stores past the caches slow down a loop that reads again what it has in the caches: 4000 x 4000 points of a
/// stencil took 0.98 ns each in place of 0.75, a matrix times a row 0.57 in place of 0.48, but a matrix plus a number
/// 0.38 in place of 0.45 (Zen 5).
bool goes_past_caches(schedule const& s, nest const& n, index_t elements) {
  if (s.access(n, 0) != operand_access::direct || s.tiled || n.extent(n.rank - 1) * n.size(0) < limits::long_row ||
      !pays_to_stream(static_cast<double>(elements) * static_cast<double>(n.size(0))) || !reads_each_once(n))
    return false;
  for (int j = 1; j < n.operands; ++j)
    if (!n.is_generated(j) && !n.kind[j].fresh && !are_apart(n.range(j), n.range(0)))
      return false;
  return true;
}

/// Returns the elements of a block that is stored past the caches. The first block of a row has up to `unit` more than
/// the others, so that these begin where a cache line does.
index_t streamed_block(nest const& n) {
  constexpr index_t unit = 64;
  index_t const room = limits::stream_room / n.size(0) / unit * unit;
  return unit + (room < unit ? unit : room);
}

/// Makes the target go past the caches, unless the buffers of such blocks exceed their limit.
void decide_stream(schedule& s, nest const& n) {
  index_t const bytes = streamed_block(n) * (s.staged_bytes + n.size(0)) + limits::line * (s.staged + 2);
  if (bytes + limits::stream_room > limits::buffers)
    return;
  stage(s, n, operand_access::streamed);
  s.block = streamed_block(n);
}

/// Cuts the outermost axis that is long enough for all threads, else the longest one.
void decide_pieces(schedule& s, nest const& n) {
  index_t const wanted = s.threads * pieces_per_thread;
  while (s.cut + 1 < n.rank && n.extents[s.cut] < wanted)
    ++s.cut;
  if (n.extents[s.cut] < wanted)
    for (int k = 0; k < s.cut; ++k)
      if (n.extents[k] >= n.extents[s.cut])
        s.cut = k;
  // Whole tiles, and whole vectors: each element is computed as in an undivided loop.
  int const inner = n.rank - 1;
  index_t const unit = s.cut == inner ? 64 : s.tiled && s.cut == inner - 1 ? s.tile : 1;
  s.step = length_of_pieces(n.extents[s.cut], wanted, unit);
}

/// Returns true if a loop may be divided among threads or stored past the caches: it has enough elements, and no
/// overlap fixes its direction.
bool is_long(nest const& n, overlap_plan const& overlap) {
  return !overlap.staged && n.elements() >= limits::least_divided;
}
void decide_stream_of(schedule& s, nest const& n, overlap_plan const& overlap) {
  if (n.targets == 1 && is_long(n, overlap) && goes_past_caches(s, n, n.elements()))
    decide_stream(s, n);
}
void decide_threads(schedule& s, nest const& n, map_kind const& kind, overlap_plan const& overlap) {
  s.threads = is_long(n, overlap) ? threads_of(n, kind.cost, 0) : 1;
  if (s.threads > 1)
    decide_pieces(s, n);
}

} // namespace

index_t schedule::fit_columns(index_t columns) const {
  return tiled ? even_block(columns, tile, 8) : even_block(columns, block, 64);
}

index_t schedule::fit_rows(index_t rows, index_t columns) const {
  return tiled ? even_block(rows, tile, 4) : block_rows(columns);
}

unsigned decide_access(schedule& s, nest const& n, int first) {
  int const inner = n.rank - 1;
  index_t const* const step = n.steps(inner);
  unsigned constant = 0;
  int staged = 0;
  for (int j = 0; j < n.operands; ++j) {
    operand_kind const& kind = n.kind[j];
    operand_access how = operand_access::direct;
    if (kind.fill != nullptr)
      how = operand_access::generated;
    else if (step[j] == kind.size)
      ;
    else if (step[j] != 0)
      how = operand_access::gathered;
    else if (j > 0 && j <= most_held)
      how = operand_access::held, constant |= 1u << (j - 1);
    else
      how = operand_access::repeated;
    s.set_access(j, how);
    if (j >= first && how != operand_access::direct && how != operand_access::held) {
      ++staged;
      s.staged_bytes += kind.size;
    }
  }
  s.staged = staged;
  return constant;
}

void repeat_constants(schedule& s, nest const& n, unsigned constant) {
  for (int j = 1; constant != 0; ++j, constant >>= 1)
    if ((constant & 1u) != 0) {
      s.set_access(j, operand_access::repeated);
      ++s.staged;
      s.staged_bytes += n.size(j);
    }
}

void decide_block(schedule& s) {
  if (s.is_streamed()) // decide_stream() has made sure that the buffers of these blocks fit
    return;
  if (s.tiled) {
    while (s.tile > limits::least_tile && s.buffer_bytes(s.tile * s.tile) > limits::buffers)
      s.tile -= limits::least_tile;
    s.block = s.tile * s.tile;
    return;
  }
  while (s.block > limits::least_block && s.buffer_bytes(s.block) > limits::buffers)
    s.block /= 2;
}

operand_access schedule::as_it_lies(nest const& n, int j) {
  index_t const step = n.steps(n.rank - 1)[j];
  return n.is_generated(j)   ? operand_access::generated
         : step == n.size(j) ? operand_access::direct
         : step == 0         ? operand_access::held
                             : operand_access::strided;
}

namespace {

/// Chooses a kernel that writes the target with strides, or buffers for operands that a kernel cannot read where they
/// lie.
void decide_buffers(schedule& s, nest& n, map_kind const& kind, overlap_plan const& overlap) {
  if (writes_strided(kind, n, overlap)) {
    s.variant = &kind.strided;
    return;
  }
  unsigned const constant = decide_access(s, n, 0);
  s.variant = &pick_variant(kind, constant);
  repeat_constants(s, n, constant & ~s.variant->held);
  s.in_pairs = overlap.turned >= 0;
  if (s.in_pairs) {
    s.tile = limits::tile_of_pairs;
    set_tiles(s, n, overlap.turned);
  } else if (!overlap.staged) {
    decide_tiles(s, n);
  }
}

} // namespace

void decide_map(schedule& s, nest& n, map_kind const& kind, overlap_plan const& overlap) {
  s.backwards = overlap.backwards;
  s.variant = &kind.variant[0];
  if (!kind.bytewise)
    return;
  if (n.unit_rows && n.constant != 0)
    s.variant = &pick_variant(kind, n.constant);
  if (!n.unit_rows || s.variant->held != n.constant)
    decide_buffers(s, n, kind, overlap);
  if (overlap.staged && s.access(n, 0) == operand_access::direct)
    stage(s, n, operand_access::gathered);
  decide_stream_of(s, n, overlap);
  if (s.staged != 0)
    decide_block(s);
  decide_threads(s, n, kind, overlap);
}

int threads_of(nest const& n, index_t cost, int first) {
  if (num_threads() == 1)
    return 1;
  double elements = 1, bytes = 0;
  for (int k = 0; k < n.rank; ++k)
    elements *= static_cast<double>(n.extents[k]);
  for (int j = first; j < n.operands; ++j)
    if (!n.is_generated(j) && n.stride(j, n.rank - 1) != 0)
      bytes += static_cast<double>(n.size(j));
  return threads_for(elements, cost, bytes);
}

} // namespace weft::detail
