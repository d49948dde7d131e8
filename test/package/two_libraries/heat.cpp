#include "heat.hpp"

namespace heat {

using weft::all;
using weft::end;
using weft::range;

plate step(weft::view<const double, 2> before, plate const& source) {
  const auto in = range(1, end - 1), lo = range(0, end - 2), hi = range(2, end);
  plate after = before + source;
  after(in, all) += 0.25 * (before(lo, all) - 2.0 * before(in, all) + before(hi, all));
  return after;
}
weft::view<double, 2> inside(plate whole) {
  return std::move(whole)(range(1, end - 1), range(1, end - 1));
}
relative above_mean(plate const& p) {
  return p - weft::mean(p, 0);
}

} // namespace heat
