#pragma once
// The component numerics: roots and integrals of functions.
#include <weft/numerics/find_root.hpp>
#include <weft/numerics/integrate.hpp>
