#pragma once
// Derivatives of expressions and gradients of programs.
#include <weft/grad/derivative.hpp>
#include <weft/grad/dual_solve.hpp>
#include <weft/grad/forward.hpp>
#include <weft/grad/gradient_of.hpp>
#include <weft/grad/hessian.hpp>
#include <weft/grad/least_squares.hpp>
#include <weft/grad/variable.hpp>
