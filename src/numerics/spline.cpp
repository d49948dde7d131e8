#include <weft/numerics/spline.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace weft::detail {

namespace {

using numerics::spline_ends;

/// A chord of the points, and how often something contains its slope.
struct chord_term {
  std::size_t chord = 0;
  double weight = 0;
};

/// The equations of the slopes s at the points: lower[k] s[k - 1] + diagonal[k] s[k] + upper[k] s[k + 1] is a constant
/// and two slopes of chords. In a cyclic system the first and the last unknown are neighbours, on both
/// sides if they are all.
struct slope_equations {
  std::vector<double> lower, diagonal, upper, constant;
  std::vector<std::array<chord_term, 2>> right;
  bool is_cyclic = false;
  explicit slope_equations(std::size_t n) : lower(n), diagonal(n), upper(n), constant(n), right(n) {}
  std::size_t size() const { return diagonal.size(); }
  void set(std::size_t k, double below, double at, double above, chord_term a, chord_term b = {}) {
    lower[k] = below;
    diagonal[k] = at;
    upper[k] = above;
    right[k] = {a, b};
  }
  /// Returns the system with the transposed matrix; its right sides are of no use.
  slope_equations transposed() const {
    slope_equations out(size());
    out.is_cyclic = is_cyclic;
    for (std::size_t k = 0, n = size(); k < n; ++k)
      out.set(k, upper[(k + n - 1) % n], diagonal[k], lower[(k + 1) % n], {});
    return out;
  }
};

/// Thomas's algorithm for the first `count` equations: x becomes the solution for the right side x. Without pivots,
/// because systems of splines have positive ones.
void solve_first(slope_equations const& t, std::size_t count, std::vector<double>& x) {
  std::vector<double> pivot(t.diagonal);
  for (std::size_t k = 1; k < count; ++k) {
    double const factor = t.lower[k] / pivot[k - 1];
    pivot[k] -= factor * t.upper[k - 1];
    x[k] -= factor * x[k - 1];
  }
  for (std::size_t k = count; k-- > 0;)
    x[k] = (x[k] - (k + 1 < count ? t.upper[k] * x[k + 1] : 0)) / pivot[k];
}
/// Solves the system for the right side x. A cyclic one is a system of three diagonals for all unknowns but the last,
/// with two right sides.
void solve(slope_equations const& t, std::vector<double>& x) {
  if (!t.is_cyclic)
    return solve_first(t, t.size(), x);
  std::size_t const last = t.size() - 1;
  std::vector<double> by_last(last); // the solution that belongs to 1 as the last unknown
  by_last[0] -= t.lower[0];
  by_last[last - 1] -= t.upper[last - 1];
  solve_first(t, last, by_last);
  solve_first(t, last, x);
  x[last] = (x[last] - t.lower[last] * x[last - 1] - t.upper[last] * x[0]) /
            (t.diagonal[last] + t.lower[last] * by_last[last - 1] + t.upper[last] * by_last[0]);
  for (std::size_t k = 0; k < last; ++k)
    x[k] += x[last] * by_last[k];
}

/// The distances of a grid and the slopes of its chords.
struct chords {
  std::vector<double> width, slope;
  chords(double const* x, double const* y, index_t n) {
    for (index_t k = 0; k + 1 < n; ++k) {
      width.push_back(x[k + 1] - x[k]);
      slope.push_back((y[k + 1] - y[k]) / width.back());
    }
  }
};

/// Writes equation k, of a point between two pieces, where the second derivative does not jump.
void set_between(slope_equations& t, std::size_t k, chords const& c, std::size_t before, std::size_t next) {
  double const a = c.width[before], b = c.width[next];
  t.set(k, b, 2 * (a + b), a, {before, 3 * b}, {next, 3 * a});
}
void set_ends(slope_equations& t, chords const& c, numerics::spline_options const& o) {
  std::size_t const last = c.width.size(), before = last - 1;
  if (o.ends == spline_ends::clamped) {
    t.set(0, 0, 1, 0, {});
    t.set(last, 0, 1, 0, {});
    t.constant[0] = o.first_slope;
    t.constant[last] = o.last_slope;
  } else if (o.ends == spline_ends::natural) {
    t.set(0, 0, 2, 1, {0, 3});
    t.set(last, 1, 2, 0, {before, 3});
  } else if (last < 3) { // a line through two points, a parabola through three
    double const beside = last == 1 ? 0 : 1;
    t.set(0, 0, 1, beside, {0, 1 + beside});
    t.set(last, beside, 1, 0, {before, 1 + beside});
  } else {
    double const a = c.width[0], b = c.width[1], p = c.width[before], q = c.width[before - 1];
    t.set(0, 0, b, a + b, {0, (a + 2 * (a + b)) * b / (a + b)}, {1, a * a / (a + b)});
    t.set(last, p + q, q, 0, {before - 1, p * p / (p + q)}, {before, (2 * (p + q) + p) * q / (p + q)});
  }
}
/// The equations of a spline. A periodic one has an equation for each of its n - 1 different points.
slope_equations spline_equations(chords const& c, numerics::spline_options const& o) {
  bool const is_periodic = o.ends == spline_ends::periodic;
  std::size_t const pieces = c.width.size();
  slope_equations t(is_periodic ? pieces : pieces + 1);
  t.is_cyclic = is_periodic && pieces > 1;
  for (std::size_t k = t.is_cyclic ? 0 : 1; k < pieces; ++k)
    set_between(t, k, c, (k + pieces - 1) % pieces, k);
  if (!is_periodic)
    set_ends(t, c, o);
  else if (pieces == 1)
    t.set(0, 0, 1, 0, {0, 1});
  return t;
}

double sign_of(double x) {
  return x > 0 ? 1 : x < 0 ? -1 : 0;
}
/// Writes the slope of pchip at an end: of the parabola through three points, bounded so that the shape is kept.
void set_shape_kept_end(slope_equations& t, std::size_t k, chords const& c, std::size_t near, std::size_t next) {
  double const a = c.width[near], b = c.width[next], here = c.slope[near], there = c.slope[next];
  double const by_here = (2 * a + b) / (a + b), by_there = -a / (a + b), slope = by_here * here + by_there * there;
  if (sign_of(slope) != sign_of(here))
    t.set(k, 0, 1, 0, {});
  else if (sign_of(here) != sign_of(there) && std::abs(slope) > 3 * std::abs(here))
    t.set(k, 0, 1, 0, {near, 3});
  else
    t.set(k, 0, 1, 0, {near, by_here}, {next, by_there});
}
/// The slopes of pchip are weighted harmonic means of the slopes of neighbouring chords. The weights of the equations
/// are the derivatives by these, whose sum of products is the mean, because the mean is homogeneous.
slope_equations shape_kept_equations(chords const& c) {
  std::size_t const last = c.width.size();
  slope_equations t(last + 1);
  for (std::size_t k = 1; k < last; ++k) {
    double const w = 2 * c.width[k] + c.width[k - 1], v = c.width[k] + 2 * c.width[k - 1];
    double const a = c.slope[k - 1], b = c.slope[k], p = w + v * (a / b), q = v + w * (b / a);
    if (sign_of(a) * sign_of(b) <= 0)
      t.set(k, 0, 1, 0, {});
    else
      t.set(k, 0, 1, 0, {k - 1, (w + v) * w / p / p}, {k, (w + v) * v / q / q});
  }
  set_shape_kept_end(t, 0, c, 0, 1);
  set_shape_kept_end(t, last, c, last - 1, last - 2);
  return t;
}
/// Through two points both are a line.
slope_equations equations_of(cubic_rule const& rule, chords const& c) {
  return rule.keeps_shape && c.width.size() > 1 ? shape_kept_equations(c) : spline_equations(c, rule.options);
}

/// Returns the slopes at the n points.
std::vector<double> slopes_of(slope_equations const& t, chords const& c) {
  std::vector<double> x(t.constant);
  for (std::size_t k = 0; k < x.size(); ++k)
    for (chord_term const& term : t.right[k])
      x[k] += term.weight != 0 ? term.weight * c.slope[term.chord] : 0;
  solve(t, x);
  if (x.size() == c.width.size()) // periodic
    x.push_back(x[0]);
  return x;
}

} // namespace

