#include "special_points.hpp"

// Norms and deviations, which have no derivative at 0.

using namespace special;

TEST_CASE("special_lengths: lengths have no second derivative at 0, which is never a silent 0") {
  const auto length = [](auto const& v, int axis) { return norm(v, axis); };
  const auto deviation = [](auto const& v, int axis) { return stddev(v, axis); };
  const auto squared = [](auto const& f) { return [f](auto const& v, int axis) { return square(f(v, axis)); }; };
  const auto times = [](auto const& f) {
    return [f](auto const& v, int axis) { return f(v, axis) * f(v, axis) * 3.0; };
  };
  check_both("norm", length, {0, 0}, {0, 0}, none(2));
  check_both("norm, squared", squared(length), {0, 0}, {0, 0}, none(2));
  check_both("norm times norm", times(length), {0, 0}, {0, 0}, none(2));
  check_both("pow of norm", [](auto const& v, int axis) { return pow(norm(v, axis), 2.0); }, {0, 0}, {0, 0}, none(2));
  check_both("exp of norm", [](auto const& v, int axis) { return exp(norm(v, axis)); }, {0, 0}, {0, 0}, none(2));
  check_both("norm, squared", squared(length), {3, 4}, {6, 8}, {{2, 0}, {0, 2}});
  check_both("norm", length, {0, 2}, {0, 1}, {{0.5, 0}, {0, 0}});
  check_both("sum of squares", [](auto const& v, int axis) { return sum(square(v), axis); }, {0, 0}, {0, 0},
             {{2, 0}, {0, 2}});
  check_both("stddev", deviation, {1, 1}, {0, 0}, none(2));
  check_both("stddev, squared", squared(deviation), {1, 1}, {0, 0}, none(2));
  check_both(
      "nan_stddev, squared", [](auto const& v, int axis) { return square(nan_stddev(v, axis)); }, {1, 1}, {0, 0},
      none(2));
  check_both("nan_stddev beside NaN", [](auto const& v, int axis) { return square(nan_stddev(v, axis)); },
             {1, undefined, 3}, {-1, 0, 1}, {{0.5, 0, -0.5}, {0, 0, 0}, {-0.5, 0, 0.5}});
  check_both("var", [](auto const& v, int axis) { return var(v, axis); }, {1, 1}, {0, 0}, {{0.5, -0.5}, {-0.5, 0.5}});
  check_both("nan_var", [](auto const& v, int axis) { return nan_var(v, axis); }, {1, 1}, {0, 0},
             {{0.5, -0.5}, {-0.5, 0.5}});
  // Beside what does not move, and where a branch is not taken, they are in nobody's way.
  const auto apart = [](auto const& v) { return norm(v(range(0, 1)), 0) + sum(square(v(range(1, 2))), 0); };
  check_whole("norm of a part", apart, {0, 1}, {0, 2}, {{undefined, 0}, {0, 2}});
  const auto deviation_apart = [](auto const& v) { return stddev(v(range(0, 2)), 0) + square(sum(v(range(2, 3)), 0)); };
  check_whole("stddev of a part", deviation_apart, {1, 1, 1}, {0, 0, 2},
              {{undefined, undefined, 0}, {undefined, undefined, 0}, {0, 0, 2}});
}
