#pragma once
#ifdef WEFT_WITHOUT_NN
#error "weft: this library was built without the component nn: -DWEFT_COMPONENTS=all, or a list with nn"
#endif
#include <weft/base/check.hpp>

namespace weft::detail {

// Defined in src/: the headers compile with -fno-exceptions.
WEFT_API [[noreturn]] void throw_model(char const* reason);

} // namespace weft::detail
