#include <weft/field/vti.hpp>

#include <doctest/doctest.h>
#include <support/message.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/rearrange.hpp>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <vector>

#include <unistd.h>

using namespace weft;

namespace {

/// A file that goes with the object.
struct temporary {
  std::string path;
  explicit temporary(std::string const& name)
      : path((std::filesystem::temp_directory_path() / ("weft_field_" + std::to_string(getpid()) + name)).string()) {}
  temporary(temporary const&) = delete;
  ~temporary() { std::remove(path.c_str()); }
};

std::string bytes_of(std::string const& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}

/// The reader of the test: it knows XML attributes and the appended bytes, and nothing of weft. VTK 9.7 reads the same
/// files with the same answers.
struct vti {
  std::string head, data;
  explicit vti(std::string const& path) {
    std::string const all_bytes = bytes_of(path), mark = "<AppendedData encoding=\"raw\">\n_";
    std::size_t const at = all_bytes.find(mark);
    REQUIRE(at != std::string::npos);
    head = all_bytes.substr(0, at);
    data = all_bytes.substr(at + mark.size());
    std::string const tail = "\n</AppendedData>\n</VTKFile>\n";
    REQUIRE(data.size() >= tail.size());
    CHECK(data.substr(data.size() - tail.size()) == tail);
  }
  std::string attribute(std::string const& element, std::string const& name) const {
    std::smatch found;
    if (!std::regex_search(head, found, std::regex("<" + element + "[^>]* " + name + "=\"([^\"]*)\"")))
      return "none";
    return found[1];
  }
  /// The elements of an array; empty unless it stands in this part of the file, with this type and these components.
  template <class T>
  std::vector<T> array(std::string const& part, std::string const& name, std::string const& type,
                       int components) const {
    std::size_t const first = head.find("<" + part + ">"), last = head.find("</" + part + ">");
    std::string const text = "<DataArray type=\"" + type + "\" Name=\"" + name + "\" NumberOfComponents=\"" +
                             std::to_string(components) + "\" format=\"appended\" offset=\"";
    std::size_t const at = head.find(text);
    if (at == std::string::npos || at < first || at > last)
      return {};
    std::size_t const offset = std::stoull(head.substr(at + text.size()));
    std::uint64_t bytes = 0;
    REQUIRE(offset + sizeof bytes <= data.size());
    std::memcpy(&bytes, data.data() + offset, sizeof bytes);
    REQUIRE(offset + sizeof bytes + bytes <= data.size());
    std::vector<T> out(bytes / sizeof(T));
    std::memcpy(out.data(), data.data() + offset + sizeof bytes, bytes);
    return out;
  }
};

template <class T>
std::vector<T> counted(int nx, int ny, int nz, int components, auto f) {
  std::vector<T> out;
  for (int k = 0; k < nz; ++k)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i)
        for (int c = 0; c < components; ++c)
          out.push_back(static_cast<T>(f(i, j, k, c)));
  return out;
}

template <class T>
void check_element(char const* type) {
  tensor<T, 1> a{T(1), T(2), T(5)};
  temporary const file("type.vti");
  field::save_vti(file.path, field::mesh(shape(3)), {{"a", a}});
  CHECK(vti(file.path).array<T>("CellData", "a", type, 1) == std::vector<T>{T(1), T(2), T(5)});
}

} // namespace

TEST_CASE("save_vti: cells and points, scalars and vectors, in any order and with any strides") {
  field::mesh const m(shape(3, 4, 2), {0.5, 0.25, 0.1}, {1, -2, 3e30});
  auto const value = [](int i, int j, int k, int c) { return 1000 * c + 100 * i + 10 * j + k; };
  tensor<double, 3> p(3, 4, 2);
  tensor<int, 3, column_major> q(2, 4, 3);
  tensor<float, 4> v(4, 5, 3, 3);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 5; ++j)
      for (int k = 0; k < 3; ++k) {
        if (i < 3 && j < 4 && k < 2)
          p(i, j, k) = q(k, 3 - j, i) = value(i, j, k, 0);
        for (int c = 0; c < 3; ++c)
          v(i, j, k, c) = static_cast<float>(value(i, j, k, c));
      }
  temporary const file("three.vti");
  field::save_vti(file.path, m, {{"p", p}, {"v <\"&>", v}, {"q", reverse(transpose(q), 1)}});
  vti const read(file.path);
  CHECK(read.attribute("VTKFile", "type") == "ImageData");
  CHECK(read.attribute("VTKFile", "header_type") == "UInt64");
  CHECK(read.attribute("ImageData", "WholeExtent") == "0 3 0 4 0 2");
  CHECK(read.attribute("Piece", "Extent") == "0 3 0 4 0 2");
  CHECK(read.attribute("ImageData", "Spacing") == "0.5 0.25 0.1");
  CHECK(read.attribute("ImageData", "Origin") == "1 -2 3e+30");
  CHECK(read.array<double>("CellData", "p", "Float64", 1) == counted<double>(3, 4, 2, 1, value));
  CHECK(read.array<int>("CellData", "q", "Int32", 1) == counted<int>(3, 4, 2, 1, value));
  CHECK(read.array<float>("PointData", "v &lt;&quot;&amp;>", "Float32", 3) == counted<float>(4, 5, 3, 3, value));
}

TEST_CASE("save_vti: grids of rank 1 and 2, without their ghosts, and every type of elements") {
  field::grid<double, 2> g(shape(3, 2), field::ghosts(2));
  g.with_ghosts() = -1.0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 2; ++j)
      g(i, j) = 10 * i + j;
  temporary const file("two.vti");
  field::save_vti(file.path, field::mesh(shape(3, 2)), {{"g", g}});
  vti const read(file.path);
  CHECK(read.attribute("ImageData", "WholeExtent") == "0 3 0 2 0 0");
  CHECK(read.array<double>("CellData", "g", "Float64", 1) == std::vector<double>{0, 10, 20, 1, 11, 21});
  check_element<float>("Float32");
  check_element<double>("Float64");
  check_element<std::int8_t>("Int8");
  check_element<std::int16_t>("Int16");
  check_element<std::int32_t>("Int32");
  check_element<std::int64_t>("Int64");
  check_element<std::uint8_t>("UInt8");
  check_element<std::uint16_t>("UInt16");
  check_element<std::uint32_t>("UInt32");
  check_element<std::uint64_t>("UInt64");
}

TEST_CASE("save_vti: what is no field of the mesh is refused, and the old file stays") {
  temporary const file("kept.vti");
  field::mesh const m(shape(3, 2));
  field::save_vti(file.path, m, {{"a", tensor<int, 2>(3, 2)}});
  std::string const before = bytes_of(file.path);
  CHECK(support::message_of([&] { field::save_vti(file.path, m, {{"flux", tensor<double, 2>(4, 2)}}); }) ==
        "weft: field::save_vti: the field 'flux' of shape (4,2) fits neither the cells (3,2) nor the points (4,3)");
  CHECK(support::message_of([&] { field::save_vti(file.path, m, {{"a", tensor<bool, 2>(3, 2)}}); }) ==
        "weft: field::save_vti: the field 'a' has elements of bool: floats, doubles and integers are written, "
        "cast<T>(e) gives them");
  CHECK(bytes_of(file.path) == before);
  CHECK_THROWS_AS(field::save_vti("no/such/folder.vti", m, {}), io_error);
}
