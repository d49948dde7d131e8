#include "base/error_name.hpp"

#include <weft/base/check.hpp>
#include <weft/base/plain_vector.hpp>
#include <weft/layout/slice.hpp>
#include <weft/layout/transform.hpp>
#include <weft/ops/unravel_index.hpp>

#include <algorithm>
#include <string>

// Throws errors about axes, subscripts and views, with their texts.
namespace weft::detail {

void throw_axis(char const* operation, index_t axis, int rank) {
  throw index_error(error_name(operation) + "axis " + std::to_string(axis) + " of a tensor of rank " +
                    std::to_string(rank) + (axis < 0 ? "; axes count from 0" : ""));
}

void throw_axis_twice(char const* operation, index_t axis, int rank) {
  throw index_error(error_name(operation) + "axis " + std::to_string(axis) + " of a tensor of rank " +
                    std::to_string(rank) + " is named twice");
}

namespace {
template <class I>
[[noreturn]] void refuse_index(char const* operation, I index, int axis, index_t extent) {
  throw index_error(error_name(operation) + std::to_string(index) + " is out of range on axis " + std::to_string(axis) +
                    " of extent " + std::to_string(extent));
}
} // namespace
void throw_no_element(std::size_t k, std::size_t count) {
  throw index_error("weft: element " + std::to_string(k) + " of a list of " + std::to_string(count));
}
void throw_index(char const* operation, index_t index, int axis, index_t extent) {
  refuse_index(operation, index, axis, extent);
}
void throw_unsigned_index(char const* operation, std::uint64_t index, int axis, index_t extent) {
  refuse_index(operation, index, axis, extent);
}

void throw_number(char const* operation, index_t number, index_t const* extents, int rank) {
  throw index_error(error_name(operation) + "no element of shape " + shape_text(extents, rank) + " has the number " +
                    std::to_string(number));
}

void throw_range(index_t first, index_t last, index_t step, int axis, index_t extent) {
  if (step == 0)
    throw index_error("weft: range: the step is 0");
  throw index_error("weft: range(" + std::to_string(first) + ", " + std::to_string(last) +
                    (step == 1 ? "" : ", " + std::to_string(step)) + ") is out of range on axis " +
                    std::to_string(axis) + " of extent " + std::to_string(extent));
}

void throw_subscripts(int given, int rank) {
  throw index_error("weft: " + std::to_string(given) + " subscripts for a tensor of rank " + std::to_string(rank));
}

void throw_permutation(index_t const* order, int count, int rank) {
  throw index_error("weft: permute: " + shape_text(order, count) + " is no permutation of the " + std::to_string(rank) +
                    " axes");
}

namespace {

/// The lowest and the highest offset of the elements of a layout.
struct reach {
  index_t first, last;
  bool counted = true; ///< neither offset has overflowed

  reach(index_t const* extents, index_t const* strides, int rank, index_t offset) : first(offset), last(offset) {
    for (int k = 0; k < rank; ++k) {
      index_t step = 0;
      counted = counted && !__builtin_mul_overflow(extents[k] - 1, strides[k], &step) &&
                !__builtin_add_overflow(step < 0 ? first : last, step, step < 0 ? &first : &last);
    }
  }
};

} // namespace

void check_arrangement(index_t const* in_extents, index_t const* in_strides, int in_rank, index_t in_offset,
                       index_t const* out_extents, index_t const* out_strides, int out_rank, index_t out_offset,
                       int rank) {
  auto const refuse = [&](char const* reason) {
    throw_layout("rearrange", reason, out_extents, out_strides, std::clamp(out_rank, 0, max_rank));
  };
  if (out_rank != rank || rank > max_rank)
    refuse("the rank is not that of the operand and the change");
  bool none = false;
  for (int k = 0; k < rank; ++k) {
    if (out_extents[k] < 0)
      refuse("an extent is negative");
    none = none || out_extents[k] == 0;
  }
  if (none)
    return;
  reach const out(out_extents, out_strides, rank, out_offset), in(in_extents, in_strides, in_rank, in_offset);
  bool const empty = std::find(in_extents, in_extents + in_rank, 0) != in_extents + in_rank;
  if (empty || !out.counted || out.first < in.first || out.last > in.last)
    refuse("the view reaches beyond the elements of the operand");
}

} // namespace weft::detail
