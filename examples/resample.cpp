// A picture of another size: smaller by areas, larger by lines between its elements, and turned about its middle.
//   resample [image.npy [directory]]   image (rows, columns), uint8; resample_*.pgm are written
#include "common.hpp"

#include <weft/io/image.hpp>
#include <weft/numerics.hpp>
#include <weft/weft.hpp>

#include <cmath>
#include <cstdint>
#include <string>

using namespace weft;

namespace {

void write_pgm(std::string const& path, tensor<double, 2> const& grey) {
  const tensor<std::uint8_t, 2> pixels = cast<std::uint8_t>(clamp(grey, 0.0, 255.0) + 0.5);
  save_pnm(path, pixels);
  std::printf("wrote %s\n", path.c_str());
}

/// The picture, turned by an angle about its middle: each element is read where it comes from.
tensor<double, 2> turned(tensor<double, 2> const& u, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  const double row = 0.5 * double(u.extent(0) - 1), column = 0.5 * double(u.extent(1) - 1);
  const tensor<double, 2> i = expand_dims(arange(double(u.extent(0))), 1) - row;
  const tensor<double, 1> j = arange(double(u.extent(1))) - column;
  return numerics::sample(u, row + c * i - s * j, column + s * i + c * j,
                          {.method = numerics::interpolation::cubic, .edges = numerics::outside::constant});
}

int resize(std::string const& path, std::string const& directory) {
  const tensor<double, 2> u = load_npy<std::uint8_t, 2>(path);
  const tensor<double, 2> thumbnail = numerics::resample(u, shape(100, 100));
  const tensor<double, 2> large = numerics::resample(thumbnail, u.shape(), numerics::resampling::bilinear);
  write_pgm(directory + "/resample_thumbnail.pgm", thumbnail);
  write_pgm(directory + "/resample_large.pgm", large);
  write_pgm(directory + "/resample_turned.pgm", turned(u, 0.3));

  std::printf("\nmean grey level %.6f, of the thumbnail %.6f\n", mean(u), mean(thumbnail));
  std::printf("deviation of the thumbnail, made large again: %.3f\n", std::sqrt(mean(square(large - u))));

  const auto inner = range(200, 312);
  const tensor<double, 2> there_and_back = turned(turned(u, 0.3), -0.3);
  std::printf("deviation in the middle, turned there and back: %.3f\n",
              std::sqrt(mean(square(there_and_back(inner, inner) - u(inner, inner)))));
  check(std::abs(mean(u) - mean(thumbnail)) < 1e-9, "areas keep the mean");
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  if (argc > 3) {
    std::fprintf(stderr, "usage: resample [image.npy [directory]]\n");
    return 1;
  }
  return run("resample", [&] { return resize(argc > 1 ? argv[1] : WEFT_EXAMPLE_DATA "ascent.npy", argc > 2 ? argv[2] : "."); });
}
