// A function of x and y that is read from the command line, on a grid over [-2, 2] x [-2, 2].
//   formula [formula [points [directory]]]      formula.pgm is written
#include "common.hpp"

#include <weft/io/image.hpp>
#include <weft/weft.hpp>

#include <cmath>
#include <cstdint>
#include <string>

using namespace weft;

namespace {

int draw(std::string const& text, index_t points, std::string const& directory) {
  const tensor<double, 1> axis_points = linspace(-2.0, 2.0, points);
  formula f(text);
  for (std::string const& name : f.names()) {
    if (name != "x" && name != "y")
      throw error("the formula has the name '" + name + "': there are x and y");
    if (name == "x")
      f.bind("x", axis_points);                      // along rows
    else
      f.bind("y", expand_dims(axis_points, 1));      // a column
  }
  const tensor<double, 2> values = broadcast_to(f, shape(points, points));
  const auto [low, high] = minmax(values);
  std::printf("%s on %td x %td points\n", text.c_str(), points, points);
  std::printf("least %.6f, mean %.6f, largest %.6f\n", low, mean(values), high);
  const std::string target = directory + "/formula.pgm";
  const double range_of_values = high > low ? high - low : 1.0;
  save_pnm(target, cast<std::uint8_t>((reverse(values, 0) - low) / range_of_values * 255.0 + 0.5));
  std::printf("wrote %s\n", target.c_str());
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  if (argc > 4) {
    std::fprintf(stderr, "usage: formula [formula [points [directory]]]\n");
    return 1;
  }
  return run("formula", [&] {
    const std::string text = argc > 1 ? argv[1] : "exp(-((x - 0.5)^2 + y^2)) - 0.7*exp(-2*((x + 0.7)^2 + (y - 0.3)^2))";
    const long points = argc > 2 ? std::stol(argv[2]) : 201;
    if (points < 2 || points > 10000)
      throw error("a grid has 2 to 10000 points a side");
    return draw(text, points, argc > 3 ? argv[3] : ".");
  });
}
