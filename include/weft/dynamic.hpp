#pragma once
// The component dynamic: tensors and expressions whose element type, rank or operations are known when a program runs.
#include <weft/dynamic/any_expr.hpp>
#include <weft/dynamic/any_tensor.hpp>
#include <weft/dynamic/formula.hpp>
#include <weft/dynamic/pick.hpp>
#include <weft/dynamic/products.hpp>
#include <weft/dynamic/rearrange.hpp>
#include <weft/dynamic/scan.hpp>
#include <weft/dynamic/sort.hpp>
#include <weft/dynamic/statistics.hpp>
#include <weft/dynamic/untyped.hpp>
