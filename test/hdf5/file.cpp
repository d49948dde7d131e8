// Files of HDF5. What h5py writes and reads is compared in test/hdf5/h5py.
#include <weft/dynamic/any_tensor.hpp>
#include <weft/hdf5/file.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/rearrange.hpp>

#include <doctest/doctest.h>

#include <complex>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

using namespace weft;
using hdf5::access;

namespace {

/// A path in the folder of the tests; the file is gone afterwards.
struct path_of {
  std::string name;
  explicit path_of(char const* part) : name(std::string("hdf5_test_") + part + ".h5") { std::remove(name.c_str()); }
  ~path_of() { std::remove(name.c_str()); }
  path_of(path_of const&) = delete;
};

tensor<double, 2> numbers(index_t rows, index_t columns) {
  tensor<double, 2> a(rows, columns);
  for (index_t i = 0; i < rows; ++i)
    for (index_t j = 0; j < columns; ++j)
      a(i, j) = 100.0 * double(i) + double(j) + 0.25;
  return a;
}

#ifdef WEFT_TEST_HDF5
template <class T>
void check_type(hdf5::file& out, std::string const& name, T least, T most) {
  tensor<T, 1> a(4);
  a(1) = least;
  a(2) = most;
  a(3) = T(1);
  out.add(name, a);
  CHECK(out.type(name) == dtype_of<T>);
  tensor<T, 1> const back = out.load<T, 1>(name);
  for (index_t k = 0; k < 4; ++k)
    CHECK(back(k) == a(k));
}
template <class T>
void check_number(hdf5::file& out, std::string const& name) {
  check_type<T>(out, name, std::numeric_limits<T>::lowest(), std::numeric_limits<T>::max());
}
#endif

} // namespace

#ifndef WEFT_TEST_HDF5

TEST_CASE("hdf5: a build without HDF5 says so") {
  CHECK_THROWS_WITH_AS(hdf5::file("a.h5"), "weft: hdf5: this weft was built without HDF5 (WEFT_WITH_HDF5)", io_error);
  CHECK(!detail::has_hdf5());
}

#else

TEST_CASE("hdf5: all element types") {
  path_of const path("types");
  hdf5::file out(path.name, access::replace);
  check_number<std::int8_t>(out, "int8");
  check_number<std::int16_t>(out, "int16");
  check_number<std::int32_t>(out, "int32");
  check_number<std::int64_t>(out, "int64");
  check_number<std::uint8_t>(out, "uint8");
  check_number<std::uint16_t>(out, "uint16");
  check_number<std::uint32_t>(out, "uint32");
  check_number<std::uint64_t>(out, "uint64");
  check_number<float>(out, "float32");
  check_number<double>(out, "float64");
  check_type<bool>(out, "bool", false, true);
  check_type<std::complex<float>>(out, "complex64", {-1.5F, 2}, {3e38F, -1e-38F});
  check_type<std::complex<double>>(out, "complex128", {-1.5, 2}, {1e308, -1e-308});
  check_type<float16>(out, "float16", float16(-65504.0F), float16(6e-8F));
  check_type<bfloat16>(out, "bfloat16", bfloat16(-3e38F), bfloat16(1e-38F));
  CHECK(out.names().size() == 15);
}

