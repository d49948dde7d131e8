#pragma once
// The component sparse: matrices in compressed rows or columns. weft/sparse/gradients.hpp needs the component grad.
#include <weft/sparse/arithmetic.hpp>
#include <weft/sparse/assembly.hpp>
#include <weft/sparse/convert.hpp>
#include <weft/sparse/entries.hpp>
#include <weft/sparse/iterative.hpp>
#include <weft/sparse/matrix.hpp>
#include <weft/sparse/matrix_market.hpp>
#include <weft/sparse/preconditioner.hpp>
#include <weft/sparse/print.hpp>
#include <weft/sparse/product.hpp>
#include <weft/sparse/reduce.hpp>
#include <weft/sparse/solve.hpp>
#include <weft/sparse/triplets.hpp>
#ifndef WEFT_WITHOUT_IO
#include <weft/sparse/npz.hpp>
#endif
