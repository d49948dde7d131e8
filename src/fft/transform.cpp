#include "fft/line_pass.hpp"
#include "fft/plans.hpp"
#include "run/threads.hpp"

#include <weft/eval/loop.hpp>
#include <weft/eval/parallel.hpp>
#include <weft/layout/walk.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numeric>

namespace weft::detail {

namespace {

/// The estimated time of a transform for each element and binary digit of its length, in nanoseconds.
constexpr double time_of_digit = 0.4;

/// Calls f with the real type that a transform computes in.
template <class F>
auto with_real(transform_job const& job, F const& f) {
  switch (job.real) {
  case transform_real::single_precision:
    return f(std::type_identity<float>());
  case transform_real::double_precision:
    return f(std::type_identity<double>());
  default:
    return f(std::type_identity<long double>());
  }
}
std::size_t bytes_of_real(transform_job const& job) {
  return with_real(job, []<class R>(std::type_identity<R>) { return sizeof(R); });
}
int last_axis(transform_job const& job) {
  return job.axes[job.count - 1];
}
double digits_of(transform_job const& job) {
  double digits = 0;
  for (int k = 0; k < job.count; ++k)
    digits += std::log2(double(job.extents[job.axes[k]]));
  return digits;
}

/// Returns the factor of the whole transform. A cosine transform of n elements counts as one of 2 n.
long double factor_of(transform_job const& job) {
  long double n = 1;
  for (int k = 0; k < job.count; ++k)
    n *= static_cast<long double>(job.extents[job.axes[k]]) * (job.kind == transform_kind::cosine ? 2 : 1);
  if (job.norm == fft::norm_mode::ortho)
    return 1 / std::sqrt(n);
  return job.forward == (job.norm == fft::norm_mode::forward) ? 1 / n : 1;
}

/// Runs a pass over some of the indices of one axis, the one that pieces are cut along, in whole units of it.
struct divided_pass {
  line_pass const* whole;
  int cut;
  index_t unit, units, pieces;

  void piece(index_t n) const {
    line_pass part = *whole;
    index_t const first = units * n / pieces * unit;
    index_t const extent = whole->extents.entry(cut), last = std::min(units * (n + 1) / pieces * unit, extent);
    part.extents.set(cut, last - first);
    part.from = static_cast<char const*>(whole->from) + first * whole->from_strides.entry(cut);
    part.to = static_cast<char*>(whole->to) + first * whole->to_strides.entry(cut);
    run_pass(part);
  }
};

int threads_of(transform_job const& job) {
  return threads_for(time_of_digit * double(count_of(job.extents)) * digits_of(job));
}

/// Runs a pass in up to `threads` threads. They share out the outermost axis beside the transformed one, in units of
/// whole vectors of lines. So each line is in a vector, or alone, as it is in one thread, and has the same bits.
void run_lines(transform_job const& job, line_pass const& pass, int threads) {
  int cut = 0;
  while (cut < job.extents.rank() && (cut == pass.axis || pass.extents.entry(cut) == 1))
    ++cut;
  if (threads <= 1 || cut == job.extents.rank())
    return run_pass(pass);
  index_t const extent = pass.extents.entry(cut), lanes = kernels_for(job.real).lanes;
  index_t const lines = count_of(pass.extents) / pass.extents.entry(pass.axis);
  index_t const unit = lines < lanes ? 1 : lanes / std::gcd(lanes, lines / extent);
  index_t const units = (extent + unit - 1) / unit;
  divided_pass d{&pass, cut, unit, units, std::min(index_t(threads), units)};
  parallel_for(threads, d.pieces, [](void* context, index_t n) { static_cast<divided_pass*>(context)->piece(n); }, &d);
}

/// Writes the half of the spectrum of real numbers that the other half determines: each element is the conjugate of the
/// one at minus its index along the transformed axes. It goes through memory row by row, whatever the axes are.
template <class R>
void mirror_half(transform_job const& job) {
  auto* const to = static_cast<std::complex<R>*>(job.to);
  int const last = last_axis(job), rank = job.extents.rank(), inner = rank - 1;
  index_t begin[max_rank]{}, index[max_rank]{};
  bool turned[max_rank]{};
  for (int k = 0; k < job.count; ++k)
    turned[job.axes[k]] = true;
  begin[last] = job.extents[last] / 2 + 1;
  dynamic_extents rows(rank);
  for (int k = 0; k < rank; ++k)
    rows.set(k, k == inner ? 1 : job.extents[k] - begin[k]);
  index_t const extent = job.extents[inner], step = job.to_strides[inner], count = count_of(rows);
  auto const place = [&](int k, index_t i) { return turned[k] && i != 0 ? job.extents[k] - i : i; };
  for (index_t row = 0; row < count; ++row) {
    index_t here = 0, there = 0;
    for (int k = 0; k < inner; ++k) {
      here += (begin[k] + index[k]) * job.to_strides[k];
      there += place(k, begin[k] + index[k]) * job.to_strides[k];
    }
    for (index_t i = begin[inner]; i < extent; ++i)
      to[here + i * step] = std::conj(to[there + place(inner, i) * step]);
    next_index(rows, rank, index, [](int, index_t) {});
  }
}
/// The passes of one transform, with their memory as bytes.
class transform_passes {
public:
  explicit transform_passes(transform_job const& j) : job_(j), threads_(threads_of(j)), pass_{j, factor_of(j)} {
    bool const is_restored = j.kind == transform_kind::restored, is_cosine = j.kind == transform_kind::cosine;
    index_t const real = index_t(bytes_of_real(j)), from = is_restored || j.kind == transform_kind::complex ? 2 : 1;
    index_t const to = is_restored || is_cosine ? 1 : 2; // numbers of an element
    for (int k = 0; k < j.extents.rank(); ++k) {
      pass_.from_strides.set(k, from * real * j.from_strides[k]);
      pass_.to_strides.set(k, to * real * j.to_strides[k]);
    }
  }
  void run() {
    if (job_.kind == transform_kind::restored)
      return restore();
    if (job_.kind == transform_kind::halved || job_.kind == transform_kind::whole)
      return halve();
    for (int k = 0; k < job_.count; ++k)
      along(k, job_.kind);
  }

private:
  transform_job const& job_;
  int threads_;
  line_pass pass_;

