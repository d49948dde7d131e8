#pragma once
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <ctime>
#include <string>
#include <utility>
#include <vector>

// Timings of separate runs drift further apart than the ratios asked for. So an expression and its hand-written twin
// take turns within one process, in rounds of microseconds, and what counts is the median of the ratios of the rounds.
namespace bench {

/// What weft may cost: factor * twin + plus nanoseconds.
struct bar {
  double factor;
  double plus = 0;

  std::string text() const {
    char line[64];
    if (factor == 0)
      std::snprintf(line, sizeof line, "<= %g ns", plus);
    else if (plus == 0)
      std::snprintf(line, sizeof line, "<= %g x", factor);
    else
      std::snprintf(line, sizeof line, "<= %g x + %g ns", factor, plus);
    return line;
  }
};

/// The compiler must assume that all memory was read and changed.
inline void clobber() {
  asm volatile("" ::: "memory");
}

/// Nanoseconds that this thread has run: a round of milliseconds is interrupted often on a machine that others use.
inline double processor_time() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

template <class F>
[[gnu::noinline, gnu::aligned(64)]] double nanoseconds(F& f, long calls) {
  clobber();
  const double start = processor_time();
  for (long n = 0; n < calls; ++n) {
    f();
    clobber();
  }
  return processor_time() - start;
}

/// The element of rank q (0 ... 1).
inline double quantile(std::vector<double> v, double q) {
  const auto at = v.begin() + static_cast<std::ptrdiff_t>(q * static_cast<double>(v.size() - 1) + 0.5);
  std::nth_element(v.begin(), at, v.end());
  return *at;
}

std::vector<double> copy_of(double const* p, std::ptrdiff_t size);
/// Equal but for the last bits, which change where a multiplication and an addition are fused.
bool all_near(std::vector<double> const& x, double const* y);

/// Compares and times one pair within one benchmark.
class runner {
public:
  runner(benchmark::State& state, bar allowed) : state_(state), allowed_(allowed) {}

  /// Both callables write `size` doubles to `out`, from the same inputs.
  template <class W, class T>
  void operator()(double* out, std::ptrdiff_t size, W weft, T twin) {
    if (!agree(out, size, weft, twin))
      return state_.SkipWithError("weft and its twin differ");
    const long calls = calls_per_round(weft, twin);
    const auto scale = static_cast<double>(calls);
    std::vector<double> w, t, ratio, of_bar;
    for (auto _ : state_) {
      // Who runs first alternates: the first of two finds other caches than the second.
      const bool twin_first = w.size() % 2 != 0;
      double ns = 0, twin_ns = 0;
      if (twin_first)
        twin_ns = nanoseconds(twin, calls);
      ns = nanoseconds(weft, calls);
      if (!twin_first)
        twin_ns = nanoseconds(twin, calls);
      w.push_back(ns / scale);
      t.push_back(twin_ns / scale);
      ratio.push_back(ns / twin_ns);
      of_bar.push_back(w.back() / (allowed_.factor * t.back() + allowed_.plus));
      state_.SetIterationTime((ns + twin_ns) * 1e-9);
    }
    state_.counters["weft_ns"] = quantile(w, 0.5);
    state_.counters["twin_ns"] = quantile(t, 0.5);
    state_.counters["weft_best"] = quantile(w, 0);
    state_.counters["twin_best"] = quantile(t, 0);
    state_.counters["ratio"] = quantile(ratio, 0.5);
    state_.counters["ratio_q1"] = quantile(ratio, 0.25);
    state_.counters["ratio_q3"] = quantile(ratio, 0.75);
    state_.counters["of_bar"] = quantile(of_bar, 0.5);
    state_.SetLabel(allowed_.text());
  }

private:
  static constexpr double round_ns = 40e3;
  static constexpr double start_value = 0.25; ///< not NaN: some pairs also read what they write

  template <class W, class T>
  static bool agree(double* out, std::ptrdiff_t size, W& weft, T& twin) {
    std::fill(out, out + size, start_value);
    weft();
    const std::vector<double> result = copy_of(out, size);
    std::fill(out, out + size, start_value);
    twin();
    return all_near(result, out);
  }
  template <class W, class T>
  static long calls_per_round(W& weft, T& twin) {
    long calls = 1;
    while (calls < 1L << 20 && std::min(nanoseconds(weft, calls), nanoseconds(twin, calls)) < round_ns)
      calls *= 2;
    return calls;
  }

  benchmark::State& state_;
  bar allowed_;
};

/// Compares and times a pair of which both begin with `to`, their result, as a copy of `first`.
template <class X, class W, class T>
void run_from(runner& run, X const& first, X& to, W weft, T twin) {
  run(
      to.data(), to.size(),
      [&] {
        to = first;
        weft();
      },
      [&] {
        to = first;
        twin();
      });
}

/// Registers a pair: `setup` makes the operands and hands the two callables to the runner it is given.
template <class Setup>
void compare(std::string const& name, bar allowed, Setup setup) {
  benchmark::RegisterBenchmark(name.c_str(), [allowed, setup](benchmark::State& state) {
    runner run(state, allowed);
    setup(run);
  })->UseManualTime();
}

/// Pins the process to the last processor it may use, then runs what was registered.
int run_all(int argc, char** argv);

} // namespace bench
