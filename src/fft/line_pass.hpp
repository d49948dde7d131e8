#pragma once
#include <weft/fft/job.hpp>

// Private to src/fft: passes over lines.
namespace weft::detail {

/// The transforms of all lines along one axis.
struct line_pass {
  transform_kind kind;
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

/// Bytes of a machine vector, whose lanes hold lines side by side: all processors have vectors of this size. A unit for
/// AVX2 would define functions of std::vector and std::shared_ptr in AVX2 instructions, which the linker could
/// choose for all files. It took 0.77 of the time for 512 x 512 complex doubles, 1.05 for 1024 of them and 1.24 for 64
/// lines of 1024 real doubles (Zen 5).
inline constexpr int vector_bytes = 16;
void run_single_pass(line_pass const& pass);
void run_double_pass(line_pass const& pass);

/// In long double, which no vector instruction computes with.
void run_extended_pass(line_pass const& pass);

} // namespace weft::detail