void cubic_pieces_through(cubic_rule const& rule, double const* x, double const* y, index_t n, double* pieces) {
  if (rule.is_periodic() && !(std::abs(y[n - 1] - y[0]) <= 1e-14 * std::max(std::abs(y[0]), 1.0)))
    throw_error("cubic_spline", "the first and last values of a periodic spline are the same");
  chords const c(x, y, n);
  std::vector<double> const slopes = slopes_of(equations_of(rule, c), c);
  for (std::size_t k = 0; k < c.width.size(); ++k, pieces += 4) {
    double const width = c.width[k], chord = c.slope[k], bend = (slopes[k] + slopes[k + 1] - 2 * chord) / width;
    pieces[0] = bend / width;
    pieces[1] = (chord - slopes[k]) / width - bend;
    pieces[2] = slopes[k];
    pieces[3] = y[k];
  }
}

void cubic_pieces_gradient(cubic_rule const& rule, double const* x, double const* y, index_t n, double const* by_pieces,
                           double* by_y) {
  chords const c(x, y, n);
  std::size_t const pieces = c.width.size();
  std::vector<double> by_slope(pieces + 1), by_chord(pieces);
  std::fill(by_y, by_y + n, 0.0);
  for (std::size_t k = 0; k < pieces; ++k, by_pieces += 4) {
    double const width = c.width[k], by_bend = (by_pieces[0] / width - by_pieces[1]) / width;
    by_slope[k] += by_bend - by_pieces[1] / width + by_pieces[2];
    by_slope[k + 1] += by_bend;
    by_chord[k] += by_pieces[1] / width - 2 * by_bend;
    by_y[k] += by_pieces[3];
  }
  slope_equations const t = equations_of(rule, c);
  if (t.size() == pieces) { // periodic
    by_slope[0] += by_slope.back();
    by_slope.pop_back();
  }
  solve(t.transposed(), by_slope);
  for (std::size_t k = 0; k < t.size(); ++k)
    for (chord_term const& term : t.right[k])
      by_chord[term.chord] += term.weight * by_slope[k];
  for (std::size_t k = 0; k < pieces; ++k) {
    by_y[k] -= by_chord[k] / c.width[k];
    by_y[k + 1] += by_chord[k] / c.width[k];
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
