#pragma once
// The library hides all other names; its header is C, and has no attributes.
#pragma GCC visibility push(default)
#include <weft/c/weft.h>
#pragma GCC visibility pop

#include <weft/dynamic/any_tensor.hpp>
#include <weft/dynamic/formula.hpp>

#include <utility>

struct weft_any_tensor {
  weft::any_view view;
  bool read_only;
};
struct weft_formula {
  weft::formula value;
};

namespace weft::detail {

/// Thrown for an argument that is NULL.
class argument_error : public error {
public:
  using error::error;
};

/// Records the exception that is being handled as the error of the thread, and returns its status. The sentence names
/// the function of C.
weft_status_t record_exception(char const* function) noexcept;

/// Calls f with the name of the function, through which no exception leaves.
template <class F>
weft_status_t without_exceptions(char const* function, F&& f) noexcept {
  try {
    f(function);
    return weft_ok;
  } catch (...) {
    return record_exception(function);
  }
}

/// Throws argument_error if p is NULL.
inline void require(char const* function, char const* name, void const* p) {
  if (p == nullptr)
    throw argument_error(std::string("weft: ") + function + ": " + name + " is NULL");
}
/// Returns *p. Throws argument_error if p is NULL.
template <class T>
T& required(char const* function, char const* name, T* p) {
  require(function, name, p);
  return *p;
}

/// Stores in *result a handle of what f returns; NULL where it throws.
template <class H, class F>
weft_status_t make_handle(char const* function, H** result, F&& f) noexcept {
  if (result != nullptr)
    *result = nullptr;
  return without_exceptions(function, [&](char const*) {
    require(function, "result", static_cast<void const*>(result));
    *result = new H(f(function));
  });
}

/// Returns the elements of x to write to. Throws dtype_error if they are read-only.
inline any_view const& writable(char const* function, char const* name, weft_any_tensor* x) {
  if (required(function, name, x).read_only)
    throw dtype_error(std::string("weft: ") + function + ": " + name + " is read-only");
  return x->view;
}

/// Returns a handle that owns the elements.
inline weft_any_tensor owning(any_tensor x) {
  return {x(ellipsis), false};
}

} // namespace weft::detail
