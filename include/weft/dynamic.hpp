#pragma once
// The component dynamic: tensors and expressions whose element type, rank or operations are known when a program runs.
#include <weft/dynamic/any_expr.hpp>
#include <weft/dynamic/any_tensor.hpp>
#include <weft/dynamic/any_view.hpp>
#include <weft/dynamic/elementwise.hpp>
#include <weft/dynamic/formula.hpp>
#include <weft/dynamic/generate.hpp>
#include <weft/dynamic/lines.hpp>
#include <weft/dynamic/masked.hpp>
#include <weft/dynamic/pick.hpp>
#include <weft/dynamic/products.hpp>
#include <weft/dynamic/random.hpp>
#include <weft/dynamic/rearrange.hpp>
#include <weft/dynamic/result_type.hpp>
#include <weft/dynamic/scan.hpp>
#include <weft/dynamic/scatter.hpp>
#include <weft/dynamic/sort.hpp>
#include <weft/dynamic/statistics.hpp>
#include <weft/dynamic/untyped.hpp>
#ifndef WEFT_WITHOUT_LINALG
#include <weft/dynamic/linalg.hpp>
#endif
