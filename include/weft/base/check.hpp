#pragma once
#include <weft/base/config.hpp>
#include <weft/base/index.hpp>

#include <stdexcept>
#include <string>

namespace weft {

#if defined(_GLIBCXX_USE_CXX11_ABI) && !_GLIBCXX_USE_CXX11_ABI
namespace detail {
// The std::string of before C++11 is laid out otherwise. Only a weft that was compiled with it defines the function, so
// that other ones do not link, and the linker says why.
WEFT_API bool weft_is_compiled_with_GLIBCXX_USE_CXX11_ABI_0() noexcept;
[[maybe_unused]] static bool const strings_are_alike = weft_is_compiled_with_GLIBCXX_USE_CXX11_ABI_0();
} // namespace detail
#endif

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
/// A matrix that a method cannot take (not finite, singular, not positive definite, no convergence).
class WEFT_API linalg_error : public error {
public:
  using error::error;
  linalg_error(std::string const& what, char const* routine, index_t position, index_t batch_index);
  ~linalg_error() override;

  /// The routine of LAPACK, such as dpotrf; empty where there was none.
  [[nodiscard]] char const* routine() const noexcept;
  /// Where it failed: the row-major number of an element that is not finite, the column of a pivot, or how many values
  /// have not converged; -1 where nothing is known.
  [[nodiscard]] index_t position() const noexcept;
  /// The row-major number of the matrix in its batch; 0 of a matrix alone, -1 where nothing is known.
  [[nodiscard]] index_t batch_index() const noexcept;

private:
  char routine_[16] = ""; // inside: copies do not throw
  index_t position_ = -1, batch_index_ = -1;
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
