// Recognises handwritten digits: each image gets the label of the nearest one among the first thousand.
//   digits [images.npy labels.npy [picture]]     images (n, rows, columns) and labels (n), both uint8
// The picture, .pgm or .png, shows in row r the first images that were taken for r; the wrong ones are negatives.
#include "common.hpp"

#include <weft/io/image.hpp>
#include <weft/weft.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

using namespace weft;
using byte_images = tensor<std::uint8_t, 3>;
using byte_labels = tensor<std::uint8_t, 1>;

namespace {

/// The first images beside each other, two characters a pixel, so that they come out square.
void print_images(byte_images const& images, byte_labels const& labels) {
  constexpr char ink[] = " .:-=+*#%@";
  const int brightest = std::max(1, int(max(images)));
  const index_t width = 2 * images.extent(2) + 2;
  const index_t shown = std::clamp<index_t>(120 / width, 1, images.extent(0));
  for (index_t y = 0; y < images.extent(1); ++y) {
    std::string line;
    for (index_t i = 0; i < shown; ++i) {
      for (index_t x = 0; x < images.extent(2); ++x)
        line.append(2, ink[images(i, y, x) * 9 / brightest]);
      line += "  ";
    }
    std::printf("%s\n", line.substr(0, line.find_last_not_of(' ') + 1).c_str());
  }
  for (index_t i = 0; i < shown; ++i)
    std::printf("%-*d", int(i + 1 < shown ? width : 0), labels(i));
  std::printf("\n\n");
}

/// `taken` are the labels that the last images were given.
void save_picture(std::string const& path, byte_images const& images, byte_labels const& labels,
                  byte_labels const& taken) {
  const index_t high = images.extent(1) + 1, wide = images.extent(2) + 1, classes = max(labels) + 1, columns = 24;
  const int brightest = std::max(1, int(max(images)));
  tensor<std::uint8_t, 2> grid(shape(classes * high + 1, columns * wide + 1), std::uint8_t(96));
  std::vector<index_t> shown(std::size_t(classes), 0);
  const index_t learnt = images.extent(0) - taken.size();
  for (index_t i = 0; i < taken.size(); ++i) {
    index_t& column = shown[taken(i)];
    if (column == columns)
      continue;
    auto cell = grid(range(taken(i) * high + 1, (taken(i) + 1) * high), range(column * wide + 1, (column + 1) * wide));
    const auto ink = 255 * images(learnt + i, all, all) / brightest;
    if (taken(i) == labels(learnt + i))
      cell(ellipsis) = ink;
    else
      cell(ellipsis) = 255 - ink;
    ++column;
  }
  const tensor<std::uint8_t, 2> picture = repeat(repeat(grid, 4, 0), 4, 1);
  path.ends_with(".pgm") ? save_pnm(path, picture) : save_png(path, picture);
  std::printf("picture: %s\n\n", path.c_str());
}

void check(byte_images const& images, byte_labels const& labels) {
  if (images.extent(0) != labels.extent(0))
    throw shape_error(std::to_string(images.extent(0)) + " images, but " + std::to_string(labels.extent(0)) + " labels");
  if (images.extent(0) < 2 || images.size() == 0)
    throw shape_error("at least two images of at least one pixel are needed; the file has shape " +
                      to_string(images.shape()));
}

int classify(std::string const& images_path, std::string const& labels_path, std::string const& picture_path) {
  byte_images images;
  byte_labels labels;
  const double reading = milliseconds([&] {
    images = load_npy<std::uint8_t, 3>(images_path);
    labels = load_npy<std::uint8_t, 1>(labels_path);
  });
  check(images, labels);
  const index_t n = images.extent(0), learnt = n > 1000 ? 1000 : n / 2;
  const index_t classes = max(labels) + 1;
  std::printf("%td images of %td x %td: %td to learn from, %td to classify\n\n", n, images.extent(1), images.extent(2),
              learnt, n - learnt);
  print_images(images, labels);

  const tensor<double, 2> pixels = flatten(images, 1);
  const auto known = pixels(range(0, learnt)), asked = pixels(range(learnt, end));
  const auto distance = sum(square(asked), 1, keep_dims) - 2.0 * matmul(asked, transpose(known)) + sum(square(known), 1);
  tensor<double, 2> d;
  const double measuring = milliseconds([&] { d = distance; });
  tensor<index_t, 1> nearest;
  const double choosing = milliseconds([&] { nearest = argmin(d, 1); });

  tensor<index_t, 2> confusion(classes, classes);
  const double counting = milliseconds([&] {
    for (index_t i = 0; i < nearest.size(); ++i)
      confusion(labels(learnt + i), labels(nearest(i))) += 1;
  });

  std::printf("squared distances, all of them in one expression:\n%s\n", to_string(explain(d, distance)).c_str());
  std::printf("row: what it is, column: what it was taken for\n%s\n\n", to_string(confusion).c_str());
  const index_t right = sum(diagonal(confusion));
  std::printf("%td of %td right (%.1f %%)\n\n", right, n - learnt, 100.0 * double(right) / double(n - learnt));
  if (!picture_path.empty())
    save_picture(picture_path, images, labels, take(labels, nearest));
  std::printf("read       %8.3f ms\ndistances  %8.3f ms\nargmin     %8.3f ms\nconfusion  %8.3f ms\n", reading, measuring,
              choosing, counting);
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 1 && argc != 3 && argc != 4) {
    std::fprintf(stderr, "usage: digits [images.npy labels.npy [picture]]\n");
    return 1;
  }
  return run("digits", [&] {
    return argc == 1 ? classify(WEFT_EXAMPLE_DATA "digits.npy", WEFT_EXAMPLE_DATA "digits_labels.npy", "")
                     : classify(argv[1], argv[2], argc == 4 ? argv[3] : "");
  });
}
