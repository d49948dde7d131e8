#include <weft/fft/job.hpp>
#include <weft/memory/no_alloc.hpp>

#include <array>
#include <complex>
#include <doctest/doctest.h>

// The compiled part alone, on memory with sentinels around each element that is written.
using namespace weft;

namespace {

using complex = std::complex<double>;

detail::transform_job line_job(detail::transform_kind kind, index_t n, void const* from, void* to) {
  detail::transform_job job{"job", kind, true, fft::backward, detail::transform_real::double_precision};
  job.count = 1;
  job.extents = shape(std::array{n});
  job.from_strides = shape(std::array{-1});
  job.to_strides = shape(std::array{2});
  job.from = from;
  job.to = to;
  return job;
}

} // namespace

TEST_CASE("a half spectrum, and all of it") {
  std::array<double, 3> const x{4, 2, 1}; // read backwards: 1, 2, 4
  complex const sentinel(-7, -7);
  for (detail::transform_kind kind : {detail::transform_kind::halved, detail::transform_kind::whole}) {
    std::array<complex, 7> y;
    y.fill(sentinel);
    detail::session s;
    detail::run_transform(line_job(kind, 3, x.data() + 2, y.data() + 1), s);
    CHECK(y[1] == complex(7, 0));
    CHECK(std::abs(y[3] - complex(-2, std::sqrt(3.0))) < 1e-15);
    if (kind == detail::transform_kind::whole)
      CHECK(y[5] == std::conj(y[3]));
    else
      CHECK(y[5] == sentinel);
    for (std::size_t k = 0; k < 7; k += 2)
      CHECK(y[k] == sentinel);
  }
}
TEST_CASE("a session that plans computes nothing") {
  std::array<double, 4> const x{1, 2, 3, 4};
  std::array<complex, 8> y{};
  plan_report report;
  detail::session plan(&report);
  detail::run_transform(line_job(detail::transform_kind::whole, 4, x.data() + 3, y.data()), plan);
  CHECK(y[0] == 0.0);
  CHECK(report.loops == 1);
  CHECK(report.bytes_read == 32);
  CHECK(report.bytes_written == 64);
}
TEST_CASE("a batch without lines, and memory that is forbidden") {
  detail::transform_job job = line_job(detail::transform_kind::complex, 0, nullptr, nullptr);
  job.extents = shape(std::array{0, 3});
  job.from_strides = job.to_strides = shape(std::array{3, 1});
  job.axes[0] = 1;
  CHECK_NOTHROW(detail::check_transform_memory(job));
  detail::session s;
  CHECK_NOTHROW(detail::run_transform(job, s));
  no_alloc_scope const nothing;
  CHECK_THROWS_AS(detail::check_transform_memory(job), error);
}
