#include "base/version.hpp"
#include "c/handle.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <string>
#include <string_view>

namespace weft::detail {

// An array, so that an error is recorded without memory.
static thread_local char last_error[2048] = "";

/// Writes text behind the first `length` letters of the last error, as far as there is room. Returns the new length.
static std::size_t append(std::size_t length, std::string_view text) noexcept {
  std::size_t const count = std::min(text.size(), sizeof last_error - 1 - length);
  std::memmove(last_error + length, text.data(), count); // the text may be the last error itself
  last_error[length + count] = 0;
  return length + count;
}

/// Records a sentence of weft, which names a function of C++, as one that names the function of C.
static weft_status_t record(weft_status_t status, char const* function, std::string_view text) noexcept {
  std::string_view const name = function, operation = name.substr(std::strlen("weft_")), scope = "linalg::";
  auto const drop = [&text](std::string_view word) {
    if (text.starts_with(word) && text.substr(word.size()).starts_with(": "))
      text.remove_prefix(word.size() + 2);
  };
  drop("weft");
  drop(name);
  if (text.starts_with(scope) && text.substr(scope.size()).starts_with(operation))
    text.remove_prefix(scope.size());
  drop(operation);
  append(append(append(append(0, "weft: "), name), ": "), text);
  return status;
}

weft_status_t record_exception(char const* function) noexcept {
  try {
    throw;
  } catch (shape_error const& e) {
    return record(weft_shape_error, function, e.what());
  } catch (index_error const& e) {
    return record(weft_index_error, function, e.what());
  } catch (layout_error const& e) {
    return record(weft_layout_error, function, e.what());
  } catch (dtype_error const& e) {
    return record(weft_dtype_error, function, e.what());
  } catch (linalg_error const& e) {
    return record(weft_linalg_error, function, e.what());
  } catch (parse_error const& e) {
    return record(weft_parse_error, function, e.what());
  } catch (argument_error const& e) {
    return record(weft_argument_error, function, e.what());
  } catch (std::bad_alloc const&) {
    return record(weft_memory_error, function, "there is not enough memory");
  } catch (std::exception const& e) {
    return record(weft_other_error, function, e.what());
  } catch (...) {
    return record(weft_other_error, function, "an exception that is no std::exception");
  }
}

} // namespace weft::detail

char const* weft_version() {
  static std::string const text = weft::detail::version_text();
  return text.c_str();
}
char const* weft_last_error() {
  return weft::detail::last_error;
}
weft_status_t weft_fail(weft_status_t status, char const* text) {
  weft::detail::append(0, text == nullptr ? "" : text);
  return status;
}
