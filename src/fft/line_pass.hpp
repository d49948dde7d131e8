#pragma once
#include <weft/fft/job.hpp>

// Private to src/fft: passes over lines.
namespace weft::detail {

/// The transforms of all lines along one axis.
struct line_pass {
  transform_job const& job;
  long double factor;
  transform_kind kind = job.kind;
  int axis = 0;
  dynamic_extents extents = job.extents;                                        ///< of the longer of both sides
  dynamic_extents from_strides = job.from_strides, to_strides = job.to_strides; ///< in bytes
  void const* from = job.from;
  void* to = job.to;
};

void run_pass(line_pass const& pass);

} // namespace weft::detail
