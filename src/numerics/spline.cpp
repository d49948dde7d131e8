#include <weft/numerics/spline.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace weft::detail {

namespace {

using numerics::spline_ends;

/// A system of three diagonals. `right` becomes the solution.
struct tridiagonal {
  std::vector<double> lower, diagonal, upper, right;
  explicit tridiagonal(std::size_t n) : lower(n), diagonal(n), upper(n), right(n) {}
  void set(std::size_t k, double below, double at, double above, double value) {
    lower[k] = below;
    diagonal[k] = at;
    upper[k] = above;
    right[k] = value;
  }
  /// Thomas's algorithm. Without pivots, because systems of splines have positive ones.
  void solve() {
    for (std::size_t k = 1; k < right.size(); ++k) {
      double const factor = lower[k] / diagonal[k - 1];
      diagonal[k] -= factor * upper[k - 1];
      right[k] -= factor * right[k - 1];
    }
    for (std::size_t k = right.size(); k-- > 0;)
      right[k] = (right[k] - (k + 1 < right.size() ? upper[k] * right[k + 1] : 0)) / diagonal[k];
  }
};

/// The distances of a grid and the slopes of its chords.
struct chords {
  std::vector<double> width, slope;
  chords(double const* x, double const* y, index_t n) {
    for (index_t k = 0; k + 1 < n; ++k) {
      width.push_back(x[k + 1] - x[k]);
      slope.push_back((y[k + 1] - y[k]) / width.back());
    }
  }
  /// The right side of the equation of point k between pieces k - 1 and `next`.
  double right_side(std::size_t k, std::size_t next) const {
    return 3 * (width[next] * slope[k - 1] + width[k - 1] * slope[next]);
  }
};

void set_inner(tridiagonal& t, chords const& c) {
  for (std::size_t k = 1; k < c.width.size(); ++k)
    t.set(k, c.width[k], 2 * (c.width[k - 1] + c.width[k]), c.width[k - 1], c.right_side(k, k));
}
void set_ends(tridiagonal& t, chords const& c, numerics::spline_options const& o) {
  std::size_t const last = c.width.size(), before = last - 1;
  if (o.ends == spline_ends::clamped) {
    t.set(0, 0, 1, 0, o.first_slope);
    t.set(last, 0, 1, 0, o.last_slope);
  } else if (o.ends == spline_ends::natural) {
    t.set(0, 0, 2, 1, 3 * c.slope[0]);
    t.set(last, 1, 2, 0, 3 * c.slope[before]);
  } else if (last < 3) { // a line through two points, a parabola through three
    t.set(0, 0, 1, last == 1 ? 0 : 1, last == 1 ? c.slope[0] : 2 * c.slope[0]);
    t.set(last, last == 1 ? 0 : 1, 1, 0, last == 1 ? c.slope[0] : 2 * c.slope[1]);
  } else {
    double const a = c.width[0], b = c.width[1], p = c.width[before], q = c.width[before - 1];
    t.set(0, 0, b, a + b, ((a + 2 * (a + b)) * b * c.slope[0] + a * a * c.slope[1]) / (a + b));
    t.set(last, p + q, q, 0, (p * p * c.slope[before - 1] + (2 * (p + q) + p) * q * c.slope[before]) / (p + q));
  }
}

/// Solves the cyclic system of a periodic spline for its n - 1 different points: as a system of three diagonals for all
/// but the last of them, with two right sides.
void periodic_slopes(chords const& c, double* slopes) {
  std::size_t const pieces = c.width.size(), last = pieces - 1;
  if (pieces < 3) { // one point, or two whose slopes agree
    double weights = 0, sum = 0;
    for (std::size_t k = 0; k < pieces; ++k) {
      weights += 1 / c.width[k];
      sum += c.slope[k] / c.width[k];
    }
    std::fill(slopes, slopes + pieces + 1, pieces == 1 ? c.slope[0] : sum / weights);
    return;
  }
  tridiagonal one(last), other(last);
  for (std::size_t k = 0; k < last; ++k) {
    std::size_t const before = k == 0 ? last : k - 1;
    double const at = 2 * (c.width[before] + c.width[k]);
    double const value = 3 * (c.width[k] * c.slope[before] + c.width[before] * c.slope[k]);
    one.set(k, c.width[k], at, c.width[before], value);
    other.set(k, c.width[k], at, c.width[before], 0);
  }
  other.right[0] -= c.width[0];
  other.right[last - 1] -= c.width[last - 2];
  one.solve();
  other.solve();
  double const below = c.width[last], at = 2 * (c.width[last - 1] + c.width[last]), above = c.width[last - 1];
  double const value = c.right_side(last, last);
  double const wanted = (value - below * one.right[last - 1] - above * one.right[0]) /
                        (at + below * other.right[last - 1] + above * other.right[0]);
  for (std::size_t k = 0; k < last; ++k)
    slopes[k] = one.right[k] + wanted * other.right[k];
  slopes[last] = wanted;
  slopes[pieces] = slopes[0];
}

double sign_of(double x) {
  return x > 0 ? 1 : x < 0 ? -1 : 0;
}
/// The slope of pchip at an end: of the parabola through three points, bounded so that the shape is kept.
double end_slope(double near_width, double next_width, double near_slope, double next_slope) {
  double const d = ((2 * near_width + next_width) * near_slope - near_width * next_slope) / (near_width + next_width);
  if (sign_of(d) != sign_of(near_slope))
    return 0;
  return sign_of(near_slope) != sign_of(next_slope) && std::abs(d) > 3 * std::abs(near_slope) ? 3 * near_slope : d;
}

} // namespace

