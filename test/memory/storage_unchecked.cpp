// An object file without checks in a program of checked ones: types and symbols must not clash.
#undef WEFT_CHECK_BOUNDS
#define WEFT_CHECK_BOUNDS 0
#include <weft/memory/storage.hpp>

bool unchecked_watch_is_empty(weft::detail::block* b);
bool unchecked_watch_is_empty(weft::detail::block* b) { return weft::detail::watch_ref::of(b).ticket() == 0; }