TEST_CASE("hdf5: views of any strides, written and read") {
  path_of const path("views");
  tensor<double, 2> a = numbers(6, 8);
  tensor<double, 2, column_major> const f = a;
  tensor<double, 3> const cube =
      from_function(shape(4, 3, 5), [](index_t i, index_t j, index_t k) { return double(100 * i + 10 * j + k); });
  {
    hdf5::file out(path.name, access::replace);
    auto const check = [&](char const* name, auto const& view) {
      out.add(name, view);
      CHECK(out.load<double, 2>(name) == view);
      tensor<double, 2, column_major> const columns = out.load<double, 2, column_major>(name);
      CHECK(columns == view);
    };
    check("whole", a);
    check("columns", f);
    check("rows", a(range(1, 5), all));
    check("inner", a(range(1, 5), range(2, 7)));
    check("second", a(range(0, 6, 2), range(1, 8, 3)));
    check("up", reverse(a, 0));
    check("left", reverse(a, 1));
    check("both", a(range(5, -1, -2), range(7, 0, -3)));
    check("transposed", transpose(a));
    check("repeated", broadcast_to(a(0, all), shape(3, 8)));
    check("line", a(range(2, 3), all));
    check("column", a(all, range(3, 4)));
    check("none", a(range(2, 2), all));
    check("expression", 2.0 * a);
    check("slab", cube(range(0, 4, 2), 1, all));
    check("face", cube(all, all, 2));
    out.add("cube", cube(range(1, 3), range(0, 3, 2), range(0, 5, 2)));
    CHECK(out.load<double, 3>("cube") == cube(range(1, 3), range(0, 3, 2), range(0, 5, 2)));
    out.add("value", tensor<double, 0>(1.5));
    CHECK(out.load<double, 0>("value")() == 1.5);
    out.close();
  }
  CHECK(hdf5::load<double, 2>(path.name, "both") == a(range(5, -1, -2), range(7, 0, -3)));
  any_tensor const any = hdf5::load(path.name, "inner");
  CHECK(any.dtype() == dtype::float64);
  CHECK(any.as<double, 2>() == a(range(1, 5), range(2, 7)));
}

TEST_CASE("hdf5: parts of a dataset") {
  path_of const path("parts");
  tensor<double, 2> a = numbers(7, 9);
  hdf5::save(path.name, "deep/a", a, {.chunk = {2, 4}, .compression = 6, .shuffle = true});
  hdf5::file f(path.name, access::edit);
  CHECK(f.shape("deep/a") == shape(7, 9));
  CHECK(f.load_selection<double, 2>("deep/a", range(1, 6, 2), range(3, 9)) == a(range(1, 6, 2), range(3, 9)));
  CHECK(f.load_selection<double, 1>("deep/a", 3) == a(3, all));
  CHECK(f.load_selection<double, 1>("deep/a", all, end - 1) == a(all, 8));
  CHECK(f.load_selection<double, 1>("deep/a", ellipsis, 2) == a(all, 2));
  CHECK(f.load_selection<double, 0>("deep/a", 6, 8)() == a(6, 8));
  CHECK(f.load_selection<double, 2>("deep/a", range(4, 4)).shape() == shape(0, 9));
  CHECK_THROWS_AS(static_cast<void>(f.load_selection<double, 1>("deep/a", 7)), index_error);
  CHECK_THROWS_AS(static_cast<void>(f.load_selection<double, 2>("deep/a", range(6, -1, -1))), index_error);
  CHECK_THROWS_AS(static_cast<void>(f.load_selection<double, 2>("deep/a", 1, 2, 3)), index_error);

  tensor<double, 2> const b = -numbers(3, 4);
  f.write_selection("deep/a", b(all, range(3, -1, -1)), range(0, 7, 3), range(1, 8, 2));
  a(range(0, 7, 3), range(1, 8, 2)) = b(all, range(3, -1, -1));
  f.write_selection("deep/a", tensor<double, 0>(5.0), 1, 1);
  a(1, 1) = 5;
  f.write_selection("deep/a", a(range(0, 0), all), range(0, 0));
  CHECK(f.load<double, 2>("deep/a") == a);
  CHECK_THROWS_WITH_AS(f.write_selection("deep/a", b, 0),
                       doctest::Contains("the part has shape (9), and the tensor (3,4)"), shape_error);
  CHECK_THROWS_AS(f.write_selection("deep/a", tensor<float, 1>(9), 0), dtype_error);
}