void spline_slopes(numerics::spline_options const& o, double const* x, double const* y, index_t n, double* slopes) {
  chords const c(x, y, n);
  if (o.ends == spline_ends::periodic) {
    if (!(std::abs(y[n - 1] - y[0]) <= 1e-14 * std::max(std::abs(y[0]), 1.0)))
      throw_error("cubic_spline", "the first and last values of a periodic spline are the same");
    return periodic_slopes(c, slopes);
  }
  tridiagonal t(static_cast<std::size_t>(n));
  set_inner(t, c);
  set_ends(t, c, o);
  t.solve();
  std::copy(t.right.begin(), t.right.end(), slopes);
}

void pchip_slopes(double const* x, double const* y, index_t n, double* slopes) {
  chords const c(x, y, n);
  std::size_t const last = c.width.size();
  if (last == 1) {
    slopes[0] = slopes[1] = c.slope[0];
    return;
  }
  for (std::size_t k = 1; k < last; ++k) {
    double const w = 2 * c.width[k] + c.width[k - 1], v = c.width[k] + 2 * c.width[k - 1];
    bool const turns = sign_of(c.slope[k - 1]) * sign_of(c.slope[k]) <= 0;
    slopes[k] = turns ? 0 : (w + v) / (w / c.slope[k - 1] + v / c.slope[k]);
  }
  slopes[0] = end_slope(c.width[0], c.width[1], c.slope[0], c.slope[1]);
  slopes[last] = end_slope(c.width[last - 1], c.width[last - 2], c.slope[last - 1], c.slope[last - 2]);
}

void hermite_pieces(double const* x, double const* y, double const* slopes, index_t n, double* pieces) {
  for (index_t k = 0; k + 1 < n; ++k, pieces += 4) {
    double const width = x[k + 1] - x[k], chord = (y[k + 1] - y[k]) / width;
    double const bend = (slopes[k] + slopes[k + 1] - 2 * chord) / width;
    pieces[0] = bend / width;
    pieces[1] = (chord - slopes[k]) / width - bend;
    pieces[2] = slopes[k];
    pieces[3] = y[k];
  }
}

double integral_of_pieces(double const* x, double const* pieces, index_t n, bool is_periodic, double from, double to) {
  auto const of_piece = [&](index_t k, double t) {
    double const d = t - x[k], *c = pieces + 4 * k;
    return (((c[0] / 4 * d + c[1] / 3) * d + c[2] / 2) * d + c[3]) * d;
  };
  auto const from_start = [&](double t) { // the integral from x[0] to t
    index_t const last = grid_search(x, n)(t);
    double sum = 0;
    for (index_t k = 0; k < last; ++k)
      sum += of_piece(k, x[k + 1]);
    return sum + of_piece(last, t);
  };
  if (!is_periodic)
    return from_start(to) - from_start(from);
  double const period = x[n - 1] - x[0], whole = from_start(x[n - 1]);
  auto const wrapped = [&](double t) {
    double const turns = std::floor((t - x[0]) / period);
    return turns * whole + from_start(t - turns * period);
  };
  return wrapped(to) - wrapped(from);
}

} // namespace weft::detail
