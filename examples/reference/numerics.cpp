// doc/reference: Numerics
#include "show.hpp"

#include <weft/numerics.hpp>

#include <cmath>

using namespace weft;

void roots_and_integrals() {
  RUN(q.x, numerics::root_options rough{.iterations = 50, .tolerance = 1e-6};
      numerics::root_report q = numerics::find_root([](double x) { return std::cos(x) - x; }, 0, 1, rough));
  RUN(area.value, numerics::integral_options ends{.rule = numerics::quadrature::double_exponential};
      numerics::integral_report area = numerics::integrate([](double x) { return std::log(x); }, 0, 1, ends));
}
