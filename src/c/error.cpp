#include "c/handle.hpp"

#include <algorithm>
#include <cstring>
#include <new>

namespace weft::detail {

// An array, so that an error is recorded without memory.
static thread_local char last_error[2048] = "";

static weft_status_t record(weft_status_t status, char const* text) noexcept {
  std::size_t const length = std::min(std::strlen(text), sizeof last_error - 1);
  std::memmove(last_error, text, length); // the text may be the last error itself
  last_error[length] = 0;
  return status;
}

weft_status_t record_exception() noexcept {
  try {
    throw;
  } catch (shape_error const& e) {
    return record(weft_shape_error, e.what());
  } catch (index_error const& e) {
    return record(weft_index_error, e.what());
  } catch (layout_error const& e) {
    return record(weft_layout_error, e.what());
  } catch (dtype_error const& e) {
    return record(weft_dtype_error, e.what());
  } catch (linalg_error const& e) {
    return record(weft_linalg_error, e.what());
  } catch (parse_error const& e) {
    return record(weft_parse_error, e.what());
  } catch (argument_error const& e) {
    return record(weft_argument_error, e.what());
  } catch (std::bad_alloc const&) {
    return record(weft_memory_error, "weft: there is not enough memory");
  } catch (std::exception const& e) {
    return record(weft_other_error, e.what());
  } catch (...) {
    return record(weft_other_error, "weft: an exception that is no std::exception");
  }
}

} // namespace weft::detail

char const* weft_last_error() {
  return weft::detail::last_error;
}
weft_status_t weft_fail(weft_status_t status, char const* text) {
  return weft::detail::record(status, text == nullptr ? "" : text);
}
