#include <weft/io/print.hpp>
#include <weft/records/npz.hpp>

namespace weft::detail {

void npz_differences::add(std::string& list, std::string_view name) {
  list.append(list.empty() ? "" : ", ").append(name);
}
void npz_differences::add_shape(std::string_view name, dynamic_extents const& wanted, dynamic_extents const& found) {
  add(shapes, name);
  shapes += " has shape " + to_string(wanted) + ", in the file " + to_string(found);
}
void npz_differences::report(std::string const& path) const {
  if (!missing.empty() || !unknown.empty())
    throw io_error("weft: " + path + " has not the members of the record" +
                   (missing.empty() ? "" : "; missing: " + missing) + (unknown.empty() ? "" : "; unknown: " + unknown));
  if (!shapes.empty())
    throw shape_error("weft: cannot load " + path + ": " + shapes);
}

} // namespace weft::detail
