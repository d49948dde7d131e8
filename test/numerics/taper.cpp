#include <weft/numerics/taper.hpp>

#include "samples.hpp"

#include <doctest/doctest.h>

using namespace weft;
using samples::all_near;

// The expected values are NumPy's.
TEST_CASE("tapers: hann, hamming, blackman, kaiser") {
  using row = tensor<double, 1>;
  using namespace numerics;
  CHECK(all_near(hann(6), row{0, 0.3454915028125263, 0.9045084971874737, 0.9045084971874737, 0.3454915028125263, 0}));
  CHECK(all_near(hamming(5), row{0.08, 0.54, 1, 0.54, 0.08}));
  CHECK(
      all_near(blackman(6), row{0, 0.2007701432625305, 0.8492298567374695, 0.8492298567374695, 0.2007701432625305, 0}));
  CHECK(all_near(kaiser(5, 8.6),
                 row{0.0013325139979024198, 0.34039362244018856, 1, 0.34039362244018856, 0.0013325139979024198},
                 1e-13));
  CHECK(all_near(kaiser(4, 40),
                 row{6.713763812271754e-17, 0.10455961162188739, 0.10455961162188739, 6.713763812271754e-17}, 1e-13));
  CHECK(all_near(kaiser(5, 0), row{1, 1, 1, 1, 1}));
  CHECK(all_near(hann(2), row{0, 0}));
  for (auto const& one : {hann(1), hamming(1), blackman(1), kaiser(1, 3)})
    CHECK(all_near(one, row{1}));
  CHECK(hann(0).size() == 0);
  CHECK_THROWS_AS((void)hann(-1), error);
}

// The expected values are those of Bessel functions in mpmath.
TEST_CASE("kaiser: parameters whose Bessel function exceeds all doubles, and both sides of the change of series") {
  tensor<double, 1> const wanted{1.132661465179692e-147, 7.027732781623866e-59, 1.6457012541131168e-14, 1};
  tensor<double, 1> const r = numerics::kaiser(9, 1000)(range(1, 5)) / wanted;
  CHECK(samples::all_near(r, tensor<double, 1>{1, 1, 1, 1}, 1e-12));
  CHECK(samples::all_near(numerics::kaiser(5, 29)(range(0, 2)) /
                              tensor<double, 1>{3.4185622870274295e-12, 0.02208957230775528},
                          tensor<double, 1>{1, 1}, 1e-12));
  CHECK(samples::all_near(numerics::kaiser(5, 31)(range(0, 2)) /
                              tensor<double, 1>{4.784773778449025e-13, 0.01689656013877817},
                          tensor<double, 1>{1, 1}, 1e-12));
  CHECK(samples::all_near(numerics::kaiser(5, -8.6), numerics::kaiser(5, 8.6)));
}
