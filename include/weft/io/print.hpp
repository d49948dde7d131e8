#pragma once
#include <weft/io/print_typed.hpp>

// Printing, of any_tensor and any_expr too where the library has them.
#ifndef WEFT_WITHOUT_DYNAMIC
#include <weft/io/print_untyped.hpp>
#endif
