#include "fold/fold_walk.hpp"

namespace weft::detail {

void walk_windows(nest const& n, fold_schedule const& s, fold_task const& f) {
  int const inner = n.rank - 1, rows = s.kept - 1, slots = n.operands - 1;
  positions at(n.operands);
  at.copy_from(n.position, n.operands);
  local_array<index_t, 256> offsets("the places of values", static_cast<std::size_t>(s.count * slots));
  odometer values(n, s.kept, inner);
  index_t* offset = offsets.data();
  do
    for (int j = 1; j <= slots; ++j)
      *offset++ = at[j] - n.position[j];
  while (values.next(at.data()));
  frame_slots to(n.operands);
  odometer results(n, 0, rows < 0 ? 0 : rows);
  do {
    for (int j = 0; j < n.operands; ++j)
      to.set(j, {at[j], n.stride(j, rows), 0});
    window_frame const frame{to.frame(n.extent(rows), n.extents[inner], nullptr), s.count, offsets.data()};
    s.windows(f.core, frame);
  } while (results.next(at.data()));
}

} // namespace weft::detail
