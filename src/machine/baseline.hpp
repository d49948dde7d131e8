// Defines `machine` by the instructions that the compiler may use without further options.
#if defined(__SSE2__)
#include "machine/sse2.hpp"
#elif defined(__aarch64__)
#include "machine/neon.hpp"
#else
#include "machine/portable.hpp"
namespace weft::detail {
namespace {
struct machine : portable_machine<machine, 16> {};
} // namespace
} // namespace weft::detail
#endif
