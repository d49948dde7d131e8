// golden/*.npy were written by NumPy: make_golden.py.
#include "npy_bytes.hpp"

#include <support/checked.hpp>
#include <weft/io/csv.hpp>
#include <weft/io/npy.hpp>
#include <weft/io/npz.hpp>
#include <weft/ops/equal.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace weft;
using namespace npy_bytes;

namespace {

std::string saved(any_tensor const& x) {
  temporary const file;
  save_npy(file.path, x);
  return bytes_of(file.path);
}
std::string numpy(char const* name) { return bytes_of(golden(name)); }

} // namespace

TEST_CASE("load_npy: into the element type and the rank of the file") {
  const auto wanted = load_npy<double, 2>(golden("float64_c"));
  for (char const* const name : {"float64_c", "float64_fortran", "float64_big", "version2", "version3"}) {
    INFO(name);
    any_tensor const any = load_npy(golden(name));
    CHECK(any.dtype() == dtype::float64);
    CHECK(any.as<double, 2>() == wanted);
  }
  CHECK(load_npy(golden("empty_3_0_2")).shape() == shape(3, 0, 2));
  CHECK(load_npy(golden("scalar")).as<double, 0>()() == 2.5);
  CHECK(load_npy(golden("rank16")).rank() == 16);
}

TEST_CASE("save_npy: any_tensor, of every type as NumPy wrote it") {
  for (char const* const type : {"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32",
                                 "float64", "complex64", "complex128"}) {
    INFO(type);
    std::string const c = std::string(type) + "_c";
    CHECK(saved(load_npy(golden(c))) == bytes_of(golden(c)));
    CHECK(saved(load_npy(golden(std::string(type) + "_fortran"))) == bytes_of(golden(c)));
  }
  CHECK(saved(load_npy(golden("scalar"))) == numpy("scalar"));
  CHECK(saved(load_npy(golden("empty_3_0_2"))) == numpy("empty_3_0_2"));
  CHECK(saved(any_tensor()) == numpy("empty_0"));
  any_tensor x = load_npy(golden("float64_c"));
  CHECK(saved(x) == numpy("float64_c"));
  x = any_tensor(tensor<double, 1>(0));
  CHECK(saved(x) == numpy("empty_0"));
}

TEST_CASE("save_npy: an any_view, and one whose memory has died is refused") {
  tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}};
  temporary const file;
  save_npy(file.path, any_view(a)(all, range(2, 0, -1)));
  CHECK(load_npy<double, 2>(file.path) == tensor<double, 2>{{3, 2}, {6, 5}});
  if (support::checked) {
    any_view const dead = [] {
      tensor<double, 1> gone(shape(40), 1.0);
      return any_view(gone);
    }();
    CHECK_THROWS_AS(save_npy(file.path, dead), layout_error);
    CHECK_THROWS_AS(save_csv(file.path, dead), layout_error);
    CHECK_THROWS_AS(save_npz(file.path, "dead", dead), layout_error);
    CHECK(load_npy<double, 2>(file.path) == tensor<double, 2>{{3, 2}, {6, 5}}); // the old file
  }
}
