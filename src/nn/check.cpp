#include <weft/io/print.hpp>
#include <weft/nn/check.hpp>

namespace weft::detail {

void throw_model(char const* reason) {
  throw error(reason);
}
void throw_parameter_shape(std::string const& name, dynamic_extents const& shape, std::string const& path,
                           dynamic_extents const& in_file) {
  throw shape_error("load_parameters: " + name + " has shape " + to_string(shape) + ", in " + path + " it has " +
                    to_string(in_file));
}

} // namespace weft::detail