TEST_CASE("hdf5: append along an axis") {
  path_of const path("append");
  {
    hdf5::file f(path.name, access::edit); // a new file
    f.add("rows", numbers(2, 3), {.compression = 1, .growing = 0});
    f.add("columns", numbers(2, 0), {.growing = 1});
    f.add("fixed", numbers(2, 3));
    f.close();
  }
  hdf5::file f(path.name, access::edit);
  tensor<double, 2> const more = numbers(4, 3);
  f.append("rows", reverse(more, 0));
  f.append("rows", numbers(0, 3));
  auto const rows = f.load<double, 2>("rows");
  CHECK(rows.shape() == shape(6, 3));
  CHECK(rows(range(0, 2), all) == numbers(2, 3));
  CHECK(rows(range(2, 6), all) == reverse(more, 0));
  f.append("columns", numbers(2, 5));
  f.append("columns", numbers(2, 1));
  CHECK(f.load_selection<double, 2>("columns", all, range(0, 5)) == numbers(2, 5));
  CHECK(f.load_selection<double, 1>("columns", all, 5) == numbers(2, 1)(all, 0));
  CHECK_THROWS_AS(f.append("rows", numbers(2, 4)), shape_error);
  CHECK_THROWS_AS(f.append("rows", tensor<double, 1>(3)), shape_error);
  CHECK_THROWS_WITH_AS(f.append("fixed", numbers(2, 3)), doctest::Contains("it has no growing axis"), io_error);
  CHECK_THROWS_AS(f.append("rows", tensor<int, 2>(1, 3)), dtype_error);
}

TEST_CASE("hdf5: conversions and types that differ") {
  path_of const path("conversions");
  tensor<int, 2> a{{1, -2, 3}, {4, 5, 6}};
  hdf5::save(path.name, "a", a);
  hdf5::file const f(path.name);
  CHECK(f.load<double, 2>("a", converting) == tensor<double, 2>{{1, -2, 3}, {4, 5, 6}});
  CHECK_THROWS_WITH_AS(static_cast<void>(f.load<double, 2>("a")), doctest::Contains("int32"), dtype_error);
  CHECK_THROWS_AS((static_cast<void>(f.load<unsigned, 2>("a", converting))), dtype_error);
  CHECK_THROWS_AS((static_cast<void>(f.load<int, 1>("a"))), shape_error);
}

TEST_CASE("hdf5: texts, groups and attributes") {
  path_of const path("texts");
  hdf5::file f(path.name, access::replace);
  f.add_text("notes/first", "Grüße");
  f.add_text("notes/none", "");
  f.add_group("notes/empty");
  f.add("notes/inner/a", tensor<float, 1>{1, 2});
  CHECK(f.text("notes/first") == "Grüße");
  CHECK(f.text("notes/none").empty());
  CHECK(f.names() == std::vector<std::string>{"notes"});
  CHECK(f.names("notes") == std::vector<std::string>{"empty", "first", "inner", "none"});
  CHECK(f.datasets() == std::vector<std::string>{"notes/first", "notes/inner/a", "notes/none"});
  CHECK(f.datasets("notes/inner") == std::vector<std::string>{"a"});
  CHECK((f.is_group("notes/empty") && !f.is_group("notes/first") && !f.is_group("other")));
  CHECK((f.is_tensor("notes/inner/a") && !f.is_tensor("notes/first") && !f.is_tensor("notes") && !f.is_tensor("x/y")));
  CHECK(
      (f.contains("notes/inner/a") && f.contains("/") && !f.contains("notes/inner/b") && !f.contains("notes/first/x")));
  f.set_attribute("/", "version", 3);
  f.set_attribute("/", "version", 4);
  f.set_attribute("notes/inner/a", "unit", "m/s");
  f.set_attribute("notes/inner/a", "range", tensor<double, 2>{{0, 1}, {2, 3}});
  CHECK(f.attribute<int>("/", "version")() == 4);
  CHECK(f.attribute_text("notes/inner/a", "unit") == "m/s");
  CHECK((f.attribute<double, 2>("notes/inner/a", "range") == tensor<double, 2>{{0, 1}, {2, 3}}));
  CHECK(f.attribute_names("notes/inner/a") == std::vector<std::string>{"range", "unit"});
  CHECK((f.has_attribute("/", "version") && !f.has_attribute("/", "unit")));
  CHECK_THROWS_WITH_AS(static_cast<void>(f.attribute<int>("/", "unit")),
                       doctest::Contains("there is no such attribute"), io_error);
  CHECK_THROWS_AS(static_cast<void>(f.attribute<int>("notes/inner/a", "unit")), io_error);
  CHECK_THROWS_AS(static_cast<void>(f.text("notes/inner/a")), io_error);
  CHECK_THROWS_WITH_AS(static_cast<void>(f.load<double>("notes/first")), doctest::Contains("texts"), io_error);
}

