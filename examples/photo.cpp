// Lets heat flow through a photograph: grey levels are temperatures, the border keeps its own.
//   photo [image.npy [directory]]      image (rows, columns), uint8; photo_before.pgm and photo_after.pgm are written
#include "common.hpp"

#include <weft/io/image.hpp>
#include <weft/weft.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using namespace weft;

namespace {

constexpr int steps = 100;
constexpr double rate = 0.2;

constexpr auto inner = range(1, end - 1), before = range(0, end - 2), after = range(2, end);

/// The next value of each inner point: an expression of views. Nothing is computed here, and returning it is safe.
auto flow(tensor<double, 2> const& u) {
  return u(inner, inner) + rate * (u(before, inner) + u(after, inner) + u(inner, before) + u(inner, after) -
                                   4.0 * u(inner, inner));
}

void diffuse(tensor<double, 2>& u, tensor<double, 2>& next) {
  for (int k = 0; k < steps; ++k) {
    next(inner, inner) = flow(u);
    std::swap(u, next);
  }
}

/// The same with pointers.
void diffuse_by_hand(std::vector<double>& u, std::vector<double>& next, index_t rows, index_t columns) {
  for (int k = 0; k < steps; ++k) {
    double const* from = u.data();
    double* to = next.data();
    for (index_t i = 1; i < rows - 1; ++i)
      for (index_t j = 1; j < columns - 1; ++j) {
        const index_t p = i * columns + j;
        to[p] = from[p] + rate * (from[p - columns] + from[p + columns] + from[p - 1] + from[p + 1] - 4.0 * from[p]);
      }
    std::swap(u, next);
  }
}

void write_pgm(std::string const& path, tensor<double, 2> const& grey) {
  const tensor<std::uint8_t, 2> pixels = cast<std::uint8_t>(grey + 0.5);
  save_pnm(path, pixels);
  std::printf("wrote %s\n", path.c_str());
}

int blur(std::string const& path, std::string const& directory) {
  tensor<double, 2> u = load_npy<std::uint8_t, 2>(path);
  const index_t rows = u.extent(0), columns = u.extent(1);
  if (rows < 3 || columns < 3)
    throw shape_error(path + ": shape " + to_string(u.shape()) + " has no inner points");
  std::printf("%td x %td grey levels, %d steps\n", rows, columns, steps);
  write_pgm(directory + "/photo_before.pgm", u);

  std::vector<double> twin(u.begin(), u.end()), twin_next = twin;
  tensor<double, 2> next = u;
  const double fused = milliseconds([&] { diffuse(u, next); });
  const double by_hand = milliseconds([&] { diffuse_by_hand(twin, twin_next, rows, columns); });
  write_pgm(directory + "/photo_after.pgm", u);

  std::printf("\none step:\n%s", to_string(explain(next(inner, inner), flow(u))).c_str());
  std::printf("\nweft         %8.3f ms a step\nby hand      %8.3f ms a step\n", fused / steps, by_hand / steps);

  const bool same = all_close(u, borrow(twin.data(), u.shape()), 1e-12, 1e-12);
  std::printf("%s\n", same ? "the same numbers" : "NOT the same numbers");
  return same ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
  if (argc > 3) {
    std::fprintf(stderr, "usage: photo [image.npy [directory]]\n");
    return 1;
  }
  return run("photo", [&] { return blur(argc > 1 ? argv[1] : WEFT_EXAMPLE_DATA "ascent.npy", argc > 2 ? argv[2] : "."); });
}
