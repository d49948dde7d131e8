#pragma once
// Derivatives of expressions and gradients of programs.
#include <weft/grad/derivative.hpp>
#include <weft/grad/rearranged.hpp>
#include <weft/grad/scans.hpp>
#include <weft/grad/variable.hpp>
