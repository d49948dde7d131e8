#include <weft/ops/scan_along.hpp>

namespace weft::detail {

namespace {

index_t extent_along(dynamic_extents const& of, int rank, int axis) {
  int const k = axis - (rank - of.rank());
  return k < 0 ? 1 : of[k];
}

} // namespace

dynamic_extents extents_of_scan(scan_shapes const& way, dynamic_extents const* targets, int count,
                                dynamic_extents const& operands) {
  dynamic_extents space = targets[0];
  int const rank = space.rank(), axis = way.axis;
  index_t longest = 0;
  for (int t = 0; t < count; ++t) {
    if (targets[t].rank() != rank)
      throw_shapes("scan", space.value, rank, targets[t].value, targets[t].rank(), "the targets differ in rank");
    longest = std::max(longest, targets[t][axis] - way.lead);
  }
  index_t const given = extent_along(operands, rank, axis);
  bool const carries = longest == 0 && way.lead > 0 && operands.rank() >= rank - axis;
  space.set(axis, given != 1 ? given : carries ? 1 : longest);
  for (int t = 0; t < count; ++t) {
    dynamic_extents wanted = space;
    wanted.set(axis, space[axis] + way.lead);
    if (way.lags == 1 && targets[t][axis] == 1)
      wanted.set(axis, 1);
    if (!(targets[t] == wanted))
      throw_shapes("scan", targets[t].value, rank, wanted.value, rank,
                   way.lead > 0 ? "a target has what is looked back to in front of what is computed"
                                : "a target has as many indices as are computed");
  }
  if (!(broadcast("scan", space, operands) == space))
    throw_broadcast("scan", space, operands);
  return space;
}

} // namespace weft::detail
