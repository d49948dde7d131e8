// doc/reference: HDF5
#include "show.hpp"

#include <weft/hdf5.hpp>
#include <weft/io/print.hpp>

using namespace weft;

namespace {

struct shown_flow {
  BOOST_HANA_DEFINE_STRUCT(shown_flow, (tensor<double, 2>, u), (double, time));
};

} // namespace

void hdf5_files() {
  // [a file and a record]
  tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}};
  shown_flow r{a, 0.5};
  // [end]
  RUN(std::string("written"), hdf5::save("a.h5", "flow/u", a, {.chunk = {1, 3}, .compression = 5, .shuffle = true}));
  SHOW(hdf5::load<double, 2>("a.h5", "flow/u"));
  SHOW(hdf5::load("a.h5", "flow/u"));
  RUN(std::string("written"), save_hdf5("r.h5", r));
  RUN(r.u, load_hdf5("r.h5", r));
  RUN(h.names().size(), hdf5::file h("b.h5", hdf5::access::replace); h.add("u", a, {.growing = 0});
      h.add_text("note", "a flow"); h.add_group("more"));
  SHOW(h.names("/")[0]);
  SHOW(h.datasets()[1]);
  SHOW(h.contains("u"));
  SHOW(h.is_group("more"));
  SHOW(h.is_tensor("note"));
  SHOW(h.shape("u"));
  SHOW(h.type("u") == dtype::float64);
  SHOW(h.text("note"));
  RUN((h.load<double, 2>("u")), h.append("u", 10.0 * a));
  SHOW(h.load_selection<double, 1>("u", range(0, 4, 2), 1));
  RUN((h.load<double, 2>("u")), hdf5::dataset_options q;
      h.write_selection("u", tensor<double, 1>{7, 8}, 3, range(0, 3, 2)));
  RUN(h.attribute_text("u", "unit"), h.set_attribute("u", "unit", "m/s"));
  RUN((h.attribute<double, 1>("u", "origin")), h.set_attribute("u", "origin", tensor<double, 1>{0, 0.5}));
  SHOW(h.has_attribute("u", "origin"));
  SHOW(h.attribute_names("u")[0]);
  REFUSED(io_error, h.load<double, 2>("v"));
  RUN(std::string("closed"), h.close());
  REFUSED(io_error, hdf5::file("no such file.h5", hdf5::access::read));
}
