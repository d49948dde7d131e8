// Records as files of HDF5.
#include <weft/hdf5/record.hpp>
#include <weft/ops/equal.hpp>

#include <doctest/doctest.h>

#include <cstdio>
#include <string>

using namespace weft;

namespace {

struct flow {
  BOOST_HANA_DEFINE_STRUCT(flow, (tensor<double, 2>, u), (tensor<float, 1>, heat));
};
struct state {
  BOOST_HANA_DEFINE_STRUCT(state, (flow, inner), (tensor<int, fixed<3>>, cells), (double, time));
};

} // namespace

#ifdef WEFT_TEST_HDF5
TEST_CASE("hdf5: a record and its groups") {
  std::string const path = "hdf5_test_record.h5";
  state const y{{{{1, 2, 3}, {4, 5, 6}}, {0.5F, -1}}, {7, 8, 9}, 2.5};
  save_hdf5(path, y, {.compression = 3});
  hdf5::file const f(path);
  CHECK(f.datasets() == std::vector<std::string>{"cells", "inner/heat", "inner/u", "time"});
  CHECK(f.load<double, 2>("inner/u") == y.inner.u);
  CHECK(f.shape("time").rank() == 0);

  state z{{tensor<double, 2>(2, 3), tensor<float, 1>(2)}, {}, 0};
  load_hdf5(path, z);
  CHECK(z.inner.u == y.inner.u);
  CHECK(z.inner.heat == y.inner.heat);
  CHECK(z.cells == y.cells);
  CHECK(z.time == 2.5);

  flow other{tensor<double, 2>(2, 3), tensor<float, 1>(2)};
  CHECK_THROWS_WITH_AS(load_hdf5(path, other),
                       ("weft: " + path +
                        " has not the members of the record; missing: u, heat; unknown: cells, "
                        "inner.heat, inner.u, time")
                           .c_str(),
                       io_error);
  state short_one{{tensor<double, 2>(2, 2), tensor<float, 1>(2)}, {}, 0};
  CHECK_THROWS_WITH_AS(load_hdf5(path, short_one), doctest::Contains("inner.u has shape (2,2), in the file (2,3)"),
                       shape_error);
  CHECK(short_one.time == 0);
  std::remove(path.c_str());
}
#else
TEST_CASE("hdf5: a record in a build without HDF5") {
  flow y{tensor<double, 2>(2, 3), tensor<float, 1>(2)};
  CHECK_THROWS_AS((save_hdf5("a.h5", y), 0), io_error);
}
#endif
