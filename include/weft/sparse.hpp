#pragma once
// The component sparse: matrices in compressed rows or columns.
#include <weft/sparse/arithmetic.hpp>
#include <weft/sparse/convert.hpp>
#include <weft/sparse/matrix.hpp>
#include <weft/sparse/product.hpp>
#include <weft/sparse/solve.hpp>
#include <weft/sparse/triplets.hpp>
