#include <weft/field/packing.hpp>
#include <weft/field/staggered.hpp>

#include <string>

// Functions that throw errors about grids.
namespace weft::detail {

void check_ghosts(field::width const* widths, int given, index_t const* extents, int rank) {
  if (given >= 0 && given != rank)
    throw shape_error("weft: field::grid: ghosts for " + std::to_string(given) + " axes of a grid of rank " +
                      std::to_string(rank));
  for (int k = 0; k < rank; ++k)
    for (index_t const w : {widths[k].lower, widths[k].upper}) {
      auto const refuse = [&](std::string const& reason) {
        throw shape_error("weft: field::grid: " + std::to_string(w) + " ghost layers on axis " + std::to_string(k) +
                          reason);
      };
      if (w < 0)
        refuse(": a width is 0 or more");
      if (extents[k] < 0)
        refuse(", more than the memory has: its shape includes the ghosts");
      if (w > extents[k])
        refuse(", but the interior has " + std::to_string(extents[k]) + ": a neighbour could not fill them");
    }
}

void throw_no_side(char const* operation, int rank) {
  throw index_error("weft: " + std::string(operation) +
                    ": a direction is field::lower or field::upper on at least one of " + std::to_string(rank) +
                    " axes: interior() is what lies inside");
}

void throw_width(char const* operation, int axis, index_t wanted, index_t there) {
  throw shape_error("weft: field::grid: " + std::string(operation) + " of " + std::to_string(wanted) +
                    " layers on axis " + std::to_string(axis) + ", which has " + std::to_string(there));
}

void throw_based(index_t subscript, int axis, index_t lower, index_t upper) {
  throw index_error("weft: subscript " + std::to_string(subscript) + " is out of range on axis " +
                    std::to_string(axis) + ", which goes from " + std::to_string(lower) + " to " +
                    std::to_string(upper));
}

void throw_message(char const* operation, index_t given, index_t wanted) {
  throw shape_error("weft: " + std::string(operation) + ": a buffer of " + std::to_string(given) +
                    " elements, for parts of " + std::to_string(wanted));
}

void check_neighbours(char const* operation, index_t axis, index_t extent, int rank) {
  if (axis < 0 || axis >= rank)
    throw_axis(operation, axis, rank);
  if (extent < 2)
    throw shape_error("weft: " + std::string(operation) + ": axis " + std::to_string(axis) + " of extent " +
                      std::to_string(extent) + " has no neighbours");
}

void throw_moved_grid() {
  throw layout_error("weft: field::grid: the grid was moved from, and has no elements");
}

} // namespace weft::detail
