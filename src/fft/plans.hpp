#pragma once
#include "fft/transform_table.hpp"

// Private to src/fft: plans of transforms, which threads share.
namespace weft::detail {

/// Returns the plan of a length. The last 16 of each precision and sort of transform are kept.
std::shared_ptr<void const> plan_for(transform_kind kind, transform_real real, std::size_t length);

/// Returns the kernels for a precision, in the instructions that this process has chosen.
transform_kernels const& kernels_for(transform_real real) noexcept;

} // namespace weft::detail
