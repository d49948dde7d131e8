#include "io/file.hpp"
#include "io/npy_elements.hpp"

#include <weft/field/vti.hpp>

#include <bit>
#include <charconv>
#include <cstdint>

// Writes VTK image files: XML, then the elements as bytes, each array after its length in bytes (format "appended",
// encoding "raw").
namespace weft::detail {

namespace {

char const* vtk_type(dtype t) {
  switch (t) {
  case dtype::int8:
    return "Int8";
  case dtype::int16:
    return "Int16";
  case dtype::int32:
    return "Int32";
  case dtype::int64:
    return "Int64";
  case dtype::uint8:
    return "UInt8";
  case dtype::uint16:
    return "UInt16";
  case dtype::uint32:
    return "UInt32";
  case dtype::uint64:
    return "UInt64";
  case dtype::float32:
    return "Float32";
  case dtype::float64:
    return "Float64";
  default:
    return nullptr;
  }
}

std::string xml_text(std::string const& text) {
  std::string out;
  for (char const c : text)
    switch (c) {
    case '&':
      out += "&amp;";
      break;
    case '<':
      out += "&lt;";
      break;
    case '"':
      out += "&quot;";
      break;
    default:
      out += c;
    }
  return out;
}

/// Returns the shortest text that reads back as the same number, in any locale.
std::string number(double x) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, x).ptr};
}
std::string numbers(std::array<double, 3> const& x) {
  return number(x[0]) + ' ' + number(x[1]) + ' ' + number(x[2]);
}
std::string extent_text(field::mesh<3> const& m) {
  std::string out;
  for (int k = 0; k < 3; ++k)
    out += (k == 0 ? "0 " : " 0 ") + std::to_string(m.cells.entry(k));
  return out;
}

/// Returns true if each of the first axes of a field has the extent of the mesh plus `more`, and there is at most one
/// other axis.
bool has_shape(untyped_view const& a, field::mesh<3> const& m, int rank, index_t more) {
  if (a.rank != rank && a.rank != rank + 1)
    return false;
  for (int k = 0; k < rank; ++k)
    if (a.extents[k] != m.cells.entry(k) + more)
      return false;
  return true;
}

/// Returns 0 for a field of the cells, 1 for a field of the points. Throws if the field is neither.
index_t place_of(field::named_field const& f, field::mesh<3> const& m, int rank) {
  untyped_view const a = f.memory();
  if (vtk_type(a.type) == nullptr)
    throw dtype_error("weft: field::save_vti: the field " + quoted(f.name()) + " has elements of " + to_string(a.type) +
                      ": floats, doubles and integers are written, cast<T>(e) gives them");
  for (index_t const more : {0, 1})
    if (has_shape(a, m, rank, more))
      return more;
  auto const cells = convert_extents<dynamic_extents>(m.cells),
             points = convert_extents<dynamic_extents>(shape(m.cells[0] + 1, m.cells[1] + 1, m.cells[2] + 1));
  throw shape_error("weft: field::save_vti: the field " + quoted(f.name()) + " of shape " +
                    shape_text(a.extents, a.rank) + " fits neither the cells " + shape_text(cells.value, rank) +
                    " nor the points " + shape_text(points.value, rank));
}

/// The field with its axes in the order of the file: the components of a vector are adjacent, and then x varies
/// fastest.
struct vti_order {
  index_t extents[4], strides[4];
  untyped_view view;
  vti_order(untyped_view const& a, int rank) : view{a.type, a.data, a.rank, extents, strides} {
    for (int k = 0; k < a.rank; ++k) {
      int const axis = k < rank ? rank - 1 - k : k;
      extents[k] = a.extents[axis];
      strides[k] = a.strides[axis];
    }
  }
  vti_order(vti_order const&) = delete;
};

std::uint64_t bytes_of(untyped_view const& a) {
  std::uint64_t n = item_size(a.type);
  for (int k = 0; k < a.rank; ++k)
    n *= static_cast<std::uint64_t>(a.extents[k]);
  return n;
}

/// Returns the XML that precedes the elements.
std::string vti_head(field::mesh<3> const& m, int rank, field::named_field const* fields, std::size_t count) {
  char const* const order = std::endian::native == std::endian::little ? "LittleEndian" : "BigEndian";
  std::string const extent = extent_text(m);
  std::string out = "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"" +
                    std::string(order) + "\" header_type=\"UInt64\">\n<ImageData WholeExtent=\"" + extent +
                    "\" Origin=\"" + numbers(m.origin) + "\" Spacing=\"" + numbers(m.spacing) +
                    "\">\n<Piece Extent=\"" + extent + "\">\n";
  for (index_t const place : {0, 1}) {
    out += place == 0 ? "<CellData>\n" : "<PointData>\n";
    std::uint64_t offset = 0;
    for (std::size_t k = 0; k < count; ++k) {
      untyped_view const a = fields[k].memory();
      if (place_of(fields[k], m, rank) == place)
        out += "<DataArray type=\"" + std::string(vtk_type(a.type)) + "\" Name=\"" + xml_text(fields[k].name()) +
               "\" NumberOfComponents=\"" + std::to_string(a.rank == rank ? 1 : a.extents[rank]) +
               "\" format=\"appended\" offset=\"" + std::to_string(offset) + "\"/>\n";
      offset += sizeof offset + bytes_of(a);
    }
    out += place == 0 ? "</CellData>\n" : "</PointData>\n";
  }
  return out + "</Piece>\n</ImageData>\n<AppendedData encoding=\"raw\">\n_";
}

} // namespace

void write_vti(std::string const& path, field::mesh<3> const& m, int rank, field::named_field const* fields,
               std::size_t count, save_options const& options) {
  std::string const head = vti_head(m, rank, fields, count);
  output_file file(path, options);
  byte_sink const sink = [&](void const* from, std::size_t bytes) { write_bytes(file.get(), from, bytes, path); };
  sink(head.data(), head.size());
  for (std::size_t k = 0; k < count; ++k) {
    vti_order const a(fields[k].memory(), rank);
    std::uint64_t const bytes = bytes_of(a.view);
    sink(&bytes, sizeof bytes);
    write_elements(sink, a.view, false);
  }
  static constexpr std::string_view tail = "\n</AppendedData>\n</VTKFile>\n";
  sink(tail.data(), tail.size());
  file.commit();
}

} // namespace weft::detail
