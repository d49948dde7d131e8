#include "numerics/boost_math.hpp"
#include "numerics/number_text.hpp"

#include <weft/numerics/integrate.hpp>

#if __has_include(<boost/math/quadrature/gauss_kronrod.hpp>)
#include <boost/math/quadrature/exp_sinh.hpp>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <boost/math/quadrature/sinh_sinh.hpp>
#include <boost/math/quadrature/tanh_sinh.hpp>
#endif

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace weft::detail {

#if __has_include(<boost/math/quadrature/gauss_kronrod.hpp>)
namespace {

using namespace boost::math::quadrature;
namespace policies = boost::math::policies;
/// A policy with which Boost reports errors in the result and throws no exception.
using quiet = policies::policy<policies::domain_error<policies::ignore_error>, //
                               policies::evaluation_error<policies::ignore_error>>;

/// The function f between a finite or infinite limit and a larger one. An infinite range is replaced by a finite one:
/// if one limit is infinite, the distance from the other is t / (1 - t), t in (0, 1); if both are, x = t / (1 - t^2), t
/// in (-1, 1).
class integrand {
public:
  integrand(real_function f, double from, double to) : f_(f), from_(from), to_(to) {}

  /// Returns f(x), or 0 at the limits without a call of f: points near a limit may be rounded to it, and f may be
  /// infinite there. Throws error if f(x) is not finite.
  double at(double x) const {
    if (x == from_ || x == to_)
      return 0;
    ++calls_;
    double const y = f_(x);
    if (!std::isfinite(y))
      throw_error("integrate", ("f(" + number_text(x) + ") is " + number_text(y)).c_str());
    return y;
  }
  double substituted(double t) const {
    if (std::isfinite(from_) && std::isfinite(to_))
      return at(t);
    bool const both = !std::isfinite(from_) && !std::isfinite(to_);
    double const rest = both ? (1 - t) * (1 + t) : 1 - t;
    if (rest == 0)
      return 0;
    double const x = t / rest, weight = (both ? 1 + t * t : 1) / (rest * rest);
    return weight * at(both ? x : std::isfinite(from_) ? from_ + x : to_ - x);
  }
  double begin() const { return std::isfinite(from_) && std::isfinite(to_) ? from_ : std::isinf(from_ + to_) ? 0 : -1; }
  double end() const { return std::isfinite(from_) && std::isfinite(to_) ? to_ : 1; }
  double from() const { return from_; }
  double to() const { return to_; }
  index_t calls() const { return calls_; }

private:
  real_function f_;
  double from_, to_;
  mutable index_t calls_ = 0;
};

struct panel {
  double from, to, value, error, size;
};
panel panel_of(integrand const& f, double from, double to) {
  double const middle = from / 2 + to / 2, half = to / 2 - from / 2;
  double error = 0, size = 0;
  double const value = gauss_kronrod<double, 21, quiet>::integrate(
      [&](double t) { return f.substituted(middle + half * t); }, -1.0, 1.0, 0, 0.0, &error, &size);
  return {from, to, half * value, half * error, half * size};
}

/// Integrates by panels. Cuts the panel with the largest error in two until the sum of the errors is within the
/// tolerance, or the allowed number of cuts is reached.
numerics::integral_report by_panels(integrand const& f, numerics::integral_options const& o) {
  auto const smaller_error = [](panel const& a, panel const& b) { return a.error < b.error; };
  std::vector<panel> panels{panel_of(f, f.begin(), f.end())};
  numerics::integral_report sum{};
  for (index_t cut = 0;; ++cut) {
    double size = 0;
    sum.value = sum.error = 0;
    for (panel const& p : panels) {
      sum.value += p.value;
      sum.error += p.error;
      size += p.size;
    }
    sum.within_tolerance = sum.error <= o.tolerance * size;
    panel const worst = panels.front();
    double const middle = worst.from / 2 + worst.to / 2;
    sum.evaluations = f.calls();
    if (sum.within_tolerance || cut >= o.iterations || !(worst.from < middle && middle < worst.to))
      return sum;
    std::pop_heap(panels.begin(), panels.end(), smaller_error);
    panels.back() = panel_of(f, worst.from, middle);
    std::push_heap(panels.begin(), panels.end(), smaller_error);
    panels.push_back(panel_of(f, middle, worst.to));
    std::push_heap(panels.begin(), panels.end(), smaller_error);
  }
}

/// Integrates by a rule that is made once, with the points of its first refinements.
template <class Rule, class... Ends>
numerics::integral_report by_exponentials(integrand const& f, numerics::integral_options const& o, Ends... ends) {
  static Rule rule; // not const, since integrate() is not const in all versions; it is thread-safe
  double error = 0, size = 0;
  double const value = rule.integrate([&](double x) { return f.at(x); }, ends..., o.tolerance, &error, &size);
  return {value, error, f.calls(), error <= o.tolerance * size};
}
numerics::integral_report by_exponentials(integrand const& f, numerics::integral_options const& o) {
  if (std::isfinite(f.from()) && std::isfinite(f.to()))
    return by_exponentials<tanh_sinh<double, quiet>>(f, o, f.from(), f.to());
  if (std::isinf(f.from()) && std::isinf(f.to()))
    return by_exponentials<sinh_sinh<double, quiet>>(f, o);
  return by_exponentials<exp_sinh<double, quiet>>(f, o, f.from(), f.to());
}

} // namespace

numerics::integral_report integrate(real_function f, double from, double to, numerics::integral_options const& o) {
  if (std::isnan(from) || std::isnan(to) || (from == to && std::isinf(from)))
    throw_error("integrate", "a limit is NaN, or both limits are the same infinity");
  if (from == to)
    return {0, 0, 0, true};
  integrand const up(f, std::min(from, to), std::max(from, to));
  auto report = o.rule == numerics::quadrature::double_exponential ? by_exponentials(up, o) : by_panels(up, o);
  report.value *= from < to ? 1 : -1;
  return report;
}

#else

numerics::integral_report integrate(real_function, double, double, numerics::integral_options const&) {
  throw_no_boost_math("integrate");
}

#endif

} // namespace weft::detail