TEST_CASE("hdf5: an attribute that is refused leaves the old one") {
  path_of const path("attributes");
  hdf5::file f(path.name, access::edit);
  f.add("a", tensor<float, 1>{1, 2});
  f.set_attribute("a", "scale", 2.5);
  f.set_attribute("a", "scale~", 7);
  f.set_attribute("a", "unit", "m");
  CHECK_THROWS_AS(f.set_attribute("a", "scale", numbers(1, 20000)), io_error);
  CHECK_THROWS_AS(f.set_attribute("a", "unit", std::string(100000, 'x')), io_error);
  CHECK_THROWS_AS(f.set_attribute("a", "new", numbers(1, 20000)), io_error);
  CHECK(f.attribute_names("a") == std::vector<std::string>{"scale", "scale~", "unit"});
  CHECK(f.attribute<double, 0>("a", "scale")() == 2.5);
  CHECK(f.attribute_text("a", "unit") == "m");
  f.set_attribute("a", "scale", "none");
  f.set_attribute("a", "unit", tensor<double, 2>{{1, 2}});
  CHECK(f.attribute_names("a") == std::vector<std::string>{"scale", "scale~", "unit"});
  CHECK(f.attribute_text("a", "scale") == "none");
  CHECK(f.attribute<int, 0>("a", "scale~")() == 7);
  CHECK(f.attribute<double, 2>("a", "unit") == tensor<double, 2>{{1, 2}});
}

TEST_CASE("hdf5: empty attributes") {
  path_of const path("empty_attributes");
  hdf5::file f(path.name, access::replace);
  f.set_attribute("/", "line", tensor<double, 1>(0));
  f.set_attribute("/", "rows", numbers(0, 3));
  f.set_attribute("/", "columns", transpose(tensor<int, 2>(0, 2)));
  f.set_attribute("/", "number", 3);
  f.set_attribute("/", "number", tensor<float, 1>(0));
  CHECK(f.attribute<double, 1>("/", "line").shape() == shape(0));
  CHECK(f.attribute<double, 2>("/", "rows").shape() == shape(0, 3));
  CHECK(f.attribute<int, 2>("/", "columns").shape() == shape(2, 0));
  CHECK(f.attribute<float, 1>("/", "number").shape() == shape(0));
}

TEST_CASE("hdf5: zeros in texts") {
  path_of const path("zeros");
  hdf5::file f(path.name, access::replace);
  std::string const inner("\0a\0\0b", 5), last("ab\0", 3), only(1, '\0');
  f.add_text("inner", inner);
  f.set_attribute("/", "inner", inner);
  CHECK(f.text("inner") == inner);
  CHECK(f.attribute_text("/", "inner") == inner);
  CHECK_THROWS_WITH_AS(f.add_text("last", last),
                       doctest::Contains("last': the text ends with a zero, which would be lost"), io_error);
  CHECK_THROWS_AS(f.add_text("only", only), io_error);
  CHECK_THROWS_WITH_AS(f.set_attribute("/", "inner", last),
                       doctest::Contains("attribute 'inner'': the text ends with a zero"), io_error);
  CHECK_THROWS_AS(f.set_attribute("/", "only", only), io_error);
  CHECK(f.names() == std::vector<std::string>{"inner"});
  CHECK(f.attribute_names("/") == std::vector<std::string>{"inner"});
  CHECK(f.attribute_text("/", "inner") == inner);
}