  /// Runs one pass; the next one is in place in its results.
  void along(int k, transform_kind kind) {
    pass_.kind = kind;
    pass_.axis = job_.axes[k];
    run_lines(job_, pass_, threads_);
    pass_.from = pass_.to;
    pass_.from_strides = pass_.to_strides;
    pass_.factor = 1;
  }
  void halve_last() { pass_.extents.set(last_axis(job_), job_.extents[last_axis(job_)] / 2 + 1); }

  /// Makes a half spectrum along the last axis, transforms it along the others, and adds the other half where the whole
  /// spectrum is asked for.
  void halve() {
    along(job_.count - 1, transform_kind::halved);
    halve_last();
    for (int k = 0; k + 1 < job_.count; ++k)
      along(k, transform_kind::complex);
    if (job_.kind == transform_kind::whole)
      with_real(job_, [&]<class R>(std::type_identity<R>) { mirror_half<R>(job_); });
  }
  /// Transforms a half spectrum along all axes but the last one, in memory of its own, and restores the last one.
  void restore() {
    if (job_.count > 1) {
      auto const results = pass_.to_strides;
      halve_last();
      pass_.to = job_.between;
      index_t step = 2 * index_t(bytes_of_real(job_));
      for (int k = job_.extents.rank(); k-- > 0; step *= pass_.extents.entry(k))
        pass_.to_strides.set(k, step);
      for (int k = 0; k + 1 < job_.count; ++k)
        along(k, transform_kind::complex);
      pass_.to = job_.to;
      pass_.to_strides = results;
      pass_.extents.set(last_axis(job_), job_.extents[last_axis(job_)]);
    }
    along(job_.count - 1, transform_kind::restored);
  }
};

void describe_transform(transform_job const& job, session& s) {
  plan_report& report = *s.report;
  index_t const size = count_of(job.extents), real = index_t(bytes_of_real(job));
  bool const is_complex = job.kind == transform_kind::complex;
  report.loops += job.count;
  report.threads = std::max(report.threads, threads_of(job));
  report.bytes_read += size * real * (is_complex ? 2 : 1);
  report.bytes_written += size * real * (is_complex || job.kind == transform_kind::whole ? 2 : 1);
  report.flops += index_t((is_complex ? 5 : 2.5) * double(size) * digits_of(job));
}

} // namespace

void check_transform_memory(transform_job const& job) {
  std::size_t longest = 0;
  for (int k = 0; k < job.count; ++k)
    longest = std::max(longest, std::size_t(job.extents[job.axes[k]]));
  check_memory(job.name, 4 * longest * bytes_of_real(job));
}

void run_transform(transform_job const& job, session& s) {
  if (described(s, [&](session& plan) { describe_transform(job, plan); }) || count_of(job.extents) == 0)
    return;
  transform_passes(job).run();
}

} // namespace weft::detail
