// Recovers where heat was from where it is: 100 steps of the heat equation, and the gradient through all of them.
//   inverse_heat [folder]      the folder gets inverse_heat.pgm
// The steps between checkpoints are computed once more on the way back, so that the graph holds 2 sqrt(100) states in
// place of 100.
#include "common.hpp"

#include <weft/grad.hpp>
#include <weft/io/image.hpp>
#include <weft/weft.hpp>

#include <string>
#include <vector>

using namespace weft;

namespace {

constexpr index_t side = 32;
constexpr int legs = 10, steps = 10; // 100 steps
constexpr double flow = 0.05;

/// Some steps, with a border that stays at 0.
template <class X>
grad::variable<double, 2> after_steps(X const& begin, int count) {
  constexpr auto in = range(1, end - 1), lo = range(0, end - 2), hi = range(2, end);
  grad::variable<double, 2> u = begin;
  for (int k = 0; k < count; ++k)
    u = pad(u(in, in) + flow * (u(lo, in) + u(hi, in) + u(in, lo) + u(in, hi) - 4.0 * u(in, in)), 1);
  return u;
}
/// All steps; between the ends of legs nothing is kept.
grad::variable<double, 2> after_all(grad::variable<double, 2> u) {
  for (int leg = 0; leg < legs; ++leg)
    u = grad::checkpoint([](auto const& v) { return after_steps(v, steps); }, u);
  return u;
}

/// States beside each other, eight pixels for a point.
tensor<std::uint8_t, 2> picture(std::vector<tensor<double, 2>> const& states) {
  const tensor<double, 2> all_of_them = concatenate(1, states);
  const auto grey = eval(cast<std::uint8_t>(255.0 * clamp(1.0 - all_of_them, 0.0, 1.0)));
  return repeat(repeat(grey, 8, 0), 8, 1);
}

int recover(std::string const& folder) {
  tensor<double, 2> truth = zeros<double>(side, side);
  truth(range(6, 14), range(6, 12)) = 1.0;
  truth(range(18, 24), range(16, 27)) = 0.7;
  const auto seen = after_all(truth).value();
  // A little of the square of the differences between neighbours keeps noise out of the answer.
  const auto loss = [&](auto const& u) {
    const auto rest = after_all(u) - seen;
    const auto down = u(range(1, end), all) - u(range(0, end - 1), all);
    const auto right = u(all, range(1, end)) - u(all, range(0, end - 1));
    return sum(square(rest)) + 1e-9 * (sum(square(down)) + sum(square(right)));
  };
  const auto found = grad::minimise(loss, zeros<double>(side, side), {.iterations = 400, .gradient_tolerance = 1e-10});
  const std::string path = folder + "/inverse_heat.pgm";
  save_pnm(path, picture({truth, seen, found.x}));
  const double error = norm(found.x - truth) / norm(truth), start = norm(seen - truth) / norm(truth);
  std::printf("relative error of what is seen %.3f, of what is recovered %.2f\n", start, error);
  std::printf("wrote %s: where heat was, what is seen, what is recovered\n", path.c_str());
  check(error < 0.65 * start, "what is recovered is nearer to the truth than what is seen");
  check(found.x.size() == side * side && grad::count_nodes() == 0, "the graph is freed");
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  if (argc > 2) {
    std::fprintf(stderr, "usage: inverse_heat [folder]\n");
    return 1;
  }
  return run("inverse_heat", [&] { return recover(argc > 1 ? argv[1] : "."); });
}