TEST_CASE("hdf5: a file is replaced whole, or stays") {
  path_of const path("replaced");
  hdf5::save(path.name, "a", tensor<double, 1>{1, 2});
  {
    hdf5::file f(path.name, access::replace);
    f.add("b", tensor<double, 1>{3});
  } // no close()
  CHECK(hdf5::load<double, 1>(path.name, "a") == tensor<double, 1>{1, 2});
  hdf5::file f(path.name, access::replace);
  f.add("b", tensor<double, 1>{3});
  CHECK_THROWS_WITH_AS(f.add("b", tensor<double, 1>{4}), doctest::Contains("the name is taken"), io_error);
  CHECK_THROWS_AS(f.add_text("b", "x"), io_error);
  CHECK_THROWS_AS(f.add_group("b"), io_error);
  f.close();
  CHECK_THROWS_WITH_AS(f.add("c", tensor<double, 1>{4}), "weft: hdf5::file: it has been closed", io_error);
  CHECK(hdf5::file(path.name).names() == std::vector<std::string>{"b"});
  CHECK(hdf5::load<double, 1>(path.name, "b") == tensor<double, 1>{3});
}

TEST_CASE("hdf5: files and names that are refused") {
  path_of const path("refused");
  CHECK_THROWS_WITH_AS(hdf5::file("no such file.h5"), "cannot read 'no such file.h5': No such file or directory",
                       io_error);
  CHECK_THROWS_AS(hdf5::file("no folder/a.h5", access::replace), io_error);
  CHECK_THROWS_AS(hdf5::file("no folder/a.h5", access::edit), io_error);
  std::ofstream(path.name) << "no HDF5";
  CHECK_THROWS_WITH_AS(hdf5::file(path.name.c_str()), doctest::Contains("it is no HDF5 file"), io_error);
  CHECK_THROWS_AS(hdf5::file(path.name, access::edit), io_error);
  hdf5::save(path.name, "group/a", numbers(2, 2));
  hdf5::file f(path.name);
  CHECK_THROWS_WITH_AS(static_cast<void>(f.load<double, 2>("group/b")),
                       ("cannot read '" + path.name + "/group/b': there is no such dataset or group").c_str(),
                       io_error);
  CHECK_THROWS_AS(static_cast<void>(f.load<double, 2>("group")), io_error);
  CHECK_THROWS_AS(static_cast<void>(f.names("group/a")), io_error);
  CHECK_THROWS_AS(static_cast<void>(f.contains("")), io_error);
  CHECK_THROWS_WITH_AS(f.add("b", numbers(1, 1)), doctest::Contains("it was opened to be read"), io_error);
  CHECK_THROWS_AS(f.set_attribute("/", "a", 1), io_error);
  hdf5::file g(path.name, access::replace);
  CHECK_THROWS_AS(g.add("a", numbers(2, 2), {.compression = 10}), io_error);
  CHECK_THROWS_AS(g.add("a", numbers(2, 2), {.growing = 2}), io_error);
  CHECK_THROWS_AS(g.add("a", numbers(2, 2), {.chunk = {1}}), io_error);
  CHECK_THROWS_AS(g.add("a", numbers(2, 2), {.chunk = {1, 0}}), io_error);
  CHECK_THROWS_AS(g.add("a", tensor<double, 0>(1.0), {.shuffle = true}), io_error);
  CHECK_THROWS_AS(g.set_attribute("a", "unit", "m"), io_error);
  CHECK(!g.contains("a"));
}

TEST_CASE("hdf5: a file that was cut ends in an error") {
  path_of const path("cut");
  hdf5::save(path.name, "a", numbers(20, 20), {.chunk = {5, 5}, .compression = 4});
  std::uintmax_t const size = std::filesystem::file_size(path.name);
  for (std::uintmax_t left :
       {size - 1, size / 2, size / 4, std::uintmax_t(100), std::uintmax_t(8), std::uintmax_t(0)}) {
    std::filesystem::resize_file(path.name, left);
    CHECK_THROWS_AS(static_cast<void>(hdf5::load<double, 2>(path.name, "a")), io_error);
  }
}

#endif
