#pragma once
#include <weft/io/npy_typed.hpp>

// Files of NumPy, into and from any_tensor too where the library has it.
#ifndef WEFT_WITHOUT_DYNAMIC
#include <weft/io/npy_untyped.hpp>
#endif
