// doc/reference: Files
#include <weft/io/csv.hpp>
#include <weft/io/image.hpp>
#include <weft/io/map.hpp>
#include <weft/io/npz.hpp>
#include "show.hpp"

#include <filesystem>

using namespace weft;

void files() {
  // [operands of files]
  tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}};
  tensor<float, 2> image{{0, 255}, {128, 64}};
  // [end]
  RUN((load_npy<double, 2>("a.npy")), save_npy("a.npy", a));
  SHOW(load_npy("a.npy"));
  SHOW(load_npy<float, 2>("a.npy", converting));
  SHOW(load_npy<int, 2>("a.npy", casting));
  SHOW(load_npy<float, 2>("a.npy", conversion::checked).size());
  RUN(options.sync, save_options options{.sync = true}; save_npy("a.npy", a, options));
  SHOW(map_npy<double, 2>("a.npy"));
  RUN(m, auto m = map_npy_private<double, 2>("a.npy"); m(0, 0) = 9.0);
  RUN((load_npz<double, 2>("a.npz", "x")), save_npz("a.npz", "x", a, "y", 2.0 * a));
  SHOW(load_npz("a.npz").size());
  RUN((load_npz<double, 2>("b.npz", "x")), save_npz_compressed("b.npz", "x", a));
  RUN(file.contains("y"), npz_file file("a.npz"));
  SHOW(file.names().size());
  SHOW(file.is_tensor("y"));
  SHOW(file.load<double, 2>("y"));
  RUN(npz_file("c.npz").names().size(), npz_writer out("c.npz"); out.add("x", a); out.close());
  RUN(std::filesystem::file_size("d.npz") < 1000, npz_writer small("d.npz", npz_packing::deflated);
      small.add("x", zeros<double>(1000)); small.close());
  RUN_IF(build_info().png, (load_png<float, 2>("a.png", converting)), save_png("a.png", cast<std::uint8_t>(image)));
  RUN((load_pnm<float, 2>("a.pgm", converting)), save_pnm("a.pgm", cast<std::uint8_t>(image)));
  RUN(load_csv<double>("a.csv"), save_csv("a.csv", a));
  SHOW(to_string(load_csv<any_tensor>("a.csv").dtype()));
  RUN(table.names.size(), csv_table table = parse_csv<double>("low,high\n1,2\n", csv_options{.header = true}));
  SHOW(load_csv_table<double>("a.csv").values);
  SHOW(parse_csv<double>("1,2\n3,4\n").values);
  SHOW(Storable<tensor<double, 2>>);
}
