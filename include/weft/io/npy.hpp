#pragma once
#include <weft/io/npy_typed.hpp>

// Reads and writes files of NumPy, also as any_tensor if the library has that.
#ifndef WEFT_WITHOUT_DYNAMIC
#include <weft/io/npy_untyped.hpp>
#endif
