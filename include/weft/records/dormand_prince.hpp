#pragma once
#include <weft/base/plain_vector.hpp>
#include <weft/base/results.hpp>
#include <weft/ops/select.hpp>
#include <weft/records/steppers.hpp>

#include <array>
#include <functional>
#include <limits>
#include <string>

// Dormand and Prince's pair of orders 5 and 4 (1980), whose steps are as long as the error allows: E. Hairer,
// S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, 1993, sections II.4 and II.5, and for stiffness
// section IV.2 of volume II.
namespace weft::ode {

/// The progress of dormand_prince.
struct step_state {
  double time;
  double step;  ///< the length of the step that was accepted last
  double error; ///< error of that step, divided by the allowed error: at most 1
  index_t accepted, rejected;
};
/// Called after each accepted step; if it returns false, the method ends. The current state is in the y that
/// dormand_prince was called with.
using step_progress = std::function<bool(step_state const&)>;

/// Options of dormand_prince. A step is accepted if the root of the mean of (error / (absolute + relative |y|))^2 over
/// all elements is at most 1.
struct dormand_prince_options {
  double relative = 1e-6; ///< relative to the state
  double absolute = 1e-9; ///< error that is allowed where the state is near 0
  double first_step = 0;  ///< 0: the method finds it by two slopes
  double largest_step = std::numeric_limits<double>::infinity();
  index_t steps = 100000;      ///< the limit on accepted and rejected steps
  step_progress progress = {}; ///< called after each accepted step
};

/// Why dormand_prince ended.
enum class dormand_prince_end : unsigned char {
  reached,    ///< y is the state at t1
  steps,      ///< the limit on steps was reached
  small_step, ///< the step became as small as the rounding of the time: a singularity, or a slope that jumps
  not_finite, ///< the slope at t0 is not finite
  stopped     ///< the progress callback returned false
};

/// The errors of one field of a state, as dormand_prince_options measures them.
struct field_error {
  std::string_view path; ///< the path of the field; empty for a tensor or a number
  double last;           ///< its error in the last accepted step
  double largest;        ///< its largest error in an accepted step
};

/// The result of dormand_prince.
struct dormand_prince_report {
  dormand_prince_end end = dormand_prince_end::reached;
  double time = 0;         ///< the time of the state y
  index_t accepted = 0;    ///< the number of accepted steps
  index_t rejected = 0;    ///< the number of rejected steps
  index_t evaluations = 0; ///< calls of f
  double next_step = 0;    ///< the length that would be tried next: a good first_step of another call
  bool is_stiff = false;   ///< stability held the steps back, not the error: an implicit method would take fewer
  detail::results_in<detail::plain_vector<field_error>> errors; ///< the errors of each field

  WEFT_INLINE dormand_prince_report() = default;
  WEFT_COPIED(dormand_prince_report);
};

} // namespace weft::ode

