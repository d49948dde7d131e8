#include <weft/field/extended.hpp>

#include <string>

namespace weft::detail {

void throw_no_element(int axis, bool line) {
  std::string const where = "axis " + std::to_string(axis);
  throw_shape_reason("boundary policy", (line ? where + " has no two elements that make a line"
                                              : where + " has extent 0, and no element to go on with")
                                            .c_str());
}

} // namespace weft::detail
