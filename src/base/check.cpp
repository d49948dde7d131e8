#include <weft/base/check.hpp>
#include <weft/base/plain_vector.hpp>
#include <weft/dynamic/any_tensor.hpp>
#include <weft/expr/operations.hpp>
#include <weft/layout/slice.hpp>
#include <weft/layout/transform.hpp>
#include <weft/linalg/matmul.hpp>
#include <weft/ops/unravel_index.hpp>
#include <weft/tensor/memory.hpp>

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

namespace weft {

#if defined(_GLIBCXX_USE_CXX11_ABI) && !_GLIBCXX_USE_CXX11_ABI
bool detail::weft_is_compiled_with_GLIBCXX_USE_CXX11_ABI_0() noexcept {
  return true;
}
#endif

error::error(std::string const& what) : std::runtime_error(what) {}
// Out of line, so that each exception has one type information in the program.
error::~error() = default;
shape_error::~shape_error() = default;
index_error::~index_error() = default;
layout_error::~layout_error() = default;
dtype_error::~dtype_error() = default;
linalg_error::~linalg_error() = default;
io_error::~io_error() = default;
parse_error::~parse_error() = default;

linalg_error::linalg_error(std::string const& what, char const* routine, index_t position, index_t batch_index)
    : error(what), position_(position), batch_index_(batch_index) {
  std::strncpy(routine_, routine, sizeof routine_ - 1);
}
char const* linalg_error::routine() const noexcept {
  return routine_;
}
index_t linalg_error::position() const noexcept {
  return position_;
}
index_t linalg_error::batch_index() const noexcept {
  return batch_index_;
}

namespace detail {

std::string shape_text(index_t const* extents, int rank) {
  std::string text = "(";
  for (int k = 0; k < rank; ++k)
    text += (k == 0 ? "" : ",") + std::to_string(extents[k]);
  return text + ")";
}

namespace {

/// The axis, counted from the first one of the wider shape, on which two shapes do not broadcast; -1 if all do.
int offending_axis(index_t const* a, int rank_a, index_t const* b, int rank_b) {
  const int wide = rank_a > rank_b ? rank_a : rank_b;
  for (int k = wide - 1; k >= 0; --k) {
    const int i = k - (wide - rank_a), j = k - (wide - rank_b);
    if (i >= 0 && j >= 0 && a[i] != b[j] && a[i] != 1 && b[j] != 1)
      return k;
  }
  return -1;
}

/// True if shapes that `*` does not take are those of a matrix product.
bool fits_matmul(char const* operation, index_t const* a, int rank_a, index_t const* b, int rank_b) {
  return std::string_view(operation) == "operator*" && rank_a > 0 && rank_b > 0 &&
         a[rank_a - 1] == b[rank_b > 1 ? rank_b - 2 : 0];
}

std::string name(char const* operation) {
  return std::string("weft: ") + operation + ": ";
}

} // namespace

void throw_axis(char const* operation, index_t axis, int rank) {
  throw index_error(name(operation) + "axis " + std::to_string(axis) + " of a tensor of rank " + std::to_string(rank) +
                    (axis < 0 ? "; axes count from 0" : ""));
}

void throw_axis_twice(char const* operation, index_t axis, int rank) {
  throw index_error(name(operation) + "axis " + std::to_string(axis) + " of a tensor of rank " + std::to_string(rank) +
                    " is named twice");
}

void throw_rank(index_t rank) {
  throw shape_error("weft: a rank is 0 to 16, not " + std::to_string(rank));
}

namespace {
template <class I>
[[noreturn]] void refuse_index(char const* operation, I index, int axis, index_t extent) {
  throw index_error(name(operation) + std::to_string(index) + " is out of range on axis " + std::to_string(axis) +
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
  throw index_error(name(operation) + "no element of shape " + shape_text(extents, rank) + " has the number " +
                    std::to_string(number));
}

void throw_range(index_t first, index_t last, index_t step, int axis, index_t extent) {
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

void throw_layout(char const* operation, char const* reason, index_t const* extents, index_t const* strides, int rank) {
  throw layout_error(name(operation) + reason + "; layout " + shape_text(extents, rank) + ":" +
                     shape_text(strides, rank));
}

namespace {

/// The offsets of the elements of a layout that stand first and last in memory.
struct reach {
  index_t first, last;
  bool counted = true; ///< neither left the integers

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
  const auto refuse = [&](char const* reason) {
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
  const reach out(out_extents, out_strides, rank, out_offset), in(in_extents, in_strides, in_rank, in_offset);
  const bool empty = std::find(in_extents, in_extents + in_rank, 0) != in_extents + in_rank;
  if (empty || !out.counted || out.first < in.first || out.last > in.last)
    refuse("the view reaches beyond the elements of the operand");
}

void throw_shapes(char const* operation, index_t const* a, int rank_a, index_t const* b, int rank_b,
                  char const* reason) {
  std::string text = name(operation) + "shape " + shape_text(a, rank_a);
  if (rank_b >= 0)
    text += " and shape " + shape_text(b, rank_b);
  if (reason != nullptr)
    throw shape_error(text + ": " + reason);
  const int axis = offending_axis(a, rank_a, b, rank_b);
  throw shape_error(text + (axis < 0 ? " do not fit" : " do not broadcast on axis " + std::to_string(axis)) +
                    (fits_matmul(operation, a, rank_a, b, rank_b) ? "; the product of matrices is matmul(a, b)" : ""));
}

void throw_as_shape(int axis, index_t wanted, index_t const* extents, int rank) {
  const std::string what = axis < 0 ? "the rank is " + std::to_string(rank)
                                    : "axis " + std::to_string(axis) + " has extent " + std::to_string(extents[axis]);
  throw shape_error(name("as") + what + ", not " + std::to_string(wanted) + "; shape " + shape_text(extents, rank));
}
void throw_as_order(index_t const* extents, index_t const* strides, int rank) {
  throw_layout("as", "the stride of the fastest axis is not 1", extents, strides, rank);
}

void throw_count(char const* operation, index_t given, index_t wanted) {
  throw shape_error(name(operation) + std::to_string(given) + " elements for a shape of " + std::to_string(wanted));
}

void throw_dtype(char const* operation, dtype is, dtype wanted) {
  throw dtype_error(name(operation) + "the elements are " + to_string(is) + ", not " + to_string(wanted));
}

void throw_elements(char const* operation, dtype is) {
  throw dtype_error(name(operation) + "it is not for elements of type " + to_string(is));
}
void throw_no_type(char const* operation, dtype is, dtype const* types, int count) {
  if (is > dtype::complex128)
    throw_error("dtype", "no such element type");
  std::string text = name(operation) + "the elements are " + to_string(is) + ", which is none of ";
  for (int k = 0; k < count; ++k)
    text += (k == 0 ? "" : ", ") + to_string(types[k]);
  throw dtype_error(text);
}

void throw_error(char const* operation, char const* reason) {
  throw error(name(operation) + reason);
}
void throw_layout_reason(char const* operation, char const* reason) {
  throw layout_error(name(operation) + reason);
}
void throw_uncounted(char const* operation) {
  throw_shape_reason(operation, "an extent is negative, the rank above 16, or the number of elements above 2^63");
}
void throw_shape_reason(char const* operation, char const* reason) {
  throw shape_error(name(operation) + reason);
}
void throw_index_reason(char const* operation, char const* reason) {
  throw index_error(name(operation) + reason);
}

} // namespace detail

void op::throw_zero_division() {
  throw error("weft: integer division by zero");
}
void op::throw_shift() {
  throw error("weft: shift: the number of places is negative, or not below the number of bits");
}

} // namespace weft
