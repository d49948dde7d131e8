#pragma once
#ifdef WEFT_WITHOUT_NN
#error "weft: this library was built without the component nn: -DWEFT_COMPONENTS=all, or a list with nn"
#endif
#include <weft/base/check.hpp>
#include <weft/expr/capture.hpp>

namespace weft::detail {

// Defined in src/: the headers compile with -fno-exceptions.
WEFT_API [[noreturn]] void throw_model(char const* reason);

/// True if X may have the rank Rank. A rank that is known at run time is checked when the program runs.
template <class X, int Rank>
inline constexpr bool may_have_rank = rank_of<X> < 0 || rank_of<X> == Rank;

} // namespace weft::detail
