// A photograph from its largest singular values: the best approximation of each rank.
//   compress [image.npy [directory]]      image (rows, columns), uint8; compress_50.pgm is written
#include "common.hpp"

#include <weft/io/image.hpp>
#include <weft/weft.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

using namespace weft;

namespace {

constexpr index_t kept = 50;

int compress(std::string const& path, std::string const& directory) {
  const tensor<double, 2> image = load_npy<std::uint8_t, 2>(path);
  const index_t rows = image.extent(0), columns = image.extent(1), least = std::min(rows, columns);
  if (least < kept)
    throw shape_error(path + ": shape " + to_string(image.shape()) + " has less than " + std::to_string(kept) +
                      " rows or columns");
  const auto [u, s, vh] = linalg::svd(image);
  const auto first = range(0, kept);
  const tensor<double, 2> approximation = matmul(u(all, first) * s(first), vh(first, all));
  const double error = linalg::norm(image - approximation) / linalg::norm(image);
  std::printf("%td x %td grey levels, singular values:\n", rows, columns);
  for (index_t k = 0; k < 5; ++k)
    std::printf("%18.8f\n", s(k));
  std::printf("\nrank   numbers kept   relative error\n");
  for (const index_t rank : {index_t(1), index_t(10), index_t(20), kept}) {
    // By the theorem of Eckart and Young what is left out is the whole error.
    const double left_out = std::sqrt(sum(square(s(range(rank, end)))) / sum(square(s)));
    std::printf("%4td %13.1f %%       %.8f\n", rank, 100.0 * double(rank * (rows + columns + 1)) / double(rows * columns),
                left_out);
  }
  std::printf("\nrank %td, measured:      %.8f\n", kept, error);
  const std::string target = directory + "/compress_50.pgm";
  save_pnm(target, cast<std::uint8_t>(clamp(approximation, 0.0, 255.0) + 0.5));
  std::printf("wrote %s\n", target.c_str());
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  if (argc > 3) {
    std::fprintf(stderr, "usage: compress [image.npy [directory]]\n");
    return 1;
  }
  return run("compress",
             [&] { return compress(argc > 1 ? argv[1] : WEFT_EXAMPLE_DATA "ascent.npy", argc > 2 ? argv[2] : "."); });
}
