#include "base/error_name.hpp"

#include <weft/base/check.hpp>
#include <weft/expr/operations.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/tensor/memory.hpp>

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
// Destructors are defined here, so that a program has one type information for each exception.
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

std::string error_name(char const* operation) {
  return std::string("weft: ") + operation + ": ";
}

std::string shape_text(index_t const* extents, int rank) {
  std::string text = "(";
  for (int k = 0; k < rank; ++k)
    text += (k == 0 ? "" : ",") + std::to_string(extents[k]);
  return text + ")";
}

namespace {

/// Returns the last axis of the wider shape on which two shapes do not broadcast; -1 if they broadcast.
int offending_axis(index_t const* a, int rank_a, index_t const* b, int rank_b) {
  int const wide = rank_a > rank_b ? rank_a : rank_b;
  for (int k = wide - 1; k >= 0; --k) {
    int const i = k - (wide - rank_a), j = k - (wide - rank_b);
    if (i >= 0 && j >= 0 && a[i] != b[j] && a[i] != 1 && b[j] != 1)
      return k;
  }
  return -1;
}

/// Returns true if two shapes that `*` does not take fit a matrix product.
bool fits_matmul(char const* operation, index_t const* a, int rank_a, index_t const* b, int rank_b) {
  return std::string_view(operation) == "operator*" && rank_a > 0 && rank_b > 0 &&
         a[rank_a - 1] == b[rank_b > 1 ? rank_b - 2 : 0];
}

} // namespace

void throw_rank(index_t rank) {
  throw shape_error("weft: a rank is 0 to 16, not " + std::to_string(rank));
}

void throw_layout(char const* operation, char const* reason, index_t const* extents, index_t const* strides, int rank) {
  throw layout_error(error_name(operation) + reason + "; layout " + shape_text(extents, rank) + ":" +
                     shape_text(strides, rank));
}

void throw_shapes(char const* operation, index_t const* a, int rank_a, index_t const* b, int rank_b,
                  char const* reason) {
  std::string text = error_name(operation) + "shape " + shape_text(a, rank_a);
  if (rank_b >= 0)
    text += " and shape " + shape_text(b, rank_b);
  if (reason != nullptr)
    throw shape_error(text + ": " + reason);
  int const axis = offending_axis(a, rank_a, b, rank_b);
  throw shape_error(text + (axis < 0 ? " do not fit" : " do not broadcast on axis " + std::to_string(axis)) +
                    (fits_matmul(operation, a, rank_a, b, rank_b) ? "; the product of matrices is matmul(a, b)" : ""));
}

void throw_count(char const* operation, index_t given, index_t wanted) {
  throw shape_error(error_name(operation) + std::to_string(given) + " elements for a shape of " +
                    std::to_string(wanted));
}

void throw_error(char const* operation, char const* reason) {
  throw error(error_name(operation) + reason);
}
void throw_layout_reason(char const* operation, char const* reason) {
  throw layout_error(error_name(operation) + reason);
}
void throw_uncounted(char const* operation) {
  throw_shape_reason(operation, "an extent is negative, the rank above 16, or the number of elements above 2^63");
}
void throw_shape_reason(char const* operation, char const* reason) {
  throw shape_error(error_name(operation) + reason);
}
void throw_index_reason(char const* operation, char const* reason) {
  throw index_error(error_name(operation) + reason);
}

} // namespace detail

void op::throw_zero_division() {
  throw error("weft: integer division by zero");
}
void op::throw_shift() {
  throw error("weft: shift: the number of places is negative, or not below the number of bits");
}

} // namespace weft
