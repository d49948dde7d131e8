#include "structs.hpp"

#include <doctest/doctest.h>

#include <support/message.hpp>

#include <weft/ops/generate.hpp>
#include <weft/records/npz.hpp>

#include <filesystem>
#include <string>

using namespace weft;
using structs::distance;
using structs::random_state;
using structs::state;
using support::message_of;
namespace hana = boost::hana;

namespace {

struct temporary {
  std::string path = (std::filesystem::temp_directory_path() / "weft_records_npz.npz").string();
  ~temporary() { std::filesystem::remove(path); }
};
struct few {
  BOOST_HANA_DEFINE_STRUCT(few, (tensor<double, 1>, u), (float, h), (tensor<int, 1>, n));
};
struct others {
  BOOST_HANA_DEFINE_STRUCT(others, (tensor<double, 1>, u), (float, step), (tensor<int, 1>, m));
};
struct wider {
  BOOST_HANA_DEFINE_STRUCT(wider, (tensor<float, 1>, u), (float, h), (tensor<int, 1>, n));
};

} // namespace

TEST_CASE("an archive has a member for each field, by its path, and gives it back") {
  const temporary file;
  const state y = random_state(1);
  save_npz(file.path, y);
  CHECK(npz_file(file.path).names() ==
        std::vector<std::string>{"inner.u", "inner.border.heat", "inner.border.area", "inner.phase", "spin", "w", "any",
                                 "z", "t"});
  CHECK(npz_file(file.path).load<double, 2>("inner.u")(1, 2) == y.inner.u(1, 2));
  CHECK(npz_file(file.path).load<double, 0>("inner.border.area")() == y.inner.border.area);
  state read = random_state(2);
  load_npz(file.path, read);
  CHECK(distance(read, y) == 0);
}

TEST_CASE("an archive that does not fit is refused with all names before anything is written") {
  const temporary file;
  save_npz(file.path, few{{1, 2}, 3, {4}});
  others o{{0, 0}, 0, {0}};
  CHECK(message_of([&] { load_npz(file.path, o); }) == "weft: " + file.path + " has not the members of the record; "
                                                       "missing: step, m; unknown: h, n");
  few f{{0, 0, 0}, 0, {0, 0}};
  CHECK(message_of([&] { load_npz(file.path, f); }) == "weft: cannot load " + file.path +
                                                       ": u has shape (3), in the file (2), n has shape (2), in the "
                                                       "file (1)");
  CHECK_THROWS_AS(load_npz(file.path, f), shape_error);
  wider w{{0, 0}, 0, {0}};
  CHECK_THROWS_AS(load_npz(file.path, w), dtype_error);
  auto less = hana::make_tuple(0.0F);
  CHECK_THROWS_AS(load_npz(file.path, less), io_error);
  CHECK((o.step == 0 && f.h == 0 && w.h == 0 && f.u(0) == 0));
}
