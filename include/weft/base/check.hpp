#pragma once
#include <weft/base/config.hpp>
#include <weft/base/index.hpp>

#include <stdexcept>
#include <string>

namespace weft {

#if defined(_GLIBCXX_USE_CXX11_ABI) && !_GLIBCXX_USE_CXX11_ABI
namespace detail {
// libstdc++ has two layouts of std::string; with _GLIBCXX_USE_CXX11_ABI=0 it is the one from before C++11. Only a
// library compiled with that setting defines this function. So a program with the setting does not link to a library
// without it, and the name of the missing function tells the reason.
WEFT_API bool weft_is_compiled_with_GLIBCXX_USE_CXX11_ABI_0() noexcept;
[[maybe_unused]] static bool const strings_are_alike = weft_is_compiled_with_GLIBCXX_USE_CXX11_ABI_0();
} // namespace detail
#endif

/// The base class of all exceptions of the library.
class WEFT_API error : public std::runtime_error {
public:
  explicit error(std::string const& what);
  ~error() override;
};

/// Thrown where shapes do not fit; the text names the operation, the axis and both shapes.
class WEFT_API shape_error : public error {
public:
  using error::error;
  ~shape_error() override;
};
/// Thrown for an index, a range or an axis outside its bounds.
class WEFT_API index_error : public error {
public:
  using error::error;
  ~index_error() override;
};
/// Thrown where the strides of an operand do not allow a view; the text names what to copy() first. Checked builds also
/// throw it for an operand whose memory has been freed.
class WEFT_API layout_error : public error {
public:
  using error::error;
  ~layout_error() override;
};
/// Thrown for an element type that does not fit.
class WEFT_API dtype_error : public error {
public:
  using error::error;
  ~dtype_error() override;
};
/// Thrown for a matrix that a method cannot take (not finite, singular, not positive definite, no convergence).
class WEFT_API linalg_error : public error {
public:
  using error::error;
  linalg_error(std::string const& what, char const* routine, index_t position, index_t batch_index);
  ~linalg_error() override;

  /// The name of the LAPACK routine that failed, such as dpotrf; empty if the error was found outside LAPACK.
  [[nodiscard]] char const* routine() const noexcept;
  /// Returns the place of the failure in the matrix: the row-major number of an element that is not finite, the column
  /// of a pivot, or the count of values that have not converged. -1: unknown.
  [[nodiscard]] index_t position() const noexcept;
  /// Returns the row-major number of the matrix in its batch: 0 for a matrix that is no part of a batch, -1 if unknown.
  [[nodiscard]] index_t batch_index() const noexcept;

private:
  char routine_[16] = ""; // an array in the object, so that copies of the exception do not throw
  index_t position_ = -1, batch_index_ = -1;
};
/// Thrown for a file that cannot be read or written; the text names the file and the reason.
class WEFT_API io_error : public error {
public:
  using error::error;
  ~io_error() override;
};
/// Thrown for text that cannot be parsed; the text of the error gives line and column.
class WEFT_API parse_error : public error {
public:
  using error::error;
  ~parse_error() override;
};

namespace detail {
/// Returns the text of a shape, or of strides: (2,3).
WEFT_API std::string shape_text(index_t const* extents, int rank);

WEFT_API [[noreturn]] void throw_error(char const* operation, char const* reason);
WEFT_API [[noreturn]] void throw_layout_reason(char const* operation, char const* reason);
WEFT_API [[noreturn]] void throw_shape_reason(char const* operation, char const* reason);
WEFT_API [[noreturn]] void throw_index_reason(char const* operation, char const* reason);
} // namespace detail

} // namespace weft
