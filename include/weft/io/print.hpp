#pragma once
#include <weft/io/print_typed.hpp>

// Prints tensors, also any_tensor and any_expr if the library has them.
#ifndef WEFT_WITHOUT_DYNAMIC
#include <weft/io/print_untyped.hpp>
#endif
