#pragma once
#include <weft/fft/job.hpp>

// Private to src/fft: passes over lines.
namespace weft::detail {

/// The transforms of all lines along one axis.
struct line_pass {
  transform_kind kind;
  transform_real real;
  bool forward;
  bool orthogonal; ///< of cosine transforms
  int axis;
  index_t lines;
  dynamic_extents extents;                  ///< of the longer of both sides
  dynamic_extents from_strides, to_strides; ///< in bytes
  void const* from;
  void* to;
  long double factor;
};

void run_pass(line_pass const& pass);

} // namespace weft::detail