namespace weft::detail {

/// The numbers of the method. Slopes are counted from 0: row k gives the state at which slope k is taken, from the
/// slopes before it. The last row gives the result.
struct dormand_prince_table {
  static constexpr double time[7] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
  static constexpr double row[7][6] = {{},
                                       {1.0 / 5},
                                       {3.0 / 40, 9.0 / 40},
                                       {44.0 / 45, -56.0 / 15, 32.0 / 9},
                                       {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
                                       {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
                                       {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
  /// The numbers of the result minus the numbers of the result of order 4.
  static constexpr double error[7] = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                                      -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
};

/// Returns the sum of the squares of the elements of one field, as double.
template <class X>
WEFT_FN double sum_of_squares(X const& x) {
  if constexpr (Scalar<X>)
    return static_cast<double>(std::norm(x));
  else
    return static_cast<double>(sum(square(abs(x))));
}
template <class E>
WEFT_FN double sum_of_field_squares(E const& e) {
  return folded_fields(e, [](auto const& x) { return sum_of_squares(x); }, added{});
}
/// Returns |x| of each element.
template <class Y>
WEFT_INLINE auto absolute_state(Y& y) {
  return with_fields(y, []<static_text>(auto& x) {
    if constexpr (Scalar<decltype(x)>)
      return std::abs(x);
    else
      return abs(x);
  });
}
/// Returns the number of fields of a state of this type.
template <class Y>
WEFT_FN constexpr std::size_t count_fields() {
  if constexpr (Record<Y>)
    return unpack<access_of<Y>::count>(
        []<int... K>() { return (std::size_t(0) + ... + count_fields<member_t<Y, K>>()); });
  else
    return 1;
}

/// One run of the method. In room_, states 0 to 6 are the slopes of a step, state 7 is the state at which a slope is
/// taken, and state 8 is the result.
template <class Y, class T, class F>
class dormand_prince_run {
public:
  WEFT_FN dormand_prince_run(F& f, Y& y, T from, T to, ode::dormand_prince_options const& options)
      : f_(f), y_(y), time_(from), end_(to), forward_(to >= from ? T(1) : T(-1)), options_(options) {}

  WEFT_FN ode::dormand_prince_report run() {
    slope(0, time_, y_);
    T step = options_.first_step > 0 ? static_cast<T>(options_.first_step) : first_step();
    if (!std::isfinite(step))
      return finished(ode::dormand_prince_end::not_finite, step);
    while (forward_ * (end_ - time_) > 0) {
      if (report_.accepted + report_.rejected >= options_.steps)
        return finished(ode::dormand_prince_end::steps, step);
      step = (std::min)({step, static_cast<T>(options_.largest_step), forward_ * (end_ - time_)});
      if (time_ + forward_ * step / 10 == time_)
        return finished(ode::dormand_prince_end::small_step, step);
      T const h = forward_ * step;
      stages(h);
      double const error = measure(h);
      if (error <= 1) {
        accept(h);
        step *= factor(error);
        if (options_.progress &&
            !options_.progress({double(time_), double(h), error, report_.accepted, report_.rejected}))
          return finished(ode::dormand_prince_end::stopped, step);
      } else {
        ++report_.rejected;
        was_rejected_ = true;
        step *= std::isfinite(error) ? (std::max)(T(0.2), static_cast<T>(0.9 * std::pow(error, -0.2))) : T(0.1);
      }
    }
    return finished(ode::dormand_prince_end::reached, step);
  }

private:
  /// Computes slope k, at the time t and the state x.
  WEFT_FN void slope(int k, T t, Y const& x) {
    ++report_.evaluations;
    room_.with_slope(k, f_, t, x, [&](auto const& found) {
      if constexpr (std::is_invocable_v<F&, T const&, Y const&>)
        room_.put(k, x, found);
    });
  }
  /// Returns the sum of slopes 0 to Last - 1, each times its number, without slope 1 if its number is 0.
  template <int Last, int At = 0>
  WEFT_INLINE auto mixed(double const (&number)[Last == 7 ? 7 : 6]) const {
    auto const here = of_states<op::times>(static_cast<T>(number[At]), room_[At]);
    if constexpr (At + 1 == Last)
      return here;
    else if constexpr (At == 0 && Last > 5) // the second number is 0
      return of_states<op::plus>(here, mixed<Last, 2>(number));
    else
      return of_states<op::plus>(here, mixed<Last, At + 1>(number));
  }
  template <int K>
  WEFT_INLINE void stage(T h) {
    constexpr int last = K == 6 ? 6 : K;
    Y const& at = room_.put(K == 6 ? 8 : 7, y_, state_plus(y_, h, mixed<last>(dormand_prince_table::row[K])));
    slope(K, time_ + static_cast<T>(dormand_prince_table::time[K]) * h, at);
  }
  WEFT_FN void stages(T h) {
    stage<1>(h);
    stage<2>(h);
    stage<3>(h);
    stage<4>(h);
    stage<5>(h);
    stage<6>(h);
  }
  template <class A>
  WEFT_INLINE auto allowed_beside(A&& size) const {
    return of_states<op::plus>(of_states<op::times>(static_cast<T>(options_.relative), static_cast<A&&>(size)),
                               static_cast<T>(options_.absolute));
  }
  /// Returns the error of a step divided by the allowed error, over all elements, and writes it for each field to now_.
  WEFT_FN double measure(T h) {
    auto const larger_one = of_states<op::maximum>(absolute_state(y_), absolute_state(room_[8]));
    auto const allowed = allowed_beside(larger_one);
    auto const beside = of_states<op::divide>(of_states<op::times>(h, mixed<7>(dormand_prince_table::error)), allowed);
    double all = 0;
    index_t count = 0;
    std::size_t at = 0;
    visit_pairs(y_, beside, [&]<static_text>(auto const& x, auto const& error) {
      double const squares = sum_of_squares(error);
      index_t const n = count_of_field(x);
      now_[at++] = n == 0 ? 0 : std::sqrt(squares / double(n));
      all += squares;
      count += n;
    });
    return count == 0 ? 0 : std::sqrt(all / double(count));
  }
  WEFT_FN void accept(T h) {
    ++report_.accepted;
    if (stiff_ > 0 || report_.accepted % 50 == 0)
      look_for_stiffness(h);
    for (std::size_t k = 0; k < now_.size(); ++k)
      largest_[k] = (std::max)(largest_[k], now_[k]);
    last_ = now_;
    write_fields(y_, room_[8]);
    room_.put(0, y_, room_[6]);
    time_ = forward_ * (end_ - time_ - h) > 0 ? time_ + h : end_;
  }
  /// Returns the length of the next step divided by the length of this one, from the errors of this step and of the one
  /// before it (Gustafsson 1991).
  WEFT_FN T factor(double error) {
    double const e = (std::max)(error, 1e-10), least = was_rejected_ ? 1.0 : 10.0;
    double const next = std::clamp(0.9 * std::pow(e, -0.17) * std::pow(before_, 0.04), 0.2, least);
    before_ = (std::max)(e, 1e-4);
    was_rejected_ = false;
    return static_cast<T>(next);
  }
  /// Estimates h times the largest eigenvalue of the slope. Sets is_stiff if the estimate is beyond the stability of
  /// the method, 3.25, for 15 steps, not counting others between them, of which there are at most 5 in a row.
  WEFT_FN void look_for_stiffness(T h) {
    double const slopes = sum_of_field_squares(of_states<op::minus>(room_[6], room_[5]));
    double const states = sum_of_field_squares(of_states<op::minus>(room_[8], room_[7]));
    if (states > 0 && std::abs(h) * std::sqrt(slopes / states) > 3.25) {
      mild_ = 0;
      report_.is_stiff = report_.is_stiff || ++stiff_ == 15;
    } else if (++mild_ == 6) {
      stiff_ = mild_ = 0;
    }
  }
  /// Returns a first step whose error is about a hundredth of the allowed error, from the change of the slope along a
  /// step of Euler's method.
  WEFT_FN T first_step() {
    auto const allowed = allowed_beside(absolute_state(y_));
    auto const length = [&](auto const& x) {
      return std::sqrt(sum_of_field_squares(of_states<op::divide>(x, allowed)) / double(std::max<index_t>(1, count())));
    };
    double const size = length(y_), first = length(room_[0]);
    double const guess = size < 1e-5 || first < 1e-5 ? 1e-6 : 0.01 * size / first;
    room_.put(7, y_, state_plus(y_, forward_ * static_cast<T>(guess), room_[0]));
    slope(1, time_ + forward_ * static_cast<T>(guess), room_[7]);
    double const second = length(of_states<op::minus>(room_[1], room_[0])) / guess, most = (std::max)(first, second);
    double const next = most <= 1e-15 ? (std::max)(1e-6, guess * 1e-3) : std::pow(0.01 / most, 0.2);
    return static_cast<T>(std::isfinite(most) ? (std::min)(100 * guess, next) : most);
  }
  WEFT_FN index_t count() const {
    index_t n = 0;
    visit_fields(y_, [&]<static_text>(auto const& x) { n += count_of_field(x); });
    return n;
  }
  WEFT_FN ode::dormand_prince_report finished(ode::dormand_prince_end how, T step) {
    report_.end = how;
    report_.time = double(time_);
    report_.next_step = double(step);
    std::size_t at = 0;
    visit_fields(y_, [&]<static_text Path>(auto const&) {
      report_.errors.push_back({Path.view(), last_[at], largest_[at]});
      ++at;
    });
    return std::move(report_);
  }

  F& f_;
  Y& y_;
  T time_, end_, forward_;
  ode::dormand_prince_options const& options_;
  step_room<Y, 9> room_;
  ode::dormand_prince_report report_;
  std::array<double, count_fields<Y>()> now_{}, last_{}, largest_{};
  double before_ = 1e-4;
  int stiff_ = 0, mild_ = 0;
  bool was_rejected_ = false;
};

} // namespace weft::detail

namespace weft::ode {

/// Solves y' = f(t, y) from t0 to t1, which may be before it; y becomes the state at report.time, which is t1 unless
/// the method ended before. Steps are as long as the error allows; the elements of a record count as one long row. Each
/// step takes six slopes. f is as for rk4. A call allocates nine states, and a step allocates nothing.
///   auto report = ode::dormand_prince(f, y, 0.0, 10.0, {.relative = 1e-9});
template <class F, class Y, class T>
[[nodiscard]] WEFT_FN dormand_prince_report dormand_prince(F&& f, Y& y, T t0, std::type_identity_t<T> t1,
                                                           dormand_prince_options const& options = {}) {
  if constexpr (detail::is_slope<F, T, Y>())
    return detail::dormand_prince_run<Y, T, std::remove_reference_t<F>>(f, y, t0, t1, options).run();
  else
    return {};
}

} // namespace weft::ode
