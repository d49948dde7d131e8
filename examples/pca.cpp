// The principal components of handwritten digits: the directions in which the images differ most.
//   pca [images.npy [directory]]      images (n, rows, columns), uint8; pca_components.pgm and pca_map.pgm are written
#include "common.hpp"

#include <weft/io/image.hpp>
#include <weft/weft.hpp>

#include <algorithm>
#include <cstdint>
#include <string>

using namespace weft;
using picture = tensor<std::uint8_t, 2>;

namespace {

void write_pgm(std::string const& path, picture const& pixels) {
  save_pnm(path, pixels);
  std::printf("wrote %s\n", path.c_str());
}

/// The mean image, and beside it components: grey is 0, black and white are opposite signs.
picture components_in_tiles(tensor<double, 1> const& mean, tensor<double, 2> const& components, index_t rows,
                            index_t columns) {
  constexpr index_t zoom = 8;
  const index_t shown = components.extent(1), across = 5, high = zoom * rows + 4, wide = zoom * columns + 4;
  picture all_tiles((shown + 1 + across - 1) / across * high, across * wide);
  for (index_t k = 0; k <= shown; ++k) {
    tensor<double, 1> grey(mean.shape());
    if (k == 0) {
      grey = 255.0 * mean / std::max(max(mean), 1.0);
    } else {
      const auto component = components(all, k - 1);
      grey = 127.5 + 127.5 * component / max(abs(component));
    }
    const picture tile = repeat(repeat(cast<std::uint8_t>(reshape(grey, shape(rows, columns)) + 0.5), zoom, 0), zoom, 1);
    const index_t y = k / across * high + 2, x = k % across * wide + 2;
    all_tiles(range(y, y + zoom * rows), range(x, x + zoom * columns)) = tile;
  }
  return all_tiles;
}

/// Each image where its first two coordinates are, unless another one is there already.
picture map_of(tensor<std::uint8_t, 3> const& images, tensor<double, 2> const& coordinates) {
  constexpr index_t size = 640;
  const index_t rows = images.extent(1), columns = images.extent(2);
  const double brightest = std::max(1.0, double(max(images)));
  picture map(size, size);
  tensor<bool, 2> taken(size, size);
  const double top = max(abs(coordinates)) * 1.001;
  for (index_t i = 0; i < images.extent(0); ++i) {
    const auto place = [&](index_t k, index_t extent) {
      return static_cast<index_t>((coordinates(i, k) / top + 1) / 2 * double(size - extent));
    };
    const index_t x = place(0, columns), y = place(1, rows);
    const auto down = range(y, y + rows), across = range(x, x + columns);
    if (any_of(taken(down, across)))
      continue;
    taken(down, across) = true;
    map(down, across) = cast<std::uint8_t>(images(i, all, all) * (255.0 / brightest) + 0.5);
  }
  return map;
}

int analyse(std::string const& path, std::string const& directory) {
  const auto images = load_npy<std::uint8_t, 3>(path);
  const index_t n = images.extent(0), rows = images.extent(1), columns = images.extent(2);
  if (n < 2 || rows * columns < 10)
    throw shape_error(path + ": at least two images of ten pixels are needed; the shape is " +
                      to_string(images.shape()));
  const tensor<double, 2> pixels = flatten(images, 1);
  const auto [values, vectors] = linalg::eigh(cov(pixels, 0));
  const auto largest = reverse(values, 0);
  const auto components = reverse(vectors, 1); // a column for each eigenvalue
  const tensor<double, 1> centre = mean(pixels, 0);
  const tensor<double, 2> coordinates = matmul(pixels - centre, components(all, range(0, 2)));
  std::printf("%td images of %td x %td\n\nlargest eigenvalues of the covariances, and their share of the variance:\n", n,
              rows, columns);
  double share = 0;
  for (index_t k = 0; k < 10; ++k) {
    share += largest(k) / sum(values);
    std::printf("%2td %14.8f   %.8f\n", k + 1, largest(k), share);
  }
  std::printf("\n");
  const tensor<double, 2> first_nine = components(all, range(0, 9));
  write_pgm(directory + "/pca_components.pgm", components_in_tiles(centre, first_nine, rows, columns));
  write_pgm(directory + "/pca_map.pgm", map_of(images, coordinates));

  // The variances of the coordinates are the eigenvalues.
  const tensor<double, 1> variances = var(coordinates, 0, ddof(1));
  check(all_close(variances, largest(range(0, 2)), 1e-10, 0), "the variances of the coordinates");
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  if (argc > 3) {
    std::fprintf(stderr, "usage: pca [images.npy [directory]]\n");
    return 1;
  }
  return run("pca", [&] { return analyse(argc > 1 ? argv[1] : WEFT_EXAMPLE_DATA "digits.npy", argc > 2 ? argv[2] : "."); });
}
