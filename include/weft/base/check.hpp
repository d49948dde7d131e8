#pragma once
#include <weft/base/config.hpp>
#include <weft/base/index.hpp>

#include <stdexcept>
#include <string>

namespace weft {

/// Base of all exceptions of the library.
class WEFT_API error : public std::runtime_error {
public:
  explicit error(std::string const& what);
  ~error() override;
};

/// Shapes that do not fit; the text names the operation, the axis and both shapes.
class WEFT_API shape_error : public error {
public:
  using error::error;
  ~shape_error() override;
};
/// An index, a range or an axis outside its bounds.
class WEFT_API index_error : public error {
public:
  using error::error;
  ~index_error() override;
};
/// A view that the strides do not allow; the text says what to copy() first. Also a dead operand in checked builds.
class WEFT_API layout_error : public error {
public:
  using error::error;
  ~layout_error() override;
};
/// An element type that does not fit.
class WEFT_API dtype_error : public error {
public:
  using error::error;
  ~dtype_error() override;
};
/// A matrix that a method cannot take (singular, not positive definite, no convergence).
class WEFT_API linalg_error : public error {
public:
  using error::error;
  ~linalg_error() override;
};
/// A file that cannot be read or written; the text names the file and the reason.
class WEFT_API io_error : public error {
public:
  using error::error;
  ~io_error() override;
};
/// Text that cannot be read; the text gives line and column.
class WEFT_API parse_error : public error {
public:
  using error::error;
  ~parse_error() override;
};

namespace detail {
/// A shape, or strides: (2,3).
WEFT_API std::string shape_text(index_t const* extents, int rank);

WEFT_API [[noreturn]] void throw_error(char const* operation, char const* reason);
WEFT_API [[noreturn]] void throw_layout_reason(char const* operation, char const* reason);
WEFT_API [[noreturn]] void throw_shape_reason(char const* operation, char const* reason);
WEFT_API [[noreturn]] void throw_index_reason(char const* operation, char const* reason);
} // namespace detail

} // namespace weft
