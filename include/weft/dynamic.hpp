#pragma once
// The component dynamic: tensors and expressions whose element type, rank or operations are known when a program runs.
#include <weft/dynamic/any_expr.hpp>
#include <weft/dynamic/any_tensor.hpp>
#include <weft/dynamic/formula.hpp>
#include <weft/dynamic/result_type.hpp>
#include <weft/dynamic/untyped.hpp>
