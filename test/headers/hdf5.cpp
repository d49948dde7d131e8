// How each header of hdf5 is used alone: see ops.cpp. Without HDF5 each use throws.
#include <weft/hdf5/file.hpp>
#include <weft/hdf5/record.hpp>

#include <doctest/doctest.h>

using namespace weft;

TEST_CASE("hdf5/file.hpp") {
  CHECK_THROWS_AS((hdf5::load<double, 2>("no such file", "a")), io_error);
  CHECK_THROWS_AS((hdf5::save("no folder/file", "a", tensor<double, 2>(2, 2)), 0), io_error);
  CHECK_THROWS_AS((hdf5::file("no such file").load_selection<double, 1>("a", 0)), io_error);
}

TEST_CASE("hdf5/record.hpp") {
  auto y = boost::hana::make_tuple(tensor<double, 2>(2, 2), 1.0);
  CHECK_THROWS_AS((save_hdf5("no folder/file", y), 0), io_error);
  CHECK_THROWS_AS((load_hdf5("no such file", y), 0), io_error);
}
